// What an observed value puts into a row: kind, task, state, label. Where it stood (range, exchange, who) is not known here.

import type { Observation, Said } from '../adapters/observation.ts';
import type { RowKind } from '../log/row-kind.ts';
import type { TaskStatusUpdate } from '../protocol/stream-event.ts';
import type { ObservedState, Task } from '../protocol/task.ts';
import type { RowColumns } from './reading.ts';
import { readInstant } from '../base/wire-time.ts';

export type RowContent = Pick<RowColumns, 'taskId' | 'contextId' | 'state' | 'final' | 'label' | 'failed' | 'time'>;

const LABEL_LENGTH = 80;
/** White space that a label does not keep. */
const ODD_SPACE = /[^\S ]| {2}|^ | $/;

/** A label of at most 80 units, on one line, never ending in half a surrogate pair. */
export function clampLabel(text: string): string {
  if (text.length <= LABEL_LENGTH && !ODD_SPACE.test(text)) return text;
  const line = text
    .slice(0, 4 * LABEL_LENGTH)
    .replace(/\s+/g, ' ')
    .trim();
  if (line.length <= LABEL_LENGTH) return line;
  return `${line.slice(0, LABEL_LENGTH - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** Leaves out members that are undefined or empty: unknown is absent, never ''. */
export function stated<T extends object>(members: { readonly [K in keyof T]: T[K] | undefined }): Partial<T> {
  const kept: Partial<T> = {};
  for (const key of Object.keys(members) as (keyof T)[]) {
    const value = members[key];
    if (value !== undefined && value !== '') kept[key] = value;
  }
  return kept;
}

/** Kind of the row for a value that stands in a stream, or alone. */
export function kindOfStanding(said: Said): RowKind | undefined {
  switch (said.kind) {
    case 'task':
    case 'tasks':
      return 'task-snapshot';
    case 'status-update':
      return 'status-update';
    case 'artifact-update':
      return 'artifact-update';
    case 'message':
      return 'message-received';
    case 'card':
      return 'card-seen';
    case 'error':
    case 'push-config':
    case 'push-configs':
    case 'several':
      return 'call-settled';
    case 'request':
      return 'message-sent';
    case 'nothing':
    case 'unrecognised':
      return undefined;
  }
}

/** What the value says about a task, and the short label of its row. */
export function contentOf(observation: Observation): RowContent {
  const { said } = observation;
  switch (said.kind) {
    case 'task':
      return taskContent(said.task);
    case 'tasks':
      return { label: counted(said.tasks.length, 'task') };
    case 'status-update':
      return statusContent(said.update);
    case 'artifact-update': {
      const { taskId, contextId, artifact } = said.update;
      return { taskId, contextId, label: clampLabel(artifact.name || artifact.artifactId) };
    }
    case 'message':
      return { taskId: said.message.taskId, contextId: said.message.contextId };
    case 'card':
      return { label: clampLabel(said.card.card.name) };
    case 'error':
      return { label: clampLabel(`error ${said.code}`), failed: true };
    case 'push-config':
      return { taskId: said.taskId, label: clampLabel(said.url) };
    case 'push-configs':
      return { taskId: said.taskId, label: counted(said.urls.length, 'push config') };
    case 'request':
      return { taskId: said.taskId, contextId: said.contextId, label: clampLabel(said.method) };
    case 'several':
      return { label: counted(said.items.length, 'thing') };
    case 'nothing':
    case 'unrecognised':
      return {};
  }
}

function counted(count: number, what: string): string {
  return count === 1 ? `1 ${what}` : `${count} ${what}s`;
}

/** What a whole task puts into a row. */
export function taskContent(task: Task<ObservedState>): RowContent {
  const { status } = task;
  return { taskId: task.taskId, contextId: task.contextId, state: status.state, time: readInstant(status.timestamp) };
}

function statusContent({ taskId, contextId, status, final }: TaskStatusUpdate<ObservedState>): RowContent {
  return { taskId, contextId, state: status.state, final, time: readInstant(status.timestamp) };
}
