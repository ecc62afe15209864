// Messages inside tasks and statuses that name their task and another context than its own.

import type { Message } from '../../protocol/message.ts';
import type { ObservedState, Task, TaskStatus } from '../../protocol/task.ts';
import type { StrayMessage, TaskCase } from './casebook.ts';
import type { Standing } from './sightings.ts';

/** More tell nothing new, and a hostile trace could make any number. */
const MOST = 20_000;

/** Looks at the message of a status, and where a whole task is given at its history. */
export function noteStrays(
  kept: StrayMessage[],
  standing: Standing,
  task: TaskCase,
  seen: { readonly status: TaskStatus<ObservedState>; readonly history?: Task['history'] },
): void {
  note(kept, standing, task, seen.status.message);
  if (seen.history) for (const message of seen.history) note(kept, standing, task, message);
}

function note(kept: StrayMessage[], { row, call, sight }: Standing, task: TaskCase, message: Message | undefined): void {
  const contextId = message?.contextId;
  if (contextId === undefined || contextId === task.contextId || message?.taskId !== task.id || kept.length >= MOST) return;
  kept.push({ row, task, contextId, version: sight.observation?.version, call });
}
