// Where in its text the value of a row stands: its record may be a whole exchange, and the value one member of it. Found when
// somebody looks at the row.

import { countBelow } from '../log/column.ts';
import type { LogView, SourceView } from '../log/log-view.ts';
import { placeholder } from '../log/redaction.ts';
import { placeOfValue } from '../log/value-place.ts';

export interface RowPlace {
  readonly source: number;
  /** UTF-16 units of the source, end excluded. */
  readonly from: number;
  readonly to: number;
  /** From 1, of its start. */
  readonly line: number;
  /** False: the value lies somewhere inside. */
  readonly isExact: boolean;
}

/** A longer carrier is not walked: its place is told as a whole. */
const CARRIER_UNITS = 1 << 24;

/** @returns undefined where the log has no such row */
export function projectRowPlace(log: LogView, { seq }: { readonly seq: number }): RowPlace | undefined {
  if (!Number.isInteger(seq) || seq < 0 || seq >= log.rowCount) return undefined;
  const { source: index, from, to, path } = log.row(log.rowAt(seq));
  const source = log.sourceView(index);
  if (!source) return undefined;
  const told = (start: number, end: number, isExact: boolean): RowPlace => ({
    source: index,
    from: start,
    to: end,
    line: source.lineOf(start),
    isExact,
  });
  if (to - from > CARRIER_UNITS) return told(from, to, path === '');
  const place = placeOfValue(source.read(from, to), path);
  const back = wayBack(source, from, to);
  return told(back(place.from, 'start'), back(place.to, 'end'), place.isExact);
}

/** From the text of a range as it is read, placeholders in the place of secrets, to the text as it was given. */
function wayBack(source: SourceView, from: number, to: number): (at: number, side: 'start' | 'end') => number {
  const { cuts } = source;
  const first = countBelow(cuts.length, (index) => cuts[index]?.to ?? 0, from + 1);
  const end = countBelow(cuts.length, (index) => cuts[index]?.from ?? 0, to);
  return (at, side) => {
    // How far the text as read is ahead of the text as given, behind the cuts so far.
    let ahead = -from;
    for (let index = first; index < end; index += 1) {
      const cut = cuts[index];
      if (cut === undefined || cut.from + ahead >= at) break;
      const [before = '', after = ''] = cut.quotes ?? [];
      const length = before.length + placeholder(cut.number, cut.shape).length + after.length;
      const start = Math.max(cut.from, from) + ahead;
      if (at < start + length) return side === 'start' ? cut.from : cut.to;
      ahead += length - (cut.to - Math.max(cut.from, from));
    }
    return at - ahead;
  };
}
