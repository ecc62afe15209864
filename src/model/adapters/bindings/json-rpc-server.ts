// The server side of A2A 0.3 over JSON-RPC: a request handler around an `Execute`. It knows paths, envelopes, numbers and
// frames; it decides nothing about tasks. Specification 0.3 §3.2, §5.3, §7, §8.

import { isJsonObject, parseJson, type Json } from '../../base/json.ts';
import type { Issue } from '../../base/result.ts';
import type { CallerContext } from '../../protocol/caller-context.ts';
import type { HttpRequest, HttpResponse, RequestHandler } from '../../protocol/http.ts';
import { OperationFailure, type OperationError, type OperationKind } from '../../protocol/operation.ts';
import type { StreamEvent } from '../../protocol/stream-event.ts';
import { encodeReferenceCard } from '../dialects/a2a-v03-card.ts';
import { encodeStreamEvent, type DateStatus } from '../dialects/a2a-v03-encode.ts';
import { asJson } from '../dialects/a2a-v03-wire.ts';
import type { CallerCarrier, Execute } from '../protocol-port.ts';
import { encodeError, encodeResult, isRpcId, type RpcId } from './json-rpc.ts';
import { decodeParams, encodeOperationResult, isRpcOperation, type AskedOperation } from './json-rpc-params.ts';
import { methodFacts } from './operations.ts';
import { encodeEvent } from '../../base/event-stream.ts';

/** Where an agent's card is. Specification 0.3 §5.3. */
export const CARD_PATH = '/.well-known/agent-card.json';

/** Whoever asks for a card: the one operation without a caller. */
const NOBODY: CallerContext = {
  agentId: '',
  tenant: '',
  userId: '',
  scopes: [],
  dataClassification: 'public',
  delegationChain: [],
};

