// The findings panel: what is wrong, how it is known, and what looks wrong and is not. Judged over the whole log: a finding may
// rest on what comes after the cursor. SPEC.md J.1–J.6.

import { RULES, type Finding, type Judgement, type NotReported, type Rule, type Severity } from '../audit/audit.ts';
import type { LogView } from '../log/log-view.ts';
import type { LogSettings } from '../log/saved-form.ts';

export interface FindingsAsk {
  readonly from: number;
  /** At most 1 000. */
  readonly count: number;
  readonly settings?: Partial<LogSettings>;
  /** Rules that a person has switched off: their findings are counted and not listed. */
  readonly off?: readonly string[];
  readonly severity?: Severity;
  readonly rule?: string;
  readonly taskId?: string;
}

/** Where a finding shows in a text. */
export interface FindingPlace {
  readonly seq: number;
  readonly source: number;
  /** UTF-16 units of the source. */
  readonly from: number;
  readonly to: number;
  /** From 1. */
  readonly line: number;
  /** What is at fault stands there itself, not somewhere inside. */
  readonly isExact?: true;
}
export interface FindingView {
  /** Its place among all findings of the log: the same question gives the same numbers. */
  readonly id: number;
  readonly rule: string;
  readonly severity: Severity;
  readonly taskId: string | null;
  readonly why: string;
  readonly spec?: string;
  readonly version?: string;
  /** In order of seq; at most 100. */
  readonly seqs: readonly number[];
  readonly rowCount: number;
  /** Of its first rows, at most 5, the decisive one first. */
  readonly places: readonly FindingPlace[];
}
export interface RuleView {
  readonly id: string;
  readonly title: string;
  readonly meaning: string;
  readonly remedy: string;
  readonly channels: readonly string[];
  readonly severities: string;
  readonly spec: Readonly<Record<string, string>>;
  readonly threshold?: keyof LogSettings;
  readonly findings: number;
  readonly notReported: number;
  readonly off: boolean;
  /** Nothing that it judges is in the log. */
  readonly idle: boolean;
}
/** How many rules looked at a log. */
export interface RuleCounts {
  /** Rules that are on. */
  readonly ran: number;
  /** Of those: how many had nothing to look at. */
  readonly idle: number;
  readonly off: number;
}
export interface NotReportedView {
  readonly rule: string;
  readonly taskId: string | null;
  readonly why: string;
  readonly seqs: readonly number[];
}
export interface FindingsAnswer {
  /** Of all findings whose rules are on, whatever is filtered. */
  readonly totals: Readonly<Record<Severity, number>>;
  /** Findings of rules that are switched off. */
  readonly switchedOff: number;
  /** Findings that pass the filter. */
  readonly total: number;
  readonly findings: readonly FindingView[];
  /** All rules, in the order of the vocabulary. */
  readonly rules: readonly RuleView[];
  /** At most 200. */
  readonly notReported: readonly NotReportedView[];
  readonly settings: LogSettings;
}

const MOST = 1_000;
const MOST_PLACES = 5;
const MOST_NOT_REPORTED = 200;

/** How many findings there are: what tab, bar and suggestions ask again and again while a log is read. */
export interface FindingTotals {
  readonly totals: Readonly<Record<Severity, number>>;
  /** Rules that are on and found something, in the order of the vocabulary. */
  readonly found: readonly string[];
}

/** Counts a judgement, rules that are switched off left out. */
export function projectFindingTotals({ findings }: Judgement, off: readonly string[] = []): FindingTotals {
  const left = new Set(off);
  const on = findings.filter(({ rule }) => !left.has(rule));
  const found = countByRule(on);
  return { totals: totalsOf(on), found: RULES.flatMap(({ id }) => (found.has(id) ? [id] : [])) };
}

function totalsOf(findings: readonly Finding[]): FindingsAnswer['totals'] {
  const totals = { error: 0, warning: 0, info: 0 };
  for (const { severity } of findings) totals[severity] += 1;
  return totals;
}

/** What the panel shows of a judgement. */
export function projectFindings(log: LogView, judgement: Judgement, ask: FindingsAsk): FindingsAnswer {
  const off = new Set(ask.off ?? []);
  const numbered = judgement.findings.map((finding, id) => ({ finding, id }));
  const on = numbered.filter(({ finding }) => !off.has(finding.rule));
  const passing = on.filter(({ finding }) => passes(log, finding, ask));
  return {
    totals: totalsOf(on.map(({ finding }) => finding)),
    switchedOff: numbered.length - on.length,
    total: passing.length,
    findings: passing.slice(ask.from, ask.from + Math.min(ask.count, MOST)).map(({ finding, id }) => viewOf(log, finding, id)),
    rules: rulesOf(judgement, off),
    notReported: judgement.notReported.slice(0, MOST_NOT_REPORTED).map((each) => notReportedView(log, each)),
    settings: { ...log.settings, ...ask.settings },
  };
}

