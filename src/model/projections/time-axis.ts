// The axis of the timeline. A row stands at its time; one that states none stands where the row before it stands; and no row
// stands before an earlier one of the order, so that the picture never contradicts the list. Where too few rows state a time,
// or too many of them go back, the axis is the order itself (SPEC.md P.7).

import { countBelow, numbers } from '../log/column.ts';
import type { LogView } from '../log/log-view.ts';
import { VIRTUAL_EPOCH } from '../log/saved-form.ts';
import { perLog, type LogIndex } from './log-index.ts';
import type { AxisUnit } from './timeline.ts';

/** Of the rows, at least one in TIMED states a time; of those, at most one in STEPS_BACK is earlier than one before it. */
const TIMED = 2;
const STEPS_BACK = 20;

export interface Axis {
  readonly unit: AxisUnit;
  readonly from: number;
  readonly to: number;
  /** Where a row stands, by its place in the order. */
  position(seq: number): number;
}

class TimeAxis implements LogIndex {
  readonly #latest = numbers();
  #first = Number.NaN;
  #timed = 0;
  #stepsBack = 0;

  add(log: LogView, row: number, seq: number): void {
    const before = seq === 0 ? Number.NEGATIVE_INFINITY : this.#latest.at(seq - 1);
    const time = log.time(row);
    if (time === undefined) {
      this.#latest.push(before);
      return;
    }
    if (this.#timed === 0) this.#first = time;
    this.#timed += 1;
    if (time < before) this.#stepsBack += 1;
    this.#latest.push(Math.max(before, time));
  }

  axis(unitOfTime: 'virtual' | 'utc'): Axis {
    const count = this.#latest.length;
    const usable = this.#timed * TIMED >= count && this.#stepsBack * STEPS_BACK <= this.#timed && this.#timed > 0;
    if (!usable) return { unit: 'order', from: 0, to: Math.max(0, count - 1), position: (seq) => seq };
    const zero = unitOfTime === 'virtual' ? VIRTUAL_EPOCH : 0;
    // Rows before the first one with a time stand where that one stands.
    const position = (seq: number): number => Math.max(this.#first, this.#latest.at(seq)) - zero;
    return { unit: unitOfTime, from: position(0), to: position(count - 1), position };
  }
}
export const timeAxisOf = perLog(() => new TimeAxis());

/** The axis that a log is drawn over. An episode counts from its own start. */
export function axisOf(log: LogView): Axis {
  return timeAxisOf(log).axis(log.episode ? 'virtual' : 'utc');
}

/** The stretch of an ascending list of seqs whose rows stand from `from` to `to`, both included: places in the list, end excluded. */
export function stretchBetween(
  seqs: ArrayLike<number>,
  axis: Axis,
  view: { readonly from: number; readonly to: number },
): { readonly first: number; readonly end: number } {
  const at = (index: number): number => axis.position(seqs[index] ?? 0);
  return { first: countBelow(seqs.length, at, view.from), end: countUpTo(seqs.length, at, view.to) };
}

/** How many values of an ascending list are at or below a limit. */
function countUpTo(length: number, at: (index: number) => number, limit: number): number {
  return length - countBelow(length, (index) => -at(length - 1 - index), -limit);
}
