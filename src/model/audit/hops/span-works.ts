// Hops of a trace of spans: which activities are agents at work, who asked for each, and where the trace broke on the way.

import { lettersAndDigits } from '../../base/spellings.ts';
import type { Activities, Activity } from './span-activities.ts';
import { findActivities } from './span-activities.ts';
import type { SpanStore } from './span-store.ts';
import type { Work } from './works.ts';

/** Two spans of one task that should be parent and child, and are not. */
export interface BrokenParent {
  readonly taskId: string;
  readonly caller: string | undefined;
  readonly callee: string | undefined;
  /** The callee's span first. */
  readonly rows: readonly number[];
  /** Whether the callee's span is of another trace; else it has no parent. */
  readonly otherTrace: boolean;
}
export interface SpanWorks {
  readonly works: readonly Work[];
  readonly broken: readonly BrokenParent[];
}

/** Finds the works of all spans; linear in them. */
export function worksOfSpans(store: SpanStore): SpanWorks {
  if (store.length === 0) return { works: [], broken: [] };
  const making: Making = { store, activities: findActivities(store), workOf: new Map(), nearest: new Map(), works: [] };
  const agentic = agenticIn(making);
  // Activities come after their parents, so the work that one belongs under is known by then.
  for (const activity of making.activities.all) {
    const above = (activity.parent === undefined ? undefined : making.nearest.get(activity.parent)) ?? undefined;
    if (!agentic.has(activity)) making.nearest.set(activity, above);
    else if (above !== undefined && isOtherSide(making, activity, above)) takeInto(making, activity, above);
    else making.nearest.set(activity, workOf(making, activity, above ?? callerOf(making, activity)));
  }
  const broken = joinByTask(making);
  callsWithoutCallee(making);
  claimParents(making);
  return { works: making.works, broken };
}

interface Making {
  readonly store: SpanStore;
  readonly activities: Activities;
  readonly workOf: Map<Activity, Work>;
  /** The work that an activity belongs to or was asked for by; null where it is known that nobody can be named. */
  readonly nearest: Map<Activity, Work | null | undefined>;
  readonly works: Work[];
}

/** Activities in which an agent works, as far as spans tell; who only looks at a card or a task hands nothing over. */
function agenticIn({ store, activities }: Making): ReadonlySet<Activity> {
  const agentic = new Set<Activity>();
  const speaking = new Set<string>();
  for (const activity of activities.all) {
    const looks = store.looks(activity.entry) && activity.agentName === undefined;
    if (!looks && activity.speaks) {
      agentic.add(activity);
      if (activity.service !== undefined) speaking.add(activity.service);
    }
  }
  // A service that served a card and tells nothing of itself: what it serves is work, whatever its paths are called.
  for (const activity of activities.all) {
    const { service, entry } = activity;
    const served = service !== undefined && activities.cardServers.has(service) && !speaking.has(service);
    if (served && store.serves(entry) && !store.looks(entry)) agentic.add(activity);
  }
  return agentic;
}

function nameOf({ activities }: Making, { agentName, service }: Activity): string | undefined {
  return agentName ?? (service === undefined ? undefined : (activities.agentOf.get(service) ?? service));
}

function workOf(making: Making, activity: Activity, parent: Work | undefined): Work {
  const { store, works } = making;
  const { entry, through } = activity;
  const start = store.start(entry);
  const shown = activity.shownBy.map((span) => store.row(span));
  const work: Work = {
    agent: nameOf(making, activity),
    taskId: activity.taskId,
    contextId: activity.contextId,
    traceId: store.traceId(entry) || undefined,
    parent,
    evidence: 'declared',
    because: because(making, activity, parent),
    rows: through < 0 ? shown : [...shown, store.row(through)],
    time: Number.isNaN(start) ? undefined : start,
  };
  works.push(work);
  making.workOf.set(activity, work);
  return work;
}

