// What a lesson about a remote watch is played with: what the remote task does and when, how its agent answers and rings, how the
// host is set up that stands in for it, and what happens on the way. All of it is data, so knobs, takes and links reach every
// member. Times are virtual milliseconds since the episode began.

import type { Updates } from '../model/kernel/watch/watch-constants.ts';
import type { AgentCard } from '../model/protocol/agent-card.ts';
import type { TaskState } from '../model/protocol/task.ts';
import type { Millis } from './lanes.ts';

/** A status of the remote task; `text` null: it has no message. */
export interface RemoteStatus {
  readonly state: TaskState;
  readonly text: string | null;
  /** In the metadata of the message: what a harness says of a task that it keeps open, `awaiting-next-message`. */
  readonly subState?: string;
}

/** How the agent rings: one delivery for each change of the task after a config was set. */
export interface Ringing {
  /** How long after the change a delivery leaves, by its number, over and over; unequal ones overtake each other. */
  readonly delaysMs: readonly Millis[];
  /** Numbers of deliveries, from 1, that are sent and never arrive. */
  readonly loses: readonly number[];
  /** How often each delivery is sent, word for word. */
  readonly copies: number;
  /** Tries of one that got no answer, 429 or a status from 500 on. */
  readonly attempts: number;
  /** The pause after the first such try; doubled after each further one. */
  readonly backOffMs: Millis;
}

/** The remote agent and its one task. */
export interface RemoteSettings {
  readonly card: AgentCard;
  /** Id of a served protocol of A2A. */
  readonly protocol: string;
  /** How the task is when the episode begins parked. */
  readonly parked: RemoteStatus;
  /** What a message leads to, by its number: the status that ends the turn, so long after it came. The last one holds for all others. */
  readonly turns: readonly (RemoteStatus & { readonly afterMs: Millis })[];
  /** How the task changes by itself. */
  readonly changes: readonly (RemoteStatus & { readonly at: Millis })[];
  /** What GetTask answers, one after the other, whatever the task is; after the last one, the task. `fails`: an internal error. */
  readonly answers: readonly (RemoteStatus | 'fails')[];
  /** GetTask shows the task as it was so long ago. */
  readonly getLagMs: Millis;
  readonly registration: 'accepts' | 'fails' | 'hangs';
  /** How long setting a config takes. */
  readonly registrationMs: Millis;
  /** How often deleting a config fails before it works; null: each time. `ignores`: it says that it did, and goes on ringing. */
  readonly deletionFails: number | null;
  readonly deletionMs: Millis;
  readonly ignoresDeletion: boolean;
  /** Whether a subscription begins with the task as it is (A2A 1.0 wants that). */
  readonly streamOpensWithTask: boolean;
  /** When streams that are open end without another word, or break off. */
  readonly streamCuts: readonly { readonly at: Millis; readonly how: 'ends' | 'breaks' }[];
  readonly ringing: Ringing;
  /** Whether a call about the task is answered "task not found" where it does not say for which participant. */
  readonly wantsParticipant: boolean;
  readonly ignoresCancel: boolean;
}

/** The host: whose local task stands in for the remote one. */
export interface HostSettings {
  readonly localTaskId: string;
  /** Null: the header is left out of every call. */
  readonly participant: string | null;
  /** Extensions of the protocol that were agreed on with the agent: named with every call about the task. None where it is not said. */
  readonly extensions?: readonly string[];
  readonly updates: Updates;
  readonly followIntervalMs: Millis;
  /** False: the agent runs here, and its changes need no watch. */
  readonly isRemoteAgent: boolean;
  /** Where the host can be reached; null: nowhere. Its host name is the address at which it listens. */
  readonly baseUrl: string | null;
  /**
   * `turn`: with a message to the remote agent. `parked`: the turn is over; the watch is this one, and what led to it was before.
   * `parked-without-task`: the same, and the remote agent never named a task.
   */
  readonly begins: 'turn' | 'parked' | 'parked-without-task';
  readonly watch: 'unchosen' | 'push' | 'follow' | 'off';
  readonly historyBound: number;
  /** Pushes that one peer may send in a minute; null: nobody counts. */
  readonly pushesPerMinute: number | null;
  /** When the host's registry loses the agent: `fails` for a moment, or it is `gone` for good. */
  readonly agentLost: { readonly at: Millis; readonly how: 'fails' | 'gone' } | null;
  /** By what a follow tells a change. */
  readonly followCompares: 'scrubbed' | 'raw';
  /** How long after its death the worker is started again. */
  readonly restartMs: Millis;
}

/** A call at the host's push address. Members that are not given make it a true push. */
export interface Ring {
  /** `agent`: the remote agent, who knows the token. `stranger`: somebody who does not. */
  readonly by: 'agent' | 'stranger';
  readonly token: 'right' | 'wrong' | 'none';
  readonly body: 'push' | 'no-json' | 'no-task-id';
  /** Of which remote task it speaks. */
  readonly of: 'own' | 'other';
  /** Which state it claims; null: the state that the task has. */
  readonly claims: TaskState | null;
  /** The local id in the address; null: the right one. */
  readonly localTaskId: string | null;
  /** The body is filled up to so many bytes; null: it is as it is. */
  readonly bytes: number | null;
  /** What content-length says; null: nothing is said. */
  readonly declaredBytes: number | null;
  /** How often, one after the other. */
  readonly times: number;
}

/** What happens on the way, beside what the remote task does by itself. Of an instant it comes last. */
export type WatchAction =
  | { readonly at: Millis; readonly do: 'reply'; readonly text: string }
  | { readonly at: Millis; readonly do: 'cancel' | 'roll' | 'kill' }
  | ({ readonly at: Millis; readonly do: 'ring' } & Partial<Ring>);

export interface WatchScene {
  readonly remote: RemoteSettings;
  readonly host: HostSettings;
  readonly actions: readonly WatchAction[];
}

export const TRUE_RING: Ring = {
  by: 'agent',
  token: 'right',
  body: 'push',
  of: 'own',
  claims: null,
  localTaskId: null,
  bytes: null,
  declaredBytes: null,
  times: 1,
};
export const QUIET_RINGING: Ringing = { delaysMs: [0], loses: [], copies: 1, attempts: 3, backOffMs: 1_000 };
/** A remote agent that behaves and whose task does nothing by itself: what most scenes begin with. */
export const PLAIN_REMOTE: Omit<RemoteSettings, 'card' | 'protocol' | 'parked' | 'turns'> = {
  changes: [],
  answers: [],
  getLagMs: 0,
  registration: 'accepts',
  registrationMs: 0,
  deletionFails: 0,
  deletionMs: 0,
  ignoresDeletion: false,
  streamOpensWithTask: true,
  streamCuts: [],
  ringing: QUIET_RINGING,
  wantsParticipant: true,
  ignoresCancel: false,
};

/** The remote task of a scene, and the context that it belongs to. */
export const REMOTE_TASK_ID = 'remote-1';
export const REMOTE_CONTEXT_ID = 'ctx-1';
/** What other task a ring may speak of. */
export const OTHER_REMOTE_TASK_ID = 'remote-2';
/** The config that a scene begins with which begins registered. */
export const FIRST_CONFIG_ID = 'config-1';
