// Answers of A2A 1.0, the same over JSON-RPC and HTTP+JSON: a send is answered in a wrapper that says what it is, everything
// else bare. Specification 1.0 §3.2, §4.1.

import { isJsonObject, type Json, type JsonObject } from '../../base/json.ts';
import type { Result } from '../../base/result.ts';
import type { OperationResult } from '../../protocol/operation.ts';
import type { StreamEvent } from '../../protocol/stream-event.ts';
import type { ObservedState, Task } from '../../protocol/task.ts';
import { decodeV1ArtifactUpdate, decodeV1Message, decodeV1StatusUpdate, decodeV1Task } from '../dialects/a2a-v1.ts';
import { encodeV1Message, encodeV1Task } from '../dialects/a2a-v1-encode.ts';
import { encodeSpokenConfig, readV1PushConfig } from '../dialects/a2a-v1-push-config.ts';
import { decodeStrictly, objectAt, requiredText, type Place, type Reading } from '../dialects/reading.ts';
import { failure, success } from '../../base/result.ts';
import { sentence } from './answering.ts';
import { badAnswer, inKnownState, knownEvent, taskResult } from './bad-answer.ts';
import type { AnsweredResult, AnswerOptions, CalledOperation } from './json-rpc-wire.ts';
import { newest } from './newest.ts';

/** The body of an answer that ended well and does not stream. */
export function encodeV1Result(result: AnsweredResult, options: AnswerOptions): Json {
  switch (result.kind) {
    case 'task': {
      const task = encodeTask(result.task, options);
      return options.asked.operation.kind === 'send' ? { task } : task;
    }
    case 'tasks': {
      const { nextPageToken, pageSize, totalSize } = result;
      return { tasks: result.tasks.map((task) => encodeTask(task, options)), nextPageToken, pageSize, totalSize };
    }
    case 'message':
      return { message: encodeV1Message(result.message) };
    case 'push-config':
      return encodeSpokenConfig(result.taskId, result.config);
    case 'push-configs':
      return { configs: result.configs.map((config) => encodeSpokenConfig(result.taskId, config)) };
    case 'deleted':
      return null;
  }
}

function encodeTask(task: Task, { date, asked }: AnswerOptions): JsonObject {
  const history = newest(task.history, asked.historyLength);
  return encodeV1Task({ ...task, history, ...(asked.includeArtifacts === false && { artifacts: [] }) }, date);
}

/** What an answer says. */
export function decodeV1Result(operation: CalledOperation, result: Json): OperationResult {
  switch (operation.kind) {
    case 'send':
    case 'stream':
    case 'subscribe':
      return wrappedResult(result);
    case 'get':
    case 'cancel':
      return taskResult(decodeV1Task(result));
    case 'list':
      return pageResult(result);
    case 'set-push-config':
    case 'get-push-config': {
      const read = decodeStrictly(result, readConfigOfTask);
      return read.ok ? { kind: 'push-config', ...read.value } : badAnswer(sentence(read.issues));
    }
    case 'list-push-configs':
      return configsResult(operation.taskId, result);
    case 'delete-push-config':
      return { kind: 'deleted' };
  }
}

function readConfigOfTask(reading: Reading, place: Place) {
  return { taskId: requiredText(reading, objectAt(reading, place), 'taskId'), config: readV1PushConfig(reading, place) };
}

function wrappedResult(result: Json): OperationResult {
  const event = decodeV1Event(result);
  if (!event.ok) return badAnswer(sentence(event.issues));
  const { value } = event;
  if (value.kind === 'task') return { kind: 'task', task: value.task };
  return value.kind === 'message' ? { kind: 'message', message: value.message } : badAnswer('the answer is neither task nor message');
}

/** What a stream says, told apart by its wrapper. */
export function decodeV1Event(value: Json): Result<StreamEvent> {
  return knownEvent(unwrapped(value));
}

function unwrapped(value: Json): Result<StreamEvent<ObservedState>> {
  const { task, message, statusUpdate, artifactUpdate } = isJsonObject(value) ? value : {};
  if (task !== undefined) {
    const read = decodeV1Task(task);
    return read.ok ? success({ kind: 'task', task: read.value }) : read;
  }
  if (message !== undefined) {
    const read = decodeV1Message(message);
    return read.ok ? success({ kind: 'message', message: read.value }) : read;
  }
  if (statusUpdate !== undefined) return decodeV1StatusUpdate(statusUpdate);
  if (artifactUpdate !== undefined) return decodeV1ArtifactUpdate(artifactUpdate);
  return failure({ path: '', message: 'must have task, message, statusUpdate or artifactUpdate' });
}

function pageResult(result: Json): OperationResult {
  const { tasks, nextPageToken, pageSize, totalSize } = isJsonObject(result) ? result : {};
  const listed = Array.isArray(tasks) ? (tasks as readonly Json[]).map(decodeV1Task) : [];
  const broken = listed.flatMap((read) => (read.ok ? [] : read.issues));
  if (broken.length > 0) return badAnswer(sentence(broken));
  const known = listed.flatMap((read) => (read.ok ? [inKnownState(read.value)] : []));
  if (known.includes(undefined)) return badAnswer('a task is in a state that A2A does not know');
  return {
    kind: 'tasks',
    tasks: known.filter((task) => task !== undefined),
    nextPageToken: typeof nextPageToken === 'string' ? nextPageToken : '',
    pageSize: typeof pageSize === 'number' ? pageSize : known.length,
    totalSize: typeof totalSize === 'number' ? totalSize : known.length,
  };
}

function configsResult(taskId: string, result: Json): OperationResult {
  const configs = isJsonObject(result) ? result['configs'] : undefined;
  const read = Array.isArray(configs) ? (configs as readonly Json[]).map((config) => decodeStrictly(config, readConfigOfTask)) : [];
  const broken = read.flatMap((config) => (config.ok ? [] : config.issues));
  if (broken.length > 0) return badAnswer(sentence(broken));
  return { kind: 'push-configs', taskId, configs: read.flatMap((config) => (config.ok ? [config.value.config] : [])) };
}
