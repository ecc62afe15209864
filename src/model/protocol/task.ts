// A task: the unit of delegated work, its status and its artifacts. A2A 0.3 §6.1–6.3, 6.7.
// Which moves are legal is the lifecycle's business (kernel/lifecycle.ts), not this file's.

import type { JsonObject } from '../base/json.ts';
import type { Message } from './message.ts';
import type { Part } from './part.ts';

export type TaskId = string;
export type ContextId = string;
export type AgentName = string;

export const TASK_STATES = [
  'submitted',
  'working',
  'input-required',
  'auth-required',
  'completed',
  'canceled',
  'failed',
  'rejected',
] as const;
export type TaskState = (typeof TASK_STATES)[number];
/** What a trace may show: a state of ours, or a word that is none (the sender's own spelling stays on the row). */
export type ObservedState = TaskState | 'unknown';

/** `S` is wider (ObservedState) where a trace is read: its words may be none of ours. */
export interface TaskStatus<S extends ObservedState = TaskState> {
  readonly state: S;
  readonly message?: Message;
  /** Counted by the server that stored the status, from 1; a kernel fact, never on a wire. */
  readonly tick?: number;
  /** ISO 8601, as the wire carries it. */
  readonly timestamp?: string;
}

/** A durable output of a task, distinct from the conversation about it. */
export interface Artifact {
  readonly artifactId: string;
  readonly name: string;
  readonly description: string;
  readonly parts: readonly Part[];
  readonly metadata?: JsonObject;
}

/** A list that may share its prefix with an older version of itself. Arrays are sequences. */
export interface Sequence<T> extends Iterable<T> {
  readonly length: number;
}

export interface Task<S extends ObservedState = TaskState> {
  readonly taskId: TaskId;
  readonly contextId: ContextId;
  readonly status: TaskStatus<S>;
  readonly history: Sequence<Message>;
  readonly artifacts: Sequence<Artifact>;
  /** On whose behalf, outermost first: built by the server from the verified caller (SPEC.md A.7). */
  readonly delegationChain: readonly AgentName[];
  readonly metadata?: JsonObject;
}
