import { describe, expect, it } from 'vitest';
import type { Lane } from '../model/projections/timeline.ts';
import type { RowView } from '../model/projections/row-view.ts';
import { axisText, axisTicks } from './log-time.ts';
import { pauseBetween } from './playback.ts';
import { panned, zoomed } from './time-view.ts';
import { laneHeight, MARK_STEP, placeMarks, placeSegments, timeScale } from './timeline/lane-geometry.ts';

const extent = { from: 0, to: 1000 };

describe('the time axis', () => {
  it('puts ticks at round places, about 96 px apart', () => {
    expect(axisTicks('virtual', 0, 320, 640)).toEqual({ step: 50, at: [0, 50, 100, 150, 200, 250, 300] });
    expect(axisTicks('order', 0, 9, 900)).toEqual({ step: 1, at: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9] });
    expect(axisTicks('utc', 5, 5, 900)).toEqual({ step: 1, at: [5] });
  });
  it('writes a place as finely as the ticks need', () => {
    expect(axisText('virtual', 250, 50)).toBe('0.25 s');
    expect(axisText('utc', 1_795_975_836_677, 1000)).toBe('18:10:36');
    expect(axisText('order', 12, 1)).toBe('12');
  });
  it('zooms around a point, pans inside the whole, and is whole again when zoomed out', () => {
    expect(zoomed({ from: 0, to: 1000 }, extent, 0.5, 250)).toEqual({ from: 125, to: 625 });
    expect(zoomed({ from: 400, to: 600 }, extent, 10, 500)).toBeUndefined();
    expect(panned({ from: 800, to: 900 }, extent, 5)).toEqual({ from: 900, to: 1000 });
    expect(panned({ from: 100, to: 300 }, extent, -5)).toEqual({ from: 0, to: 200 });
  });
});

describe('playing', () => {
  const at = (time?: number): RowView => ({
    seq: 0,
    row: 0,
    kind: 'message-sent',
    channel: 'send',
    provenance: 'received',
    ...(time === undefined ? {} : { time }),
  });
  it('waits as long as the log did, by the speed, and two seconds at most', () => {
    expect(pauseBetween(at(0), at(100), 1)).toBe(100);
    expect(pauseBetween(at(0), at(100), 0.25)).toBe(400);
    expect(pauseBetween(at(0), at(600_000), 1)).toBe(2000);
    expect(pauseBetween(at(100), at(0), 1)).toBe(0);
  });
  it('goes row by row where no time is stated, or by choice', () => {
    expect(pauseBetween(at(), at(5), 1)).toBe(600);
    expect(pauseBetween(at(0), at(5), 0)).toBe(600);
  });
});

describe('lanes', () => {
  const lane = (part: Partial<Lane>): Lane => ({
    id: 'a',
    name: 'a',
    note: '',
    rowCount: 0,
    segments: [],
    marks: [],
    density: [],
    ...part,
  });
  const scale = timeScale(extent, 1032);
  it('get lower as they get more', () => {
    expect([1, 11, 12, 39, 40, 5000].map((count) => laneHeight(count, false))).toEqual([50, 50, 32, 32, 20, 20]);
  });
  it('places a time on the axis and finds it again', () => {
    for (const time of [0, 123, 1000]) expect(scale.at(scale.x(time))).toBeCloseTo(time);
  });
  it('sets marks of one instant side by side and says so', () => {
    const marks = [0, 0, 500].map((time, seq) => ({ at: time, seq, kind: 'status-update' as const, channel: 'stream' as const }));
    const placed = placeMarks(lane({ marks }), scale);
    expect(placed.map(({ moved }) => moved)).toEqual([false, true, false]);
    expect(placed[1]!.x - placed[0]!.x).toBe(MARK_STEP);
  });
  it('gives tasks that overlap rows of their own, and tasks one after the other the same', () => {
    const bar = (taskId: string, from: number, to: number, seq: number) => ({ taskId, from, to, seq, state: 'working' as const });
    const rows = (...segments: ReturnType<typeof bar>[]) =>
      placeSegments(lane({ segments }), scale, 1000).map(({ row, rows }) => `${row} of ${rows}`);
    expect(rows(bar('t1', 0, 500, 0), bar('t2', 100, 600, 1))).toEqual(['0 of 2', '1 of 2']);
    expect(rows(bar('t1', 0, 100, 0), bar('t2', 200, 600, 1))).toEqual(['0 of 1', '0 of 1']);
  });
});
