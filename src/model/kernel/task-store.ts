// The tasks of one server and every write to them. A write passes the policy's checks, then the lifecycle, then is stored,
// then told: as a fact, to whoever listens to the task, and to its callback. That delivery hangs on the stored status and
// not on the handler, so an agent's author cannot forget it. SPEC.md T.5–T.8.

import type { Fact } from '../log/fact.ts';
import type { CallerContext } from '../protocol/caller-context.ts';
import type { Message } from '../protocol/message.ts';
import type { OperationError } from '../protocol/operation.ts';
import type { PushNotificationConfig } from '../protocol/push-notification.ts';
import type { StreamEvent } from '../protocol/stream-event.ts';
import type { Artifact, ContextId, Task, TaskId, TaskState, TaskStatus } from '../protocol/task.ts';
import type { ArtifactPiece } from './agent-handler.ts';
import { shownCallback } from './callback-host.ts';
import { createTicks, type Clock } from './clock.ts';
import type { IdSource } from './identifiers.ts';
import { KernelError, refusal } from './kernel-error.ts';
import { limitPassed, sizeObjection } from './limits.ts';
import { messageText, textPart } from './parts.ts';
import { PersistentList } from './persistent-list.ts';
import type { Policy, WriteQuestion } from './policy.ts';
import { firstObjection } from './policy-entry.ts';
import { artifactUpdate, statusUpdate } from './stream-events.ts';
import { recordFrom, type TaskRecord } from './task-record.ts';
import { createTaskRegister, type TaskRegister } from './task-register.ts';
import { INTERRUPTED_STATES, advance, isTerminal } from './transition-table.ts';

/** Called for every status stored on a task that has a callback. */
export type Deliver = (config: PushNotificationConfig, task: Task) => void;
type WrittenListener = (event: StreamEvent) => void;

export interface TaskStore {
  get(taskId: TaskId): Task | undefined;
  /** Throws TASK_NOT_FOUND. */
  require(taskId: TaskId): Task;
  /** The task, for somebody who asks from outside. Throws TASK_NOT_FOUND where the policy keeps it from them, too. */
  requireFor(taskId: TaskId, caller: CallerContext): Task;
  /** The tasks that somebody from outside may see. */
  tasksFor(caller: CallerContext): Iterable<Task>;
  /** Who began a task, and how guarded it is; of a task that is not stored, what the caller would make of it. */
  recordOf(taskId: TaskId, caller: CallerContext): TaskRecord;
  /** The tenant that began a context; undefined for one that is not known. */
  contextTenant(contextId: ContextId): string | undefined;
  /** Why no task of this caller can be begun now. */
  roomFor(caller: CallerContext): OperationError | undefined;
  /** Stores a submitted task for a first message. */
  create(message: Message, caller: CallerContext, contextId: ContextId | undefined): Task;
  /** Adds a caller's message to a stored task. */
  addMessage(task: Task, message: Message, caller: CallerContext): Task;
  /** Throws when the policy or the lifecycle refuses. */
  setStatus(copy: Task, state: TaskState, message?: Message, write?: StatusWrite): Task;
  /** Throws when the policy refuses, unless the policy drops what it refuses. */
  addArtifact(copy: Task, artifact: Artifact, piece?: ArtifactPiece, writer?: TaskId): Task;
  /** Throws TASK_NOT_FOUND, TASK_TERMINAL. */
  cancel(taskId: TaskId): Task;
  /** Ends a task as failed; once it has ended, the cause is told and nothing is written. */
  fail(taskId: TaskId, text: string, cause?: string): void;
  onWritten(taskId: TaskId, listener: WrittenListener): () => void;
  readonly tasks: ReadonlyMap<TaskId, Task>;
  readonly lastTick: number;
}

/** Who writes a status, and why, where that is not for the caller to know. */
interface StatusWrite {
  /** The task that the writer is confined to; absent: the server itself writes. */
  readonly writer?: TaskId | undefined;
  readonly cause?: string | undefined;
}

