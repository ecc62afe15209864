// Bodies of the small REST protocol, told apart by shape: nothing in them says what they are but a card. Two members that no
// other protocol has together are enough for a task, so that a broken one is still seen as what it should be. SPEC.md I.10.

import { isJsonObject, member, type Json, type JsonObject } from '../../base/json.ts';
import type { Message } from '../../protocol/message.ts';
import type { PeerStep } from '../../protocol/peer.ts';
import { interopRoutes, type FoundRoute } from '../bindings/interop-paths.ts';
import { isInteropCard, readInteropCard } from '../dialects/interop-card.ts';
import { interopErrorOf, readInteropCreate, readInteropEvent, readInteropInput, readInteropTask } from '../dialects/interop-decode.ts';
import { isInteropCode, SKILL_KEY } from '../dialects/interop-words.ts';
import { newReading, type Reading } from '../dialects/reading.ts';
import type { ObserveHint, Said } from '../observation.ts';
import type { Spot } from './peel.ts';
import type { Saying } from './saying.ts';

/** What a bare value of this protocol says; undefined when it is none. */
export function sayInterop(spot: Spot, reading: Reading, hint: ObserveHint): Saying | undefined {
  const { value } = spot;
  const route = routeOf(hint);
  if (route) {
    const asked = sayLine(spot, reading, route);
    if (asked) return asked;
  }
  if (!isJsonObject(value)) return undefined;
  if (isInteropCard(value)) return sayCard(spot, reading);
  if (isEvent(value)) return sayEvent(spot, reading, value);
  if (isTask(value)) return sayTask(spot, reading, value);
  if (hint.direction !== 'response' && isCreate(value)) return sayCreate(spot, reading, 'POST /tasks');
  if (hint.direction !== 'response' && isInput(value)) return sayInput(spot, reading, { method: 'POST /tasks/{id}/input' });
  return isError(value) ? sayError(spot, value) : undefined;
}

/** The route that a request line is of; lines that A2A has too are left to it, and read the same. */
function routeOf({ direction, method, path }: ObserveHint): FoundRoute | undefined {
  if (direction !== 'request' || method === undefined || path?.includes('/tasks') !== true) return undefined;
  return interopRoutes(path, 'anywhere').find(({ route }) => route.method === method.toUpperCase());
}

/** Paths alone are anybody's: what a request with a body asks counts only where the body confirms it. */
function sayLine(spot: Spot, reading: Reading, { route, taskId }: FoundRoute): Saying | undefined {
  const method = `${route.method} ${route.path}`;
  const { value } = spot;
  switch (route.step) {
    case 'create':
      return isJsonObject(value) && isCreate(value) ? sayCreate(spot, reading, method) : undefined;
    case 'input':
      return isJsonObject(value) && Array.isArray(value['input']) ? sayInput(spot, reading, { method, taskId }) : undefined;
    case 'cancel':
      return isCancel(value) ? request(spot, OPERATIONS.cancel, { method, taskId }) : undefined;
    case 'events':
      return request(spot, OPERATIONS.events, { method, taskId });
    case 'card':
    case 'get':
      return undefined;
  }
}

type Asked = Extract<Said, { readonly kind: 'request' }>;

const OPERATIONS = { cancel: 'cancel', events: 'subscribe' } as const satisfies Partial<Record<PeerStep, Asked['operation']>>;

/** A line without a body says what is asked, and not in which protocol. */
function request(spot: Spot, operation: Asked['operation'], line: { readonly method: string; readonly taskId: string }): Saying {
  return { said: { kind: 'request', operation, ...line }, steps: spot.steps };
}

function sayCreate(spot: Spot, reading: Reading, method: string): Saying {
  const { skill, clientRef, parts, metadata } = readInteropCreate(reading, spot);
  const marks: JsonObject = { ...metadata, [SKILL_KEY]: skill, ...(clientRef !== undefined && { client_ref: clientRef }) };
  const message: Message = { messageId: '', role: 'user', parts, metadata: marks };
  return { said: { kind: 'request', operation: 'send', method, message }, dialect: 'interop', steps: spot.steps };
}

