// What was computed and may be asked for again, a limited number of it: the one unused longest goes first.

export class BoundedMemory<T extends object> {
  readonly #limit: number;
  readonly #kept = new Map<string, T>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  find(key: string): T | undefined {
    const found = this.#kept.get(key);
    if (found !== undefined) this.keep(key, found);
    return found;
  }

  keep(key: string, value: T): void {
    this.#kept.delete(key);
    this.#kept.set(key, value);
    const oldest = this.#kept.keys().next().value;
    if (this.#kept.size > this.#limit && oldest !== undefined) this.#kept.delete(oldest);
  }
}
