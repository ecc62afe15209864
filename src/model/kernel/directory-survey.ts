// A directory's answer about all of its cards at once, in numbers by position: which filter stops each one, and how its tags
// meet the wanted ones. For whoever explains an answer; the answer itself is discovery.ts. SPEC.md D.1–D.5.

import { success, type Result } from '../base/result.ts';
import type { CallerContext } from '../protocol/caller-context.ts';
import { servesTenant } from './admission.ts';
import { classificationRank } from './classification.ts';
import type { DirectoryIndex } from './directory-index.ts';
import { unreadableCard, type DiscoveryFilter } from './discovery.ts';

/** The filters in their order; `stoppedBy` counts them from 1. */
export const FILTERS: readonly DiscoveryFilter[] = ['self', 'tenant', 'classification', 'tags'];

/** Positions are those of the index: the order of names. */
export interface Survey {
  /** Number of the first filter that stops a card, 0 for a visible one. */
  readonly stoppedBy: Uint8Array;
  /** Wanted tags of all skills together; a tag that two skills have counts twice. */
  readonly sums: Uint32Array;
  /** Visible positions, best skill's overlap first, then by name: the order of `discover`. */
  readonly ranked: readonly number[];
}

/**
 * Judges every card of an index for a caller.
 * @param wanted holds no duplicates
 * @param rules `skipsUnreadable`: a card of an unknown classification is stopped as one that is not cleared
 * @returns an issue where the directory refuses to answer, as `discover` does
 */
export function survey(
  index: DirectoryIndex,
  caller: CallerContext,
  wanted: readonly string[],
  { skipsUnreadable }: { readonly skipsUnreadable: boolean } = { skipsUnreadable: false },
): Result<Survey> {
  const carried = classificationRank(caller.dataClassification);
  if (!carried.ok) return carried;
  const unreadable = skipsUnreadable ? undefined : unreadableCard(index, caller);
  if (unreadable) return unreadable;
  const best = new Uint16Array(index.size);
  const sums = new Uint32Array(index.size);
  index.forEachWithTag(wanted, (position, overlap, sum) => {
    best[position] = overlap;
    sums[position] = sum;
  });
  const serves = index.serving((tenants) => servesTenant({ tenants }, caller.tenant));
  const self = index.positionOf(caller.agentId);
  const stoppedBy = new Uint8Array(index.size);
  const lists: number[][] = Array.from({ length: wanted.length + 1 }, () => []);
  for (let position = 0; position < index.size; position += 1) {
    const overlap = best[position] ?? 0;
    if (position === self) stoppedBy[position] = 1;
    else if (!serves(position)) stoppedBy[position] = 2;
    else if (!index.isCleared(position, carried.value)) stoppedBy[position] = 3;
    else if (wanted.length > 0 && overlap === 0) stoppedBy[position] = 4;
    else lists[overlap]?.push(position);
  }
  return success({ stoppedBy, sums, ranked: lists.reverse().flat() });
}

/**
 * Places that a ranking by sum would give: more wanted tags first, then by name.
 * @param shown positions to place, all of them visible
 */
export function placesBySum({ stoppedBy, sums }: Survey, shown: readonly number[]): ReadonlyMap<number, number> {
  const wantedAt = new Set(shown);
  const counted = new Map<number, number>();
  const places = new Map<number, number>();
  stoppedBy.forEach((filter, position) => {
    if (filter !== 0) return;
    const sum = sums[position] ?? 0;
    const count = (counted.get(sum) ?? 0) + 1;
    counted.set(sum, count);
    if (wantedAt.has(position)) places.set(position, count);
  });
  const before = new Map<number, number>();
  let more = 0;
  for (const sum of [...counted.keys()].sort((a, b) => b - a)) {
    before.set(sum, more);
    more += counted.get(sum) ?? 0;
  }
  return new Map([...places].map(([position, place]) => [position, place + (before.get(sums[position] ?? 0) ?? 0)]));
}
