// Push notification configs of A2A 1.0: one flat object with the task and the config's own id, and one authentication scheme.
// Token and credentials are secrets of the receiver: whoever sets them says them, and no answer says them again.
// Specification 1.0 §4.3.

import type { JsonObject } from '../../base/json.ts';
import type { PushNotificationConfig } from '../../protocol/push-notification.ts';
import type { TaskId } from '../../protocol/task.ts';
import { at, filledText, objectAt, optionalText, requiredText, type ObjectPlace, type Place, type Reading } from './reading.ts';

/** Writes a config for an answer: without its secrets. One that was given no id is known by its task's. */
export function encodeSpokenConfig(taskId: TaskId, { credentials: _credentials, ...config }: PushNotificationConfig): JsonObject {
  return encodeV1PushConfig(taskId, { ...config, token: '', configId: config.configId ?? taskId });
}

/** Writes a config; the id is the server's to give where it has none, and '' is the task that a message is about to begin. */
export function encodeV1PushConfig(taskId: TaskId, config: PushNotificationConfig): JsonObject {
  const { configId: id = '' } = config;
  return {
    ...(id !== '' && { id }),
    ...(taskId !== '' && { taskId }),
    url: config.url,
    ...(config.token !== '' && { token: config.token }),
    ...(config.authentication !== '' && {
      authentication: { scheme: config.authentication, ...(config.credentials !== undefined && { credentials: config.credentials }) },
    }),
  };
}

/** Reads a config without its task. */
export function readV1PushConfig(reading: Reading, place: Place): PushNotificationConfig {
  const wire = objectAt(reading, place);
  const configId = filledText(reading, wire, 'id');
  return {
    url: requiredText(reading, wire, 'url'),
    token: optionalText(reading, wire, 'token') ?? '',
    ...readAuthentication(reading, wire),
    ...(configId !== undefined && { configId }),
  };
}

function readAuthentication(reading: Reading, wire: ObjectPlace): Pick<PushNotificationConfig, 'authentication' | 'credentials'> {
  const place = at(reading, wire, 'authentication');
  if (place.value === undefined) return { authentication: '' };
  const authentication = objectAt(reading, place);
  const credentials = filledText(reading, authentication, 'credentials');
  return {
    authentication: optionalText(reading, authentication, 'scheme') ?? '',
    ...(credentials !== undefined && { credentials }),
  };
}
