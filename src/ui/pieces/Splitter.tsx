// The hairline between two panes: it drags, and arrow keys move it by 8 px. Its place is remembered in this browser.

import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { recall, remember } from '../page-memory.ts';

/** A size that a splitter moves, remembered under a name and held between two bounds. */
export function useSplitSize(name: string, initial: number, bounds: { min: number; max: number }) {
  const [size, setSize] = useState(() => {
    const kept = Number(recall(`size-${name}`));
    return kept >= bounds.min && kept <= bounds.max ? kept : initial;
  });
  const change = (next: number) => {
    const held = Math.round(Math.min(bounds.max, Math.max(bounds.min, next)));
    setSize(held);
    remember(`size-${name}`, String(held));
  };
  return { size, change, ...bounds };
}

/** `grows`: which way a move makes the size larger. */
export function Splitter(props: { label: string; across: 'columns' | 'rows'; grows: 1 | -1; split: ReturnType<typeof useSplitSize> }) {
  const { across, grows, split } = props;
  const [start, setStart] = useState<{ at: number; size: number }>();
  const place = (event: PointerEvent) => (across === 'columns' ? event.clientX : event.clientY);
  const onKeyDown = (event: KeyboardEvent) => {
    const keys = across === 'columns' ? ['ArrowLeft', 'ArrowRight'] : ['ArrowUp', 'ArrowDown'];
    const way = keys.indexOf(event.key);
    if (way < 0) return;
    event.preventDefault();
    split.change(split.size + (way === 0 ? -8 : 8) * grows);
  };
  return (
    <div
      role="separator"
      tabIndex={0}
      aria-label={props.label}
      aria-orientation={across === 'columns' ? 'vertical' : 'horizontal'}
      aria-valuenow={split.size}
      aria-valuemin={split.min}
      aria-valuemax={split.max}
      className={`splitter ${across}`}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        setStart({ at: place(event), size: split.size });
      }}
      onPointerMove={(event) => start && split.change(start.size + (place(event) - start.at) * grows)}
      onPointerUp={() => setStart(undefined)}
      onPointerCancel={() => setStart(undefined)}
    />
  );
}
