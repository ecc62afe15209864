// The requests of one delegation as its client saw them: what was asked, what came back, and the states that a stream told.

import { isJsonObject, textMember } from '../base/json.ts';
import type { LogView } from '../log/log-view.ts';
import type { RowKind } from '../log/row-kind.ts';
import type { ObservedState } from '../protocol/task.ts';
import { countUpTo } from './known-caller.ts';
import { httpHeadOf } from './row-detail.ts';

/** What came back to a request, or that nothing did. */
export interface CallAnswer {
  readonly seq: number;
  readonly at?: number;
  readonly status?: number;
  readonly failed: boolean;
  /** `error UNAVAILABLE`, `lost: …`, `reader gone`: the label of its row. */
  readonly label?: string;
  readonly state?: ObservedState;
}
export interface SeenInCall {
  readonly seq: number;
  readonly at?: number;
  readonly state: ObservedState;
}
export interface DelegationCall {
  readonly seq: number;
  readonly at?: number;
  readonly peer?: string;
  /** Our word for the operation: `send`, `subscribe`, `get`, …. */
  readonly operation?: string;
  /** `POST /tasks` */
  readonly label?: string;
  /** What makes a repeated create find its task, where the request states it. */
  readonly clientRef?: string;
  readonly skill?: string;
  /** The whole answer, or the end of a stream; undefined while it is open. */
  readonly answer?: CallAnswer;
  /** States of a stream, at most 40. */
  readonly states: readonly SeenInCall[];
  /** There are more than are listed. */
  readonly moreStates: boolean;
}

const MOST_STATES = 40;
/** Rows of one exchange that are looked at, and its last one. */
const MOST_LOOKED = 2_000;
const ENDS: ReadonlySet<RowKind> = new Set<RowKind>(['call-settled', 'stream-ended']);
const TELLS_STATE: ReadonlySet<RowKind> = new Set<RowKind>(['status-update', 'task-snapshot']);

/** A request and what its exchange shows up to the cursor. */
export function delegationCall(log: LogView, row: number, cursor: number): DelegationCall {
  const operation = log.exchangeOf(row)?.operation;
  const label = log.label(row);
  const peer = log.peer(row);
  return {
    seq: log.seqOf(row),
    ...timeOf(log, row),
    ...(peer === undefined ? {} : { peer }),
    ...(operation === undefined ? {} : { operation }),
    ...(label === undefined ? {} : { label }),
    ...(operation === 'send' ? orderOf(log, row) : {}),
    ...answersOf(log, row, cursor),
  };
}

function orderOf(log: LogView, row: number): Pick<DelegationCall, 'clientRef' | 'skill'> {
  const body = log.value(row);
  if (!isJsonObject(body)) return {};
  const clientRef = textMember(body, 'client_ref');
  const skill = textMember(body, 'skill');
  return { ...(clientRef === undefined ? {} : { clientRef }), ...(skill === undefined ? {} : { skill }) };
}

function answersOf(log: LogView, row: number, cursor: number): Pick<DelegationCall, 'answer' | 'states' | 'moreStates'> {
  const rows = log.rowsOfExchange(row);
  const count = countUpTo(log, rows, cursor);
  const looked = Math.min(count, MOST_LOOKED);
  const states: SeenInCall[] = [];
  let answer: CallAnswer | undefined;
  let moreStates = looked < count;
  for (let index = 0; index < looked; index += 1) {
    const each = rows[index] ?? -1;
    if (ENDS.has(log.kind(each))) answer ??= answerOf(log, each);
    const state = TELLS_STATE.has(log.kind(each)) ? log.state(each) : undefined;
    if (state === undefined) continue;
    if (states.length < MOST_STATES) states.push({ seq: log.seqOf(each), ...timeOf(log, each), state });
    else moreStates = true;
  }
  const last = rows[count - 1] ?? -1;
  if (looked < count && ENDS.has(log.kind(last))) answer ??= answerOf(log, last);
  return { ...(answer && { answer }), states, moreStates };
}

function answerOf(log: LogView, row: number): CallAnswer {
  const status = httpHeadOf(log, row)?.status;
  const label = log.label(row);
  const state = log.state(row);
  return {
    seq: log.seqOf(row),
    ...timeOf(log, row),
    ...(status === undefined ? {} : { status }),
    failed: log.failed(row),
    ...(label === undefined ? {} : { label }),
    ...(state === undefined ? {} : { state }),
  };
}

function timeOf(log: LogView, row: number): { readonly at?: number } {
  const at = log.time(row);
  return at === undefined ? {} : { at };
}