function passes(log: LogView, finding: Finding, { severity, rule, taskId }: FindingsAsk): boolean {
  if (severity !== undefined && finding.severity !== severity) return false;
  return (
    (rule === undefined || finding.rule === rule) &&
    (taskId === undefined || finding.taskId === taskId || taskNameOf(log, finding) === taskId)
  );
}

/** The task of a finding as every panel names it; null where it is about none. */
export function taskNameOf({ tasks }: LogView, { taskId, keeper = '' }: Pick<Finding, 'taskId' | 'keeper'>): string | null {
  return taskId === null ? null : tasks.nameOf(tasks.at(taskId, keeper));
}

function viewOf(log: LogView, finding: Finding, id: number): FindingView {
  const { rule, severity, why, spec, version, rows, rowCount } = finding;
  return {
    id,
    rule,
    severity,
    taskId: taskNameOf(log, finding),
    why,
    ...(spec === undefined ? {} : { spec }),
    ...(version === undefined ? {} : { version }),
    seqs: seqsOf(log, rows),
    rowCount,
    places: [...exactPlace(log, finding), ...rows.slice(finding.at === undefined ? 0 : 1, MOST_PLACES).flatMap((row) => placeOf(log, row))],
  };
}

/** In the place of its first row, where a finding knows better. */
function exactPlace(log: LogView, { at, rows }: Finding): readonly FindingPlace[] {
  const [row = -1] = rows;
  if (at === undefined || row < 0 || row >= log.rowCount) return [];
  return [{ seq: log.seqOf(row), ...at, line: log.sourceView(at.source)?.lineOf(at.from) ?? 1, isExact: true }];
}

function seqsOf(log: LogView, rows: readonly number[]): readonly number[] {
  return rows.map((row) => log.seqOf(row)).sort((a, b) => a - b);
}

function placeOf(log: LogView, row: number): readonly FindingPlace[] {
  if (row < 0 || row >= log.rowCount) return [];
  const { source, from, to } = log.row(row);
  const line = log.sourceView(source)?.lineOf(from) ?? 1;
  return [{ seq: log.seqOf(row), source, from, to, line }];
}

function notReportedView(log: LogView, passed: NotReported): NotReportedView {
  const { rule, why, rows } = passed;
  return { rule, taskId: taskNameOf(log, passed), why, seqs: seqsOf(log, rows) };
}

/** Counts the rules that judged, those that are switched off left out. */
export function countRules({ idle }: Judgement, off: readonly string[] = []): RuleCounts {
  const left = new Set(off);
  const on = RULES.filter(({ id }) => !left.has(id));
  return { ran: on.length, idle: on.filter(({ id }) => idle.has(id)).length, off: RULES.length - on.length };
}

function rulesOf({ findings, notReported, idle }: Judgement, off: ReadonlySet<string>): readonly RuleView[] {
  const found = countByRule(findings);
  const passed = countByRule(notReported);
  return RULES.map((rule) => {
    const counted = {
      findings: found.get(rule.id) ?? 0,
      notReported: passed.get(rule.id) ?? 0,
      off: off.has(rule.id),
      idle: idle.has(rule.id),
    };
    return ruleView(rule, counted);
  });
}

function ruleView(rule: Rule, counted: Pick<RuleView, 'findings' | 'notReported' | 'off' | 'idle'>): RuleView {
  const { id, title, meaning, remedy, channels, severities, spec, threshold } = rule;
  return { id, title, meaning, remedy, channels, severities, spec, ...(threshold === undefined ? {} : { threshold }), ...counted };
}

function countByRule(items: readonly { readonly rule: string }[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { rule } of items) counts.set(rule, (counts.get(rule) ?? 0) + 1);
  return counts;
}

/** Which rows findings point at, for lists and strips: at most 5 000, of the worst findings first, in order of seq. */
export interface FindingMarks {
  readonly seqs: readonly number[];
  /** Of the row at the same place: the worst severity that points at it. */
  readonly severities: readonly Severity[];
  /** Rows of the finding that was asked for, in order of seq; at most 100. */
  readonly chosen: readonly number[];
}

const MOST_MARKS = 5_000;

/** The marks of a judgement, rules that are switched off left out. */
export function projectFindingMarks(
  log: LogView,
  { findings }: Judgement,
  { off = [], chosen }: { readonly off?: readonly string[]; readonly chosen?: number } = {},
): FindingMarks {
  const left = new Set(off);
  // Findings come worst first, so the first severity that a row gets is its worst.
  const marks = new Map<number, Severity>();
  for (const { rule, severity, rows } of findings) {
    if (left.has(rule)) continue;
    for (const row of rows) {
      if (marks.size >= MOST_MARKS) break;
      const seq = log.seqOf(row);
      if (row >= 0 && !marks.has(seq)) marks.set(seq, severity);
    }
  }
  const sorted = [...marks].sort(([a], [b]) => a - b);
  const asked = chosen === undefined ? undefined : findings[chosen];
  return {
    seqs: sorted.map(([seq]) => seq),
    severities: sorted.map(([, severity]) => severity),
    chosen:
      asked === undefined
        ? []
        : seqsOf(
            log,
            asked.rows.filter((row) => row >= 0),
          ),
  };
}
