// The words of the Agent Communication Protocol: statuses of a run, names of events, roles, and what tells its versions apart.
// OpenAPI description of 1.0 (RunStatus, Event); spellings of 0.1 to 0.13 as its libraries wrote them.

import { isJsonObject, member, type Json } from '../../base/json.ts';
import type { ObservedState, TaskState } from '../../protocol/task.ts';

/** Each status of a run as the state of a task. `cancelling` is a run at work of which the end has been asked for. */
const STATE_OF_STATUS: ReadonlyMap<string, TaskState> = new Map<string, TaskState>([
  ['created', 'submitted'],
  ['in-progress', 'working'],
  ['awaiting', 'input-required'],
  ['cancelling', 'working'],
  ['cancelled', 'canceled'],
  ['completed', 'completed'],
  ['failed', 'failed'],
]);

/** The status that says a state; two states share a word with another, `unknown` has none. */
export const STATUS_OF_STATE: Readonly<Record<ObservedState, string>> = {
  submitted: 'created',
  working: 'in-progress',
  'input-required': 'awaiting',
  'auth-required': 'awaiting',
  completed: 'completed',
  canceled: 'cancelled',
  failed: 'failed',
  rejected: 'failed',
  unknown: 'in-progress',
};

/** What a status word means, other case and spelling forgiven; undefined when it is none of a run. */
export function stateOfStatus(word: Json | undefined): TaskState | undefined {
  if (typeof word !== 'string') return undefined;
  return STATE_OF_STATUS.get(word) ?? STATE_OF_STATUS.get(respelled(word));
}

function respelled(word: string): string {
  const plain = word.toLowerCase().replaceAll('_', '-');
  return plain === 'canceled' ? 'cancelled' : plain === 'canceling' ? 'cancelling' : plain;
}

/** What an event brings. */
export type Payload = 'run' | 'message' | 'part' | 'artifact' | 'generic' | 'error' | 'await';

/** Each event with the members that may hold its payload. Those without a dot are of 0.1 to 0.6. */
const EVENTS: ReadonlyMap<string, Payload> = new Map<string, Payload>([
  ['run.created', 'run'],
  ['run.in-progress', 'run'],
  ['run.awaiting', 'run'],
  ['run.completed', 'run'],
  ['run.failed', 'run'],
  ['run.cancelling', 'run'],
  ['run.cancelled', 'run'],
  ['message.created', 'message'],
  ['message.part', 'part'],
  ['message.completed', 'message'],
  ['generic', 'generic'],
  ['error', 'error'],
  ['created', 'run'],
  ['in-progress', 'run'],
  ['completed', 'run'],
  ['failed', 'run'],
  ['cancelled', 'run'],
  ['message', 'message'],
  ['artifact', 'artifact'],
  ['await', 'await'],
]);

/** What sort of payload an event brings, and under which member; undefined when the value is no event of ACP. */
export function eventPayload(value: Json): { readonly event: string; readonly payload: Payload; readonly key: string } | undefined {
  const event = member(value, 'type');
  const payload = typeof event === 'string' ? EVENTS.get(event) : undefined;
  if (typeof event !== 'string' || payload === undefined) return undefined;
  for (const key of payload === 'await' ? ['await_request', 'await'] : [payload]) {
    if (isJsonObject(member(value, key))) return isOurs(payload, member(value, key) ?? null) ? { event, payload, key } : undefined;
  }
  return undefined;
}

/** Other protocols have events called `message` and `error`: an error of ACP has its code at the top, a message has parts. */
function isOurs(payload: Payload, inner: Json): boolean {
  switch (payload) {
    case 'run':
      return member(inner, 'status') !== undefined;
    case 'message':
      return Array.isArray(member(inner, 'parts'));
    case 'error':
      return typeof member(inner, 'message') === 'string' && ['string', 'undefined'].includes(typeof member(inner, 'code'));
    default:
      return true;
  }
}

/** Whether an event is one of the names with a dot, which came with 0.2. */
export function isDottedEvent(event: string): boolean {
  return event.includes('.');
}

/** Whether a word is a role of a message: `user`, `agent` or `agent/NAME`. */
export function isAcpRole(word: Json | undefined): boolean {
  return typeof word === 'string' && /^(?:user|agent(?:\/[\w-]+)?)$/.test(word);
}
