// What a person gets from a trace without looking at a picture: one plain value, the same from the page and from the command
// line. Other people's scripts hang on its shape. SPEC.md O.1–O.4.

import type { ArtifactFacts, ErrorFacts, Finding, Hop, SpanFacts, TraceFacts } from '../audit/audit.ts';
import type { Stretch } from '../log/row.ts';
import type { LogSettings } from '../log/saved-form.ts';
import type { LogView, SourceView } from '../log/log-view.ts';

export interface TraceReport {
  /** `curl` is any HTTP transcript. */
  readonly format: string;
  readonly protocol: string;
  /** Protocol versions seen on the wire, `Major.Minor`. */
  readonly versions: readonly string[];
  readonly bindings: readonly string[];
  readonly agents: readonly string[];
  readonly tasks: readonly ReportedTask[];
  readonly delegations: readonly ReportedDelegation[];
  /** Hops of the longest chain. */
  readonly depth: number;
  /** Distinct message ids. */
  readonly messages: number;
  /** Complete stream frames or elements of an event array. */
  readonly events: number;
  /** Webhook deliveries. */
  readonly pushes: number;
  readonly spans?: SpanFacts;
  /** `code`: the HTTP status where the body held none. */
  readonly errors: readonly ErrorFacts[];
  readonly findings: readonly ReportedFinding[];
  /** Read, and not agent traffic. Bytes of the text as given, UTF-8, after gunzip. */
  readonly setAside: readonly ReportedStretch[];
  /** Could not be read. */
  readonly unread: readonly ReportedStretch[];
  /** Places cut, not distinct secrets. */
  readonly redacted: number;
  readonly settings: LogSettings;
}
export interface ReportedTask {
  readonly id: string;
  readonly contextId?: string;
  /** Observed state changes in order, repeats collapsed, in the spelling of 0.3, or `unknown`. */
  readonly states: readonly string[];
  /** The last state when it is terminal. */
  readonly final: string | null;
  readonly artifacts: readonly ArtifactFacts[];
}
export interface ReportedDelegation {
  readonly from?: string;
  readonly fromTask?: string;
  readonly to?: string;
  readonly toTask?: string;
  readonly evidence: 'declared' | 'inferred' | 'claimed';
}
export interface ReportedFinding {
  readonly rule: string;
  readonly severity: 'error' | 'warning' | 'info';
  readonly taskId: string | null;
  /** `seq` of the rows that show it, from 0. */
  readonly events: readonly number[];
  readonly why: string;
  readonly spec?: string;
}
export interface ReportedStretch {
  readonly from: number;
  readonly to: number;
  readonly why: string;
}

/** What the engine holds of a log beside its rows. */
export interface ReportParts {
  readonly summary: Pick<TraceReport, 'format' | 'protocol' | 'versions' | 'bindings' | 'redacted'>;
  readonly facts: TraceFacts;
  readonly findings: readonly Finding[];
  readonly hops: readonly Hop[];
  readonly depth: number;
  readonly settings: LogSettings;
}

/** Puts the report together. Pure; the same log and settings give the same report. */
export function projectTraceReport(log: LogView, parts: ReportParts): TraceReport {
  const { summary, facts, findings, hops, depth, settings } = parts;
  return {
    ...summary,
    agents: facts.agents,
    tasks: facts.tasks,
    delegations: hops.map(delegationOf),
    depth,
    messages: facts.messages,
    events: facts.events,
    pushes: facts.pushes,
    ...(facts.spans === undefined ? {} : { spans: facts.spans }),
    errors: facts.errors,
    findings: findings.map((finding) => ({
      rule: finding.rule,
      severity: finding.severity,
      taskId: finding.taskId,
      events: finding.rows.map((row) => log.seqOf(row)).sort((a, b) => a - b),
      why: finding.why,
      ...(finding.spec === undefined ? {} : { spec: finding.spec }),
    })),
    setAside: stretchesOf(log, (source) => source.setAside),
    unread: stretchesOf(log, (source) => source.unread),
    settings,
  };
}

function delegationOf({ from, fromTask, to, toTask, evidence }: Hop): ReportedDelegation {
  return {
    ...(from === undefined ? {} : { from }),
    ...(fromTask === undefined ? {} : { fromTask }),
    ...(to === undefined ? {} : { to }),
    ...(toTask === undefined ? {} : { toTask }),
    evidence,
  };
}

/** Stretches of the text that was given, in bytes; what lies in a source inside it has no place there of its own. */
function stretchesOf(log: LogView, of: (source: SourceView) => readonly Stretch[]): readonly ReportedStretch[] {
  const given = log.sourceView(0);
  if (!given) return [];
  return of(given).map(({ from, to, why }) => ({ from: given.byteAt(from), to: given.byteAt(to), why }));
}
