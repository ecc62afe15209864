// Reads A2A 0.3 objects into our nouns. Each reader returns a value whatever it is given and says in the reading what was
// wrong; strict callers refuse on a fault, tolerant ones show the value and the fault. Specification 0.3 §6, §7.2, §7.5.

import { isJsonObject, type Json, type JsonObject } from '../../base/json.ts';
import type { Message, Role } from '../../protocol/message.ts';
import type { Part } from '../../protocol/part.ts';
import type { PushNotificationConfig } from '../../protocol/push-notification.ts';
import type { StreamEvent, TaskArtifactUpdate, TaskStatusUpdate } from '../../protocol/stream-event.ts';
import type { AgentName, Artifact, ObservedState, Task, TaskId, TaskState, TaskStatus } from '../../protocol/task.ts';
import { CHAIN_KEY } from '../carriers.ts';
import { isTaskState, roleOfWord, stateOfWord } from './proto-words.ts';
import {
  at,
  fault,
  flag,
  listAt,
  memberPath,
  historyAt,
  messageIdOf,
  note,
  objectAt,
  optionalObject,
  optionalText,
  partAt,
  partsAt,
  requiredListAt,
  requiredText,
  textList,
  type ObjectPlace,
  type Place,
  type Reading,
} from './reading.ts';

/** The part metadata key by which the official libraries mark data that was no object before it came to 0.3. */
export const WRAPPED_DATA_KEY = 'data_part_compat';

/** Reads a part, told apart by `kind`; by its members, with a fault, where `kind` is missing. */
export function readPart(reading: Reading, place: Place): Part {
  const wire = partAt(reading, place);
  const kind = partKind(reading, wire);
  const metadata = optionalObject(reading, wire, 'metadata');
  switch (kind) {
    case 'text':
      return { kind, text: requiredText(reading, wire, 'text'), ...(metadata && { metadata }) };
    case 'file':
      return { kind, ...readFile(reading, objectAt(reading, at(reading, wire, 'file'))), ...(metadata && { metadata }) };
    case 'data':
      return readDataPart(reading, wire, metadata);
  }
}

function partKind(reading: Reading, wire: ObjectPlace): Part['kind'] {
  const place = at(reading, wire, 'kind');
  if (isPartKind(place.value)) return place.value;
  const old = at(reading, wire, 'type');
  if (reading.tolerant && place.value === undefined && isPartKind(old.value)) {
    note(reading, old.path, 'is called kind since 0.2');
    return old.value;
  }
  fault(reading, place.path, place.value === undefined ? 'is required' : 'must be text, file or data');
  if (Object.hasOwn(wire.value, 'file')) return 'file';
  return Object.hasOwn(wire.value, 'data') ? 'data' : 'text';
}

function isPartKind(value: Json | undefined): value is Part['kind'] {
  return value === 'text' || value === 'file' || value === 'data';
}

function readFile(reading: Reading, file: ObjectPlace): Pick<Part, 'uri' | 'bytes' | 'mimeType' | 'name'> {
  const bytes = optionalText(reading, file, 'bytes');
  const uri = optionalText(reading, file, 'uri');
  const mimeType = optionalText(reading, file, 'mimeType');
  const name = optionalText(reading, file, 'name');
  if (bytes === undefined && uri === undefined) fault(reading, file.path, 'must have bytes or a uri');
  if (bytes !== undefined && uri !== undefined) note(reading, file.path, 'has bytes and a uri; the specification allows one');
  return {
    ...(uri !== undefined && { uri }),
    ...(bytes !== undefined && { bytes }),
    ...(mimeType !== undefined && { mimeType }),
    ...(name !== undefined && { name }),
  };
}

