// What an observed value puts into a row: kind, task, state, label. Where it stood (range, exchange, who) is not known here.

import type { Observation, Said } from '../adapters/observation.ts';
import type { RowDraft } from '../log/row.ts';
import type { RowKind } from '../log/row-kind.ts';
import type { TaskStatusUpdate } from '../protocol/stream-event.ts';
import type { ObservedState, Task, TaskStatus } from '../protocol/task.ts';
import { readInstant } from './wire-time.ts';

export type RowContent = Pick<RowDraft, 'taskId' | 'contextId' | 'state' | 'final' | 'label' | 'failed' | 'time'>;

const LABEL_LENGTH = 80;

/** A label of at most 80 units, on one line, never ending in half a surrogate pair. */
export function clampLabel(text: string): string {
  const line = text
    .slice(0, 4 * LABEL_LENGTH)
    .replace(/\s+/g, ' ')
    .trim();
  if (line.length <= LABEL_LENGTH) return line;
  return `${line.slice(0, LABEL_LENGTH - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** Leaves out members that are undefined or empty: unknown is absent, never ''. */
export function stated<T extends object>(members: { readonly [K in keyof T]: T[K] | undefined }): Partial<T> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined && value !== '')) as Partial<T>;
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
      return { label: said.tasks.length === 1 ? '1 task' : `${said.tasks.length} tasks` };
    case 'status-update':
      return statusContent(said.update);
    case 'artifact-update':
      return stated<RowContent>({
        taskId: said.update.taskId,
        contextId: said.update.contextId,
        label: clampLabel(said.update.artifact.name || said.update.artifact.artifactId),
      });
    case 'message':
      return stated<RowContent>({ taskId: said.message.taskId, contextId: said.message.contextId });
    case 'card':
      return stated<RowContent>({ label: clampLabel(said.card.card.name) });
    case 'error':
      return { label: clampLabel(`error ${said.code}`), failed: true };
    case 'push-config':
      return stated<RowContent>({ taskId: said.taskId, label: clampLabel(said.url) });
    case 'push-configs':
      return stated<RowContent>({
        taskId: said.taskId,
        label: said.urls.length === 1 ? '1 push config' : `${said.urls.length} push configs`,
      });
    case 'request':
      return stated<RowContent>({ taskId: said.taskId, contextId: said.contextId, label: clampLabel(said.method) });
    case 'nothing':
    case 'unrecognised':
      return {};
  }
}

/** What a whole task puts into a row. */
export function taskContent(task: Task<ObservedState>): RowContent {
  return { ...stated<RowContent>({ taskId: task.taskId, contextId: task.contextId }), ...statusOf(task.status) };
}

function statusContent(update: TaskStatusUpdate<ObservedState>): RowContent {
  return {
    ...stated<RowContent>({ taskId: update.taskId, contextId: update.contextId }),
    ...(update.final ? { final: true } : {}),
    ...statusOf(update.status),
  };
}

function statusOf(status: TaskStatus<ObservedState>): RowContent {
  return stated<RowContent>({ state: status.state, time: readInstant(status.timestamp) });
}
