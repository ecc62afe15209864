// Which method name means which operation, in every version that is read. Specification 0.3 §7, 1.0 §5.3; 0.1 for reading.

import type { OperationKind } from '../../protocol/operation.ts';

/** JSON-RPC methods of A2A 0.3: what our server answers and our client asks. */
export const METHOD_OF: Readonly<Record<Exclude<OperationKind, 'card'>, string>> = {
  send: 'message/send',
  stream: 'message/stream',
  get: 'tasks/get',
  cancel: 'tasks/cancel',
  subscribe: 'tasks/resubscribe',
  'set-push-config': 'tasks/pushNotificationConfig/set',
  'get-push-config': 'tasks/pushNotificationConfig/get',
  'list-push-configs': 'tasks/pushNotificationConfig/list',
  'delete-push-config': 'tasks/pushNotificationConfig/delete',
};

/** What a method name tells: the operation, and the version family it belongs to. */
export interface MethodFacts {
  readonly operation: OperationKind | 'list';
  readonly version: string;
  /** Whether older versions have the same name, so that it tells none. */
  readonly shared?: true;
}

const V03 = '0.3';
const V1 = '1.0';
const V01 = '0.1';

/** The same in 0.1 to 0.3. */
const SHARED: ReadonlySet<string> = new Set(['tasks/get', 'tasks/cancel', 'tasks/resubscribe']);

/** Every method name that is read. */
const METHODS: ReadonlyMap<string, MethodFacts> = new Map<string, MethodFacts>([
  ...Object.entries(METHOD_OF).map(([operation, method]): [string, MethodFacts] => [
    method,
    { operation: operation as OperationKind, version: V03, ...(SHARED.has(method) && { shared: true }) },
  ]),
  ['agent/getAuthenticatedExtendedCard', { operation: 'card', version: V03 }],
  ['agent/authenticatedExtendedCard', { operation: 'card', version: V03 }],
  ['tasks/list', { operation: 'list', version: V03, shared: true }],
  ['SendMessage', { operation: 'send', version: V1 }],
  ['SendStreamingMessage', { operation: 'stream', version: V1 }],
  ['GetTask', { operation: 'get', version: V1 }],
  ['ListTasks', { operation: 'list', version: V1 }],
  ['CancelTask', { operation: 'cancel', version: V1 }],
  ['SubscribeToTask', { operation: 'subscribe', version: V1 }],
  ['CreateTaskPushNotificationConfig', { operation: 'set-push-config', version: V1 }],
  ['SetTaskPushNotificationConfig', { operation: 'set-push-config', version: V1 }],
  ['GetTaskPushNotificationConfig', { operation: 'get-push-config', version: V1 }],
  ['ListTaskPushNotificationConfigs', { operation: 'list-push-configs', version: V1 }],
  ['ListTaskPushNotificationConfig', { operation: 'list-push-configs', version: V1 }],
  ['DeleteTaskPushNotificationConfig', { operation: 'delete-push-config', version: V1 }],
  ['GetExtendedAgentCard', { operation: 'card', version: V1 }],
  ['tasks/send', { operation: 'send', version: V01 }],
  ['tasks/sendSubscribe', { operation: 'stream', version: V01 }],
  ['tasks/pushNotification/set', { operation: 'set-push-config', version: V01 }],
  ['tasks/pushNotification/get', { operation: 'get-push-config', version: V01 }],
]);

/** What a JSON-RPC method name means, undefined when it is none that A2A knows. */
export function methodFacts(method: string): MethodFacts | undefined {
  return METHODS.get(method);
}
