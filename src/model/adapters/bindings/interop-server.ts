// The server side of the small REST protocol: a request handler around an `Execute`. It asks for a bearer token, turns bodies
// into operations and results into bodies, and decides nothing about tasks. States are told as they are stored, not as the
// stream of a turn says them, so a stream of states outlives the pauses of a task. SPEC.md I.1, I.4–I.8.

import { parseJson, type Json, type JsonObject } from '../../base/json.ts';
import { success, type Result } from '../../base/result.ts';
import type { CallerContext } from '../../protocol/caller-context.ts';
import type { HttpHeaders, HttpRequest, HttpResponse, RequestHandler } from '../../protocol/http.ts';
import type { InteropTask } from '../../protocol/interop.ts';
import type { Message } from '../../protocol/message.ts';
import type { OperationError, OperationResult } from '../../protocol/operation.ts';
import type { Part } from '../../protocol/part.ts';
import type { PeerStep } from '../../protocol/peer.ts';
import type { Task, TaskId } from '../../protocol/task.ts';
import type { TaskMoment, TaskMoments } from '../../protocol/task-moment.ts';
import { decodeInteropCancel, decodeInteropCreate, decodeInteropInput } from '../dialects/interop.ts';
import { encodeInteropCard } from '../dialects/interop-card.ts';
import { encodeInteropError, encodeInteropEvent, encodeInteropTask } from '../dialects/interop-encode.ts';
import { CLIENT_REF_KEY, endsStream, INTEROP_STATUS_OF_CODE, interopCodeOf, isInteropCode, SKILL_KEY } from '../dialects/interop-words.ts';
import type { Execute } from '../protocol-port.ts';
import { jsonAnswer, NOBODY, sentence } from './answering.ts';
import { STREAM_HEAD } from './event-frames.ts';
import { interopRoutes } from './interop-paths.ts';
import { firstSeen } from './status-dates.ts';

export interface InteropServing {
  /** What callers must show, and whom it stands for. */
  readonly token: string;
  readonly caller: CallerContext;
  /** What is stored, for streams of states: a kernel server's `moments`. */
  readonly moments: TaskMoments;
  /** Dates what the kernel has not dated: milliseconds since the Unix epoch. */
  readonly now: () => number;
  /** What the agent is made with, as its card says. */
  readonly framework: string;
  /** Whether tasks and frames tell when work last went on. */
  readonly heartbeat?: boolean;
  /** Signs the card as it goes on the wire; without it the card is unsigned. */
  readonly signCard?: (card: JsonObject) => Result<object>;
  /** The longest body that is read, in UTF-16 units; a million where it is not said. */
  readonly maxBody?: number;
}

const MAX_BODY = 1_000_000;

interface Serving extends InteropServing {
  readonly execute: Execute;
  readonly date: (taskId: TaskId, status: { readonly tick?: number; readonly timestamp?: string }) => string;
  /** The protocol has no ids of messages, and the kernel wants them. */
  readonly nextMessageId: () => string;
}
interface Call {
  readonly step: PeerStep;
  readonly taskId: TaskId;
  readonly body: Json | undefined;
  readonly signal: AbortSignal;
}

/** Serves an agent at its six routes. */
export function serveInterop(execute: Execute, options: InteropServing): RequestHandler {
  const dates = firstSeen(options.now);
  let count = 0;
  const serving: Serving = {
    ...options,
    execute,
    date: (taskId, status) => status.timestamp ?? dates(taskId, { state: 'unknown', ...status }) ?? '',
    nextMessageId: () => `message-${(count += 1)}`,
  };
  return async (request, { signal }) => {
    const routes = interopRoutes(request.path, 'start');
    const isOpen = routes.some(({ route }) => !route.authenticated);
    if (!isOpen && !isAuthorized(serving, request.headers)) return unauthorized(request.headers);
    if (routes.length === 0) return refuse({ code: 'NOT_FOUND', message: 'there is nothing here' });
    const found = routes.find(({ route }) => route.method === request.method);
    if (!found) {
      const allow = routes.map(({ route }) => route.method).join(', ');
      return refuse({ code: 'METHOD_NOT_ALLOWED', message: `this is for ${allow}` }, { allow });
    }
    const body = readBody(request, options.maxBody ?? MAX_BODY);
    if (!body.ok) return refuse(body.error);
    return answer(serving, { step: found.route.step, taskId: found.taskId, body: body.value, signal });
  };
}

