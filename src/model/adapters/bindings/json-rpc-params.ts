// Params and results of A2A 0.3 over JSON-RPC: an operation as the params of its method, and back. Specification 0.3 §7.
// The wire has one context id, inside the message; our operation repeats it beside the message (SPEC.md X.5).

import { isJsonObject, type Json, type JsonObject } from '../../base/json.ts';
import { failure, success, type Result } from '../../base/result.ts';
import type { OperationResult } from '../../protocol/operation.ts';
import { decodeCard, decodeMessage, decodePushConfig, decodeStreamEvent, decodeTask } from '../dialects/a2a-v03.ts';
import { readInnerPushConfig, readMessage } from '../dialects/a2a-v03-decode.ts';
import { encodeMessage, encodePushConfig, encodeStreamEvent, encodeTask } from '../dialects/a2a-v03-encode.ts';
import { asJson } from '../dialects/a2a-v03-wire.ts';
import { at, fault, newReading, objectAt, optionalText, requiredText, type ObjectPlace, type Reading } from '../dialects/reading.ts';
import { sentence, TOKEN_HEADER } from './answering.ts';
import { badAnswer, knownEvent, taskResult } from './bad-answer.ts';
import { plainErrorData } from './json-rpc.ts';
import type { AnsweredResult, AnswerOptions, AskedOperation, CalledOperation, JsonRpcWire } from './json-rpc-wire.ts';
import { newest } from './newest.ts';
import { METHOD_OF, methodFacts } from './operations.ts';

type RpcOperation = Exclude<CalledOperation, { readonly kind: 'list' }>;

/** Decodes the params of a method; every fault is an issue with the path inside the params. */
function decodeParams(kind: CalledOperation['kind'], params: Json | undefined): Result<AskedOperation> {
  if (kind === 'list') return failure({ path: '', message: 'tasks are not listed over JSON-RPC in 0.3' });
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
      const configuration = objectOrEmpty(at(reading, wire, 'configuration').value, 'configuration');
      const callback = at(reading, configuration, 'pushNotificationConfig');
      const asked = {
        message,
        ...(message.contextId !== undefined && { contextId: message.contextId }),
        ...(callback.value !== undefined && { pushConfig: readInnerPushConfig(reading, callback) }),
      };
      if (kind === 'stream') return { kind, ...asked };
      // 0.3 states no default: a caller that says nothing waits.
      return { kind, ...asked, ...(configuration.value['blocking'] === false && { blocking: false }) };
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
function encodeParams(operation: CalledOperation): Json {
  switch (operation.kind) {
    case 'send':
    case 'stream': {
      const contextId = operation.message.contextId ?? operation.contextId;
      const configuration = encodeConfiguration(operation);
      return {
        message: asJson(encodeMessage({ ...operation.message, ...(contextId !== undefined && { contextId }) })),
        ...(configuration && { configuration }),
      };
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
    case 'list':
      return {};
  }
}

function encodeConfiguration(operation: Extract<CalledOperation, { readonly kind: 'send' | 'stream' }>): JsonObject | undefined {
  const waits = operation.kind === 'stream' || operation.blocking === undefined;
  const { pushConfig } = operation;
  if (waits && !pushConfig) return undefined;
  const { pushNotificationConfig } = pushConfig ? encodePushConfig('', pushConfig) : {};
  return { ...(!waits && { blocking: false }), ...(pushNotificationConfig && { pushNotificationConfig }) };
}

/** The JSON-RPC result of an operation that ended well and does not stream. */
function encodeOperationResult(result: AnsweredResult, { date, asked }: AnswerOptions): Json {
  switch (result.kind) {
    case 'task':
      return asJson(encodeTask({ ...result.task, history: newest(result.task.history, asked.historyLength) }, date));
    case 'tasks':
      return result.tasks.map((task) => asJson(encodeTask(task, date)));
    case 'message':
      return asJson(encodeStreamEvent(result, date));
    case 'push-config':
      return asJson(encodePushConfig(result.taskId, result.config));
    case 'push-configs':
      return asJson(result.configs.map((config) => encodePushConfig(result.taskId, config)));
    case 'deleted':
      return null;
  }
}

function decodeResult(operation: CalledOperation, result: Json): OperationResult {
  switch (operation.kind) {
    case 'send':
    case 'stream':
    case 'get':
    case 'cancel':
    case 'subscribe':
      return isJsonObject(result) && result['kind'] === 'message' ? messageResult(result) : taskResult(decodeTask(result));
    case 'set-push-config':
    case 'get-push-config': {
      const read = decodePushConfig(result);
      return read.ok ? { kind: 'push-config', ...read.value } : badAnswer(sentence(read.issues));
    }
    case 'list-push-configs':
      return configsResult(operation.taskId, result);
    case 'delete-push-config':
      return { kind: 'deleted' };
    case 'list':
      return badAnswer('tasks are not listed over JSON-RPC in 0.3');
  }
}

function messageResult(result: JsonObject): OperationResult {
  const message = decodeMessage(result);
  return message.ok ? { kind: 'message', message: message.value } : badAnswer(sentence(message.issues));
}

function configsResult(taskId: string, result: Json): OperationResult {
  if (!Array.isArray(result)) return badAnswer('the answer is no list of configs');
  const configs = (result as readonly Json[]).map(decodePushConfig);
  const broken = configs.flatMap((config) => (config.ok ? [] : config.issues));
  if (broken.length > 0) return badAnswer(sentence(broken));
  return { kind: 'push-configs', taskId, configs: configs.flatMap((config) => (config.ok ? [config.value.config] : [])) };
}

/** A2A 0.3 in the envelopes of JSON-RPC, with the card that is given. */
export function v03Wire(encodeCard: JsonRpcWire['encodeCard']): JsonRpcWire {
  return {
    operationOf: (method) => {
      const facts = methodFacts(method);
      return facts?.version === '0.3' && facts.operation !== 'list' ? facts.operation : undefined;
    },
    methodOf: (kind) => (kind === 'list' ? undefined : METHOD_OF[kind]),
    objectionTo: () => undefined,
    requestHeaders: {},
    encodeCard,
    decodeCard,
    encodeParams,
    decodeParams,
    encodeResult: encodeOperationResult,
    decodeResult,
    said: (events) => events,
    encodeEvent: (event, date) => asJson(encodeStreamEvent(event, date)),
    decodeEvent: (value) => knownEvent(decodeStreamEvent(value)),
    encodeErrorData: plainErrorData,
    encodeDelivery: ({ token }, task, date) => ({
      headers: { 'content-type': 'application/json', [TOKEN_HEADER]: token },
      body: JSON.stringify(encodeTask(task, () => date)),
    }),
  };
}
