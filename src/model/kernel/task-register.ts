// What a store knows of its tasks beside the tasks: whose they are, which contexts they are in, how many are open, and which of
// the ended ones ended first. Each step costs the same, however many tasks there are (critique R06, R07, R32, R53).

import type { CallerContext } from '../protocol/caller-context.ts';
import type { OperationError } from '../protocol/operation.ts';
import type { ContextId, Task, TaskId } from '../protocol/task.ts';
import { limitPassed, type Limits } from './limits.ts';
import { raisedRecord, recordFrom, type TaskRecord } from './task-record.ts';

export interface TaskRegister {
  recordOf(taskId: TaskId): TaskRecord | undefined;
  contextTenant(contextId: ContextId): string | undefined;
  /** Why no task of this caller can be begun now. */
  roomFor(caller: CallerContext): OperationError | undefined;
  begun(task: Task, caller: CallerContext): void;
  /** A message of this caller has been added. */
  raised(taskId: TaskId, caller: CallerContext): void;
  /** A task has ended. @returns the tasks that are to be forgotten for it */
  ended(task: Task): readonly TaskId[];
}

interface Context {
  readonly tenant: string;
  tasks: number;
}

/** Nothing begun yet. */
export function createTaskRegister({ openTasks, endedTasks }: Limits): TaskRegister {
  const records = new Map<TaskId, TaskRecord>();
  const contexts = new Map<ContextId, Context>();
  const openOf = new Map<string, number>();
  /** In the order of their ends: a map keeps it, and forgets from its front. */
  const ended = new Map<TaskId, ContextId>();
  const count = (tenant: string, change: 1 | -1): void => void openOf.set(tenant, (openOf.get(tenant) ?? 0) + change);
  const leave = (contextId: ContextId): void => {
    const context = contexts.get(contextId);
    if (context && --context.tasks === 0) contexts.delete(contextId);
  };
  return {
    recordOf: (taskId) => records.get(taskId),
    contextTenant: (contextId) => contexts.get(contextId)?.tenant,
    roomFor: ({ tenant }) => ((openOf.get(tenant) ?? 0) < openTasks ? undefined : limitPassed('open tasks of a tenant', openTasks)),
    begun({ taskId, contextId }, caller) {
      records.set(taskId, recordFrom(caller));
      count(caller.tenant, 1);
      const context = contexts.get(contextId) ?? { tenant: caller.tenant, tasks: 0 };
      contexts.set(contextId, context);
      context.tasks += 1;
    },
    raised(taskId, caller) {
      const record = records.get(taskId);
      if (record) records.set(taskId, raisedRecord(record, caller));
    },
    ended({ taskId, contextId }) {
      const record = records.get(taskId);
      // A stale copy may end a task twice under the reference: it is counted once.
      if (!record || ended.has(taskId)) return [];
      count(record.tenant, -1);
      ended.set(taskId, contextId);
      const forgotten: TaskId[] = [];
      for (const [first, context] of ended) {
        if (ended.size <= endedTasks) break;
        ended.delete(first);
        records.delete(first);
        leave(context);
        forgotten.push(first);
      }
      return forgotten;
    },
  };
}
