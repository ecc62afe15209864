// What came after what, as far as a trace proves it. A stream proves its own order; a sample proves what was true at some moment
// between its request and its answer; a delivery proves that something had happened by then, and no more; time stamps are compared
// as instants, and an older one is an older view.

import type { TaskSighting } from '../casebook/casebook.ts';

export type Order = 'after' | 'older' | 'unknown';

/** The first row at which what was seen can have been true. */
export function beginningOf(seen: TaskSighting): number {
  if (seen.via === 'sample') return seen.call?.request?.row ?? seen.row;
  if (seen.via === 'stream') return seen.stream?.call?.request?.row ?? seen.stream?.frames[0]?.row ?? seen.row;
  return seen.row;
}

/**
 * Whether `later` shows the task after `earlier` did: `after` proven, `older` an older view by its stamp, `unknown` neither.
 * Without stamps a subscription may begin with what had happened before, and a delivery may be late.
 */
export function orderOf(earlier: TaskSighting, later: TaskSighting): Order {
  const isOneStream = later.stream !== undefined && later.stream === earlier.stream;
  if (isOneStream && later.row < earlier.row) return 'older';
  const [one, other] = [earlier.lastStamp, later.stamp];
  if (one !== undefined && other !== undefined && one !== other) return other > one ? 'after' : 'older';
  if (later.via === 'push') return 'unknown';
  if (isOneStream) return 'after';
  if (later.stream?.call?.operation === 'subscribe' && other === undefined) return 'unknown';
  return beginningOf(later) > earlier.row ? 'after' : 'unknown';
}

/** The statuses of a task in the order of their stamps where each has one, else in the order of observation. */
export function statusesInOrder(sightings: readonly TaskSighting[]): readonly TaskSighting[] {
  const statuses = sightings.filter(({ state }) => state !== undefined && state !== 'unknown');
  if (!statuses.every(({ stamp }) => stamp !== undefined)) return statuses;
  return statuses.sort((a, b) => (a.stamp ?? 0) - (b.stamp ?? 0) || a.row - b.row);
}
