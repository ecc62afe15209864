// Lanes of a watch, from hand-made answers: none, one, many.

import { describe, expect, it } from 'vitest';
import { VIRTUAL_EPOCH } from '../../model/log/saved-form.ts';
import type { StandInAnswer, TrueChange } from '../../model/projections/stand-in-story.ts';
import { latenessOf, heardSpans, truthSpans } from './lane-layout.ts';

const change = (at: number, state: TrueChange['state'], appliedAt?: number): TrueChange => ({
  seq: at,
  time: VIRTUAL_EPOCH + at,
  state,
  text: undefined,
  appliedSeq: appliedAt === undefined ? undefined : appliedAt + 1,
  appliedTime: appliedAt === undefined ? undefined : VIRTUAL_EPOCH + appliedAt,
});
const answer = (truth: readonly TrueChange[]): StandInAnswer => ({ standIns: [], total: 0, story: undefined, truth, lostPushes: [] });

describe('lanes of a watch', () => {
  it('[U.72] of nothing there is nothing', () => {
    expect(truthSpans(answer([]), 10)).toEqual([]);
    expect(heardSpans(answer([]), 10)).toEqual([]);
    expect(latenessOf([])).toEqual({ changes: 0, heard: 0, slowestMs: undefined });
  });

  it('[U.72] a state lasts until the next one, where it was and where it was heard', () => {
    const truth = [change(0, 'input-required', 0), change(10, 'working'), change(20, 'completed', 25)];
    expect(truthSpans(answer(truth), 40).map(({ state, from, to }) => [state, from, to])).toEqual([
      ['input-required', 0, 10],
      ['working', 10, 20],
      ['completed', 20, 40],
    ]);
    expect(heardSpans(answer(truth), 40).map(({ state, from, to, seq }) => [state, from, to, seq])).toEqual([
      ['input-required', 0, 25, 1],
      ['completed', 25, 40, 26],
    ]);
  });

  it('[U.72] the first state was known; a change that was not heard has no lateness', () => {
    const truth = [change(0, 'input-required', 0), change(10, 'working', 13), change(20, 'input-required', 20), change(30, 'completed')];
    expect(latenessOf(truth)).toEqual({ changes: 3, heard: 2, slowestMs: 3 });
  });
});
