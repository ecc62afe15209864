// How long exchanges took: from the time of their first row, the request, to that of their last so far, the answer or the end.

import { bytes, numbers } from '../log/column.ts';
import type { LogView } from '../log/log-view.ts';
import { type LogIndex, perLog } from './log-index.ts';

const UNSEEN = 2;

class ExchangeDurations implements LogIndex {
  /** By exchange key; NaN where no row has told a time. */
  readonly #first = numbers();
  readonly #last = numbers();
  /** 1 where there is more than one row. */
  readonly #answered = bytes();

  add(log: LogView, row: number): void {
    const key = log.exchangeKey(row);
    if (key === 0) return;
    while (this.#first.length <= key) {
      this.#first.push(Number.NaN);
      this.#last.push(Number.NaN);
      this.#answered.push(UNSEEN);
    }
    this.#answered.set(key, this.#answered.at(key) === UNSEEN ? 0 : 1);
    const time = log.time(row);
    if (time === undefined) return;
    if (!(this.#first.at(key) <= time)) this.#first.set(key, time);
    if (!(this.#last.at(key) >= time)) this.#last.set(key, time);
  }

  /** Milliseconds; undefined where an exchange has one row, or fewer than two that state their times. */
  durationOf(log: LogView, row: number): number | undefined {
    const key = log.exchangeKey(row);
    if (key === 0 || key >= this.#first.length || this.#answered.at(key) !== 1) return undefined;
    const duration = this.#last.at(key) - this.#first.at(key);
    return Number.isNaN(duration) ? undefined : duration;
  }
}
export const exchangeDurationsOf = perLog(() => new ExchangeDurations());
