// The tasks of a trace, told apart as the log tells them apart: by who keeps a task and by its id.

import { TaskKeys } from '../../log/task-keys.ts';
import type { TaskCase } from './casebook.ts';

export interface TaskRegister {
  readonly tasks: readonly TaskCase[];
  /** The task of an id at an endpoint ('' where unknown); entered when it is new. */
  at(endpoint: string, id: string): TaskCase;
}

/** Starts with none. */
export function createTaskRegister(): TaskRegister {
  const tasks: TaskCase[] = [];
  const keys = new TaskKeys();
  return {
    tasks,
    at: (endpoint, id) => {
      const number = keys.add(id, endpoint);
      const known = tasks[number - 1];
      if (known === undefined) {
        const task: TaskCase = { id, endpoint, contextId: undefined, sightings: [], calls: [], observed: false };
        tasks.push(task);
        return task;
      }
      if (known.endpoint === '') known.endpoint = endpoint;
      return known;
    },
  };
}