interface Serving {
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
export function serveJsonRpc(execute: Execute, options: { readonly carrier: CallerCarrier; readonly now: () => number }): RequestHandler {
  const serving: Serving = { execute, carrier: options.carrier, date: firstSeen(options.now) };
  return async (request, { signal }) => {
    const path = request.path.split(/[?#]/, 1)[0];
    if (path === CARD_PATH) return serveCard(serving, request, signal);
    if (request.method !== 'POST') return { status: 405, headers: { allow: 'POST' }, body: '' };
    return serveCall(serving, request, signal);
  };
}

async function serveCard(serving: Serving, request: HttpRequest, signal: AbortSignal): Promise<HttpResponse> {
  if (request.method !== 'GET') return { status: 405, headers: { allow: 'GET' }, body: '' };
  const result = await serving.execute({ kind: 'card' }, NOBODY, { signal });
  if (result.kind === 'card') return json(200, JSON.stringify(encodeReferenceCard(result.card)));
  return json(404, JSON.stringify({ message: result.kind === 'error' ? result.error.message : 'there is no card here' }));
}

async function serveCall(serving: Serving, request: HttpRequest, signal: AbortSignal): Promise<HttpResponse> {
  const parsed = parseJson(request.body);
  if (!parsed.ok) return json(400, encodeError(null, { code: 'PARSE_ERROR', message: sentence(parsed.issues) }));
  const envelope = readEnvelope(parsed.value);
  if (typeof envelope === 'string') return refuse({ id: null }, { code: 'INVALID_REQUEST', message: envelope });
  const { id, method, params } = envelope;
  const facts = methodFacts(method);
  if (facts?.operation === 'card' && facts.version === '0.3') {
    return refuse({ id }, { code: 'EXTENDED_CARD_NOT_CONFIGURED', message: 'there is no extended card' });
  }
  if (!facts || facts.version !== '0.3' || !isRpcOperation(facts.operation)) {
    return refuse({ id }, { code: 'METHOD_NOT_FOUND', message: `Method not found: ${method}` });
  }
  const call: Call = { id, operation: facts.operation };
  const caller = serving.carrier.decode(request.headers);
  if (!caller.ok) return refuse(call, { code: 'CALLER_UNKNOWN', message: sentence(caller.issues) });
  const asked = decodeParams(facts.operation, params);
  if (!asked.ok) return refuse(call, { code: 'INVALID_PARAMS', message: sentence(asked.issues) });
  if (hasInlinePushConfig(params)) {
    return refuse({ id, operation: 'set-push-config' }, { code: 'UNSUPPORTED', message: INLINE_PUSH_CONFIG });
  }
  return answer(serving, call, { asked: asked.value, caller: caller.value, signal });
}

const INLINE_PUSH_CONFIG = 'configuration.pushNotificationConfig is not supported; use tasks/pushNotificationConfig/set';

/** Ignoring it would leave the caller waiting for a call that never comes. */
function hasInlinePushConfig(params: Json | undefined): boolean {
  const configuration = isJsonObject(params) ? params['configuration'] : undefined;
  return isJsonObject(configuration) && isJsonObject(configuration['pushNotificationConfig']);
}

async function answer(
  serving: Serving,
  call: Call,
  ask: { readonly asked: AskedOperation; readonly caller: CallerContext; readonly signal: AbortSignal },
): Promise<HttpResponse> {
  const { operation, historyLength } = ask.asked;
  const result = await serving.execute(operation, ask.caller, { signal: ask.signal });
  switch (result.kind) {
    case 'error':
      return refuse(call, result.error);
    case 'events':
      return {
        status: 200,
        headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' },
        body: frames(result.events, call, { date: serving.date, signal: ask.signal }),
      };
    case 'card':
      return json(200, encodeResult(call.id, encodeReferenceCard(result.card)));
    default: {
      const options = { date: serving.date, ...(historyLength !== undefined && { historyLength }) };
      return json(200, encodeResult(call.id, encodeOperationResult(result, options)));
    }
  }
}

/** One frame an event; a sequence that throws ends in an error frame; abort stops the sequence and says nothing more. */
async function* frames(
  events: AsyncIterable<StreamEvent>,
  call: Call,
  options: { readonly date: DateStatus; readonly signal: AbortSignal },
): AsyncIterable<string> {
  const iterator = events[Symbol.asyncIterator]();
  const gone = aborted(options.signal);
  let over = false;
  try {
    while (!over) {
      const next = await Promise.race([iterator.next(), gone.promise]);
      if (next === 'aborted') return;
      if (next.done) over = true;
      else yield encodeEvent(encodeResult(call.id, asJson(encodeStreamEvent(next.value, options.date))));
    }
  } catch (thrown) {
    over = true;
    yield encodeEvent(encodeError(call.id, errorOf(thrown), call.operation));
  } finally {
    gone.forget();
    if (!over) await iterator.return?.();
  }
}

function aborted(signal: AbortSignal): { readonly promise: Promise<'aborted'>; forget(): void } {
  let listener = (): void => undefined;
  const promise = new Promise<'aborted'>((resolve) => {
    listener = () => resolve('aborted');
    if (signal.aborted) listener();
    else signal.addEventListener('abort', listener, { once: true });
  });
  return { promise, forget: () => signal.removeEventListener('abort', listener) };
}

/** What a sequence threw, in our words: a failure as it is, an error that carries a word by that word, any other as INTERNAL. */
function errorOf(thrown: unknown): OperationError {
  if (thrown instanceof OperationFailure) return thrown.error;
  if (!(thrown instanceof Error)) return { code: 'INTERNAL', message: String(thrown) };
  const code: unknown = 'code' in thrown ? thrown.code : undefined;
  return { code: typeof code === 'string' ? code : 'INTERNAL', message: thrown.message };
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

/** The date of a status is when this server first saw it, unless the kernel dated it: the wire has times, the kernel ticks. */
function firstSeen(now: () => number): DateStatus {
  const seen = new Map<string, Map<number, string>>();
  return (taskId, status) => {
    const iso = (): string => new Date(now()).toISOString();
    if (status.tick === undefined) return iso();
    const ofTask = seen.get(taskId) ?? new Map<number, string>();
    seen.set(taskId, ofTask);
    const date = ofTask.get(status.tick) ?? iso();
    ofTask.set(status.tick, date);
    return date;
  };
}

function refuse(call: Call, error: OperationError): HttpResponse {
  return json(200, encodeError(call.id, error, call.operation));
}

function json(status: number, body: string): HttpResponse {
  return { status, headers: { 'content-type': 'application/json' }, body };
}

function sentence(issues: readonly Issue[]): string {
  return issues.map(({ path, message }) => (path === '' ? message : `${path} ${message}`)).join('; ');
}
