// The moment of a picture over virtual time, to be slid to.

import './virtual-axis.css';
import { formatSeconds } from '../format.ts';
import type { FigureAxis } from '../gaps/figure-layout.ts';
import type { FigureTime } from '../gaps/use-figure-time.ts';

const SLIDER_STEPS = 1_000;

export function TimeSlider({ axis, time }: { axis: FigureAxis; time: FigureTime }) {
  const at = time.at ?? axis.end;
  return (
    <label className="vx-slider">
      <span className="i2">moment</span>
      <input
        type="range"
        min={0}
        max={SLIDER_STEPS}
        value={Math.round(axis.place(at) * SLIDER_STEPS)}
        aria-valuetext={`${formatSeconds(at)} s virtual`}
        onChange={(event) => time.slide(Number(event.target.value) / SLIDER_STEPS)}
      />
      <span className="m nw">{formatSeconds(at)} s</span>
    </label>
  );
}
