import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bentPlace, foldedAxis } from './folded-axis.ts';

describe('[U.35] a folded axis', () => {
  it('is plain where the whole is short', () => {
    const axis = foldedAxis([0, 500, 2_000]);
    expect(axis.folds).toEqual([]);
    expect([0, 500, 1_000, 2_000].map((time) => axis.place(time))).toEqual([0, 0.25, 0.5, 1]);
  });

  it('folds a long silence and says how long it is', () => {
    const axis = foldedAxis([0, 100, 30_000, 30_020]);
    expect(axis.folds).toHaveLength(1);
    expect(axis.folds[0]).toMatchObject({ from: 100, to: 30_000 });
    expect((axis.folds[0]?.right ?? 0) - (axis.folds[0]?.left ?? 0)).toBeLessThan(0.2);
    expect(axis.place(100)).toBeGreaterThan(0.5);
  });

  it('keeps the order of times, and stays between the ends', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(200_000), { minLength: 1, maxLength: 30 }), (times) => {
        const axis = foldedAxis(times);
        const sorted = times.toSorted((a, b) => a - b);
        const places = sorted.map((time) => axis.place(time));
        for (const [index, place] of places.entries()) {
          expect(place).toBeGreaterThanOrEqual(places[index - 1] ?? 0);
          expect(place).toBeLessThanOrEqual(1);
        }
        if (new Set(times).size > 1) expect(places.at(-1)).toBeCloseTo(1);
      }),
    );
  });

  it('gives small times room on the axis of all rows', () => {
    expect(bentPlace(0, 30_000)).toBe(0);
    expect(bentPlace(30_000, 30_000)).toBe(1);
    expect(bentPlace(100, 30_000)).toBeGreaterThan(0.1);
    expect(bentPlace(-5, 30_000)).toBe(0);
  });
});
