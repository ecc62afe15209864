// A parent that completed with nothing although what it had delegated failed.

import type { CallCase, Casebook, TaskCase, TaskSighting } from '../casebook/casebook.ts';
import type { Rule, Verdicts } from '../rule.ts';
import { sendsMessage, taskAnswered } from './named-tasks.ts';
import { newestStatus } from './newest-status.ts';
import { createVerdictSheet } from './verdict-sheet.ts';

/** As many calls of one trace or agent as may be the parent of a call: more of them prove nothing about any. */
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
}

function checkMasked(book: Casebook): Verdicts {
  const sheet = createVerdictSheet();
  const made = madeIn(book);
  const family = familyOf(book, made);
  for (const child of made) {
    const end = newestStatus(child.task);
    if (!end || (end.state !== 'failed' && end.state !== 'rejected')) continue;
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

function madeIn(book: Casebook): readonly Made[] {
  const made: Made[] = [];
  for (const call of book.calls) {
    const task = call.request && sendsMessage(call) ? taskAnswered(call)?.task : undefined;
    if (task) made.push({ call, task });
  }
  return made;
}

function familyOf(book: Casebook, made: readonly Made[]): Family {
  const byId = new Map<string, TaskCase[]>();
  for (const task of book.tasks) add(byId, task.id, task);
  const byTrace = new Map<string, Made[]>();
  const byAgent = new Map<string, Made[]>();
  for (const each of made) {
    const { traceparent, to } = each.call.sight;
    const trace = traceIdOf(traceparent);
    if (trace !== undefined) add(byTrace, trace, each);
    for (const name of namesOfServer(to, each.call.endpoint)) add(byAgent, name, each);
  }
  return { byId, byTrace, byAgent };
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
 * The tasks that a call was made for: those that its message refers to; else those whose own call was open when it was made, in the
 * same trace or with the caller as its callee.
 */
function parentsOf({ call, task }: Made, family: Family): ReadonlySet<TaskCase> {
  const parents = new Set<TaskCase>();
  for (const id of call.request?.referenceTaskIds ?? []) {
    for (const parent of family.byId.get(id) ?? []) if (parent !== task) parents.add(parent);
  }
  if (parents.size > 0) return parents;
  const callers = namesOfCaller(call);
  const trace = traceIdOf(call.sight.traceparent);
  const inTrace = trace === undefined ? [] : (family.byTrace.get(trace) ?? []);
  const byCaller = [...callers].flatMap((name) => family.byAgent.get(name) ?? []);
  const near = byCaller.length > 0 ? byCaller : inTrace;
  if (near.length > MOST_PARENTS) return parents;
  const open = near.filter((other) => other.task !== task && other.call.endpoint !== call.endpoint && wasOpen(other.call, call));
  // One call open at that moment is the parent; of several none is known to be.
  if (open.length === 1 && open[0]) parents.add(open[0].task);
  return parents;
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
      artifacts.some(({ empty }) => !empty) || (state === 'completed' && statusText !== undefined && statusText !== ''),
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
