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

/** Served tasks by what links are looked up by, each list in the order of the tasks. */
export class TasksByEvidence {
  readonly #places: ReadonlyMap<ServedTask, number>;
  readonly #byId: ReadonlyMap<string, readonly ServedTask[]>;
  readonly #byAgent: ReadonlyMap<string, readonly ServedTask[]>;
  readonly #byTrace: ReadonlyMap<string, readonly ServedTask[]>;
  readonly #byPath: ReadonlyMap<string, readonly ServedTask[]>;

  constructor(tasks: readonly ServedTask[]) {
    this.#places = new Map(tasks.map((task, place) => [task, place]));
    this.#byId = grouped(tasks, ({ taskId }) => [taskId]);
    this.#byAgent = grouped(tasks, ({ agent }) => (agent === undefined ? [] : [agent]));
    this.#byTrace = grouped(tasks, ({ agent, calls }) =>
      agent === undefined ? [] : [...new Set(calls.flatMap(({ traceId }) => traceId ?? []))],
    );
    this.#byPath = grouped(tasks, ({ agent, created }) =>
      agent === undefined || created === undefined ? [] : [pathKey([...created.chain, agent])],
    );
  }

  withIds(ids: readonly string[]): readonly ServedTask[] {
    const place = (task: ServedTask): number => this.#places.get(task) ?? 0;
    return [...new Set(ids)].flatMap((id) => this.#byId.get(id) ?? []).sort((a, b) => place(a) - place(b));
  }
  ofAgent(agent: string): readonly ServedTask[] {
    return this.#byAgent.get(agent) ?? [];
  }
  ofTrace(traceId: string): readonly ServedTask[] {
    return this.#byTrace.get(traceId) ?? [];
  }
  /** Tasks of which the kernel recorded a chain that is, with their server at its end, these names. */
  atEndOf(names: readonly string[]): readonly ServedTask[] {
    return this.#byPath.get(pathKey(names)) ?? [];
  }
}

/** One text for a list of names; names that hold the separator stay apart. */
export function pathKey(names: readonly string[]): string {
  return JSON.stringify(names);
}

/** Values by key, in order; a value may have several keys or none. */
export function grouped<T>(values: readonly T[], keysOf: (value: T) => readonly string[]): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const value of values) {
    for (const key of keysOf(value)) {
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [value]);
      else group.push(value);
    }
  }
  return groups;
}

/**
 * The task in whose service a task was created, by the kernel's own record of both chains.
 * @returns the link, declared; undefined where no served task has the chain that this one continues
 */
export function declaredParent(task: ServedTask, tasks: TasksByEvidence): ParentLink | undefined {
  const { created } = task;
  if (created === undefined || created.chain.length === 0) return undefined;
  const parent = tasks.atEndOf(created.chain).findLast((other) => other !== task && isOpenAt(other, task.openFrom));
  return parent === undefined
    ? undefined
    : { parent, standing: 'declared', evidence: `task-created by ${created.by} continues the chain of ${parent.name}` };
}

/**
 * The task in whose service a request was sent, as far as order, ids and trace ids tell.
 * @returns a link of standing inferred; a doubt in words where more than one task would fit; neither where none does
 */
export function inferredParent(call: ServedCall, task: ServedTask, tasks: TasksByEvidence): Parenthood {
  const isOpen = (other: ServedTask): boolean => other !== task && other.agent !== undefined && isOpenAt(other, call.seq);
  const named = tasks.withIds(call.referenceTaskIds).findLast((other) => isOpen(other) && fits(other, call));
  if (named !== undefined) {
    return inferred(named, `request #${call.seq} names ${named.name} in referenceTaskIds while it was open`);
  }
  return call.from === undefined
    ? fromTrace(call, task, call.traceId === undefined ? [] : tasks.ofTrace(call.traceId).filter(isOpen))
    : fromNesting(call, task, tasks.ofAgent(call.from).filter(isOpen));
}

/** The sender is known: which of the open tasks that it was serving? */
function fromNesting(call: ServedCall, task: ServedTask, served: readonly ServedTask[]): Parenthood {
  const [only] = served;
  if (only === undefined) return {};
  if (served.length === 1) return inferred(only, `${call.from ?? ''} sent request #${call.seq} while it served ${only.name}`);
  const narrowed = served.filter((other) => sharesContext(other, task) || sharesTrace(other, call));
  const [one] = narrowed;
  if (one !== undefined && narrowed.length === 1) {
    return inferred(one, `request #${call.seq} shares context or trace with ${one.name}, one of ${served.length} open tasks`);
  }
  return {
    doubt: `${call.from ?? ''} served ${served.length} tasks when it sent #${call.seq}; which of them asked for ${task.name} is not stated.`,
  };
}

/** The sender is not known: one trace id and one context together, and only where a single task was open. */
function fromTrace(call: ServedCall, task: ServedTask, traced: readonly ServedTask[]): Parenthood {
  const candidates = traced.filter((other) => sharesContext(other, task));
  const [only] = candidates;
  if (only === undefined) return {};
  if (candidates.length === 1) return inferred(only, `request #${call.seq} shares trace and context with ${only.name} while it was open`);
  return {
    doubt: `${candidates.length} tasks of one trace were open at #${call.seq}; which of them asked for ${task.name} is not stated.`,
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
