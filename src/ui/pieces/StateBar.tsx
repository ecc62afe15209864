// A stretch of time in which a task had one state, as a bar in a picture: its glyph, and its name where there is room.

import type { ObservedState } from '../../model/protocol/task.ts';
import { Glyph } from './Glyph.tsx';

export function StateBar(props: {
  state: ObservedState;
  left: number;
  top: number;
  width: number;
  title: string;
  className: string;
  onPick: () => void;
}) {
  const { state, left, top, width, title, className, onPick } = props;
  return (
    <g className={className} onClick={onPick}>
      <title>{title}</title>
      {width > 1 ? <rect x={left} y={top} width={width} height={18} rx={2} style={{ fill: `var(--st-${state}-tint)` }} /> : null}
      <g transform={`translate(${left + (width < 18 ? -6 : 4)} ${top + 3})`}>
        <Glyph name={state} />
      </g>
      {width > 26 + state.length * 6.4 ? (
        <text x={left + 20} y={top + 13}>
          {state}
        </text>
      ) : null}
    </g>
  );
}
