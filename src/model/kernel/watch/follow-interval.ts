// The settings of a watch as somebody wrote them: a wrong one is said before anything begins. SPEC.md W.2.

import { failure, success, type Issue, type Result } from '../../base/result.ts';
import { isReachableByPush } from './push-url.ts';
import { FOLLOW_INTERVAL_DEFAULT_MS, FOLLOW_INTERVAL_LEAST_MS, UPDATES, UPDATES_DEFAULT, type Updates } from './watch-constants.ts';

export interface WatchSettings {
  readonly updates: Updates;
  /** The pause before subscribing again when a stream ended unchanged. */
  readonly followIntervalMs: number;
}

/** The exit status of whoever was started with settings that are none. */
export const CONFIGURATION_STATUS = 2;

/** As they were given: seconds, as a person writes them. Undefined stands for the default. */
export interface GivenWatchSettings {
  readonly updates?: unknown;
  readonly follow_interval?: unknown;
  /** The local task that is to stand in for a remote one; undefined where it is not known yet. */
  readonly task_id?: unknown;
}

/**
 * Checks the settings of a watch; every fault is named, not only the first.
 * @returns the settings with defaults filled in, or one issue a faulty member
 */
export function watchSettings({
  updates = UPDATES_DEFAULT,
  follow_interval: interval,
  task_id: taskId,
}: GivenWatchSettings): Result<WatchSettings> {
  const issues: Issue[] = [];
  const word = UPDATES.find((each) => each === updates);
  if (word === undefined) issues.push({ path: 'updates', message: `updates is one of ${UPDATES.join(', ')}` });
  const followIntervalMs = interval === undefined ? FOLLOW_INTERVAL_DEFAULT_MS : Number(interval) * 1_000;
  const isInterval = interval === undefined || (typeof interval === 'number' && Number.isFinite(followIntervalMs));
  if (!isInterval || followIntervalMs < FOLLOW_INTERVAL_LEAST_MS) {
    issues.push({
      path: 'follow_interval',
      message: `follow_interval is a number of seconds, at least ${FOLLOW_INTERVAL_LEAST_MS / 1_000}`,
    });
  }
  if (taskId !== undefined && (typeof taskId !== 'string' || !isReachableByPush(taskId))) {
    issues.push({ path: 'task_id', message: 'task_id is a text that an address can name: neither empty nor "." nor ".."' });
  }
  return word === undefined || issues.length > 0 ? failure(...issues) : success({ updates: word, followIntervalMs });
}
