// What a task is, as far as its last view tells: by stamps where they tell, else by the order of observation.

import type { TaskCase, TaskSighting } from '../casebook/casebook.ts';

/** The newest status of a task; undefined where none was seen. A late delivery is no news. */
export function newestStatus(task: TaskCase): TaskSighting | undefined {
  let newest: TaskSighting | undefined;
  for (const seen of task.sightings) {
    if (seen.state === undefined || seen.state === 'unknown') continue;
    if (!isOlderView(seen, newest)) newest = seen;
  }
  return newest;
}

/** Whether a view is older than another: by its stamp; a delivery that has none may be late. */
export function isOlderView(seen: TaskSighting, newest: TaskSighting | undefined): boolean {
  if (newest === undefined) return false;
  if (seen.lastStamp !== undefined && newest.lastStamp !== undefined) return seen.lastStamp < newest.lastStamp;
  return seen.via === 'push';
}

/** Whether two views show one status that did not change in between. */
export function isSameStatus(one: TaskSighting, other: TaskSighting): boolean {
  if (one.state !== other.state) return false;
  if (one.lastStamp !== undefined || other.stamp !== undefined) return one.lastStamp === other.stamp;
  return one.word === other.word && one.statusMessageId === other.statusMessageId && one.statusText === other.statusText;
}
