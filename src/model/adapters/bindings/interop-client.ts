// The client side of the small REST protocol: six requests, and what their answers say, each as an answer or as one named
// failure. Nothing is decided here: whether a failure is worth another try is the client's business. SPEC.md I.9.

import { createEventReader, type StreamEvent } from '../../base/event-stream.ts';
import { isJsonObject, parseJson, type Json } from '../../base/json.ts';
import type { Result } from '../../base/result.ts';
import { readInstant } from '../../base/wire-time.ts';
import type { HttpHead, HttpHeaders, HttpRequest } from '../../protocol/http.ts';
import type { PeerAnswer, PeerFailure, PeerFailureKind, PeerStep, PeerTask } from '../../protocol/peer.ts';
import { readRetryAfter } from '../../protocol/retry-after.ts';
import type { TaskId } from '../../protocol/task.ts';
import { decodeInteropEvent, decodeInteropTask, type DecodedInteropTask } from '../dialects/interop.ts';
import { interopErrorOf } from '../dialects/interop-decode.ts';
import { messageText } from '../dialects/internal-task.ts';
import { sentence } from './answering.ts';
import { INTEROP_ROUTES, interopPath } from './interop-paths.ts';

/** How much of an answer is read, in UTF-16 units. */
export interface ReadingLimits {
  /** Of a body, or of one event of a stream. */
  readonly body: number;
  /** Of a whole stream. */
  readonly stream: number;
}

/** The HTTP request of a step; a card is fetched without a token. */
export function encodeInteropRequest(
  step: PeerStep,
  about: { readonly taskId?: TaskId; readonly body?: object; readonly token: string },
): HttpRequest {
  const { taskId = '', body, token } = about;
  const headers: HttpHeaders = {
    accept: step === 'events' ? 'text/event-stream' : 'application/json',
    ...(body && { 'content-type': 'application/json' }),
    ...(step !== 'card' && { authorization: `Bearer ${token}` }),
  };
  const method = INTEROP_ROUTES.find((route) => route.step === step)?.method ?? 'GET';
  return { method, path: interopPath(step, taskId), headers, body: body ? JSON.stringify(body) : '' };
}

/** A failure as the answer that it is. */
export function failed(
  kind: PeerFailureKind,
  detail: string,
  more: Partial<PeerFailure> = {},
): { readonly ok: false; readonly failure: PeerFailure } {
  return { ok: false, failure: { kind, ...more, detail } };
}

/** What a head says that promises no success; undefined for one that does. `text` is as much of the body as there was. */
export function statusFailure(head: HttpHead, text: string, now: number): PeerAnswer<never> | undefined {
  const { status, headers } = head;
  if (status >= 200 && status < 300) return undefined;
  const parsed = parseJson(text);
  const error = parsed.ok ? interopErrorOf(parsed.value) : undefined;
  const after = headers['retry-after'];
  const retryAfterMs = after === undefined ? undefined : readRetryAfter(after, now);
  return failed('status', error ? `HTTP ${status}: ${error.message}` : `HTTP ${status}`, {
    status,
    ...(error && { code: error.code }),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  });
}

/** Whether a head announces what a route answers with. */
export function contentFailure({ status, headers }: HttpHead, wanted: 'json' | 'events'): PeerAnswer<never> | undefined {
  const type = headers['content-type'] ?? '';
  const isWanted = wanted === 'events' ? /^text\/event-stream\b/i : /^application\/(?:[\w.-]+\+)?json\b/i;
  if (isWanted.test(type)) return undefined;
  const said = type === '' ? 'has no content type' : `is ${JSON.stringify(type.slice(0, 80))}`;
  return failed(
    'wrong-content-type',
    `the answer ${said} and should be ${wanted === 'events' ? 'text/event-stream' : 'application/json'}`,
    {
      status,
    },
  );
}

