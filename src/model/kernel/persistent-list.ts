// A list that is never copied: each version is one cell that knows the version before it, so appending costs the same
// whatever the length, old versions stay valid, and two versions may grow from one (a stale copy that is written to).

import type { Sequence } from '../protocol/task.ts';

interface Cell<T> {
  readonly value: T;
  readonly before: Cell<T> | undefined;
}

/** An append-only sequence with shared prefixes. Appending is O(1), reading all of it O(n). */
export class PersistentList<T> implements Sequence<T> {
  readonly #last: Cell<T> | undefined;
  readonly length: number;

  private constructor(last: Cell<T> | undefined, length: number) {
    this.#last = last;
    this.length = length;
  }

  static empty<T>(): PersistentList<T> {
    return new PersistentList<T>(undefined, 0);
  }

  /** A list of the given values; a persistent list is taken as it is. */
  static from<T>(values: Iterable<T>): PersistentList<T> {
    if (values instanceof PersistentList) return values as PersistentList<T>;
    let list = PersistentList.empty<T>();
    for (const value of values) list = list.append(value);
    return list;
  }

  /** A new version with one value more; this version does not change. */
  append(value: T): PersistentList<T> {
    return new PersistentList({ value, before: this.#last }, this.length + 1);
  }

  /** The value appended last; undefined when empty. */
  get last(): T | undefined {
    return this.#last?.value;
  }

  toArray(): T[] {
    const values = new Array<T>(this.length);
    let cell = this.#last;
    for (let index = this.length - 1; cell !== undefined; index -= 1) {
      values[index] = cell.value;
      cell = cell.before;
    }
    return values;
  }

  [Symbol.iterator](): Iterator<T> {
    return this.toArray()[Symbol.iterator]();
  }

  /** As JSON a sequence is a plain list. */
  toJSON(): T[] {
    return this.toArray();
  }
}
