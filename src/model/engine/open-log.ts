// One log that the engine holds: its text, the reader at work on it, and how far it has come.

import { createAuditor } from '../audit/audit.ts';
import { readSource } from '../ingest/ingest.ts';
import type { ReadProgress } from '../ingest/sink.ts';
import { GivenText, type PieceOrigin } from '../log/given-text.ts';
import { Log } from '../log/log.ts';
import type { ReadAs } from '../log/read-as.ts';
import { createCutter, type Cutter } from '../log/redaction.ts';
import { warmIndexes } from '../projections/warm-indexes.ts';
import { dropIndexes } from '../projections/log-index.ts';
import { logSink } from './log-sink.ts';
import { TextHits } from './text-hits.ts';
import type { LogId, LogSummary } from './query.ts';

/**
 * So many units before the end of what is here, more is asked for: the reader never waits for what could be there. Not many, since
 * all that waits is moved by the collector: blocks of bytes are read ahead as well, and cost nothing while they wait.
 */
const AHEAD = 1 << 18;

export class OpenLog {
  readonly id: LogId;
  readonly name: string;
  readonly log = new Log();
  readonly auditor = createAuditor();
  readonly text: GivenText;
  /** The size of what was opened, where it was opened as bytes. */
  bytes: number | undefined;
  /** What searches have found. */
  readonly hits = new TextHits();
  revision = 0;
  /** UTF-16 units done with. */
  read = 0;
  reading: LogSummary['reading'] = 'reading';
  /** One for all sources of the log: equal secrets have equal numbers in all of them. */
  readonly #cutter: Cutter;
  /** Texts that a person has chosen to have cut. */
  readonly ownCuts: readonly string[];
  /** What a person has chosen to have it read as. */
  readonly readAs: ReadAs | undefined;
  readonly #reader: Generator<ReadProgress, void, void>;
  /** What was read is being judged; nothing more is read. */
  #judging: Generator<void, void, void> | undefined;
  /** The indexes that panels may ask for are grown. */
  #isWarm = false;
  /** The reader has asked for text that is not here yet. */
  #starved = false;
  #waiting: (() => void)[] = [];
  /** Whoever feeds the log from bytes, and waits to be asked for more. */
  #feeder: ((isWanted: boolean) => void) | undefined;
  /** How much of the bytes behind the text has come, 0 to 1. */
  #done = 1;
  /** What of the bytes behind the text could not be made text of, and whether the text is cut by that. */
  left: { readonly why: string; readonly isCut: boolean } | undefined;

  constructor(id: LogId, name: string, chosen: { readonly ownCuts?: readonly string[]; readonly readAs?: ReadAs | undefined } = {}) {
    const { ownCuts = [], readAs } = chosen;
    this.id = id;
    this.name = name;
    this.ownCuts = ownCuts;
    this.readAs = readAs;
    this.#cutter = createCutter({ own: ownCuts });
    this.text = new GivenText(name);
    const source = this.log.addSource(this.text);
    this.log.sourceView(source)?.withhold();
    this.#reader = readSource(this.text, source, logSink(this.log, this.auditor), { cutter: this.#cutter, as: readAs });
  }

  get hasWork(): boolean {
    return this.reading === 'reading' && !this.#starved;
  }

  /** All is read, and the indexes are still to be grown. */
  get isToWarm(): boolean {
    return this.reading !== 'reading' && !this.#isWarm;
  }

