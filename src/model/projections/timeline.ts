// The timeline: lanes by agent or by task over one axis, with what was seen in them. Bounded by the width asked for:
// what is too dense for marks comes as density columns, and what is left out is counted.

import { countBelow, counts } from '../log/column.ts';
import type { LogView } from '../log/log-view.ts';
import type { Channel, RowKind } from '../log/row-kind.ts';
import type { ObservedState } from '../protocol/task.ts';
import { drawLane } from './lane-drawing.ts';
import { crossingsOf, lanesOf, NO_LANE } from './lanes.ts';
import { perLog, type LogIndex } from './log-index.ts';
import { axisOf, stretchBetween, type Axis } from './time-axis.ts';
import { WorstStates } from './worst-state.ts';

export type LaneGrouping = 'agent' | 'task';
/** `virtual`: milliseconds since the episode's start · `utc`: milliseconds since the Unix epoch · `order`: the seq itself, where the source states no times. */
export type AxisUnit = 'virtual' | 'utc' | 'order';

export interface LaneSegment {
  readonly from: number;
  /** Undefined: still so at the end of what was seen. A terminal state has no length: the bar ends where it begins. */
  readonly to?: number;
  readonly state: ObservedState;
  readonly seq: number;
  /** Our kernel would refuse the move into this state. */
  readonly refused?: boolean;
  readonly taskId: string;
}
export interface LaneMark {
  readonly at: number;
  readonly seq: number;
  readonly kind: RowKind;
  readonly channel: Channel;
  readonly failed?: boolean;
}
export interface DensityColumn {
  readonly from: number;
  readonly to: number;
  readonly count: number;
  readonly worst?: ObservedState;
}
export interface Lane {
  readonly id: string;
  readonly name: string;
  /** Second line: the task, or what the lane is. */
  readonly note: string;
  readonly taskId?: string;
  readonly lastState?: ObservedState;
  readonly rowCount: number;
  readonly segments: readonly LaneSegment[];
  readonly marks: readonly LaneMark[];
  readonly density: readonly DensityColumn[];
}
/** A request from lane to lane, an answer, or a delivery. */
export interface LaneArrow {
  readonly fromLane: string;
  readonly toLane: string;
  readonly fromAt: number;
  readonly toAt: number;
  readonly seq: number;
  readonly channel: Channel;
  readonly failed?: boolean;
}
export interface TimelineAnswer {
  readonly unit: AxisUnit;
  /** Extent of the whole log, in axis units. */
  readonly from: number;
  readonly to: number;
  /** Position of the cursor row. */
  readonly cursorAt: number;
  readonly lanes: readonly Lane[];
  readonly laneCount: number;
  readonly arrows: readonly LaneArrow[];
  readonly arrowsLeftOut: number;
}
export interface TimelineQuery {
  readonly grouping: LaneGrouping;
  /** The part of the axis in view; the whole when absent. */
  readonly from?: number;
  readonly to?: number;
  /** How many columns of pixels there are to fill. */
  readonly width: number;
  readonly laneFrom: number;
  readonly laneCount: number;
}

/** Counts per equal stretch of the order (or of the time axis, when asked for), for the strip above the panels. */
export interface DensityAnswer {
  readonly total: number;
  /** The axis that was divided, and its extent. */
  readonly unit: AxisUnit;
  readonly from: number;
  readonly to: number;
  readonly buckets: readonly { readonly count: number; readonly failed: number; readonly worst?: ObservedState }[];
}

/** Most lanes, pixels, buckets and arrows of one answer. */
const MOST = { lanes: 200, width: 8_192, buckets: 4_096, arrows: 200, arrowsLookedAt: 2_000 };

/**
 * The lanes of a window over a part of the axis. The whole log is drawn; the cursor only says where it stands and which
 * state the lanes were in then. Source: SPEC.md P.7, P.8.
 */
export function projectTimeline(log: LogView, ask: TimelineQuery & { readonly cursor: number }): TimelineAnswer {
  const axis = axisOf(log);
  const lanes = lanesOf(log, ask.grouping);
  const from = ask.from ?? axis.from;
  const view = {
    axis,
    grouping: ask.grouping,
    from,
    to: Math.max(from, ask.to ?? axis.to),
    width: clamp(ask.width, 1, MOST.width),
    cursor: Math.min(ask.cursor, log.rowCount - 1),
  };
  const shown = lanes.window(Math.max(0, ask.laneFrom), clamp(ask.laneCount, 0, MOST.lanes));
  return {
    unit: axis.unit,
    from: axis.from,
    to: axis.to,
    cursorAt: view.cursor < 0 ? axis.from : axis.position(view.cursor),
    lanes: shown.map((rows) => drawLane(log, rows, view)),
    laneCount: lanes.count,
    ...arrowsOf(log, view, new Set(shown.map(({ name }) => name))),
  };
}

