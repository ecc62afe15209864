// The tasks of a trace. Who keeps a task and its id identify it: two agents may well give the same id to tasks of theirs. Where
// a trace does not say who keeps it, an id that is known already means the task known by it.

import type { TaskCase } from './casebook.ts';

export interface TaskRegister {
  readonly tasks: readonly TaskCase[];
  /** The task of an id at an endpoint ('' where unknown); entered when it is new. */
  at(endpoint: string, id: string): TaskCase;
}

/** Starts with none. */
export function createTaskRegister(): TaskRegister {
  const tasks: TaskCase[] = [];
  const byId = new Map<string, TaskCase[]>();
  let last: TaskCase | undefined;
  const enter = (endpoint: string, id: string, known: TaskCase[] | undefined): TaskCase => {
    const task: TaskCase = { id, endpoint, contextId: undefined, sightings: [], calls: [], observed: false };
    tasks.push(task);
    if (known) known.push(task);
    else byId.set(id, [task]);
    return task;
  };
  return {
    tasks,
    at: (endpoint, id) => {
      // Rows of one task come one after the other.
      if (last?.id === id && last.endpoint === endpoint) return last;
      const known = byId.get(id);
      const same = known?.find((task) => task.endpoint === endpoint);
      if (same) return (last = same);
      const open = endpoint === '' ? known?.[0] : known?.find((task) => task.endpoint === '');
      if (!open) return enter(endpoint, id, known);
      open.endpoint ||= endpoint;
      return open;
    },
  };
}
