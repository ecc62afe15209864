// What a request states, beyond what its observation says: how it wants to be answered, what it refers to, which webhooks it
// names. Members have the names of all versions that are read.

import { boundedDepth } from '../../base/bounded-depth.ts';
import { member, isJsonObject, type Json } from '../../base/json.ts';
import { digestOf } from '../../base/text-digest.ts';
import type { Sight } from '../../adapters/sight.ts';
import type { Part } from '../../protocol/part.ts';
import type { CallCase, PushConfigSeen, RequestSeen } from './casebook.ts';
import { flagOf, objectOf, payloadOf, textOf } from './payload.ts';

/** A short content stands for itself. */
const MOST_CONTENT = 24;

/** A request as its call keeps it; undefined for a sight that is none. */
export function requestSeen(row: number, sight: Sight): RequestSeen | undefined {
  const { observation } = sight;
  const said = observation?.said;
  if (said?.kind !== 'request') return undefined;
  const params = payloadOf(sight);
  const configuration = objectOf(params, 'configuration');
  const { message } = said;
  return {
    row,
    seenAt: sight.seenAt,
    method: said.method,
    rpcId: said.rpcId,
    taskId: said.taskId,
    namedInMessage: message?.taskId !== undefined,
    contextId: said.contextId,
    messageId: message?.messageId,
    content: message === undefined ? undefined : contentOf(message.parts),
    blocking: flagOf(configuration, 'blocking'),
    returnImmediately: flagOf(configuration, 'returnImmediately', 'return_immediately'),
    referenceTaskIds: message?.referenceTaskIds ?? [],
    claimedVersion: claimed(sight.headers?.['a2a-version']),
    version: observation?.version,
  };
}

function claimed(header: string | undefined): string | undefined {
  return header === undefined ? undefined : /^\s*(\d+\.\d+)/.exec(header)?.[1];
}

/** Equal parts give equal texts; what is long is told apart by two digests of it and its length. */
function contentOf(parts: readonly Part[]): string {
  const text = JSON.stringify(boundedDepth(parts as unknown as Json));
  if (text.length <= MOST_CONTENT) return text;
  return `${digestOf(text, 1).toString(36)} ${digestOf(text, 2).toString(36)} ${text.length}`;
}

const NONE: readonly never[] = [];
const CONFIG_NAMES = ['pushNotificationConfig', 'taskPushNotificationConfig', 'push_notification_config', 'pushNotification', 'config'];

/** The webhooks that a request or an answer names. */
export function pushConfigsIn(row: number, sight: Sight, call: CallCase, as: PushConfigSeen['as']): readonly PushConfigSeen[] {
  const said = sight.observation?.said;
  if (said?.kind !== 'request' && said?.kind !== 'push-config' && said?.kind !== 'push-configs') return NONE;
  const payload = payloadOf(sight);
  const found: PushConfigSeen[] = [];
  const add = (config: Json | undefined, taskId: string | undefined): void => {
    const seen = configSeen(config);
    if (seen) found.push({ ...seen, row, seenAt: sight.seenAt, call, as, taskId });
  };
  if (said.kind === 'request') {
    const configs = [...configsOf(objectOf(payload, 'configuration')), ...configsOf(payload)];
    const bare = said.operation === 'set-push-config' && configs.length === 0 ? [payload] : configs;
    for (const config of bare) add(config, said.taskId ?? textOf(payload, 'taskId', 'task_id'));
  } else {
    for (const item of listOf(payload)) add(configsOf(item)[0] ?? item, textOf(item, 'taskId', 'task_id', 'id') ?? said.taskId);
  }
  return found;
}

function listOf(payload: Json | undefined): readonly Json[] {
  if (Array.isArray(payload)) return payload as readonly Json[];
  const configs = member(payload, 'configs') ?? member(payload, 'pushNotificationConfigs');
  if (Array.isArray(configs)) return configs as readonly Json[];
  return payload === undefined ? [] : [payload];
}

function configsOf(holder: Json | undefined): readonly Json[] {
  const found: Json[] = [];
  for (const name of CONFIG_NAMES) {
    const config = member(holder, name);
    if (!isJsonObject(config)) continue;
    const inner = CONFIG_NAMES.map((deeper) => member(config, deeper)).find(isJsonObject);
    found.push(inner ?? config);
  }
  return found;
}

function configSeen(config: Json | undefined): Pick<PushConfigSeen, 'url' | 'configId' | 'token' | 'schemes' | 'credentials'> | undefined {
  const url = textOf(config, 'url');
  if (url === undefined) return undefined;
  const authentication = objectOf(config, 'authentication');
  const schemes = member(authentication, 'schemes');
  const scheme = textOf(authentication, 'scheme');
  return {
    url,
    configId: textOf(config, 'id', 'configId'),
    token: textOf(config, 'token'),
    schemes: [
      ...(scheme === undefined ? [] : [scheme]),
      ...(Array.isArray(schemes) ? (schemes as readonly Json[]).filter((item) => typeof item === 'string') : []),
    ],
    credentials: textOf(authentication, 'credentials'),
  };
}
