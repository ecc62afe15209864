// The face of the audit: what is seen goes in while a trace is read, findings come out. Traces are judged by what the
// specification of their version says and by what was observed, never by what our kernel would do (SPEC.md J.1–J.4).

import type { Sight } from '../adapters/sight.ts';
import type { Cut, RowDraft } from '../log/row.ts';
import type { LogSettings } from '../log/saved-form.ts';
import type { Casebook, TaskCase } from './casebook/casebook.ts';
import { createCasebookBuilder } from './casebook/casebook-builder.ts';
import { createTraceCounter, type TraceFacts } from './report/trace-facts.ts';
import { createHopFinder, type HopFinder } from './hops/hops.ts';
import { evidenceOf, type Evidence, type LetPass, type Rule, type Severity } from './rule.ts';
import { RULES } from './rules/rule-table.ts';

export type { ArtifactFacts, ErrorFacts, SpanFacts, TraceFacts } from './report/trace-facts.ts';
export type { Rule, Severity } from './rule.ts';
export { RULES } from './rules/rule-table.ts';
export { plainName } from './hops/caller-names.ts';
export type { Hop, HopFinder } from './hops/hops.ts';

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
}

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

const MOST_ROWS = 100;
const MOST_NOT_REPORTED = 1_000;

/**
 * Starts with nothing seen.
 * @param packs whether cases that ended without incident are packed: it changes what is kept, and nothing that is said
 */
export function createAuditor({ packs = true } = {}): Auditor {
  const builder = createCasebookBuilder(packs);
  const counter = createTraceCounter((draft, sight, id) => builder.taskOf(draft, sight, id));
  const hops = createHopFinder();
  let seen = 0;
  let judged: { readonly key: string; readonly judgement: Judgement } | undefined;
  const judgeInSteps = function* (settings: LogSettings): Generator<void, Judgement, void> {
    const key = `${seen} ${settings.stallSeconds} ${settings.depth} ${settings.retrySeconds}`;
    if (judged?.key === key) return judged.judgement;
    builder.settle();
    const judgement = yield* judging(evidenceOf(builder.book, hops), settings);
    builder.close();
    judged = { key, judgement };
    return judgement;
  };
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
      const steps = judgeInSteps(settings);
      for (;;) {
        const step = steps.next();
        if (step.done) return step.value;
      }
    },
    *judging(settings) {
      yield* judgeInSteps(settings);
    },
    facts: () => counter.facts(),
    book: builder.book,
    hops,
  };
}

const RANK: Readonly<Record<Severity, number>> = { error: 0, warning: 1, info: 2 };

/** Judges rule by rule; pauses after each. */
function* judging(book: Evidence, settings: LogSettings): Generator<void, Judgement, void> {
  const findings: Finding[] = [];
  const notReported: NotReported[] = [];
  for (const rule of RULES) {
    const { found, letPass = [] } = rule.check(book, settings);
    for (const each of found) {
      const { severity, why, version } = each;
      const spec = clauseOf(rule, version);
      findings.push({
        rule: rule.id,
        severity,
        taskId: idOf(each.task),
        ...keeperOf(each.task),
        rows: each.rows.slice(0, MOST_ROWS),
        rowCount: each.rows.length,
        why,
        ...(spec === undefined ? {} : { spec }),
        ...(version === undefined ? {} : { version }),
      });
    }
    for (const each of letPass) if (notReported.length < MOST_NOT_REPORTED) notReported.push(passed(rule, each));
    yield;
  }
  findings.sort((a, b) => RANK[a.severity] - RANK[b.severity] || (a.rows[0] ?? 0) - (b.rows[0] ?? 0));
  return { findings, notReported };
}

function passed(rule: Rule, { task, rows, why }: LetPass): NotReported {
  return { rule: rule.id, taskId: idOf(task), ...keeperOf(task), rows: rows.slice(0, MOST_ROWS), why };
}

function idOf(task: TaskCase | string | null): string | null {
  return task === null || typeof task === 'string' ? task : task.id;
}

function keeperOf(task: TaskCase | string | null): { readonly keeper?: string } {
  return task === null || typeof task === 'string' || task.endpoint === '' ? {} : { keeper: task.endpoint };
}

/** Bodies whose documents are named in full; any other clause is one of the version that judged. */
const NAMED = /^(?:A2A|ACP|RFC|W3C|WHATWG|JSON-RPC|none|no )/i;

function clauseOf({ spec }: Rule, version: string | undefined): string | undefined {
  const own = version === undefined ? undefined : spec[version];
  const clause = own ?? spec[''];
  if (clause === undefined || clause === '') return undefined;
  return own === undefined || NAMED.test(clause) ? clause : `A2A ${version} ${clause}`;
}