/** A body that should be JSON of a known shape. */
export function readJsonBody<T>(text: string, status: number, decode: (value: Json) => Result<T>): PeerAnswer<T> {
  const parsed = parseJson(text);
  if (!parsed.ok) return failed('not-json', `the answer is ${sentence(parsed.issues)}`, { status });
  const read = decode(parsed.value);
  if (read.ok) return { ok: true, value: read.value };
  const code = isJsonObject(parsed.value) ? interopErrorOf(parsed.value)?.code : undefined;
  return failed('wrong-shape', `the answer is not what this route answers: ${sentence(read.issues.slice(0, 3))}`, {
    status,
    ...(code !== undefined && { code }),
  });
}

/** A task as an answer shows it, when it is the one that was asked about. */
export function readTaskAnswer(text: string, status: number, asked: TaskId): PeerAnswer<PeerTask> {
  const read = readJsonBody(text, status, decodeInteropTask);
  if (!read.ok) return read;
  const { taskId } = read.value.task;
  if (taskId !== asked) return failed('wrong-task', wrongTask(taskId, asked), { status });
  return { ok: true, value: peerTask(read.value) };
}

function wrongTask(told: TaskId, asked: TaskId): string {
  return `the answer is about task ${JSON.stringify(told.slice(0, 80))}, asked was ${JSON.stringify(asked)}`;
}

/** A task as the client sees it. */
export function peerTask({ task, facts }: DecodedInteropTask): PeerTask {
  const { taskId, status, history, artifacts } = task;
  return {
    taskId,
    state: status.state,
    artifacts: [...artifacts],
    messages: [...history],
    ...textOf(status),
    ...progress(facts.lastProgressAt),
  };
}

function textOf({ message }: DecodedInteropTask['task']['status']): Pick<PeerTask, 'text'> {
  return message ? { text: messageText(message) } : {};
}

function progress(lastProgressAt: string | undefined): Pick<PeerTask, 'lastProgressAt'> {
  const instant = readInstant(lastProgressAt);
  return instant === undefined ? {} : { lastProgressAt: instant };
}

/**
 * The states of a stream that has begun. A failure is the last item. The stream may throw while it is read: what that means is
 * `onThrown`'s to say, undefined where it is no failure of the peer's.
 */
export async function* readStateStream(
  body: AsyncIterable<string>,
  asked: TaskId,
  options: { readonly limits: ReadingLimits; readonly onThrown: (thrown: unknown) => PeerAnswer<never> },
): AsyncGenerator<PeerAnswer<PeerTask>, void, undefined> {
  const { limits, onThrown } = options;
  const reader = createEventReader();
  let whole = 0;
  let open = 0;
  try {
    for await (const chunk of body) {
      whole += chunk.length;
      open += chunk.length;
      const events = reader.push(chunk);
      if (events.length > 0) open = 0;
      for (const event of events) {
        const answer = readStateEvent(event, asked);
        if (answer) yield answer;
        if (answer?.ok === false) return;
      }
      if (open > limits.body) return yield failed('too-big', `an event is longer than ${limits.body} characters`);
      if (whole > limits.stream) return yield failed('too-big', `the stream is longer than ${limits.stream} characters`);
    }
  } catch (thrown) {
    return yield onThrown(thrown);
  }
  if (reader.end().length > 0) yield failed('stream-cut', 'the stream stopped inside an event');
}

/** An event of another name is none of ours, as the rules of event streams have it. */
function readStateEvent({ event, data }: StreamEvent, asked: TaskId): PeerAnswer<PeerTask> | undefined {
  if (event !== undefined && event !== 'state') return undefined;
  const parsed = parseJson(data);
  if (!parsed.ok) return failed('not-json', `an event is ${sentence(parsed.issues)}`);
  const read = decodeInteropEvent(parsed.value);
  if (!read.ok) return failed('wrong-shape', `an event is no state of a task: ${sentence(read.issues.slice(0, 3))}`);
  const { update, seq, lastProgressAt } = read.value;
  if (update.taskId !== asked) return failed('wrong-task', wrongTask(update.taskId, asked));
  const { status, taskId } = update;
  return {
    ok: true,
    value: { taskId, state: status.state, artifacts: [], messages: [], seq, ...textOf(status), ...progress(lastProgressAt) },
  };
}
