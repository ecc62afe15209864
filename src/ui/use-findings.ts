// The findings of the log on screen under the thresholds and switches that a person has set: one question for tab, strip, rows
// and panel alike, so that all of them say the same.

import type { FindingsAnswer, FindingsAsk } from '../model/projections/findings.ts';
import { useInspector } from './inspector-store.ts';
import { type AnswerState, useAnswer } from './queries.ts';

/** Findings of a window; by default the first hundred, worst first. */
export function useFindings(window: Partial<FindingsAsk> = {}): AnswerState<'findings'> {
  const limits = useInspector((state) => state.limits);
  const rulesOff = useInspector((state) => state.rulesOff);
  return useAnswer('findings', { from: 0, count: 100, settings: limits, off: Object.keys(rulesOff), ...window });
}

/** How many are worth a look: errors and warnings. */
export function severeCount({ totals }: FindingsAnswer): number {
  return totals.error + totals.warning;
}
