// Answers under another JSON-RPC id than their request.

import { boundedDepth } from '../../base/bounded-depth.ts';
import type { Json } from '../../base/json.ts';
import type { CallCase, Casebook, LooseAnswer, StreamCase } from '../casebook/casebook.ts';
import { inPortions, type Evidence, type NamedTask, type Rule, type Verdicts } from '../rule.ts';
import { judgeOf } from './judging-version.ts';
import { taskAsked } from './named-tasks.ts';
import { createVerdictSheet, type VerdictSheet } from './verdict-sheet.ts';

/** A server that could not read the request does not know its id, and says null (JSON-RPC 2.0 §5). */
const UNREADABLE: ReadonlySet<number | string | undefined> = new Set([-32700, -32600]);

function* checkRpcIds(book: Evidence): Generator<void, Verdicts, void> {
  const sheet = createVerdictSheet();
  yield* inPortions(book.calls, (call) => {
    for (const { row, rpcId, error } of call.answers) judge(book, sheet, { call, row, rpcId, errorCode: error?.code });
    for (const { row, rpcId, kind } of call.stream?.frames ?? []) {
      if (kind !== 'error') judge(book, sheet, { call, row, rpcId, errorCode: undefined });
    }
  });
  if (book.looseAnswers.length === 0 && book.all.streams.every(({ call }) => call !== undefined)) return sheet.verdicts();
  const open = openCallsBySource(book);
  for (const answer of book.looseAnswers) judgeLoose(book, sheet, open.get(answer.source), answer);
  for (const stream of book.all.streams) if (!stream.call) judgeLooseStream(book, sheet, open.get(stream.source), stream);
  return sheet.verdicts();
}

interface Answered {
  readonly call: CallCase;
  readonly row: number;
  readonly rpcId: Json | undefined;
  readonly errorCode: number | string | undefined;
  /** What the answer is about, where it is not known to be the call's. */
  readonly about?: NamedTask | undefined;
}

function judge(book: Casebook, sheet: VerdictSheet, { call, row, rpcId, errorCode, about }: Answered): void {
  const { request } = call;
  if (request?.rpcId === undefined || rpcId === undefined || isSameId(request.rpcId, rpcId)) return;
  const task = taskOf(call) ?? about ?? null;
  if (rpcId === null && UNREADABLE.has(errorCode)) {
    return sheet.pass(
      task,
      [row, request.row],
      'The answer has the id null: the server could not read the request, so it can not know its id.',
    );
  }
  const why = `The request has the id ${shown(request.rpcId)}, the answer ${shown(rpcId)}: clients wait for the one that they sent.`;
  sheet.find({ task, severity: 'error', rows: [row, request.row], why, version: judgeOf(book, { call }) });
}

/** A hostile id is nested without end. */
function written(id: Json): string {
  return JSON.stringify(boundedDepth(id));
}

/** Ids are compared by value and type: 1 is not "1". */
function isSameId(one: Json, other: Json): boolean {
  return one === other || (typeof one === 'object' && written(one) === written(other));
}

function shown(id: Json): string {
  return written(id).slice(0, 60);
}

/** The task that the request names, else the one that it was answered with. */
function taskOf(call: CallCase): NamedTask | null {
  const named = taskAsked(call);
  if (named !== null && named.id !== '') return named;
  return call.stream?.task ?? call.answers.find(({ sighting }) => sighting !== undefined)?.sighting?.task ?? null;
}

/** Calls of one source without a transport that pairs them: when they were asked, and when they were answered. */
interface OpenCalls {
  readonly asked: readonly number[];
  readonly answered: readonly number[];
  /** Those that were never answered, in order. */
  readonly waiting: readonly CallCase[];
}

function openCallsBySource(book: Evidence): ReadonlyMap<number, OpenCalls> {
  const found = new Map<number, { asked: number[]; answered: number[]; waiting: CallCase[] }>();
  for (const call of book.all.calls) {
    if (call.sight.hint.method !== undefined || call.request?.rpcId === undefined) continue;
    const asked = call.request.row;
    const calls = found.get(call.source) ?? { asked: [], answered: [], waiting: [] };
    found.set(call.source, calls);
    calls.asked.push(asked);
    const answered = call.answers[0]?.row ?? call.stream?.frames[0]?.row;
    if (answered === undefined) calls.waiting.push(call);
    else calls.answered.push(answered);
  }
  for (const { asked, answered, waiting } of found.values()) {
    asked.sort((a, b) => a - b);
    answered.sort((a, b) => a - b);
    waiting.sort((a, b) => (a.request?.row ?? 0) - (b.request?.row ?? 0));
  }
  return found;
}

/** How many rows of a sorted list come before one. */
function countBefore(rows: readonly number[], row: number): number {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rows[middle] ?? 0) < row) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The one call that was open at a row, if there was exactly one and nothing ever answered it. */
function onlyOpenCall(calls: OpenCalls | undefined, row: number): CallCase | undefined {
  if (!calls || countBefore(calls.asked, row) - countBefore(calls.answered, row) !== 1) return undefined;
  const [first] = calls.waiting;
  return first?.request !== undefined && first.request.row < row ? first : undefined;
}

function judgeLoose(book: Casebook, sheet: VerdictSheet, calls: OpenCalls | undefined, answer: LooseAnswer): void {
  const call = onlyOpenCall(calls, answer.row);
  if (call) return judge(book, sheet, { call, ...answer, about: answer.task });
  sheet.pass(answer.task ?? null, [answer.row], 'The request to this answer is not in the trace, so nothing can be said of its id.');
}

function judgeLooseStream(book: Casebook, sheet: VerdictSheet, calls: OpenCalls | undefined, stream: StreamCase): void {
  const first = stream.marks?.answeredRow ?? stream.frames[0]?.row;
  const call = first === undefined ? undefined : onlyOpenCall(calls, first);
  if (!call || (call.operation !== 'stream' && call.operation !== 'subscribe')) return;
  for (const { row, rpcId, kind } of stream.frames)
    if (kind !== 'error') judge(book, sheet, { call, row, rpcId, errorCode: undefined, about: stream.task });
}

export const JSON_RPC_RULES: readonly Rule[] = [
  {
    id: 'jsonrpc-id-mismatch',
    title: 'An answer under another id',
    meaning: 'An answer or an event has another JSON-RPC id than its request, in value or in type.',
    remedy: 'The server must copy the id of the request into the answer and into every event, as it is.',
    channels: ['R', 'P', 'S'],
    severities: 'error',
    spec: { '': 'JSON-RPC 2.0 §5', '0.3': 'JSON-RPC 2.0 §5; A2A 0.3.0 §6.11.2' },
    check: checkRpcIds,
  },
];
