// The server side of A2A over JSON-RPC: a request handler around an `Execute`. It knows paths, envelopes, numbers and
// frames; it decides nothing about tasks, and what differs between versions it asks of the wire.
// Specification 0.3 §3.2, §5.3, §7, §8; 1.0 §9.

import { encodeEvent } from '../../base/event-stream.ts';
import { isJsonObject, parseJson, type Json } from '../../base/json.ts';
import type { CallerContext } from '../../protocol/caller-context.ts';
import type { HttpRequest, HttpResponse, RequestHandler } from '../../protocol/http.ts';
import type { OperationError, OperationKind } from '../../protocol/operation.ts';
import type { DateStatus } from '../dialects/a2a-v03-encode.ts';
import type { CallerCarrier, Execute, ServingOptions } from '../protocol-port.ts';
import { jsonAnswer, NOBODY, sentence } from './answering.ts';
import { eventFrames, STREAM_HEAD } from './event-frames.ts';
import { encodeError, encodeResult, isRpcId, type RpcId } from './json-rpc.ts';
import { refusedKind, type AskedOperation, type JsonRpcWire } from './json-rpc-wire.ts';
import { firstSeen } from './status-dates.ts';

/** Where an agent's card is. Specification 0.3 §5.3, 1.0 §8.2. */
export const CARD_PATH = '/.well-known/agent-card.json';

interface Serving {
  readonly wire: JsonRpcWire;
  readonly execute: Execute;
  readonly carrier: CallerCarrier;
  readonly date: DateStatus;
}

/** A call that got as far as an envelope. */
interface Call {
  readonly id: RpcId;
  readonly operation?: OperationKind;
}

/**
 * Serves an agent over JSON-RPC: its card at the well-known path, everything else by POST on any other path. Errors are
 * envelopes on HTTP 200, except text that is no JSON (400), as the official servers do.
 */
export function serveJsonRpc(wire: JsonRpcWire, execute: Execute, options: ServingOptions): RequestHandler {
  const serving: Serving = { wire, execute, carrier: options.carrier, date: firstSeen(options.now) };
  return async (request, { signal }) => {
    const path = request.path.split(/[?#]/, 1)[0];
    if (path === CARD_PATH) return serveCard(execute, request, { signal, encode: wire.encodeCard });
    if (request.method !== 'POST') return { status: 405, headers: { allow: 'POST' }, body: '' };
    return serveCall(serving, request, signal);
  };
}

/** Serves an agent's card at its well-known place. */
export async function serveCard(
  execute: Execute,
  request: HttpRequest,
  options: { readonly signal: AbortSignal; readonly encode: JsonRpcWire['encodeCard'] },
): Promise<HttpResponse> {
  if (request.method !== 'GET') return { status: 405, headers: { allow: 'GET' }, body: '' };
  const result = await execute({ kind: 'card' }, NOBODY, { signal: options.signal });
  if (result.kind === 'card') return jsonAnswer(200, JSON.stringify(options.encode(result.card)));
  return jsonAnswer(404, JSON.stringify({ message: result.kind === 'error' ? result.error.message : 'there is no card here' }));
}

async function serveCall(serving: Serving, request: HttpRequest, signal: AbortSignal): Promise<HttpResponse> {
  const { wire } = serving;
  const parsed = parseJson(request.body);
  if (!parsed.ok) {
    const error = { code: 'PARSE_ERROR', message: sentence(parsed.issues) };
    return jsonAnswer(400, encodeError({ id: null, error, data: wire.encodeErrorData(error, undefined) }));
  }
  const envelope = readEnvelope(parsed.value);
  if (typeof envelope === 'string') return refuse(wire, { id: null }, { code: 'INVALID_REQUEST', message: envelope });
  const { id, method, params } = envelope;
  const objection = wire.objectionTo(request.headers);
  if (objection) return refuse(wire, { id }, objection);
  const operation = wire.operationOf(method);
  if (operation === 'card') return refuse(wire, { id }, { code: 'EXTENDED_CARD_NOT_CONFIGURED', message: 'there is no extended card' });
  if (operation === undefined) return refuse(wire, { id }, { code: 'METHOD_NOT_FOUND', message: `Method not found: ${method}` });
  const call: Call = { id, operation };
  const caller = serving.carrier.decode(request.headers);
  if (!caller.ok) return refuse(wire, call, { code: 'CALLER_UNKNOWN', message: sentence(caller.issues) });
  const asked = wire.decodeParams(operation, params);
  if (!asked.ok) return refuse(wire, call, { code: 'INVALID_PARAMS', message: sentence(asked.issues) });
  return answer(serving, call, { asked: asked.value, caller: caller.value, signal });
}

async function answer(
  { wire, execute, date }: Serving,
  call: Call,
  ask: { readonly asked: AskedOperation; readonly caller: CallerContext; readonly signal: AbortSignal },
): Promise<HttpResponse> {
  const { asked, caller, signal } = ask;
  const result = await execute(asked.operation, caller, { signal });
  switch (result.kind) {
    case 'error':
      return refuse(wire, { ...call, operation: refusedKind(asked) }, result.error);
    case 'events': {
      const body = eventFrames(wire.said(result.events), {
        signal,
        encode: (event) => encodeEvent(encodeResult(call.id, wire.encodeEvent(event, date))),
        encodeFailure: (error) => encodeEvent(errorText(wire, call, error)),
      });
      return { status: 200, headers: STREAM_HEAD, body };
    }
    case 'card':
      return jsonAnswer(200, encodeResult(call.id, wire.encodeCard(result.card)));
    default:
      return jsonAnswer(200, encodeResult(call.id, wire.encodeResult(result, { date, asked })));
  }
}

function readEnvelope(value: Json): { readonly id: RpcId; readonly method: string; readonly params: Json | undefined } | string {
  if (!isJsonObject(value)) return 'a request must be an object';
  if (value['jsonrpc'] !== '2.0') return "jsonrpc must be '2.0'";
  const { method, params } = value;
  const id = value['id'] ?? null;
  if (!isRpcId(id)) return 'id must be a text, a number or null';
  if (typeof method !== 'string') return 'method must be a text';
  return { id, method, params };
}

function refuse(wire: JsonRpcWire, call: Call, error: OperationError): HttpResponse {
  return jsonAnswer(200, errorText(wire, call, error));
}

function errorText(wire: JsonRpcWire, { id, operation }: Call, error: OperationError): string {
  return encodeError({ id, error, operation, data: wire.encodeErrorData(error, operation) });
}
