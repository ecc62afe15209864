// Indexes: what is kept beside a log because a question about it would otherwise read every row. An index sees each row
// once, in order, and only ever grows; so a question costs what it asks for, however long the log is (SPEC.md P.2).

import type { LogView } from '../log/log-view.ts';

export interface LogIndex {
  /** Takes in the next row in order. */
  add(log: LogView, row: number, seq: number): void;
}
interface Grown {
  readonly index: LogIndex;
  seen: number;
}

/** Rows that are taken in between two looks at the time. */
const ROWS_AT_ONCE = 1024;
const ALWAYS = (): boolean => true;

const indexesOf = new WeakMap<LogView, Map<unknown, Grown>>();

/**
 * Gives every log its own index of a kind, made at first use and caught up at each; where `isTime` is given, as far as there is time.
 * @param create makes an empty one
 * @param key tells indexes of one kind apart (a filter); one per kind by default
 */
export function perLog<T extends LogIndex>(create: () => T): (log: LogView, isTime?: () => boolean) => T {
  return (log, isTime) => indexOf(log, create, create, isTime);
}

/** The index of a log under a key, caught up with its rows. */
export function indexOf<T extends LogIndex>(log: LogView, key: unknown, create: () => T, isTime = ALWAYS): T {
  const ofLog = indexesOf.get(log) ?? new Map<unknown, Grown>();
  indexesOf.set(log, ofLog);
  const grown = ofLog.get(key) ?? { index: create(), seen: 0 };
  ofLog.set(key, grown);
  const { rowCount } = log;
  while (grown.seen < rowCount && isTime()) {
    const until = Math.min(grown.seen + ROWS_AT_ONCE, rowCount);
    for (; grown.seen < until; grown.seen += 1) grown.index.add(log, log.rowAt(grown.seen), grown.seen);
  }
  // A key is only ever used with one `create`.
  return grown.index as T;
}

/** Something else that is kept beside a log and dropped with its indexes; rows that arrive do not concern it. */
export function besideLog<T>(create: () => T): (log: LogView) => T {
  const kept = new WeakMap<Map<unknown, Grown>, T>();
  return (log) => {
    const ofLog = indexesOf.get(log) ?? new Map<unknown, Grown>();
    indexesOf.set(log, ofLog);
    // Lives as long as the log's set of indexes does.
    const value = kept.get(ofLog) ?? create();
    kept.set(ofLog, value);
    return value;
  };
}

/** Drops one index of a log. */
export function dropIndex(log: LogView, key: unknown): void {
  indexesOf.get(log)?.delete(key);
}

/** Drops all indexes of a log: rows have changed their places. */
export function dropIndexes(log: LogView): void {
  indexesOf.delete(log);
}
