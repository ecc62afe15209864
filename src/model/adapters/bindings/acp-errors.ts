// Errors of ACP: one of three codes, an HTTP status that says more, and our own word in the data. ACP 1.0 Error.

import { isJsonObject, type Json } from '../../base/json.ts';
import type { HttpResponse } from '../../protocol/http.ts';
import type { OperationError } from '../../protocol/operation.ts';
import { jsonAnswer } from './answering.ts';
import { plainErrorData } from './json-rpc.ts';

interface AcpStatus {
  readonly status: number;
  readonly code: 'server_error' | 'invalid_input' | 'not_found';
}
const INVALID: AcpStatus = { status: 422, code: 'invalid_input' };
const NOT_FOUND: AcpStatus = { status: 404, code: 'not_found' };
/** A run that cannot take what was asked of it, and a delegation that was refused. */
const REFUSED: AcpStatus = { status: 403, code: 'server_error' };

const STATUS_OF: ReadonlyMap<string, AcpStatus> = new Map<string, AcpStatus>([
  ['PARSE_ERROR', INVALID],
  ['INVALID_PARAMS', INVALID],
  ['METHOD_NOT_FOUND', NOT_FOUND],
  ['TASK_NOT_FOUND', NOT_FOUND],
  ['CALLER_UNKNOWN', { status: 401, code: 'server_error' }],
  ['INTERNAL', { status: 500, code: 'server_error' }],
]);

/** An error as ACP writes it. */
export function acpError(error: OperationError) {
  const { code } = STATUS_OF.get(error.code) ?? REFUSED;
  return { code, message: error.message, data: plainErrorData(error) };
}

/** An error as an answer. */
export function refuseAcp(error: OperationError): HttpResponse {
  const { status } = STATUS_OF.get(error.code) ?? REFUSED;
  return jsonAnswer(status, JSON.stringify(acpError(error)));
}

const WORD_OF: ReadonlyMap<string, string> = new Map([
  ['not_found', 'TASK_NOT_FOUND'],
  ['invalid_input', 'INVALID_PARAMS'],
]);

/** An error body in our words: the word in its data, else that of its status and code. */
export function decodeAcpError(status: number, value: Json): OperationError {
  const { code, message, data } = isJsonObject(value) ? value : {};
  const own = isJsonObject(data) ? data['code'] : undefined;
  const word = typeof own === 'string' ? own : typeof code === 'string' ? WORD_OF.get(code) : undefined;
  return { code: word ?? `HTTP_${status}`, message: typeof message === 'string' ? message : `HTTP status ${status}` };
}
