// Judging what was seen, rule by rule: what each says is put in order, and kept for as long as nothing more is seen and the
// threshold that it depends on stays where it is. SPEC.md J.1–J.4.

import type { LogSettings } from '../log/saved-form.ts';
import type { Casebook } from './casebook/casebook.ts';
import type { HopFinder } from './hops/hops.ts';
import {
  evidenceOf,
  verdictsInSteps,
  type Evidence,
  type Found,
  type LetPass,
  type NamedTask,
  type Rule,
  type Severity,
  type TextRange,
  type Verdicts,
} from './rule.ts';
import { INTEROP } from './rules/judging-version.ts';
import { hasSubject } from './rules/rule-subjects.ts';
import { RULES } from './rules/rule-table.ts';

/** Something that is wrong, and what shows it. */
export interface Finding {
  readonly rule: string;
  readonly severity: Severity;
  /** Null where no task is meant. */
  readonly taskId: string | null;
  /** Who keeps the task, where that is known. */
  readonly keeper?: string;
  /** Rows that show it, the decisive one first; at most 100. */
  readonly rows: readonly number[];
  /** How many rows there are in all. */
  readonly rowCount: number;
  readonly why: string;
  /** Where in a text it stands, where that is narrower than its rows. */
  readonly at?: TextRange;
  /** The clause of the specification that says so; undefined where no specification does. */
  readonly spec?: string;
  /** The version that judged. */
  readonly version?: string;
}
/** Something that looks like a fault and was deliberately not reported. */
export interface NotReported {
  readonly rule: string;
  readonly taskId: string | null;
  readonly keeper?: string;
  readonly rows: readonly number[];
  readonly why: string;
}
export interface Judgement {
  /** Worst first, then by their first row. */
  readonly findings: readonly Finding[];
  readonly notReported: readonly NotReported[];
  /** Ids of rules that had nothing to look at: nothing of what they judge was seen. */
  readonly idle: ReadonlySet<string>;
}

/** What is judged, and what is told before and after. */
export interface JudgedCases {
  readonly book: Casebook;
  /** All that was seen is about to be judged. */
  settle(): void;
  /** It has been judged. */
  close(): void;
}

const MOST_ROWS = 100;
const MOST_NOT_REPORTED = 1_000;

interface Kept {
  readonly threshold: number | undefined;
  readonly verdicts: Verdicts;
}

export class Judge {
  readonly #cases: JudgedCases;
  readonly #hops: HopFinder;
  /** How much had been seen when what is kept was said. */
  #seen = -1;
  #evidence: Evidence | undefined;
  readonly #kept = new Map<Rule, Kept>();
  #last: { readonly key: string; readonly judgement: Judgement } | undefined;

  constructor(cases: JudgedCases, hops: HopFinder) {
    this.#cases = cases;
    this.#hops = hops;
  }

  /** Judges in short steps; the same settings over as much as before give the same object. */
  *steps(seen: number, settings: LogSettings): Generator<void, Judgement, void> {
    const key = `${seen} ${settings.stallSeconds} ${settings.depth} ${settings.retrySeconds}`;
    if (this.#last?.key === key) return this.#last.judgement;
    const evidence = this.#evidenceAt(seen);
    const findings: Finding[] = [];
    const notReported: NotReported[] = [];
    const idle = new Set<string>();
    for (const rule of RULES) {
      const { found, letPass = [] } = yield* this.#verdicts(rule, evidence, settings);
      for (const each of found) findings.push(finding(rule, each));
      for (const each of letPass) if (notReported.length < MOST_NOT_REPORTED) notReported.push(passed(rule, each));
      if (found.length + letPass.length === 0 && !hasSubject(rule, evidence)) idle.add(rule.id);
      yield;
    }
    findings.sort((a, b) => RANK[a.severity] - RANK[b.severity] || (a.rows[0] ?? 0) - (b.rows[0] ?? 0));
    const judgement: Judgement = { findings, notReported, idle };
    this.#cases.close();
    if (this.#seen === seen) this.#last = { key, judgement };
    return judgement;
  }

  #evidenceAt(seen: number): Evidence {
    if (this.#evidence !== undefined && this.#seen === seen) return this.#evidence;
    this.#cases.settle();
    this.#kept.clear();
    this.#seen = seen;
    this.#evidence = evidenceOf(this.#cases.book, this.#hops);
    return this.#evidence;
  }

  /** A rule that depends on no threshold says the same wherever thresholds are. */
  *#verdicts(rule: Rule, evidence: Evidence, settings: LogSettings): Generator<void, Verdicts, void> {
    const threshold = rule.threshold && settings[rule.threshold];
    const known = this.#kept.get(rule);
    if (known && known.threshold === threshold) return known.verdicts;
    const verdicts = yield* verdictsInSteps(rule, evidence, settings);
    if (this.#evidence === evidence) this.#kept.set(rule, { threshold, verdicts });
    return verdicts;
  }
}

const RANK: Readonly<Record<Severity, number>> = { error: 0, warning: 1, info: 2 };

function finding(rule: Rule, { task, severity, rows, why, version, at }: Found): Finding {
  const spec = clauseOf(rule, version);
  return {
    rule: rule.id,
    severity,
    ...nameOf(task),
    rows: rows.slice(0, MOST_ROWS),
    rowCount: rows.length,
    why,
    ...(at === undefined ? {} : { at }),
    ...(spec === undefined ? {} : { spec }),
    ...(version === undefined ? {} : { version }),
  };
}

function passed(rule: Rule, { task, rows, why }: LetPass): NotReported {
  return { rule: rule.id, ...nameOf(task), rows: rows.slice(0, MOST_ROWS), why };
}

function nameOf(task: NamedTask | null): { readonly taskId: string | null; readonly keeper?: string } {
  if (task === null) return { taskId: null };
  return task.endpoint === '' ? { taskId: task.id } : { taskId: task.id, keeper: task.endpoint };
}

/** Bodies whose documents are named in full; any other clause is one of the version that judged. */
const NAMED = /^(?:A2A|ACP|RFC|W3C|WHATWG|JSON-RPC|none|no )/i;

function clauseOf({ spec }: Rule, version: string | undefined): string | undefined {
  const own = version === undefined ? undefined : spec[version];
  const clause = own ?? (version === INTEROP ? undefined : spec['']);
  if (clause === undefined || clause === '') return undefined;
  return own === undefined || NAMED.test(clause) ? clause : `A2A ${version} ${clause}`;
}
