// How a delegating client deals with a peer it cannot trust. Careful is what we recommend; naive is what people write first,
// kept beside it so that the difference can be seen. SPEC.md Q.3, Q.4, Q.10.

import type { Fact } from '../log/fact.ts';

export interface ClientSettings {
  /** How the task is watched: by its event stream, or by asking for it again and again. */
  readonly channel: 'stream' | 'poll';
  /** What is taken for an end: every end there is, and a task that asks for a credential; or what comes to mind first. */
  readonly ends: 'all' | 'completed-and-failed';
  /** What polled states are held to: that one can be reached from the other, or that it is one move away, as on a stream. */
  readonly polledMoves: 'reachable' | 'adjacent';
  /** Tries in all. */
  readonly attempts: number;
  /** Pause after the first, second, … failed try; the last one stands for those after it. */
  readonly backoffMs: readonly number[];
  /** From the first create on; then the task is cancelled. Null waits for ever. */
  readonly deadlineMs: number | null;
  /** From an answer to the next question. */
  readonly pollMs: number;
  /** Whether a cancel is asked for and its answer awaited, or what was asked for is taken to have happened. */
  readonly afterCancel: 'look' | 'leave';
  /** How long the answer to the cancel is awaited. */
  readonly cancelWaitMs: number;
  /** Whether a create carries the order's reference, so that trying again makes no second task. */
  readonly clientRef: boolean;
  /** Silence after which the task is cancelled, where the card promises signs of life. */
  readonly stallMs: number | null;
  /** What is done with artifacts of a task that did not complete. */
  readonly partialArtifacts: 'keep' | 'discard' | 'trust';
  /** Said when the task asks for input; without it the question stays open until the deadline. */
  readonly answerInput?: string;
}

export const CAREFUL_CLIENT: ClientSettings = {
  channel: 'stream',
  ends: 'all',
  polledMoves: 'reachable',
  attempts: 4,
  backoffMs: [500, 1_000, 2_000],
  deadlineMs: 30_000,
  pollMs: 1_000,
  afterCancel: 'look',
  cancelWaitMs: 2_000,
  clientRef: true,
  stallMs: null,
  partialArtifacts: 'keep',
};

/** Retries as well as the careful one; everything else is left to the peer. */
export const NAIVE_CLIENT: ClientSettings = {
  ...CAREFUL_CLIENT,
  ends: 'completed-and-failed',
  polledMoves: 'adjacent',
  afterCancel: 'leave',
  deadlineMs: null,
  clientRef: false,
  partialArtifacts: 'discard',
};

/** What the client needs of whoever runs it. */
export interface ClientPorts {
  /** Milliseconds of any clock that does not go back. */
  now(): number;
  /** Rejects when the signal is aborted first. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  fact(fact: Fact): void;
  /** Abort ends the delegation without an outcome: everything is hung up, a task that is known is cancelled, and the promise rejects with the reason. */
  readonly signal?: AbortSignal;
}
