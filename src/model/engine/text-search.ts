// Finding a text in a log, window by window, so that hits are told while the rest is still searched. What is looked through is
// the text as it is shown, secrets cut: a secret cannot be found, and what stands in its place can. SPEC.md P.2.

import { countBelow } from '../log/column.ts';
import type { Log } from '../log/log.ts';
import type { LogSource } from '../log/log-source.ts';
import { placeholder } from '../log/redaction.ts';
import type { Cut } from '../log/row.ts';
import type { SearchHit, SearchProgress } from './query.ts';

/** UTF-16 units looked through at a time: some milliseconds. */
const WINDOW = 1 << 20;
/** What is kept of a search that finds nearly everything; the rest is counted. */
const MOST_HITS = 20_000;
/** Carriers may lie inside one another; so many rows before a place are asked whether they reach it. */
const LOOK_BACK = 64;

/** One search at work. Each step looks through one window. */
export interface TextSearch {
  step(): SearchProgress;
}

/**
 * Starts a search through what has been read of a log so far; case does not matter, and a text is found inside JSON strings
 * as well where it is escaped there.
 * @returns steps of which the last says `done`
 */
export function createTextSearch(log: Log, wanted: string): TextSearch {
  const looked = wantedOf(wanted);
  const ends = Array.from({ length: log.sourceCount }, (_, index) => log.sourceView(index)?.searched ?? 0);
  const length = looked ? ends.reduce((sum, end) => sum + end, 0) : 0;
  let source = 0;
  let from = 0;
  let searched = 0;
  let found = 0;
  let told = 0;
  let lastRow = -1;
  const searchWindow = (view: LogSource, wantedHere: Wanted, to: number): readonly SearchHit[] => {
    const hits: SearchHit[] = [];
    for (const place of placesIn(view, { from, to, end: ends[source] ?? to }, wantedHere)) {
      const row = rowAt(view, place.from);
      if (row === undefined || row === lastRow) continue;
      lastRow = row;
      found += 1;
      if (told >= MOST_HITS) continue;
      told += 1;
      hits.push({ seq: log.seqOf(row), source, ...place });
    }
    return hits;
  };
  return {
    step: () => {
      while (source < ends.length && from >= (ends[source] ?? 0)) [source, from] = [source + 1, 0];
      const view = log.sourceView(source);
      if (!view || !looked) return { hits: [], found, searched, length, done: true };
      const to = Math.min(from + WINDOW, ends[source] ?? 0);
      const hits = searchWindow(view, looked, to);
      searched += to - from;
      from = to;
      return { hits, found, searched, length, done: searched >= length };
    },
  };
}

/** What is looked for: a text as it is and as it stands inside a JSON string; and how long it is at most. */
interface Wanted {
  readonly pattern: RegExp;
  readonly longest: number;
}

function wantedOf(wanted: string): Wanted | undefined {
  if (wanted === '') return undefined;
  const escaped = JSON.stringify(wanted).slice(1, -1);
  const spellings = escaped === wanted ? [wanted] : [wanted, escaped];
  // Plain letters only, so linear in what is searched.
  const pattern = spellings.map((spelling) => spelling.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join('|');
  return { pattern: new RegExp(pattern, 'gi'), longest: Math.max(...spellings.map(({ length }) => length)) };
}

interface Place {
  readonly from: number;
  readonly to: number;
}

/** Where what is wanted begins in a window, in order; it may go on behind the window's end. */
function* placesIn(view: LogSource, window: { from: number; to: number; end: number }, { pattern, longest }: Wanted): Generator<Place> {
  const until = Math.min(window.end, afterCuts(view.cuts, window.to, longest));
  const text = view.read(window.from, until);
  const back = wayBack(view.cuts, window.from, until);
  for (const { index, 0: found } of text.matchAll(pattern)) {
    const from = back(index);
    if (from >= window.to) return;
    yield { from, to: back(index + found.length) };
  }
}

/** So many units of what is shown beyond a place: a cut may be longer than what stands for it. */
function afterCuts(cuts: readonly Cut[], to: number, units: number): number {
  let end = to + units - 1;
  for (let index = countBelow(cuts.length, (at) => cuts[at]?.to ?? 0, to + 1); index < cuts.length; index += 1) {
    const cut = cuts[index];
    if (!cut || cut.from >= end) break;
    end += cut.to - cut.from;
  }
  return end;
}

/** From a place in what is shown of a stretch to the place in the source; places asked for must not go back by more than a spelling. */
function wayBack(cuts: readonly Cut[], from: number, to: number): (at: number) => number {
  const first = countBelow(cuts.length, (index) => cuts[index]?.to ?? 0, from + 1);
  const end = countBelow(cuts.length, (index) => cuts[index]?.from ?? 0, to);
  if (first >= end) return (at) => from + at;
  // Where what is shown goes on after each cut, and where that is in the source.
  const shown: number[] = [0];
  const given: number[] = [from];
  for (const cut of cuts.slice(first, end)) {
    const start = (shown.at(-1) ?? 0) + Math.max(cut.from - (given.at(-1) ?? 0), 0);
    const [before = '', after = ''] = cut.quotes ?? [];
    // The placeholder as a whole stands where the cut begins.
    shown.push(start, start + before.length + placeholder(cut.number, cut.shape).length + after.length);
    given.push(Math.max(cut.from, from), cut.to);
  }
  return (at) => {
    const index = countBelow(shown.length, (place) => shown[place] ?? 0, at + 1) - 1;
    // Stretches at odd places are placeholders.
    return index % 2 === 1 ? (given[index] ?? from) : (given[index] ?? from) + at - (shown[index] ?? 0);
  };
}

/** The first row of the carrier that holds a place. */
function rowAt(view: LogSource, place: number): number | undefined {
  const { rows } = view;
  let at = countBelow(rows.length, (index) => view.startOfRow(rows[index] ?? 0), place + 1) - 1;
  for (let back = 0; back < LOOK_BACK && at >= 0; back += 1, at -= 1) {
    const row = rows[at] ?? 0;
    if (view.endOfRow(row) <= place) continue;
    while (at > 0 && view.startOfRow(rows[at - 1] ?? 0) === view.startOfRow(row)) at -= 1;
    return rows[at];
  }
  return undefined;
}
