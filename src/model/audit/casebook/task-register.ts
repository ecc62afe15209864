// The tasks of a trace, told apart as the log tells them apart: by who keeps a task and by its id.

import { TaskKeys } from '../../log/task-keys.ts';
import { KeptTask } from './kept-cases.ts';

export interface TaskRegister {
  readonly tasks: readonly KeptTask[];
  /** The task of an id at an endpoint ('' where unknown); entered when it is new. */
  at(endpoint: string, id: string): KeptTask;
}

/** Starts with none. */
export function createTaskRegister(): TaskRegister {
  const tasks: KeptTask[] = [];
  const keys = new TaskKeys();
  return {
    tasks,
    at: (endpoint, id) => {
      const number = keys.add(id, endpoint);
      const known = tasks[number - 1];
      if (known === undefined) {
        const task = new KeptTask(id, endpoint);
        tasks.push(task);
        return task;
      }
      if (known.endpoint === '') known.endpoint = endpoint;
      return known;
    },
  };
}
