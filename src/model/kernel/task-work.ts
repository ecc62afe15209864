// What a handler is handed of its task: it writes under its own task's name, and may ask to hear when another hand ends the task.
// SPEC.md T.22.

import type { CallerContext } from '../protocol/caller-context.ts';
import type { StreamEvent } from '../protocol/stream-event.ts';
import type { Artifact, Task, TaskId, TaskState } from '../protocol/task.ts';
import type { Message } from '../protocol/message.ts';
import type { ArtifactPiece, TaskWork } from './agent-handler.ts';
import type { KeptMoments } from './task-moments.ts';
import type { TaskStore } from './task-store.ts';
import { isTerminal } from './transition-table.ts';

interface WorkPorts {
  readonly store: TaskStore;
  readonly moments: KeptMoments;
}

/** The work of one turn. `close` when the turn is over: what happens to the task from then on is not told. */
export class HandedWork implements TaskWork {
  readonly taskId: TaskId;
  readonly caller: CallerContext;
  readonly handed: Task;
  readonly #ports: WorkPorts;
  readonly #stopListening: () => void;
  /** Made when it is first asked for: most handlers never do. */
  #takenAway: AbortController | undefined;
  #endedBy: Error | undefined;
  #isWriting = false;

  constructor(ports: WorkPorts, taskId: TaskId, caller: CallerContext) {
    this.#ports = ports;
    this.taskId = taskId;
    this.caller = caller;
    this.handed = ports.store.require(taskId);
    this.#stopListening = ports.store.onWritten(taskId, (event) => this.#hear(event));
  }

  get takenAway(): AbortSignal {
    this.#takenAway ??= new AbortController();
    if (this.#endedBy) this.#takenAway.abort(this.#endedBy);
    return this.#takenAway.signal;
  }

  task(): Task {
    return this.#ports.store.require(this.taskId);
  }

  setStatus(copy: Task, state: TaskState, message?: Message): Task {
    return this.#write(() => this.#ports.store.setStatus(copy, state, message, { writer: this.taskId }));
  }

  addArtifact(copy: Task, artifact: Artifact, piece?: ArtifactPiece): Task {
    return this.#ports.store.addArtifact(copy, artifact, piece, this.taskId);
  }

  cancel(): Task {
    return this.#write(() => this.#ports.store.cancel(this.taskId));
  }

  progress(): void {
    this.#ports.moments.progress(this.taskId);
  }

  close(): void {
    this.#stopListening();
  }

  /** A write tells those who listen before it comes back: what is told in between is its own doing. */
  #write(write: () => Task): Task {
    this.#isWriting = true;
    try {
      return write();
    } finally {
      this.#isWriting = false;
    }
  }

  #hear(event: StreamEvent): void {
    if (this.#isWriting || event.kind !== 'status-update' || !isTerminal(event.status.state)) return;
    this.#endedBy = new Error(`the task is ${event.status.state}`);
    this.#takenAway?.abort(this.#endedBy);
  }
}
