// Writes our nouns as A2A 1.0. What is the default is left out, as protobuf JSON does: empty texts and lists, false.
// Specification 1.0 §4.1, §3.2.

import type { Json, JsonObject } from '../../base/json.ts';
import type { Message } from '../../protocol/message.ts';
import type { Part } from '../../protocol/part.ts';
import type { StreamEvent, TaskArtifactUpdate, TaskStatusUpdate } from '../../protocol/stream-event.ts';
import type { Artifact, ObservedState, Task, TaskId, TaskStatus } from '../../protocol/task.ts';
import { CHAIN_KEY } from '../carriers.ts';
import type { DateStatus } from './a2a-v03-encode.ts';
import { protoState } from './proto-words.ts';

const UNDATED: DateStatus = () => undefined;

/** Encodes a part; of a file's URI and bytes the URI, because a part holds exactly one. */
export function encodeV1Part(part: Part): JsonObject {
  return {
    ...content(part),
    ...filled('mediaType', part.mimeType),
    ...filled('filename', part.name),
    ...(part.metadata && { metadata: part.metadata }),
  };
}

function content(part: Part): JsonObject {
  switch (part.kind) {
    case 'text':
      return { text: part.text };
    case 'file':
      return part.uri === undefined ? { raw: part.bytes ?? '' } : { url: part.uri };
    case 'data':
      return { data: part.data };
  }
}

/** Encodes a message. */
export function encodeV1Message(message: Message): JsonObject {
  return {
    messageId: message.messageId,
    role: message.role === 'user' ? 'ROLE_USER' : 'ROLE_AGENT',
    ...listed('parts', message.parts.map(encodeV1Part)),
    ...filled('taskId', message.taskId),
    ...filled('contextId', message.contextId),
    ...(message.metadata && { metadata: message.metadata }),
    ...listed('referenceTaskIds', message.referenceTaskIds ?? []),
  };
}

/** Encodes an artifact. */
export function encodeV1Artifact(artifact: Artifact): JsonObject {
  return {
    artifactId: artifact.artifactId,
    ...filled('name', artifact.name),
    ...filled('description', artifact.description),
    ...listed('parts', artifact.parts.map(encodeV1Part)),
    ...(artifact.metadata && { metadata: artifact.metadata }),
  };
}

function encodeStatus(taskId: TaskId, status: TaskStatus<ObservedState>, date: DateStatus): JsonObject {
  return {
    state: protoState(status.state),
    ...(status.message && { message: encodeV1Message(status.message) }),
    ...filled('timestamp', status.timestamp ?? date(taskId, status)),
  };
}

/** Encodes a task; a chain that is not empty goes into the metadata (SPEC.md X.2). */
export function encodeV1Task(task: Task<ObservedState>, date: DateStatus = UNDATED): JsonObject {
  const chain: JsonObject = task.delegationChain.length > 0 ? { [CHAIN_KEY]: task.delegationChain } : {};
  return {
    id: task.taskId,
    ...filled('contextId', task.contextId),
    status: encodeStatus(task.taskId, task.status, date),
    ...listed('artifacts', Array.from(task.artifacts, encodeV1Artifact)),
    ...listed('history', Array.from(task.history, encodeV1Message)),
    ...((task.metadata ?? task.delegationChain.length > 0) && { metadata: { ...task.metadata, ...chain } }),
  };
}

/** Encodes a status update; `final` has no place. */
export function encodeV1StatusUpdate(update: TaskStatusUpdate<ObservedState>, date: DateStatus = UNDATED): JsonObject {
  return { taskId: update.taskId, ...filled('contextId', update.contextId), status: encodeStatus(update.taskId, update.status, date) };
}

/** Encodes an artifact update. */
export function encodeV1ArtifactUpdate(update: TaskArtifactUpdate): JsonObject {
  return {
    taskId: update.taskId,
    ...filled('contextId', update.contextId),
    artifact: encodeV1Artifact(update.artifact),
    ...(update.append && { append: true }),
    ...(update.lastChunk && { lastChunk: true }),
  };
}

/** Encodes whatever a stream may say, in its wrapper. */
export function encodeV1StreamEvent(event: StreamEvent<ObservedState>, date: DateStatus = UNDATED): JsonObject {
  switch (event.kind) {
    case 'task':
      return { task: encodeV1Task(event.task, date) };
    case 'message':
      return { message: encodeV1Message(event.message) };
    case 'status-update':
      return { statusUpdate: encodeV1StatusUpdate(event, date) };
    case 'artifact-update':
      return { artifactUpdate: encodeV1ArtifactUpdate(event) };
  }
}

function filled(key: string, text: string | undefined): JsonObject {
  return text === undefined || text === '' ? {} : { [key]: text };
}

function listed(key: string, items: readonly Json[]): JsonObject {
  return items.length === 0 ? {} : { [key]: items };
}
