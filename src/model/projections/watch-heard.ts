// The states of a task as its observer heard of them, and how late: against the time at which the task's own kernel stored them,
// else against the time that the message says its status is from.

import type { LogView } from '../log/log-view.ts';
import type { ObservedState } from '../protocol/task.ts';
import { countTracks } from './watch-index.ts';
import { readBody } from './watch-reading.ts';
import type { HeardThrough, StateHeard, WatchTrack } from './watch-track.ts';

const MOST_STATES = 100;

export interface WatchedState {
  readonly state: ObservedState;
  readonly seq: number;
  readonly at?: number;
  readonly through: HeardThrough;
  /** When it was so where the task is kept, and whose word that is. */
  readonly since?: { readonly at: number; readonly by: 'kernel' | 'status' };
  /** From then until it was heard. */
  readonly lateMs?: number;
  /** What told of it later, and how long after the first. */
  readonly again: readonly { readonly through: HeardThrough; readonly seq: number; readonly ms?: number }[];
}

/** The last 100 states, and how many there are. */
export function heardUpTo(
  log: LogView,
  track: WatchTrack,
  cursor: number,
): { readonly states: readonly WatchedState[]; readonly total: number } {
  const total = countTracks(track.heard, cursor);
  const states = track.heard.slice(Math.max(0, total - MOST_STATES), total).map((heard) => stateOf(log, heard, cursor));
  return { states, total };
}

function stateOf(log: LogView, heard: StateHeard, cursor: number): WatchedState {
  const { state, seq, at, through } = heard;
  const since = sinceOf(log, heard);
  // Two clocks may disagree: what was heard before it was so tells nothing about the way.
  const lateMs = since === undefined || at === undefined || at < since.at ? undefined : at - since.at;
  return {
    state,
    seq,
    ...(at === undefined ? {} : { at }),
    through,
    ...(since === undefined ? {} : { since }),
    ...(lateMs === undefined ? {} : { lateMs }),
    again: heard.again
      .filter((other) => other.seq <= cursor)
      .map((other) => ({
        through: other.through,
        seq: other.seq,
        ...(other.at === undefined || at === undefined ? {} : { ms: other.at - at }),
      })),
  };
}

function sinceOf(log: LogView, { row, at, storedAt }: StateHeard): WatchedState['since'] {
  if (storedAt !== undefined) return { at: storedAt, by: 'kernel' };
  const statusAt = readBody(log, row).statusAt;
  // A row without a time of its own is dated by its status: that tells nothing of when it was heard.
  return statusAt === undefined || statusAt === at ? undefined : { at: statusAt, by: 'status' };
}
