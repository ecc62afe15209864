// Waiting for something, but not past an instant. The clock and its timers are handed in.

import type { ClientPorts } from './client-settings.ts';

export type Waited<T> = { readonly kind: 'came'; readonly value: T } | { readonly kind: 'late' };

const LATE: Waited<never> = { kind: 'late' };
/** A wait without an end is made of these, so that a virtual clock has something to go on to. */
const LONGEST_SLEEP = 60_000;

/** The waits of one course of events, one after the other. Those that end at one instant share a timer: a peer may send ten thousand events at once. */
export class TimeLimit {
  readonly #ports: ClientPorts;
  #timer: { readonly until: number; readonly stop: AbortController; readonly late: Promise<Waited<never>> } | undefined;

  constructor(ports: ClientPorts) {
    this.#ports = ports;
  }

  /**
   * Waits for work until an instant of the client's clock, for ever where that is null.
   * @returns what the work came to, or that it was late; late work goes on, and what becomes of it is the caller's business
   * @throws what the work rejects with as long as it is awaited, and the reason of an aborted `ports.signal`
   */
  within<T>(work: Promise<T>, until: number | null): Promise<Waited<T>> {
    return Promise.race([work.then((value): Waited<T> => ({ kind: 'came', value })), this.#lateAt(until ?? Infinity)]);
  }

  /** No more waits will come. Once `ports.signal` is aborted a wait that is stopped rejects with its reason. */
  stop(): void {
    this.#timer?.stop.abort();
  }

  #lateAt(until: number): Promise<Waited<never>> {
    if (this.#timer?.until === until && !this.#timer.stop.signal.aborted) return this.#timer.late;
    this.stop();
    const stop = new AbortController();
    this.#timer = { until, stop, late: this.#sleepUntil(until, stop.signal) };
    return this.#timer.late;
  }

  async #sleepUntil(until: number, signal: AbortSignal): Promise<Waited<never>> {
    const ports = this.#ports;
    try {
      do await ports.sleep(Math.max(0, Math.min(until - ports.now(), LONGEST_SLEEP)), signal);
      while (ports.now() < until);
    } catch (error) {
      if (ports.signal?.aborted) throw ports.signal.reason;
      // A timer that is no longer needed is stopped, and nobody listens to it any more; anything else is a fault of the clock.
      if (!signal.aborted) throw error;
    }
    return LATE;
  }
}
