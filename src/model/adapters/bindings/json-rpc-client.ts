// The client side of A2A over JSON-RPC: an operation as an HTTP request, and an answer as an operation's result. A broken
// answer is an error result; inside a stream, where no result can be returned any more, it is a thrown OperationFailure.

import { createEventReader } from '../../base/event-stream.ts';
import { isJsonObject, parseJson, type Json } from '../../base/json.ts';
import { invariant } from '../../base/assert.ts';
import type { HttpHead, HttpRequest } from '../../protocol/http.ts';
import { OperationFailure, type Operation, type OperationError, type OperationResult } from '../../protocol/operation.ts';
import type { StreamEvent } from '../../protocol/stream-event.ts';
import type { AskingOptions } from '../protocol-port.ts';
import { sentence } from './answering.ts';
import { badAnswer, brokenFrame, errorResult } from './bad-answer.ts';
import { decodeError } from './json-rpc.ts';
import type { JsonRpcWire } from './json-rpc-wire.ts';
import { CARD_PATH } from './json-rpc-server.ts';

/** The HTTP request of an operation. A card is fetched without saying who asks. */
export function encodeJsonRpcRequest(wire: JsonRpcWire, operation: Operation, options: AskingOptions): HttpRequest {
  if (operation.kind === 'card') return cardRequest();
  const method = wire.methodOf(operation.kind);
  invariant(method !== undefined, 'X.4', `this version has no method for ${operation.kind}`);
  const streams = operation.kind === 'stream' || operation.kind === 'subscribe';
  return {
    method: 'POST',
    path: options.path ?? '/',
    headers: {
      'content-type': 'application/json',
      accept: streams ? 'text/event-stream' : 'application/json',
      ...wire.requestHeaders,
      ...(options.caller && options.carrier.encode(options.caller)),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: options.requestId, method, params: wire.encodeParams(operation) }),
  };
}

/** The request for a card. */
export function cardRequest(): HttpRequest {
  return { method: 'GET', path: CARD_PATH, headers: { accept: 'application/json' }, body: '' };
}

/** What an answer says. Never throws, except inside the events of a stream. */
export async function decodeJsonRpcResponse(
  wire: JsonRpcWire,
  operation: Operation,
  head: HttpHead,
  body: AsyncIterable<string>,
): Promise<OperationResult> {
  if (isEventStream(head)) return { kind: 'events', events: decodedEvents(body, (value) => decodeFrame(wire, value)) };
  const parsed = await readJson(head, body);
  if (!parsed.ok) return parsed.result;
  if (operation.kind === 'card') return cardAnswer(wire, head, parsed.value);
  const answer = openEnvelope(parsed.value);
  return answer.ok ? wire.decodeResult(operation, answer.result) : { kind: 'error', error: answer.error };
}

/** Whether an answer is an event stream. */
export function isEventStream(head: HttpHead): boolean {
  return /^text\/event-stream\b/i.test(head.headers['content-type'] ?? '');
}

/** An answer's body as JSON, or the result that says why it is none. */
export async function readJson(
  head: HttpHead,
  body: AsyncIterable<string>,
): Promise<{ readonly ok: true; readonly value: Json } | { readonly ok: false; readonly result: OperationResult }> {
  let text = '';
  for await (const chunk of body) text += chunk;
  const parsed = parseJson(text);
  if (parsed.ok) return parsed;
  const result =
    head.status >= 400
      ? errorResult(`HTTP_${head.status}`, `HTTP status ${head.status}, and the body is no JSON`)
      : badAnswer(`the answer is ${sentence(parsed.issues)}`);
  return { ok: false, result };
}

/** What the answer to a request for a card says. */
export function cardAnswer(wire: Pick<JsonRpcWire, 'decodeCard'>, head: HttpHead, value: Json): OperationResult {
  if (head.status >= 400) {
    const said = isJsonObject(value) && typeof value['message'] === 'string' ? `: ${value['message']}` : '';
    return errorResult(`HTTP_${head.status}`, `HTTP status ${head.status}${said}`);
  }
  const card = wire.decodeCard(value);
  return card.ok ? { kind: 'card', card: card.value } : badAnswer(sentence(card.issues));
}

type Opened = { readonly ok: true; readonly result: Json } | { readonly ok: false; readonly error: OperationError };

function openEnvelope(value: Json): Opened {
  const broken = (message: string): Opened => ({ ok: false, error: brokenFrame(message).error });
  if (!isJsonObject(value)) return broken('the answer is no JSON-RPC envelope');
  const failed = value['error'];
  if (isJsonObject(failed)) return { ok: false, error: decodeError(failed) };
  const result = value['result'];
  return result === undefined ? broken('the answer has neither result nor error') : { ok: true, result };
}

/** The events of a stream's body, each frame read by `decode`. */
export async function* decodedEvents<T>(body: AsyncIterable<string>, decode: (value: Json) => T): AsyncIterable<T> {
  const reader = createEventReader();
  const read = (data: string): T => {
    const parsed = parseJson(data);
    if (!parsed.ok) throw brokenFrame(`a frame is ${sentence(parsed.issues)}`);
    return decode(parsed.value);
  };
  for await (const chunk of body) {
    for (const event of reader.push(chunk)) yield read(event.data);
  }
  for (const event of reader.end()) yield read(event.data);
}

function decodeFrame(wire: JsonRpcWire, value: Json): StreamEvent {
  const answer = openEnvelope(value);
  if (!answer.ok) throw new OperationFailure(answer.error);
  const read = wire.decodeEvent(answer.result);
  if (!read.ok) throw brokenFrame(`a frame is broken: ${sentence(read.issues)}`);
  return read.value;
}
