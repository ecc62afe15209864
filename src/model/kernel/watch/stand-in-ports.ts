// What a stand-in needs of the world: the remote agent, a clock, a place for its history, the parent task, randomness, and
// somebody who writes down facts. Whoever runs it hands these in.

import type { WatchFact } from '../../log/watch-fact.ts';
import type { AgentName, TaskId } from '../../protocol/task.ts';
import type { Telling } from './stand-in-effect.ts';
import type { StandInEvent } from './stand-in-event.ts';
import type { Randomness } from './push-token.ts';
import type { Scrub, ToldStatus } from './turn-mapping.ts';
import type { WatchSituation } from './watch-choice.ts';

/** Why a remote agent did not do what it was asked. */
export interface RemoteFailure {
  /** A name of the kind of error; never the error's own words, which could repeat the request. */
  readonly errorType: string;
  /** There is no such agent any more, and trying again will not help. */
  readonly isGone?: boolean;
  /** The agent itself said that it did not do it. Where it did not say so, it may have done what it was asked. */
  readonly isRefused?: boolean;
}
export type RemoteAnswer<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: RemoteFailure };

/** Goes with every call about a task: without the participant a peer knows no such task. */
export interface RemoteTaskCall {
  readonly agent: AgentName;
  readonly participant: string;
  readonly remoteTaskId: TaskId;
}

/** The remote agent, asked. A throw is taken for a failure of the error's name. */
export interface RemoteTaskPort {
  /** What there is to choose a watch by: only here are card and configuration known. */
  situation(agent: AgentName, signal: AbortSignal): Promise<WatchSituation>;
  /** One turn. The same `messageId` may come again after a crash: it is the same message, and makes no second turn. */
  turn(
    call: Omit<RemoteTaskCall, 'remoteTaskId'> & {
      readonly remoteTaskId: TaskId | null;
      readonly messageId: string;
      readonly text: string;
    },
    signal: AbortSignal,
  ): Promise<RemoteAnswer<{ readonly remoteTaskId: TaskId | null; readonly status: ToldStatus }>>;
  /** Hands over where to ring, without an id of ours. @returns the id that the remote agent gave the registration */
  register(call: RemoteTaskCall & { readonly url: string; readonly token: string }, signal: AbortSignal): Promise<RemoteAnswer<string>>;
  fetch(call: RemoteTaskCall, signal: AbortSignal): Promise<RemoteAnswer<ToldStatus>>;
  /** Holds a subscription open and tells each status. @returns when the stream has ended */
  subscribe(call: RemoteTaskCall, onStatus: (status: ToldStatus) => void, signal: AbortSignal): Promise<RemoteAnswer<undefined>>;
  deleteRegistration(call: RemoteTaskCall & { readonly configId: string }, signal: AbortSignal): Promise<RemoteAnswer<undefined>>;
  /** What is registered for the task, without tokens. Where it cannot be asked for, what a crash left behind stays there. */
  listRegistrations?(
    call: RemoteTaskCall,
    signal: AbortSignal,
  ): Promise<RemoteAnswer<readonly { readonly configId: string; readonly url: string }[]>>;
  cancel(call: RemoteTaskCall, signal: AbortSignal): Promise<RemoteAnswer<undefined>>;
}

/** Where the history is kept. Resolved means kept; a rejection ends the stand-in's worker. */
export interface StandInStorage {
  load(): Promise<readonly StandInEvent[]>;
  append(event: StandInEvent): Promise<void>;
  /** Puts a fresh history in the place of the old one: all of it or nothing. */
  replace(first: StandInEvent): Promise<void>;
}

export interface StandInPorts {
  readonly remote: RemoteTaskPort;
  readonly storage: StandInStorage;
  readonly clock: {
    now(): number;
    /** Rejects when the signal is aborted first. */
    sleep(ms: number, signal: AbortSignal): Promise<void>;
  };
  readonly parent: {
    /** May come again after a crash: a number that was heard before is answered so, and changes nothing. */
    tell(telling: Telling): Promise<'heard' | 'heard-before'>;
  };
  readonly random: Randomness;
  readonly scrub: Scrub;
  fact(fact: WatchFact): void;
  /** By what a follow tells a change: texts without secrets, or as they came, so that a secret that turns over looks like news. */
  readonly followCompares?: 'scrubbed' | 'raw';
  readonly historyBound?: number;
  /** Abort is the death of the worker: nothing more is done, nothing is tidied up. */
  readonly signal?: AbortSignal;
}
