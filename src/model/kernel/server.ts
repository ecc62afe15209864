// An agent as a server: executes operations for verified callers. It knows no path, no envelope, no clock and no wire;
// bindings bring operations in, the policy says what is refused, the handler does the work. A2A 0.3 §7; SPEC.md T.5–T.11.

import type { Fact } from '../log/fact.ts';
import type { AgentCard } from '../protocol/agent-card.ts';
import type { CallerContext } from '../protocol/caller-context.ts';
import type { Operation, OperationResult } from '../protocol/operation.ts';
import type { PushNotificationConfig } from '../protocol/push-notification.ts';
import type { StreamEvent } from '../protocol/stream-event.ts';
import type { Task, TaskId } from '../protocol/task.ts';
import type { TaskMoments } from '../protocol/task-moment.ts';
import { unreachable } from '../base/assert.ts';
import { MAX_DELEGATION_DEPTH } from './admission.ts';
import type { AgentHandler } from './agent-handler.ts';
import { createClientReferences } from './client-references.ts';
import type { Clock } from './clock.ts';
import { countedIds, type IdSource } from './identifiers.ts';
import { failingInWords, operationError, refusal } from './kernel-error.ts';
import type { Policy } from './policy.ts';
import { publishedCard } from './published-card.ts';
import { createPushConfigs, type PushConfigs } from './push-configs.ts';
import { taskSnapshot } from './stream-events.ts';
import { createTaskFeeds, type TaskFeeds } from './task-feeds.ts';
import { createTaskMoments } from './task-moments.ts';
import { createTaskStore, type Deliver, type TaskStore } from './task-store.ts';
import { isTerminal } from './transition-table.ts';
import { pageOfTasks } from './task-page.ts';
import { driveTurn, openTurn, type Delegation, type Turn, type TurnPorts } from './turn.ts';

export interface ServerOptions {
  readonly card: AgentCard;
  readonly handler: AgentHandler;
  /** Hosts that callbacks may name. What an empty list means is the policy's decision. */
  readonly allowedCallbackHosts?: readonly string[];
  readonly policy: Policy;
  readonly maxDepth?: number;
  /** Counted ids where none is given. */
  readonly ids?: IdSource;
  /** Dates stored statuses; without one they have ticks only and a binding dates them when it first sees them. */
  readonly clock?: Clock;
  /** Told every decision, in order, when it is made. */
  readonly onFact?: (fact: Fact) => void;
  /** Asked to call back, after the status is stored. */
  readonly deliver?: Deliver;
}

/** Executes one operation for a verified caller. Never throws: errors are results. */
type Execute = (operation: Operation, caller: CallerContext, options: { readonly signal: AbortSignal }) => Promise<OperationResult>;

export interface Server {
  readonly card: AgentCard;
  /**
   * What bindings call. A stream is admitted and its task created before this answers, so that a refusal is an error
   * result; its events drive the handler as they are read. A handler that throws ends the events with an OperationFailure.
   */
  readonly execute: Execute;
  /** The events of a delegation, lazily: not even admission happens before the first read. Throws KernelErrors
   * and whatever the handler throws when it is read. */
  stream(delegation: Delegation, signal?: AbortSignal): AsyncGenerator<StreamEvent, void, undefined>;
  /** Drains the stream and answers the last task in it. Rejects with what the stream throws. */
  send(delegation: Delegation, signal?: AbortSignal): Promise<Task>;
  /** The task, for whoever runs the server: no owner is asked here. Throws TASK_NOT_FOUND. */
  get(taskId: TaskId): Task;
  /** Throws TASK_NOT_FOUND, TASK_TERMINAL. */
  cancel(taskId: TaskId): Task;
  setPushConfig(taskId: TaskId, config: PushNotificationConfig): PushNotificationConfig;
  /** What is stored, as it is stored, for a binding that tells states. It asks nobody's leave: `execute` does. */
  readonly moments: TaskMoments;
  /** What the server holds, for tests and for whoever looks inside. */
  readonly state: ServerState;
}

interface ServerState {
  readonly tasks: ReadonlyMap<TaskId, Task>;
  readonly pushConfigs: ReadonlyMap<TaskId, PushNotificationConfig>;
  readonly lastTick: number;
  readonly idCount: number;
}

interface Parts {
  readonly turns: TurnPorts;
  readonly store: TaskStore;
  readonly configs: PushConfigs;
  readonly feeds: TaskFeeds;
}

/** A server without tasks. */
export function createServer(options: ServerOptions): Server {
  const { card, ids = countedIds(), onFact = ignore } = options;
  const parts = assemble(options, ids, onFact);
  const { store, configs, turns } = parts;
  const unread = new AbortController().signal;
  const stream: Server['stream'] = async function* (delegation, signal = unread) {
    yield* driveTurn(turns, openTurn(turns, delegation), signal);
  };
  return {
    card,
    async execute(operation, caller, { signal }) {
      try {
        return await perform(parts, operation, caller, signal);
      } catch (thrown) {
        return { kind: 'error', error: operationError(thrown) };
      }
    },
    stream,
    send: (delegation, signal = unread) => lastTask(stream(delegation, signal)),
    get: (taskId) => store.require(taskId),
    cancel: (taskId) => store.cancel(taskId),
    setPushConfig: (taskId, config) => configs.set(taskId, config),
    moments: turns.moments,
    state: {
      tasks: store.tasks,
      get pushConfigs() {
        return configs.all;
      },
      get lastTick() {
        return store.lastTick;
      },
      get idCount() {
        return ids.count;
      },
    },
  };
}

