// Zooming and panning of the time axis, shared by keys, wheel and buttons. The whole axis in view is no range at all.

import { type TimeRange, useInspector } from './inspector-store.ts';

/** Narrowest stretch that can be shown, as a part of the whole. */
const NARROWEST = 1e-6;

/** The range after scaling by a factor around a point; undefined when the whole fits again. */
export function zoomed(range: TimeRange, extent: TimeRange, factor: number, around: number): TimeRange | undefined {
  const whole = extent.to - extent.from;
  const width = Math.max((range.to - range.from) * factor, whole * NARROWEST, Number.MIN_VALUE);
  if (width >= whole) return undefined;
  const part = range.to > range.from ? (around - range.from) / (range.to - range.from) : 0.5;
  return held({ from: around - width * part, to: around + width * (1 - part) }, extent);
}

/** The range moved by a part of its own width, kept inside the whole. */
export function panned(range: TimeRange, extent: TimeRange, part: number): TimeRange {
  const by = (range.to - range.from) * part;
  return held({ from: range.from + by, to: range.to + by }, extent);
}

function held(range: TimeRange, extent: TimeRange): TimeRange {
  const by = Math.max(extent.from - range.from, 0) + Math.min(extent.to - range.to, 0);
  return { from: range.from + by, to: range.to + by };
}

/** Zooms what is on screen; around the middle when no point is given. */
export function zoomBy(factor: number, around?: number): void {
  const { range, extent, setRange } = useInspector.getState();
  if (!extent || extent.to <= extent.from) return;
  const shown = range ?? extent;
  setRange(zoomed(shown, extent, factor, around ?? (shown.from + shown.to) / 2));
}

export function panBy(part: number): void {
  const { range, extent, setRange } = useInspector.getState();
  if (range && extent) setRange(panned(range, extent, part));
}
