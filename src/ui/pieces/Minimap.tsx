// The whole log as a strip over its time axis, or over its order where it states no times: how dense, where nothing happened,
// where it failed, where the cursor stands. A slider, so that keys move it too.

import { type KeyboardEvent, type PointerEvent, useMemo, useRef } from 'react';
import type { LogSummary } from '../../model/engine/query.ts';
import type { DensityAnswer } from '../../model/projections/timeline.ts';
import { type Ink, useDrawing, useSize } from '../canvas.ts';
import { useInspector } from '../inspector-store.ts';
import { useAnswer } from '../queries.ts';
import { useChosenRows, useFindingMarks } from '../use-findings.ts';
import type { Severity } from './Mark.tsx';
import { type Strip, stripOf } from './strip.ts';

const PAD = 6;
const BAR = 3;
/** Pixels without a row from which on a stretch is drawn as idle. */
const IDLE = 12;

export function Minimap({ summary }: { summary: LogSummary | undefined }) {
  const rowCount = summary?.rowCount ?? 0;
  const cursor = useInspector((state) => state.cursor);
  const canvas = useRef<HTMLCanvasElement>(null);
  const size = useSize<HTMLDivElement>();
  const inner = Math.max(size.width - 2 * PAD, 0);
  const { firstTime = 0, lastTime = 0 } = summary ?? {};
  const byTime = lastTime > firstTime;
  const buckets = Math.max(1, Math.min(Math.floor(inner / BAR), 600, byTime ? 600 : Math.max(rowCount, 1)));
  const { data } = useAnswer('density', { buckets, by: byTime ? 'time' : 'order' }, { enabled: rowCount > 0 && inner > 0 });
  const marks = useFindingMarks();
  const chosen = useChosenRows();
  const strip = useMemo(() => stripOf(data?.buckets ?? []), [data]);

  useDrawing(
    canvas,
    size,
    (context, ink) => {
      const room = { left: PAD, width: inner, base: size.height - 12 };
      if (data && rowCount > 0) drawBars(context, ink, { buckets: data.buckets, ...room });
      drawBase(context, ink, { strip, ...room });
      drawFindings(context, ink, { strip, marks, chosen, ...room });
      if (rowCount > 0 && cursor >= 0) drawCursor(context, ink, Math.min(PAD + strip.placeOf(cursor) * inner, size.width - 2), size.height);
    },
    [data, cursor, rowCount, marks, chosen],
  );

  const seekTo = (event: PointerEvent<HTMLDivElement>) => {
    if (rowCount === 0) return;
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left - PAD;
    const seq = strip.rowAt(x / Math.max(inner, 1));
    useInspector.getState().setPlaying(false);
    useInspector.getState().seek(Math.min(Math.max(seq, 0), rowCount - 1));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const leap = Math.max(1, Math.round(rowCount / 20));
    const by = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: leap, PageDown: -leap }[event.key];
    if (by === undefined || rowCount === 0) return;
    event.preventDefault();
    useInspector.getState().seek(Math.min(Math.max(cursor + by, 0), rowCount - 1));
  };
  return (
    <div
      ref={size.ref}
      className="minimap"
      role="slider"
      tabIndex={0}
      aria-label="Cursor in the log"
      aria-valuemin={-1}
      aria-valuemax={Math.max(rowCount - 1, 0)}
      aria-valuenow={cursor}
      aria-valuetext={cursor < 0 ? 'before the first row' : `row ${cursor} of ${rowCount - 1}`}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        seekTo(event);
      }}
      onPointerMove={(event) => event.buttons === 1 && seekTo(event)}
    >
      <canvas ref={canvas} />
    </div>
  );
}

interface Room {
  readonly left: number;
  readonly width: number;
  readonly base: number;
}