function because({ store }: Making, { through, entry }: Activity, parent: Work | undefined): string {
  if (parent === undefined) return 'no span names who asked';
  const child = `span ${quoted(store.spanName(entry))}`;
  return through < 0 ? `${child} is part of the work of its parent` : `${child} answers client span ${quoted(store.spanName(through))}`;
}

function quoted(name: string): string {
  return `"${name.length > 60 ? `${name.slice(0, 59)}…` : name}"`;
}

/** Whether an activity is the remote side of what its caller already recorded under its name: one agent, and no hop between them. */
function isOtherSide(making: Making, activity: Activity, above: Work): boolean {
  const { parent } = activity;
  const around = parent === undefined ? undefined : making.workOf.get(parent);
  if (parent === undefined || around !== above || making.store.serves(parent.entry) || parent.agentName === undefined) return false;
  const other = parent.taskId !== undefined && activity.taskId !== undefined && parent.taskId !== activity.taskId;
  return !other && parent.service !== activity.service && sameName(parent.agentName, nameOf(making, activity));
}

function takeInto({ store, nearest }: Making, activity: Activity, work: Work): void {
  work.taskId ??= activity.taskId;
  work.contextId ??= activity.contextId;
  work.rows.push(...activity.shownBy.map((span) => store.row(span)));
  nearest.set(activity, work);
}

function sameName(a: string, b: string | undefined): boolean {
  return b !== undefined && lettersAndDigits(a) === lettersAndDigits(b);
}

/** The first caller known, where no agent asked: the outermost activity above, a program or a user's app. */
function callerOf(making: Making, activity: Activity): Work | undefined {
  const way: Activity[] = [];
  let up = activity.parent;
  // Each activity is walked over once: what is found here stands for all of the way.
  for (; up !== undefined && making.nearest.get(up) === undefined; up = up.parent) way.push(up);
  const top = way.findLast((each) => nameOf(making, each) !== undefined);
  const known = up === undefined ? undefined : (making.nearest.get(up) ?? undefined);
  const caller = known ?? (top === undefined ? undefined : workOf(making, top, undefined));
  for (const each of way) making.nearest.set(each, caller ?? null);
  return caller;
}

/** Callers and callees of one task that tracing has not connected: joined by the task, and told. */
function joinByTask(making: Making): readonly BrokenParent[] {
  const { activities, workOf: workOfActivity } = making;
  const callers = callersByTask(making);
  const broken: BrokenParent[] = [];
  for (const activity of activities.all) {
    const { taskId } = activity;
    const work = workOfActivity.get(activity);
    if (work === undefined || taskId === undefined || work.parent !== undefined) continue;
    const caller = callers.get(taskId)?.find((span) => isCallerOf(making, span, activity));
    if (caller === undefined) continue;
    callers.set(taskId, callers.get(taskId)?.filter((span) => span !== caller) ?? []);
    const found = join(making, { caller, activity, work, taskId });
    if (found !== undefined) broken.push(found);
  }
  return broken;
}

interface Joining {
  readonly caller: number;
  readonly activity: Activity;
  readonly work: Work;
  readonly taskId: string;
}

function join(making: Making, { caller, activity: { entry }, work, taskId }: Joining): BrokenParent | undefined {
  const { store } = making;
  const calling = callingWork(making, caller);
  const own = calling !== undefined && calling.taskId === taskId && calling.agent !== undefined && sameName(calling.agent, work.agent);
  // A caller that records the call under the callee's name and task stands for the callee: who asked is who asked it.
  work.parent = own ? calling.parent : calling;
  work.evidence = 'inferred';
  work.because = `span ${quoted(store.spanName(caller))} of the caller and span ${quoted(store.spanName(entry))} name one task`;
  work.rows.push(store.row(caller));
  const otherTrace = store.traceId(caller) !== store.traceId(entry);
  if (store.linked(entry) || (!otherTrace && store.hasParent(entry))) return undefined;
  return { taskId, caller: work.parent?.agent, callee: work.agent, rows: [store.row(entry), store.row(caller)], otherTrace };
}

