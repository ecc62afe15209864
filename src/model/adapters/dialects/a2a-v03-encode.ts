// Writes our nouns as A2A 0.3. Names and descriptions that are empty are left out, as the specification's optional members
// allow; data that is no object is wrapped the way the official libraries do, and unwrapped when it is read again.
// Specification 0.3 §6, §7.2, §7.5.

import { isJsonObject, type JsonObject } from '../../base/json.ts';
import type { Message } from '../../protocol/message.ts';
import type { DataPart, Part } from '../../protocol/part.ts';
import type { PushNotificationConfig } from '../../protocol/push-notification.ts';
import type { StreamEvent, TaskArtifactUpdate, TaskStatusUpdate } from '../../protocol/stream-event.ts';
import type { Artifact, ObservedState, Task, TaskId, TaskStatus } from '../../protocol/task.ts';
import { CHAIN_KEY } from '../carriers.ts';
import { WRAPPED_DATA_KEY } from './a2a-v03-decode.ts';
import type {
  A2aV03Artifact,
  A2aV03ArtifactUpdate,
  A2aV03DataPart,
  A2aV03Message,
  A2aV03Part,
  A2aV03PushConfig,
  A2aV03StatusUpdate,
  A2aV03StreamEvent,
  A2aV03Task,
  A2aV03TaskStatus,
} from './a2a-v03-wire.ts';

/** How a status without a wire time is dated: the ISO time of a task's status, or undefined for none. */
export type DateStatus = (taskId: TaskId, status: TaskStatus<ObservedState>) => string | undefined;

const UNDATED: DateStatus = () => undefined;

/** Encodes a part. */
export function encodePart(part: Part): A2aV03Part {
  const metadata = part.metadata && { metadata: part.metadata };
  switch (part.kind) {
    case 'text':
      return { kind: 'text', text: part.text, ...metadata };
    case 'file': {
      const { bytes, uri, name, mimeType } = part;
      const file = {
        ...(bytes !== undefined && { bytes }),
        ...(uri !== undefined && { uri }),
        ...(name !== undefined && { name }),
        ...(mimeType !== undefined && { mimeType }),
      };
      return { kind: 'file', file, ...metadata };
    }
    case 'data':
      return encodeDataPart(part);
  }
}

function encodeDataPart(part: DataPart): A2aV03DataPart {
  if (isJsonObject(part.data)) return { kind: 'data', data: part.data, ...(part.metadata && { metadata: part.metadata }) };
  return { kind: 'data', data: { value: part.data }, metadata: { ...part.metadata, [WRAPPED_DATA_KEY]: true } };
}

/** Encodes a message. */
export function encodeMessage(message: Message): A2aV03Message {
  const { messageId, role, taskId, contextId, metadata, referenceTaskIds } = message;
  return {
    kind: 'message',
    messageId,
    role,
    parts: message.parts.map(encodePart),
    ...(taskId !== undefined && { taskId }),
    ...(contextId !== undefined && { contextId }),
    ...(metadata && { metadata }),
    ...(referenceTaskIds && { referenceTaskIds }),
  };
}

/** Encodes an artifact. */
export function encodeArtifact(artifact: Artifact): A2aV03Artifact {
  return {
    artifactId: artifact.artifactId,
    ...(artifact.name !== '' && { name: artifact.name }),
    ...(artifact.description !== '' && { description: artifact.description }),
    parts: artifact.parts.map(encodePart),
    ...(artifact.metadata && { metadata: artifact.metadata }),
  };
}

function encodeStatus(taskId: TaskId, status: TaskStatus<ObservedState>, date: DateStatus): A2aV03TaskStatus {
  const timestamp = status.timestamp ?? date(taskId, status);
  return {
    state: status.state,
    ...(status.message && { message: encodeMessage(status.message) }),
    ...(timestamp !== undefined && { timestamp }),
  };
}

/** Encodes a task; a chain that is not empty goes into the metadata (SPEC.md X.2). */
export function encodeTask(task: Task<ObservedState>, date: DateStatus = UNDATED): A2aV03Task {
  const chain: JsonObject = task.delegationChain.length > 0 ? { [CHAIN_KEY]: task.delegationChain } : {};
  const metadata = { ...task.metadata, ...chain };
  return {
    kind: 'task',
    id: task.taskId,
    contextId: task.contextId,
    status: encodeStatus(task.taskId, task.status, date),
    history: Array.from(task.history, encodeMessage),
    artifacts: Array.from(task.artifacts, encodeArtifact),
    ...((task.metadata || task.delegationChain.length > 0) && { metadata }),
  };
}

/** Encodes a status update. */
export function encodeStatusUpdate(update: TaskStatusUpdate<ObservedState>, date: DateStatus = UNDATED): A2aV03StatusUpdate {
  const { taskId, contextId, final } = update;
  return { kind: 'status-update', taskId, contextId, status: encodeStatus(taskId, update.status, date), final };
}

/** Encodes an artifact update. */
export function encodeArtifactUpdate(update: TaskArtifactUpdate): A2aV03ArtifactUpdate {
  const { taskId, contextId, append, lastChunk } = update;
  return { kind: 'artifact-update', taskId, contextId, artifact: encodeArtifact(update.artifact), append, lastChunk };
}

/** Encodes whatever a stream may say. */
export function encodeStreamEvent(event: StreamEvent<ObservedState>, date: DateStatus = UNDATED): A2aV03StreamEvent {
  switch (event.kind) {
    case 'task':
      return encodeTask(event.task, date);
    case 'message':
      return encodeMessage(event.message);
    case 'status-update':
      return encodeStatusUpdate(event, date);
    case 'artifact-update':
      return encodeArtifactUpdate(event);
  }
}

/** Encodes a push notification config with the task it is for. */
export function encodePushConfig(taskId: TaskId, config: PushNotificationConfig): A2aV03PushConfig {
  return {
    taskId,
    pushNotificationConfig: {
      ...(config.configId !== undefined && { id: config.configId }),
      url: config.url,
      ...(config.token !== '' && { token: config.token }),
      ...(config.authentication !== '' && { authentication: { schemes: [config.authentication] } }),
    },
  };
}
