// Requests of A2A 1.0 as operations: the same members whether they come as params of JSON-RPC or as path, query and body.
// Specification 1.0 §3.2, §4.1.

import { isJsonObject, type Json, type JsonObject } from '../../base/json.ts';
import { failure, success, type Result } from '../../base/result.ts';
import type { TaskQuery } from '../../protocol/operation.ts';
import { readProtoMessage } from '../dialects/a2a-v1-decode.ts';
import { encodeV1Message } from '../dialects/a2a-v1-encode.ts';
import { encodeV1PushConfig, readV1PushConfig } from '../dialects/a2a-v1-push-config.ts';
import { protoState, stateOfWord } from '../dialects/proto-words.ts';
import { at, fault, filledText, flag, newReading, objectAt, type ObjectPlace, type Reading } from '../dialects/reading.ts';
import type { AskedOperation, CalledOperation } from './json-rpc-wire.ts';

/** Decodes a request; every fault is an issue with the path inside the request. */
export function decodeV1Params(kind: CalledOperation['kind'], params: Json | undefined): Result<AskedOperation> {
  const reading = newReading(false);
  const wire = objectAt(reading, { value: params ?? {}, path: params === undefined ? 'params' : '' });
  const operation = readOperation(reading, kind, wire);
  const holder = kind === 'send' || kind === 'stream' ? configurationOf(reading, wire) : wire;
  const historyLength = count(reading, holder, 'historyLength');
  const includeArtifacts = kind !== 'list' || flag(reading, wire, 'includeArtifacts');
  if (reading.faults.length > 0) return failure(...reading.faults);
  return success({ operation, includeArtifacts, ...(historyLength !== undefined && { historyLength }) });
}

function configurationOf(reading: Reading, wire: ObjectPlace): ObjectPlace {
  const place = at(reading, wire, 'configuration');
  return place.value === undefined ? { value: {}, path: place.path } : objectAt(reading, place);
}

function readOperation(reading: Reading, kind: CalledOperation['kind'], wire: ObjectPlace): CalledOperation {
  switch (kind) {
    case 'send':
    case 'stream':
      return readHandover(reading, kind, wire);
    case 'get':
    case 'cancel':
    case 'subscribe':
      return { kind, taskId: filled(reading, wire, 'id') };
    case 'list':
      return readQuery(reading, wire);
    case 'list-push-configs':
      return { kind, taskId: filled(reading, wire, 'taskId') };
    case 'set-push-config':
      return { kind, taskId: filled(reading, wire, 'taskId'), config: readV1PushConfig(reading, wire) };
    case 'get-push-config':
    case 'delete-push-config':
      return { kind, taskId: filled(reading, wire, 'taskId'), configId: filled(reading, wire, 'id') };
  }
}

/** 1.0 waits where nothing is said, and a stream begins with the task. */
function readHandover(reading: Reading, kind: 'send' | 'stream', wire: ObjectPlace): CalledOperation {
  const place = at(reading, wire, 'message');
  const message = readProtoMessage(reading, place);
  if (isJsonObject(place.value) && message.parts.length === 0) fault(reading, 'message.parts', 'must have at least one part');
  const configuration = configurationOf(reading, wire);
  const callback = at(reading, configuration, 'taskPushNotificationConfig');
  const asked = {
    message,
    ...(message.contextId !== undefined && { contextId: message.contextId }),
    ...(callback.value !== undefined && { pushConfig: readV1PushConfig(reading, callback) }),
  };
  if (kind === 'stream') return { kind, ...asked, opening: 'task' };
  return { kind, ...asked, ...(flag(reading, configuration, 'returnImmediately') && { blocking: false }) };
}

function readQuery(reading: Reading, wire: ObjectPlace): CalledOperation {
  const contextId = filledText(reading, wire, 'contextId');
  const pageToken = filledText(reading, wire, 'pageToken');
  const statusAfter = filledText(reading, wire, 'statusTimestampAfter');
  const pageSize = count(reading, wire, 'pageSize');
  const word = at(reading, wire, 'status');
  const state = stateOfWord(word.value);
  const isAny = word.value === undefined || word.value === 0 || word.value === 'TASK_STATE_UNSPECIFIED';
  if (state === undefined && !isAny) fault(reading, word.path, 'is no state of A2A');
  return {
    kind: 'list',
    ...(contextId !== undefined && { contextId }),
    ...(state !== undefined && { state }),
    ...(statusAfter !== undefined && { statusAfter }),
    ...(pageSize !== undefined && { pageSize }),
    ...(pageToken !== undefined && { pageToken }),
  };
}

/** Empty is absent in protobuf JSON, and what is required must be there. */
function filled(reading: Reading, wire: ObjectPlace, key: string): string {
  const text = filledText(reading, wire, key);
  if (text === undefined && reading.faults.length === 0) fault(reading, at(reading, wire, key).path, 'is required');
  return text ?? '';
}

function count(reading: Reading, wire: ObjectPlace, key: string): number | undefined {
  const { value, path } = at(reading, wire, key);
  if (value === undefined || (typeof value === 'number' && Number.isInteger(value) && value >= 0)) return value;
  fault(reading, path, 'must be a whole number from 0 on');
  return undefined;
}

/** The members of an operation's request. */
export function encodeV1Params(operation: CalledOperation): JsonObject {
  switch (operation.kind) {
    case 'send':
    case 'stream':
      return encodeHandover(operation);
    case 'get':
    case 'cancel':
    case 'subscribe':
      return { id: operation.taskId };
    case 'list':
      return encodeQuery(operation);
    case 'set-push-config':
      return encodeV1PushConfig(operation.taskId, operation.config);
    case 'get-push-config':
      return { taskId: operation.taskId, id: operation.configId ?? operation.taskId };
    case 'list-push-configs':
      return { taskId: operation.taskId };
    case 'delete-push-config':
      return { taskId: operation.taskId, id: operation.configId };
  }
}

function encodeQuery({ contextId, state, statusAfter, pageSize, pageToken }: TaskQuery): JsonObject {
  return {
    ...(contextId !== undefined && { contextId }),
    ...(state !== undefined && { status: protoState(state) }),
    ...(pageSize !== undefined && { pageSize }),
    ...(pageToken !== undefined && { pageToken }),
    ...(statusAfter !== undefined && { statusTimestampAfter: statusAfter }),
    includeArtifacts: true,
  };
}

function encodeHandover(operation: Extract<CalledOperation, { readonly kind: 'send' | 'stream' }>): JsonObject {
  const { message, pushConfig } = operation;
  const contextId = message.contextId ?? operation.contextId;
  const isImmediate = operation.kind === 'send' && operation.blocking === false;
  const configuration = {
    ...(isImmediate && { returnImmediately: true }),
    ...(pushConfig && { taskPushNotificationConfig: encodeV1PushConfig('', pushConfig) }),
  };
  return {
    message: encodeV1Message({ ...message, ...(contextId !== undefined && { contextId }) }),
    ...(Object.keys(configuration).length > 0 && { configuration }),
  };
}