function readDataPart(reading: Reading, wire: ObjectPlace, metadata: JsonObject | undefined): Part {
  const raw = Object.hasOwn(wire.value, 'data') ? wire.value['data'] : undefined;
  const path = memberPath(wire.path, 'data');
  if (raw === undefined) fault(reading, path, 'is required');
  else if (!isJsonObject(raw)) fault(reading, path, 'must be an object');
  const wrapped = isJsonObject(raw) && metadata?.[WRAPPED_DATA_KEY] === true && Object.keys(raw).join() === 'value';
  const data: Json = wrapped ? (raw['value'] ?? null) : (raw ?? {});
  const rest = wrapped ? without(metadata, WRAPPED_DATA_KEY) : metadata;
  return { kind: 'data', data, ...(rest && { metadata: rest }) };
}

/** Reads a message. A missing `kind` is let pass: many senders leave it out where the method says what it is. */
export function readMessage(reading: Reading, place: Place): Message {
  const wire = objectAt(reading, place);
  const taskId = optionalText(reading, wire, 'taskId');
  const contextId = optionalText(reading, wire, 'contextId');
  const metadata = optionalObject(reading, wire, 'metadata');
  const references = at(reading, wire, 'referenceTaskIds');
  return {
    messageId: messageIdOf(reading, wire),
    role: readRole(reading, at(reading, wire, 'role')),
    parts: requiredListAt(reading, partsAt(reading, wire), readPart),
    ...(taskId !== undefined && { taskId }),
    ...(contextId !== undefined && { contextId }),
    ...(metadata && { metadata }),
    ...(references.value !== undefined && { referenceTaskIds: textList(reading, references) }),
  };
}

function readRole(reading: Reading, place: Place): Role {
  if (place.value === 'user' || place.value === 'agent') return place.value;
  const other = reading.tolerant ? roleOfWord(place.value) : undefined;
  if (other) note(reading, place.path, `is written ${other} in A2A 0.3`);
  else fault(reading, place.path, place.value === undefined ? 'is required' : 'must be user or agent');
  return other ?? 'agent';
}

/** Reads an artifact; absent name and description are `''`. */
export function readArtifact(reading: Reading, place: Place): Artifact {
  const wire = objectAt(reading, place);
  const metadata = optionalObject(reading, wire, 'metadata');
  return {
    artifactId: requiredText(reading, wire, 'artifactId'),
    name: optionalText(reading, wire, 'name') ?? '',
    description: optionalText(reading, wire, 'description') ?? '',
    parts: requiredListAt(reading, at(reading, wire, 'parts'), readPart),
    ...(metadata && { metadata }),
  };
}

/** A state by its word; spellings of other versions and libraries are let pass where reading is tolerant. */
function readState(reading: Reading, word: Place): ObservedState {
  const { value } = word;
  if (isTaskState(value) || value === 'unknown') return value;
  if (value === undefined) fault(reading, word.path, 'is required');
  const other: TaskState | undefined = reading.tolerant ? stateOfWord(value) : undefined;
  if (value !== undefined) note(reading, word.path, other ? `is written ${other} in A2A 0.3` : 'is no state of A2A 0.3');
  return other ?? 'unknown';
}

function readStatus(reading: Reading, place: Place): TaskStatus<ObservedState> {
  const wire = objectAt(reading, place);
  const word = at(reading, wire, 'state');
  const state = readState(reading, word);
  const message = at(reading, wire, 'message');
  const timestamp = optionalText(reading, wire, 'timestamp');
  if (timestamp !== undefined) checkTimestamp(reading, memberPath(wire.path, 'timestamp'), timestamp);
  return {
    state,
    ...(message.value !== undefined && { message: readMessage(reading, message) }),
    ...(timestamp !== undefined && { timestamp }),
  };
}

/** Notes a time without a zone: which instant it means is a guess. */
export function checkTimestamp(reading: Reading, path: string, text: string): void {
  if (!/(?:Z|[+-]\d\d:?\d\d)$/i.test(text)) note(reading, path, 'names no time zone');
}

/** Reads a task, with the delegation chain from its metadata (SPEC.md X.2). */
export function readTask(reading: Reading, place: Place): Task<ObservedState> {
  const wire = objectAt(reading, place);
  const { chain, metadata } = readChain(reading, wire);
  return {
    taskId: requiredText(reading, wire, 'id'),
    contextId: requiredText(reading, wire, 'contextId'),
    status: readStatus(reading, at(reading, wire, 'status')),
    history: listAt(reading, historyAt(reading, wire), readMessage),
    artifacts: listAt(reading, at(reading, wire, 'artifacts'), readArtifact),
    delegationChain: chain,
    ...(metadata && { metadata }),
  };
}

