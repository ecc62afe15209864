// The findings of the log on screen under the thresholds and switches that a person has set, the same for tab, strip, rows and
// panel, so that all of them say the same. Who wants figures asks for figures: the tab asks at every growth of a log.

import { useMemo } from 'react';
import type { LogSettings } from '../model/log/saved-form.ts';
import type { FindingsAsk } from '../model/projections/findings.ts';
import { useInspector } from './inspector-store.ts';
import type { Severity } from './pieces/Mark.tsx';
import { type AnswerState, useAnswer } from './queries.ts';

/** The thresholds and switches on screen, as every question about findings and reports carries them. */
export function useJudging(): { readonly settings: Partial<LogSettings>; readonly off: readonly string[] } {
  const settings = useInspector((state) => state.limits);
  const rulesOff = useInspector((state) => state.rulesOff);
  return { settings, off: Object.keys(rulesOff) };
}

/** Findings of a window, worst first. */
export function useFindings(window: Omit<FindingsAsk, 'settings' | 'off'>): AnswerState<'findings'> {
  return useAnswer('findings', { ...useJudging(), ...window });
}

/** How many findings there are, and of which rules. */
export function useFindingTotals(): AnswerState<'findingTotals'> {
  return useAnswer('findingTotals', useJudging());
}

/** The worst severity that points at a row, by seq. */
export function useFindingMarks(): ReadonlyMap<number, Severity> {
  const { data } = useMarks();
  return useMemo(() => new Map(data?.seqs.map((seq, index) => [seq, data.severities[index] ?? 'info'])), [data]);
}

/** Rows that show the finding that a person has chosen. */
export function useChosenRows(): ReadonlySet<number> {
  const chosen = useInspector((state) => state.selectedFinding);
  const { data } = useMarks();
  return useMemo(() => new Set(chosen === undefined ? [] : data?.chosen), [chosen, data]);
}

function useMarks(): AnswerState<'findingMarks'> {
  const chosen = useInspector((state) => state.selectedFinding);
  return useAnswer('findingMarks', { ...useJudging(), ...(chosen === undefined ? {} : { chosen }) });
}
