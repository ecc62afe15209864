// Nouns that are written exactly as 0.3 (JSON) or 1.0 writes them, read without looking for anything else: undefined for whatever
// has a member too few, too many, or of another type. `modern` is 1.0. What is read is what the tolerant readers of the two
// dialects make of it (a2a-v03-decode.ts, a2a-v1-decode.ts).

import type { Json, JsonObject } from '../../base/json.ts';
import type { Message, Role } from '../../protocol/message.ts';
import type { FilePart, Part } from '../../protocol/part.ts';
import type { TaskArtifactUpdate, TaskStatusUpdate } from '../../protocol/stream-event.ts';
import { TASK_STATES, type Artifact, type ObservedState, type Task, type TaskStatus } from '../../protocol/task.ts';
import { protoState } from './proto-words.ts';

type Writable<T> = { -readonly [K in keyof T]: T[K] };
type Text = Json | undefined;

/** The states by the words of 0.3 and of 1.0. */
const OLD_STATES: ReadonlyMap<Text, ObservedState> = new Map<Text, ObservedState>(TASK_STATES.map((state) => [state, state]));
const MODERN_STATES: ReadonlyMap<Text, ObservedState> = new Map<Text, ObservedState>(
  TASK_STATES.map((state) => [protoState(state), state]),
);

export function readPlainStatusUpdate(value: JsonObject, modern: boolean): TaskStatusUpdate<ObservedState> | undefined {
  let taskId: Text;
  let contextId: Text;
  let status: Text;
  let final: Text;
  for (const key in value) {
    const given = value[key];
    if (key === 'taskId') taskId = given;
    else if (key === 'contextId') contextId = given;
    else if (key === 'status') status = given;
    else if (key === 'final' && !modern) final = given;
    else if (key === 'metadata' ? !isObject(given) : key !== 'kind' || modern) return undefined;
  }
  if (typeof taskId !== 'string' || typeof contextId !== 'string' || !isObject(status)) return undefined;
  if (!modern && typeof final !== 'boolean') return undefined;
  const read = readStatus(status, modern);
  return read && { kind: 'status-update', taskId, contextId, status: read, final: final === true };
}

export function readPlainArtifactUpdate(value: JsonObject, modern: boolean): TaskArtifactUpdate | undefined {
  let taskId: Text;
  let contextId: Text;
  let artifact: Text;
  let append = false;
  let lastChunk = false;
  for (const key in value) {
    const given = value[key];
    if (key === 'taskId') taskId = given;
    else if (key === 'contextId') contextId = given;
    else if (key === 'artifact') artifact = given;
    else if (key === 'append' && typeof given === 'boolean') append = given;
    else if (key === 'lastChunk' && typeof given === 'boolean') lastChunk = given;
    else if (key === 'metadata' ? !isObject(given) : key !== 'kind' || modern) return undefined;
  }
  if (typeof taskId !== 'string' || typeof contextId !== 'string' || !isObject(artifact)) return undefined;
  const read = readArtifact(artifact, modern);
  return read && { kind: 'artifact-update', taskId, contextId, artifact: read, append, lastChunk };
}

/** Without metadata: it may carry a chain. */
export function readPlainTask(value: JsonObject, modern: boolean): Task<ObservedState> | undefined {
  let taskId: Text;
  let contextId: Text;
  let status: Text;
  let history: Text;
  let artifacts: Text;
  for (const key in value) {
    const given = value[key];
    if (key === 'id') taskId = given;
    else if (key === 'contextId') contextId = given;
    else if (key === 'status') status = given;
    else if (key === 'history') history = given;
    else if (key === 'artifacts') artifacts = given;
    else if (key !== 'kind' || modern) return undefined;
  }
  if (typeof taskId !== 'string' || typeof contextId !== 'string' || !isObject(status)) return undefined;
  const read = readStatus(status, modern);
  const messages = readOptionalList(history, modern, readPlainMessage);
  const made = readOptionalList(artifacts, modern, readArtifact);
  if (!read || !messages || !made) return undefined;
  return { taskId, contextId, status: read, history: messages, artifacts: made, delegationChain: [] };
}

/** A message while its members are looked at. */
type OpenMessage = { -readonly [K in keyof Message]?: Message[K] | undefined } & { isMarked: boolean };

export function readPlainMessage(value: JsonObject, modern: boolean): Message | undefined {
  const open: OpenMessage = { isMarked: modern };
  for (const key in value) if (!setMember(open, key, value[key], modern)) return undefined;
  const { isMarked, messageId, role, parts, taskId, contextId, metadata } = open;
  if (!isMarked || messageId === undefined || role === undefined || parts === undefined || parts.length === 0) return undefined;
  const message: Writable<Message> = { messageId, role, parts };
  if (taskId !== undefined) message.taskId = taskId;
  if (contextId !== undefined) message.contextId = contextId;
  if (metadata !== undefined) message.metadata = metadata;
  return message;
}

/** Whether a member belongs there, and is taken. */
function setMember(open: OpenMessage, key: string, given: Text, modern: boolean): boolean {
  if (key === 'parts') return (open.parts = readList(given, modern, readPart)) !== undefined;
  if (key === 'role') return (open.role = roleOf(given, modern)) !== undefined;
  if (key === 'metadata') return (open.metadata = isObject(given) ? given : undefined) !== undefined;
  if (typeof given !== 'string') return false;
  if (key === 'messageId') open.messageId = given;
  else if (key === 'kind') return !modern && (open.isMarked = given === 'message');
  // An empty id is none in 1.0.
  else if (modern && given === '') return false;
  else if (key === 'taskId') open.taskId = given;
  else if (key === 'contextId') open.contextId = given;
  else return false;
  return true;
}

