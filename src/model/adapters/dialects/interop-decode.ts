// Reads the bodies of the small REST protocol into our nouns. Messages have no ids there and are '' here, tasks have no
// contexts; what a body says beside our nouns (skill, client_ref, when work went on) is handed back beside them.
// protocol/interop.ts; SPEC.md I.1–I.3.

import type { Json, JsonObject } from '../../base/json.ts';
import { readInstant } from '../../base/wire-time.ts';
import type { Message, Role } from '../../protocol/message.ts';
import type { Part } from '../../protocol/part.ts';
import type { TaskStatusUpdate } from '../../protocol/stream-event.ts';
import type { Artifact, ObservedState, Task, TaskId, TaskStatus } from '../../protocol/task.ts';
import { checkTimestamp, readChain } from './a2a-v03-decode.ts';
import { endsStream, stateOfInteropWord } from './interop-words.ts';
import {
  at,
  fault,
  memberPath,
  objectAt,
  optionalObject,
  optionalText,
  ownMember,
  requiredListAt,
  requiredText,
  type ObjectPlace,
  type Place,
  type Reading,
} from './reading.ts';

/** What a task's body says and our task has no member for. Times are ISO 8601. */
export interface InteropTaskFacts {
  readonly skill: string;
  readonly clientRef?: string;
  readonly createdAt: string;
  readonly lastProgressAt?: string;
}
interface ReadInteropTask {
  readonly task: Task<ObservedState>;
  readonly facts: InteropTaskFacts;
}
/** A frame of a stream of states. */
export interface ReadInteropEvent {
  readonly update: TaskStatusUpdate<ObservedState>;
  readonly seq: number;
  readonly lastProgressAt?: string;
}
/** What a create asks. */
export interface InteropOrder {
  readonly skill: string;
  readonly clientRef?: string;
  readonly parts: readonly Part[];
  readonly metadata?: JsonObject;
}

/** Reads a task. */
export function readInteropTask(reading: Reading, place: Place): ReadInteropTask {
  const wire = objectAt(reading, place);
  const { chain, metadata } = readChain(reading, wire);
  const taskId = readId(reading, wire, 'id');
  return {
    task: {
      taskId,
      contextId: '',
      status: readStatus(reading, objectAt(reading, at(reading, wire, 'status')), 'at'),
      history: requiredListAt(reading, at(reading, wire, 'messages'), readMessage),
      artifacts: requiredListAt(reading, at(reading, wire, 'artifacts'), readArtifact),
      delegationChain: chain,
      ...(metadata && { metadata }),
    },
    facts: {
      skill: requiredText(reading, wire, 'skill'),
      ...optional('clientRef', optionalText(reading, wire, 'client_ref')),
      createdAt: requiredTime(reading, wire, 'created_at'),
      ...optional('lastProgressAt', optionalTime(reading, wire, 'last_progress_at')),
    },
  };
}

/** Reads a frame of a stream of states. */
export function readInteropEvent(reading: Reading, place: Place): ReadInteropEvent {
  const wire = objectAt(reading, place);
  const taskId = readId(reading, wire, 'task_id');
  const status = readStatus(reading, wire, 'at');
  return {
    update: { kind: 'status-update', taskId, contextId: '', status, final: endsStream(status.state) },
    seq: readCount(reading, at(reading, wire, 'seq')),
    ...optional('lastProgressAt', optionalTime(reading, wire, 'last_progress_at')),
  };
}

/** Reads what a create asks. */
export function readInteropCreate(reading: Reading, place: Place): InteropOrder {
  const wire = objectAt(reading, place);
  const clientRef = optionalText(reading, wire, 'client_ref');
  if (clientRef === '') fault(reading, memberPath(wire.path, 'client_ref'), 'must not be empty');
  const metadata = optionalObject(reading, wire, 'metadata');
  return {
    skill: requiredText(reading, wire, 'skill'),
    ...optional('clientRef', clientRef),
    parts: readInput(reading, wire),
    ...(metadata && { metadata }),
  };
}

/** Reads the answer to a task that asks. */
export function readInteropInput(reading: Reading, place: Place): readonly Part[] {
  return readInput(reading, objectAt(reading, place));
}

