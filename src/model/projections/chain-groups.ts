// Which tasks make one story: those of one context, and those asked for in the service of another. Decisions without a
// task join the story that their caller belongs to, else make one of their own.

import { pathOf, type Decision } from './chain-decisions.ts';
import { pathKey } from './chain-links.ts';
import type { TaskLinks } from './chains.ts';

export interface TaskGroup {
  readonly id: string;
  readonly links: readonly TaskLinks[];
  readonly decisions: readonly Decision[];
}

/** Stories in order of their first row. */
export function groupTasks(links: readonly TaskLinks[], decisions: readonly Decision[]): readonly TaskGroup[] {
  const groups = connected(links).map((members) => ({ id: groupId(members), links: members, decisions: [] as Decision[] }));
  const homes = homesByKey(groups);
  const asked = new Map<string, { id: string; links: readonly TaskLinks[]; decisions: Decision[] }>();
  for (const decision of decisions) {
    const found = homeKeys(decision).flatMap((key) => homes.get(key) ?? []);
    const home = found.length === 0 ? undefined : groups[Math.min(...found)];
    if (home !== undefined) {
      home.decisions.push(decision);
      continue;
    }
    const root = pathOf(decision.caller)[0] ?? decision.callee;
    const group = asked.get(root) ?? { id: `asked:${root}`, links: [], decisions: [] };
    group.decisions.push(decision);
    asked.set(root, group);
  }
  return [...groups, ...asked.values()].toSorted((a, b) => firstSeq(a) - firstSeq(b));
}

/** A decision belongs where its task is, or where its caller serves a task or stands right before one: the first group of each. */
function homesByKey(groups: readonly TaskGroup[]): ReadonlyMap<string, number> {
  const homes = new Map<string, number>();
  groups.forEach((group, number) => {
    for (const { task } of group.links) {
      const { created, agent = '' } = task;
      const paths = created === undefined ? [] : [created.chain, [...created.chain, agent]];
      for (const key of [`task ${task.key}`, ...paths.map((path) => `path ${pathKey(path)}`)]) if (!homes.has(key)) homes.set(key, number);
    }
  });
  return homes;
}

function homeKeys({ taskId, callee, caller }: Decision): readonly string[] {
  const path = `path ${pathKey(pathOf(caller))}`;
  return taskId === undefined ? [path] : [path, `task ${callee}\n${taskId}`];
}

function firstSeq(group: TaskGroup): number {
  const [task] = group.links;
  const [decision] = group.decisions;
  // Both lists are in order.
  return Math.min(task?.task.openFrom ?? Number.POSITIVE_INFINITY, decision?.seq ?? Number.POSITIVE_INFINITY);
}

function groupId(members: readonly TaskLinks[]): string {
  const [first] = members;
  return first === undefined ? 'empty' : (first.task.contextId ?? first.task.key);
}

/** Connected sets by shared context and by parent link (union-find with path halving). */
function connected(links: readonly TaskLinks[]): readonly (readonly TaskLinks[])[] {
  const parent = new Map<string, string>();
  const find = (key: string): string => {
    let at = key;
    for (let up = parent.get(at) ?? at; up !== at; up = parent.get(at) ?? at) {
      parent.set(at, parent.get(up) ?? up);
      at = up;
    }
    return at;
  };
  const join = (a: string, b: string) => parent.set(find(b), find(a));
  for (const { task, parents } of links) {
    if (task.contextId !== undefined) join(`context\n${task.contextId}`, task.key);
    for (const { link } of parents) join(link.parent.key, task.key);
  }
  const sets = new Map<string, TaskLinks[]>();
  for (const each of links) {
    const key = find(each.task.key);
    const set = sets.get(key);
    if (set === undefined) sets.set(key, [each]);
    else set.push(each);
  }
  return [...sets.values()];
}
