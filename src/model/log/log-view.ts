// What the projections of the log itself (rows, timeline, sources) may read beyond LogReader: the remaining columns one by
// one, and the texts. Everything read from a text comes with its secrets cut.

import type { LogReader } from './log-reader.ts';
import type { FormatDoubt } from './read-as.ts';
import type { Cut, SourceFacts, Stretch } from './row.ts';
import type { Channel } from './row-kind.ts';

/** The text of a source with its lines and what is known about its stretches; lists in order of their start. */
export interface SourceView {
  readonly index: number;
  readonly name: string;
  /** UTF-16 units so far. */
  readonly length: number;
  readonly facts: SourceFacts | undefined;
  /** Where its format is not certain, or was chosen. */
  readonly doubt: FormatDoubt | undefined;
  readonly lineCount: number;
  /** The line of a position, from 1. */
  lineOf(position: number): number;
  /** A line without its line feed. */
  lineRange(line: number): { readonly from: number; readonly to: number };
  /** The text of a range, secrets cut. */
  read(from: number, to: number): string;
  /** The byte of a position in what was given, as UTF-8, unpacked. */
  byteAt(position: number): number;
  readonly cuts: readonly Cut[];
  readonly unread: readonly Stretch[];
  readonly setAside: readonly Stretch[];
  /** Its rows, in order of where their carrier starts. */
  readonly rows: ArrayLike<number>;
}

/** A column of strings as numbers: equal strings have equal ones. For a look at every row, where asking row by row takes too long. */
export interface WordColumn {
  at(row: number): number;
  /** The string of a number; undefined for "none". */
  text(id: number): string | undefined;
}
export type WordColumnName = 'kind' | 'channel' | 'state' | 'task' | 'agent' | 'peer' | 'label';

export interface LogView extends LogReader {
  wordColumn(name: WordColumnName): WordColumn;
  /** The earliest and the latest time that a row states. */
  readonly times: { readonly first: number; readonly last: number } | undefined;
  /** The number of the row's exchange in its source, as its view shows it; 0 for none. */
  exchangeNumber(row: number): number;
  channel(row: number): Channel;
  peer(row: number): string | undefined;
  label(row: number): string | undefined;
  failed(row: number): boolean;
  /** Number of the row's exchange within the whole log, 0 for none: two rows with equal numbers belong together. */
  exchangeKey(row: number): number;
  readonly sourceCount: number;
  sourceView(index: number): SourceView | undefined;
}
