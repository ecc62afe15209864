// Hops of a trace of calls: a call that an agent makes while it serves another one is made in its service. No wire states it,
// so it is inferred, and only where one reading is left: from names and nesting, from tasks that a message refers to, from trace
// and context together. What is only claimed comes last.

import type { CallLog, CallRecord, Moment } from './call-log.ts';
import { endpointOfUrl, plainName } from './caller-names.ts';
import type { Work } from './works.ts';

/** Calls that are looked at when one is asked for in whose service another was made: the last that began. */
const MOST_LOOKED_AT = 64;

interface Served {
  readonly call: CallRecord;
  readonly work: Work;
  /** Who serves, for telling agents apart: a name where one is stated, else the endpoint. */
  readonly identity: string;
  /** When it was last at work; undefined where its end was not seen. */
  readonly end: Moment | undefined;
}

/** Works of all calls, callers that are only named included. */
export function worksOfCalls(log: CallLog): readonly Work[] {
  const served = servedCalls(log);
  const works = served.map(({ work }) => work);
  const found = new OpenWork();
  for (const each of served) {
    ask(each, found, works);
    found.add(each, namesOf(log, each.call));
  }
  return works;
}

/** One for each task at its server, and for each call that no task came of; calls that were refused handed nothing over. */
function servedCalls(log: CallLog): readonly Served[] {
  const byTask = new Map<string, Served>();
  const served: Served[] = [];
  for (const call of inOrder(log.calls)) {
    if (call.failed) continue;
    const stated = call.to ?? log.names.stated(call.url);
    const identity = plainName(stated ?? endpointOfUrl(call.url) ?? '');
    const key = call.taskId === undefined ? undefined : `${identity}\n${call.taskId}`;
    const known = key === undefined ? undefined : byTask.get(key);
    if (known !== undefined) {
      if (known.work.rows.length < MOST_LOOKED_AT) known.work.rows.push(call.start.row);
      continue;
    }
    const each: Served = { call, identity, work: workOf(log, call), end: endOf(log, call) };
    served.push(each);
    if (key !== undefined) byTask.set(key, each);
  }
  return served;
}

/** By the clock of the capture where every call has it, else as they were seen. */
function inOrder(calls: readonly CallRecord[]): readonly CallRecord[] {
  return calls.every(({ start }) => start.time !== undefined)
    ? calls.toSorted((a, b) => (a.start.time ?? 0) - (b.start.time ?? 0) || a.start.row - b.start.row)
    : calls;
}

function workOf(log: CallLog, call: CallRecord): Work {
  return {
    agent: call.to ?? log.names.nameOf(call.url),
    taskId: call.taskId,
    keeper: call.keeper,
    contextId: call.contextId,
    traceId: call.traceId,
    parent: undefined,
    evidence: 'inferred',
    because: '',
    rows: [call.start.row],
    time: call.start.time,
  };
}

/** A task is at work until it is seen to have ended, however short the calls about it are. */
function endOf(log: CallLog, { taskId, keeper, last, start }: CallRecord): Moment | undefined {
  if (taskId !== undefined) return log.endOf(taskId, keeper);
  return last === start ? undefined : last;
}

/** All names that who was asked may call itself by. */
function namesOf(log: CallLog, call: CallRecord): readonly string[] {
  const label = log.names.labelOf(call.url);
  const names = [call.to, log.names.stated(call.url), label].flatMap((name) => (name === undefined ? [] : [plainName(name)]));
  return [...new Set(names)];
}

/** What agents are at work on, the last that began at the end of each list. */
class OpenWork {
  readonly #byName = new Map<string, Served[]>();
  readonly #byTask = new Map<string, Served[]>();
  readonly #byTrace = new Map<string, Served[]>();

