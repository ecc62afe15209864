// What a delegating client needs of a binding to a remote agent, and what it may get: an answer, or one named failure. A binding
// classifies what it saw and decides nothing; outcomes, retries and limits are the client's (kernel/peer-client.ts, SPEC.md family Q).

import type { JsonObject } from '../base/json.ts';
import type { Message } from './message.ts';
import type { Part } from './part.ts';
import type { AgentName, Artifact, TaskId, TaskState } from './task.ts';

/** How every delegation ends, whatever the peer does: one of these, exactly once. */
export const DELEGATION_OUTCOMES = [
  'ok',
  'unavailable',
  'canceled_deadline',
  'protocol_violation',
  'auth_failed',
  'rejected',
  'failed',
] as const;
export type DelegationOutcome = (typeof DELEGATION_OUTCOMES)[number];

/** The six requests of a delegation. */
export const PEER_STEPS = ['card', 'create', 'events', 'get', 'input', 'cancel'] as const;
export type PeerStep = (typeof PEER_STEPS)[number];

/** What a binding may see instead of an answer. */
export const PEER_FAILURE_KINDS = [
  'connection-refused', // no connection came about
  'connection-lost', // it broke before the answer was whole, or between two events
  'status', // an HTTP status that is no success; `status` says which
  'wrong-content-type', // a success whose content type is not the one of this route
  'not-json', // a body, or the data of an event, that is no JSON
  'wrong-shape', // JSON that is not what this route answers
  'too-big', // more bytes than the binding takes
  'stream-cut', // the stream stopped inside an event
  'stream-ended-early', // the stream ended in order, before a terminal state
  'wrong-task', // an answer about another task than was asked about
  'bad-signature', // a card that nobody known answers for, where somebody must
] as const;
export type PeerFailureKind = (typeof PEER_FAILURE_KINDS)[number];

export interface PeerFailure {
  readonly kind: PeerFailureKind;
  /** The HTTP status, wherever one was seen. */
  readonly status?: number;
  /** The peer's own code, from the body of an error. */
  readonly code?: string;
  /** How long the peer asks to be left alone (`Retry-After`, protocol/retry-after.ts). */
  readonly retryAfterMs?: number;
  /** One plain sentence for people; never a credential. */
  readonly detail: string;
}

export type PeerAnswer<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: PeerFailure };

/** What a card promises, as far as the client acts on it. Unverified until first use. */
export interface PeerCard {
  readonly name: AgentName;
  readonly skills: readonly string[];
  /** Whether tasks carry `lastProgressAt`. */
  readonly heartbeat: boolean;
  readonly signature: 'unsigned' | 'verified' | 'unverified';
}

/** A task as one answer or one event shows it. */
export interface PeerTask {
  readonly taskId: TaskId;
  readonly state: TaskState;
  /** Empty where the route carries none, as the event stream does. */
  readonly artifacts: readonly Artifact[];
  readonly messages: readonly Message[];
  /** Text of the status, for people. */
  readonly text?: string;
  /** Milliseconds since the Unix epoch by the peer's clock. */
  readonly lastProgressAt?: number;
  /** Number of the event in its task's order, from 1. */
  readonly seq?: number;
}

/** The answer to a create: `foundAgain` where the peer answered with a task that it had made before for this client reference. */
export interface CreatedPeerTask extends PeerTask {
  readonly foundAgain: boolean;
}

/** What is wanted of a peer. */
export interface PeerOrder {
  readonly skill: string;
  readonly parts: readonly Part[];
  /** Makes a repeated create find the first one's task. */
  readonly clientRef?: string;
  readonly metadata?: JsonObject;
}

/**
 * One remote agent over some binding. Nothing here rejects but for an aborted signal: what goes wrong is an answer. When the
 * signal is aborted the request is hung up; leaving the loop over `events` early hangs up too.
 */
export interface PeerPort {
  card(signal: AbortSignal): Promise<PeerAnswer<PeerCard>>;
  create(order: PeerOrder, signal: AbortSignal): Promise<PeerAnswer<CreatedPeerTask>>;
  /** The task's states from the present one on. A failure is the last item; a stream that just ends is over without one. */
  events(taskId: TaskId, signal: AbortSignal): AsyncIterable<PeerAnswer<PeerTask>>;
  get(taskId: TaskId, signal: AbortSignal): Promise<PeerAnswer<PeerTask>>;
  input(taskId: TaskId, parts: readonly Part[], signal: AbortSignal): Promise<PeerAnswer<PeerTask>>;
  cancel(taskId: TaskId, signal: AbortSignal): Promise<PeerAnswer<PeerTask>>;
}