function drawBars(context: CanvasRenderingContext2D, ink: Ink, drawn: Room & { readonly buckets: DensityAnswer['buckets'] }): void {
  const { buckets, base } = drawn;
  const most = buckets.reduce((sum, bucket) => Math.max(sum, bucket.count), 1);
  const width = drawn.width / buckets.length;
  const wide = Math.max(1, Math.min(width - 1, 8));
  buckets.forEach((bucket, index) => {
    if (bucket.count === 0) return;
    const height = Math.max(2, Math.round((Math.log1p(bucket.count) / Math.log1p(most)) * (base - 8)));
    const x = drawn.left + index * width + (width - wide) / 2;
    context.fillStyle = ink('n-400');
    context.fillRect(x, base - height, wide, height);
  });
}

/** The line under the bars; dotted where nothing happened for long enough to be seen. */
function drawBase(context: CanvasRenderingContext2D, ink: Ink, drawn: Room & { readonly strip: Strip }): void {
  const { left, width, base, strip } = drawn;
  const idle = strip.idle.filter(({ from, to }) => (to - from) * width >= IDLE);
  let at = 0;
  context.fillStyle = ink('line-2');
  for (const { from, to } of [...idle, { from: 1, to: 1 }]) {
    context.fillRect(left + at * width, base, (from - at) * width, 1);
    at = to;
  }
  context.fillStyle = ink('ink-3');
  for (const { from, to } of idle) for (let x = from * width + 3; x < to * width - 2; x += 5) context.fillRect(left + x, base, 1.5, 1);
}

function drawCursor(context: CanvasRenderingContext2D, ink: Ink, x: number, height: number): void {
  context.fillStyle = ink('accent');
  context.fillRect(x - 0.75, 0, 1.5, height);
  context.beginPath();
  context.moveTo(x - 4, 0);
  context.lineTo(x + 4, 0);
  context.lineTo(x, 6);
  context.fill();
}

const MARKS: readonly Severity[] = ['info', 'warning', 'error'];
/** Marks closer than this would cover each other; the worst of them is drawn. */
const MARK_ROOM = 7;

/** What findings point at, under the bars: worse marks over milder ones. */
function drawFindings(
  context: CanvasRenderingContext2D,
  ink: Ink,
  drawn: Room & { readonly strip: Strip; readonly marks: ReadonlyMap<number, Severity>; readonly chosen: ReadonlySet<number> },
): void {
  const { left, width, base, strip, marks, chosen } = drawn;
  const worst = new Map<number, Severity>();
  for (const [seq, severity] of marks) {
    const slot = Math.round((strip.placeOf(seq) * width) / MARK_ROOM);
    const known = worst.get(slot);
    if (known === undefined || MARKS.indexOf(severity) > MARKS.indexOf(known)) worst.set(slot, severity);
  }
  for (const [slot, severity] of worst) drawMark(context, ink, { severity, x: left + slot * MARK_ROOM, y: base + 6 });
  // A bar under the marks of the finding that is looked at.
  context.fillStyle = ink('accent');
  for (const seq of chosen) context.fillRect(left + strip.placeOf(seq) * width - 4, base + 10, 8, 2);
}

/** The shapes of the severities, small: octagon, triangle, ring. */
function drawMark(
  context: CanvasRenderingContext2D,
  ink: Ink,
  { severity, x, y }: { readonly severity: Severity; readonly x: number; readonly y: number },
): void {
  const corners = severity === 'error' ? 8 : severity === 'warning' ? 3 : 24;
  const turn = severity === 'error' ? Math.PI / 8 : -Math.PI / 2;
  context.fillStyle = ink(`sev-${severity}`);
  context.strokeStyle = ink(`sev-${severity}`);
  context.beginPath();
  for (let corner = 0; corner < corners; corner++) {
    const angle = ((2 * Math.PI) / corners) * corner + turn;
    context.lineTo(x + Math.cos(angle) * 3.4, y + Math.sin(angle) * 3.4);
  }
  context.closePath();
  if (severity === 'info') context.stroke();
  else context.fill();
}
