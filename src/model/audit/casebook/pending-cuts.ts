// Cuts that no row has claimed yet. They are told from front to back; rows may come in another order, since an export with its newest
// record first is read from its end.

import type { Cut } from '../../log/row.ts';

export class PendingCuts {
  readonly #bySource = new Map<number, Cut[]>();

  add(cut: Cut): void {
    const known = this.#bySource.get(cut.source);
    if (known) known.push(cut);
    else this.#bySource.set(cut.source, [cut]);
  }

  /** Takes the cuts that lie in a stretch of a source; each is taken once. */
  take(source: number, from: number, to: number): readonly Cut[] {
    const cuts = this.#bySource.get(source);
    if (!cuts || cuts.length === 0) return NONE;
    const first = firstAfter(cuts, from);
    let end = first;
    while (end < cuts.length && (cuts[end]?.from ?? to) < to) end += 1;
    return end === first ? NONE : cuts.splice(first, end - first);
  }
}

const NONE: readonly Cut[] = [];

/** The first cut that ends after a place. */
function firstAfter(cuts: readonly Cut[], place: number): number {
  let low = 0;
  let high = cuts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((cuts[middle]?.to ?? 0) <= place) low = middle + 1;
    else high = middle;
  }
  return low;
}
