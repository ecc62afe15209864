// A row as a list shows it, and a row in full. Lists come by window, details one at a time (row-detail.ts).

import type { Observation } from '../adapters/observation.ts';
import type { Issue } from '../base/result.ts';
import type { Json } from '../base/json.ts';
import type { Fact } from '../log/fact.ts';
import type { Channel, Provenance, RowKind } from '../log/row-kind.ts';
import type { HttpHeaders } from '../protocol/http.ts';
import type { LogView } from '../log/log-view.ts';
import type { LogSettings } from '../log/saved-form.ts';
import type { ObservedState } from '../protocol/task.ts';
import { type BesideRows, filteredSeqs, isOpen, placeOf } from './row-filter.ts';
import { rowText } from './row-text.ts';
import { kernelNote, taskMovesOf } from './task-moves.ts';

export interface RowView {
  readonly seq: number;
  readonly row: number;
  readonly kind: RowKind;
  readonly channel: Channel;
  readonly provenance: Provenance;
  /** Milliseconds since the Unix epoch. */
  readonly time?: number;
  readonly agent?: string;
  readonly peer?: string;
  /** Its name: the id, with who keeps it where two tasks have that id. */
  readonly taskId?: string;
  readonly contextId?: string;
  readonly exchange?: number;
  readonly state?: ObservedState;
  readonly final?: boolean;
  readonly failed?: boolean;
  readonly label?: string;
  /** One line of what it says: the text of a message, the reason of a refusal, the name of an artifact. At most 160 units. */
  readonly text?: string;
  /** A move that our kernel would refuse: `completed -> working is not a legal transition`. A note, never a finding. */
  readonly kernelNote?: string;
}

export interface RowWindow {
  /** Rows in the log that pass the filter. */
  readonly total: number;
  /** Of these, rows that pass only because a search has met the words in their text. */
  readonly inText?: number;
  /** Rows in the log. */
  readonly unfiltered: number;
  readonly rows: readonly RowView[];
}
export interface RowFilter {
  readonly channels?: readonly Channel[];
  readonly taskId?: string;
  readonly agent?: string;
  /** As typed: words (case-insensitive, in kind, agent, peer, task, label, and where a search has met them) and `key:value` filters. */
  readonly find?: string;
  /** The thresholds and the switched-off rules under which `finding:` is asked. */
  readonly settings?: Partial<LogSettings>;
  readonly off?: readonly string[];
  /** How many hits of a search the asker knows of: another number is another question. */
  readonly hits?: number;
}

export interface RowDetail {
  readonly view: RowView;
  readonly source: {
    readonly index: number;
    readonly name: string;
    readonly from: number;
    readonly to: number;
    readonly line: number;
    readonly path: string;
  };
  /** The carrier's text with secrets cut, at most 65 536 units. */
  readonly raw: string;
  readonly rawTruncated: boolean;
  /** The value that the row is about, secrets cut; undefined when it cannot be parsed. */
  readonly value?: Json;
  readonly http?: { readonly method?: string; readonly path?: string; readonly status?: number; readonly headers?: HttpHeaders };
  readonly observation?: Observation;
  readonly fact?: Fact;
  readonly issues: readonly Issue[];
  /** Other rows of the same exchange, and the rows before and after of the same task: places to go. */
  readonly sameExchange: readonly number[];
  readonly previousOfTask?: number;
  readonly nextOfTask?: number;
}

/** Most rows of one answer. */
export const MOST_ROWS = 1_000;

/** A row as lists show it. */
export function rowView(log: LogView, seq: number): RowView {
  const row = log.rowAt(seq);
  const { source: _source, from: _from, to: _to, path: _path, ...columns } = log.row(row);
  const text = rowText(log, row);
  const task = log.taskKey(row);
  const move = task === undefined ? undefined : taskMovesOf(log).moveAt(task, seq);
  const note = move?.refused ? kernelNote(move.from, move.to) : undefined;
  return {
    seq,
    row,
    ...columns,
    ...(task === undefined ? {} : { taskId: log.tasks.nameOf(task) }),
    ...(text === undefined ? {} : { text }),
    ...(note === undefined ? {} : { kernelNote: note }),
  };
}

/** A window of rows, of all or of those that pass a filter. The cost is that of the window (SPEC.md P.2, P.3). */
export function projectRows(
  log: LogView,
  ask: { readonly from: number; readonly count: number; readonly filter?: RowFilter },
  beside?: BesideRows,
): RowWindow {
  const { from, end } = windowOf(ask);
  const unfiltered = log.rowCount;
  if (isOpen(ask.filter)) {
    const seqs = Array.from({ length: Math.max(0, Math.min(end, unfiltered) - from) }, (_, index) => from + index);
    return { total: unfiltered, unfiltered, rows: seqs.map((seq) => rowView(log, seq)) };
  }
  const { seqs, inText } = filteredSeqs(log, ask.filter, beside);
  return {
    total: seqs.length,
    ...(inText > 0 ? { inText } : {}),
    unfiltered,
    rows: Array.from(seqs.subarray(from, end), (seq) => rowView(log, seq)),
  };
}

/** A window as asked for, within what one answer may hold. */
export function windowOf(ask: { readonly from: number; readonly count: number }): { readonly from: number; readonly end: number } {
  const from = Math.max(0, Math.floor(ask.from));
  return { from, end: from + Math.min(MOST_ROWS, Math.max(0, Math.floor(ask.count))) };
}

/**
 * The seq that lies some rows on among those that pass a filter, clamped to the first and the last of them.
 * From a row that does not pass, a step on goes to the next that does, a step back to the one before.
 * @returns the seq asked from where no row passes
 */
export function projectNeighbour(
  log: LogView,
  ask: { readonly seq: number; readonly step: number; readonly filter?: RowFilter },
  beside?: BesideRows,
): number {
  const clamp = (value: number, count: number): number => Math.min(Math.max(0, value), count - 1);
  if (isOpen(ask.filter)) return log.rowCount === 0 ? ask.seq : clamp(ask.seq + ask.step, log.rowCount);
  const { seqs } = filteredSeqs(log, ask.filter, beside);
  const place = placeOf(seqs, ask.seq);
  const between = seqs[place] !== ask.seq && ask.step > 0 ? 1 : 0;
  return seqs[clamp(place + ask.step - between, seqs.length)] ?? ask.seq;
}

/** Rows with their values, as plain data for scripts. */
export function projectLogRows(
  log: LogView,
  ask: { readonly from: number; readonly count: number },
): readonly { readonly seq: number; readonly view: Json; readonly value?: Json }[] {
  return projectRows(log, ask).rows.map((view) => {
    const value = log.value(view.row);
    return { seq: view.seq, view: { ...view }, ...(value === undefined ? {} : { value }) };
  });
}
