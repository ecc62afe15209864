// What chains are made of: each task with the agent that served it, who asked for it and through which request, what the
// kernel recorded about its chain, and what the wire merely says about it. Joining these is chain-links.ts.

import { CHAIN_KEY, observe } from '../adapters/adapters.ts';
import { isTerminal } from '../kernel/transition-table.ts';
import { member, textMember, type Json } from '../base/json.ts';
import type { LogReader } from '../log/log-reader.ts';
import type { Channel, RowKind } from '../log/row-kind.ts';
import type { CallerContext } from '../protocol/caller-context.ts';
import type { ObservedState } from '../protocol/task.ts';

/** A list of names that somebody wrote somewhere, and where. */
export interface NamedChain {
  readonly names: readonly string[];
  /** The member it stood in, with the row: `metadata.delegation_chain of #4`. */
  readonly place: string;
  readonly seq: number;
}
/** A request that a task came from, or that was sent to it later. */
export interface ServedCall {
  readonly seq: number;
  readonly from?: string;
  readonly to?: string;
  readonly channel: Channel;
  readonly time?: number;
  readonly traceId?: string;
  readonly referenceTaskIds: readonly string[];
  /** Chains written into the message by its sender. */
  readonly claims: readonly NamedChain[];
}
export interface ServedTask {
  readonly key: string;
  readonly taskId: string;
  readonly agent?: string;
  readonly contextId?: string;
  readonly state?: ObservedState;
  readonly time?: number;
  /** Where the task is first known to be worked on, and where it ended. */
  readonly openFrom: number;
  readonly openTo?: number;
  readonly calls: readonly ServedCall[];
  readonly created?: { readonly seq: number; readonly by: string; readonly chain: readonly string[] };
  readonly caller?: CallerContext;
  /** The chain that the task carries on the wire, said by its server. */
  readonly wireChain?: NamedChain;
}

/** Members of a message's metadata in which peers write chains; nothing verifies them. */
const CLAIM_MEMBERS = ['delegation_chain', 'actorChain', 'delegationChain', CHAIN_KEY] as const;

/** Tasks drawn at most; more are counted in words. */
const MOST_TASKS = 1000;
const MOST_REPLIES = 64;
const SERVER_KINDS: ReadonlySet<RowKind> = new Set<RowKind>([
  'status-update',
  'artifact-update',
  'task-snapshot',
  'call-settled',
  'task-created',
  'status-stored',
]);
/** Rows that show a task even without a state. */
const SHOWING_KINDS: ReadonlySet<RowKind> = new Set<RowKind>(['status-update', 'artifact-update', 'task-snapshot', 'task-created']);
const WHOLE_TASK_KINDS: ReadonlySet<RowKind> = new Set<RowKind>(['task-snapshot', 'call-settled']);
const WORK = new Set(['send', 'stream', 'message/send', 'message/stream', 'SendMessage', 'SendStreamingMessage', 'tasks/send']);

/**
 * The tasks that rows up to the cursor show, one per task and server, in order of first sight.
 * @returns the tasks, and how many more there were than are drawn
 */
export function servedTasks(log: LogReader, cursor: number): { tasks: readonly ServedTask[]; leftOut: number } {
  const ids = log.taskIds().filter((taskId) => wasSeen(log, taskId, cursor));
  const tasks = ids.slice(0, MOST_TASKS).flatMap((taskId) => tasksOfId(log, taskId, cursor));
  return { tasks: tasks.toSorted((a, b) => a.openFrom - b.openFrom), leftOut: Math.max(0, ids.length - MOST_TASKS) };
}

/** An id that is only asked for, or named in an error, is no task. */
function wasSeen(log: LogReader, taskId: string, cursor: number): boolean {
  const rows = log.rowsOfTask(taskId);
  for (let index = 0; index < rows.length; index += 1) {
    const row = rows[index] ?? -1;
    if (log.seqOf(row) > cursor) return false;
    if (log.state(row) !== undefined || SHOWING_KINDS.has(log.kind(row))) return true;
  }
  return false;
}

