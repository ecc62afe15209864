// The server side of A2A 1.0 over HTTP+JSON: a request handler around an `Execute`. It knows lines, statuses and frames; it
// decides nothing about tasks. Specification 1.0 §11; statuses of 1.0.1.

import { encodeEvent } from '../../base/event-stream.ts';
import type { CallerContext } from '../../protocol/caller-context.ts';
import type { HttpRequest, HttpResponse, RequestHandler } from '../../protocol/http.ts';
import type { OperationError, OperationKind } from '../../protocol/operation.ts';
import { encodeV1Card } from '../dialects/a2a-v1-card.ts';
import type { DateStatus } from '../dialects/a2a-v03-encode.ts';
import { encodeV1StreamEvent } from '../dialects/a2a-v1-encode.ts';
import type { CallerCarrier, Execute, ServingOptions } from '../protocol-port.ts';
import { restError } from './a2a-v1-errors.ts';
import { encodeV1Result } from './a2a-v1-results.ts';
import { changesAfterTask } from './a2a-v1-stream.ts';
import { versionObjection } from './a2a-v1-wire.ts';
import { jsonAnswer, sentence } from './answering.ts';
import { eventFrames, STREAM_HEAD } from './event-frames.ts';
import { CARD_PATH, serveCard } from './json-rpc-server.ts';
import { refusedKind, type AskedOperation } from './json-rpc-wire.ts';
import { restFacts } from './rest.ts';
import { decodeRestRequest } from './rest-requests.ts';
import { firstSeen } from './status-dates.ts';

const JSON_HEAD = { 'content-type': 'application/a2a+json' } as const;

interface Serving {
  readonly execute: Execute;
  readonly carrier: CallerCarrier;
  readonly date: DateStatus;
}

/** Serves an agent over HTTP+JSON: its card at the well-known path, everything else by lines below any path. */
export function serveRest(execute: Execute, options: ServingOptions): RequestHandler {
  const serving: Serving = { execute, carrier: options.carrier, date: firstSeen(options.now) };
  return async (request, { signal }) => {
    const path = request.path.split(/[?#]/, 1)[0];
    if (path === CARD_PATH) return serveCard(execute, request, { signal, encode: (card) => encodeV1Card(card, 'HTTP+JSON') });
    return serveRequest(serving, request, signal);
  };
}

async function serveRequest(serving: Serving, request: HttpRequest, signal: AbortSignal): Promise<HttpResponse> {
  const objection = versionObjection(request.headers);
  if (objection) return refuse(objection);
  const facts = restFacts(request.method, request.path);
  if (!facts) return refuse({ code: 'METHOD_NOT_FOUND', message: `nothing is asked by ${request.method} here` });
  const { operation } = facts;
  if (operation === 'card') return refuse({ code: 'EXTENDED_CARD_NOT_CONFIGURED', message: 'there is no extended card' });
  const caller = serving.carrier.decode(request.headers);
  if (!caller.ok) return refuse({ code: 'CALLER_UNKNOWN', message: sentence(caller.issues) });
  const asked = decodeRestRequest(operation, facts, request);
  if (!asked.ok) return refuse({ code: 'INVALID_PARAMS', message: sentence(asked.issues) });
  return answer(serving, { asked: asked.value, caller: caller.value, signal });
}

async function answer(
  { execute, date }: Serving,
  ask: { readonly asked: AskedOperation; readonly caller: CallerContext; readonly signal: AbortSignal },
): Promise<HttpResponse> {
  const { asked, caller, signal } = ask;
  const result = await execute(asked.operation, caller, { signal });
  switch (result.kind) {
    case 'error':
      return refuse(result.error, refusedKind(asked));
    case 'events': {
      const body = eventFrames(changesAfterTask(result.events), {
        signal,
        encode: (event) => encodeEvent(JSON.stringify(encodeV1StreamEvent(event, date))),
        encodeFailure: (error) => encodeEvent(restError(error, asked.operation.kind).body, 'error'),
      });
      return { status: 200, headers: STREAM_HEAD, body };
    }
    case 'card':
      return jsonAnswer(200, JSON.stringify(encodeV1Card(result.card, 'HTTP+JSON')), JSON_HEAD);
    case 'deleted':
      return { status: 204, headers: {}, body: '' };
    default:
      return jsonAnswer(200, JSON.stringify(encodeV1Result(result, { date, asked })), JSON_HEAD);
  }
}

function refuse(error: OperationError, operation?: OperationKind): HttpResponse {
  const { status, body } = restError(error, operation);
  return jsonAnswer(status, body, JSON_HEAD);
}