function assemble(options: ServerOptions, ids: IdSource, tell: (fact: Fact) => void): Parts {
  const { card, handler, policy, maxDepth = MAX_DELEGATION_DEPTH, allowedCallbackHosts = [], deliver = ignore, clock } = options;
  const moments = createTaskMoments((taskId) => store.get(taskId), clock);
  const onFact = (fact: Fact): void => {
    tell(fact);
    if (fact.kind === 'status-stored') moments.stored(fact.taskId);
  };
  const feeds = createTaskFeeds();
  const callbacksOf = (taskId: TaskId): readonly PushNotificationConfig[] => configs.of(taskId);
  const onForgotten = (taskId: TaskId): void => {
    for (const memory of [configs, references, moments]) memory.forget(taskId);
  };
  const references = createClientReferences();
  const store = createTaskStore({ policy, ids, onFact, deliver, clock, callbacksOf, onForgotten });
  const configs = createPushConfigs({
    policy,
    supported: card.pushNotifications,
    allowedHosts: allowedCallbackHosts,
    requireTask: (taskId, caller) => (caller ? store.requireFor(taskId, caller) : store.require(taskId)),
    onFact,
  });
  const turns: TurnPorts = { card, handler, policy, maxDepth, store, feeds, callbacks: configs, references, moments, onFact };
  return { turns, store, configs, feeds };
}

async function perform(parts: Parts, operation: Operation, caller: CallerContext, signal: AbortSignal): Promise<OperationResult> {
  const { turns, store, configs } = parts;
  switch (operation.kind) {
    case 'card':
      return { kind: 'card', card: publishedCard(turns.card) };
    case 'send': {
      const turn = openTurn(turns, delegationOf(operation, caller));
      if (turn.foundAgain) return { kind: 'task', task: turn.task, foundAgain: true };
      if (operation.blocking === false) return { kind: 'task', task: runDetached(parts, turn) };
      return { kind: 'task', task: await lastTask(driveTurn(turns, turn, signal)) };
    }
    case 'stream': {
      const turn = openTurn(turns, delegationOf(operation, caller));
      const events = turn.foundAgain ? followed(parts, turn.task, signal) : driveTurn(turns, turn, signal);
      return { kind: 'events', events: failingInWords(events) };
    }
    case 'get':
      return { kind: 'task', task: store.requireFor(operation.taskId, caller) };
    case 'list':
      return { kind: 'tasks', ...pageOfTasks(store.tasksFor(caller), operation, caller) };
    case 'cancel':
      return { kind: 'task', task: store.cancel(store.requireFor(operation.taskId, caller).taskId) };
    case 'subscribe':
      return { kind: 'events', events: subscribe(parts, store.requireFor(operation.taskId, caller), signal) };
    case 'set-push-config':
      return { kind: 'push-config', taskId: operation.taskId, config: configs.set(operation.taskId, operation.config, caller) };
    case 'get-push-config':
      return { kind: 'push-config', taskId: operation.taskId, config: configs.get(operation.taskId, operation.configId, caller) };
    case 'list-push-configs':
      return { kind: 'push-configs', taskId: operation.taskId, configs: configs.list(operation.taskId, caller) };
    case 'delete-push-config':
      configs.delete(operation.taskId, operation.configId, caller);
      return { kind: 'deleted' };
    default:
      return unreachable(operation);
  }
}

function delegationOf(operation: Extract<Operation, { kind: 'send' | 'stream' }>, caller: CallerContext): Delegation {
  const { message, contextId, pushConfig } = operation;
  const asked = { message, caller, contextId, pushConfig, isStream: operation.kind === 'stream' };
  return operation.kind === 'stream' ? { ...asked, opening: operation.opening } : { ...asked, clientRef: operation.clientRef };
}

/**
 * Runs a turn that nobody reads. The task as it is when the turn begins is the answer; how the turn ended is in the task, and
 * in nothing else: there is nobody left to throw at.
 */
function runDetached({ turns, store }: Parts, turn: Turn): Task {
  const drained = lastTask(driveTurn(turns, turn, new AbortController().signal));
  drained.catch(ignore);
  return store.require(turn.task.taskId);
}

/** The current task, then what its running turn emits: from now on, not from the first read. */
function followed({ feeds }: Parts, task: Task, signal: AbortSignal): AsyncGenerator<StreamEvent, void, undefined> {
  const events = feeds.follow(task.taskId, signal);
  return (async function* (): AsyncGenerator<StreamEvent, void, undefined> {
    yield taskSnapshot(task);
    yield* events;
  })();
}

/** A terminal task has nothing to follow (A2A 0.3 §7.9). */
function subscribe(parts: Parts, task: Task, signal: AbortSignal): AsyncIterable<StreamEvent> {
  const { taskId, status } = task;
  if (isTerminal(status.state)) throw refusal('TASK_TERMINAL', `task ${taskId} is already ${status.state}`);
  return followed(parts, task, signal);
}

async function lastTask(events: AsyncIterable<StreamEvent>): Promise<Task> {
  let last: Task | undefined;
  for await (const event of events) if (event.kind === 'task') last = event.task;
  if (!last) throw refusal('INTERNAL', 'handler produced no final task');
  return last;
}

function ignore(): void {
  // Nobody asked.
}
