// A queue that is read as an async sequence by one reader. Whoever fills it never waits: a reader that is slow, or gone, does not
// hold up what is read.

export class ReaderQueue<T> implements AsyncIterableIterator<T, undefined> {
  readonly #waiting: T[] = [];
  readonly #onEnd: () => void;
  #wake: { resolve(result: IteratorResult<T, undefined>): void; reject(thrown: unknown): void } | undefined;
  #ended = false;
  #thrown: Error | undefined;

  /** @param onEnd called once, when the queue ends or its reader leaves */
  constructor(onEnd: () => void = ignore) {
    this.#onEnd = onEnd;
  }

  push(item: T): void {
    if (this.#ended) return;
    const wake = this.#wake;
    this.#wake = undefined;
    if (wake) wake.resolve({ done: false, value: item });
    else this.#waiting.push(item);
  }

  /** What is waiting can still be read. */
  end(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#onEnd();
    this.#wake?.resolve({ done: true, value: undefined });
    this.#wake = undefined;
  }

  /** Ends in an error, which the reader meets after what is waiting. */
  fail(thrown: unknown): void {
    if (this.#ended) return;
    const error = thrown instanceof Error ? thrown : new Error(String(thrown));
    if (this.#wake) this.#wake.reject(error);
    else this.#thrown = error;
    this.#wake = undefined;
    this.end();
  }

  next(): Promise<IteratorResult<T, undefined>> {
    if (this.#waiting.length > 0) return Promise.resolve({ done: false, value: this.#waiting.shift() as T });
    if (this.#thrown) {
      const error = this.#thrown;
      this.#thrown = undefined;
      return Promise.reject(error);
    }
    if (this.#ended) return Promise.resolve({ done: true, value: undefined });
    return new Promise((resolve, reject) => (this.#wake = { resolve, reject }));
  }

  return(): Promise<IteratorResult<T, undefined>> {
    this.#waiting.length = 0;
    this.#thrown = undefined;
    this.end();
    return Promise.resolve({ done: true, value: undefined });
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}

function ignore(): void {
  // Nobody asked.
}
