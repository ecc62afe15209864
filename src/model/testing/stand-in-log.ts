// A log of what a bench told, for tests of what is said about stand-ins: each fact a row of the host, beside whatever rows of others
// a test adds.

import type { Json } from '../base/json.ts';
import { factContent } from '../ingest/fact-row.ts';
import type { Fact } from '../log/fact.ts';
import type { Log } from '../log/log.ts';
import { drawnLog, type DrawnRow } from './drawn-log.ts';
import type { WatchBench } from './watch-bench.ts';

export const HOST = 'host.example';
export const REMOTE_AGENT = 'specialist';

/** A row of a kernel that tells this. */
export function factTold(by: string, fact: Fact, time?: number): DrawnRow {
  const content = Object.fromEntries(Object.entries(factContent(fact)).filter(([, value]) => value !== undefined));
  const at = time === undefined ? {} : { time };
  return { ...content, ...at, kind: fact.kind, channel: 'kernel', agent: by, value: fact as unknown as Json };
}

/** What the stand-in on a bench told, as rows of its host. */
export function rowsOfBench({ facts }: WatchBench): readonly DrawnRow[] {
  return facts.map(({ at, fact }) => factTold(HOST, fact, at));
}

/** Rows in the order of their times; of one instant as they are given. */
export function inOrder(...rows: readonly (readonly DrawnRow[])[]): readonly DrawnRow[] {
  return rows.flat().toSorted((one, other) => (one.time ?? 0) - (other.time ?? 0));
}

/** A log of rows in the order of their times. */
export function logOf(...rows: readonly (readonly DrawnRow[])[]): Log {
  return drawnLog(inOrder(...rows));
}