function isAuthorized({ token }: Serving, headers: HttpHeaders): boolean {
  const shown = /^bearer +(\S+) *$/i.exec(headers['authorization'] ?? '')?.[1];
  return token !== '' && shown === token;
}

/** RFC 6750 §3: a token that was shown and is wrong is told apart from none. */
function unauthorized(headers: HttpHeaders): HttpResponse {
  const isShown = headers['authorization'] !== undefined;
  const challenge = isShown ? 'Bearer error="invalid_token"' : 'Bearer';
  const message = isShown ? 'the bearer token is not one that is known here' : 'a bearer token is needed';
  return refuse({ code: 'UNAUTHORIZED', message }, { 'www-authenticate': challenge });
}

type ReadBody = { readonly ok: true; readonly value: Json | undefined } | { readonly ok: false; readonly error: OperationError };

function readBody({ method, body }: HttpRequest, longest: number): ReadBody {
  if (method !== 'POST' || body === '') return { ok: true, value: undefined };
  if (body.length > longest) return { ok: false, error: { code: 'TOO_LARGE', message: `a body may have ${longest} characters` } };
  const parsed = parseJson(body);
  return parsed.ok ? { ok: true, value: parsed.value } : { ok: false, error: invalid(parsed) };
}

function answer(serving: Serving, call: Call): Promise<HttpResponse> {
  switch (call.step) {
    case 'card':
      return answerCard(serving, call);
    case 'create':
      return answerCreate(serving, call);
    case 'get':
      return answerGet(serving, call);
    case 'events':
      return answerEvents(serving, call);
    case 'input':
      return answerInput(serving, call);
    case 'cancel':
      return answerCancel(serving, call);
  }
}

async function answerCard({ execute, framework, heartbeat = false, signCard }: Serving, { signal }: Call): Promise<HttpResponse> {
  const result = await execute({ kind: 'card' }, NOBODY, { signal });
  if (result.kind !== 'card') return refuse(errorIn(result));
  const card = encodeInteropCard({ ...result.card, securitySchemes: ['bearer'] }, { framework, heartbeat, signatures: [] });
  if (!signCard) return json(200, card);
  // Signed is what a reader will see: the card as JSON, without members that are there and say nothing.
  const signature = signCard(JSON.parse(JSON.stringify(card)) as JsonObject);
  if (!signature.ok) return refuse({ code: 'INTERNAL', message: `the card cannot be signed: ${sentence(signature.issues)}` });
  return json(200, { ...card, signatures: [signature.value] });
}

async function answerCreate(serving: Serving, { body, signal }: Call): Promise<HttpResponse> {
  const order = decodeInteropCreate(body ?? null);
  if (!order.ok) return refuse(invalid(order));
  const { skill, clientRef, parts, metadata } = order.value;
  const { execute, caller } = serving;
  const card = await execute({ kind: 'card' }, NOBODY, { signal });
  if (card.kind !== 'card') return refuse(errorIn(card));
  if (!card.card.skills.some(({ skillId }) => skillId === skill)) {
    return refuse({ code: 'UNKNOWN_SKILL', message: `this agent has no skill ${JSON.stringify(skill)}` });
  }
  const marks = { ...metadata, [SKILL_KEY]: skill, ...(clientRef !== undefined && { [CLIENT_REF_KEY]: clientRef }) };
  const message: Message = { messageId: serving.nextMessageId(), role: 'user', parts, metadata: marks };
  const named = clientRef === undefined ? {} : { clientRef };
  const result = await execute({ kind: 'send', blocking: false, message, ...named }, caller, { signal });
  if (result.kind !== 'task') return refuse(errorIn(result));
  const told = taskBody(serving, result.task);
  return json(result.foundAgain === true ? 200 : 201, told, { location: `/tasks/${encodeURIComponent(told.id)}` });
}

async function answerGet(serving: Serving, { taskId, signal }: Call): Promise<HttpResponse> {
  return taskAnswer(serving, await serving.execute({ kind: 'get', taskId }, serving.caller, { signal }));
}

