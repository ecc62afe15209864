// Paints the lanes in view: grid, hop arrows, bars, marks, cursor. What lies after the cursor is grey. Colours and shapes
// are those of the design tokens; nothing here decides anything.

import type { DensityColumn, Lane, LaneArrow, TimelineAnswer } from '../../model/projections/timeline.ts';
import type { Ink } from '../canvas.ts';
import { type PlacedSegment, placeMarks, placeSegments, type TimeScale } from './lane-geometry.ts';
import { drawState, stateToken } from './state-drawing.ts';

export interface LanePicture {
  readonly answer: TimelineAnswer;
  readonly scale: TimeScale;
  readonly width: number;
  readonly height: number;
  readonly laneHeight: number;
  /** Top of the first lane of the answer, in canvas pixels. */
  readonly top: number;
  readonly ticks: readonly number[];
  readonly cursor: number;
  readonly selectedSeq: number | undefined;
  readonly selectedLane: string | undefined;
  /** Lane names stand above their bars (narrow screens). */
  readonly namesAbove: boolean;
}
type Context = CanvasRenderingContext2D;

export function paintLanes(context: Context, ink: Ink, picture: LanePicture): void {
  const { answer, scale, laneHeight } = picture;
  paintGrid(context, ink, picture);
  const place = new Map(answer.lanes.map((lane, index) => [lane.id, index]));
  for (const arrow of answer.arrows)
    paintArrow(context, ink, picture, { arrow, from: place.get(arrow.fromLane), to: place.get(arrow.toLane) });
  answer.lanes.forEach((lane, index) => {
    const y = picture.top + index * laneHeight;
    if (y > picture.height || y + laneHeight < 0) return;
    paintLane(context, ink, picture, { lane, middle: barMiddle(picture, index) });
  });
  if (picture.cursor < 0) return;
  const x = Math.round(scale.x(answer.cursorAt));
  context.fillStyle = ink('accent');
  context.fillRect(x - 0.75, 0, 1.5, picture.height);
}

/** The height at which a lane's bar stands. */
export function barMiddle(picture: Pick<LanePicture, 'top' | 'laneHeight' | 'namesAbove'>, index: number): number {
  const middle = picture.top + (index + 0.5) * picture.laneHeight;
  return picture.namesAbove ? middle + 9 : middle;
}

function paintGrid(context: Context, ink: Ink, picture: LanePicture): void {
  const { answer, laneHeight, top, width, height } = picture;
  answer.lanes.forEach((lane, index) => {
    const y = top + index * laneHeight;
    if (lane.id === picture.selectedLane) {
      context.fillStyle = ink('accent-tint');
      context.fillRect(0, y, width, laneHeight);
    }
    context.fillStyle = ink('line');
    context.fillRect(0, Math.round(y + laneHeight) - 1, width, 1);
  });
  context.fillStyle = ink('line');
  for (const at of picture.ticks) context.fillRect(Math.round(picture.scale.x(at)), 0, 1, height);
}

function paintArrow(
  context: Context,
  ink: Ink,
  picture: LanePicture,
  hop: { readonly arrow: LaneArrow; readonly from: number | undefined; readonly to: number | undefined },
): void {
  const { arrow, from, to } = hop;
  if (from === undefined || to === undefined || from === to) return;
  const x = Math.round(picture.scale.x(arrow.fromAt)) + 0.5;
  const down = to > from;
  const half = Math.min(picture.laneHeight / 2 - 2, 11);
  const start = barMiddle(picture, from) + (down ? 4 : -4);
  const end = barMiddle(picture, to) + (down ? -half : half);
  const selected = arrow.seq === picture.selectedSeq;
  const colour = selected ? 'accent' : arrow.seq > picture.cursor ? 'n-400' : arrow.failed ? 'sev-error' : 'ink-2';
  context.strokeStyle = context.fillStyle = ink(colour);
  context.lineWidth = selected || arrow.failed ? 2 : 1;
  context.beginPath();
  context.moveTo(x, start);
  context.lineTo(x, end);
  context.stroke();
  context.beginPath();
  context.arc(x, start, 2, 0, 7);
  context.fill();
  context.beginPath();
  context.moveTo(x, end + (down ? 2 : -2));
  context.lineTo(x - 3.5, end + (down ? -4 : 4));
  context.lineTo(x + 3.5, end + (down ? -4 : 4));
  context.fill();
}

function paintLane(context: Context, ink: Ink, picture: LanePicture, place: { readonly lane: Lane; readonly middle: number }): void {
  const { lane, middle } = place;
  const segments = placeSegments(lane, picture.scale, picture.width);
  if (segments.length === 0) paintThread(context, ink, picture, place);
  for (const column of lane.density) paintColumn(context, ink, picture, { column, middle });
  const height = barHeight(picture.laneHeight, segments[0]?.rows);
  for (const segment of segments) {
    const each = Math.floor(height / segment.rows);
    const top = Math.round(middle - height / 2 + segment.row * each);
    paintSegment(context, ink, picture, { segment, top, height: each - (segment.rows > 1 ? 1 : 0) });
  }
  for (const { mark, x } of placeMarks(lane, picture.scale)) {
    const after = mark.seq > picture.cursor;
    if (mark.failed) drawState(context, ink, { state: 'error', x, y: middle - height / 2 - 5, size: 10, grey: after });
    context.fillStyle = ink(mark.seq === picture.selectedSeq ? 'accent' : after ? 'n-400' : 'ink-2');
    if (segments.length === 0) {
      context.beginPath();
      context.arc(x, middle, 2.5, 0, 7);
      context.fill();
    } else if (picture.laneHeight >= 32) context.fillRect(Math.round(x) - 1, Math.round(middle + height / 2) + 3, 2, 4);
  }
}

