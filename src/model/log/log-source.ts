// One source of a log: its text as given, and what reading it has told. Every read of its text goes through `read`, which
// applies the list of cuts: the text as given never leaves this file.

import { countBelow } from './column.ts';
import type { GivenText } from './given-text.ts';
import type { SourceView } from './log-view.ts';
import { applyCuts } from './redaction.ts';
import type { FormatDoubt } from './read-as.ts';
import type { Cut, SourceFacts, Stretch } from './row.ts';

/** A list that is in order of its members' start when it is looked at; readers mostly append in that order. */
class ByStart<T> {
  readonly #items: T[] = [];
  readonly #start: (item: T) => number;
  #sorted = true;

  constructor(start: (item: T) => number) {
    this.#start = start;
  }

  push(item: T): void {
    const last = this.#items.at(-1);
    if (last !== undefined && this.#start(last) > this.#start(item)) this.#sorted = false;
    this.#items.push(item);
  }

  get items(): readonly T[] {
    // The sort is stable: members with the same start keep the order in which they came.
    if (!this.#sorted) this.#items.sort((a, b) => this.#start(a) - this.#start(b));
    this.#sorted = true;
    return this.#items;
  }
}

export class LogSource implements SourceView {
  readonly index: number;
  readonly text: GivenText;
  facts: SourceFacts | undefined;
  doubt: FormatDoubt | undefined;
  /** UTF-16 units that could not be read. */
  unreadLength = 0;
  /** Up to here the text has been looked through for secrets. */
  #searched = Number.POSITIVE_INFINITY;
  /** What was cut, by shape: the numbers of the secrets, and at how many places. */
  readonly cutShapes = new Map<string, { readonly numbers: Set<number>; places: number }>();
  readonly #cuts = new ByStart<Cut>((cut) => cut.from);
  readonly #unread = new ByStart<Stretch>((stretch) => stretch.from);
  readonly #setAside = new ByStart<Stretch>((stretch) => stretch.from);
  readonly #rows: ByStart<number>;
  /** Where the carrier of a row of this source starts and ends. */
  readonly startOfRow: (row: number) => number;
  readonly endOfRow: (row: number) => number;

  constructor(index: number, text: GivenText, range: Pick<LogSource, 'startOfRow' | 'endOfRow'>) {
    this.index = index;
    this.text = text;
    this.startOfRow = range.startOfRow;
    this.endOfRow = range.endOfRow;
    this.#rows = new ByStart(range.startOfRow);
  }

  get name(): string {
    return this.text.name;
  }
  get length(): number {
    return this.text.length;
  }
  get lineCount(): number {
    return this.text.lines.count;
  }
  get cuts(): readonly Cut[] {
    return this.#cuts.items;
  }
  get unread(): readonly Stretch[] {
    return this.#unread.items;
  }
  get setAside(): readonly Stretch[] {
    return this.#setAside.items;
  }
  get rows(): readonly number[] {
    return this.#rows.items;
  }

  byteAt(position: number): number {
    return this.text.byteAt(position);
  }

  lineOf(position: number): number {
    return this.text.lines.lineOf(position);
  }

  lineRange(line: number): { readonly from: number; readonly to: number } {
    return this.text.lines.range(line);
  }

  /** Shows no text before it has been looked through for secrets: until then its cuts are not known. */
  withhold(): void {
    this.#searched = 0;
  }
  release(to: number): void {
    this.#searched = Math.max(this.#searched, to);
  }
  /** How much of the text has been looked through. */
  get searched(): number {
    return Math.min(this.#searched, this.length);
  }

  read(from: number, until: number): string {
    const to = Math.min(until, this.#searched);
    const cuts = this.cuts;
    // Cuts do not overlap, so they are in order of their end as well as of their start.
    const first = countBelow(cuts.length, (index) => cuts[index]?.to ?? 0, from + 1);
    const end = countBelow(cuts.length, (index) => cuts[index]?.from ?? 0, to);
    const text = this.text.slice(from, to);
    return first < end ? applyCuts(text, from, cuts.slice(first, end)) : text;
  }

  addRow(row: number): void {
    this.#rows.push(row);
  }
  addCut(cut: Cut): void {
    this.#cuts.push(cut);
    const shape = this.cutShapes.get(cut.shape) ?? { numbers: new Set<number>(), places: 0 };
    shape.numbers.add(cut.number);
    shape.places += 1;
    this.cutShapes.set(cut.shape, shape);
  }
  addUnread(stretch: Stretch): void {
    this.#unread.push(stretch);
    this.unreadLength += stretch.to - stretch.from;
  }
  addSetAside(stretch: Stretch): void {
    this.#setAside.push(stretch);
  }
}
