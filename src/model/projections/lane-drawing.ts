// One lane within a view: bars from the moves of its tasks, a mark for each row where there is room, columns of counts
// where there is not. Costs what the width has room for, not what the lane holds.

import { countBelow } from '../log/column.ts';
import type { LogView } from '../log/log-view.ts';
import { endsTask, taskMovesOf, type Move } from './task-moves.ts';
import { NO_LANE, type LaneRows } from './lanes.ts';
import { stretchBetween, type Axis } from './time-axis.ts';
import type { DensityColumn, Lane, LaneGrouping, LaneMark, LaneSegment } from './timeline.ts';

/** Pixels that a mark needs. */
const MARK_WIDTH = 6;

export interface LaneView {
  readonly axis: Axis;
  readonly grouping: LaneGrouping;
  readonly from: number;
  readonly to: number;
  readonly width: number;
  readonly cursor: number;
}

/** Draws a lane; rows after the cursor are drawn too, and say so by their seq. */
export function drawLane(log: LogView, rows: LaneRows, view: LaneView): Lane {
  const moves = taskMovesOf(log);
  const name = view.grouping === 'task' && rows.name !== NO_LANE ? log.tasks.nameOf(rows.name) : rows.name;
  const numbers = view.grouping === 'task' ? moves.movesOfTask(rows.name) : moves.movesOfAgent(rows.name);
  const tasks = view.grouping === 'task' ? (rows.name === NO_LANE ? [] : [rows.name]) : moves.tasksOfAgent(rows.name);
  const room = Math.max(1, Math.floor(view.width / MARK_WIDTH));
  const { first, end } = stretchBetween(rows.seqs, view.axis, view);
  const lastMove = numbers[moves.countUpTo(numbers, view.cursor) - 1];
  const onlyTask = tasks.length === 1 ? tasks[0] : undefined;
  const crowded = end - first > room;
  return {
    id: name,
    name: name === NO_LANE ? nameless(view.grouping) : name,
    note: noteOf(log, rows, view.grouping),
    ...(onlyTask === undefined ? {} : { taskId: log.tasks.nameOf(onlyTask) }),
    ...(lastMove === undefined ? {} : { lastState: moves.move(lastMove).to }),
    rowCount: rows.seqs.length,
    segments: segmentsOf(log, numbers, { ...view, room }),
    marks: crowded ? [] : rows.seqs.slice(first, end).map((seq) => markOf(log, seq, view.axis)),
    density: crowded ? densityOf(log, rows, { ...view, room, first, end }) : [],
  };
}

function nameless(grouping: LaneGrouping): string {
  return grouping === 'agent' ? 'agent not stated' : 'no task';
}

function noteOf(log: LogView, rows: LaneRows, grouping: LaneGrouping): string {
  const moves = taskMovesOf(log);
  if (grouping === 'task')
    return rows.name === NO_LANE ? 'rows about no task' : (moves.ownerOf(rows.name, Number.POSITIVE_INFINITY) ?? 'agent not stated');
  const tasks = moves.tasksOfAgent(rows.name);
  const [only] = tasks;
  if (only !== undefined && tasks.length === 1) return log.tasks.nameOf(only);
  if (tasks.length > 1) return `${tasks.length} tasks`;
  return rows.seqs.length === 0 ? 'asked, no answer seen' : 'no task of its own';
}

function markOf(log: LogView, seq: number, axis: Axis): LaneMark {
  const row = log.rowAt(seq);
  return {
    at: axis.position(seq),
    seq,
    kind: log.kind(row),
    channel: log.channel(row),
    ...(log.failed(row) ? { failed: true } : {}),
  };
}

/** Bars that are in view, those that began before it included. Too many for the width: none, the columns tell. */
function segmentsOf(log: LogView, numbers: readonly number[], view: LaneView & { readonly room: number }): readonly LaneSegment[] {
  const moves = taskMovesOf(log);
  const at = (index: number): number => view.axis.position(moves.seqOfMove(numbers[index] ?? 0));
  const first = countBelow(numbers.length, at, view.from);
  const segments: LaneSegment[] = [];
  // Bars that are still open at the left edge: looked for among the last moves only, which for one task is the last.
  for (let index = Math.max(0, first - view.room); index < first; index += 1) {
    const segment = segmentOf(log, moves.move(numbers[index] ?? 0), view.axis);
    if (segment.to === undefined || segment.to >= view.from) segments.push(segment);
  }
  for (let index = first; index < numbers.length && at(index) <= view.to; index += 1) {
    if (segments.length > view.room) return [];
    segments.push(segmentOf(log, moves.move(numbers[index] ?? 0), view.axis));
  }
  return segments;
}

function segmentOf(log: LogView, move: Move, axis: Axis): LaneSegment {
  const from = axis.position(move.seq);
  const to = endsTask(move.to) ? from : move.nextSeq === undefined ? undefined : axis.position(move.nextSeq);
  return {
    from,
    ...(to === undefined ? {} : { to }),
    state: move.to,
    seq: move.seq,
    ...(move.refused ? { refused: true } : {}),
    taskId: log.tasks.nameOf(move.task),
  };
}

function densityOf(
  log: LogView,
  rows: LaneRows,
  view: LaneView & { readonly room: number; readonly first: number; readonly end: number },
): readonly DensityColumn[] {
  const { axis, room, from, to } = view;
  const stateAt = (place: number) => log.state(log.rowAt(rows.seqs[place] ?? 0));
  const at = (index: number): number => axis.position(rows.seqs[index] ?? 0);
  const columns: DensityColumn[] = [];
  let first = view.first;
  for (let column = 0; column < room && first < view.end; column += 1) {
    const left = from + ((to - from) * column) / room;
    const right = from + ((to - from) * (column + 1)) / room;
    // The last column takes what stands at the right edge itself.
    const end = column === room - 1 ? view.end : Math.max(first, Math.min(view.end, countBelow(rows.seqs.length, at, right)));
    if (end === first) continue;
    const worst = rows.worst.worst(first, end, stateAt);
    columns.push({ from: left, to: right, count: end - first, ...(worst === undefined ? {} : { worst }) });
    first = end;
  }
  return columns;
}
