// The client side of A2A 1.0 over HTTP+JSON. A broken answer is an error result; inside a stream it is a thrown
// OperationFailure. Specification 1.0 §11.

import { isJsonObject, type Json } from '../../base/json.ts';
import type { HttpHead, HttpRequest } from '../../protocol/http.ts';
import { OperationFailure, type Operation, type OperationResult } from '../../protocol/operation.ts';
import type { StreamEvent } from '../../protocol/stream-event.ts';
import { decodeV1Card } from '../dialects/a2a-v1.ts';
import type { AskingOptions } from '../protocol-port.ts';
import { decodeRestError } from './a2a-v1-errors.ts';
import { decodeV1Event, decodeV1Result } from './a2a-v1-results.ts';
import { VERSION_HEADERS } from './a2a-v1-wire.ts';
import { sentence } from './answering.ts';
import { brokenFrame } from './bad-answer.ts';
import { cardAnswer, cardRequest, decodedEvents, isEventStream, readJson } from './json-rpc-client.ts';
import { encodeRestRequest } from './rest-requests.ts';

/** The HTTP request of an operation. A card is fetched without saying who asks. */
export function encodeRestOperation(operation: Operation, options: AskingOptions): HttpRequest {
  if (operation.kind === 'card') return cardRequest();
  const streams = operation.kind === 'stream' || operation.kind === 'subscribe';
  const request = encodeRestRequest(operation, options.path ?? '/');
  return {
    ...request,
    headers: {
      ...(request.body !== '' && { 'content-type': 'application/a2a+json' }),
      accept: streams ? 'text/event-stream' : 'application/a2a+json',
      ...VERSION_HEADERS,
      ...(options.caller && options.carrier.encode(options.caller)),
    },
  };
}

/** What an answer says. Never throws, except inside the events of a stream. */
export async function decodeRestResponse(operation: Operation, head: HttpHead, body: AsyncIterable<string>): Promise<OperationResult> {
  if (isEventStream(head)) return { kind: 'events', events: decodedEvents(body, decodeFrame) };
  if (head.status === 204) return { kind: 'deleted' };
  const parsed = await readJson(head, body);
  if (!parsed.ok) return parsed.result;
  if (operation.kind === 'card') return cardAnswer({ decodeCard: decodeV1Card }, head, parsed.value);
  if (head.status >= 400) return { kind: 'error', error: decodeRestError(head.status, parsed.value) };
  return decodeV1Result(operation, parsed.value);
}

function decodeFrame(value: Json): StreamEvent {
  if (isJsonObject(value) && isJsonObject(value['error'])) throw new OperationFailure(decodeRestError(500, value));
  const read = decodeV1Event(value);
  if (!read.ok) throw brokenFrame(`a frame is broken: ${sentence(read.issues)}`);
  return read.value;
}
