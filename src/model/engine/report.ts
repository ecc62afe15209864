// What the auditor of a log has to say, and the trace report that is made of it.

import type { Judgement } from '../audit/audit.ts';
import type { LogSettings } from '../log/saved-form.ts';
import { projectTraceReport, type TraceReport } from '../projections/trace-report.ts';
import { summaryOf } from './log-summary.ts';
import type { OpenLog } from './open-log.ts';
import type { Ask } from './query.ts';

/** The thresholds of a log with those that a question moves. */
function settingsOf({ log }: OpenLog, moved: Partial<LogSettings> = {}): LogSettings {
  return { ...log.settings, ...moved };
}

/** Below so many rows a log is judged whenever somebody asks; above, while it is read, only when it has doubled. */
const SMALL = 2_000;
/** Above so many rows a log that is being read is not judged again before its end: it would take longer than the reading. */
const BIG = 60_000;

interface Early {
  readonly settings: string;
  readonly rowCount: number;
  readonly judgement: Judgement;
}
const earlyOf = new WeakMap<OpenLog, Early>();

/**
 * What is wrong in a log, by its thresholds or by those given. While a long log is read, that is what was wrong a while ago: judging
 * looks at all that was seen, and panels ask many times a second.
 */
export function judgementOf(open: OpenLog, moved?: Partial<LogSettings>): Judgement {
  const settings = settingsOf(open, moved);
  const { rowCount } = open.log;
  if (open.reading !== 'reading' || rowCount < SMALL) return open.auditor.judge(settings);
  const key = JSON.stringify(settings);
  const early = earlyOf.get(open);
  if (early?.settings === key && (rowCount < 2 * early.rowCount || rowCount > BIG)) return early.judgement;
  const judgement = open.auditor.judge(settings);
  earlyOf.set(open, { settings: key, rowCount, judgement });
  return judgement;
}

/** The report of a log as it is now. */
export function reportOf(open: OpenLog, ask: Ask<'report'>): TraceReport {
  const settings = settingsOf(open, ask.settings);
  const off = new Set(ask.off ?? []);
  const judgement = open.auditor.judge(settings);
  const { format, protocol, versions, bindings, redacted } = summaryOf(open);
  return projectTraceReport(open.log, {
    summary: { format, protocol, versions, bindings, redacted },
    facts: open.auditor.facts(),
    findings: judgement.findings.filter(({ rule }) => !off.has(rule)),
    hops: open.auditor.hops.hops(),
    depth: open.auditor.hops.longestChain().length,
    settings,
  });
}
