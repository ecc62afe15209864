// The findings of the log on screen under the thresholds and switches that a person has set: one question for tab, strip, rows
// and panel alike, so that all of them say the same.

import { useMemo } from 'react';
import type { FindingsAsk } from '../model/projections/findings.ts';
import { useInspector } from './inspector-store.ts';
import type { Severity } from './pieces/Mark.tsx';
import { type AnswerState, useAnswer } from './queries.ts';

/** Findings of a window; by default the first hundred, worst first. */
export function useFindings(window: Partial<FindingsAsk> = {}): AnswerState<'findings'> {
  const limits = useInspector((state) => state.limits);
  const rulesOff = useInspector((state) => state.rulesOff);
  return useAnswer('findings', { from: 0, count: 100, settings: limits, off: Object.keys(rulesOff), ...window });
}

/** The worst severity that points at a row, by seq. */
export function useFindingMarks(): ReadonlyMap<number, Severity> {
  const limits = useInspector((state) => state.limits);
  const rulesOff = useInspector((state) => state.rulesOff);
  const { data } = useAnswer('findingMarks', { settings: limits, off: Object.keys(rulesOff) });
  return useMemo(() => new Map(data?.seqs.map((seq, index) => [seq, data.severities[index] ?? 'info'])), [data]);
}
