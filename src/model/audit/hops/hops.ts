// Delegation hops of a trace, however it was captured: spans, calls, and what peers claim, found as the trace is read. Nothing is
// computed before it is asked for, and an answer holds until more is seen. SPEC.md H.1–H.10.

import type { Sight } from '../../adapters/sight.ts';
import type { RowDraft } from '../../log/row.ts';
import { CallLog } from './call-log.ts';
import { worksOfCalls } from './call-works.ts';
import { SpanStore } from './span-store.ts';
import { worksOfSpans, type BrokenParent } from './span-works.ts';
import { measureWorks, type Hop, type HopCycle, type MeasuredWorks } from './works.ts';

export type { BrokenParent } from './span-works.ts';
export type { Hop, HopCycle } from './works.ts';

export interface HopFinder {
  /** Takes in a row with what was in hand when it was made. */
  see(row: number, draft: RowDraft, sight: Sight | undefined): void;
  /** All hops, by their first row. */
  hops(): readonly Hop[];
  /** Hops of the longest path, outermost first. */
  longestChain(): readonly Hop[];
  /** Of each path the first hop that comes back to an agent at work on it. */
  cycles(): readonly HopCycle[];
  /** Of each path the first hop past a number of hops. */
  deeperThan(limit: number): readonly Hop[];
  /** Spans of one task that tracing has not connected. */
  brokenParents(): readonly BrokenParent[];
  /** How many spans are looked at. */
  spanCount(): number;
  /** How many spans and calls were more than are looked at. */
  leftOut(): number;
}

interface Found extends MeasuredWorks {
  readonly broken: readonly BrokenParent[];
  /** How much had been seen. */
  readonly at: number;
}

/** Starts with nothing seen. Memory is bounded by the spans and calls that are kept; an answer costs time linear in them. */
export function createHopFinder(): HopFinder {
  const spans = new SpanStore();
  const calls = new CallLog();
  let seen = 0;
  let found: Found | undefined;
  const find = (): Found => {
    if (found?.at === seen) return found;
    const { works, broken } = worksOfSpans(spans);
    found = { ...measureWorks([...works, ...worksOfCalls(calls)]), broken, at: seen };
    return found;
  };
  return {
    see: (row, draft, sight) => {
      if (sight === undefined) return;
      if (sight.span !== undefined) {
        if (draft.kind !== 'span-seen') return;
        spans.add(row, sight.span);
      } else calls.see(row, draft, sight);
      seen += 1;
    },
    hops: () => find().hops,
    longestChain: () => find().longest,
    cycles: () => find().cycles,
    // A path goes past the limit with exactly one hop.
    deeperThan: (limit) => find().hops.filter(({ depth }) => depth === limit + 1),
    brokenParents: () => find().broken,
    spanCount: () => spans.length,
    leftOut: () => spans.leftOut + calls.leftOut,
  };
}
