// A parent that completed with nothing although what it had delegated failed.

import type { ObservedState } from '../../protocol/task.ts';
import type { CallCase, TaskCase, TaskSighting } from '../casebook/casebook.ts';
import type { Evidence, Rule, Verdicts } from '../rule.ts';
import { sendsMessage, taskAnswered } from './named-tasks.ts';
import { newestStatus } from './newest-status.ts';
import { createVerdictSheet } from './verdict-sheet.ts';

/** As many calls before another as are looked through for the one that it was made for. */
const MOST_PARENTS = 64;

/** A task that was made by a call. */
interface Made {
  readonly call: CallCase;
  readonly task: TaskCase;
}

interface Family {
  readonly byId: ReadonlyMap<string, readonly TaskCase[]>;
  readonly byTrace: ReadonlyMap<string, readonly Made[]>;
  readonly byAgent: ReadonlyMap<string, readonly Made[]>;
  /** Parents of a task by the hops that were found in the whole trace. */
  readonly byHop: ReadonlyMap<string, readonly string[]>;
}

const FAILED: ReadonlySet<ObservedState | undefined> = new Set<ObservedState | undefined>(['failed', 'rejected']);

function checkMasked(book: Evidence): Verdicts {
  const sheet = createVerdictSheet();
  const failed = madeIn(book.calls).filter(({ task }) => FAILED.has(newestStatus(task)?.state));
  if (failed.length === 0) return sheet.verdicts();
  const family = familyOf(book, failed);
  for (const child of failed) {
    const end = newestStatus(child.task);
    if (!end) continue;
    for (const parent of parentsOf(child, family)) {
      const ending = newestStatus(parent);
      if (parent === child.task || ending?.state !== 'completed' || !endedBefore(end, ending)) continue;
      const rows = [ending.row, end.row, child.call.request?.row];
      if (saysSomething(parent)) {
        sheet.pass(
          parent,
          rows,
          `${child.task.id}, started for ${parent.id}, ${end.state}, but ${parent.id} has a result or a word about it.`,
        );
        continue;
      }
      const why = `${child.task.id}, started for ${parent.id}, ${end.state === 'failed' ? 'failed' : 'was rejected'}, and yet ${parent.id} completed with an empty result and without a word about it.`;
      sheet.find({ task: parent, severity: 'warning', rows, why });
    }
  }
  return sheet.verdicts();
}

function madeIn(calls: readonly CallCase[]): readonly Made[] {
  const made: Made[] = [];
  for (const call of calls) {
    const task = call.request && sendsMessage(call) ? taskAnswered(call)?.task : undefined;
    if (task) made.push({ call, task });
  }
  return made.sort((a, b) => askedAt(a) - askedAt(b));
}

function askedAt({ call }: Made): number {
  return call.request?.row ?? 0;
}

/** All that the failed ones may have to do with, and nothing else: most cases of a long trace are packed, and need not be looked at. */
function familyOf(book: Evidence, failed: readonly Made[]): Family {
  const byHop = new Map<string, string[]>();
  for (const { fromTask, toTask, evidence } of book.hops.hops()) {
    if (fromTask !== undefined && toTask !== undefined && evidence !== 'claimed') add(byHop, toTask, fromTask);
  }
  const ids = new Set<string>();
  const names = new Set<string>();
  const traces = new Set<string>();
  for (const child of failed) {
    for (const id of parentIdsOf(child, byHop)) ids.add(id);
    for (const name of namesOfCaller(child.call)) names.add(name);
    const trace = traceIdOf(child.call.sight.traceparent);
    if (trace !== undefined) traces.add(trace);
  }
  const byId = new Map<string, TaskCase[]>();
  if (ids.size > 0) for (const task of book.all.tasks) if (ids.has(task.id)) add(byId, task.id, task);
  const byTrace = new Map<string, Made[]>();
  const byAgent = new Map<string, Made[]>();
  for (const each of names.size + traces.size > 0 ? madeIn(relativesIn(book.all.calls, names, traces)) : []) {
    const trace = traceIdOf(each.call.sight.traceparent);
    if (trace !== undefined) add(byTrace, trace, each);
    for (const name of namesOfServer(each.call.sight.to, each.call.endpoint)) add(byAgent, name, each);
  }
  return { byId, byTrace, byAgent, byHop };
}

/** Calls in one of the traces, or to an agent of one of the names. */
function relativesIn(calls: readonly CallCase[], names: ReadonlySet<string>, traces: ReadonlySet<string>): readonly CallCase[] {
  const isNamed = new Map<string, boolean>();
  return calls.filter(({ sight, endpoint }) => {
    const trace = traces.size > 0 ? traceIdOf(sight.traceparent) : undefined;
    if (trace !== undefined && traces.has(trace)) return true;
    const agent = `${sight.to ?? ''} ${endpoint}`;
    let known = isNamed.get(agent);
    if (known === undefined) {
      known = [...namesOfServer(sight.to, endpoint)].some((name) => names.has(name));
      isNamed.set(agent, known);
    }
    return known;
  });
}

