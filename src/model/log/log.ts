// The log: rows in columns, in order of arrival while it is read and in settled order after, with a list of rows for every
// task, agent, kind and exchange. Append-only: no row is ever changed or taken away (SPEC.md L.1–L.4).

import { invariant } from '../base/assert.ts';
import type { Json } from '../base/json.ts';
import type { ObservedState } from '../protocol/task.ts';
import { counts } from './column.ts';
import type { Fact } from './fact.ts';
import type { GivenText } from './given-text.ts';
import { LogSource } from './log-source.ts';
import type { LogView, WordColumn, WordColumnName } from './log-view.ts';
import { settledOrder } from './order.ts';
import { RowColumns } from './row-columns.ts';
import { KERNEL_KINDS, ROW_KINDS, type Channel, type RowKind } from './row-kind.ts';
import type { Cut, ExchangeFacts, RowDraft, SourceFacts, Stretch } from './row.ts';
import type { TaskNames } from './task-keys.ts';
import { DEFAULT_SETTINGS, type EpisodeIdentity, type LogSettings } from './saved-form.ts';
import { ValueReader } from './value-reader.ts';

const NO_ROWS: readonly number[] = [];
const SPAN_SEEN = ROW_KINDS.indexOf('span-seen');
const IS_KERNEL_KIND: ReadonlySet<RowKind> = new Set(KERNEL_KINDS);
/** Exchanges are numbered per source; one number for both halves stays exact up to two million sources. */
const EXCHANGES_PER_SOURCE = 2 ** 32;

export interface SavedFacts {
  readonly name: string;
  readonly settings: LogSettings;
  readonly episode?: EpisodeIdentity;
}

export class Log implements LogView {
  readonly #columns = new RowColumns();
  readonly #sources: LogSource[] = [];
  readonly #values = new ValueReader();
  /** By interned id less one, by kind number, by exchange key less one. */
  readonly #rowsOfTask: number[][] = [];
  readonly #rowsOfAgent: number[][] = [];
  readonly #rowsOfKind: readonly number[][] = ROW_KINDS.map(() => []);
  readonly #rowsOfExchange: number[][] = [];
  readonly #exchangeKeys = new Map<number, number>();
  readonly #exchangeKeyOfRow = counts();
  readonly #exchangeFacts = new Map<number, ExchangeFacts>();
  readonly #agents = new Set<string>();
  #order: { readonly rowAt: Uint32Array; readonly seqOf: Uint32Array } | undefined;
  #saved: SavedFacts | undefined;
  #settled = false;
  #hasKernelRows = false;
  #firstTime = Number.POSITIVE_INFINITY;
  #lastTime = Number.NEGATIVE_INFINITY;

  // What is appended ------------------------------------------------------------------------------------------------

  /** Opens a source for a text; the text may still grow. */
  addSource(text: GivenText): number {
    const index = this.#sources.length;
    const { froms, tos } = this.#columns;
    this.#sources.push(new LogSource(index, text, { startOfRow: (row) => froms.at(row), endOfRow: (row) => tos.at(row) }));
    return index;
  }

