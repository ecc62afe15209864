// A2A 0.1, for reading only, as the 0.3 object it would be today. The mismatch: the client makes the task's id and groups
// by `sessionId`; events are keyed by `id` and name no context; artifacts are numbered by `index` and carry `append` and
// `lastChunk` themselves; messages have no id. What is made up on the way is noted. Specification 0.1.

import { isJsonObject, type Json, type JsonObject } from '../../base/json.ts';
import type { DeclaredLoss } from './losses.ts';
import { itemPath, memberPath, note, type Place, type Reading } from './reading.ts';

/** What this dialect loses. */
export const LOSSES: readonly DeclaredLoss[] = [
  { when: 'decode', path: 'artifacts[].index', why: 'is the id of an artifact of 0.1, made one of ours' },
  { when: 'decode', path: 'statusUpdate.metadata', why: 'a status update carries no metadata inside' },
  { when: 'decode', path: 'artifactUpdate.metadata', why: 'an artifact update carries no metadata inside' },
];

/** Reads as this dialect is spelled: its messages have no ids. */
export function inV01(reading: Reading): Reading {
  return { ...reading, anonymous: true };
}

/** A task or event of 0.1 under the later names; undefined when it is none of 0.1. */
export function modernize(
  reading: Reading,
  kind: 'task' | 'message' | 'status-update' | 'artifact-update',
  place: Place,
): JsonObject | undefined {
  const { value } = place;
  if (!isJsonObject(value) || kind === 'message') return undefined;
  const grouped = typeof value['sessionId'] === 'string' ? { contextId: value['sessionId'] } : {};
  if (kind === 'task') {
    if (!Object.hasOwn(value, 'sessionId') || Object.hasOwn(value, 'contextId')) return undefined;
    return { ...value, ...grouped, ...artifactsOf(reading, place, value['artifacts']) };
  }
  if (typeof value['eventType'] === 'string') return notification(value);
  if (!Object.hasOwn(value, 'id') || Object.hasOwn(value, 'taskId') || Object.hasOwn(value, 'task_id')) return undefined;
  const event = { contextId: '', ...value, ...grouped, taskId: value['id'] ?? '' };
  const { artifact } = value;
  if (!isJsonObject(artifact)) return event;
  const flags = Object.fromEntries(Object.entries(artifact).filter(([key, given]) => FLAGS.has(key) && given !== null));
  return { ...flags, ...event, artifact: named(reading, artifact, memberPath(place.path, 'artifact')) };
}

/** What the sample of a delivery looks like, the only body that 0.1 shows: a word for a status, a text for a message. */
function notification(value: JsonObject): JsonObject {
  const { status, summary } = value;
  const message = typeof summary === 'string' ? { message: { role: 'agent', parts: [{ type: 'text', text: summary }] } } : {};
  return { contextId: '', ...value, status: { state: status ?? null, ...message } };
}

const FLAGS: ReadonlySet<string> = new Set(['append', 'lastChunk']);

function artifactsOf(reading: Reading, place: Place, artifacts: Json | undefined): JsonObject {
  if (!Array.isArray(artifacts)) return {};
  const path = memberPath(place.path, 'artifacts');
  const list = artifacts as readonly Json[];
  return {
    artifacts: list.map((artifact, index) => (isJsonObject(artifact) ? named(reading, artifact, itemPath(path, index)) : artifact)),
  };
}

/** An artifact without an id gets one from its index, which is 0 where it is not given. */
function named(reading: Reading, artifact: JsonObject, path: string): JsonObject {
  if (Object.hasOwn(artifact, 'artifactId')) return artifact;
  const index = typeof artifact['index'] === 'number' ? artifact['index'] : 0;
  note(reading, memberPath(path, 'artifactId'), `is made from the index of a 0.1 artifact: index:${index}`);
  return { ...artifact, artifactId: `index:${index}` };
}
