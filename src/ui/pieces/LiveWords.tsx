// What changed, for who cannot see it: one polite region for the whole page.

import { useEffect, useRef } from 'react';
import type { LogSummary } from '../../model/engine/query.ts';
import { countOf } from '../format.ts';
import { useInspector } from '../inspector-store.ts';
import { useFindingTotals } from '../use-findings.ts';

/** After whatever was said last: two sentences at once would be one. */
const PAUSE = 1_500;

export function LiveWords({ summary }: { summary: LogSummary | undefined }) {
  const said = useInspector((state) => state.said);
  useSaidJudgement(summary, said);
  return (
    <p className="visually-hidden" role="status" aria-live="polite" data-said>
      {said?.text ?? ''}
    </p>
  );
}

/** Says once for each log, when it is read, what was found in it. */
function useSaidJudgement(summary: LogSummary | undefined, saidLast: unknown): void {
  const judged = useRef(new Set<number>());
  const { data, isPrevious } = useFindingTotals();
  const log = summary !== undefined && summary.reading !== 'reading' && !summary.episode ? summary.log : undefined;
  const totals = isPrevious ? undefined : data?.totals;
  useEffect(() => {
    if (log === undefined || totals === undefined || judged.current.has(log)) return;
    const timer = setTimeout(() => {
      judged.current.add(log);
      const { error, warning, info } = totals;
      const words = [countOf(error, 'error'), countOf(warning, 'warning'), `${info} for information`];
      useInspector.getState().say(error + warning + info === 0 ? 'Judged: 0 findings.' : `Judged: ${words.join(', ')}.`);
    }, PAUSE);
    return () => clearTimeout(timer);
  }, [log, totals, saidLast]);
}
