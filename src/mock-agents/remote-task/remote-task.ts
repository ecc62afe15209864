// The one task of a remote agent: how it is, how it was, and what it becomes. It changes by what a script says and not by what a
// handler does; the one law that it keeps is that a task that is over stays as it is.

import { invariant } from '../../model/base/assert.ts';
import { textPart } from '../../model/kernel/parts.ts';
import { isTerminal } from '../../model/kernel/transition-table.ts';
import { VIRTUAL_EPOCH } from '../../model/log/saved-form.ts';
import type { Message } from '../../model/protocol/message.ts';
import type { AgentName, ContextId, Task, TaskStatus } from '../../model/protocol/task.ts';
import type { AgentIo } from '../agent-io.ts';
import type { Millis } from '../lanes.ts';
import { REMOTE_TASK_ID, type RemoteStatus } from '../watch-scene.ts';

/** Where a harness says, in the metadata of a status message, what it does with a task that it keeps open. */
const SUB_STATE = 'sub_state';

interface Moment {
  readonly since: Millis;
  readonly status: TaskStatus;
}

/** Told each change, when the task is as it says. */
export type OnChange = (task: Task) => void;

export class RemoteTask {
  readonly #io: AgentIo;
  readonly #onChange: OnChange;
  readonly #moments: Moment[] = [];
  readonly #history: Message[] = [];
  #contextId: ContextId = '';
  #chain: readonly AgentName[] = [];

  constructor(io: AgentIo, onChange: OnChange) {
    this.#io = io;
    this.#onChange = onChange;
  }

  get exists(): boolean {
    return this.#moments.length > 0;
  }

  get isOver(): boolean {
    return isTerminal(this.#moments.at(-1)?.status.state);
  }

  /** Begins the task; nobody is told but the log. */
  create(first: RemoteStatus, contextId: ContextId, delegationChain: readonly AgentName[]): void {
    invariant(!this.exists, 'E.50', 'the one task of a remote agent is begun twice');
    this.#contextId = contextId;
    this.#chain = delegationChain;
    this.#io.fact({ kind: 'task-created', taskId: REMOTE_TASK_ID, contextId, delegationChain });
    this.#store(first);
  }

  /** Changes the task and tells it. What cannot be is a fact, and the task stays as it is. */
  change(status: RemoteStatus): void {
    const last = this.#moments.at(-1);
    if (!last) return this.#io.fact({ kind: 'write-refused', taskId: REMOTE_TASK_ID, reason: `no task is there to be ${status.state}` });
    const from = last.status.state;
    if (isTerminal(from)) {
      const reason = `${from} is terminal; cannot move to ${status.state}`;
      return this.#io.fact({ kind: 'transition-refused', taskId: REMOTE_TASK_ID, from, to: status.state, reason });
    }
    this.#store(status);
    this.#onChange(this.current());
  }

  hasHeard(messageId: string): boolean {
    return this.#history.some((message) => message.messageId === messageId);
  }

  hear(message: Message): void {
    this.#history.push(message);
  }

  current(): Task {
    return this.#with(this.#moments.at(-1)?.status);
  }

  /** The task as it was; before it began, as it began. */
  asOf(time: Millis): Task {
    const moment = this.#moments.findLast(({ since }) => since <= time) ?? this.#moments[0];
    return this.#with(moment?.status);
  }

  /** The task with a status that it need not have. */
  claimed(status: RemoteStatus): Task {
    return this.#with(this.#dated(status, 0));
  }

  #with(status: TaskStatus | undefined): Task {
    invariant(status, 'E.50', 'a task is shown that nobody began');
    return {
      taskId: REMOTE_TASK_ID,
      contextId: this.#contextId,
      status,
      history: [...this.#history],
      artifacts: [],
      delegationChain: this.#chain,
    };
  }

  #store(status: RemoteStatus): void {
    const tick = this.#moments.length + 1;
    this.#moments.push({ since: this.#io.now(), status: this.#dated(status, tick) });
    const { state, text } = status;
    const said = text === null ? {} : { text };
    this.#io.fact({ kind: 'status-stored', taskId: REMOTE_TASK_ID, contextId: this.#contextId, state, tick, ...said });
  }

  /** A tick of 0: a status that nobody stored, and that is not counted. */
  #dated({ state, text, subState }: RemoteStatus, tick: number): TaskStatus {
    const when = { ...(tick > 0 && { tick }), timestamp: new Date(VIRTUAL_EPOCH + this.#io.now()).toISOString() };
    if (text === null && subState === undefined) return { state, ...when };
    const message: Message = {
      messageId: tick > 0 ? `status-${tick}` : 'status',
      role: 'agent',
      parts: [textPart(text ?? '')],
      taskId: REMOTE_TASK_ID,
      contextId: this.#contextId,
      ...(subState !== undefined && { metadata: { [SUB_STATE]: subState } }),
    };
    return { state, message, ...when };
  }
}