/** The chain that a task's metadata carries, and the metadata without it. A chain that is no list of names stays where it is. */
export function readChain(
  reading: Reading,
  task: Place,
): { readonly chain: readonly AgentName[]; readonly metadata: JsonObject | undefined } {
  const metadata = optionalObject(reading, task, 'metadata');
  if (metadata === undefined || !Object.hasOwn(metadata, CHAIN_KEY)) return { chain: [], metadata };
  const chain: unknown = metadata[CHAIN_KEY];
  if (Array.isArray(chain) && chain.every((name) => typeof name === 'string')) {
    return { chain, metadata: without(metadata, CHAIN_KEY) };
  }
  note(reading, memberPath(memberPath(task.path, 'metadata'), CHAIN_KEY), 'must be a list of names');
  return { chain: [], metadata };
}

/** Reads a status update. */
export function readStatusUpdate(reading: Reading, place: Place): TaskStatusUpdate<ObservedState> {
  const wire = objectAt(reading, place);
  return {
    kind: 'status-update',
    taskId: requiredText(reading, wire, 'taskId'),
    contextId: requiredText(reading, wire, 'contextId'),
    status: readStatus(reading, at(reading, wire, 'status')),
    final: flag(reading, wire, 'final'),
  };
}

/** Reads an artifact update; absent `append` and `lastChunk` are false. */
export function readArtifactUpdate(reading: Reading, place: Place): TaskArtifactUpdate {
  const wire = objectAt(reading, place);
  return {
    kind: 'artifact-update',
    taskId: requiredText(reading, wire, 'taskId'),
    contextId: requiredText(reading, wire, 'contextId'),
    artifact: readArtifact(reading, at(reading, wire, 'artifact')),
    append: flag(reading, wire, 'append'),
    lastChunk: flag(reading, wire, 'lastChunk'),
  };
}

/** Reads what a stream says, told apart by `kind`. */
export function readStreamEvent(reading: Reading, place: Place): StreamEvent<ObservedState> {
  const kind = at(reading, objectAt(reading, place), 'kind');
  switch (kind.value) {
    case 'message':
      return { kind: 'message', message: readMessage(reading, place) };
    case 'status-update':
      return readStatusUpdate(reading, place);
    case 'artifact-update':
      return readArtifactUpdate(reading, place);
    case 'task':
      return { kind: 'task', task: readTask(reading, place) };
    default:
      fault(reading, kind.path, 'must be task, message, status-update or artifact-update');
      return { kind: 'task', task: readTask(reading, place) };
  }
}

/** Reads `{taskId, pushNotificationConfig}`. */
export function readPushConfig(reading: Reading, place: Place): { readonly taskId: TaskId; readonly config: PushNotificationConfig } {
  const wire = objectAt(reading, place);
  return {
    taskId: requiredText(reading, wire, 'taskId'),
    config: readInnerPushConfig(reading, at(reading, wire, 'pushNotificationConfig')),
  };
}

/** Reads the config itself; of several authentication schemes the first is kept. */
export function readInnerPushConfig(reading: Reading, place: Place): PushNotificationConfig {
  const wire = objectAt(reading, place);
  const configId = optionalText(reading, wire, 'id');
  const authentication = at(reading, wire, 'authentication');
  const schemes = authentication.value === undefined ? [] : textList(reading, at(reading, objectAt(reading, authentication), 'schemes'));
  return {
    url: requiredText(reading, wire, 'url'),
    token: optionalText(reading, wire, 'token') ?? '',
    authentication: schemes[0] ?? '',
    ...(configId !== undefined && { configId }),
  };
}

function without(metadata: JsonObject | undefined, key: string): JsonObject | undefined {
  const entries = Object.entries(metadata ?? {}).filter(([name]) => name !== key);
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}