export interface TaskStorePorts {
  readonly policy: Policy;
  readonly ids: IdSource;
  readonly onFact: (fact: Fact) => void;
  readonly deliver: Deliver;
  /** Dates what is stored; without one statuses have a tick and no time. */
  readonly clock?: Clock | undefined;
  readonly callbacksOf: (taskId: TaskId) => readonly PushNotificationConfig[];
  /** Told when a task is no longer known. */
  readonly onForgotten: (taskId: TaskId) => void;
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
  readonly #register: TaskRegister;

  constructor(ports: TaskStorePorts) {
    this.#ports = ports;
    this.#register = createTaskRegister(ports.policy.limits);
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

  requireFor(taskId: TaskId, caller: CallerContext): Task {
    const task = this.require(taskId);
    if (!this.#isOpenTo(task, caller)) throw refusal('TASK_NOT_FOUND', `no such task: ${taskId}`);
    return task;
  }

  tasksFor(caller: CallerContext): Iterable<Task> {
    if (this.#ports.policy.access.length === 0) return this.tasks.values();
    return [...this.tasks.values()].filter((task) => this.#isOpenTo(task, caller));
  }

  recordOf(taskId: TaskId, caller: CallerContext): TaskRecord {
    return this.#register.recordOf(taskId) ?? recordFrom(caller);
  }

  contextTenant(contextId: ContextId): string | undefined {
    return this.#register.contextTenant(contextId);
  }

  roomFor(caller: CallerContext): OperationError | undefined {
    return this.#register.roomFor(caller);
  }

  #isOpenTo(task: Task, caller: CallerContext): boolean {
    const { access } = this.#ports.policy;
    return firstObjection(access, { caller, task, record: this.recordOf(task.taskId, caller) }) === undefined;
  }

  create(message: Message, caller: CallerContext, contextId: ContextId | undefined): Task {
    const { ids, policy } = this.#ports;
    const isKnown = (asked: ContextId): boolean => this.#register.contextTenant(asked) !== undefined;
    const task: Task = {
      taskId: policy.origin.taskId(ids),
      contextId: policy.origin.contextId(contextId, ids, isKnown),
      status: this.#status('submitted'),
      history: PersistentList.from([message]),
      artifacts: PersistentList.empty(),
      delegationChain: policy.origin.chain(caller),
    };
    this.#keep(task);
    this.#register.begun(task, caller);
    this.#ports.onFact({
      kind: 'task-created',
      taskId: task.taskId,
      contextId: task.contextId,
      delegationChain: task.delegationChain,
    });
    this.#factOfStatus(task);
    return task;
  }

  addMessage(task: Task, message: Message, caller: CallerContext): Task {
    this.#register.raised(task.taskId, caller);
    return this.#keep({ ...task, history: PersistentList.from(task.history).append(message) });
  }

  /** Stores a task that nobody can change any more, whoever holds it. */
  #keep(task: Task): Task {
    Object.freeze(task.status);
    Object.freeze(task.delegationChain);
    this.tasks.set(task.taskId, Object.freeze(task));
    return task;
  }

  setStatus(copy: Task, state: TaskState, message?: Message, { writer, cause }: StatusWrite = {}): Task {
    const write: WriteQuestion['write'] = { kind: 'status', state };
    const objection = this.#objection(copy, write, writer);
    if (objection) return this.#refuse(objection, copy, writer);
    const base = this.#base(copy);
    const move = advance(base.status.state, state);
    if (!move.ok) {
      const { from, to, reason } = move.error;
      this.#ports.onFact({ kind: 'transition-refused', taskId: base.taskId, from, to, reason });
      throw new KernelError('illegal-transition', { code: 'INTERNAL', message: reason });
    }
    const said = message && this.#ports.policy.intake.keep(message);
    const status = this.#status(state, said);
    const history = said ? PersistentList.from(base.history).append(said) : base.history;
    const updated = this.#keep({ ...base, status, history });
    this.#factOfStatus(updated, cause);
    // A stream ends where the task does, and where it begins to wait. A2A 0.3 §7.2.2.
    this.#tell(updated.taskId, () => statusUpdate(updated, isTerminal(state) || INTERRUPTED_STATES.has(state)));
    this.#push(updated);
    if (isTerminal(state)) for (const ended of this.#register.ended(updated)) this.#forget(ended);
    return updated;
  }

  addArtifact(copy: Task, artifact: Artifact, piece: ArtifactPiece = {}, writer?: TaskId): Task {
    const { policy } = this.#ports;
    const objection = this.#objection(copy, { kind: 'artifact', artifact }, writer);
    if (objection) return this.#refuse(objection, copy, writer);
    const base = this.#base(copy);
    const kept = policy.intake.keep(artifact);
    const artifacts = policy.artifacts.add(base.artifacts, kept, piece) ?? PersistentList.from(base.artifacts).append(kept);
    const updated = this.#keep({ ...base, artifacts });
    this.#ports.onFact({
      kind: 'artifact-stored',
      taskId: updated.taskId,
      contextId: updated.contextId,
      artifactId: artifact.artifactId,
      name: artifact.name,
    });
    this.#tell(updated.taskId, () => artifactUpdate(updated, kept, { lastChunk: true, ...piece }));
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

