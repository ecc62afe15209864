// Params and results of A2A 0.3 over JSON-RPC: an operation as the params of its method, and back. Specification 0.3 §7.
// The wire has one context id, inside the message; our operation repeats it beside the message (SPEC.md X.5).

import type { Json } from '../../base/json.ts';
import { failure, success, type Result } from '../../base/result.ts';
import type { Operation, OperationKind, OperationResult } from '../../protocol/operation.ts';
import { readInnerPushConfig, readMessage } from '../dialects/a2a-v03-decode.ts';
import { encodeMessage, encodePushConfig, encodeStreamEvent, encodeTask, type DateStatus } from '../dialects/a2a-v03-encode.ts';
import { asJson } from '../dialects/a2a-v03-wire.ts';
import { at, fault, newReading, objectAt, optionalText, requiredText, type ObjectPlace, type Reading } from '../dialects/reading.ts';

type RpcOperation = Exclude<Operation, { readonly kind: 'card' }>;

/** An operation, and what its params say about the answer. */
export interface AskedOperation {
  readonly operation: RpcOperation;
  /** How many of the newest messages the answer may hold; undefined: all. */
  readonly historyLength?: number;
}

/** Decodes the params of a method; every fault is an issue with the path inside the params. */
export function decodeParams(kind: RpcOperation['kind'], params: Json | undefined): Result<AskedOperation> {
  const reading = newReading(false);
  const wire = objectAt(reading, { value: params ?? {}, path: params === undefined ? 'params' : '' });
  const operation = readOperation(reading, kind, wire);
  const holder = kind === 'get' ? wire : objectOrEmpty(at(reading, wire, 'configuration').value, 'configuration');
  const length = at(reading, holder, 'historyLength');
  if (length.value !== undefined && !(Number.isInteger(length.value) && Number(length.value) >= 0)) {
    fault(reading, length.path, 'must be a whole number from 0 on');
  }
  if (reading.faults.length > 0) return failure(...reading.faults);
  return success({ operation, ...(length.value !== undefined && { historyLength: Number(length.value) }) });
}

function objectOrEmpty(value: Json | undefined, path: string): ObjectPlace {
  return objectAt(newReading(false), { value: value ?? {}, path });
}

function readOperation(reading: Reading, kind: RpcOperation['kind'], wire: ObjectPlace): RpcOperation {
  switch (kind) {
    case 'send':
    case 'stream': {
      const message = readMessage(reading, at(reading, wire, 'message'));
      return { kind, message, ...(message.contextId !== undefined && { contextId: message.contextId }) };
    }
    case 'get':
    case 'cancel':
    case 'subscribe':
    case 'list-push-configs':
      return { kind, taskId: requiredText(reading, wire, 'id') };
    case 'set-push-config':
      return {
        kind,
        taskId: requiredText(reading, wire, 'taskId'),
        config: readInnerPushConfig(reading, at(reading, wire, 'pushNotificationConfig')),
      };
    case 'get-push-config': {
      const configId = optionalText(reading, wire, 'pushNotificationConfigId');
      return { kind, taskId: requiredText(reading, wire, 'id'), ...(configId !== undefined && { configId }) };
    }
    case 'delete-push-config':
      return { kind, taskId: requiredText(reading, wire, 'id'), configId: requiredText(reading, wire, 'pushNotificationConfigId') };
  }
}

/** The params of an operation. */
export function encodeParams(operation: RpcOperation): Json {
  switch (operation.kind) {
    case 'send':
    case 'stream': {
      const contextId = operation.message.contextId ?? operation.contextId;
      return { message: asJson(encodeMessage({ ...operation.message, ...(contextId !== undefined && { contextId }) })) };
    }
    case 'get':
    case 'cancel':
    case 'subscribe':
    case 'list-push-configs':
      return { id: operation.taskId };
    case 'set-push-config':
      return asJson(encodePushConfig(operation.taskId, operation.config));
    case 'get-push-config':
      return { id: operation.taskId, ...(operation.configId !== undefined && { pushNotificationConfigId: operation.configId }) };
    case 'delete-push-config':
      return { id: operation.taskId, pushNotificationConfigId: operation.configId };
  }
}

/** The JSON-RPC result of an operation that ended well and does not stream. */
export function encodeOperationResult(
  result: Exclude<OperationResult, { readonly kind: 'error' | 'events' | 'card' }>,
  options: { readonly date: DateStatus; readonly historyLength?: number },
): Json {
  switch (result.kind) {
    case 'task':
      return asJson(encodeTask({ ...result.task, history: newest(result.task.history, options.historyLength) }, options.date));
    case 'message':
      return asJson(encodeStreamEvent(result, options.date));
    case 'push-config':
      return asJson(encodePushConfig(result.taskId, result.config));
    case 'push-configs':
      return asJson(result.configs.map((config) => encodePushConfig(result.taskId, config)));
    case 'deleted':
      return null;
  }
}

function newest<T>(items: Iterable<T>, count: number | undefined): readonly T[] {
  const all = Array.from(items);
  if (count === undefined || count >= all.length) return all;
  return all.slice(all.length - count);
}

/** Whether a value names an operation that goes over JSON-RPC. */
export function isRpcOperation(kind: OperationKind | 'list'): kind is RpcOperation['kind'] {
  return kind !== 'card' && kind !== 'list';
}
