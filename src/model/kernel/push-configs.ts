// Callbacks of a server's tasks; how many a task keeps is the policy's decision (critique R05). The order of refusals is
// deliberate: an agent without push notifications never tells whether a task exists. A2A 0.3 §7.5–7.8; SPEC.md T.9.

import type { Fact } from '../log/fact.ts';
import type { CallerContext } from '../protocol/caller-context.ts';
import type { Message } from '../protocol/message.ts';
import type { OperationError } from '../protocol/operation.ts';
import type { PushNotificationConfig } from '../protocol/push-notification.ts';
import type { Task, TaskId } from '../protocol/task.ts';
import { shownCallback } from './callback-host.ts';
import { KernelError, operationError, refusal } from './kernel-error.ts';
import type { Policy } from './policy.ts';
import { firstObjection } from './policy-entry.ts';

export interface PushConfigs {
  /** Throws UNSUPPORTED, TASK_NOT_FOUND, then what the policy's callback checks object. A refusal stores nothing. */
  set(taskId: TaskId, config: PushNotificationConfig, caller?: CallerContext): PushNotificationConfig;
  /** Throws as `set` would for the task that a message is about to begin. Stores nothing. */
  requireAllowed(config: PushNotificationConfig, message: Message, caller: CallerContext): void;
  /** Throws UNSUPPORTED, TASK_NOT_FOUND (also where the task has no such config). */
  get(taskId: TaskId, configId?: string, caller?: CallerContext): PushNotificationConfig;
  /** Throws UNSUPPORTED, TASK_NOT_FOUND. */
  list(taskId: TaskId, caller?: CallerContext): readonly PushNotificationConfig[];
  /** Throws UNSUPPORTED, TASK_NOT_FOUND; a config that is not there is as good as deleted. */
  delete(taskId: TaskId, configId: string, caller?: CallerContext): void;
  /** Where to call back about a task, the newest last. */
  of(taskId: TaskId): readonly PushNotificationConfig[];
  /** Lets go of everything about a task that is no longer known. */
  forget(taskId: TaskId): void;
  /** The newest of each task. */
  readonly all: ReadonlyMap<TaskId, PushNotificationConfig>;
}

export interface PushConfigPorts {
  readonly policy: Policy;
  readonly supported: boolean;
  readonly allowedHosts: readonly string[];
  /** Throws TASK_NOT_FOUND; a caller is one who asks from outside. */
  readonly requireTask: (taskId: TaskId, caller: CallerContext | undefined) => Task;
  readonly onFact: (fact: Fact) => void;
}

const NO_PUSH = 'this agent does not support push notifications';

/** A config without an id is known by its task's. */
function configIdOf(taskId: TaskId, config: PushNotificationConfig): string {
  return config.configId ?? taskId;
}

/** No callbacks yet. */
export function createPushConfigs(ports: PushConfigPorts): PushConfigs {
  const held = new Map<TaskId, readonly PushNotificationConfig[]>();
  const of = (taskId: TaskId): readonly PushNotificationConfig[] => held.get(taskId) ?? [];
  const require = (taskId: TaskId, caller: CallerContext | undefined): Task => {
    if (!ports.supported) throw refusal('UNSUPPORTED', NO_PUSH);
    return ports.requireTask(taskId, caller);
  };
  const throwIfRefused = (taskId: TaskId, task: () => Task, config: PushNotificationConfig): void => {
    const objection = objectionTo(task, config, ports);
    if (!objection) return;
    ports.onFact({ kind: 'push-config-refused', taskId, url: shownCallback(config.url), code: objection.code, reason: objection.message });
    throw new KernelError('operation', objection);
  };
  return {
    of,
    forget: (taskId) => void held.delete(taskId),
    get all() {
      return new Map([...held].flatMap(([taskId, configs]) => configs.slice(-1).map((config) => [taskId, config] as const)));
    },
    requireAllowed(config, message, caller) {
      throwIfRefused('', () => unborn(ports, message, caller), config);
    },
    set(taskId, config, caller) {
      throwIfRefused(taskId, () => require(taskId, caller), config);
      held.set(taskId, ports.policy.callbacks.keep(of(taskId), config));
      ports.onFact({ kind: 'push-config-set', taskId, url: shownCallback(config.url) });
      return config;
    },
    get(taskId, configId, caller) {
      require(taskId, caller);
      const config = of(taskId).find((each) => configId === undefined || configId === configIdOf(taskId, each));
      if (!config) throw refusal('TASK_NOT_FOUND', `no such push notification config: ${configId ?? taskId}`);
      return config;
    },
    list(taskId, caller) {
      require(taskId, caller);
      return of(taskId);
    },
    delete(taskId, configId, caller) {
      require(taskId, caller);
      const config = of(taskId).find((each) => configId === configIdOf(taskId, each));
      if (!config) return;
      held.set(
        taskId,
        of(taskId).filter((each) => each !== config),
      );
      ports.onFact({ kind: 'push-config-deleted', taskId, url: shownCallback(config.url) });
    },
  };
}

/** The task that a message would begin, as far as a check can know it: without an id, for nothing is stored. */
function unborn({ supported, policy }: PushConfigPorts, message: Message, caller: CallerContext): Task {
  if (!supported) throw refusal('UNSUPPORTED', NO_PUSH);
  return {
    taskId: '',
    contextId: message.contextId ?? '',
    status: { state: 'submitted' },
    history: [message],
    artifacts: [],
    delegationChain: policy.origin.chain(caller),
  };
}

function objectionTo(require: () => Task, config: PushNotificationConfig, ports: PushConfigPorts): OperationError | undefined {
  let task: Task;
  try {
    task = require();
  } catch (thrown) {
    return operationError(thrown);
  }
  return firstObjection(ports.policy.callback, { task, config, allowedHosts: ports.allowedHosts });
}
