// What a log shows at first sight: its tasks by state, who gave work to whom, what is wrong, each with the first few and how many
// there are. Over all that was read so far. Reads a handful of tasks and no row list: what is counted is counted as rows arrive.

import type { Hop, Judgement } from '../audit/audit.ts';
import type { LogView } from '../log/log-view.ts';
import { TASK_STATES, type ObservedState } from '../protocol/task.ts';
import { countRules, projectFindingTotals, taskNameOf, type FindingTotals, type FindingView, type RuleCounts } from './findings.ts';
import { seqOfHop, toTaskOf } from './hop-tasks.ts';
import { taskMovesOf } from './task-moves.ts';
import { projectTasks, type TaskSummary } from './tasks.ts';

const FEW = 5;
const STATES: readonly ObservedState[] = [...TASK_STATES, 'unknown'];

export interface OverviewAnswer {
  readonly taskCount: number;
  /** How many tasks ended up in each state, in the order of a task's life; tasks that state none are left out. */
  readonly states: readonly { readonly state: ObservedState; readonly tasks: number }[];
  /** The first that were shown, at most 5. */
  readonly tasks: readonly Pick<TaskSummary, 'taskId' | 'agent' | 'state' | 'artifactCount' | 'lastSeq'>[];
  readonly delegationCount: number;
  /** Hops of the longest chain. */
  readonly depth: number;
  /** The first, at most 5. */
  readonly delegations: readonly OverviewHop[];
  readonly totals: FindingTotals['totals'];
  /** Worst first, at most 5; `id` as in the findings. */
  readonly findings: readonly Pick<FindingView, 'id' | 'rule' | 'severity' | 'taskId' | 'why'>[];
  readonly rules: RuleCounts;
}
export interface OverviewHop {
  readonly from?: string;
  readonly to?: string;
  readonly toTask?: string;
  readonly evidence: Hop['evidence'];
  /** The row that shows it best; -1 where none does. */
  readonly seq: number;
}
/** Who gave work to whom, as far as it is known when it is asked for. */
export interface KnownHops {
  readonly hops: readonly Hop[];
  readonly depth: number;
}

/** @param off rules that a person has switched off */
export function projectOverview(
  log: LogView,
  seen: { readonly judgement: Judgement; readonly known: KnownHops },
  off: readonly string[] = [],
): OverviewAnswer {
  const { judgement, known } = seen;
  const { total, tasks } = projectTasks(log, { cursor: log.rowCount, from: 0, count: FEW });
  return {
    taskCount: total,
    states: statesOf(log),
    tasks: tasks.map(({ taskId, agent, state, artifactCount, lastSeq }) => ({
      taskId,
      ...(agent === undefined ? {} : { agent }),
      ...(state === undefined ? {} : { state }),
      artifactCount,
      lastSeq,
    })),
    delegationCount: known.hops.length,
    depth: known.depth,
    delegations: known.hops.slice(0, FEW).map((hop) => hopOf(log, hop)),
    totals: projectFindingTotals(judgement, off).totals,
    findings: worstFindings(log, judgement, new Set(off)),
    rules: countRules(judgement, off),
  };
}

function statesOf(log: LogView): OverviewAnswer['states'] {
  const counts = taskMovesOf(log).statesAtEnd;
  return STATES.flatMap((state) => {
    const tasks = counts.get(state) ?? 0;
    return tasks > 0 ? [{ state, tasks }] : [];
  });
}

function hopOf(log: LogView, hop: Hop): OverviewHop {
  const { from, to, evidence } = hop;
  const task = toTaskOf(log, hop);
  return {
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
    ...(task === undefined ? {} : { toTask: log.tasks.nameOf(task) }),
    evidence,
    seq: seqOfHop(log, hop),
  };
}

/** Findings come worst first: the first few that are on are the worst. */
function worstFindings(log: LogView, { findings }: Judgement, off: ReadonlySet<string>): OverviewAnswer['findings'] {
  const worst: OverviewAnswer['findings'][number][] = [];
  for (let id = 0; id < findings.length && worst.length < FEW; id += 1) {
    const finding = findings[id];
    if (finding === undefined || off.has(finding.rule)) continue;
    const { rule, severity, why } = finding;
    worst.push({ id, rule, severity, taskId: taskNameOf(log, finding), why });
  }
  return worst;
}
