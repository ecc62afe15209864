// What is kept of how one task was watched: every delivery, look and stream with where it began and where it ended, each in the order
// of the log. What becomes known later stands beside its own seq, so that a look at an earlier cursor leaves it out.

import type { Channel } from '../log/row-kind.ts';
import type { ObservedState } from '../protocol/task.ts';

/** Through what an observer hears; cards, spans and kernel rows tell him nothing. */
export const HEARD_THROUGH = ['send', 'push', 'stream', 'poll'] as const satisfies readonly Channel[];
export type HeardThrough = (typeof HEARD_THROUGH)[number];

export interface Answered {
  readonly row: number;
  readonly seq: number;
  readonly at: number | undefined;
  readonly failed: boolean;
}
/** A delivery at a callback. */
export interface DeliveryTrack {
  readonly row: number;
  readonly seq: number;
  readonly at: number | undefined;
  readonly claim: ObservedState | undefined;
  /** The state that had been heard and that this claim cannot follow: the delivery is older news. */
  readonly behind: StateHeard | undefined;
  /** The end of the task, where it had been heard before. */
  readonly afterEnd: StateHeard | undefined;
  readonly isFirst: boolean;
  answer: Answered | undefined;
}
/** A look at a task. */
export interface PollTrack {
  readonly row: number;
  readonly seq: number;
  readonly at: number | undefined;
  /** Whether the request was seen, not the answer alone. */
  readonly asked: boolean;
  answer: Answered | undefined;
  state: ObservedState | undefined;
  /** Whether nothing had shown that state before. */
  isFirst: boolean;
  /** Whether it is another state than the look before it showed. */
  isOther: boolean;
}
/** A stream that told of the task. */
export interface StreamTrack {
  /** The request, else the first event. */
  readonly row: number;
  readonly seq: number;
  readonly at: number | undefined;
  readonly opened: 'send' | 'subscribe' | 'unseen';
  /** Where the stream first named this task. */
  readonly knownSeq: number;
  readonly exchange: number;
  /** Its events, where they belong to no exchange that could list them. */
  readonly events: number[];
  end: { readonly row: number; readonly seq: number; readonly at: number | undefined; readonly failed: boolean } | undefined;
}
/** A request about push configs, or one that hands over work and may carry one. */
export interface ConfigTrack {
  readonly row: number;
  readonly operation: string;
  /** Of the request. */
  readonly seq: number;
  readonly at: number | undefined;
  /** Where the request was known to be about this task. */
  readonly knownSeq: number;
  answer: Answered | undefined;
}
/** A state as the observer first heard of it, and through what he heard of it again. */
export interface StateHeard {
  readonly state: ObservedState;
  readonly row: number;
  readonly seq: number;
  readonly at: number | undefined;
  readonly through: HeardThrough;
  /** When the task's own kernel stored it, where the log tells. */
  readonly storedAt: number | undefined;
  readonly again: { readonly through: HeardThrough; readonly seq: number; readonly at: number | undefined }[];
}

export interface WatchTrack {
  readonly task: string;
  /** The first row that shows a way of hearing about the task. */
  readonly firstSeq: number;
  /** The first sign of a callback; undefined before. */
  pushSeq: number | undefined;
  readonly deliveries: DeliveryTrack[];
  /** Seqs of the answers to them. */
  readonly deliveriesAnswered: number[];
  readonly polls: PollTrack[];
  readonly streams: StreamTrack[];
  readonly configs: ConfigTrack[];
  /** Requests that handed over work: a config may have come with them. */
  readonly sends: ConfigTrack[];
  /** What a kernel says about callbacks: configs set, refused and deleted, pushes sent. */
  readonly facts: { readonly row: number; readonly seq: number }[];
  readonly heard: StateHeard[];
  /** Seqs at which something was counted. */
  readonly pollsAnswered: number[];
  readonly pollsOther: number[];
  readonly pollsFirst: number[];
  readonly doorbellLooks: number[];
  readonly heardFirst: Readonly<Record<HeardThrough, number[]>>;
  readonly visited: Set<ObservedState>;
  lastPolled: ObservedState | undefined;
}

export function newTrack(task: string, firstSeq: number): WatchTrack {
  return {
    task,
    firstSeq,
    pushSeq: undefined,
    deliveries: [],
    deliveriesAnswered: [],
    polls: [],
    streams: [],
    configs: [],
    sends: [],
    facts: [],
    heard: [],
    pollsAnswered: [],
    pollsOther: [],
    pollsFirst: [],
    doorbellLooks: [],
    heardFirst: { send: [], push: [], stream: [], poll: [] },
    visited: new Set(),
    lastPolled: undefined,
  };
}