function sayInput(spot: Spot, reading: Reading, line: { readonly method: string; readonly taskId?: string }): Saying {
  const parts = readInteropInput(reading, spot);
  const { taskId } = line;
  const message: Message = { messageId: '', role: 'user', parts, ...(taskId !== undefined && { taskId }) };
  return { said: { kind: 'request', operation: 'send', ...line, message }, dialect: 'interop', steps: spot.steps };
}

function sayTask(spot: Spot, reading: Reading, value: JsonObject): Saying {
  return { said: { kind: 'task', task: readInteropTask(reading, spot).task }, ...stamp(spot, member(value['status'], 'state')) };
}

function sayEvent(spot: Spot, reading: Reading, value: JsonObject): Saying {
  return { said: { kind: 'status-update', update: readInteropEvent(reading, spot).update }, ...stamp(spot, value['state']) };
}

function stamp(spot: Spot, word: Json | undefined): Pick<Saying, 'dialect' | 'steps' | 'stateWord'> {
  return { dialect: 'interop', steps: spot.steps, ...(typeof word === 'string' && { stateWord: word }) };
}

function sayCard(spot: Spot, reading: Reading): Saying {
  const own = newReading(true);
  const { card } = readInteropCard(own, spot);
  for (const fault of own.faults) reading.faults.push(fault);
  const prefix = spot.path === '' ? '' : `${spot.path}.`;
  const problems = own.faults.map(({ path, message }) => ({ path: path.startsWith(prefix) ? path.slice(prefix.length) : path, message }));
  return { said: { kind: 'card', card: { card, interfaces: [], problems } }, dialect: 'interop', steps: spot.steps };
}

function sayError(spot: Spot, value: JsonObject): Saying {
  const { code, message } = interopErrorOf(value) ?? { code: 'unknown', message: '' };
  return { said: { kind: 'error', code, message }, dialect: 'interop', steps: spot.steps };
}

function isTask(value: JsonObject): boolean {
  if (typeof value['id'] !== 'string' || ['kind', 'contextId', 'context_id', 'history', 'parts'].some((key) => Object.hasOwn(value, key)))
    return false;
  const shown = [
    typeof value['skill'] === 'string',
    typeof value['created_at'] === 'string',
    typeof value['client_ref'] === 'string',
    Array.isArray(value['messages']) && isJsonObject(value['status']),
  ];
  return shown.filter(Boolean).length > 1;
}

function isEvent(value: JsonObject): boolean {
  return typeof value['task_id'] === 'string' && typeof value['state'] === 'string' && typeof value['seq'] === 'number';
}

function isCreate(value: JsonObject): boolean {
  return typeof value['skill'] === 'string' && Array.isArray(value['input']) && !Object.hasOwn(value, 'agent_name');
}

const PART_KINDS: ReadonlySet<Json | undefined> = new Set(['text', 'data']);

function isInput(value: JsonObject): boolean {
  const input: unknown = value['input'];
  if (!Array.isArray(input) || input.length === 0 || Object.keys(value).length > 1) return false;
  return (input as readonly Json[]).every((part) => PART_KINDS.has(member(part, 'kind')));
}

/** No body at all, or a reason and no more. */
function isCancel(value: Json): boolean {
  if (value === null || value === '') return true;
  return isJsonObject(value) && Object.keys(value).every((key) => key === 'reason');
}

/** Only codes of its own, with nothing beside code and sentence: other protocols nest their errors in the same way. */
function isError(value: JsonObject): boolean {
  const { error } = value;
  if (!isJsonObject(error) || Object.keys(value).length > 1 || !isInteropCode(error['code'])) return false;
  return Object.keys(error).length === 2 && typeof error['message'] === 'string';
}
