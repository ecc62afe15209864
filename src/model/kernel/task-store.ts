// The tasks of one server and every write to them. A write passes the policy's checks, then the lifecycle, then is stored,
// then told: as a fact, to whoever listens to the task, and to its callback. That delivery hangs on the stored status and
// not on the handler, so an agent's author cannot forget it. SPEC.md T.5–T.8.

import type { Fact } from '../log/fact.ts';
import type { CallerContext } from '../protocol/caller-context.ts';
import type { Message } from '../protocol/message.ts';
import type { PushNotificationConfig } from '../protocol/push-notification.ts';
import type { StreamEvent } from '../protocol/stream-event.ts';
import type { Artifact, ContextId, Task, TaskId, TaskState, TaskStatus } from '../protocol/task.ts';
import { createTicks, type Clock } from './clock.ts';
import type { IdSource } from './identifiers.ts';
import { KernelError, refusal } from './kernel-error.ts';
import { messageText } from './parts.ts';
import { PersistentList } from './persistent-list.ts';
import type { Policy, WriteQuestion } from './policy.ts';
import { firstObjection } from './policy-entry.ts';
import { artifactUpdate, statusUpdate } from './stream-events.ts';
import { advance, isTerminal } from './transition-table.ts';

/** Called for every status stored on a task that has a callback. */
export type Deliver = (config: PushNotificationConfig, task: Task) => void;
type WrittenListener = (event: StreamEvent) => void;

export interface TaskStore {
  get(taskId: TaskId): Task | undefined;
  /** Throws TASK_NOT_FOUND. */
  require(taskId: TaskId): Task;
  /** Stores a submitted task for a first message. */
  create(message: Message, caller: CallerContext, contextId: ContextId | undefined): Task;
  /** Adds a caller's message to a stored task. */
  addMessage(task: Task, message: Message): Task;
  /** Throws when the policy or the lifecycle refuses. */
  setStatus(copy: Task, state: TaskState, message?: Message): Task;
  addArtifact(copy: Task, artifact: Artifact): Task;
  /** Throws TASK_NOT_FOUND, TASK_TERMINAL. */
  cancel(taskId: TaskId): Task;
  onWritten(taskId: TaskId, listener: WrittenListener): () => void;
  readonly tasks: ReadonlyMap<TaskId, Task>;
  readonly lastTick: number;
}

export interface TaskStorePorts {
  readonly policy: Policy;
  readonly ids: IdSource;
  readonly onFact: (fact: Fact) => void;
  readonly deliver: Deliver;
  /** Dates what is stored; without one statuses have a tick and no time. */
  readonly clock?: Clock | undefined;
  /** The callback of a task, if it has one. */
  readonly callbackOf: (taskId: TaskId) => PushNotificationConfig | undefined;
}

/** An empty store. */
export function createTaskStore(ports: TaskStorePorts): TaskStore {
  return new StoredTasks(ports);
}

class StoredTasks implements TaskStore {
  readonly tasks = new Map<TaskId, Task>();
  readonly #ports: TaskStorePorts;
  readonly #ticks = createTicks();
  readonly #listeners = new Map<TaskId, Set<WrittenListener>>();

  constructor(ports: TaskStorePorts) {
    this.#ports = ports;
  }

  get lastTick(): number {
    return this.#ticks.last;
  }

  get(taskId: TaskId): Task | undefined {
    return this.tasks.get(taskId);
  }

  require(taskId: TaskId): Task {
    const task = this.tasks.get(taskId);
    if (!task) throw refusal('TASK_NOT_FOUND', `no such task: ${taskId}`);
    return task;
  }

