// What kind of thing a bare object is, by its members, in an order that puts the decisive ones first. Wrapper members
// (`task`, `statusUpdate`, …) and dumped choices lead one step down. Nothing is decoded here.

import { isJsonObject, type Json, type JsonObject } from '../../base/json.ts';
import { dumpedChoice } from '../dialects/a2a-v1-dump.ts';
import { memberSpot, type Spot } from './peel.ts';

export type Recognised =
  | {
      readonly kind: 'task' | 'message' | 'status-update' | 'artifact-update';
      readonly at: Spot;
      readonly wrapped: boolean;
      readonly dumped?: boolean;
    }
  | { readonly kind: 'card' | 'tasks' | 'push-config' | 'push-configs' | 'send-request'; readonly at: Spot }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'unknown'; readonly why: string; readonly looksLike?: string };

type Noun = 'task' | 'message' | 'status-update' | 'artifact-update';

const WRAPPERS: ReadonlyMap<string, Noun> = new Map<string, Noun>([
  ['task', 'task'],
  ['message', 'message'],
  ['msg', 'message'],
  ['statusUpdate', 'status-update'],
  ['status_update', 'status-update'],
  ['taskStatusUpdate', 'status-update'],
  ['artifactUpdate', 'artifact-update'],
  ['artifact_update', 'artifact-update'],
  ['taskArtifactUpdate', 'artifact-update'],
]);
const KINDS: ReadonlyMap<Json | undefined, Noun> = new Map<Json | undefined, Noun>([
  ['task', 'task'],
  ['message', 'message'],
  ['status-update', 'status-update'],
  ['taskStatusUpdate', 'status-update'],
  ['artifact-update', 'artifact-update'],
  ['taskArtifactUpdate', 'artifact-update'],
]);

/**
 * Recognises a payload.
 * @param answer whether it is known to be an answer: then a user's message in it is still a message
 */
export function recognise(spot: Spot, answer: boolean): Recognised {
  const { value } = spot;
  if (value === null || value === '') return { kind: 'nothing' };
  if (Array.isArray(value)) return recogniseList(spot, value as readonly Json[]);
  if (!isJsonObject(value)) return { kind: 'unknown', why: `a ${typeof value} says nothing about agents` };
  if (Object.keys(value).length === 0) return { kind: 'nothing' };
  return (
    recogniseCard(spot, value) ??
    (answer ? undefined : recogniseRequest(spot, value)) ??
    recogniseWrapper(spot, value) ??
    recogniseNoun(spot, value) ??
    recogniseConfig(spot, value) ??
    recogniseFragment(value)
  );
}

function recogniseList(spot: Spot, items: readonly Json[]): Recognised {
  if (items.length > 0 && items.every((item) => isJsonObject(item) && isJsonObject(item['pushNotificationConfig']))) {
    return { kind: 'push-configs', at: spot };
  }
  return items.length === 0 ? { kind: 'nothing' } : { kind: 'unknown', why: 'a list: its elements are read one by one', looksLike: 'list' };
}

function recogniseCard(spot: Spot, value: JsonObject): Recognised | undefined {
  const offered =
    Object.hasOwn(value, 'url') || Array.isArray(value['supportedInterfaces']) || Array.isArray(value['supported_interfaces']);
  return Array.isArray(value['skills']) || (isJsonObject(value['capabilities']) && offered) ? { kind: 'card', at: spot } : undefined;
}

function recogniseRequest(spot: Spot, value: JsonObject): Recognised | undefined {
  const message = value['message'] ?? value['request'];
  if (!isJsonObject(message) || wrapperKeys(value).some((key) => key !== 'message')) return undefined;
  const asked = Object.hasOwn(value, 'configuration') || Object.hasOwn(value, 'tenant');
  const spoken = message['role'] === 'user' || message['role'] === 'ROLE_USER' || message['role'] === 1;
  return asked || spoken ? { kind: 'send-request', at: spot } : undefined;
}

function wrapperKeys(value: JsonObject): readonly string[] {
  return Object.keys(value).filter((key) => WRAPPERS.has(key) && isJsonObject(value[key]));
}

function recogniseWrapper(spot: Spot, value: JsonObject): Recognised | undefined {
  const choice = dumpedChoice(value['payload']);
  const chosen = choice && WRAPPERS.get(choice.name);
  if (choice && chosen) {
    const holder = memberSpot(spot, 'payload', value['payload'] ?? null);
    const key = isJsonObject(holder.value) && Object.hasOwn(holder.value, 'value') ? 'value' : choice.name;
    return { kind: chosen, at: memberSpot(holder, key, choice.value), wrapped: true, dumped: true };
  }
  const keys = wrapperKeys(value);
  const [key] = keys;
  const noun = key === undefined ? undefined : WRAPPERS.get(key);
  // A status, say, has a `message` too: a wrapper has nothing else that names a noun of its own.
  if (key === undefined || noun === undefined || keys.length > 1 || hasNounMembers(value)) return undefined;
  const inner = memberSpot(spot, key, value[key] ?? null);
  const deeper =
    isJsonObject(inner.value) && wrapperKeys(inner.value)[0] === key ? memberSpot(inner, key, inner.value[key] ?? null) : inner;
  return { kind: noun, at: deeper, wrapped: true };
}

