// The head of a picture over virtual time: ticks, folded idle time with its length, and the cursor's cap.

import './virtual-axis.css';
import { formatDuration, formatSeconds } from '../format.ts';
import type { FigureAxis } from '../gaps/figure-layout.ts';

export interface Scale {
  x(time: number): number;
  readonly width: number;
  /** Where the axis begins: the names of lanes stand before it. */
  readonly gutter: number;
}

/** Folded time and pauses are hatched, as everywhere. */
export function AxisHatch() {
  return (
    <svg width={0} height={0} className="vx-defs" aria-hidden="true">
      <defs>
        <pattern id="vx-hatch" width={6} height={6} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect className="vx-hatch-line" width={1} height={6} />
        </pattern>
      </defs>
    </svg>
  );
}

interface VirtualAxisProps {
  readonly axis: FigureAxis;
  readonly scale: Scale;
  readonly cursorAt: number | undefined;
  /** Where the names of the lanes begin. */
  readonly inset?: number;
}

/** Ticks about 96 px apart, none inside a fold; each fold with its length. */
export function VirtualAxis({ axis, scale, cursorAt, inset = 0 }: VirtualAxisProps) {
  const ticks = ticksOf(axis, scale);
  return (
    <svg className="vx-axis" width={scale.width} height={22} aria-hidden="true">
      <text x={inset} y={15} className="t2">
        {scale.gutter < 60 ? 's' : 'virtual s'}
      </text>
      {ticks.map((time) => (
        <text key={time} x={scale.x(time)} y={15} textAnchor="middle" className="m t2">
          {formatSeconds(time)}
        </text>
      ))}
      {axis.folds.map(({ from, to }) => (
        <text key={from} x={(scale.x(from) + scale.x(to)) / 2} y={15} textAnchor="middle" className="t2">
          {formatDuration(to - from)}
        </text>
      ))}
      {cursorAt === undefined ? null : <path className="vx-cursor-cap" d={`M${scale.x(cursorAt) - 4} 16h8l-4 6z`} />}
    </svg>
  );
}

const STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000];

function ticksOf(axis: FigureAxis, scale: Scale): readonly number[] {
  const { folds, end } = axis;
  const placed = folds.map(({ from, to }) => ({ left: scale.x(from), right: scale.x(to) }));
  const folded = placed.reduce((sum, { left, right }) => sum + right - left, 0);
  const shown = end - folds.reduce((sum, { from, to }) => sum + to - from, 0);
  const width = scale.x(end) - scale.x(0) - folded;
  const step = STEPS.find((each) => (each / Math.max(shown, 1)) * width >= 72) ?? end;
  const ticks: number[] = [];
  for (let time = 0; time <= end && ticks.length < 60; time = nextTick(time, step, folds)) {
    const at = scale.x(time);
    // Where a fold says how long it is, there is no room.
    if (!placed.some(({ left, right }) => at > left - 8 && at < right + 8)) ticks.push(time);
  }
  return ticks;
}

/** The next multiple of a step that no fold has swallowed. */
function nextTick(time: number, step: number, folds: FigureAxis['folds']): number {
  const next = (Math.floor(time / step) + 1) * step;
  const fold = folds.find(({ from, to }) => next > from && next < to);
  return fold === undefined ? next : Math.ceil(fold.to / step) * step;
}
