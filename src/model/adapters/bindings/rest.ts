// Paths of A2A over HTTP+JSON, 0.3 (under `/v1/`) and 1.0, for reading: which operation a request line asks for. Paths may
// stand under any prefix, so they are matched from the end. Specification 0.3 §3.5.3, 1.0 §11.3.

import type { OperationKind } from '../../protocol/operation.ts';
import { decodedSegment } from './path-segments.ts';

/** What a request line says. */
export interface RestFacts {
  readonly operation: OperationKind;
  /** The line with ids replaced by their names: `POST /v1/tasks/{id}:cancel`. */
  readonly label: string;
  readonly taskId?: string;
  readonly configId?: string;
  /** `0.3` where the path has `/v1/`; a base URL may end in `/v1` too, so this is evidence and no proof. */
  readonly version?: string;
}

interface Pattern {
  readonly methods: readonly string[];
  readonly path: RegExp;
  readonly operation: RestFacts['operation'];
  readonly shape: string;
}

const TASK = '/tasks/([^/:]+)';
/** One version of the schema misspells the path of a new config. */
const TASK_OF_CONFIG = '/tasks?/([^/:]+)';
const CONFIGS = '/(?:pushNotificationConfigs|pushNotifications)';
const V1 = '(/v1)?';

const PATTERNS: readonly Pattern[] = [
  pattern(['GET'], '/\\.well-known/agent(?:-card)?\\.json', 'card', '/.well-known/agent-card.json'),
  pattern(['POST'], '/message:send', 'send', '/message:send'),
  pattern(['POST'], '/message:stream', 'stream', '/message:stream'),
  pattern(['POST'], `${TASK}:cancel`, 'cancel', '/tasks/{id}:cancel'),
  pattern(['POST', 'GET'], `${TASK}:subscribe`, 'subscribe', '/tasks/{id}:subscribe'),
  pattern(['POST'], `${TASK_OF_CONFIG}${CONFIGS}`, 'set-push-config', '/tasks/{id}/pushNotificationConfigs'),
  pattern(['GET'], `${TASK}${CONFIGS}`, 'list-push-configs', '/tasks/{id}/pushNotificationConfigs'),
  pattern(['GET'], `${TASK}${CONFIGS}/([^/:]+)`, 'get-push-config', '/tasks/{id}/pushNotificationConfigs/{configId}'),
  pattern(['DELETE'], `${TASK}${CONFIGS}/([^/:]+)`, 'delete-push-config', '/tasks/{id}/pushNotificationConfigs/{configId}'),
  pattern(['GET'], TASK, 'get', '/tasks/{id}'),
  pattern(['GET'], '/tasks', 'list', '/tasks'),
  pattern(['GET'], '/(?:card|extendedAgentCard)', 'card', '/extendedAgentCard'),
  pattern(['GET'], '/agent/authenticatedExtendedCard', 'card', '/agent/authenticatedExtendedCard'),
];

function pattern(methods: readonly string[], path: string, operation: RestFacts['operation'], shape: string): Pattern {
  return { methods, path: new RegExp(`${V1}${path}/?$`), operation, shape };
}

/** What a request line asks for, undefined when it is no operation of A2A. The query and the origin are ignored. */
export function restFacts(method: string, path: string): RestFacts | undefined {
  const plain = path.split(/[?#]/, 1)[0] ?? '';
  for (const { methods, path: expression, operation, shape } of PATTERNS) {
    if (!methods.includes(method.toUpperCase())) continue;
    const found = expression.exec(plain);
    if (!found) continue;
    const [, v1, taskId, configId] = found;
    return {
      operation,
      label: `${method.toUpperCase()} ${v1 ?? ''}${shape}`,
      ...(taskId !== undefined && { taskId: decodedSegment(taskId) }),
      ...(configId !== undefined && { configId: decodedSegment(configId) }),
      ...(v1 !== undefined && { version: '0.3' }),
    };
  }
  return undefined;
}
