// What a remote agent answers: each operation by what its settings say of it, and no state comes from anywhere but the one task.

import type { Execute } from '../../model/adapters/protocol-port.ts';
import { unreachable } from '../../model/base/assert.ts';
import { operationError, refusal } from '../../model/kernel/kernel-error.ts';
import { publishedCard } from '../../model/kernel/published-card.ts';
import { taskSnapshot } from '../../model/kernel/stream-events.ts';
import type { CallerContext } from '../../model/protocol/caller-context.ts';
import type { Operation, OperationResult } from '../../model/protocol/operation.ts';
import type { StreamEvent } from '../../model/protocol/stream-event.ts';
import type { Task, TaskId } from '../../model/protocol/task.ts';
import type { AgentIo } from '../agent-io.ts';
import type { Millis } from '../lanes.ts';
import { REMOTE_CONTEXT_ID, REMOTE_TASK_ID, type RemoteSettings } from '../watch-scene.ts';
import type { PushRegistrations } from './push-registrations.ts';
import type { RemoteTask } from './remote-task.ts';
import type { TaskStreams } from './task-streams.ts';
import type { RemoteTurns } from './turns.ts';

export interface RemoteParts {
  readonly io: AgentIo;
  readonly remote: RemoteSettings;
  readonly task: RemoteTask;
  readonly turns: RemoteTurns;
  readonly streams: TaskStreams;
  readonly registrations: PushRegistrations;
}
type Handover = Extract<Operation, { readonly kind: 'send' | 'stream' }>;
type OfConfigs = Extract<Operation, { readonly kind: 'set-push-config' | 'get-push-config' | 'list-push-configs' | 'delete-push-config' }>;

/** What a server remembers from one call to the next, beside the task. */
interface Counts {
  answers: number;
  deletions: number;
}

/** @returns how a call is executed, by whether it says for which participant it is made (SPEC.md W.18) */
export function createExecution(parts: RemoteParts): (namesParticipant: boolean) => Execute {
  const counts: Counts = { answers: 0, deletions: 0 };
  return (namesParticipant) => async (operation, caller, options) => {
    try {
      const taskId = taskIdOf(operation);
      if (taskId !== undefined) requireTask(parts, taskId, namesParticipant);
      return await perform(parts, counts, { operation, caller, ...options });
    } catch (thrown) {
      return { kind: 'error', error: operationError(thrown) };
    }
  };
}

/** The task that a call is about; undefined for a call about none, as the first message is. */
function taskIdOf(operation: Operation): TaskId | undefined {
  if (operation.kind === 'send' || operation.kind === 'stream') return operation.message.taskId;
  return 'taskId' in operation ? operation.taskId : undefined;
}

/** A task of somebody else is not told from one that is not there. */
function requireTask({ task, remote }: RemoteParts, taskId: TaskId, namesParticipant: boolean): void {
  const isKnown = taskId === REMOTE_TASK_ID && task.exists;
  if (!isKnown || (remote.wantsParticipant && !namesParticipant)) throw refusal('TASK_NOT_FOUND', `task not found: ${taskId}`);
}

interface Asked {
  readonly operation: Operation;
  readonly caller: CallerContext;
  readonly signal: AbortSignal;
}

function perform(parts: RemoteParts, counts: Counts, asked: Asked): Promise<OperationResult> | OperationResult {
  const { remote, task, streams } = parts;
  const { operation, caller, signal } = asked;
  switch (operation.kind) {
    case 'card':
      return { kind: 'card', card: publishedCard(remote.card) };
    case 'send':
    case 'stream':
      return hear(parts, operation, caller);
    case 'get':
      return fetched(parts, counts);
    case 'list':
      throw refusal('UNSUPPORTED', 'this agent has one task, and lists none');
    case 'cancel':
      throwIfOver(task);
      if (!remote.ignoresCancel) task.change({ state: 'canceled', text: null });
      return { kind: 'task', task: task.current() };
    case 'subscribe':
      throwIfOver(task);
      return { kind: 'events', events: streams.open('task-over', remote.streamOpensWithTask ? task.current() : undefined) };
    case 'set-push-config':
    case 'get-push-config':
    case 'list-push-configs':
    case 'delete-push-config':
      return performOnConfigs(parts, counts, { operation, signal });
    default:
      return unreachable(operation);
  }
}

function throwIfOver(task: RemoteTask): void {
  if (!task.isOver) return;
  const { taskId, status } = task.current();
  throw refusal('TASK_TERMINAL', `task ${taskId} is already ${status.state}`);
}

