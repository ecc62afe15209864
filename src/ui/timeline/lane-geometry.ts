// Where things stand on the timeline: lanes down, time across. Marks of one instant stand side by side, so that each can be
// pressed; bars of several tasks in one lane share its height.

import type { Lane, LaneMark, LaneSegment } from '../../model/projections/timeline.ts';
import type { TimeRange } from '../inspector-store.ts';

/** Room left and right of the axis, so that a mark at its end is whole. */
const AXIS_PAD = 16;
export const MARK_STEP = 9;

/** Lanes get lower as they get more: 50, from 12 on 32, from 40 on 20 with the name only. */
export function laneHeight(laneCount: number, narrow: boolean): number {
  if (narrow) return 44;
  return laneCount < 12 ? 50 : laneCount < 40 ? 32 : 20;
}

export interface TimeScale {
  x(at: number): number;
  at(x: number): number;
}

export function timeScale(range: TimeRange, width: number): TimeScale {
  const room = Math.max(width - 2 * AXIS_PAD, 1);
  const span = range.to - range.from;
  return {
    x: (at) => AXIS_PAD + (span > 0 ? ((at - range.from) / span) * room : 0),
    at: (x) => range.from + ((x - AXIS_PAD) / room) * span,
  };
}

/** A bar, where it stands: `row` of `rows` stacked in its lane. */
export interface PlacedSegment {
  readonly segment: LaneSegment;
  readonly x: number;
  readonly end: number;
  readonly open: boolean;
  readonly row: number;
  readonly rows: number;
}

/** Places the bars of a lane; tasks that overlap in time get rows of their own, three at most. */
export function placeSegments(lane: Lane, scale: TimeScale, edge: number): readonly PlacedSegment[] {
  const tasks = new Map<string, { from: number; to: number }>();
  for (const { taskId, from, to } of lane.segments) {
    const span = tasks.get(taskId);
    const end = to ?? Number.POSITIVE_INFINITY;
    tasks.set(taskId, span ? { from: Math.min(span.from, from), to: Math.max(span.to, end) } : { from, to: end });
  }
  const ends: number[] = [];
  const rowOf = new Map<string, number>();
  for (const [taskId, span] of tasks) {
    const free = ends.findIndex((end) => end < span.from);
    const row = free >= 0 ? free : Math.min(ends.length, 2);
    ends[row] = Math.max(span.to, free >= 0 ? span.to : (ends[row] ?? span.to));
    rowOf.set(taskId, row);
  }
  const rows = Math.max(1, ends.length);
  return lane.segments.map((segment) => ({
    segment,
    x: scale.x(segment.from),
    end: segment.to === undefined ? edge : scale.x(segment.to),
    open: segment.to === undefined,
    row: rowOf.get(segment.taskId) ?? 0,
    rows,
  }));
}

export interface PlacedMark {
  readonly mark: LaneMark;
  readonly x: number;
  /** Stands beside its true place, because another mark has it. */
  readonly moved: boolean;
}

/** Places the marks of a lane from left to right, each at least one step from the one before. */
export function placeMarks(lane: Lane, scale: TimeScale): readonly PlacedMark[] {
  let before = Number.NEGATIVE_INFINITY;
  return lane.marks.map((mark) => {
    const own = scale.x(mark.at);
    const x = Math.max(own, before + MARK_STEP);
    before = x;
    return { mark, x, moved: x - own > 1 };
  });
}