/** Ids are counted per server, so two servers may use one id; rows of no known server go to the only one there is. */
function tasksOfId(log: LogReader, taskId: string, cursor: number): readonly ServedTask[] {
  const all = log.rowsOfTask(taskId);
  const rows: number[] = [];
  const servers = new Set<string>();
  for (let index = 0; index < all.length; index += 1) {
    const row = all[index] ?? -1;
    if (log.seqOf(row) > cursor) break;
    rows.push(row);
    const agent = SERVER_KINDS.has(log.kind(row)) ? log.agent(row) : undefined;
    if (agent !== undefined) servers.add(agent);
  }
  if (servers.size < 2) return [taskOf(log, taskId, [...servers][0], rows)];
  return [...servers].map((server) =>
    taskOf(
      log,
      taskId,
      server,
      rows.filter((row) => serverOf(log, row) === server),
    ),
  );
}

function serverOf(log: LogReader, row: number): string | undefined {
  const draft = log.row(row);
  return draft.kind === 'message-sent' && draft.channel !== 'push' ? draft.peer : draft.agent;
}

function taskOf(log: LogReader, taskId: string, server: string | undefined, rows: readonly number[]): ServedTask {
  const first = rows[0] ?? -1;
  const calls = callsOf(log, rows);
  const agent = server ?? calls.find((call) => call.to !== undefined)?.to;
  const facts = kernelFacts(log, rows);
  const wireChain = wireChainOf(log, rows);
  const contextId = rows.map((row) => log.row(row).contextId).find((id) => id !== undefined && id !== '');
  const state = rows.findLast((row) => log.state(row) !== undefined);
  const ended = rows.find((row) => isTerminal(log.state(row) ?? ''));
  const time = calls[0]?.time ?? log.time(first);
  return {
    key: `${agent ?? ''}\n${taskId}`,
    taskId,
    ...(agent === undefined ? {} : { agent }),
    ...(contextId === undefined ? {} : { contextId }),
    ...stateMember(state === undefined ? undefined : log.state(state)),
    ...(time === undefined ? {} : { time }),
    openFrom: Math.min(log.seqOf(first), calls[0]?.seq ?? Number.MAX_SAFE_INTEGER),
    ...(ended === undefined ? {} : { openTo: log.seqOf(ended) }),
    calls,
    ...facts,
    ...(wireChain === undefined ? {} : { wireChain }),
  };
}

function stateMember(state: ObservedState | undefined): { readonly state?: ObservedState } {
  return state === undefined ? {} : { state };
}

function kernelFacts(log: LogReader, rows: readonly number[]): Pick<ServedTask, 'created' | 'caller'> {
  const created = rows.find((row) => log.kind(row) === 'task-created');
  const fact = created === undefined ? undefined : log.fact(created);
  const admitted = rows.find((row) => log.kind(row) === 'delegation-admitted');
  const verdict = admitted === undefined ? undefined : log.fact(admitted);
  return {
    ...(created === undefined || fact?.kind !== 'task-created'
      ? {}
      : { created: { seq: log.seqOf(created), by: log.agent(created) ?? 'the kernel', chain: fact.delegationChain } }),
    ...(verdict?.kind === 'delegation-admitted' ? { caller: verdict.caller } : {}),
  };
}

/** The request that opened the task, and replies to it; requests that only look or cancel hand over no work. */
function callsOf(log: LogReader, rows: readonly number[]): readonly ServedCall[] {
  const requests = new Set<number>();
  const answer = rows.find((row) => SERVER_KINDS.has(log.kind(row)) && log.row(row).exchange !== undefined);
  const opening = answer === undefined ? undefined : log.rowsOfExchange(answer)[0];
  if (opening !== undefined && log.kind(opening) === 'message-sent') requests.add(opening);
  for (const row of rows) {
    if (requests.size >= MOST_REPLIES) break;
    if (log.kind(row) === 'message-sent') requests.add(row);
  }
  return [...requests]
    .filter((row) => handsOverWork(log, row))
    .map((row) => callOf(log, row))
    .toSorted((a, b) => a.seq - b.seq);
}

