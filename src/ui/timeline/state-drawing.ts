// The marks of pieces/Glyph.tsx for a canvas: the same silhouettes on the same 12 px grid.

import type { ObservedState } from '../../model/protocol/task.ts';
import type { Ink } from '../canvas.ts';

type Stroke = { readonly d: string; readonly paint: 'fill' | 'stroke' | 'cut' | 'cut-fill' };
const RING = 'M10.4 6A4.4 4.4 0 1 1 1.6 6a4.4 4.4 0 0 1 8.8 0Z';

const SHAPES: Readonly<Record<ObservedState, readonly Stroke[]>> = {
  submitted: [{ d: RING, paint: 'stroke' }],
  working: [
    { d: RING, paint: 'stroke' },
    { d: 'M6 1.6a4.4 4.4 0 0 1 0 8.8z', paint: 'fill' },
  ],
  'input-required': [
    { d: 'M6 1 11 6 6 11 1 6Z', paint: 'stroke' },
    { d: 'M7.4 6a1.4 1.4 0 1 1-2.8 0 1.4 1.4 0 0 1 2.8 0Z', paint: 'fill' },
  ],
  'auth-required': [
    { d: 'M1.6 5.2h8.8v6H1.6Z', paint: 'stroke' },
    { d: 'M3.6 5V3.6a2.4 2.4 0 0 1 4.8 0V5', paint: 'stroke' },
    { d: 'M5.2 7.2h1.6v2.2H5.2Z', paint: 'fill' },
  ],
  completed: [
    { d: 'M11.4 6A5.4 5.4 0 1 1 .6 6a5.4 5.4 0 0 1 10.8 0Z', paint: 'fill' },
    { d: 'M3.4 6.2 5.2 8 8.7 4.2', paint: 'cut' },
  ],
  canceled: [{ d: 'M3 3.6h6a2.4 2.4 0 0 1 0 4.8H3a2.4 2.4 0 0 1 0-4.8Z', paint: 'fill' }],
  failed: [
    { d: 'M.9.9h10.2v10.2H.9Z', paint: 'fill' },
    { d: 'm3.6 3.6 4.8 4.8m0-4.8L3.6 8.4', paint: 'cut' },
  ],
  rejected: [
    { d: 'M.5 1.4h11L6 11.2Z', paint: 'fill' },
    { d: 'M3.9 4.3h4.2', paint: 'cut' },
  ],
  unknown: [
    { d: RING, paint: 'stroke' },
    { d: 'M4.6 4.9a1.45 1.45 0 1 1 2.1 1.3c-.5.3-.7.5-.7 1', paint: 'stroke' },
  ],
};
const OCTAGON: readonly Stroke[] = [
  { d: 'M3.7.6h4.6l3.1 3.1v4.6l-3.1 3.1H3.7L.6 8.3V3.7Z', paint: 'fill' },
  { d: 'M6 3v3.6', paint: 'cut' },
  { d: 'M6.9 8.7a.9.9 0 1 1-1.8 0 .9.9 0 0 1 1.8 0Z', paint: 'cut-fill' },
];
const paths = new Map<string, Path2D>();

/** Colour token of a state's mark; a word that is none of ours is grey. */
export function stateToken(state: ObservedState, kind: '' | '-ink' | '-tint' = ''): string {
  if (state === 'unknown') return kind === '-tint' ? 'sunken' : 'ink-2';
  return `st-${state}${kind}`;
}

/** Draws a state's mark centred on a point. */
export function drawState(
  context: CanvasRenderingContext2D,
  ink: Ink,
  mark: { readonly state: ObservedState | 'error'; readonly x: number; readonly y: number; readonly size: number; readonly grey?: boolean },
): void {
  const { state, x, y, size } = mark;
  const colour = mark.grey ? ink('ink-3') : ink(state === 'error' ? 'sev-error' : stateToken(state));
  context.save();
  context.translate(x - size / 2, y - size / 2);
  context.scale(size / 12, size / 12);
  for (const { d, paint } of state === 'error' ? OCTAGON : SHAPES[state]) {
    let path = paths.get(d);
    if (!path) paths.set(d, (path = new Path2D(d)));
    const cut = paint === 'cut' || paint === 'cut-fill';
    context.fillStyle = context.strokeStyle = cut ? ink('surface') : colour;
    context.lineWidth = 1.55;
    if (paint === 'fill' || paint === 'cut-fill') context.fill(path);
    else context.stroke(path);
  }
  context.restore();
}
