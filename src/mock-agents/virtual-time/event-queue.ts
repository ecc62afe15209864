// What is to happen, ordered by (time, number): numbers are given when a wish is applied, so equal times are ordered by cause.
// A binary heap; the order is total, so nothing depends on how the heap is built.

import type { Millis } from '../lanes.ts';

export interface Placed {
  readonly at: Millis;
  readonly number: number;
}

export class EventQueue<E extends Placed> {
  readonly #heap: E[] = [];

  get size(): number {
    return this.#heap.length;
  }
  /** The next event, undefined when there is none. */
  peek(): E | undefined {
    return this.#heap[0];
  }
  some(holds: (event: E) => boolean): boolean {
    return this.#heap.some(holds);
  }

  push(event: E): void {
    const heap = this.#heap;
    let index = heap.push(event) - 1;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      const above = heap[parent];
      if (above === undefined || comesBefore(above, event)) break;
      heap[index] = above;
      index = parent;
    }
    heap[index] = event;
  }

  /** Takes the next event out, undefined when there is none. */
  pop(): E | undefined {
    const first = this.#heap[0];
    const last = this.#heap.pop();
    if (last !== undefined && this.#heap.length > 0) this.#sink(last);
    return first;
  }

  /** Puts an event at the root and lets it down to its place. */
  #sink(event: E): void {
    const heap = this.#heap;
    let index = 0;
    for (;;) {
      const left = heap[2 * index + 1];
      const right = heap[2 * index + 2];
      if (left === undefined) break;
      const takesRight = right !== undefined && comesBefore(right, left);
      const child = takesRight ? right : left;
      if (comesBefore(event, child)) break;
      heap[index] = child;
      index = 2 * index + (takesRight ? 2 : 1);
    }
    heap[index] = event;
  }
}

function comesBefore(one: Placed, other: Placed): boolean {
  return one.at < other.at || (one.at === other.at && one.number < other.number);
}
