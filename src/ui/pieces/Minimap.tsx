// The whole log as a strip: how dense, where it failed, where the cursor stands. A slider, so that keys move it too.

import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { useDrawing, useSize } from '../canvas.ts';
import { useInspector } from '../inspector-store.ts';
import { useAnswer } from '../queries.ts';

const PAD = 6;
const BAR = 3;

export function Minimap({ rowCount }: { rowCount: number }) {
  const cursor = useInspector((state) => state.cursor);
  const canvas = useRef<HTMLCanvasElement>(null);
  const size = useSize<HTMLDivElement>();
  const inner = Math.max(size.width - 2 * PAD, 0);
  const buckets = Math.max(1, Math.min(Math.floor(inner / BAR), 600, Math.max(rowCount, 1)));
  const { data } = useAnswer('density', { buckets }, { enabled: rowCount > 0 && inner > 0 });
  const xOf = (seq: number) => PAD + ((seq + 0.5) / Math.max(rowCount, 1)) * inner;

  useDrawing(
    canvas,
    size,
    (context, ink) => {
      const base = size.height - 12;
      context.fillStyle = ink('line-2');
      context.fillRect(PAD, base, inner, 1);
      if (data && rowCount > 0) {
        const most = Math.max(...data.buckets.map((bucket) => bucket.count), 1);
        const width = inner / data.buckets.length;
        data.buckets.forEach((bucket, index) => {
          if (bucket.count === 0) return;
          const height = Math.max(2, Math.round((Math.log1p(bucket.count) / Math.log1p(most)) * (base - 8)));
          context.fillStyle = ink('n-400');
          const wide = Math.max(1, Math.min(width - 1, 8));
          const x = PAD + index * width + (width - wide) / 2;
          context.fillRect(x, base - height, wide, height);
          if (bucket.failed > 0) drawFailed(context, ink, x + wide / 2, base + 6);
        });
      }
      if (rowCount > 0 && cursor >= 0) {
        const x = Math.min(xOf(cursor), size.width - 2);
        context.fillStyle = ink('accent');
        context.fillRect(x - 0.75, 0, 1.5, size.height);
        context.beginPath();
        context.moveTo(x - 4, 0);
        context.lineTo(x + 4, 0);
        context.lineTo(x, 6);
        context.fill();
      }
    },
    [data, cursor, rowCount],
  );

  const seekTo = (event: PointerEvent<HTMLDivElement>) => {
    if (rowCount === 0) return;
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left - PAD;
    const seq = Math.floor((x / Math.max(inner, 1)) * rowCount);
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

/** The octagon of an error, small; its written mark needs more room than a strip has. */
function drawFailed(context: CanvasRenderingContext2D, ink: (token: string) => string, x: number, y: number): void {
  context.fillStyle = ink('sev-error');
  context.beginPath();
  for (let corner = 0; corner < 8; corner++) {
    const angle = (Math.PI / 4) * corner + Math.PI / 8;
    context.lineTo(x + Math.cos(angle) * 3.6, y + Math.sin(angle) * 3.6);
  }
  context.fill();
}
