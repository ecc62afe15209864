// Which members each object must have, by the version whose schema says so. A2A 0.1 specification/json/a2a.json; 0.2.x and 0.3.0
// the same; 0.3 over HTTP+JSON by specification/grpc/a2a.proto, which marks nothing and leaves default values out; 1.0 a2a.proto,
// field_behavior REQUIRED. `parts` of messages have a rule of their own.

/** One way of writing A2A, as far as members differ. */
export interface Writing {
  /** The versions that are written so. */
  readonly versions: readonly string[];
  readonly task: readonly string[];
  readonly statusUpdate: readonly string[];
  readonly artifactUpdate: readonly string[];
  readonly message: readonly string[];
  readonly artifact: readonly string[];
  /** The member that tells what a part is; undefined where its content does. */
  readonly discriminator: 'kind' | 'type' | undefined;
  /** Whether an empty list may be left out: then one that is absent is an empty one. */
  readonly omitsEmpty: boolean;
}

const KIND_VERSIONS = ['0.2', '0.3'] as const;

/** 0.1 over JSON-RPC. */
export const OLD_WRITING: Writing = {
  versions: ['0.1'],
  task: ['id', 'status'],
  statusUpdate: ['id', 'status'],
  artifactUpdate: ['id', 'artifact'],
  message: ['role'],
  artifact: ['parts'],
  discriminator: 'type',
  omitsEmpty: false,
};

/** 0.2 and 0.3 over JSON-RPC. */
export const KIND_WRITING: Writing = {
  versions: KIND_VERSIONS,
  task: ['kind', 'id', 'contextId', 'status'],
  statusUpdate: ['kind', 'taskId', 'contextId', 'status', 'final'],
  artifactUpdate: ['kind', 'taskId', 'contextId', 'artifact'],
  message: ['kind', 'messageId', 'role'],
  artifact: ['artifactId', 'parts'],
  discriminator: 'kind',
  omitsEmpty: false,
};

/** 0.3 over HTTP+JSON. */
export const PROTO_WRITING: Writing = {
  versions: KIND_VERSIONS,
  task: ['id', 'status'],
  statusUpdate: ['taskId', 'status'],
  artifactUpdate: ['taskId', 'artifact'],
  message: ['messageId', 'role'],
  artifact: ['artifactId'],
  discriminator: undefined,
  omitsEmpty: true,
};

/** 1.0 over every binding. */
export const MODERN_WRITING: Writing = {
  versions: ['1.0'],
  task: ['id', 'status'],
  statusUpdate: ['taskId', 'contextId', 'status'],
  artifactUpdate: ['taskId', 'contextId', 'artifact'],
  message: ['messageId', 'role'],
  artifact: ['artifactId', 'parts'],
  discriminator: undefined,
  omitsEmpty: false,
};

/** What the params of a JSON-RPC method must have, by its name: the one schema of each version names its methods apart. */
export const METHOD_PARAMS: Readonly<Record<string, { readonly versions: readonly string[]; readonly members: readonly string[] }>> = {
  'tasks/send': { versions: ['0.1'], members: ['id', 'message'] },
  'tasks/sendSubscribe': { versions: ['0.1'], members: ['id', 'message'] },
  'tasks/pushNotification/set': { versions: ['0.1'], members: ['id', 'pushNotificationConfig'] },
  'tasks/pushNotification/get': { versions: ['0.1'], members: ['id'] },
  'tasks/get': { versions: ['0.1', '0.2', '0.3'], members: ['id'] },
  'tasks/cancel': { versions: ['0.1', '0.2', '0.3'], members: ['id'] },
  'tasks/resubscribe': { versions: ['0.1', '0.2', '0.3'], members: ['id'] },
  'message/send': { versions: KIND_VERSIONS, members: ['message'] },
  'message/stream': { versions: KIND_VERSIONS, members: ['message'] },
  'tasks/pushNotificationConfig/set': { versions: KIND_VERSIONS, members: ['taskId', 'pushNotificationConfig'] },
  'tasks/pushNotificationConfig/get': { versions: KIND_VERSIONS, members: ['id'] },
  'tasks/pushNotificationConfig/list': { versions: KIND_VERSIONS, members: ['id'] },
  'tasks/pushNotificationConfig/delete': { versions: KIND_VERSIONS, members: ['id', 'pushNotificationConfigId'] },
  SendMessage: { versions: ['1.0'], members: ['message'] },
  SendStreamingMessage: { versions: ['1.0'], members: ['message'] },
  GetTask: { versions: ['1.0'], members: ['id'] },
  CancelTask: { versions: ['1.0'], members: ['id'] },
  SubscribeToTask: { versions: ['1.0'], members: ['id'] },
  CreateTaskPushNotificationConfig: { versions: ['1.0'], members: ['taskId'] },
  GetTaskPushNotificationConfig: { versions: ['1.0'], members: ['taskId', 'id'] },
  ListTaskPushNotificationConfigs: { versions: ['1.0'], members: ['taskId'] },
  DeleteTaskPushNotificationConfig: { versions: ['1.0'], members: ['taskId', 'id'] },
};

const WRITINGS: readonly Writing[] = [OLD_WRITING, KIND_WRITING, MODERN_WRITING];

/** Whether a version requires a member of an object, as it is written over JSON-RPC; also where nothing is known of the object. */
export function requiresMember(version: string, noun: string, member: string): boolean {
  const writing = WRITINGS.find(({ versions }) => versions.includes(version));
  if (!writing) return true;
  switch (noun) {
    case 'task':
      return writing.task.includes(member);
    case 'status-update':
      return writing.statusUpdate.includes(member);
    case 'artifact-update':
      return writing.artifactUpdate.includes(member);
    case 'message':
      return writing.message.includes(member);
    case 'artifact':
      return writing.artifact.includes(member);
    case 'part':
      return member === writing.discriminator;
    default:
      return noun !== 'request';
  }
}
