// The tasks at both ends of a hop, as the log tells tasks apart: agents may give one id to tasks of theirs.

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
