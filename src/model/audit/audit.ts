// The face of the audit: what is seen goes in while a trace is read, findings come out. Traces are judged by what the
// specification of their version says and by what was observed, never by what our kernel would do (SPEC.md J.1–J.4).

import type { Sight } from '../adapters/sight.ts';
import type { Cut, RowDraft } from '../log/row.ts';
import type { LogSettings } from '../log/saved-form.ts';
import type { Casebook } from './casebook/casebook.ts';
import { createCasebookBuilder } from './casebook/casebook-builder.ts';
import { createTraceCounter, type TraceFacts } from './report/trace-facts.ts';
import { createHopFinder, type HopFinder } from './hops/hops.ts';
import { Judge, type Judgement } from './judging.ts';

export type { Finding, Judgement, NotReported } from './judging.ts';
export type { ArtifactFacts, ErrorFacts, SpanFacts, TraceFacts } from './report/trace-facts.ts';
export type { Rule, Severity } from './rule.ts';
export { RULES } from './rules/rule-table.ts';
export { plainName } from './hops/caller-names.ts';
export type { Hop, HopFinder } from './hops/hops.ts';

export interface Auditor {
  /** A wire row or a reading row, with what was in hand when it was made. */
  see(row: number, draft: RowDraft, sight: Sight): void;
  /** Something that is no row; `row` is the last one so far, -1 before the first. */
  note(row: number, source: number, sight: Sight): void;
  /** A secret that was cut; told before the rows of its record. */
  cut(cut: Cut): void;
  protocol(source: number, protocols: readonly string[]): void;
  /** Who keeps the task of a row that was just seen: host and port of who was asked, '' where nothing tells. */
  keeperOf(draft: RowDraft, sight: Pick<Sight, 'call'>): string;
  /** Judges all that was seen so far, by the thresholds given; the same settings over the same rows give the same object. */
  judge(settings: LogSettings): Judgement;
  /** The same in steps, a rule each: when it is done, `judge` has its answer by these settings. */
  judging(settings: LogSettings): Generator<void, void, void>;
  facts(): TraceFacts;
  readonly book: Casebook;
  /** Who gave work to whom. */
  readonly hops: HopFinder;
}

/**
 * Starts with nothing seen.
 * @param packs whether cases that ended without incident are packed: it changes what is kept, and nothing that is said
 */
export function createAuditor({ packs = true } = {}): Auditor {
  const builder = createCasebookBuilder(packs);
  const counter = createTraceCounter((draft, sight, id) => builder.taskOf(draft, sight, id));
  const hops = createHopFinder();
  const judge = new Judge(builder, hops);
  let seen = 0;
  return {
    see: (row, draft, sight) => {
      seen += 1;
      builder.see(row, draft, sight);
      hops.see(row, draft, sight);
      counter.see(draft, sight);
    },
    note: (row, source, sight) => {
      seen += 1;
      builder.note(row, source, sight);
      counter.note(source, sight);
    },
    cut: (cut) => builder.cut(cut),
    protocol: (source, protocols) => builder.protocol(source, protocols),
    keeperOf: (draft, sight) => builder.keeperOf(draft, sight),
    judge: (settings) => {
      const steps = judge.steps(seen, settings);
      for (;;) {
        const step = steps.next();
        if (step.done) return step.value;
      }
    },
    *judging(settings) {
      yield* judge.steps(seen, settings);
    },
    facts: () => counter.facts(),
    book: builder.book,
    hops,
  };
}
