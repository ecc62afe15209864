// Callbacks of a server's tasks: one per task, a later one replaces an earlier (critique R05). The order of refusals is
// deliberate: an agent without push notifications never tells whether a task exists. A2A 0.3 §7.5–7.8; SPEC.md T.9.

import type { Fact } from '../log/fact.ts';
import type { CallerContext } from '../protocol/caller-context.ts';
import type { Message } from '../protocol/message.ts';
import type { OperationError } from '../protocol/operation.ts';
import type { PushNotificationConfig } from '../protocol/push-notification.ts';
import type { Task, TaskId } from '../protocol/task.ts';
import { KernelError, operationError, refusal } from './kernel-error.ts';
import type { Policy } from './policy.ts';
import { firstObjection } from './policy-entry.ts';

export interface PushConfigs {
  /** Throws UNSUPPORTED, TASK_NOT_FOUND, then what the policy's callback checks object. A refusal stores nothing. */
  set(taskId: TaskId, config: PushNotificationConfig): PushNotificationConfig;
  /** Throws as `set` would for the task that a message is about to begin. Stores nothing. */
  requireAllowed(config: PushNotificationConfig, message: Message, caller: CallerContext): void;
  /** Throws UNSUPPORTED, TASK_NOT_FOUND (also where the task has no such config). */
  get(taskId: TaskId, configId?: string): PushNotificationConfig;
  /** Throws UNSUPPORTED, TASK_NOT_FOUND. */
  list(taskId: TaskId): readonly PushNotificationConfig[];
  /** Throws UNSUPPORTED, TASK_NOT_FOUND; a config that is not there is as good as deleted. */
  delete(taskId: TaskId, configId: string): void;
  readonly all: ReadonlyMap<TaskId, PushNotificationConfig>;
}

export interface PushConfigPorts {
  readonly policy: Policy;
  readonly supported: boolean;
  readonly allowedHosts: readonly string[];
  readonly requireTask: (taskId: TaskId) => Task;
  readonly onFact: (fact: Fact) => void;
}

const NO_PUSH = 'this agent does not support push notifications';

/** A config without an id is known by its task's: a task has only one. */
function configIdOf(taskId: TaskId, config: PushNotificationConfig): string {
  return config.configId ?? taskId;
}

/** No callbacks yet. */
export function createPushConfigs(ports: PushConfigPorts): PushConfigs {
  const all = new Map<TaskId, PushNotificationConfig>();
  const require = (taskId: TaskId): Task => {
    if (!ports.supported) throw refusal('UNSUPPORTED', NO_PUSH);
    return ports.requireTask(taskId);
  };
  const throwIfRefused = (taskId: TaskId, task: () => Task, config: PushNotificationConfig): void => {
    const objection = objectionTo(task, config, ports);
    if (!objection) return;
    ports.onFact({ kind: 'push-config-refused', taskId, url: config.url, code: objection.code, reason: objection.message });
    throw new KernelError('operation', objection);
  };
  return {
    all,
    requireAllowed(config, message, caller) {
      throwIfRefused('', () => unborn(ports, message, caller), config);
    },
    set(taskId, config) {
      throwIfRefused(taskId, () => require(taskId), config);
      all.set(taskId, config);
      ports.onFact({ kind: 'push-config-set', taskId, url: config.url });
      return config;
    },
    get(taskId, configId) {
      require(taskId);
      const config = all.get(taskId);
      const wanted = config && (configId === undefined || configId === configIdOf(taskId, config));
      if (!wanted) throw refusal('TASK_NOT_FOUND', `no such push notification config: ${configId ?? taskId}`);
      return config;
    },
    list(taskId) {
      require(taskId);
      const config = all.get(taskId);
      return config ? [config] : [];
    },
    delete(taskId, configId) {
      require(taskId);
      const config = all.get(taskId);
      if (!config || configIdOf(taskId, config) !== configId) return;
      all.delete(taskId);
      ports.onFact({ kind: 'push-config-deleted', taskId, url: config.url });
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
