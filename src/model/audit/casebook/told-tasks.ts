// What values say of tasks, entered with the tasks. A task that has completed may be packed after a while, and one that there is more
// to say of is taken out again.

import type { Said } from '../../adapters/observation.ts';
import type { ObservedState, Task } from '../../protocol/task.ts';
import { saysFinal, versionJudging } from '../rules/judging-version.ts';
import { CaseArchive } from './case-archive.ts';
import type { StrayMessage, TaskCase, TaskSighting } from './casebook.ts';
import { KeptTask } from './kept-cases.ts';
import { absorb, artifactSighting, askedBy, messageSighting, snapshotSighting, statusSighting, type Standing } from './sightings.ts';
import { noteStrays } from './stray-messages.ts';
import { createTaskRegister } from './task-register.ts';

export class ToldTasks {
  readonly #register = createTaskRegister();
  readonly #archive: CaseArchive | undefined;
  readonly #strays: StrayMessage[] = [];

  /** @param packs whether cases that ended without incident are packed */
  constructor(packs: boolean) {
    if (packs) this.#archive = new CaseArchive((task, stream) => saysFinal(versionJudging({ stream, task })));
  }

  get tasks(): readonly KeptTask[] {
    return this.#register.tasks;
  }

  get strayMessages(): StrayMessage[] {
    return this.#strays;
  }

  /** All that was seen is about to be judged. */
  settle(): void {
    this.#archive?.settle();
  }

  /** It has been judged. */
  close(): void {
    this.#archive?.closeAll();
  }

  /** The task of an id, as it is kept: nothing is going to be said of it. */
  known(endpoint: string, id: string): TaskCase {
    return this.#register.at(endpoint, id);
  }

  /** Nothing more of a stream of the task will come. */
  streamEnded(task: TaskCase | undefined): void {
    if (task instanceof KeptTask && task.sightings.at(-1)?.state === 'completed') this.#archive?.ended(task);
  }

  /** Takes in what a value says of a task; undefined where it says nothing of one. */
  said(standing: Standing, said: Said | undefined, endpoint: string): TaskSighting | undefined {
    switch (said?.kind) {
      case 'task': {
        const task = this.#task(endpoint, said.task);
        task.askedBy ??= askedBy(said.task);
        task.foreign ??= foreignOf(standing);
        noteStrays(this.#strays, standing, task, said.task);
        return this.#keep(snapshotSighting(standing, task, said.task));
      }
      case 'tasks':
        this.listed(standing, said.tasks);
        return undefined;
      case 'status-update': {
        const task = this.#task(endpoint, said.update);
        task.foreign ??= foreignOf(standing);
        noteStrays(this.#strays, standing, task, said.update);
        return this.#keep(statusSighting(standing, task, said.update));
      }
      case 'artifact-update':
        return this.#keep(artifactSighting(standing, this.#task(endpoint, said.update), said.update));
      case 'message': {
        const { taskId } = said.message;
        if (taskId === undefined || taskId === '') return undefined;
        return this.#keep(messageSighting(standing, this.at(endpoint, taskId), said.message));
      }
      default:
        return undefined;
    }
  }

  listed(standing: Standing, tasks: readonly Task<ObservedState>[]): void {
    for (const seen of tasks) {
      const task = this.#task(standing.call?.endpoint ?? '', seen);
      task.askedBy ??= askedBy(seen);
      noteStrays(this.#strays, standing, task, seen);
      this.#keep(snapshotSighting(standing, task, seen, true));
    }
  }

  #task(endpoint: string, { taskId, contextId }: { readonly taskId: string; readonly contextId: string }): TaskCase {
    const task = this.at(endpoint, taskId);
    if (contextId !== '') task.contextId ??= contextId;
    return task;
  }

  /** A task that there is more to say of. */
  at(endpoint: string, id: string): KeptTask {
    const task = this.#register.at(endpoint, id);
    task.unpack();
    return task;
  }

  #keep(sighting: TaskSighting): TaskSighting {
    const { task } = sighting;
    if (sighting.state !== undefined) task.observed = true;
    const last = task.sightings.at(-1);
    if (last && absorb(last, sighting)) return last;
    task.sightings.push(sighting);
    if (sighting.state === 'completed' && task instanceof KeptTask) this.#archive?.ended(task);
    return sighting;
  }
}

/** The protocol that something was said in, where that is not A2A. */
function foreignOf({ sight: { observation } }: Standing): TaskCase['foreign'] {
  return observation?.dialect === 'acp' || observation?.dialect === 'interop' ? observation.dialect : undefined;
}
