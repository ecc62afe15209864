// Errors of A2A 1.0 on its bindings: the HTTP status and gRPC name of each of our words, and the details that say more than a
// number does. The first detail is the specification's own reason where it has one; what only we know goes into details of a
// domain of our own, so that a client of ours gets the exact word back. Specification 1.0 §5.4, §9.5, §11.6; 1.0.1 statuses.

import { isJsonObject, type Json, type JsonObject } from '../../base/json.ts';
import type { OperationError, OperationKind } from '../../protocol/operation.ts';

const ERROR_INFO = 'type.googleapis.com/google.rpc.ErrorInfo';
const A2A_DOMAIN = 'a2a-protocol.org';
const OWN_DOMAIN = 'delegation-inspector';

interface RestStatus {
  readonly status: number;
  readonly name: string;
}
const INVALID: RestStatus = { status: 400, name: 'INVALID_ARGUMENT' };
const PRECONDITION: RestStatus = { status: 400, name: 'FAILED_PRECONDITION' };
const INTERNAL: RestStatus = { status: 500, name: 'INTERNAL' };
const NOT_FOUND: RestStatus = { status: 404, name: 'NOT_FOUND' };
/** A word that A2A has no error for is a delegation that was refused. */
const DENIED: RestStatus = { status: 403, name: 'PERMISSION_DENIED' };

const STATUS_OF: ReadonlyMap<string, RestStatus> = new Map([
  ['PARSE_ERROR', INVALID],
  ['INVALID_REQUEST', INVALID],
  ['INVALID_PARAMS', INVALID],
  ['CALLBACK_NOT_ALLOWED', INVALID],
  ['CALLBACK_UNAUTHENTICATED', INVALID],
  ['CALLER_UNKNOWN', { status: 401, name: 'UNAUTHENTICATED' }],
  ['METHOD_NOT_FOUND', NOT_FOUND],
  ['TASK_NOT_FOUND', NOT_FOUND],
  ['TASK_TERMINAL', PRECONDITION],
  ['UNSUPPORTED', PRECONDITION],
  ['EXTENDED_CARD_NOT_CONFIGURED', PRECONDITION],
  ['VERSION_NOT_SUPPORTED', PRECONDITION],
  ['CONTENT_TYPE_NOT_SUPPORTED', INVALID],
  ['INVALID_AGENT_RESPONSE', INTERNAL],
  ['INTERNAL', INTERNAL],
]);

const REASON_OF: ReadonlyMap<string, string> = new Map([
  ['TASK_NOT_FOUND', 'TASK_NOT_FOUND'],
  ['INVALID_PARAMS', 'INVALID_PARAMS'],
  ['CALLBACK_NOT_ALLOWED', 'INVALID_PARAMS'],
  ['CALLBACK_UNAUTHENTICATED', 'INVALID_PARAMS'],
  ['TASK_TERMINAL', 'UNSUPPORTED_OPERATION'],
  ['UNSUPPORTED', 'UNSUPPORTED_OPERATION'],
  ['CONTENT_TYPE_NOT_SUPPORTED', 'CONTENT_TYPE_NOT_SUPPORTED'],
  ['INVALID_AGENT_RESPONSE', 'INVALID_AGENT_RESPONSE'],
  ['EXTENDED_CARD_NOT_CONFIGURED', 'EXTENDED_AGENT_CARD_NOT_CONFIGURED'],
  ['VERSION_NOT_SUPPORTED', 'VERSION_NOT_SUPPORTED'],
]);

/** The specification's reason for one of our words, which for some depends on what was asked; undefined where it has none. */
function reasonOf(code: string, operation: OperationKind | undefined): string | undefined {
  if (code === 'TASK_TERMINAL' && operation === 'cancel') return 'TASK_NOT_CANCELABLE';
  if (code === 'UNSUPPORTED' && operation?.includes('push-config')) return 'PUSH_NOTIFICATION_NOT_SUPPORTED';
  return REASON_OF.get(code);
}

/** The details of an error. */
export function errorDetails(error: OperationError, operation: OperationKind | undefined): readonly JsonObject[] {
  const reason = reasonOf(error.code, operation);
  const own = error.denials ?? (reason === error.code ? [] : [{ code: error.code, reason: '' }]);
  return [
    ...(reason === undefined ? [] : [{ '@type': ERROR_INFO, reason, domain: A2A_DOMAIN }]),
    ...own.map((denial) => ({
      '@type': ERROR_INFO,
      reason: denial.code,
      domain: OWN_DOMAIN,
      ...(denial.reason !== '' && { metadata: { reason: denial.reason } }),
    })),
  ];
}

/** An error over HTTP+JSON: its status and its body. */
export function restError(error: OperationError, operation: OperationKind | undefined): { readonly status: number; readonly body: string } {
  const { status, name } = STATUS_OF.get(error.code) ?? DENIED;
  const body = { error: { code: status, status: name, message: error.message, details: errorDetails(error, operation) } };
  return { status, body: JSON.stringify(body) };
}

const WORD_OF_STATUS: ReadonlyMap<number, string> = new Map([
  [400, 'INVALID_PARAMS'],
  [401, 'CALLER_UNKNOWN'],
  [404, 'TASK_NOT_FOUND'],
  [500, 'INTERNAL'],
]);
const WORD_OF_REASON: ReadonlyMap<string, string> = new Map([
  ['TASK_NOT_CANCELABLE', 'TASK_TERMINAL'],
  ['PUSH_NOTIFICATION_NOT_SUPPORTED', 'UNSUPPORTED'],
  ['UNSUPPORTED_OPERATION', 'UNSUPPORTED'],
  ['EXTENDED_AGENT_CARD_NOT_CONFIGURED', 'EXTENDED_CARD_NOT_CONFIGURED'],
]);

/** What the details of an error say, in our words: those of our own domain first, the specification's otherwise. */
export function readErrorDetails(details: Json | undefined): Omit<OperationError, 'message'> | undefined {
  if (!Array.isArray(details)) return undefined;
  const infos = (details as readonly Json[]).filter(isJsonObject).filter((info) => typeof info['reason'] === 'string');
  const own = infos.filter((info) => info['domain'] === OWN_DOMAIN).map(denialOf);
  const [first] = own;
  if (first) return { code: first.code, ...(own.some(({ reason }) => reason !== '') && { denials: own }) };
  const reason = infos[0]?.['reason'];
  return typeof reason === 'string' ? { code: WORD_OF_REASON.get(reason) ?? reason } : undefined;
}

function denialOf(info: JsonObject): { readonly code: string; readonly reason: string } {
  const { reason, metadata } = info;
  const why = isJsonObject(metadata) ? metadata['reason'] : undefined;
  return { code: typeof reason === 'string' ? reason : '', reason: typeof why === 'string' ? why : '' };
}

/** An error body of HTTP+JSON in our words. */
export function decodeRestError(status: number, value: Json): OperationError {
  const error = isJsonObject(value) && isJsonObject(value['error']) ? value['error'] : {};
  const message = typeof error['message'] === 'string' ? error['message'] : `HTTP status ${status}`;
  const said = readErrorDetails(error['details']) ?? { code: WORD_OF_STATUS.get(status) ?? `HTTP_${status}` };
  return { ...said, message };
}
