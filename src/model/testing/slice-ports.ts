// Slice ports for tests: no clock, no queue. Time passes by being asked for.

import type { SlicePort } from '../engine/query.ts';

/**
 * A slice that is over after it was asked so often; `next` resolves at once.
 * @param steps how many records fit into a slice
 */
export function countedSlices(steps: number): SlicePort {
  let asked = 0;
  return {
    elapsed: () => {
      asked += 1;
      return asked > steps ? Number.POSITIVE_INFINITY : 0;
    },
    restart: () => {
      asked = 0;
    },
    next: () => Promise.resolve(),
  };
}