/** Reads why a task is cancelled; no body at all gives no reason. */
export function readInteropCancel(reading: Reading, place: Place): string | undefined {
  return place.value === undefined ? undefined : optionalText(reading, objectAt(reading, place), 'reason');
}

/** The code and the sentence of an error; undefined where a body is none. */
export function interopErrorOf(value: Json): { readonly code: string; readonly message: string } | undefined {
  const error = ownMember(value, 'error');
  const code = ownMember(error, 'code');
  const message = ownMember(error, 'message');
  return typeof code === 'string' && typeof message === 'string' ? { code, message } : undefined;
}

function optional<K extends string, V>(key: K, value: V | undefined): { readonly [P in K]?: V } {
  return (value === undefined ? {} : { [key]: value }) as { readonly [P in K]?: V };
}

/** An id that stands in a path: '' would name another route. */
function readId(reading: Reading, wire: ObjectPlace, key: string): TaskId {
  const id = requiredText(reading, wire, key);
  if (id === '' && ownMember(wire.value, key) === '') fault(reading, memberPath(wire.path, key), 'must not be empty');
  return id;
}

function readCount(reading: Reading, place: Place): number {
  if (typeof place.value === 'number' && Number.isSafeInteger(place.value) && place.value > 0) return place.value;
  fault(reading, place.path, place.value === undefined ? 'is required' : 'must be a whole number from 1');
  return 0;
}

function readInput(reading: Reading, wire: ObjectPlace): readonly Part[] {
  return requiredListAt(reading, at(reading, wire, 'input'), readPart);
}

function readStatus(reading: Reading, wire: ObjectPlace, timeKey: string): TaskStatus<ObservedState> {
  const word = at(reading, wire, 'state');
  const state = stateOfInteropWord(word.value);
  if (state === undefined) fault(reading, word.path, word.value === undefined ? 'is required' : 'is no state of this protocol');
  const text = optionalText(reading, wire, 'message');
  const timestamp = requiredTime(reading, wire, timeKey);
  return {
    state: state ?? 'unknown',
    ...(text !== undefined && { message: { messageId: '', role: 'agent', parts: [{ kind: 'text', text }] } }),
    ...(timestamp !== '' && { timestamp }),
  };
}

function requiredTime(reading: Reading, wire: ObjectPlace, key: string): string {
  const time = optionalTime(reading, wire, key);
  if (at(reading, wire, key).value === undefined) fault(reading, memberPath(wire.path, key), 'is required');
  return time ?? '';
}

function optionalTime(reading: Reading, wire: ObjectPlace, key: string): string | undefined {
  const time = optionalText(reading, wire, key);
  if (time === undefined) return undefined;
  const path = memberPath(wire.path, key);
  if (readInstant(time) === undefined) fault(reading, path, 'must be a time');
  else checkTimestamp(reading, path, time);
  return time;
}

function readMessage(reading: Reading, place: Place): Message {
  const wire = objectAt(reading, place);
  return {
    messageId: '',
    role: readRole(reading, at(reading, wire, 'role')),
    parts: requiredListAt(reading, at(reading, wire, 'parts'), readPart),
  };
}

function readRole(reading: Reading, place: Place): Role {
  if (place.value === 'user' || place.value === 'agent') return place.value;
  fault(reading, place.path, 'must be user or agent');
  return 'agent';
}

function readArtifact(reading: Reading, place: Place): Artifact {
  const wire = objectAt(reading, place);
  const metadata = optionalObject(reading, wire, 'metadata');
  return {
    artifactId: requiredText(reading, wire, 'id'),
    name: requiredText(reading, wire, 'name'),
    description: optionalText(reading, wire, 'description') ?? '',
    parts: requiredListAt(reading, at(reading, wire, 'parts'), readPart),
    ...(metadata && { metadata }),
  };
}

function readPart(reading: Reading, place: Place): Part {
  const wire = objectAt(reading, place);
  const { kind } = wire.value;
  if (kind === 'text') return { kind, text: requiredText(reading, wire, 'text') };
  const data = ownMember(wire.value, 'data');
  if (kind !== 'data') fault(reading, memberPath(wire.path, 'kind'), 'must be text or data');
  else if (data === undefined) fault(reading, memberPath(wire.path, 'data'), 'is required');
  return { kind: 'data', data: data ?? null };
}