function roleOf(word: Text, modern: boolean): Role | undefined {
  if (word === (modern ? 'ROLE_AGENT' : 'agent')) return 'agent';
  return word === (modern ? 'ROLE_USER' : 'user') ? 'user' : undefined;
}

function readStatus(value: JsonObject, modern: boolean): TaskStatus<ObservedState> | undefined {
  let state: ObservedState | undefined;
  let message: Message | undefined;
  let timestamp: string | undefined;
  for (const key in value) {
    const given = value[key];
    if (key === 'state') state = (modern ? MODERN_STATES : OLD_STATES).get(given);
    else if (key === 'message') {
      message = isObject(given) ? readPlainMessage(given, modern) : undefined;
      if (!message) return undefined;
    } else if (key === 'timestamp' && typeof given === 'string' && given.endsWith('Z')) timestamp = given;
    else return undefined;
  }
  if (state === undefined) return undefined;
  if (message === undefined) return timestamp === undefined ? { state } : { state, timestamp };
  return timestamp === undefined ? { state, message } : { state, message, timestamp };
}

function readArtifact(value: JsonObject, modern: boolean): Artifact | undefined {
  let artifactId: Text;
  let name = '';
  let description = '';
  let parts: readonly Part[] | undefined;
  let metadata: JsonObject | undefined;
  for (const key in value) {
    const given = value[key];
    if (key === 'artifactId') artifactId = given;
    else if (key === 'name' && typeof given === 'string') name = given;
    else if (key === 'description' && typeof given === 'string') description = given;
    else if (key === 'parts') parts = readList(given, modern, readPart);
    else if (key === 'metadata' && isObject(given)) metadata = given;
    else return undefined;
  }
  if (typeof artifactId !== 'string' || parts === undefined || parts.length === 0) return undefined;
  return metadata ? { artifactId, name, description, parts, metadata } : { artifactId, name, description, parts };
}

type Read<T> = (item: JsonObject, modern: boolean) => T | undefined;

function readOptionalList<T>(value: Text, modern: boolean, read: Read<T>): readonly T[] | undefined {
  return value === undefined ? [] : readList(value, modern, read);
}

function readList<T>(value: Text, modern: boolean, read: Read<T>): readonly T[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const items: T[] = [];
  for (const given of value as readonly Json[]) {
    const item = isObject(given) ? read(given, modern) : undefined;
    if (item === undefined) return undefined;
    items.push(item);
  }
  return items;
}

function readPart(value: JsonObject, modern: boolean): Part | undefined {
  return modern ? readModernPart(value) : readOldPart(value);
}

function readOldPart(value: JsonObject): Part | undefined {
  let count = 0;
  for (const _key in value) count += 1;
  // Its kind and what it holds, and nothing else.
  if (count !== 2) return undefined;
  const { kind, text, data, file } = value;
  if (kind === 'text') return typeof text === 'string' ? { kind, text } : undefined;
  if (kind === 'data') return isObject(data) ? { kind, data } : undefined;
  return kind === 'file' && isObject(file) ? readOldFile(file) : undefined;
}

type FileFacts = Writable<Pick<FilePart, 'uri' | 'bytes' | 'mimeType' | 'name'>>;

function readOldFile(file: JsonObject): Part | undefined {
  const part: FileFacts & { readonly kind: 'file' } = { kind: 'file' };
  for (const key in file) {
    const given = file[key];
    if (typeof given !== 'string') return undefined;
    if (key === 'uri') part.uri = given;
    else if (key === 'bytes') part.bytes = given;
    else if (key === 'mimeType') part.mimeType = given;
    else if (key === 'name') part.name = given;
    else return undefined;
  }
  return (part.uri === undefined) === (part.bytes === undefined) ? undefined : part;
}

/** A part of 1.0 while its members are looked at. */
type OpenPart = FileFacts & { kind?: Part['kind']; text?: string; data?: Json };

function readModernPart(value: JsonObject): Part | undefined {
  const part: OpenPart = {};
  let contents = 0;
  for (const key in value) {
    const given = value[key];
    if (key === 'data' && given !== null && given !== undefined) {
      part.kind = 'data';
      part.data = given;
      contents += 1;
    } else if (typeof given !== 'string') return undefined;
    else if (setContent(part, key, given)) contents += 1;
    else if (!setFact(part, key, given)) return undefined;
  }
  return contents === 1 ? (part as Part) : undefined;
}

function setContent(part: OpenPart, key: string, given: string): boolean {
  if (key === 'text') {
    part.kind = 'text';
    part.text = given;
    return true;
  }
  if (key !== 'url' && key !== 'raw') return false;
  part.kind = 'file';
  part[key === 'url' ? 'uri' : 'bytes'] = given;
  return true;
}

/** An empty type or name is none. */
function setFact(part: OpenPart, key: string, given: string): boolean {
  if (given === '' || (key !== 'mediaType' && key !== 'filename')) return false;
  part[key === 'mediaType' ? 'mimeType' : 'name'] = given;
  return true;
}

function isObject(value: Text): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