  create(message: Message, caller: CallerContext, contextId: ContextId | undefined): Task {
    const { ids, policy } = this.#ports;
    const task: Task = {
      taskId: policy.origin.taskId(ids),
      contextId: policy.origin.contextId(contextId, ids),
      status: this.#status('submitted'),
      history: PersistentList.from([message]),
      artifacts: PersistentList.empty(),
      delegationChain: policy.origin.chain(caller),
    };
    this.tasks.set(task.taskId, task);
    this.#ports.onFact({
      kind: 'task-created',
      taskId: task.taskId,
      contextId: task.contextId,
      delegationChain: task.delegationChain,
    });
    this.#factOfStatus(task);
    return task;
  }

  addMessage(task: Task, message: Message): Task {
    const updated = { ...task, history: PersistentList.from(task.history).append(message) };
    this.tasks.set(task.taskId, updated);
    return updated;
  }

  setStatus(copy: Task, state: TaskState, message?: Message): Task {
    const base = this.#writable(copy, { kind: 'status', state });
    const move = advance(base.status.state, state);
    if (!move.ok) {
      const { from, to, reason } = move.error;
      this.#ports.onFact({ kind: 'transition-refused', taskId: base.taskId, from, to, reason });
      throw new KernelError('illegal-transition', { code: 'INTERNAL', message: reason });
    }
    const status = this.#status(state, message);
    const history = message ? PersistentList.from(base.history).append(message) : base.history;
    const updated = { ...base, status, history };
    this.tasks.set(updated.taskId, updated);
    this.#factOfStatus(updated);
    this.#tell(updated.taskId, () => statusUpdate(updated, isTerminal(state)));
    this.#push(updated);
    return updated;
  }

  addArtifact(copy: Task, artifact: Artifact): Task {
    const base = this.#writable(copy, { kind: 'artifact' });
    const updated = { ...base, artifacts: PersistentList.from(base.artifacts).append(artifact) };
    this.tasks.set(updated.taskId, updated);
    this.#ports.onFact({
      kind: 'artifact-stored',
      taskId: updated.taskId,
      contextId: updated.contextId,
      artifactId: artifact.artifactId,
      name: artifact.name,
    });
    this.#tell(updated.taskId, () => artifactUpdate(updated, artifact, { lastChunk: true }));
    return updated;
  }

  cancel(taskId: TaskId): Task {
    const task = this.require(taskId);
    if (isTerminal(task.status.state)) {
      const reason = `task ${taskId} is already ${task.status.state}`;
      this.#ports.onFact({ kind: 'write-refused', taskId, reason });
      throw refusal('TASK_TERMINAL', reason);
    }
    return this.setStatus(task, 'canceled');
  }

  onWritten(taskId: TaskId, listener: WrittenListener): () => void {
    const listeners = this.#listeners.get(taskId) ?? new Set();
    this.#listeners.set(taskId, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) this.#listeners.delete(taskId);
    };
  }

  /** The task that a write is applied to, once no check objects. */
  #writable(copy: Task, write: WriteQuestion['write']): Task {
    const { policy, onFact } = this.#ports;
    const stored = this.tasks.get(copy.taskId);
    const objection = firstObjection(policy.write, { copy, stored, write });
    if (objection) {
      onFact({ kind: 'write-refused', taskId: copy.taskId, reason: objection.message });
      throw new KernelError('operation', objection);
    }
    return policy.writeTarget.base(copy, stored);
  }

  /** A status as of now: the next tick, and the time where there is a clock. */
  #status(state: TaskState, message?: Message): TaskStatus {
    const { clock } = this.#ports;
    return {
      state,
      ...(message ? { message } : {}),
      tick: this.#ticks.next(),
      ...(clock ? { timestamp: new Date(clock.now()).toISOString() } : {}),
    };
  }

  #factOfStatus(task: Task): void {
    const { state, tick = 0, message } = task.status;
    const text = message ? { text: messageText(message) } : {};
    this.#ports.onFact({ kind: 'status-stored', taskId: task.taskId, contextId: task.contextId, state, tick, ...text });
  }

  #tell(taskId: TaskId, event: () => StreamEvent): void {
    const listeners = this.#listeners.get(taskId);
    if (!listeners) return;
    const said = event();
    for (const listener of [...listeners]) listener(said);
  }

  #push(task: Task): void {
    const config = this.#ports.callbackOf(task.taskId);
    if (!config) return;
    const { state, tick = 0 } = task.status;
    this.#ports.onFact({ kind: 'push-sent', taskId: task.taskId, url: config.url, state, tick });
    this.#ports.deliver(config, task);
  }
}
