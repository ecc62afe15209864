// Sources: the text as given, with marks for which row came from where, what was set aside, and what could not be read.

import { countBelow } from '../log/column.ts';
import type { LogView, SourceView } from '../log/log-view.ts';
import type { FormatDoubt } from '../log/read-as.ts';
import type { Stretch } from '../log/row.ts';
import { windowOf } from './row-view.ts';

export interface SourceLine {
  /** From 1. */
  readonly number: number;
  /** With secrets cut; at most 2 000 units, then `truncated`. */
  readonly text: string;
  readonly truncated: boolean;
  /** The rows whose carrier starts in this line. */
  readonly seqs: readonly number[];
  readonly mark: 'read' | 'unread' | 'set-aside' | 'framing';
  /** Of a long line whose mark lies behind: how many units before `text` are left out. */
  readonly skipped?: number;
  /** Units of `text` that lie in the range asked for. */
  readonly marked?: { readonly from: number; readonly to: number };
  readonly why?: string;
}
export interface SourceAnswer {
  readonly index: number;
  readonly name: string;
  readonly format: string;
  /** Where its format is not certain, or was chosen by hand. */
  readonly doubt?: FormatDoubt;
  readonly lineCount: number;
  readonly length: number;
  readonly lines: readonly SourceLine[];
  readonly unread: readonly { readonly from: number; readonly to: number; readonly line: number; readonly why: string }[];
  readonly setAside: readonly { readonly from: number; readonly to: number; readonly line: number; readonly why: string }[];
  readonly cuts: readonly { readonly number: number; readonly shape: string; readonly place: string; readonly line: number }[];
}

const LINE_UNITS = 2_000;
const BEFORE_MARK = 200;

/** A range of the text: UTF-16 units, end excluded. */
interface TextStretch {
  readonly from: number;
  readonly to: number;
}

const MOST_SEQS_OF_LINE = 200;
const MOST_STRETCHES = 1_000;

export function projectSources(
  log: LogView,
): readonly { readonly index: number; readonly name: string; readonly format: string; readonly length: number }[] {
  return Array.from({ length: log.sourceCount }, (_, index) => {
    const source = log.sourceView(index);
    return { index, name: source?.name ?? '', format: source?.facts?.format ?? 'unknown', length: source?.length ?? 0 };
  });
}

/**
 * A window of lines of a source, with what became of each.
 * @returns undefined where there is no such source
 */
export function projectSource(
  log: LogView,
  ask: { readonly source: number; readonly from: number; readonly count: number; readonly mark?: TextStretch },
): SourceAnswer | undefined {
  const source = log.sourceView(ask.source);
  if (!source) return undefined;
  const { lineCount } = source;
  // Lines count from 1.
  const { from, end } = windowOf({ from: Math.max(1, ask.from), count: ask.count });
  const count = Math.max(0, Math.min(end, lineCount + 1) - from);
  const placed = ({ from: start, to, why }: Stretch) => ({ from: start, to, line: source.lineOf(start), why });
  return {
    index: source.index,
    name: source.name,
    format: source.facts?.format ?? 'unknown',
    ...(source.doubt === undefined ? {} : { doubt: source.doubt }),
    lineCount,
    length: source.length,
    lines: Array.from({ length: count }, (_, index) => lineOf(log, source, { number: from + index, mark: ask.mark })),
    unread: source.unread.slice(0, MOST_STRETCHES).map(placed),
    setAside: source.setAside.slice(0, MOST_STRETCHES).map(placed),
    cuts: source.cuts
      .slice(0, MOST_STRETCHES)
      .map(({ number, shape, place, from: start }) => ({ number, shape, place, line: source.lineOf(start) })),
  };
}

function lineOf(log: LogView, source: SourceView, asked: { readonly number: number; readonly mark: TextStretch | undefined }): SourceLine {
  const { number, mark } = asked;
  const { from, to } = source.lineRange(number);
  const start = (index: number): number => log.row(source.rows[index] ?? 0).from;
  const firstRow = countBelow(source.rows.length, start, from);
  // A row at the line feed itself belongs to this line.
  const endRow = countBelow(source.rows.length, start, to + 1);
  const rows = Array.from({ length: Math.min(MOST_SEQS_OF_LINE, endRow - firstRow) }, (_, index) => source.rows[firstRow + index] ?? 0);
  const unread = overlapping(source.unread, from, to);
  const setAside = unread ? undefined : overlapping(source.setAside, from, to);
  const stretch = unread ?? setAside;
  // Carriers nest or lie apart, so the last one that starts by the end of the line covers it, or none does.
  const lastBefore = source.rows[endRow - 1];
  const covered = lastBefore !== undefined && (rows.length > 0 || log.row(lastBefore).to > from);
  return {
    number,
    ...textOf(source, { from, to }, mark),
    seqs: rows.map((row) => log.seqOf(row)).sort((a, b) => a - b),
    mark: unread ? 'unread' : setAside ? 'set-aside' : covered ? 'read' : 'framing',
    ...(stretch === undefined ? {} : { why: stretch.why }),
  };
}

/** The text of a line from its start, or from a little before the mark where that lies too far behind. */
function textOf(
  source: SourceView,
  { from, to }: TextStretch,
  mark: TextStretch | undefined,
): Pick<SourceLine, 'text' | 'truncated' | 'skipped' | 'marked'> {
  const isMarked = mark !== undefined && mark.from < to && mark.to > from;
  const start = isMarked && mark.from - from > LINE_UNITS / 2 ? mark.from - BEFORE_MARK : from;
  const text = source
    .read(start, Math.min(to, start + LINE_UNITS))
    .replace(/\r$/, '')
    .slice(0, LINE_UNITS);
  const column = (at: number): number =>
    Math.min(at <= start ? 0 : source.read(start, Math.min(at, start + LINE_UNITS)).length, text.length);
  return {
    text,
    truncated: to - start > LINE_UNITS,
    ...(start === from ? {} : { skipped: start - from }),
    ...(isMarked ? { marked: { from: column(mark.from), to: column(Math.min(mark.to, to)) } } : {}),
  };
}

/** The first stretch that shares at least one unit (or the empty line's place) with a line. */
function overlapping(stretches: readonly Stretch[], from: number, to: number): Stretch | undefined {
  const first = countBelow(stretches.length, (index) => stretches[index]?.to ?? 0, from + 1);
  const found = stretches[first];
  return found !== undefined && found.from < Math.max(to, from + 1) ? found : undefined;
}
