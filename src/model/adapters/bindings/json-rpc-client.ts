// The client side of A2A 0.3 over JSON-RPC: an operation as an HTTP request, and an answer as an operation's result. A broken
// answer is an error result; inside a stream, where no result can be returned any more, it is a thrown OperationFailure.

import { isJsonObject, parseJson, type Json, type JsonObject } from '../../base/json.ts';
import type { Issue } from '../../base/result.ts';
import type { CallerContext } from '../../protocol/caller-context.ts';
import type { HttpHead, HttpRequest } from '../../protocol/http.ts';
import { OperationFailure, type Operation, type OperationError, type OperationResult } from '../../protocol/operation.ts';
import type { StreamEvent } from '../../protocol/stream-event.ts';
import type { ObservedState, Task } from '../../protocol/task.ts';
import { decodeCard, decodeMessage, decodePushConfig, decodeStreamEvent, decodeTask } from '../dialects/a2a-v03.ts';
import { isTaskState } from '../dialects/proto-words.ts';
import type { CallerCarrier } from '../protocol-port.ts';
import { decodeError } from './json-rpc.ts';
import { encodeParams } from './json-rpc-params.ts';
import { CARD_PATH } from './json-rpc-server.ts';
import { METHOD_OF } from './operations.ts';
import { createEventReader } from '../../base/event-stream.ts';

/** The word for an answer that cannot be understood. */
const BAD_ANSWER = 'INVALID_AGENT_RESPONSE';

/** The HTTP request of an operation. A card is fetched without saying who asks. */
export function encodeJsonRpcRequest(
  operation: Operation,
  options: { readonly requestId: number; readonly caller?: CallerContext; readonly carrier: CallerCarrier; readonly path?: string },
): HttpRequest {
  if (operation.kind === 'card') return { method: 'GET', path: CARD_PATH, headers: { accept: 'application/json' }, body: '' };
  const streams = operation.kind === 'stream' || operation.kind === 'subscribe';
  const envelope = { jsonrpc: '2.0', id: options.requestId, method: METHOD_OF[operation.kind], params: encodeParams(operation) };
  return {
    method: 'POST',
    path: options.path ?? '/',
    headers: {
      'content-type': 'application/json',
      accept: streams ? 'text/event-stream' : 'application/json',
      ...(options.caller && options.carrier.encode(options.caller)),
    },
    body: JSON.stringify(envelope),
  };
}

/** What an answer says. Never throws, except inside the events of a stream. */
export async function decodeJsonRpcResponse(operation: Operation, head: HttpHead, body: AsyncIterable<string>): Promise<OperationResult> {
  if (/^text\/event-stream\b/i.test(head.headers['content-type'] ?? '')) return { kind: 'events', events: readEvents(body) };
  let text = '';
  for await (const chunk of body) text += chunk;
  const parsed = parseJson(text);
  if (!parsed.ok) {
    return head.status >= 400
      ? error(`HTTP_${head.status}`, `HTTP status ${head.status}, and the body is no JSON`)
      : error(BAD_ANSWER, `the answer is ${sentence(parsed.issues)}`);
  }
  if (operation.kind === 'card') return head.status >= 400 ? cardRefused(head, parsed.value) : decodeCardAnswer(parsed.value);
  const answer = openEnvelope(parsed.value);
  return answer.ok ? decodeResult(operation, answer.result) : { kind: 'error', error: answer.error };
}

function cardRefused(head: HttpHead, body: Json): OperationResult {
  const said = isJsonObject(body) && typeof body['message'] === 'string' ? `: ${body['message']}` : '';
  return error(`HTTP_${head.status}`, `HTTP status ${head.status}${said}`);
}

function decodeCardAnswer(value: Json): OperationResult {
  const card = decodeCard(value);
  return card.ok ? { kind: 'card', card: card.value } : error(BAD_ANSWER, sentence(card.issues));
}

type Opened = { readonly ok: true; readonly result: Json } | { readonly ok: false; readonly error: OperationError };

