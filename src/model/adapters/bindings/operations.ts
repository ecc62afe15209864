// Which method name means which operation, in every version that is read. Specification 0.3 §7, 1.0 §5.3; 0.1 for reading.

import type { OperationKind } from '../../protocol/operation.ts';

type CalledKind = Exclude<OperationKind, 'card'>;

/** JSON-RPC methods of A2A 0.3: what our server answers and our client asks. Tasks are listed over other bindings only. */
export const METHOD_OF: Readonly<Record<Exclude<CalledKind, 'list'>, string>> = {
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

/** JSON-RPC methods of A2A 1.0. */
export const METHOD_OF_V1: Readonly<Record<CalledKind, string>> = {
  send: 'SendMessage',
  stream: 'SendStreamingMessage',
  get: 'GetTask',
  list: 'ListTasks',
  cancel: 'CancelTask',
  subscribe: 'SubscribeToTask',
  'set-push-config': 'CreateTaskPushNotificationConfig',
  'get-push-config': 'GetTaskPushNotificationConfig',
  'list-push-configs': 'ListTaskPushNotificationConfigs',
  'delete-push-config': 'DeleteTaskPushNotificationConfig',
};

/** What a method name tells: the operation, and the version family it belongs to. */
export interface MethodFacts {
  readonly operation: OperationKind;
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
  ...Object.entries(METHOD_OF_V1).map(([operation, method]): [string, MethodFacts] => [
    method,
    { operation: operation as OperationKind, version: V1 },
  ]),
  ['tasks/list', { operation: 'list', version: V03, shared: true }],
  ['SetTaskPushNotificationConfig', { operation: 'set-push-config', version: V1 }],
  ['ListTaskPushNotificationConfig', { operation: 'list-push-configs', version: V1 }],
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
