// The server side of ACP: a request handler around an `Execute`. Runs go on without a reader, whatever the mode of the request:
// a stream shows one while it works, a synchronous answer waits for its end or pause, an asynchronous one for nothing. What a
// task is, the kernel says; messages and events of a run are kept here, for ACP shows them and the kernel does not know them.
// ACP 1.0 paths, Run, Event, Error.

import { encodeEvent } from '../../base/event-stream.ts';
import type { Json } from '../../base/json.ts';
import type { CallerContext } from '../../protocol/caller-context.ts';
import type { HttpRequest, HttpResponse, RequestHandler } from '../../protocol/http.ts';
import type { OperationError, OperationResult } from '../../protocol/operation.ts';
import type { StreamEvent } from '../../protocol/stream-event.ts';
import { encodeManifest } from '../dialects/acp-manifest.ts';
import type { CallerCarrier, Execute, ServingOptions } from '../protocol-port.ts';
import { acpError, refuseAcp } from './acp-errors.ts';
import { uuidOf } from './acp-ids.ts';
import { decodeRunRequest, type AcpMode, type AskedRun } from './acp-requests.ts';
import { acpRestFacts } from './acp-rest.ts';
import { KeptRuns, type KnownRun } from './acp-kept-runs.ts';
import { AcpRun } from './acp-run.ts';
import { changesAfterTask } from './a2a-v1-stream.ts';
import { errorOf, jsonAnswer, NOBODY, sentence } from './answering.ts';
import { eventFrames, STREAM_HEAD } from './event-frames.ts';

interface Serving {
  readonly execute: Execute;
  readonly carrier: CallerCarrier;
  readonly now: () => string;
  readonly runs: KeptRuns;
  /** Messages of ACP have no ids. */
  readonly nextMessageId: () => string;
}
/** A turn at work: wakes whoever waits for its events, and says when and how it is over. */
interface RunningTurn {
  readonly over: Promise<OperationError | undefined>;
  readonly events: () => AsyncIterable<Json>;
}

/** Serves an agent as ACP: its manifest, its runs. */
export function serveAcp(execute: Execute, options: ServingOptions): RequestHandler {
  const now = (): string => new Date(options.now()).toISOString();
  let messages = 0;
  const nextMessageId = (): string => `acp-message-${++messages}`;
  const serving: Serving = { execute, carrier: options.carrier, now, runs: new KeptRuns(), nextMessageId };
  return async (request, { signal }) => {
    if (request.method === 'GET' && /(?:^|\/)ping$/.test(request.path)) return jsonAnswer(200, '{}');
    const facts = acpRestFacts(request.method, request.path);
    if (facts?.operation === 'card') return serveManifest(serving, request, signal);
    const caller = serving.carrier.decode(request.headers);
    if (!caller.ok) return refuseAcp({ code: 'CALLER_UNKNOWN', message: sentence(caller.issues) });
    const ask = { caller: caller.value, signal };
    if (facts?.operation === 'run') return startTurn(serving, request, { ...ask, runId: facts.runId });
    if (facts?.runId !== undefined && (facts.operation === 'get' || facts.operation === 'cancel')) {
      return serveRun(serving, facts.operation, { ...ask, runId: facts.runId, isLog: facts.label.endsWith('/events') });
    }
    return refuseAcp({ code: 'METHOD_NOT_FOUND', message: `nothing is asked by ${request.method} here` });
  };
}

