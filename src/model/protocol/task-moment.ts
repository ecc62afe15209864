// A task at a moment, for whoever follows what a server stores rather than what a handler says.

import type { Task, TaskId } from './task.ts';

export interface TaskMoment {
  readonly task: Task;
  /** How many statuses were stored on the task so far, the present one among them. */
  readonly seq: number;
  /** When work last said that it goes on, in milliseconds since the Unix epoch; only where the server has a clock. */
  readonly progressAt?: number;
}

export interface TaskMoments {
  /** The present moment; undefined where there is no such task. Whose the task is was asked before. */
  of(taskId: TaskId): TaskMoment | undefined;
  /**
   * The present moment, then one for every status that is stored and every sign that work goes on, until the task has ended;
   * nothing where there is no such task. Joins when it is called, not at the first read; abort ends it.
   */
  follow(taskId: TaskId, signal: AbortSignal): AsyncIterable<TaskMoment>;
}
