// What admission decided about handing work on: refusals, and admissions after which no task was seen. They are hops too:
// a refused one was wanted and did not happen, an admitted one may have been only a question.

import type { Fact } from '../log/fact.ts';
import type { LogView } from '../log/log-view.ts';
import type { CallerContext } from '../protocol/caller-context.ts';
import type { ServedTask } from './chain-tasks.ts';
import { grouped, pathKey } from './chain-links.ts';
import { countUpTo } from './known-caller.ts';
import { besideLog } from './log-index.ts';

export interface Decision {
  readonly seq: number;
  readonly by: string;
  readonly caller: CallerContext;
  readonly callee: string;
  readonly taskId?: string;
  /** Codes of the denials, undefined when admitted. */
  readonly denied?: readonly string[];
}
const MOST_DECISIONS = 1000;

/** Admission decisions up to the cursor, in order; the last 1 000 of each kind where there are more. */
export function decisionsUpTo(log: LogView, cursor: number): readonly Decision[] {
  const kept = keptDecisions(log);
  return (['delegation-admitted', 'delegation-denied'] as const)
    .flatMap((kind) => {
      const rows = log.rowsOfKind(kind);
      const count = countUpTo(log, rows, cursor);
      const first = Math.max(0, count - MOST_DECISIONS);
      return Array.from({ length: count - first }, (_, index) => rows[first + index] ?? -1);
    })
    .flatMap((row) => {
      const known = kept.has(row) ? kept.get(row) : decisionOf(log, row);
      kept.set(row, known);
      return known ?? [];
    })
    .toSorted((a, b) => a.seq - b.seq);
}

// A row never changes: its fact is parsed once, however often the cursor moves.
const keptDecisions = besideLog(() => new Map<number, Decision | undefined>());

function decisionOf(log: LogView, row: number): Decision | undefined {
  const fact = log.fact(row);
  if (fact?.kind !== 'delegation-admitted' && fact?.kind !== 'delegation-denied') return undefined;
  return {
    seq: log.seqOf(row),
    by: log.agent(row) ?? 'the kernel',
    caller: fact.caller,
    callee: fact.callee,
    ...(fact.taskId === undefined ? {} : { taskId: fact.taskId }),
    ...deniedCodes(fact),
  };
}

function deniedCodes(fact: Fact): Pick<Decision, 'denied'> {
  return fact.kind === 'delegation-denied' ? { denied: fact.denials.map((denial) => denial.code) } : {};
}

/** The chain of a caller with the caller itself at its end. */
export function pathOf(caller: CallerContext): readonly string[] {
  return [...caller.delegationChain, caller.agentId];
}

/**
 * Pairs each admission with the task that followed from it: the same server, the same chain, the last one before.
 * @returns by key of the task its caller, and the decisions that no task followed
 */
export function pairDecisions(
  decisions: readonly Decision[],
  tasks: readonly ServedTask[],
): { readonly callers: ReadonlyMap<string, CallerContext>; readonly alone: readonly Decision[] } {
  const callers = new Map<string, CallerContext>();
  const paired = new Set<Decision>();
  const admissions = grouped(decisions, (decision) =>
    decision.denied === undefined ? [pathKey([...pathOf(decision.caller), decision.callee])] : [],
  );
  for (const task of tasks) {
    const { created } = task;
    if (created === undefined || task.agent === undefined) continue;
    const admitted = admissions
      .get(pathKey([...created.chain, task.agent]))
      ?.findLast((decision) => !paired.has(decision) && decision.seq < created.seq);
    if (admitted === undefined) continue;
    paired.add(admitted);
    callers.set(task.key, admitted.caller);
  }
  const known = new Set(tasks.map((task) => task.key));
  const alone = decisions.filter((decision) => {
    const reply = decision.denied === undefined && decision.taskId !== undefined && known.has(`${decision.callee}\n${decision.taskId}`);
    return !paired.has(decision) && !reply;
  });
  return { callers, alone };
}
