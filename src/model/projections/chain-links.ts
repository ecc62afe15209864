// Which task was worked on while another was asked for: the link from a served task to the request its agent sent on.
// No wire states it, so it is inferred, and only where one reading is left. SPEC.md P.31–P.34.

import type { ServedCall, ServedTask } from './chain-tasks.ts';
import type { HopStanding } from './chains.ts';

export interface ParentLink {
  readonly parent: ServedTask;
  readonly standing: HopStanding;
  readonly evidence: string;
}
export type Parenthood = { readonly link?: ParentLink; readonly doubt?: string };

/**
 * The task in whose service a task was created, by the kernel's own record of both chains.
 * @returns the link, declared; undefined where no served task has the chain that this one continues
 */
export function declaredParent(task: ServedTask, tasks: readonly ServedTask[]): ParentLink | undefined {
  const { created } = task;
  const caller = created?.chain.at(-1);
  if (created === undefined || caller === undefined) return undefined;
  const parent = tasks.findLast(
    (other) =>
      other !== task &&
      other.agent === caller &&
      other.created !== undefined &&
      isOpenAt(other, task.openFrom) &&
      sameNames([...other.created.chain, caller], created.chain),
  );
  return parent === undefined
    ? undefined
    : { parent, standing: 'declared', evidence: `task-created by ${created.by} continues the chain of ${parent.taskId}` };
}

/**
 * The task in whose service a request was sent, as far as order, ids and trace ids tell.
 * @returns a link of standing inferred; a doubt in words where more than one task would fit; neither where none does
 */
export function inferredParent(call: ServedCall, task: ServedTask, tasks: readonly ServedTask[]): Parenthood {
  const open = tasks.filter((other) => other !== task && other.agent !== undefined && isOpenAt(other, call.seq));
  const named = open.findLast((other) => call.referenceTaskIds.includes(other.taskId) && fits(other, call));
  if (named !== undefined) {
    return inferred(named, `request #${call.seq} names ${named.taskId} in referenceTaskIds while it was open`);
  }
  return call.from === undefined ? fromTrace(call, task, open) : fromNesting(call, task, open);
}

/** The sender is known: which of the tasks it was serving? */
function fromNesting(call: ServedCall, task: ServedTask, open: readonly ServedTask[]): Parenthood {
  const served = open.filter((other) => other.agent === call.from);
  const [only] = served;
  if (only === undefined) return {};
  if (served.length === 1) return inferred(only, `${call.from ?? ''} sent request #${call.seq} while it served ${only.taskId}`);
  const narrowed = served.filter((other) => sharesContext(other, task) || sharesTrace(other, call));
  const [one] = narrowed;
  if (one !== undefined && narrowed.length === 1) {
    return inferred(one, `request #${call.seq} shares context or trace with ${one.taskId}, one of ${served.length} open tasks`);
  }
  return {
    doubt: `${call.from ?? ''} served ${served.length} tasks when it sent #${call.seq}; which of them asked for ${task.taskId} is not stated.`,
  };
}

/** The sender is not known: one trace id and one context together, and only where a single task was open. */
function fromTrace(call: ServedCall, task: ServedTask, open: readonly ServedTask[]): Parenthood {
  const candidates = open.filter((other) => sharesTrace(other, call) && sharesContext(other, task));
  const [only] = candidates;
  if (only === undefined) return {};
  if (candidates.length === 1) return inferred(only, `request #${call.seq} shares trace and context with ${only.taskId} while it was open`);
  return {
    doubt: `${candidates.length} tasks of one trace were open at #${call.seq}; which of them asked for ${task.taskId} is not stated.`,
  };
}

function inferred(parent: ServedTask, evidence: string): Parenthood {
  return { link: { parent, standing: 'inferred', evidence } };
}

function fits(parent: ServedTask, call: ServedCall): boolean {
  return call.from === undefined || parent.agent === call.from;
}

function isOpenAt(task: ServedTask, seq: number): boolean {
  return task.openFrom < seq && (task.openTo === undefined || task.openTo > seq);
}

function sharesContext(a: ServedTask, b: ServedTask): boolean {
  return a.contextId !== undefined && a.contextId === b.contextId;
}

function sharesTrace(other: ServedTask, call: ServedCall): boolean {
  return call.traceId !== undefined && other.calls.some((each) => each.traceId === call.traceId);
}

/** Whether two chains name the same agents in the same order. */
export function sameNames(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((name, index) => name === b[index]);
}
