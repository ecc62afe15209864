// How the times of a log are written: virtual seconds in an episode, UTC anywhere else, or not at all.

import { VIRTUAL_EPOCH } from '../model/log/saved-form.ts';
import type { LogSummary } from '../model/engine/query.ts';
import type { AxisUnit } from '../model/projections/timeline.ts';
import { formatClock, formatDate, formatSeconds } from './format.ts';

export interface LogTime {
  /** Heads a column: the zone or clock is named once. */
  readonly head: string;
  /** A row's time, which is milliseconds since the Unix epoch. */
  text(time: number): string;
  /** Position on the timeline's axis of a row's time; undefined where the axis is the order. */
  readonly unit: AxisUnit;
}

// One object each: what is drawn from them is drawn again only when another one takes its place.
const VIRTUAL: LogTime = { head: 'virtual s', unit: 'virtual', text: (time) => formatSeconds(time - VIRTUAL_EPOCH) };
const CLOCK: LogTime = { head: 'time, UTC', unit: 'utc', text: formatClock };
const NO_TIME: LogTime = { ...CLOCK, unit: 'order' };

export function logTime(summary: LogSummary | undefined): LogTime {
  if (summary?.episode) return VIRTUAL;
  return summary?.firstTime === undefined ? NO_TIME : CLOCK;
}

/** A place on the axis in words; `step` (in axis units) says how fine it must be. */
export function axisText(unit: AxisUnit, at: number, step: number): string {
  if (unit === 'order') return String(Math.round(at));
  if (unit === 'virtual') {
    const decimals = step >= 1000 ? 0 : step >= 100 ? 1 : step >= 10 ? 2 : 3;
    return `${(at / 1000).toFixed(decimals)} s`;
  }
  const clock = formatClock(at);
  if (step >= 86_400_000) return formatDate(at);
  if (step >= 60_000) return clock.slice(0, 5);
  if (step >= 1000) return clock.slice(0, 8);
  return step >= 100 ? clock.slice(0, 10) : clock;
}

const STEPS_OF_TIME = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 30_000, 60_000, 120_000, 300_000, 600_000, 1_800_000];
const HOUR = 3_600_000;

/** Ticks about 96 px apart at 1, 2 or 5 of a unit. */
export function axisTicks(
  unit: AxisUnit,
  from: number,
  to: number,
  width: number,
): { readonly step: number; readonly at: readonly number[] } {
  const span = to - from;
  if (!(span > 0) || width < 1) return { step: 1, at: [from] };
  const wanted = (span / width) * 96;
  const step = unit === 'order' ? roundStep(Math.max(wanted, 1)) : timeStep(wanted);
  const ticks: number[] = [];
  for (let at = Math.ceil(from / step) * step; at <= to && ticks.length < 200; at += step) ticks.push(at);
  return { step, at: ticks };
}

function roundStep(wanted: number): number {
  const power = 10 ** Math.floor(Math.log10(wanted));
  const part = wanted / power;
  return power * (part <= 1 ? 1 : part <= 2 ? 2 : part <= 5 ? 5 : 10);
}

function timeStep(wanted: number): number {
  const known = STEPS_OF_TIME.find((step) => step >= wanted);
  if (known !== undefined) return wanted < 1 ? roundStep(wanted) : known;
  const hours = wanted / HOUR;
  return hours <= 24 ? ([1, 2, 6, 12, 24].find((each) => each >= hours) ?? 24) * HOUR : roundStep(hours / 24) * 24 * HOUR;
}
