// What the log knows of a hop: its place, and the tasks at both ends, as the log tells tasks apart: agents may give one id to tasks of theirs.

import type { Hop } from '../audit/audit.ts';
import type { LogReader } from '../log/log-reader.ts';

/** Key of the task that a hop comes from; undefined where it comes from none that is known. */
export function fromTaskOf({ tasks }: LogReader, { fromTask, fromKeeper = '' }: Hop): string | undefined {
  return fromTask === undefined ? undefined : tasks.at(fromTask, fromKeeper);
}

/** Key of the task that a hop leads to. */
export function toTaskOf({ tasks }: LogReader, { toTask, toKeeper = '' }: Hop): string | undefined {
  return toTask === undefined ? undefined : tasks.at(toTask, toKeeper);
}

/** The place of the row that shows a hop; -1 where none does. */
export function seqOfHop(log: LogReader, { rows }: Hop): number {
  const [row] = rows;
  return row === undefined || row < 0 ? -1 : log.seqOf(row);
}
