// The enum words of the protobuf schema that 1.0 is made of, and that 0.3 uses over REST: by name, by number, and in the
// spellings that were seen. Specification 1.0 §4.1; 0.3 spells the cancel word with two l.

import type { Json } from '../../base/json.ts';
import type { Role } from '../../protocol/message.ts';
import { TASK_STATES, type ObservedState, type TaskState } from '../../protocol/task.ts';

/** Whether a word is one of our states. */
export function isTaskState(word: unknown): word is TaskState {
  return (TASK_STATES as readonly unknown[]).includes(word);
}

/** Our state words in the order of the enum's numbers, from 0. */
const STATES_BY_NUMBER: readonly ObservedState[] = [
  'unknown',
  'submitted',
  'working',
  'completed',
  'failed',
  'canceled',
  'input-required',
  'rejected',
  'auth-required',
];

/** The enum name of a state. */
export function protoState(state: ObservedState): string {
  return state === 'unknown' ? 'TASK_STATE_UNSPECIFIED' : `TASK_STATE_${state.toUpperCase().replace('-', '_')}`;
}

/** What a state word means: enum name or number, lower case of 0.3, one l or two; undefined when it is none. */
export function stateOfWord(word: Json | undefined): TaskState | undefined {
  if (typeof word === 'number') {
    const state = STATES_BY_NUMBER[word];
    return isTaskState(state) ? state : undefined;
  }
  if (typeof word !== 'string') return undefined;
  const plain = word
    .replace(/^TASK_STATE_/, '')
    .toLowerCase()
    .replaceAll('_', '-');
  const state = plain === 'cancelled' ? 'canceled' : plain;
  return isTaskState(state) ? state : undefined;
}

/** What a role word means; undefined when it is none. */
export function roleOfWord(word: Json | undefined): Role | undefined {
  if (word === 'ROLE_USER' || word === 'user' || word === 1) return 'user';
  if (word === 'ROLE_AGENT' || word === 'agent' || word === 2) return 'agent';
  return undefined;
}