async function serveManifest({ execute }: Serving, request: HttpRequest, signal: AbortSignal): Promise<HttpResponse> {
  const result = await execute({ kind: 'card' }, NOBODY, { signal });
  if (result.kind !== 'card') return refuseAcp(unexpected(result));
  const [path = ''] = request.path.split(/[?#]/, 1);
  const named = /\/agents\/([^/]+)\/?$/.exec(path)?.[1];
  const manifest = encodeManifest(result.card);
  if (named === undefined) return jsonAnswer(200, JSON.stringify({ agents: [manifest] }));
  if (named !== result.card.name) return refuseAcp({ code: 'TASK_NOT_FOUND', message: `there is no agent ${named} here` });
  return jsonAnswer(200, JSON.stringify(manifest));
}

interface Ask {
  readonly caller: CallerContext;
  readonly signal: AbortSignal;
}

/** Starts a run, or goes on with one that awaits. */
async function startTurn(serving: Serving, request: HttpRequest, ask: Ask & { readonly runId: string | undefined }): Promise<HttpResponse> {
  const { execute, runs } = serving;
  const known = ask.runId === undefined ? undefined : runs.get(ask.runId);
  if (ask.runId !== undefined && !known) return refuseAcp({ code: 'TASK_NOT_FOUND', message: `no such run: ${ask.runId}` });
  const asked = decodeRunRequest(request.body, known?.taskId, (sessionId) => runs.contextOf(sessionId));
  if (!asked.ok) return refuseAcp({ code: 'INVALID_PARAMS', message: sentence(asked.issues) });
  const objection = known ? await awaitObjection(serving, known, ask) : await agentObjection(serving, asked.value, ask.signal);
  if (objection) return refuseAcp(objection);
  // A run is nobody's to end by going away: it stops when it is cancelled.
  const unread = new AbortController().signal;
  const { handover } = asked.value;
  const message = { ...handover.message, messageId: serving.nextMessageId() };
  const result = await execute({ kind: 'stream', ...handover, message, opening: 'task' }, ask.caller, { signal: unread });
  if (result.kind !== 'events') return refuseAcp(unexpected(result));
  const events = result.events[Symbol.asyncIterator]();
  const begun = await nextOf(events);
  if ('failed' in begun) return refuseAcp(begun.failed);
  const run = known ?? register(serving, begun.event, asked.value.agent);
  const from = known ? run.run.events.length : 0;
  const turn = runTurn(run.run, events, { from, onOver: () => endIfOver(runs, run) });
  return answerTurn(run, turn, { mode: asked.value.mode, isNew: !known, signal: ask.signal });
}

async function nextOf(
  events: AsyncIterator<StreamEvent>,
): Promise<{ readonly event: StreamEvent | undefined } | { readonly failed: OperationError }> {
  try {
    const next = await events.next();
    return { event: next.done === true ? undefined : next.value };
  } catch (thrown) {
    return { failed: errorOf(thrown) };
  }
}

async function agentObjection({ execute }: Serving, { agent }: AskedRun, signal: AbortSignal): Promise<OperationError | undefined> {
  const result = await execute({ kind: 'card' }, NOBODY, { signal });
  if (result.kind !== 'card') return unexpected(result);
  return agent === result.card.name ? undefined : { code: 'TASK_NOT_FOUND', message: `there is no agent ${agent} here` };
}

/** A run takes a message only while it awaits one. What the kernel says of a run that ended is its to say. */
async function awaitObjection({ execute }: Serving, { taskId }: KnownRun, { caller, signal }: Ask): Promise<OperationError | undefined> {
  const result = await execute({ kind: 'get', taskId }, caller, { signal });
  if (result.kind !== 'task') return unexpected(result);
  const { state } = result.task.status;
  const isAtWork = state === 'working' || state === 'submitted';
  return isAtWork ? { code: 'UNSUPPORTED', message: 'the run does not await a message' } : undefined;
}

function endIfOver(runs: KeptRuns, { runId, run }: KnownRun): void {
  if (run.isOver) runs.end(runId);
}

function register({ runs, now }: Serving, begun: StreamEvent | undefined, agent: string): KnownRun {
  const ids = begun?.kind === 'task' ? begun.task : { taskId: '', contextId: '' };
  const runId = uuidOf(ids.taskId);
  const sessionId = uuidOf(ids.contextId);
  const known = { runId, sessionId, taskId: ids.taskId, run: new AcpRun({ runId, sessionId, agent, now }) };
  runs.add(known, ids.contextId);
  return known;
}

/**
 * Runs a turn to its end, whoever reads.
 * @param about with which event of the run the turn begins, and whom to tell when it is over
 */
function runTurn(
  run: AcpRun,
  events: AsyncIterator<StreamEvent>,
  about: { readonly from: number; readonly onOver: () => void },
): RunningTurn {
  let wake = (): void => undefined;
  let news = new Promise<void>((resolve) => (wake = resolve));
  /** How many events the run had when the turn was over: what a later turn says is not this one's. */
  let end: number | undefined;
  let failed: OperationError | undefined;
  const tell = (): void => {
    const told = wake;
    news = new Promise<void>((resolve) => (wake = resolve));
    told();
  };
  const drive = async (): Promise<OperationError | undefined> => {
    try {
      // The task that opened the turn is known already; what comes after are changes.
      for await (const event of changesAfterTask(continued(events))) {
        run.take(event);
        tell();
      }
    } catch (thrown) {
      failed = errorOf(thrown);
    }
    run.endTurn();
    end = run.events.length;
    about.onOver();
    tell();
    return failed;
  };
  const over = drive();
  return {
    over,
    events: async function* () {
      for (let at = about.from; ; at++) {
        while (at >= run.events.length && end === undefined) await news;
        const event = at === end ? undefined : run.events[at];
        if (event === undefined) break;
        yield event;
      }
      if (failed) yield { type: 'error', error: acpError(failed) };
    },
  };
}

/** The rest of a sequence of which the first was read. */
async function* continued(events: AsyncIterator<StreamEvent>): AsyncIterable<StreamEvent> {
  for (let next = await events.next(); next.done !== true; next = await events.next()) yield next.value;
}

async function answerTurn(
  known: KnownRun,
  turn: RunningTurn,
  options: { readonly mode: AcpMode; readonly isNew: boolean; readonly signal: AbortSignal },
): Promise<HttpResponse> {
  const { mode, isNew, signal } = options;
  const { run } = known;
  const headers = isNew ? { 'run-id': uuidOf(known.taskId) } : {};
  const json = { 'content-type': 'application/json', ...headers };
  if (mode === 'async') return jsonAnswer(202, JSON.stringify(run.snapshot()), json);
  if (mode === 'stream') {
    const body = eventFrames(turn.events(), {
      signal,
      encode: (event) => encodeEvent(JSON.stringify(event)),
      encodeFailure: (error) => encodeEvent(JSON.stringify({ type: 'error', error: acpError(error) })),
    });
    return { status: 200, headers: { ...STREAM_HEAD, ...headers }, body };
  }
  const failed = await turn.over;
  return failed ? refuseAcp(failed) : jsonAnswer(200, JSON.stringify(run.snapshot()), json);
}

async function serveRun(
  { execute, runs }: Serving,
  kind: 'get' | 'cancel',
  ask: Ask & { readonly runId: string; readonly isLog: boolean },
): Promise<HttpResponse> {
  const known = runs.get(ask.runId);
  if (!known) return refuseAcp({ code: 'TASK_NOT_FOUND', message: `no such run: ${ask.runId}` });
  const result = await execute({ kind, taskId: known.taskId }, ask.caller, { signal: ask.signal });
  if (result.kind !== 'task') return refuseAcp(unexpected(result));
  const { task } = result;
  if (kind === 'cancel') known.run.cancel(task);
  endIfOver(runs, known);
  if (ask.isLog) return jsonAnswer(200, JSON.stringify({ events: known.run.events }));
  return jsonAnswer(kind === 'cancel' ? 202 : 200, JSON.stringify(known.run.snapshot(task.status.state)));
}

function unexpected(result: OperationResult): OperationError {
  return result.kind === 'error' ? result.error : { code: 'INTERNAL', message: `the agent answered with ${result.kind}` };
}
