// What admission decided about handing work on: refusals, and admissions after which no task was seen. They are hops too:
// a refused one was wanted and did not happen, an admitted one may have been only a question.

import type { Fact } from '../log/fact.ts';
import type { LogReader } from '../log/log-reader.ts';
import type { CallerContext } from '../protocol/caller-context.ts';
import type { ServedTask } from './chain-tasks.ts';
import { sameNames } from './chain-links.ts';

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

/** Admission decisions up to the cursor, in order; the last 1 000 where there are more. */
export function decisionsUpTo(log: LogReader, cursor: number): readonly Decision[] {
  return (['delegation-admitted', 'delegation-denied'] as const)
    .flatMap((kind) =>
      Array.from(log.rowsOfKind(kind))
        .filter((row) => log.seqOf(row) <= cursor)
        .slice(-MOST_DECISIONS)
        .flatMap((row) => decisionOf(log, row) ?? []),
    )
    .toSorted((a, b) => a.seq - b.seq);
}

function decisionOf(log: LogReader, row: number): Decision | undefined {
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
  for (const task of tasks) {
    const { created } = task;
    if (created === undefined) continue;
    const admitted = decisions.findLast(
      (decision) =>
        decision.denied === undefined &&
        !paired.has(decision) &&
        decision.seq < created.seq &&
        decision.callee === task.agent &&
        sameNames(pathOf(decision.caller), created.chain),
    );
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
