// The timeline: lanes by agent or by task over one axis, with what was seen in them. Bounded by the width asked for:
// what is too dense for marks comes as density columns, and what is left out is counted.

import type { Channel, RowKind } from '../log/row-kind.ts';
import type { ObservedState } from '../protocol/task.ts';

export type LaneGrouping = 'agent' | 'task';
/** `virtual`: milliseconds since the episode's start · `utc`: milliseconds since the Unix epoch · `order`: the seq itself, where the source states no times. */
export type AxisUnit = 'virtual' | 'utc' | 'order';

export interface LaneSegment {
  readonly from: number;
  /** Undefined: still so at the end of what was seen. */
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

/** Counts per equal stretch of the order, for the strip above the panels. */
export interface DensityAnswer {
  readonly total: number;
  readonly buckets: readonly { readonly count: number; readonly failed: number; readonly worst?: ObservedState }[];
}
