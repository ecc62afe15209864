// The words of the small REST protocol: its states are ours with an underscore. protocol/interop.ts; SPEC.md I.2.

import type { Json } from '../../base/json.ts';
import type { InteropState } from '../../protocol/interop.ts';
import type { TaskState } from '../../protocol/task.ts';

/** The word of a state. */
export const INTEROP_WORD: Readonly<Record<TaskState, InteropState>> = {
  submitted: 'submitted',
  working: 'working',
  'input-required': 'input_required',
  'auth-required': 'auth_required',
  completed: 'completed',
  canceled: 'canceled',
  failed: 'failed',
  rejected: 'rejected',
};

const STATE_OF_WORD: ReadonlyMap<Json | undefined, TaskState> = new Map(
  Object.entries(INTEROP_WORD).map(([state, word]): [Json, TaskState] => [word, state as TaskState]),
);

/** What a word means; undefined for one that the protocol does not have, other spellings of ours among them. */
export function stateOfInteropWord(word: Json | undefined): TaskState | undefined {
  return STATE_OF_WORD.get(word);
}

const ENDS: ReadonlySet<string> = new Set<TaskState>(['completed', 'canceled', 'failed', 'rejected']);

/** Whether a stream of states ends with this one. */
export function endsStream(state: string): boolean {
  return ENDS.has(state);
}

/** The codes of errors, with the HTTP status that each has. */
export const INTEROP_STATUS_OF_CODE = {
  INVALID_REQUEST: 400,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  TASK_NOT_FOUND: 404,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  TASK_TERMINAL: 409,
  NOT_WAITING: 409,
  CLIENT_REF_REUSED: 409,
  TOO_LARGE: 413,
  UNKNOWN_SKILL: 422,
  TOO_MANY_REQUESTS: 429,
  INTERNAL: 500,
  UNAVAILABLE: 503,
} as const;
export type InteropErrorCode = keyof typeof INTEROP_STATUS_OF_CODE;

/** Whether a word is one of the protocol's own codes. */
export function isInteropCode(code: Json | undefined): code is InteropErrorCode {
  return typeof code === 'string' && Object.hasOwn(INTEROP_STATUS_OF_CODE, code);
}

const CODE_OF_KERNEL: ReadonlyMap<string, InteropErrorCode> = new Map([
  ['INVALID_PARAMS', 'INVALID_REQUEST'],
  ['CONTENT_TYPE_NOT_SUPPORTED', 'INVALID_REQUEST'],
  ['UNSUPPORTED', 'INVALID_REQUEST'],
]);

/** The protocol's code for what is wrong with the request itself; any other code stays what it is. */
export function interopCodeOf(code: string): string {
  return CODE_OF_KERNEL.get(code) ?? code;
}

/** The names under which a create's skill, and its caller's name for it, ride on the first message. */
export const SKILL_KEY = 'skill';
export const CLIENT_REF_KEY = 'client_ref';