/** Arrows between lanes that are shown; more than there is room for: some at equal distances, and the rest counted. */
function arrowsOf(
  log: LogView,
  view: { readonly axis: Axis; readonly grouping: LaneGrouping; readonly from: number; readonly to: number },
  shown: ReadonlySet<string>,
): Pick<TimelineAnswer, 'arrows' | 'arrowsLeftOut'> {
  // Which task a caller was about is not on its request: tasks have no arrows.
  if (view.grouping === 'task') return { arrows: [], arrowsLeftOut: 0 };
  const { seqs } = crossingsOf(log);
  const { first, end } = stretchBetween(seqs, view.axis, view);
  const found: LaneArrow[] = [];
  for (const place of spread(first, end, MOST.arrowsLookedAt)) {
    const arrow = arrowOf(log, seqs[place] ?? 0, view.axis);
    if (shown.has(arrow.fromLane) && shown.has(arrow.toLane)) found.push(arrow);
  }
  const arrows = spread(0, found.length, MOST.arrows).flatMap((place) => found[place] ?? []);
  return { arrows, arrowsLeftOut: end - first - arrows.length };
}

/** At most `most` places from `from` up to `to`, at equal distances. */
function spread(from: number, to: number, most: number): readonly number[] {
  const count = Math.max(0, Math.min(most, to - from));
  return Array.from({ length: count }, (_, index) => from + Math.floor(((to - from) * index) / count));
}

function arrowOf(log: LogView, seq: number, axis: Axis): LaneArrow {
  const row = log.rowAt(seq);
  // A request is dated when it leaves and an answer when it arrives: the other end of the way is not in the log.
  const at = axis.position(seq);
  return {
    fromLane: log.agent(row) ?? NO_LANE,
    toLane: log.peer(row) ?? NO_LANE,
    fromAt: at,
    toAt: at,
    seq,
    channel: log.channel(row),
    ...(log.failed(row) ? { failed: true } : {}),
  };
}

/** Failures so far and worst states, by place in the order. */
class Density implements LogIndex {
  readonly #failedUpTo = counts();
  readonly #worst = new WorstStates();
  #failed = 0;

  add(log: LogView, row: number): void {
    if (log.failed(row)) this.#failed += 1;
    this.#failedUpTo.push(this.#failed);
    this.#worst.add(log.state(row));
  }

  bucket(log: LogView, from: number, to: number): DensityAnswer['buckets'][number] {
    const upTo = (end: number): number => (end === 0 ? 0 : this.#failedUpTo.at(end - 1));
    const worst = this.#worst.worst(from, to, (seq) => log.state(log.rowAt(seq)));
    return { count: to - from, failed: upTo(to) - upTo(from), ...(worst === undefined ? {} : { worst }) };
  }
}
export const densityOf = perLog(() => new Density());

/** Counts per equal stretch of the order, or of time where the log has a time axis and it is asked for. */
export function projectDensity(log: LogView, ask: { readonly buckets: number; readonly by?: 'order' | 'time' }): DensityAnswer {
  const total = log.rowCount;
  const density = densityOf(log);
  const time = axisOf(log);
  const byTime = ask.by === 'time' && time.unit !== 'order';
  const axis: Axis = byTime ? time : { unit: 'order', from: 0, to: Math.max(0, total - 1), position: (seq) => seq };
  const most = clamp(ask.buckets, 1, MOST.buckets);
  const count = byTime ? (total === 0 ? 0 : most) : Math.min(most, total);
  const edge = (index: number): number => {
    if (index === count) return total;
    if (!byTime) return Math.floor((total * index) / count);
    return countBelow(total, (seq) => axis.position(seq), axis.from + ((axis.to - axis.from) * index) / count);
  };
  const edges = Array.from({ length: count + 1 }, (_, index) => (index === 0 ? 0 : edge(index)));
  return {
    total,
    unit: axis.unit,
    from: axis.from,
    to: axis.to,
    buckets: edges.slice(1).map((to, index) => density.bucket(log, edges[index] ?? 0, Math.max(edges[index] ?? 0, to))),
  };
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, Math.floor(value)));
}
