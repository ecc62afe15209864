// The small REST protocol between two agents of different make, as its bodies cross: one shape a body, names in snake_case,
// one error shape for everything that goes wrong. Nothing of A2A is in it; what it leaves open is what it is here to show.
// SPEC.md family I.

import type { Json, JsonObject } from '../base/json.ts';

/** The eight states in this protocol's spelling. */
export const INTEROP_STATES = [
  'submitted',
  'working',
  'input_required',
  'auth_required',
  'completed',
  'canceled',
  'failed',
  'rejected',
] as const;
export type InteropState = (typeof INTEROP_STATES)[number];

export type InteropPart = { readonly kind: 'text'; readonly text: string } | { readonly kind: 'data'; readonly data: Json };

export interface InteropSkill {
  readonly id: string;
  readonly description: string;
  readonly tags: readonly string[];
}

/** `GET /.well-known/agent-card.json`: open to everybody, because it says how to prove who one is. Signed by nobody unless it says so. */
export interface InteropCard {
  readonly protocol: 'interop';
  readonly name: string;
  readonly framework: string;
  readonly description: string;
  readonly version: string;
  readonly url: string;
  readonly skills: readonly InteropSkill[];
  readonly auth: { readonly schemes: readonly string[] };
  /** Whether tasks and events tell when work last went on. */
  readonly heartbeat?: boolean;
  readonly signatures?: readonly JsonObject[];
}

/** `POST /tasks`. A repeated create with the same `client_ref` of the same caller finds the first one's task. */
export interface InteropCreate {
  readonly client_ref?: string;
  readonly skill: string;
  readonly input: readonly InteropPart[];
  readonly metadata?: JsonObject;
}

export interface InteropMessage {
  readonly role: 'user' | 'agent';
  readonly parts: readonly InteropPart[];
}

export interface InteropArtifact {
  readonly id: string;
  readonly name: string;
  readonly description?: string;
  readonly parts: readonly InteropPart[];
  readonly metadata?: JsonObject;
}

export interface InteropStatus {
  readonly state: InteropState;
  /** For people. */
  readonly message?: string;
  /** ISO 8601, when the server stored it. */
  readonly at: string;
}

/** `GET /tasks/{id}`, and the answer to a create, an input and a cancel. */
export interface InteropTask {
  readonly id: string;
  readonly client_ref?: string;
  readonly skill: string;
  readonly status: InteropStatus;
  readonly messages: readonly InteropMessage[];
  readonly artifacts: readonly InteropArtifact[];
  readonly created_at: string;
  /** ISO 8601; only where the card promises a heartbeat. */
  readonly last_progress_at?: string;
  readonly metadata?: JsonObject;
}

/**
 * `GET /tasks/{id}/events`: the data of one frame. The first one tells the present state, later ones each state that is stored,
 * until a terminal one; `seq` counts the states of the task from 1. Where the card promises a heartbeat, a frame may repeat
 * state and `seq` with a later `last_progress_at`.
 */
export interface InteropEvent {
  readonly task_id: string;
  readonly seq: number;
  readonly state: InteropState;
  readonly message?: string;
  readonly at: string;
  readonly last_progress_at?: string;
}

/** `POST /tasks/{id}/input`: the answer to a task that asks. */
export interface InteropInput {
  readonly input: readonly InteropPart[];
}

/** `POST /tasks/{id}/cancel`: asks the agent to stop; it may be too late. */
export interface InteropCancel {
  readonly reason?: string;
}

/** Everything that goes wrong. */
export interface InteropError {
  readonly error: { readonly code: string; readonly message: string };
}
