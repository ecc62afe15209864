// A report in the making: lookup, statistics, format_table, assembly, one after the other. A helper that is gone degrades the
// report where there is something to report without it, and the report says so itself; without metrics there is none.
// SPEC.md Q.12.

import type { Json, JsonObject } from '../../model/base/json.ts';
import { type PeerOutcome, stepStatus } from '../../model/kernel/outcomes.ts';
import type { Fact } from '../../model/log/fact.ts';
import type { Delegate } from './delegations.ts';
import { FIGURES, figureValues } from './figures.ts';
import { dataIn, metricsIn, tableIn } from './results.ts';

type StepStatus = ReturnType<typeof stepStatus>;
interface StepEnd {
  readonly status: StepStatus;
  readonly detail: string;
}
interface StepLine extends StepEnd {
  readonly step: string;
}

/** What the making of a report needs of the agent. */
export interface Desk {
  readonly delegate: Delegate;
  /** What a step of one's own takes. */
  readonly pace: () => Promise<void>;
  readonly fact: (fact: Fact) => void;
}

interface Draft {
  values?: readonly number[];
  metrics?: JsonObject;
  metricsComplete?: PeerOutcome['artifactsComplete'];
  table?: string;
}

interface Step {
  readonly name: string;
  readonly take: (desk: Desk, draft: Draft) => Promise<StepEnd>;
}

const STEPS: readonly Step[] = [
  { name: 'lookup', take: lookUp },
  { name: 'statistics', take: askForStatistics },
  { name: 'format_table', take: askForTable },
];
const ASSEMBLY = 'assembly';

/** Makes the report, and logs each step. @returns undefined where nothing could be reported */
export async function makeReport(desk: Desk): Promise<JsonObject | undefined> {
  const draft: Draft = {};
  const lines: StepLine[] = [];
  const log = (line: StepLine, report?: JsonObject): void => {
    lines.push(line);
    desk.fact({ kind: 'step-logged', ...line, ...(report && { report }) });
  };
  for (const { name, take } of STEPS) {
    const end = await take(desk, draft);
    log({ step: name, ...end });
    if (end.status !== 'FAILED') continue;
    log({ step: ASSEMBLY, status: 'FAILED', detail: `no report: nothing came of ${name}` });
    return undefined;
  }
  await desk.pace();
  const line: StepLine = { step: ASSEMBLY, ...assemblyEnd(lines) };
  const report = reportOf(draft, [...lines, line]);
  log(line, report);
  return report;
}

/** Delegates the statistics alone, and logs what is in hand then. */
export async function makeStatistics(desk: Desk): Promise<void> {
  const outcome = await desk.delegate('statistics', { values: figureValues() });
  const { artifacts, artifactsComplete } = outcome;
  const report = { data: dataIn(artifacts), complete: artifactsComplete };
  desk.fact({ kind: 'step-logged', step: 'statistics', ...endOf(outcome, artifacts.length > 0), report });
}

async function lookUp({ pace }: Desk, draft: Draft): Promise<StepEnd> {
  await pace();
  draft.values = figureValues();
  return { status: 'OK', detail: `${draft.values.length} figures` };
}

async function askForStatistics({ delegate }: Desk, draft: Draft): Promise<StepEnd> {
  const outcome = await delegate('statistics', { values: draft.values ?? [] });
  const metrics = metricsIn(outcome.artifacts);
  if (!metrics) return { status: 'FAILED', detail: outcome.outcome === 'ok' ? 'ok, but no metrics came' : inShort(outcome) };
  draft.metrics = metrics;
  draft.metricsComplete = outcome.artifactsComplete;
  return endOf(outcome, true);
}

async function askForTable({ delegate }: Desk, draft: Draft): Promise<StepEnd> {
  const outcome = await delegate('format_table', { metrics: draft.metrics ?? {} });
  const table = outcome.outcome === 'ok' ? tableIn(outcome.artifacts) : undefined;
  if (table !== undefined) draft.table = table;
  return outcome.outcome === 'ok' && table === undefined ? { status: 'DEGRADED', detail: 'ok, but no table came' } : endOf(outcome, true);
}

function endOf(outcome: PeerOutcome, hasPartialResults: boolean): StepEnd {
  return { status: stepStatus(outcome.outcome, hasPartialResults), detail: inShort(outcome) };
}

function inShort({ outcome, attempts }: PeerOutcome): string {
  return `${outcome}, ${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}`;
}

function assemblyEnd(lines: readonly StepLine[]): StepEnd {
  const degraded = lines.filter(({ status }) => status === 'DEGRADED').map(({ step }) => step);
  return { status: 'OK', detail: degraded.length === 0 ? 'the whole report' : `a report without ${degraded.join(' and ')}` };
}

/** Whoever reads the report alone must see what is missing in it. */
function reportOf({ metrics = {}, metricsComplete = 'unknown', table }: Draft, steps: readonly StepLine[]): JsonObject {
  const isDegraded = steps.some(({ status }) => status === 'DEGRADED');
  return {
    title: FIGURES.title,
    status: isDegraded ? 'DEGRADED' : 'OK',
    metrics,
    metricsComplete,
    ...(table !== undefined && { table }),
    steps: steps.map(({ step, status, detail }): Json => ({ step, status, detail })),
  };
}
