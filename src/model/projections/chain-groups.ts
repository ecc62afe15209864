// Which tasks make one story: those of one context, and those asked for in the service of another. Decisions without a
// task join the story that their caller belongs to, else make one of their own.

import { pathOf, type Decision } from './chain-decisions.ts';
import { sameNames } from './chain-links.ts';
import type { TaskLinks } from './chains.ts';

export interface TaskGroup {
  readonly id: string;
  readonly links: readonly TaskLinks[];
  readonly decisions: readonly Decision[];
}

/** Stories in order of their first row. */
export function groupTasks(links: readonly TaskLinks[], decisions: readonly Decision[]): readonly TaskGroup[] {
  const groups = connected(links).map((members) => ({ id: groupId(members), links: members, decisions: [] as Decision[] }));
  const asked = new Map<string, { id: string; links: readonly TaskLinks[]; decisions: Decision[] }>();
  for (const decision of decisions) {
    const home = groups.find((group) => group.links.some((link) => belongs(link, decision)));
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

function firstSeq(group: TaskGroup): number {
  return Math.min(...group.links.map(({ task }) => task.openFrom), ...group.decisions.map(({ seq }) => seq));
}

function groupId(members: readonly TaskLinks[]): string {
  const [first] = members;
  return first === undefined ? 'empty' : (first.task.contextId ?? first.task.key);
}

/** A decision belongs where its task is, or where its caller serves a task or stands right before one. */
function belongs(link: TaskLinks, decision: Decision): boolean {
  const { task } = link;
  if (decision.taskId !== undefined && decision.taskId === task.taskId && decision.callee === task.agent) return true;
  if (task.created === undefined) return false;
  const path = pathOf(decision.caller);
  return sameNames(task.created.chain, path) || sameNames([...task.created.chain, task.agent ?? ''], path);
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
