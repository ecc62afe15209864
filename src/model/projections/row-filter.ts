// Rows that pass a filter, kept per filter and grown as rows arrive, so that scrolling through them costs the window. SPEC.md P.3.

import type { Judgement } from '../audit/audit.ts';
import type { LogView } from '../log/log-view.ts';
import { countBelow } from '../log/column.ts';
import type { LogSettings } from '../log/saved-form.ts';
import { type FindCondition, readFind } from './find-language.ts';
import { besideLog, dropIndex, indexOf, type LogIndex } from './log-index.ts';
import { type RowTest, testOf } from './row-conditions.ts';
import type { RowFilter } from './row-view.ts';

/** What a filter may ask of beside the rows: what is wrong in the log, and where a search has met a text. */
export interface BesideRows {
  judgement(settings?: Partial<LogSettings>): Judgement;
  /** Rows, in order of finding. */
  hits(text: string): readonly number[];
}
/** Where nothing is judged and nothing searched. */
export const NOTHING_BESIDE: BesideRows = { judgement: () => ({ findings: [], notReported: [], idle: new Set() }), hits: () => [] };

/** How many filters of a log are kept; the one unused longest goes first. */
const KEPT_FILTERS = 8;
const keptFilters = new WeakMap<LogView, string[]>();

/** A list that nearly every row may pass into: numbers in one stretch, because a long list of a script's own is dear to grow. */
class FilteredRows implements LogIndex {
  #seqs = new Uint32Array(64);
  #length = 0;
  readonly #passes: RowTest;

  constructor(passes: RowTest) {
    this.#passes = passes;
  }

  add(_log: LogView, row: number, seq: number): void {
    if (!this.#passes(row)) return;
    if (this.#length === this.#seqs.length) {
      const grown = new Uint32Array(this.#length * 2);
      grown.set(this.#seqs);
      this.#seqs = grown;
    }
    this.#seqs[this.#length] = seq;
    this.#length += 1;
  }

  get seqs(): Uint32Array {
    return this.#seqs.subarray(0, this.#length);
  }
}

interface Tested {
  readonly key: string;
  /** Everything but the words that are wanted. */
  readonly outside: RowTest;
  readonly words: RowTest;
  readonly text: string;
}

function all(tests: readonly RowTest[]): RowTest {
  const [only, more] = tests;
  if (only === undefined) return () => true;
  if (more === undefined) return only;
  return (row) => {
    for (const test of tests) if (!test(row)) return false;
    return true;
  };
}

const isWanted = ({ kind, except }: FindCondition): boolean => kind === 'word' && !except;

function testedOf(log: LogView, filter: RowFilter, beside: BesideRows): Tested {
  const { channels, taskId, agent, find = '' } = filter;
  const { conditions, text } = readFind(find);
  // A name that one task had may come to mean two while a log is read.
  const tasks = taskId === undefined ? undefined : log.tasks.named(taskId);
  const judgement = (): Judgement => judgementFor(filter, beside);
  const keyed = conditions.map((condition) => ({ condition, ...testOf(log, condition, judgement) }));
  const outside: RowTest[] = keyed.filter(({ condition }) => !isWanted(condition)).map(({ test }) => test);
  if (channels !== undefined) outside.unshift((row) => channels.includes(log.channel(row)));
  if (tasks !== undefined) outside.unshift(ofTasks(log, tasks));
  if (agent !== undefined) outside.unshift((row) => log.agent(row) === agent || log.peer(row) === agent);
  return {
    key: JSON.stringify([channels ? [...channels].sort() : null, tasks ?? null, agent ?? null, ...keyed.map(({ key }) => key)]),
    outside: all(outside),
    words: all(keyed.filter(({ condition }) => isWanted(condition)).map(({ test }) => test)),
    text,
  };
}

function ofTasks(log: LogView, tasks: readonly string[]): RowTest {
  const [only, another] = tasks;
  if (another === undefined) return only === undefined ? () => false : (row) => log.taskKey(row) === only;
  const wanted = new Set<string | undefined>(tasks);
  return (row) => wanted.has(log.taskKey(row));
}

/** Findings under the thresholds that a person has set, without those that a person has switched off. */
function judgementFor({ settings, off }: RowFilter, beside: BesideRows): Judgement {
  const judgement = beside.judgement(settings);
  if (off === undefined || off.length === 0) return judgement;
  return { ...judgement, findings: judgement.findings.filter(({ rule }) => !off.includes(rule)) };
}

/** Whether a filter lets every row pass. */
export function isOpen(filter: RowFilter | undefined): filter is undefined {
  if (filter === undefined) return true;
  const { channels, taskId, agent, find = '' } = filter;
  return channels === undefined && taskId === undefined && agent === undefined && readFind(find).conditions.length === 0;
}

/** What passes a filter: places in the order, ascending. */
export interface Passing {
  readonly seqs: Uint32Array;
  /** How many of them pass only because a search has met the words in their text. */
  readonly inText: number;
}

/** The rows that pass: by their columns, or because a search has met the words in their text. */
export function filteredSeqs(log: LogView, filter: RowFilter, beside: BesideRows = NOTHING_BESIDE): Passing {
  const { key, outside, words, text } = testedOf(log, filter, beside);
  keep(log, key);
  const { seqs } = indexOf(log, key, () => new FilteredRows(all([outside, words])));
  const hits = text === '' ? [] : beside.hits(text);
  if (hits.length === 0) return { seqs, inText: 0 };
  const stamp = `${seqs.length} ${hits.length} ${text} ${key}`;
  const last = lastMerged(log);
  if (last.stamp === stamp) return last.passing;
  const more = hits.filter((row) => outside(row) && !words(row));
  last.stamp = stamp;
  last.passing = { seqs: withHits(log, seqs, more), inText: more.length };
  return last.passing;
}

/** Merging is dear where nearly every row passes; scrolling asks for the same again and again. */
const lastMerged = besideLog((): { stamp: string; passing: Passing } => ({ stamp: '', passing: { seqs: new Uint32Array(0), inText: 0 } }));

function keep(log: LogView, key: string): void {
  const kept = keptFilters.get(log) ?? [];
  keptFilters.set(log, kept);
  const known = kept.indexOf(key);
  if (known >= 0) kept.splice(known, 1);
  kept.push(key);
  const oldest = kept.length > KEPT_FILTERS ? kept.shift() : undefined;
  if (oldest !== undefined) dropIndex(log, oldest);
}

/** Two ascending lists without a member in common as one. */
function withHits(log: LogView, seqs: Uint32Array, rows: readonly number[]): Uint32Array {
  const hits = Uint32Array.from(rows, (row) => log.seqOf(row)).sort();
  const merged = new Uint32Array(seqs.length + hits.length);
  let [at, done] = [0, 0];
  for (const hit of hits) {
    const before = countBelow(seqs.length, (index) => seqs[index] ?? 0, hit);
    merged.set(seqs.subarray(at, before), done);
    done += before - at;
    merged[done] = hit;
    [at, done] = [before, done + 1];
  }
  merged.set(seqs.subarray(at), done);
  return merged;
}

/** The place of a seq in an ascending list, or where it would stand. */
export function placeOf(seqs: ArrayLike<number>, seq: number): number {
  return countBelow(seqs.length, (index) => seqs[index] ?? 0, seq);
}
