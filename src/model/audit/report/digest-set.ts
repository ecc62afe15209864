// How many different texts there were, without keeping any of them.

import { digestOf } from '../../base/text-digest.ts';

const SMALLEST = 64;

/** Digests in an open table; it is never more than half full. Two texts are taken for one about once in 10¹⁵ pairs. */
export class DigestSet {
  #slots = new Float64Array(SMALLEST);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** @param text not empty */
  add(text: string): void {
    if (!this.#put(digestOf(text))) return;
    this.#size += 1;
    if (2 * this.#size < this.#slots.length) return;
    const before = this.#slots;
    this.#slots = new Float64Array(2 * before.length);
    for (const digest of before) if (digest !== 0) this.#put(digest);
  }

  /** Whether it is new. */
  #put(digest: number): boolean {
    const mask = this.#slots.length - 1;
    let slot = digest & mask;
    for (let held = this.#slots[slot]; held !== 0; held = this.#slots[slot]) {
      if (held === digest) return false;
      slot = (slot + 1) & mask;
    }
    this.#slots[slot] = digest;
    return true;
  }
}
