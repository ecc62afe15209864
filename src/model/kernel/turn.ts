// A turn: one message and what the handler makes of it. Opening a turn admits the caller and finds or creates the task;
// running it calls the handler and emits. Nothing is created before admission (SPEC.md A.6).

import type { Fact } from '../log/fact.ts';
import type { AgentCard } from '../protocol/agent-card.ts';
import type { CallerContext } from '../protocol/caller-context.ts';
import type { Message } from '../protocol/message.ts';
import type { OperationError } from '../protocol/operation.ts';
import type { PushNotificationConfig } from '../protocol/push-notification.ts';
import type { StreamEvent } from '../protocol/stream-event.ts';
import type { ContextId, Task, TaskId } from '../protocol/task.ts';
import { admit } from './admission.ts';
import type { AgentHandler, TaskWork } from './agent-handler.ts';
import type { ClientReferences } from './client-references.ts';
import { KernelError, refusal } from './kernel-error.ts';
import type { Policy } from './policy.ts';
import { firstObjection } from './policy-entry.ts';
import type { PushConfigs } from './push-configs.ts';
import type { EndStrategy } from './strategies.ts';
import { statusUpdate, taskSnapshot } from './stream-events.ts';
import type { TaskFeeds } from './task-feeds.ts';
import type { KeptMoments } from './task-moments.ts';
import type { TaskStore } from './task-store.ts';

export interface TurnPorts {
  readonly card: AgentCard;
  readonly handler: AgentHandler;
  readonly policy: Policy;
  readonly maxDepth: number;
  readonly store: TaskStore;
  readonly feeds: TaskFeeds;
  readonly callbacks: PushConfigs;
  readonly references: ClientReferences;
  readonly moments: KeptMoments;
  readonly onFact: (fact: Fact) => void;
}

/** What is asked of an agent. */
export interface Delegation {
  readonly message: Message;
  readonly caller: CallerContext;
  readonly contextId?: ContextId | undefined;
  /** Where to call back about the task, set before any of it happens. */
  readonly pushConfig?: PushNotificationConfig | undefined;
  /** Whether the turn begins with the task instead of the first status. */
  readonly opening?: 'task' | undefined;
  /** The caller's own name for what it wants, where it wants it done once. */
  readonly clientRef?: string | undefined;
}

export interface Turn {
  readonly task: Task;
  readonly created: boolean;
  readonly message: Message;
  readonly opening?: 'task' | undefined;
  /** There is nothing to run: the caller's wish has its task already. */
  readonly foundAgain?: true;
}

/**
 * Admits the caller and finds the task that the message names, or creates one.
 * @throws KernelError with the first denial, TASK_NOT_FOUND, or what the policy objects to message or reply
 */
export function openTurn(ports: TurnPorts, delegation: Delegation): Turn {
  const { message, caller, opening } = delegation;
  admitOrThrow(ports, caller, message.taskId);
  throwIf(firstObjection(ports.policy.message, { caller, message }));
  // An id that is given is meant, even an empty one.
  if (message.taskId === undefined) return newWish(ports, delegation);
  const task = ports.store.require(message.taskId);
  const objection = firstObjection(ports.policy.reply, { caller, message, task });
  if (objection) ports.onFact({ kind: 'write-refused', taskId: task.taskId, reason: objection.message });
  throwIf(objection);
  if (delegation.pushConfig) ports.callbacks.set(task.taskId, delegation.pushConfig);
  return { task: ports.store.addMessage(task, message), created: false, message, opening };
}

/** A wish that was named and had before gets its task again, whatever has become of it. */
function newWish(ports: TurnPorts, delegation: Delegation): Turn {
  const { message, caller, opening, clientRef } = delegation;
  const earlier = clientRef === undefined ? undefined : ports.references.find(caller, clientRef, message);
  if (earlier !== undefined) return { task: ports.store.require(earlier), created: false, message, opening, foundAgain: true };
  const task = createTask(ports, delegation);
  if (clientRef !== undefined) ports.references.keep(caller, clientRef, { message, taskId: task.taskId });
  return { task, created: true, message, opening };
}

/** A callback is judged before there is a task: one that is refused must leave nothing behind (SPEC.md A.6). */
function createTask({ store, callbacks }: TurnPorts, { message, caller, contextId, pushConfig }: Delegation): Task {
  if (pushConfig) callbacks.requireAllowed(pushConfig, message, caller);
  const task = store.create(message, caller, contextId);
  if (pushConfig) callbacks.set(task.taskId, pushConfig);
  return task;
}

/**
 * Calls the handler and emits: the first status of a new task, what the policy lets a stream say, the stored task last.
 * Lazy: nothing happens before the first read, and the handler is pulled by the reader. Closing it ends the handler.
 * @throws what the policy lets out of a handler; the reader has then read everything before it
 */
export async function* runTurn(ports: TurnPorts, turn: Turn, signal: AbortSignal): AsyncGenerator<StreamEvent, void, undefined> {
  const { policy, store, feeds } = ports;
  const { taskId } = turn.task;
  const endFeed = feeds.begin(taskId);
  const say = (event: StreamEvent): StreamEvent => {
    feeds.say(taskId, event);
    return event;
  };
  try {
    if (turn.opening === 'task') yield taskSnapshot(turn.task);
    else if (turn.created) yield say(statusUpdate(turn.task));
    const work = workOn(ports, taskId);
    const events = policy.emission.emit({
      yielded: untilItsEnd(ports.handler(work, turn.message, signal), work, policy.handlerEnd),
      onWritten: (listener) => store.onWritten(taskId, listener),
    });
    for await (const event of events) yield say(event);
    yield say(taskSnapshot(store.require(taskId)));
  } finally {
    endFeed();
  }
}

function admitOrThrow({ card, maxDepth, policy, onFact }: TurnPorts, caller: CallerContext, taskId: TaskId | undefined): void {
  const decision = admit(caller, card, { maxDepth, checks: policy.admission });
  const about = { caller, callee: card.name, maxDepth, ...(taskId === undefined ? {} : { taskId }) };
  if (!decision.ok) {
    const reason = decision.issues.map((issue) => issue.message).join('; ');
    const error = { code: 'CLASSIFICATION_UNKNOWN', message: reason };
    onFact({ kind: 'delegation-denied', ...about, denials: [{ code: error.code, reason }] });
    throw new KernelError('unknown-classification', error);
  }
  const [first] = decision.value;
  if (!first) {
    onFact({ kind: 'delegation-admitted', ...about });
    return;
  }
  onFact({ kind: 'delegation-denied', ...about, denials: decision.value });
  throw refusal(first.code, first.reason);
}

async function* untilItsEnd(
  events: AsyncIterable<StreamEvent>,
  work: TaskWork,
  end: EndStrategy,
): AsyncGenerator<StreamEvent, void, undefined> {
  try {
    for await (const event of events) yield event;
  } catch (thrown) {
    end.threw(work, thrown);
    return;
  }
  end.returned(work);
}

function workOn({ store, moments }: TurnPorts, taskId: TaskId): TaskWork {
  return {
    taskId,
    handed: store.require(taskId),
    task: () => store.require(taskId),
    setStatus: (copy, state, message) => store.setStatus(copy, state, message),
    addArtifact: (copy, artifact) => store.addArtifact(copy, artifact),
    cancel: () => store.cancel(taskId),
    progress: () => moments.progress(taskId),
  };
}

function throwIf(objection: OperationError | undefined): void {
  if (objection) throw new KernelError('operation', objection);
}