  fail(taskId: TaskId, text: string, cause?: string): void {
    const task = this.require(taskId);
    if (!isTerminal(task.status.state)) {
      const { contextId } = task;
      const message: Message = { messageId: `${taskId}-failed`, role: 'agent', parts: [textPart(text)], taskId, contextId };
      this.setStatus(task, 'failed', message, { cause });
    } else if (cause !== undefined) {
      this.#ports.onFact({ kind: 'write-refused', taskId, reason: `its handler failed after the task had ended: ${cause}` });
    }
  }

  onWritten(taskId: TaskId, listener: WrittenListener): () => void {
    const listeners = this.#listeners.get(taskId) ?? new Set();
    this.#listeners.set(taskId, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) this.#listeners.delete(taskId);
    };
  }

  #objection(copy: Task, write: WriteQuestion['write'], writer: TaskId | undefined): OperationError | undefined {
    const { policy } = this.#ports;
    const stored = this.tasks.get(copy.taskId);
    const objection = firstObjection(policy.write, { copy, stored, write, writer });
    if (objection || write.kind === 'status') return objection;
    if ((stored ?? copy).artifacts.length >= policy.limits.artifacts) return limitPassed('artifacts of a task', policy.limits.artifacts);
    return sizeObjection(write.artifact, policy.limits);
  }

  #forget(taskId: TaskId): void {
    this.tasks.delete(taskId);
    this.#ports.onForgotten(taskId);
  }

  /** Throws, or gives back the task as stored, as the policy has it. */
  #refuse(objection: OperationError, copy: Task, writer: TaskId | undefined): Task {
    const { policy, onFact } = this.#ports;
    const taskId = writer ?? copy.taskId;
    onFact({ kind: 'write-refused', taskId, reason: objection.message });
    if (policy.writeTarget.refused !== 'dropped') throw new KernelError('operation', objection);
    return this.require(taskId);
  }

  /** The task that a write is applied to. */
  #base(copy: Task): Task {
    return this.#ports.policy.writeTarget.base(copy, this.tasks.get(copy.taskId));
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

  #factOfStatus(task: Task, cause?: string): void {
    const { state, tick = 0, message } = task.status;
    const words = { ...(message ? { text: messageText(message) } : {}), ...(cause === undefined ? {} : { cause }) };
    this.#ports.onFact({ kind: 'status-stored', taskId: task.taskId, contextId: task.contextId, state, tick, ...words });
  }

  #tell(taskId: TaskId, event: () => StreamEvent): void {
    const listeners = this.#listeners.get(taskId);
    if (!listeners) return;
    const said = event();
    for (const listener of [...listeners]) listener(said);
  }

  #push(task: Task): void {
    const { state, tick = 0 } = task.status;
    for (const config of this.#ports.callbacksOf(task.taskId)) {
      this.#ports.onFact({ kind: 'push-sent', taskId: task.taskId, url: shownCallback(config.url), state, tick });
      this.#ports.deliver(config, task);
    }
  }
}
