// Rows that pass a filter, kept per filter and grown as rows arrive, so that scrolling through them costs the window.

import type { LogView } from '../log/log-view.ts';
import { countBelow } from '../log/column.ts';
import { dropIndex, indexOf, type LogIndex } from './log-index.ts';
import type { RowFilter } from './row-view.ts';

/** How many filters of a log are kept; the one unused longest goes first. */
const KEPT_FILTERS = 8;
const keptFilters = new WeakMap<LogView, string[]>();

/** Decides about one string and remembers: a million rows name few different ones. */
function remembered(judge: (text: string) => boolean): (text: string | undefined) => boolean {
  const known = new Map<string, boolean>();
  return (text) => {
    if (text === undefined) return false;
    let verdict = known.get(text);
    if (verdict === undefined) known.set(text, (verdict = judge(text)));
    return verdict;
  };
}

class FilteredRows implements LogIndex {
  readonly seqs: number[] = [];
  readonly #filter: RowFilter;
  readonly #finds: (text: string | undefined) => boolean;

  constructor(filter: RowFilter) {
    this.#filter = filter;
    const find = filter.find?.toLowerCase() ?? '';
    this.#finds = remembered((text) => text.toLowerCase().includes(find));
  }

  add(log: LogView, row: number, seq: number): void {
    if (this.#passes(log, row)) this.seqs.push(seq);
  }

  #passes(log: LogView, row: number): boolean {
    const { channels, taskId, agent, find } = this.#filter;
    if (channels !== undefined && !channels.includes(log.channel(row))) return false;
    if (taskId !== undefined && log.taskId(row) !== taskId) return false;
    if (agent !== undefined && log.agent(row) !== agent && log.peer(row) !== agent) return false;
    if (find === undefined || find === '') return true;
    const finds = this.#finds;
    return finds(log.kind(row)) || finds(log.agent(row)) || finds(log.peer(row)) || finds(log.taskId(row)) || finds(log.label(row));
  }
}

function keyOf(filter: RowFilter): string {
  const { channels, taskId, agent, find } = filter;
  return JSON.stringify([channels ? [...channels].sort() : null, taskId ?? null, agent ?? null, find?.toLowerCase() || null]);
}

/** Whether a filter lets every row pass. */
export function isOpen(filter: RowFilter | undefined): filter is undefined {
  return filter === undefined || keyOf(filter) === keyOf({});
}

/** The places in the order of the rows that pass, ascending. */
export function filteredSeqs(log: LogView, filter: RowFilter): readonly number[] {
  const key = keyOf(filter);
  const kept = keptFilters.get(log) ?? [];
  keptFilters.set(log, kept);
  const known = kept.indexOf(key);
  if (known >= 0) kept.splice(known, 1);
  kept.push(key);
  const oldest = kept.length > KEPT_FILTERS ? kept.shift() : undefined;
  if (oldest !== undefined) dropIndex(log, oldest);
  return indexOf(log, key, () => new FilteredRows(filter)).seqs;
}

/** The place of a seq in an ascending list, or where it would stand. */
export function placeOf(seqs: readonly number[], seq: number): number {
  return countBelow(seqs.length, (index) => seqs[index] ?? 0, seq);
}