function throwIfPushless({ card }: RemoteSettings): void {
  if (!card.pushNotifications) throw refusal('UNSUPPORTED', 'this agent does not support push notifications');
}

/** A turn's stream begins with the task as its turn has begun, so that no status of the turn before it is taken for this one's end. */
async function hear(parts: RemoteParts, operation: Handover, caller: CallerContext): Promise<OperationResult> {
  const { remote, task, turns, streams, registrations } = parts;
  const { message, pushConfig } = operation;
  if (task.hasHeard(message.messageId)) return heardAgain(parts, operation);
  if (pushConfig) {
    throwIfPushless(remote);
    registrations.requireCallable(pushConfig);
  }
  if (message.taskId === undefined) {
    if (task.exists) throw refusal('UNSUPPORTED', 'this agent has one task, and it has begun');
    const chain = caller.agentId === '' ? [] : [...caller.delegationChain, caller.agentId];
    task.create({ state: 'submitted', text: null }, message.contextId ?? REMOTE_CONTEXT_ID, chain);
  } else throwIfOver(task);
  if (pushConfig) registrations.set(pushConfig);
  task.hear(message);
  turns.begin();
  if (operation.kind === 'stream') return { kind: 'events', events: streams.open('turn-over', task.current()) };
  if (operation.blocking !== false) await turns.ended();
  return { kind: 'task', task: task.current() };
}

/** The same message makes no second turn: who sends it again, having died in between, waits for the one that it made, or sees what came of it. */
async function heardAgain({ task, turns, streams }: RemoteParts, operation: Handover): Promise<OperationResult> {
  if (operation.kind === 'stream') {
    return { kind: 'events', events: turns.isUnderWay ? streams.open('turn-over', task.current()) : onlySnapshot(task.current()) };
  }
  if (turns.isUnderWay && operation.blocking !== false) await turns.ended();
  return { kind: 'task', task: task.current() };
}

async function* onlySnapshot(task: Task): AsyncIterable<StreamEvent> {
  yield await Promise.resolve(taskSnapshot(task));
}

/** What the script has it say, and after that the task, as late as the agent is with its own news. */
function fetched({ io, remote, task }: RemoteParts, counts: Counts): OperationResult {
  const scripted = remote.answers[counts.answers];
  counts.answers += 1;
  if (scripted === 'fails') throw refusal('INTERNAL', 'the task could not be read');
  return { kind: 'task', task: scripted ? task.claimed(scripted) : task.asOf(io.now() - remote.getLagMs) };
}

async function performOnConfigs(
  parts: RemoteParts,
  counts: Counts,
  { operation, signal }: { readonly operation: OfConfigs; readonly signal: AbortSignal },
): Promise<OperationResult> {
  const { io, remote, registrations } = parts;
  const { taskId } = operation;
  throwIfPushless(remote);
  switch (operation.kind) {
    case 'set-push-config': {
      registrations.requireCallable(operation.config);
      if (remote.registration === 'hangs') return aborted(signal);
      // It rings from now on: a change may be told before the answer is.
      const config = remote.registration === 'accepts' ? registrations.set(operation.config) : undefined;
      await pause(io, remote.registrationMs, signal);
      if (!config) throw refusal('INTERNAL', 'the push config could not be stored');
      return { kind: 'push-config', taskId, config };
    }
    case 'get-push-config':
      return { kind: 'push-config', taskId, config: registrations.get(operation.configId) };
    case 'list-push-configs':
      return { kind: 'push-configs', taskId, configs: registrations.list() };
    case 'delete-push-config':
      await pause(io, remote.deletionMs, signal);
      counts.deletions += 1;
      if (remote.deletionFails === null || counts.deletions <= remote.deletionFails) {
        throw refusal('INTERNAL', 'the push config could not be deleted');
      }
      if (!remote.ignoresDeletion) registrations.delete(operation.configId);
      return { kind: 'deleted' };
    default:
      return unreachable(operation);
  }
}

async function pause(io: AgentIo, ms: Millis, signal: AbortSignal): Promise<void> {
  if (ms > 0) await io.sleep(ms, signal);
}

/** Never resolves: rejects when whoever waits has gone. */
function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const leave = (): void => reject(new Error('the reader has gone'));
    if (signal.aborted) leave();
    else signal.addEventListener('abort', leave, { once: true });
  });
}