function openEnvelope(value: Json): Opened {
  const broken = (message: string): Opened => ({ ok: false, error: { code: BAD_ANSWER, message } });
  if (!isJsonObject(value)) return broken('the answer is no JSON-RPC envelope');
  const failed = value['error'];
  if (isJsonObject(failed)) return { ok: false, error: decodeError(failed) };
  const result = value['result'];
  return result === undefined ? broken('the answer has neither result nor error') : { ok: true, result };
}

function decodeResult(operation: Exclude<Operation, { readonly kind: 'card' }>, result: Json): OperationResult {
  switch (operation.kind) {
    case 'send':
    case 'stream':
    case 'get':
    case 'cancel':
    case 'subscribe':
      return isJsonObject(result) && result['kind'] === 'message' ? messageResult(result) : taskResult(result);
    case 'set-push-config':
    case 'get-push-config': {
      const read = decodePushConfig(result);
      return read.ok ? { kind: 'push-config', ...read.value } : error(BAD_ANSWER, sentence(read.issues));
    }
    case 'list-push-configs':
      return configsResult(operation.taskId, result);
    case 'delete-push-config':
      return { kind: 'deleted' };
  }
}

function messageResult(result: JsonObject): OperationResult {
  const message = decodeMessage(result);
  return message.ok ? { kind: 'message', message: message.value } : error(BAD_ANSWER, sentence(message.issues));
}

function taskResult(result: Json): OperationResult {
  const read = decodeTask(result);
  if (!read.ok) return error(BAD_ANSWER, sentence(read.issues));
  const task = known(read.value);
  return task ? { kind: 'task', task } : error(BAD_ANSWER, UNKNOWN_STATE);
}

function configsResult(taskId: string, result: Json): OperationResult {
  if (!Array.isArray(result)) return error(BAD_ANSWER, 'the answer is no list of configs');
  const configs = (result as readonly Json[]).map(decodePushConfig);
  const broken = configs.flatMap((config) => (config.ok ? [] : config.issues));
  if (broken.length > 0) return error(BAD_ANSWER, sentence(broken));
  return { kind: 'push-configs', taskId, configs: configs.flatMap((config) => (config.ok ? [config.value.config] : [])) };
}

const UNKNOWN_STATE = 'the task is in a state that A2A 0.3 does not know';

/** A task in a state of ours, undefined otherwise: a client can act on no other. */
function known(task: Task<ObservedState>): Task | undefined {
  const { state } = task.status;
  return isTaskState(state) ? { ...task, status: { ...task.status, state } } : undefined;
}

async function* readEvents(body: AsyncIterable<string>): AsyncIterable<StreamEvent> {
  const reader = createEventReader();
  for await (const chunk of body) {
    for (const event of reader.push(chunk)) yield decodeFrame(event.data);
  }
  for (const event of reader.end()) yield decodeFrame(event.data);
}

function decodeFrame(data: string): StreamEvent {
  const parsed = parseJson(data);
  if (!parsed.ok) throw broken(`a frame is ${sentence(parsed.issues)}`);
  const answer = openEnvelope(parsed.value);
  if (!answer.ok) throw new OperationFailure(answer.error);
  const read = decodeStreamEvent(answer.result);
  if (!read.ok) throw broken(`a frame is broken: ${sentence(read.issues)}`);
  const event = read.value;
  if (event.kind === 'task') {
    const task = known(event.task);
    if (!task) throw broken(UNKNOWN_STATE);
    return { kind: 'task', task };
  }
  if (event.kind !== 'status-update') return event;
  const { state } = event.status;
  if (!isTaskState(state)) throw broken(UNKNOWN_STATE);
  return { ...event, status: { ...event.status, state } };
}

function broken(message: string): OperationFailure {
  return new OperationFailure({ code: BAD_ANSWER, message });
}

function error(code: string, message: string): OperationResult {
  return { kind: 'error', error: { code, message } };
}

function sentence(issues: readonly Issue[]): string {
  return issues.map(({ path, message }) => (path === '' ? message : `${path} ${message}`)).join('; ');
}