  /** @param keeper who keeps the task of the row, host and port; '' where nothing tells */
  append(draft: RowDraft, keeper = ''): void {
    invariant(!this.#settled, 'L.2', 'a row after the order was settled');
    const columns = this.#columns;
    const row = columns.length;
    columns.push(draft, keeper);
    list(this.#rowsOfTask, columns.tasks.at(row))?.push(row);
    list(this.#rowsOfAgent, columns.agents.at(row))?.push(row);
    this.#rowsOfKind[columns.kinds.at(row)]?.push(row);
    const key = draft.exchange === undefined ? 0 : this.#keyOf(draft.source, draft.exchange);
    this.#exchangeKeyOfRow.push(key);
    list(this.#rowsOfExchange, key)?.push(row);
    if (draft.agent !== undefined) this.#agents.add(draft.agent);
    // A host that is only asked for its card goes by the card's name from then on.
    if (draft.peer !== undefined && draft.channel !== 'card') this.#agents.add(draft.peer);
    this.#sourceAt(draft.source).addRow(row);
    if (IS_KERNEL_KIND.has(draft.kind)) this.#hasKernelRows = true;
    if (draft.time !== undefined) {
      this.#firstTime = Math.min(this.#firstTime, draft.time);
      this.#lastTime = Math.max(this.#lastTime, draft.time);
    }
  }

  addExchange(facts: ExchangeFacts): void {
    this.#exchangeFacts.set(this.#keyOf(facts.source, facts.exchange), facts);
  }

  addCut(cut: Cut): void {
    this.#sourceAt(cut.source).addCut(cut);
    // What was parsed before the cut was known may hold what it cuts.
    this.#values.clear();
  }

  addUnread(stretch: Stretch): void {
    this.#sourceAt(stretch.source).addUnread(stretch);
  }

  addSetAside(stretch: Stretch): void {
    this.#sourceAt(stretch.source).addSetAside(stretch);
  }

  describeSource(facts: SourceFacts): void {
    this.#sourceAt(facts.source).facts = facts;
  }

  describeSaved(saved: SavedFacts): void {
    this.#saved = saved;
  }

  /**
   * Settles the order, once, when no more rows will come. `row` stays, `seq` may change (SPEC.md L.3).
   * @returns whether any row moved: what was computed by seq must then be computed again
   */
  settle(): boolean {
    invariant(!this.#settled, 'L.2', 'the order is settled once');
    this.#settled = true;
    const rowAt = settledOrder({
      rowCount: this.rowCount,
      sourceOf: (row) => this.#columns.sources.at(row),
      startOf: (row) => this.#columns.froms.at(row),
      isNewestFirst: (source) => this.#sources[source]?.facts?.newestFirst === true,
      isSpan: (row) => this.#columns.kinds.at(row) === SPAN_SEEN,
      timeOf: (row) => this.#columns.times.at(row),
    });
    if (!rowAt) return false;
    const seqOf = new Uint32Array(rowAt.length);
    rowAt.forEach((row, seq) => {
      seqOf[row] = seq;
    });
    this.#order = { rowAt, seqOf };
    // forEach passes over the ids that have no list (an agent that only ever was a peer).
    for (const lists of [this.#rowsOfTask, this.#rowsOfAgent, this.#rowsOfKind, this.#rowsOfExchange])
      lists.forEach((rows) => rows.sort((a, b) => seqOf[a]! - seqOf[b]!));
    return true;
  }

  // What is read ----------------------------------------------------------------------------------------------------

  get rowCount(): number {
    return this.#columns.length;
  }
  get settings(): LogSettings {
    return this.#saved?.settings ?? DEFAULT_SETTINGS;
  }
  get episode(): EpisodeIdentity | undefined {
    return this.#saved?.episode;
  }
  /** The name that a saved file gives itself. */
  get savedName(): string | undefined {
    return this.#saved?.name;
  }
  get hasKernelRows(): boolean {
    return this.#hasKernelRows;
  }
  /** The earliest and the latest time that a row states. */
  get times(): { readonly first: number; readonly last: number } | undefined {
    return this.#firstTime <= this.#lastTime ? { first: this.#firstTime, last: this.#lastTime } : undefined;
  }
  get sourceCount(): number {
    return this.#sources.length;
  }
  sourceView(index: number): LogSource | undefined {
    return this.#sources[index];
  }
  source(index: number): SourceFacts | undefined {
    return this.#sources[index]?.facts;
  }

  rowAt(seq: number): number {
    return this.#order ? (this.#order.rowAt[seq] ?? this.rowCount) : seq;
  }
  seqOf(row: number): number {
    return this.#order ? (this.#order.seqOf[row] ?? this.rowCount) : row;
  }

  row(row: number): RowDraft {
    return this.#columns.row(row);
  }
  kind(row: number): RowKind {
    return this.#columns.kind(row);
  }
  channel(row: number): Channel {
    return this.#columns.channel(row);
  }
  time(row: number): number | undefined {
    return this.#columns.time(row);
  }
  state(row: number): ObservedState | undefined {
    return this.#columns.state(row);
  }
  failed(row: number): boolean {
    return this.#columns.failed(row);
  }
  taskKey(row: number): string | undefined {
    return this.#columns.taskNames.text(this.#columns.tasks.at(row));
  }
  agent(row: number): string | undefined {
    return this.#columns.agentNames.text(this.#columns.agents.at(row));
  }
  peer(row: number): string | undefined {
    return this.#columns.agentNames.text(this.#columns.peers.at(row));
  }
  label(row: number): string | undefined {
    return this.#columns.labelNames.text(this.#columns.labels.at(row));
  }

  wordColumn(name: WordColumnName): WordColumn {
    return this.#columns.words(name);
  }
  exchangeNumber(row: number): number {
    return this.#columns.exchanges.at(row);
  }

  get tasks(): TaskNames {
    return this.#columns.taskNames;
  }
  taskKeys(): readonly string[] {
    return this.#columns.taskNames.all();
  }
  agents(): readonly string[] {
    return [...this.#agents];
  }
  rowsOfTask(key: string): readonly number[] {
    return this.#rowsOfTask[this.#columns.taskNames.find(key) - 1] ?? NO_ROWS;
  }
  rowsOfAgent(agent: string): readonly number[] {
    return this.#rowsOfAgent[this.#columns.agentNames.find(agent) - 1] ?? NO_ROWS;
  }
  rowsOfKind(kind: RowKind): readonly number[] {
    return this.#rowsOfKind[ROW_KINDS.indexOf(kind)] ?? NO_ROWS;
  }
  rowsOfExchange(row: number): readonly number[] {
    return this.#rowsOfExchange[this.exchangeKey(row) - 1] ?? [row];
  }
  exchangeKey(row: number): number {
    return this.#exchangeKeyOfRow.at(row);
  }
  exchangeOf(row: number): ExchangeFacts | undefined {
    return this.#exchangeFacts.get(this.exchangeKey(row));
  }

  value(row: number): Json | undefined {
    const { sources, froms, tos, paths, pathNames } = this.#columns;
    const source = sources.at(row);
    const path = pathNames.text(paths.at(row)) ?? '';
    return this.#values.read(this.#sourceAt(source), { source, from: froms.at(row), to: tos.at(row), path });
  }

  fact(row: number): Fact | undefined {
    const kind = this.kind(row);
    if (!IS_KERNEL_KIND.has(kind) || kind === 'episode-ended') return undefined;
    // Facts are decoded when they are read: a fact that is none never becomes a kernel row (SPEC.md N.10).
    return this.value(row) as Fact | undefined;
  }

  #keyOf(source: number, exchange: number): number {
    const number = source * EXCHANGES_PER_SOURCE + exchange;
    const known = this.#exchangeKeys.get(number);
    if (known !== undefined) return known;
    const key = this.#exchangeKeys.size + 1;
    this.#exchangeKeys.set(number, key);
    return key;
  }

  #sourceAt(index: number): LogSource {
    const source = this.#sources[index];
    if (source === undefined) invariant(false, 'L.2', `source ${index} was never opened`);
    return source;
  }
}

/** The list of an id, made at its first row; undefined for "none". */
function list(lists: number[][], id: number): number[] | undefined {
  return id === 0 ? undefined : (lists[id - 1] ??= []);
}