  add(served: Served, names: readonly string[]): void {
    for (const name of names) put(this.#byName, name, served);
    const { taskId, traceId, contextId } = served.work;
    if (taskId !== undefined) put(this.#byTask, taskId, served);
    if (traceId !== undefined && contextId !== undefined) put(this.#byTrace, `${traceId} ${contextId}`, served);
  }

  /** Of an agent, at a moment. */
  ofAgent(name: string, at: Moment): readonly Served[] {
    return openAt(this.#byName.get(plainName(name)), at);
  }

  /** Tasks with one of these ids, at a moment. */
  ofTasks(ids: readonly string[], at: Moment): readonly Served[] {
    return ids.slice(0, MOST_LOOKED_AT).flatMap((id) => openAt(this.#byTask.get(id), at));
  }

  ofTrace({ traceId, contextId }: CallRecord, at: Moment): readonly Served[] {
    return traceId === undefined || contextId === undefined ? [] : openAt(this.#byTrace.get(`${traceId} ${contextId}`), at);
  }
}

function put(lists: Map<string, Served[]>, key: string, served: Served): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [served]);
  else list.push(served);
}

function openAt(list: readonly Served[] | undefined, at: Moment): readonly Served[] {
  return (list ?? [])
    .slice(-MOST_LOOKED_AT)
    .filter(({ call, end }) => isBefore(call.start, at) && (end === undefined || isBefore(at, end)));
}

/** By the clock where both moments have a time, and two times of one instant by what was seen first. */
function isBefore(a: Moment, b: Moment): boolean {
  if (a.time !== undefined && b.time !== undefined && a.time !== b.time) return a.time < b.time;
  return a.row < b.row;
}

/** Finds who asked for a work, and puts the callers that are only named among the works. */
function ask(served: Served, found: OpenWork, works: Work[]): void {
  const { call, work } = served;
  const link = call.from === undefined ? unnamedCaller(served, found) : namedCaller(served, call.from, found);
  if (link !== undefined) {
    work.parent = link.served.work;
    work.because = link.because;
    work.rows.push(...link.served.work.rows.slice(0, 1));
    claimBeyond(link.served.work, call, works);
    return;
  }
  if (call.from !== undefined) {
    const parent = namedWork(call, call.from);
    works.push(parent);
    work.parent = parent;
    work.evidence = call.fromStated && call.to !== undefined ? 'declared' : 'inferred';
    work.because = call.fromStated ? 'the source names who asked' : 'the program that sent the request names itself';
    claimAbove(parent, call, works);
    return;
  }
  claimAbove(work, call, works);
}

function namedWork(call: CallRecord, agent: string): Work {
  const { traceId, start } = call;
  return {
    agent,
    taskId: undefined,
    contextId: undefined,
    traceId,
    parent: undefined,
    evidence: 'inferred',
    because: '',
    rows: [start.row],
    time: start.time,
  };
}

type Link = { readonly served: Served; readonly because: string } | undefined;

function namedCaller({ call }: Served, from: string, found: OpenWork): Link {
  const own = found.ofAgent(from, call.start);
  const referred = own.findLast(({ work }) => work.taskId !== undefined && call.refersTo.includes(work.taskId));
  if (referred) return { served: referred, because: `${from} asked while it served ${taskName(referred)}, which the message refers to` };
  const narrowed = own.length > 1 ? own.filter((each) => sharesTraceOrContext(each.work, call)) : own;
  const [only] = narrowed;
  // Which of several it was is not stated: then only the agent is known.
  return only !== undefined && narrowed.length === 1
    ? { served: only, because: `${from} asked while it served ${taskName(only)}` }
    : undefined;
}

function sharesTraceOrContext(work: Work, call: CallRecord): boolean {
  return (
    (call.traceId !== undefined && work.traceId === call.traceId) || (call.contextId !== undefined && work.contextId === call.contextId)
  );
}

/** A client refers to its own earlier tasks too: only a task of another agent that is still at work can have asked. */
function unnamedCaller(served: Served, found: OpenWork): Link {
  const { call } = served;
  const isOther = (each: Served): boolean => each.identity !== '' && each.identity !== served.identity;
  const referred = found.ofTasks(call.refersTo, call.start).filter(isOther).at(-1);
  if (referred) return { served: referred, because: `the message refers to ${taskName(referred)}, which was at work` };
  const traced = found.ofTrace(call, call.start).filter(isOther);
  const [only] = traced;
  return only !== undefined && traced.length === 1
    ? { served: only, because: `it shares trace and context with ${taskName(only)}, the only one at work` }
    : undefined;
}

function taskName({ work }: Served): string {
  return work.taskId === undefined ? `a call of ${work.agent ?? 'an agent'}` : `task ${work.taskId}`;
}

/** A chain that ends in a caller that was seen may say who asked that one, where nobody was seen to. */
function claimBeyond(caller: Work, call: CallRecord, works: Work[]): void {
  const plain = caller.agent === undefined ? undefined : plainName(caller.agent);
  const agrees = call.claims.some(({ names }) => plainName(names.at(-1) ?? '') === plain);
  if (caller.parent === undefined && agrees) claimAbove(caller, call, works);
}

/** Puts a claimed chain above a work that nobody is seen to have asked for; the longest of several claims. */
function claimAbove(work: Work, call: CallRecord, works: Work[]): void {
  const [claim] = call.claims.toSorted((a, b) => b.names.length - a.names.length);
  if (claim === undefined) return;
  const plain = work.agent === undefined ? undefined : plainName(work.agent);
  const last = claim.names.at(-1);
  const names = last !== undefined && plainName(last) === plain ? claim.names.slice(0, -1) : claim.names;
  let above: Work | undefined;
  for (const name of names) {
    const named = namedWork(call, name);
    named.parent = above;
    named.evidence = 'claimed';
    named.because = claim.place;
    works.push(named);
    above = named;
  }
  if (above === undefined) return;
  work.parent = above;
  work.evidence = 'claimed';
  work.because = claim.place;
}