function handsOverWork(log: LogReader, row: number): boolean {
  const { channel, label } = log.row(row);
  if (channel === 'push') return false;
  const operation = log.exchangeOf(row)?.operation;
  if (operation !== undefined) return WORK.has(operation);
  return label === undefined ? channel === 'send' || channel === 'stream' : WORK.has(label);
}

function callOf(log: LogReader, row: number): ServedCall {
  const draft = log.row(row);
  const exchange = log.exchangeOf(row);
  const from = draft.agent ?? exchange?.from;
  const to = draft.peer ?? exchange?.to;
  const traceId = exchange?.traceparent?.split('-')[1];
  const seq = log.seqOf(row);
  return {
    seq,
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
    channel: draft.channel,
    ...(draft.time === undefined ? {} : { time: draft.time }),
    ...(traceId === undefined ? {} : { traceId }),
    ...remembered(log, 'message', row, () => messageEvidence(log.value(row), seq)),
  };
}

function messageEvidence(value: Json | undefined, seq: number): Pick<ServedCall, 'referenceTaskIds' | 'claims'> {
  if (value === undefined) return { referenceTaskIds: [], claims: [] };
  const { said } = observe(value, { direction: 'request' });
  const message = said.kind === 'request' ? said.message : undefined;
  const claims = CLAIM_MEMBERS.flatMap((name): readonly NamedChain[] => {
    const names = namesOf(member(message?.metadata, name));
    return names.length === 0 ? [] : [{ names, place: `metadata.${name} of the message in #${seq}`, seq }];
  });
  return { referenceTaskIds: message?.referenceTaskIds ?? [], claims };
}

/** Names in a claimed chain: texts, or objects that name an actor; anything else is no name and is passed over. */
function namesOf(value: Json | undefined): readonly string[] {
  if (!Array.isArray(value)) return [];
  return (value as readonly Json[]).flatMap((entry) => {
    const name = typeof entry === 'string' ? entry : ['agent', 'name', 'id', 'sub'].map((key) => textMember(entry, key)).find(Boolean);
    return name === undefined || name === '' ? [] : [name];
  });
}

/** From the last whole task of the last three that were seen: a server may leave metadata out of a short answer. */
function wireChainOf(log: LogReader, rows: readonly number[]): NamedChain | undefined {
  const whole = rows.filter((row) => WHOLE_TASK_KINDS.has(log.kind(row))).slice(-3);
  for (const row of whole.toReversed()) {
    const names = remembered(log, 'chain', row, () => chainOnWire(log.value(row)));
    const seq = log.seqOf(row);
    if (names.length > 0) return { names, place: `metadata.${CHAIN_KEY} of the task in #${seq}`, seq };
  }
  return undefined;
}

function chainOnWire(value: Json | undefined): readonly string[] {
  const said = value === undefined ? undefined : observe(value).said;
  return said?.kind === 'task' ? said.task.delegationChain : [];
}

// A row never changes, so what was parsed from it is kept: moving the cursor asks for the same rows again and again. Sentences
// name places in the order, which may settle later, so the order is part of the key.
const memories = new WeakMap<LogReader, Map<string, unknown>>();

function remembered<T>(log: LogReader, what: 'message' | 'chain', row: number, read: () => T): T {
  const memory = memories.get(log) ?? new Map<string, unknown>();
  memories.set(log, memory);
  const key = `${what} ${row} ${log.seqOf(row)}`;
  if (!memory.has(key)) memory.set(key, read());
  return memory.get(key) as T;
}
