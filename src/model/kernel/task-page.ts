// Lists the tasks of a caller, page by page. Whose a task is, is the last of its chain: the server wrote that down when the
// task began. A page begins after the task that the token names by its tick, so that what changes meanwhile is neither lost
// nor shown twice, but comes first in a later listing. A2A 1.0 §3.1.4.

import type { CallerContext } from '../protocol/caller-context.ts';
import type { TaskPage, TaskQuery } from '../protocol/operation.ts';
import type { Task } from '../protocol/task.ts';
import { refusal } from './kernel-error.ts';

const DEFAULT_PAGE_SIZE = 50;
const MAX_PAGE_SIZE = 100;

/**
 * A page of the caller's tasks, newest status first.
 * @throws KernelError INVALID_PARAMS for a page size outside 1 to 100, a token that no page gave out, a time that is none
 */
export function pageOfTasks(tasks: Iterable<Task>, query: TaskQuery, caller: CallerContext): TaskPage {
  const { pageSize = DEFAULT_PAGE_SIZE, pageToken = '' } = query;
  if (!Number.isInteger(pageSize) || pageSize < 1 || pageSize > MAX_PAGE_SIZE) {
    throw refusal('INVALID_PARAMS', `pageSize must be a whole number from 1 to ${MAX_PAGE_SIZE}`);
  }
  const below = pageToken === '' ? Number.POSITIVE_INFINITY : tickOfToken(pageToken);
  const wanted = matcher(query, caller);
  const all = Array.from(tasks)
    .filter(wanted)
    .sort((one, other) => tickOf(other) - tickOf(one));
  const rest = all.filter((task) => tickOf(task) < below);
  const page = rest.slice(0, pageSize);
  const last = page.at(-1);
  const nextPageToken = last && rest.length > page.length ? `before-${tickOf(last)}` : '';
  return { tasks: page, nextPageToken, pageSize, totalSize: all.length };
}

function matcher({ contextId, state, statusAfter }: TaskQuery, caller: CallerContext): (task: Task) => boolean {
  const after = statusAfter === undefined ? undefined : Date.parse(statusAfter);
  if (Number.isNaN(after)) throw refusal('INVALID_PARAMS', 'statusTimestampAfter must be a time');
  return (task) =>
    task.delegationChain.at(-1) === caller.agentId &&
    (contextId === undefined || task.contextId === contextId) &&
    (state === undefined || task.status.state === state) &&
    (after === undefined || isAfter(task, after));
}

/** A status that nobody dated is of no known time, and so in no answer that asks for times. */
function isAfter({ status }: Task, after: number): boolean {
  return status.timestamp !== undefined && Date.parse(status.timestamp) >= after;
}

function tickOfToken(token: string): number {
  const tick = /^before-(\d{1,15})$/.exec(token)?.[1];
  if (tick === undefined) throw refusal('INVALID_PARAMS', 'pageToken was not given out by this agent');
  return Number(tick);
}

function tickOf({ status }: Task): number {
  return status.tick ?? 0;
}