/** Height of a lane's bar, or of all its bars where several tasks share it. */
export function barHeight(laneHeight: number, rows = 1): number {
  if (rows > 1 && laneHeight >= 50) return 32;
  return laneHeight >= 44 ? 18 : laneHeight >= 32 ? 14 : 10;
}

/** A lane without bars: a thread from its first to its last row. */
function paintThread(context: Context, ink: Ink, picture: LanePicture, place: { readonly lane: Lane; readonly middle: number }): void {
  const { marks } = place.lane;
  const [first, last] = [marks[0], marks.at(-1)];
  if (!first || !last) return;
  const [from, to] = [picture.scale.x(first.at), picture.scale.x(last.at)];
  context.fillStyle = ink('n-400');
  context.fillRect(from, Math.round(place.middle), to - from, 1);
}

/** Too dense for marks: height is count, colour is the worst state in it. */
function paintColumn(
  context: Context,
  ink: Ink,
  picture: LanePicture,
  place: { readonly column: DensityColumn; readonly middle: number },
): void {
  const { column, middle } = place;
  const x = picture.scale.x(column.from);
  const width = Math.max(1, picture.scale.x(column.to) - x - 1);
  const height = Math.min(picture.laneHeight - 6, 3 + Math.log2(column.count + 1) * 3);
  const after = column.from > picture.answer.cursorAt;
  context.fillStyle = after ? ink('n-400') : column.worst ? ink(stateToken(column.worst)) : ink('ink-3');
  context.fillRect(x, Math.round(middle - height / 2), width, height);
}

/** States whose bar ends where it begins; any other of no length is a sliver, so that the next one is not covered. */
function isTerminal(state: PlacedSegment['segment']['state']): boolean {
  return state === 'completed' || state === 'canceled' || state === 'failed' || state === 'rejected';
}

interface Bar {
  readonly segment: PlacedSegment;
  readonly top: number;
  readonly height: number;
}

function paintSegment(context: Context, ink: Ink, picture: LanePicture, bar: Bar): void {
  const { segment, top, height } = bar;
  const { state, seq, refused } = segment.segment;
  const after = seq > picture.cursor;
  const middle = top + height / 2;
  const size = Math.min(14, height);
  const ended = segment.end <= segment.x && !segment.open && isTerminal(state);
  if (ended) {
    drawState(context, ink, { state, x: segment.x, y: middle, size, grey: after });
  } else {
    const x = Math.round(segment.x);
    const width = Math.max(Math.round(segment.end) - x, 2);
    const seen = after ? 0 : Math.min(width, Math.max(2, Math.round(picture.scale.x(picture.answer.cursorAt)) - x));
    paintBar(context, ink, { state, x, top, width, height, seen, open: segment.open });
    if (width >= 16 && height >= 9) {
      const grey = after;
      drawState(context, ink, { state, x: x + 4 + Math.min(size, 11) / 2, y: middle, size: Math.min(size, 11), grey });
      if (width >= 48 + state.length * 6 && height >= 14) {
        context.fillStyle = ink(grey ? 'ink-3' : stateToken(state, '-ink'));
        context.font = `11px ${ink('font-ui')}`;
        context.textBaseline = 'middle';
        context.fillText(state, x + 20, middle + 0.5);
      }
    }
  }
  if (refused) {
    const width = Math.max(5, ended ? size : segment.end - segment.x);
    context.strokeStyle = ink('sev-error');
    context.lineWidth = 2;
    context.strokeRect(ended ? segment.x - width / 2 - 2 : segment.x - 2, top - 3, width + 4, height + 6);
  }
}

/** The bar of a state: outline for submitted, tint for working, tint and hatch for waiting; outline only after the cursor. */
function paintBar(
  context: Context,
  ink: Ink,
  bar: { state: PlacedSegment['segment']['state']; x: number; top: number; width: number; height: number; seen: number; open: boolean },
): void {
  const { state, x, top, width, height, seen } = bar;
  context.fillStyle = ink('surface');
  context.fillRect(x, top, width, height);
  if (seen > 0 && state !== 'submitted') {
    context.fillStyle = ink(stateToken(state, '-tint'));
    context.fillRect(x, top, seen, height);
  }
  if (seen > 0 && (state === 'input-required' || state === 'auth-required')) {
    context.save();
    context.beginPath();
    context.rect(x, top, seen, height);
    context.clip();
    context.strokeStyle = ink(stateToken(state));
    context.globalAlpha = 0.45;
    context.lineWidth = 1;
    context.beginPath();
    for (let at = x - height; at < x + seen; at += 6) {
      context.moveTo(at, top + height);
      context.lineTo(at + height, top);
    }
    context.stroke();
    context.restore();
  }
  const outline = (from: number, to: number, colour: string, sides: { left: boolean; right: boolean }) => {
    context.fillStyle = ink(colour);
    context.fillRect(from, top, to - from, 1);
    context.fillRect(from, top + height - 1, to - from, 1);
    if (sides.left) context.fillRect(from, top, 1, height);
    if (sides.right) context.fillRect(to - 1, top, 1, height);
  };
  if (seen < width) outline(x + seen, x + width, 'n-400', { left: seen === 0, right: !bar.open });
  if (seen > 0) outline(x, x + seen, stateToken(state), { left: true, right: seen === width && !bar.open });
}