/** The work that a span is part of; made where nobody has asked for it so far. */
function callingWork(making: Making, span: number): Work | undefined {
  const activity = making.activities.of[span];
  if (activity === undefined) return undefined;
  return making.nearest.get(activity) ?? making.workOf.get(activity) ?? workOf(making, activity, undefined);
}

/** Spans that call for a task and are not answered by a span that says to be their child. */
function callersByTask({ store, activities }: Making): Map<string, readonly number[]> {
  const callers = new Map<string, readonly number[]>();
  const add = (span: number): void => {
    const task = store.taskId(span);
    const known = task === undefined ? [] : (callers.get(task) ?? []);
    if (task !== undefined && known.length < MOST_CALLERS) callers.set(task, [...known, span]);
  };
  activities.unanswered.forEach(add);
  // Without a span of a client's kind, a caller's own span may name the task that it asked for.
  for (const activity of activities.all) if (!store.serves(activity.entry) && activity.taskId !== undefined) add(activity.entry);
  return callers;
}
const MOST_CALLERS = 64;

function isCallerOf({ store, activities }: Making, span: number, callee: Activity): boolean {
  const caller = activities.of[span];
  if (caller === undefined || caller === callee) return false;
  if (store.calls(span)) return true;
  return store.serves(callee.entry) && caller.service !== callee.service;
}

/** Works that nobody is seen to have asked for, and that name the task in whose service they are: an attribute says so, nothing else. */
function claimParents({ workOf: workOfActivity, works }: Making): void {
  const byTask = new Map<string, Work>();
  for (const work of works) if (work.taskId !== undefined && !byTask.has(work.taskId)) byTask.set(work.taskId, work);
  for (const [{ parentTask }, work] of workOfActivity) {
    const parent = parentTask === undefined || work.parent !== undefined ? undefined : byTask.get(parentTask);
    // A client refers to earlier tasks of the same agent, too.
    if (parent === undefined || parent === work || sameName(parent.agent ?? '', work.agent)) continue;
    work.parent = parent;
    work.evidence = 'claimed';
    work.because = `an attribute names task ${parentTask ?? ''}`;
  }
}

/** Calls to agents that recorded nothing: the caller's span is all there is of the hop. */
function callsWithoutCallee(making: Making): void {
  const { store, activities, works } = making;
  const joined = new Set(works.flatMap(({ taskId, parent }) => (taskId === undefined || parent === undefined ? [] : [taskId])));
  for (const span of activities.unanswered) {
    const taskId = store.taskId(span);
    const known = taskId !== undefined && joined.has(taskId);
    if (known || store.looks(span) || !(store.invokes(span) || store.speaks(span))) continue;
    const agent = store.agentName(span) ?? labelOf(store.called(span));
    const parent = agent === undefined ? undefined : callingWork(making, span);
    if (agent !== undefined && (agent !== parent?.agent || store.invokes(span))) works.push(calledWork(store, { span, agent, parent }));
  }
}

function calledWork(
  store: SpanStore,
  { span, agent, parent }: { readonly span: number; readonly agent: string; readonly parent: Work | undefined },
): Work {
  const start = store.start(span);
  return {
    agent,
    taskId: store.taskId(span),
    contextId: store.contextId(span),
    traceId: store.traceId(span) || undefined,
    parent,
    evidence: store.agentName(span) === undefined ? 'inferred' : 'declared',
    because: `client span ${quoted(store.spanName(span))}; the other side recorded nothing`,
    rows: [store.row(span)],
    time: Number.isNaN(start) ? undefined : start,
  };
}

/** The first label of a host name; an address stands for itself. */
export function labelOf(host: string | undefined): string | undefined {
  if (host === undefined || host === '') return undefined;
  if (/^[\d.:[\]a-f]+$/i.test(host) || /^localhost(?:$|[:.])/i.test(host)) return host;
  return host.split('.', 1)[0] ?? host;
}
