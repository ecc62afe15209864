// A list of any length with rows of one height. Browsers cap the height of an element, so beyond ten million pixels the
// scroll track is a scaled picture of the list (rule U.6); the wheel then still moves by rows.

import { useCallback, useEffect, useState } from 'react';

const TRACK_LIMIT = 10_000_000;

export interface TrackGeometry {
  /** Height of the scroll track. */
  readonly track: number;
  /** List pixels per track pixel. */
  readonly scale: number;
}

/** How a list of `count` rows is laid onto a scroll track seen through a view. */
export function trackOf(count: number, rowHeight: number, view: number): TrackGeometry {
  const content = count * rowHeight;
  if (content <= TRACK_LIMIT) return { track: content, scale: 1 };
  return { track: TRACK_LIMIT, scale: (content - view) / (TRACK_LIMIT - view) };
}

/** The rows to draw at a place in the list, one more at each edge. */
export function windowOf(top: number, rowHeight: number, view: number, count: number): { readonly first: number; readonly count: number } {
  const first = Math.max(0, Math.min(Math.floor(top / rowHeight) - 1, count - 1));
  return { first, count: Math.max(0, Math.min(Math.ceil(view / rowHeight) + 3, count - first)) };
}

export interface VirtualRows {
  /** Whether the list is laid out: before that nothing can be revealed. */
  readonly ready: boolean;
  readonly ref: (element: HTMLDivElement | null) => void;
  readonly track: number;
  readonly first: number;
  readonly count: number;
  /** Where row `index` stands inside the track. */
  readonly offset: (index: number) => number;
  readonly onScroll: () => void;
  /** Scrolls as little as needed. */
  readonly reveal: (index: number) => void;
  /** Rows that fit in view: a page. */
  readonly page: number;
}

export function useVirtualRows(count: number, rowHeight: number): VirtualRows {
  // State and not a ref: the list comes and goes with its rows, and each time it must be measured anew.
  const [element, ref] = useState<HTMLDivElement | null>(null);
  const [view, setView] = useState(0);
  const [top, setTop] = useState(0);
  const { track, scale } = trackOf(count, rowHeight, view);

  useEffect(() => {
    if (!element) return;
    const observer = new ResizeObserver(() => setView(element.clientHeight));
    observer.observe(element);
    return () => observer.disconnect();
  }, [element]);

  const moveTo = useCallback(
    (next: number) => {
      if (!element) return;
      const held = Math.max(0, Math.min(next, count * rowHeight - element.clientHeight));
      setTop(held);
      element.scrollTop = held / scale;
    },
    [element, count, rowHeight, scale],
  );

  useEffect(() => {
    if (!element || scale === 1) return;
    // One pixel of a scaled track is many rows: the wheel moves the list itself.
    const onWheel = (event: WheelEvent) => {
      if (event.ctrlKey) return;
      event.preventDefault();
      moveTo(top + event.deltaY);
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [element, scale, moveTo, top]);

  const shown = windowOf(top, rowHeight, view, count);
  const scrolled = top / scale;
  return {
    ready: element !== null && view > 0,
    ref,
    track,
    ...shown,
    offset: (index) => scrolled + index * rowHeight - top,
    onScroll: () => {
      // A scroll that we made ourselves is already known to the pixel; anything else is the person's.
      if (element && Math.abs(element.scrollTop - top / scale) > 1) setTop(element.scrollTop * scale);
    },
    reveal: (index) => {
      const from = index * rowHeight;
      const height = element?.clientHeight ?? view;
      if (from < top) moveTo(from);
      else if (from + rowHeight > top + height) moveTo(from + rowHeight - height);
    },
    page: Math.max(1, Math.floor(view / rowHeight) - 1),
  };
}
