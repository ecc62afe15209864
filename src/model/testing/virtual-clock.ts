// A clock for tests that jumps from timer to timer once everything has come to rest. It hands out what a client's ports ask of
// a clock, and nothing waits in real time.

/** Tests run where this is; the model knows no such thing. */
declare function setImmediate(then: () => void): unknown;

interface Timer {
  readonly at: number;
  readonly order: number;
  readonly wake: () => void;
}

export class VirtualClock {
  #now = 0;
  #count = 0;
  readonly #timers = new Set<Timer>();

  readonly now = (): number => this.#now;

  readonly sleep = (ms: number, signal?: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const stop = (): void => {
        this.#timers.delete(timer);
        reject(signal?.reason instanceof Error ? signal.reason : new Error('aborted'));
      };
      const timer: Timer = {
        at: this.#now + ms,
        order: (this.#count += 1),
        wake: () => {
          signal?.removeEventListener('abort', stop);
          resolve();
        },
      };
      if (signal?.aborted) return stop();
      signal?.addEventListener('abort', stop, { once: true });
      this.#timers.add(timer);
    });

  get pendingTimers(): number {
    return this.#timers.size;
  }

  /**
   * Lets time pass until the work is done.
   * @returns what it came to, or `horizon` where it is not done by then, or where nothing is left to wait for
   */
  async run<T>(work: Promise<T>, horizon = 120_000): Promise<T | 'horizon'> {
    let isDone = false;
    const done = (): void => {
      isDone = true;
    };
    work.then(done, done);
    for (;;) {
      await this.rest();
      if (isDone) return work;
      const next = this.#next();
      if (next === undefined || next.at > horizon) return 'horizon';
      this.#timers.delete(next);
      this.#now = next.at;
      next.wake();
    }
  }

  /** Lets time pass up to an instant; timers on the way wake in their order. */
  async advanceTo(at: number): Promise<void> {
    for (;;) {
      await this.rest();
      const next = this.#next();
      if (next === undefined || next.at > at) break;
      this.#timers.delete(next);
      this.#now = next.at;
      next.wake();
    }
    this.#now = Math.max(this.#now, at);
  }

  /** Until no promise has anything left to do but wait for a timer. */
  async rest(): Promise<void> {
    await new Promise<void>((resolve) => setImmediate(resolve));
  }

  #next(): Timer | undefined {
    let first: Timer | undefined;
    for (const timer of this.#timers) {
      if (first === undefined || timer.at < first.at || (timer.at === first.at && timer.order < first.order)) first = timer;
    }
    return first;
  }
}
