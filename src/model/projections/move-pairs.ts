// All pairs of states, and which of them may follow each other where: in a stream each move shows, in a poll only samples do.

import { isOneMove, isReachable } from '../kernel/observed-moves.ts';
import { TASK_STATES, type TaskState } from '../protocol/task.ts';

export interface MovePair {
  readonly from: TaskState;
  readonly to: TaskState;
  /** Whether two events of a stream in a row may show them. */
  readonly stream: boolean;
  /** Whether two samples may show them. */
  readonly poll: boolean;
}
export interface MovePairs {
  readonly states: readonly TaskState[];
  /** Row by row: all pairs with the first state, then the second. */
  readonly pairs: readonly MovePair[];
  readonly streamCount: number;
  readonly pollCount: number;
}

/** The table of 64 pairs, asked of the same functions that judge a peer (SPEC.md Q.5, Q.6). */
export function projectMovePairs(): MovePairs {
  const pairs = TASK_STATES.flatMap((from) =>
    TASK_STATES.map((to) => ({ from, to, stream: isOneMove(from, to), poll: isReachable(from, to) })),
  );
  const countOf = (channel: 'stream' | 'poll') => pairs.filter((pair) => pair[channel]).length;
  return { states: TASK_STATES, pairs, streamCount: countOf('stream'), pollCount: countOf('poll') };
}
