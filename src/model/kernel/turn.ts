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
import type { AgentHandler } from './agent-handler.ts';
import type { ClientReferences } from './client-references.ts';
import { KernelError } from './kernel-error.ts';
import { limitPassed, sizeObjection } from './limits.ts';
import type { MessageQuestion, Policy, ReplyQuestion } from './policy.ts';
import { firstObjection } from './policy-entry.ts';
import type { PushConfigs } from './push-configs.ts';
import { ReaderQueue } from './reader-queue.ts';
import type { FailTask } from './strategies.ts';
import { statusUpdate, taskSnapshot } from './stream-events.ts';
import type { TaskFeeds } from './task-feeds.ts';
import type { KeptMoments } from './task-moments.ts';
import type { TaskStore } from './task-store.ts';
import { HandedWork } from './task-work.ts';

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
  readonly isStream?: boolean;
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
  readonly caller: CallerContext;
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
  const { caller, opening } = delegation;
  const { policy, store } = ports;
  const { taskId } = delegation.message;
  // Where tasks have owners a stranger learns nothing, not even whether admission would take it.
  if (taskId !== undefined && policy.access.length > 0) store.requireFor(taskId, caller);
  admitOrThrow(ports, caller, taskId);
  throwIf(sizeObjection(delegation.message, policy.limits));
  const message = policy.intake.take(delegation.message);
  throwIf(firstObjection(policy.message, messageQuestion(ports, delegation)));
  // An id that is given is meant, even an empty one.
  if (taskId === undefined) return newWish(ports, { ...delegation, message });
  const task = answeredTask(ports, delegation, store.requireFor(taskId, caller));
  if (delegation.pushConfig) ports.callbacks.set(task.taskId, delegation.pushConfig);
  return { task: store.addMessage(task, message, caller), created: false, caller, message, opening };
}

function messageQuestion({ card, store }: TurnPorts, { message, caller, contextId, isStream = false }: Delegation): MessageQuestion {
  return { caller, message, card, isStream, contextTenant: store.contextTenant(contextId ?? '') };
}

/** The task that a message answers, once nothing objects to the answer. */
function answeredTask({ policy, store, feeds, onFact }: TurnPorts, delegation: Delegation, task: Task): Task {
  const { message, caller, contextId } = delegation;
  const isAtWork = feeds.isAtWork(task.taskId);
  const question: ReplyQuestion = { caller, message, contextId, task, record: store.recordOf(task.taskId, caller), isAtWork };
  const hasRoom = task.history.length < policy.limits.messages;
  const objection =
    firstObjection(policy.reply, question) ?? (hasRoom ? undefined : limitPassed('messages of a task', policy.limits.messages));
  if (objection) onFact({ kind: 'write-refused', taskId: task.taskId, reason: objection.message });
  throwIf(objection);
  return task;
}

/** A wish that was named and had before gets its task again, whatever has become of it. */
function newWish(ports: TurnPorts, delegation: Delegation): Turn {
  const { message, caller, opening } = delegation;
  const { store, policy, references } = ports;
  const wish = policy.repeats.nameOf(delegation);
  const earlier = wish === undefined ? undefined : references.find(caller, wish, message);
  // One whose task is no longer kept is a new one.
  const found = earlier === undefined ? undefined : store.get(earlier);
  if (found) return { task: found, created: false, caller, message, opening, foundAgain: true };
  throwIf(store.roomFor(caller));
  const task = createTask(ports, delegation);
  if (wish !== undefined) references.keep(caller, wish, { message, taskId: task.taskId });
  return { task, created: true, caller, message, opening };
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
async function* runTurn(ports: TurnPorts, turn: Turn, signal: AbortSignal): AsyncGenerator<StreamEvent, void, undefined> {
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
    const work = new HandedWork(ports, taskId, turn.caller);
    const events = policy.emission.emit({
      yielded: untilItsEnd(ports, work, ports.handler(work, turn.message, signal)),
      onWritten: (listener) => store.onWritten(taskId, listener),
    });
    for await (const event of events) yield say(event);
    yield say(taskSnapshot(store.require(taskId)));
  } finally {
    endFeed();
  }
}

/**
 * Runs a turn as the policy has it driven: by whoever reads it, or by itself, with the reader beside it. Then leaving does not stop
 * the work, and the signal that the handler is called with never aborts (its `takenAway` does); the reader that left gets nothing
 * more, not even once something happens.
 */
export function driveTurn(ports: TurnPorts, turn: Turn, signal: AbortSignal): AsyncIterableIterator<StreamEvent, void> {
  if (!ports.policy.driving.apart) return runTurn(ports, turn, signal);
  const leave = (): void => said.end();
  const said = new ReaderQueue<StreamEvent>(() => signal.removeEventListener('abort', leave));
  if (signal.aborted) leave();
  else signal.addEventListener('abort', leave, { once: true });
  void pour(runTurn(ports, turn, new AbortController().signal), said);
  return said;
}

async function pour(events: AsyncIterable<StreamEvent>, said: ReaderQueue<StreamEvent>): Promise<void> {
  try {
    for await (const event of events) said.push(event);
    said.end();
  } catch (thrown) {
    said.fail(thrown);
  }
}

function admitOrThrow({ card, maxDepth, policy, onFact }: TurnPorts, caller: CallerContext, taskId: TaskId | undefined): void {
  const decision = admit(caller, card, { maxDepth, checks: policy.admission });
  const { chainProof: _credential, ...stated } = caller;
  const about = { caller: stated, callee: card.name, maxDepth, ...(taskId === undefined ? {} : { taskId }) };
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
  throw new KernelError('operation', { code: first.code, message: first.reason, denials: decision.value });
}

async function* untilItsEnd(
  { policy, store }: TurnPorts,
  work: HandedWork,
  events: AsyncIterable<StreamEvent>,
): AsyncGenerator<StreamEvent, void, undefined> {
  const fail: FailTask = (text, cause) => store.fail(work.taskId, text, cause);
  try {
    for await (const event of events) yield event;
  } catch (thrown) {
    policy.handlerEnd.threw(work, thrown, fail);
    return;
  } finally {
    work.close();
  }
  policy.handlerEnd.returned(work, fail);
}

function throwIf(objection: OperationError | undefined): void {
  if (objection) throw new KernelError('operation', objection);
}