function hasNounMembers(value: JsonObject): boolean {
  return KINDS.has(value['kind']) || Object.hasOwn(value, 'state') || isJsonObject(value['status']) || Object.hasOwn(value, 'role');
}

function recogniseNoun(spot: Spot, value: JsonObject): Recognised | undefined {
  const kind = KINDS.get(value['kind']) ?? unmarkedNoun(value) ?? (isMessage(value) ? 'message' : undefined);
  if (kind) return { kind, at: spot, wrapped: false };
  const listed = Array.isArray(value['tasks']) && value['tasks'].every(isJsonObject);
  return listed ? { kind: 'tasks', at: spot } : undefined;
}

/** A task or an update by its members. */
function unmarkedNoun(value: JsonObject): Noun | undefined {
  const task = value['taskId'] ?? value['task_id'];
  if (isJsonObject(value['artifact']) && (task !== undefined || value['id'] !== undefined)) return 'artifact-update';
  if (isJsonObject(value['status'])) {
    if (task !== undefined) return 'status-update';
    if (value['id'] !== undefined) return isOldStatusEvent(value) ? 'status-update' : 'task';
  }
  const announced = typeof value['eventType'] === 'string' && typeof value['status'] === 'string';
  return announced && typeof task === 'string' ? 'status-update' : undefined;
}

/** A message; some senders write a text where its parts belong. */
function isMessage(value: JsonObject): boolean {
  if (!Object.hasOwn(value, 'role')) return false;
  if (Array.isArray(value['parts']) || Object.hasOwn(value, 'content')) return true;
  return isRole(value['role']) && typeof value['text'] === 'string';
}

function isRole(role: Json | undefined): boolean {
  return role === 'user' || role === 'agent' || role === 'ROLE_USER' || role === 'ROLE_AGENT';
}

/** Whether an object has nothing that a part of some version has not. */
function isPart(value: JsonObject): boolean {
  const keys = Object.keys(value);
  return ['text', 'raw', 'url', 'data', 'file'].some((key) => keys.includes(key)) && keys.every((key) => PART_MEMBERS.has(key));
}

const PART_MEMBERS: ReadonlySet<string> = new Set([
  'kind',
  'type',
  'text',
  'raw',
  'url',
  'data',
  'file',
  'metadata',
  'mediaType',
  'filename',
]);

/** 0.1 keys a status event by `id`; only `final` tells it from a task. */
function isOldStatusEvent(value: JsonObject): boolean {
  return Object.hasOwn(value, 'final') && !['history', 'artifacts', 'contextId', 'sessionId'].some((key) => Object.hasOwn(value, key));
}

function recogniseConfig(spot: Spot, value: JsonObject): Recognised | undefined {
  if (Array.isArray(value['configs'])) return { kind: 'push-configs', at: spot };
  if (isJsonObject(value['pushNotificationConfig'])) return { kind: 'push-config', at: spot };
  const told = ['token', 'authentication', 'taskId'].some((key) => Object.hasOwn(value, key));
  return typeof value['url'] === 'string' && told && !Object.hasOwn(value, 'name') ? { kind: 'push-config', at: spot } : undefined;
}

function recogniseFragment(value: JsonObject): Recognised {
  const fragment = (why: string, looksLike: string): Recognised => ({ kind: 'unknown', why, looksLike });
  if (Array.isArray(value['resourceSpans'])) return fragment('spans of OpenTelemetry', 'otlp');
  if (isJsonObject(value['log']) && Array.isArray(value['log']['entries'])) return fragment('an HTTP archive', 'har');
  if (Array.isArray(value['data']) && value['data'].some((item) => isJsonObject(item) && Object.hasOwn(item, 'spans'))) {
    return fragment('spans as a Jaeger download', 'jaeger');
  }
  if (Object.hasOwn(value, 'state')) return fragment('a bare status: it names no task', 'task-status');
  if (Object.hasOwn(value, 'artifactId') || Array.isArray(value['parts'])) return fragment('a bare artifact: it names no task', 'artifact');
  if (isPart(value)) return fragment('a part of a message or an artifact, alone', 'part');
  return { kind: 'unknown', why: 'no object of A2A has these members' };
}
