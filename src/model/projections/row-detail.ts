// A row in full: where it stands in its text, the text itself with secrets cut, the value, what the adapters read in it,
// and the rows to go to from here.

import { isJsonObject, member, parseJson, textMember, type Json } from '../base/json.ts';
import type { Issue } from '../base/result.ts';
import { countBelow } from '../log/column.ts';
import type { LogView } from '../log/log-view.ts';
import type { RowKind } from '../log/row-kind.ts';
import { observeRow } from './observed-row.ts';
import { rowView, type RowDetail } from './row-view.ts';

const RAW_UNITS = 65_536;
/** A longer carrier is not parsed again for the sake of its HTTP head. */
const CARRIER_UNITS = 1 << 20;
const MOST_OF_EXCHANGE = 200;
const ANSWERS: ReadonlySet<RowKind> = new Set<RowKind>(['call-settled', 'push-received', 'card-seen']);

/** @returns undefined where the log has no such row */
export function projectRow(log: LogView, ask: { readonly seq: number }): RowDetail | undefined {
  const { seq } = ask;
  if (!Number.isInteger(seq) || seq < 0 || seq >= log.rowCount) return undefined;
  const row = log.rowAt(seq);
  const { source: index, from, to, path } = log.row(row);
  const source = log.sourceView(index);
  const value = log.value(row);
  const observation = observeRow(log, row);
  const fact = log.fact(row);
  const http = httpHeadOf(log, row);
  return {
    view: rowView(log, seq),
    source: { index, name: source?.name ?? '', from, to, line: source?.lineOf(from) ?? 1, path },
    raw: source?.read(from, Math.min(to, from + RAW_UNITS)).slice(0, RAW_UNITS) ?? '',
    rawTruncated: to - from > RAW_UNITS,
    ...(value === undefined ? {} : { value }),
    ...(http === undefined ? {} : { http }),
    ...(observation === undefined ? {} : { observation }),
    ...(fact === undefined ? {} : { fact }),
    issues: issuesOf(observation?.issues ?? [], value),
    ...places(log, { row, seq, task: log.taskKey(row) }),
  };
}

function issuesOf(issues: readonly Issue[], value: Json | undefined): readonly Issue[] {
  return value === undefined ? [...issues, { path: '', message: 'the value of this row cannot be parsed from its text' }] : issues;
}

function places(
  log: LogView,
  of: { readonly row: number; readonly seq: number; readonly task: string | undefined },
): Pick<RowDetail, 'sameExchange' | 'previousOfTask' | 'nextOfTask'> {
  const exchange = log.rowsOfExchange(of.row);
  const at = (rows: ArrayLike<number>) => (index: number) => log.seqOf(rows[index] ?? 0);
  // The neighbours in a long stream, not its first rows.
  const place = countBelow(exchange.length, at(exchange), of.seq);
  const first = Math.max(0, Math.min(place - MOST_OF_EXCHANGE / 2, exchange.length - MOST_OF_EXCHANGE));
  const window = Array.from({ length: Math.min(MOST_OF_EXCHANGE, exchange.length) }, (_, index) => at(exchange)(first + index));
  const ofTask = of.task === undefined ? [] : log.rowsOfTask(of.task);
  const placeInTask = countBelow(ofTask.length, at(ofTask), of.seq);
  const previous = ofTask[placeInTask - 1];
  const next = ofTask[placeInTask + 1];
  return {
    sameExchange: window.filter((seq) => seq !== of.seq),
    ...(previous === undefined ? {} : { previousOfTask: log.seqOf(previous) }),
    ...(next === undefined ? {} : { nextOfTask: log.seqOf(next) }),
  };
}

/** The head of the request or answer that carried the row, where its carrier is a record of one. */
export function httpHeadOf(log: LogView, row: number): RowDetail['http'] {
  const { source, from, to, kind } = log.row(row);
  if (to - from > CARRIER_UNITS) return undefined;
  const read = parseJson(log.sourceView(source)?.read(from, to) ?? '');
  if (!read.ok) return undefined;
  // A record of one direction carries the head itself, a record of a whole exchange carries two.
  const record = member(read.value, ANSWERS.has(kind) ? 'response' : 'request') ?? read.value;
  const method = textMember(record, 'method');
  const path = textMember(record, 'path') ?? textMember(record, 'url');
  const status = member(record, 'status');
  const headers = headersOf(member(record, 'headers'));
  // A JSON-RPC envelope has a method too, and is no head.
  const isHead = headers !== undefined || path !== undefined || (typeof status === 'number' && member(record, 'jsonrpc') === undefined);
  if (!isHead) return undefined;
  return {
    ...(method === undefined ? {} : { method }),
    ...(path === undefined ? {} : { path }),
    ...(typeof status === 'number' ? { status } : {}),
    ...(headers === undefined ? {} : { headers }),
  };
}

function headersOf(value: Json | undefined): Readonly<Record<string, string>> | undefined {
  if (!isJsonObject(value)) return undefined;
  const entries = Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return Object.fromEntries(entries);
}
