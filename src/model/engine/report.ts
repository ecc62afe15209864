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

/** What is wrong in a log, by its thresholds or by those given. */
export function judgementOf(open: OpenLog, moved?: Partial<LogSettings>): Judgement {
  return open.auditor.judge(settingsOf(open, moved));
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
