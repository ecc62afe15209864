// The JSON-RPC 2.0 envelope and the numbers of its errors. Our own error word travels in the error's `data`, so that a client
// of ours gets the exact word back and any other client the number. JSON-RPC 2.0 §4, §5; A2A 0.3 §8, 1.0 §5.4.

import { isJsonObject, type Json, type JsonObject } from '../../base/json.ts';
import type { OperationError, OperationKind } from '../../protocol/operation.ts';
import { readErrorDetails } from './a2a-v1-errors.ts';

export type RpcId = string | number | null;

/** Numbers that a binding gives out by itself. */
const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;
const METHOD_NOT_FOUND = -32601;
const INVALID_PARAMS = -32602;
const INTERNAL_ERROR = -32603;
/** Of the range that JSON-RPC leaves to servers: our words that A2A has no number for (a refused delegation, say). */
const SERVER_ERROR = -32000;

const TASK_NOT_FOUND = -32001;
const TASK_NOT_CANCELABLE = -32002;
const PUSH_NOT_SUPPORTED = -32003;
const UNSUPPORTED_OPERATION = -32004;

const NUMBER_OF: ReadonlyMap<string, number> = new Map([
  ['PARSE_ERROR', PARSE_ERROR],
  ['INVALID_REQUEST', INVALID_REQUEST],
  ['CALLER_UNKNOWN', INVALID_REQUEST],
  ['METHOD_NOT_FOUND', METHOD_NOT_FOUND],
  ['INVALID_PARAMS', INVALID_PARAMS],
  ['CALLBACK_NOT_ALLOWED', INVALID_PARAMS],
  ['CALLBACK_UNAUTHENTICATED', INVALID_PARAMS],
  ['INTERNAL', INTERNAL_ERROR],
  ['TASK_NOT_FOUND', TASK_NOT_FOUND],
  ['TASK_TERMINAL', UNSUPPORTED_OPERATION],
  ['UNSUPPORTED', UNSUPPORTED_OPERATION],
  ['CONTENT_TYPE_NOT_SUPPORTED', -32005],
  ['INVALID_AGENT_RESPONSE', -32006],
  ['EXTENDED_CARD_NOT_CONFIGURED', -32007],
  ['VERSION_NOT_SUPPORTED', -32009],
]);

/** The words for numbers, for an answer that carries no word of ours. −32006 and on mean something else before 0.2. */
const WORD_OF: ReadonlyMap<number, string> = new Map([
  [PARSE_ERROR, 'PARSE_ERROR'],
  [INVALID_REQUEST, 'INVALID_REQUEST'],
  [METHOD_NOT_FOUND, 'METHOD_NOT_FOUND'],
  [INVALID_PARAMS, 'INVALID_PARAMS'],
  [INTERNAL_ERROR, 'INTERNAL'],
  [TASK_NOT_FOUND, 'TASK_NOT_FOUND'],
  [TASK_NOT_CANCELABLE, 'TASK_TERMINAL'],
  [PUSH_NOT_SUPPORTED, 'UNSUPPORTED'],
  [UNSUPPORTED_OPERATION, 'UNSUPPORTED'],
  [-32005, 'CONTENT_TYPE_NOT_SUPPORTED'],
  [-32006, 'INVALID_AGENT_RESPONSE'],
  [-32007, 'EXTENDED_CARD_NOT_CONFIGURED'],
]);

/** The number of one of our words, which for some depends on what was asked (SPEC.md X.4). */
function errorNumber(code: string, operation?: OperationKind): number {
  if (code === 'TASK_TERMINAL' && operation === 'cancel') return TASK_NOT_CANCELABLE;
  if (code === 'UNSUPPORTED' && operation?.includes('push-config')) return PUSH_NOT_SUPPORTED;
  return NUMBER_OF.get(code) ?? SERVER_ERROR;
}

/** A success envelope, as text. */
export function encodeResult(id: RpcId, result: Json): string {
  return JSON.stringify({ jsonrpc: '2.0', id, result });
}

/** An error envelope, as text; `data` is what the version puts there. */
export function encodeError(failed: {
  readonly id: RpcId;
  readonly error: OperationError;
  readonly operation?: OperationKind | undefined;
  readonly data: Json;
}): string {
  const { id, error, operation, data } = failed;
  return JSON.stringify({ jsonrpc: '2.0', id, error: { code: errorNumber(error.code, operation), message: error.message, data } });
}

/** What 0.3, which leaves `data` free, carries there: our word, and every denial of a refused delegation (SPEC.md X.4). */
export function plainErrorData(error: OperationError): JsonObject {
  return { code: error.code, ...(error.denials && { denials: error.denials.map((denial) => ({ ...denial })) }) };
}

/** An error envelope's error in our words: the word in `data` when there is one, else that of a 1.0 ErrorInfo, else the number's. */
export function decodeError(error: JsonObject): OperationError {
  const message = typeof error['message'] === 'string' ? error['message'] : '';
  const number = typeof error['code'] === 'number' ? error['code'] : undefined;
  const denials = isJsonObject(error['data']) ? readDenials(error['data']['denials']) : [];
  const details = readErrorDetails(error['data']);
  if (details) return { ...details, message };
  const word = errorReason(error) ?? (number === undefined ? undefined : WORD_OF.get(number));
  return { code: word ?? `RPC_${number ?? 'UNKNOWN'}`, message, ...(denials.length > 0 && { denials }) };
}

/** The reason that an error body names beside its number: ours, or that of a google.rpc.ErrorInfo. */
export function errorReason(error: JsonObject): string | undefined {
  const { data, details } = error;
  if (isJsonObject(data) && typeof data['code'] === 'string') return data['code'];
  for (const list of [data, details]) {
    if (!Array.isArray(list)) continue;
    for (const detail of list as readonly Json[]) {
      if (isJsonObject(detail) && typeof detail['reason'] === 'string') return detail['reason'];
    }
  }
  return undefined;
}

function readDenials(value: Json | undefined): readonly { readonly code: string; readonly reason: string }[] {
  if (!Array.isArray(value)) return [];
  return (value as readonly Json[]).flatMap((item) =>
    isJsonObject(item) && typeof item['code'] === 'string' && typeof item['reason'] === 'string'
      ? [{ code: item['code'], reason: item['reason'] }]
      : [],
  );
}

/** Whether a value may be a JSON-RPC id of a request. */
export function isRpcId(value: Json | undefined): value is RpcId {
  return value === null || typeof value === 'string' || typeof value === 'number';
}
