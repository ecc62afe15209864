import { describe, expect, it } from 'vitest';
import { stripOf } from './strip.ts';

const strip = (...counts: number[]) => stripOf(counts.map((count) => ({ count })));

describe('stripOf', () => {
  it('[U.9] places every row in its own stretch and finds it there again', () => {
    const drawn = strip(3, 0, 1, 0, 0, 12, 1);
    for (let seq = 0; seq < 17; seq += 1) expect(drawn.rowAt(drawn.placeOf(seq))).toBe(seq);
  });

  it('[U.9] stands rows in order, from the left edge to the right', () => {
    const drawn = strip(2, 0, 5, 1);
    const places = Array.from({ length: 8 }, (_, seq) => drawn.placeOf(seq));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect([places[0]! >= 0, places.at(-1)! <= 1]).toEqual([true, true]);
  });

  it('[U.9] takes the last row before a place where nothing happened', () => {
    const drawn = strip(2, 0, 0, 3);
    expect([drawn.rowAt(0.4), drawn.rowAt(0.7)]).toEqual([1, 1]);
    expect([drawn.rowAt(-1), drawn.rowAt(2)]).toEqual([0, 4]);
    expect(strip(0, 2).rowAt(0)).toBe(0);
  });

  it('[U.9] names the stretches between rows that hold none', () => {
    expect(strip(0, 1, 0, 0, 1, 1, 0, 2, 0, 0).idle).toEqual([
      { from: 0.2, to: 0.4 },
      { from: 0.6, to: 0.7 },
    ]);
    expect(strip().idle).toEqual([]);
  });
});
