// Who keeps the task that a row is about: on the wire as the audit tells it by the call; a row of a kernel is told by the agent
// whose kernel it is, where that agent stores the task.

import type { RowDraft } from '../log/row.ts';
import type { RowKind } from '../log/row-kind.ts';
import type { TaskNames } from '../log/task-keys.ts';

/** Only who keeps a task stores it. */
const STORED: ReadonlySet<RowKind> = new Set<RowKind>(['task-created', 'status-stored', 'artifact-stored']);

/** @returns '' where nothing tells */
export function keeperOfKernelRow({ kind, channel, agent = '', taskId }: RowDraft, tasks: TaskNames): string {
  if (channel !== 'kernel' || taskId === undefined || agent === '') return '';
  // Others speak of tasks of theirs and of tasks that they asked for: with two of one id it is their own, if they have one.
  return STORED.has(kind) || tasks.isKept(taskId, agent) ? agent : '';
}