async function answerInput(serving: Serving, { taskId, body, signal }: Call): Promise<HttpResponse> {
  const parts: Result<readonly Part[]> = decodeInteropInput(body ?? null);
  if (!parts.ok) return refuse(invalid(parts));
  const { execute, caller } = serving;
  const present = await execute({ kind: 'get', taskId }, caller, { signal });
  if (present.kind !== 'task') return refuse(errorIn(present));
  const { state } = present.task.status;
  if (endsStream(state)) return refuse({ code: 'TASK_TERMINAL', message: `task ${taskId} is ${state}` });
  if (state !== 'input-required' && state !== 'auth-required') {
    return refuse({ code: 'NOT_WAITING', message: `task ${taskId} is ${state} and asks nothing` });
  }
  const message: Message = { messageId: serving.nextMessageId(), role: 'user', parts: parts.value, taskId };
  return taskAnswer(serving, await execute({ kind: 'send', blocking: false, message }, caller, { signal }));
}

async function answerCancel(serving: Serving, { taskId, body, signal }: Call): Promise<HttpResponse> {
  const reason = body === undefined ? success(undefined) : decodeInteropCancel(body);
  if (!reason.ok) return refuse(invalid(reason));
  return taskAnswer(serving, await serving.execute({ kind: 'cancel', taskId }, serving.caller, { signal }));
}

async function answerEvents(serving: Serving, { taskId, signal }: Call): Promise<HttpResponse> {
  // Asked first, because whose the task is only `execute` knows.
  const present = await serving.execute({ kind: 'get', taskId }, serving.caller, { signal });
  if (present.kind !== 'task') return refuse(errorIn(present));
  return { status: 200, headers: STREAM_HEAD, body: stateFrames(serving, serving.moments.follow(taskId, signal)) };
}

async function* stateFrames(serving: Serving, moments: AsyncIterable<TaskMoment>): AsyncGenerator<string, void, undefined> {
  let told = 0;
  for await (const moment of moments) {
    const { task, seq } = moment;
    // A sign of progress is nothing to say where no heartbeat was promised.
    if (seq === told && serving.heartbeat !== true) continue;
    told = seq;
    const frame = encodeInteropEvent(task.taskId, task.status, {
      seq,
      at: serving.date(task.taskId, task.status),
      lastProgressAt: lastProgress(serving, moment),
    });
    yield `id: ${seq}\nevent: state\ndata: ${JSON.stringify(frame)}\n\n`;
  }
}

/** The last sign of progress: what was said, or what was stored since. */
function lastProgress(serving: Serving, { task, progressAt }: Pick<TaskMoment, 'task' | 'progressAt'>): string | undefined {
  if (serving.heartbeat !== true) return undefined;
  const stored = serving.date(task.taskId, task.status);
  return progressAt !== undefined && progressAt > Date.parse(stored) ? new Date(progressAt).toISOString() : stored;
}

function taskAnswer(serving: Serving, result: OperationResult): HttpResponse {
  return result.kind === 'task' ? json(200, taskBody(serving, result.task)) : refuse(errorIn(result));
}

function taskBody(serving: Serving, task: Task): InteropTask {
  const [first] = task.history;
  const skill = first?.metadata?.[SKILL_KEY];
  const clientRef = first?.metadata?.[CLIENT_REF_KEY];
  const progressAt = serving.moments.of(task.taskId)?.progressAt;
  const lastProgressAt = lastProgress(serving, { task, ...(progressAt !== undefined && { progressAt }) });
  const facts = {
    skill: typeof skill === 'string' ? skill : '',
    ...(typeof clientRef === 'string' && { clientRef }),
    // Ticks count from 1: 0 is when the task itself was first seen, which is in the answer to its create.
    createdAt: serving.date(task.taskId, { tick: 0 }),
    ...(lastProgressAt !== undefined && { lastProgressAt }),
  };
  return encodeInteropTask(task, facts, serving.date(task.taskId, task.status));
}

function errorIn(result: OperationResult): OperationError {
  return result.kind === 'error' ? result.error : { code: 'INTERNAL', message: 'the agent answered something else' };
}

function invalid({ issues }: Extract<Result<unknown>, { ok: false }>): OperationError {
  return { code: 'INVALID_REQUEST', message: sentence(issues) };
}

/** An error of the protocol by its own status; a refusal in a policy's own word is 403. */
function refuse({ code, message }: OperationError, headers: HttpHeaders = {}): HttpResponse {
  const told = interopCodeOf(code);
  return json(isInteropCode(told) ? INTEROP_STATUS_OF_CODE[told] : 403, encodeInteropError(told, message), headers);
}

function json(status: number, body: object, headers: HttpHeaders = {}): HttpResponse {
  return jsonAnswer(status, JSON.stringify(body), { 'content-type': 'application/json', ...headers });
}