  /** More text is taken. */
  get #isOpen(): boolean {
    return this.reading === 'reading' && this.#judging === undefined;
  }

  /** UTF-16 units in all, as far as can be told while bytes are still to come. */
  get length(): number {
    const { length } = this.text;
    return this.reading === 'reading' && this.#done > 0 ? Math.round(length / this.#done) : length;
  }

  /** @param done the share of the bytes behind the text that this piece ends at */
  append(text: string, origin?: PieceOrigin, done = 1): void {
    // Whoever still sends text after a cancel has not heard of it yet.
    if (!this.#isOpen) return;
    this.text.append(text, origin);
    this.#done = done;
    this.#starved = false;
  }

  /** Resolves when the reader is near the end of what is here; with false when it wants no more. */
  async wanted(): Promise<boolean> {
    if (!this.#isOpen) return false;
    if (this.#isHungry()) return true;
    return new Promise<boolean>((resolve) => {
      this.#feeder = resolve;
    });
  }

  /** No more text comes; `left` where more bytes are there: what is here is read all the same, and the reason is told behind it. */
  finish(left?: { readonly why: string; readonly isCut: boolean }): void {
    if (!this.#isOpen) return;
    this.left = left;
    this.text.finish(left?.isCut);
    this.#starved = false;
  }

  /** Reads on while there is time, text and something left. */
  readWhile(isTime: () => boolean): void {
    try {
      while (this.hasWork && isTime()) this.#step();
    } catch (error) {
      // A reader that throws is a bug of ours. The log says so where a person looks, and keeps what was read.
      this.stop('read', `the reader failed here: ${error instanceof Error ? error.message : String(error)}`);
    }
    this.revision += 1;
    if (this.#isHungry()) this.#callFeeder(true);
  }

  /** Grows the indexes while there is time. */
  warmWhile(isTime: () => boolean): void {
    this.#isWarm = warmIndexes(this.log, isTime);
  }

  /**
   * Ends the reading; what is left of the text is unread.
   * @param why a reason that must be told even where no text is left: more of it was to come
   */
  stop(as: 'read' | 'canceled', why?: string): void {
    if (this.reading !== 'reading') return;
    // All is read. A rule that fails is told to whoever asks for findings.
    if (this.#judging) return this.#end(this.left?.isCut ? 'canceled' : 'read');
    const reason = why ?? this.left?.why ?? 'reading was canceled before this was read';
    const isLeft = this.read < this.text.length;
    if (isLeft || why !== undefined || this.left) this.log.addUnread({ source: 0, from: this.read, to: this.text.length, why: reason });
    for (let index = 0; index < this.log.sourceCount; index += 1) this.#leaveRest(index, reason);
    this.#end(as);
  }

  /** Resolves when the reading has ended. */
  async settled(): Promise<void> {
    if (this.reading !== 'reading') return;
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  /** Looks through what is left of a source: it can be shown and saved, so its secrets must be cut all the same. */
  #leaveRest(index: number, why: string): void {
    const source = this.log.sourceView(index);
    if (!source || source.searched >= source.length) return;
    const { searched: from, length: to, text } = source;
    if (index > 0) this.log.addUnread({ source: index, from, to, why });
    // A record that was being read may have told its cuts already.
    const known = source.cuts.filter((cut) => cut.to > from);
    for (const found of this.#cutter.findCuts(text.slice(from, to))) {
      const cut = { ...found, source: index, from: from + found.from, to: from + found.to };
      if (!known.some((other) => other.from < cut.to && cut.from < other.to)) this.log.addCut(cut);
    }
    source.release(to);
  }

  #isHungry(): boolean {
    return this.#isOpen && (this.#starved || this.text.length - this.read < AHEAD);
  }

  #callFeeder(isWanted: boolean): void {
    const feeder = this.#feeder;
    this.#feeder = undefined;
    feeder?.(isWanted);
  }

  #step(): void {
    if (this.#judging) {
      if (this.#judging.next().done) this.#end(this.left?.isCut ? 'canceled' : 'read');
      return;
    }
    const step = this.#reader.next();
    if (step.done) {
      this.read = this.text.length;
      if (this.left) this.log.addUnread({ source: 0, from: this.read, to: this.read, why: this.left.why });
      // Rule by rule, as it was read: questions are answered in between, and who asks at the end need not wait for all of them.
      this.#judging = this.auditor.judging(this.log.settings);
      this.#callFeeder(false);
      return;
    }
    this.read = step.value.read;
    this.#starved = step.value.wants === 'text' && !this.text.complete;
  }

  #end(as: 'read' | 'canceled'): void {
    this.reading = as;
    if (this.log.settle()) dropIndexes(this.log);
    this.revision += 1;
    for (const resolve of this.#waiting) resolve();
    this.#waiting = [];
    this.#callFeeder(false);
  }
}
