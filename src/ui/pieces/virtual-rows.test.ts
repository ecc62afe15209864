import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { trackOf, windowOf } from './virtual-rows.ts';

describe('[U.6] a list of any length', () => {
  it('fits under the height that browsers allow and still reaches its last row', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20_000_000 }), fc.integer({ min: 100, max: 2000 }), (count, view) => {
        const { track, scale } = trackOf(count, 24, view);
        expect(track).toBeLessThanOrEqual(10_000_000);
        const lowest = Math.max(0, track - view) * scale;
        expect(Math.abs(lowest - Math.max(0, count * 24 - view))).toBeLessThan(1);
      }),
    );
  });
  it('draws all rows in view and few more', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2_000_000 }), fc.double({ min: 0, max: 1, noNaN: true }), (count, place) => {
        const view = 600;
        const top = place * Math.max(0, count * 24 - view);
        const { first, count: drawn } = windowOf(top, 24, view, count);
        expect(first * 24).toBeLessThanOrEqual(top);
        expect((first + drawn) * 24).toBeGreaterThanOrEqual(Math.min(top + view, count * 24));
        expect(drawn).toBeLessThanOrEqual(28);
      }),
    );
  });
});