function parentIdsOf({ call, task }: Made, byHop: ReadonlyMap<string, readonly string[]>): readonly string[] {
  return [...(call.request?.referenceTaskIds ?? []), ...(byHop.get(task.id) ?? [])];
}

function add<T>(map: Map<string, T[]>, key: string, item: T): void {
  const known = map.get(key);
  if (known) known.push(item);
  else map.set(key, [item]);
}

function traceIdOf(traceparent: string | undefined): string | undefined {
  return traceparent === undefined ? undefined : /^[0-9a-f]{2}-([0-9a-f]{32})-/.exec(traceparent.trim().toLowerCase())?.[1];
}

/** What an agent may be called by: its name, and the first label of its host. */
function namesOfServer(name: string | undefined, endpoint: string): ReadonlySet<string> {
  const label = /^[^.:[\]]+/.exec(endpoint)?.[0];
  return new Set([name, label].filter((each) => each !== undefined && each !== '').map((each) => (each ?? '').toLowerCase()));
}

/** The names that a caller goes by: its own, and its product without `-agent`. */
function namesOfCaller({ sight }: CallCase): ReadonlySet<string> {
  const product = /^[^/\s]+/.exec(sight.headers?.['user-agent'] ?? '')?.[0]?.replace(/-agent$/i, '');
  return new Set([sight.from, product].filter((each) => each !== undefined && each !== '').map((each) => (each ?? '').toLowerCase()));
}

/**
 * The tasks that a call was made for: those that its message refers to, or that a hop leads from; else the one whose own call was
 * open when it was made, with the caller as its callee or in the same trace.
 */
function parentsOf(child: Made, family: Family): ReadonlySet<TaskCase> {
  const { call, task } = child;
  const parents = new Set<TaskCase>();
  for (const id of parentIdsOf(child, family.byHop)) {
    for (const parent of family.byId.get(id) ?? []) if (parent !== task) parents.add(parent);
  }
  if (parents.size > 0) return parents;
  const open = new Set<TaskCase>();
  for (const name of namesOfCaller(call)) for (const parent of openBefore(child, family.byAgent.get(name))) open.add(parent);
  if (open.size === 0) {
    const trace = traceIdOf(call.sight.traceparent);
    if (trace !== undefined) for (const parent of openBefore(child, family.byTrace.get(trace))) open.add(parent);
  }
  // One call open at that moment is the parent; of several none is known to be.
  return open.size === 1 ? open : parents;
}

/** Tasks whose calls were open when another call was made; the calls are in order. */
function* openBefore(child: Made, calls: readonly Made[] = []): Generator<TaskCase> {
  let [low, high] = [0, calls.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const before = calls[middle];
    if (before && askedAt(before) < askedAt(child)) low = middle + 1;
    else high = middle;
  }
  for (let index = low - 1; index >= Math.max(0, low - MOST_PARENTS); index -= 1) {
    const other = calls[index];
    if (other && other.task !== child.task && other.call.endpoint !== child.call.endpoint && wasOpen(other.call, child.call))
      yield other.task;
  }
}

/** Whether a call had been sent and not been answered to its end when another was sent. */
function wasOpen(parent: CallCase, child: CallCase): boolean {
  const asked = child.request?.row ?? 0;
  const end = parent.stream?.end?.row ?? parent.stream?.frames.at(-1)?.row ?? parent.answers.at(-1)?.row ?? 0;
  return (parent.request?.row ?? 0) < asked && end > asked;
}

function endedBefore(child: TaskSighting, parent: TaskSighting): boolean {
  if (child.stamp !== undefined && parent.stamp !== undefined) return child.stamp <= parent.stamp;
  return child.row < parent.row;
}

/** Whether a task has anything in any artifact, or a text in a status message. */
function saysSomething({ sightings }: TaskCase): boolean {
  return sightings.some(
    ({ artifacts, state, statusText }) =>
      artifacts.some(({ empty }) => !empty) || (state === 'completed' && statusText !== undefined && statusText !== 0),
  );
}

export const DELEGATED_FAILURE_RULES: readonly Rule[] = [
  {
    id: 'child-failure-masked',
    title: 'A failure that the parent does not tell',
    meaning: 'A delegated task failed or was rejected; its parent completed with an empty result and without mentioning it.',
    remedy: 'The delegating agent must fail as well, or say in its result or status message what it could not get.',
    channels: ['P', 'S', 'T'],
    severities: 'warning',
    spec: { '': '' },
    check: checkMasked,
  },
];
