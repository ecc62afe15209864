// What chains are made of: each task with the agent that served it, who asked for it and through which request, what the
// kernel recorded about its chain, and what the wire merely says about it. Joining these is chain-links.ts.

import { CHAIN_KEY, observe } from '../adapters/adapters.ts';
import { member, textMember, type Json } from '../base/json.ts';
import type { LogView } from '../log/log-view.ts';
import type { Channel } from '../log/row-kind.ts';
import type { CallerContext } from '../protocol/caller-context.ts';
import type { ObservedState } from '../protocol/task.ts';
import { countUpTo } from './known-caller.ts';
import { besideLog } from './log-index.ts';
import { MOST_REQUESTS, servedRowsOf, type TaskAtServer, type TaskRows } from './served-rows.ts';

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
  /** Tells apart what is drawn: the server with the id. */
  readonly key: string;
  /** Key of the task. */
  readonly task: string;
  /** As agents name it. */
  readonly taskId: string;
  /** As it is shown. */
  readonly name: string;
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

const WORK = new Set(['send', 'stream', 'message/send', 'message/stream', 'SendMessage', 'SendStreamingMessage', 'tasks/send']);

/**
 * The tasks that rows up to the cursor show, one per task and server, in order of first sight.
 * @returns the tasks, and how many more there were than are drawn
 */
export function servedTasks(log: LogView, cursor: number): { tasks: readonly ServedTask[]; leftOut: number } {
  const { tasks, leftOut } = servedRowsOf(log).upTo(cursor);
  return { tasks: tasks.map((task) => taskOf(log, task, cursor)).sort((a, b) => a.openFrom - b.openFrom), leftOut };
}

function taskOf(log: LogView, { task, server, rows }: TaskAtServer, cursor: number): ServedTask {
  const taskId = log.tasks.idOf(task);
  const isSeen = (row: number): boolean => row >= 0 && log.seqOf(row) <= cursor;
  const calls = callsOf(log, rows, isSeen);
  const agent = server ?? calls.find((call) => call.to !== undefined)?.to;
  const wireChain = wireChainOf(log, rows.wholes, cursor);
  const contextId = isSeen(rows.context) ? rows.contextId : undefined;
  const changed = rows.changes[countUpTo(log, rows.changes, cursor) - 1];
  const state = changed === undefined ? undefined : log.state(changed);
  const time = calls[0]?.time ?? log.time(rows.first);
  return {
    key: `${agent ?? ''}\n${taskId}`,
    task,
    taskId,
    name: log.tasks.nameOf(task),
    ...(agent === undefined ? {} : { agent }),
    ...(contextId === undefined ? {} : { contextId }),
    ...(state === undefined ? {} : { state }),
    ...(time === undefined ? {} : { time }),
    openFrom: Math.min(log.seqOf(rows.first), calls[0]?.seq ?? Number.MAX_SAFE_INTEGER),
    ...(isSeen(rows.ended) ? { openTo: log.seqOf(rows.ended) } : {}),
    calls,
    ...kernelFacts(log, rows, isSeen),
    ...(wireChain === undefined ? {} : { wireChain }),
  };
}

type IsSeen = (row: number) => boolean;

function kernelFacts(log: LogView, { created, admitted }: TaskRows, isSeen: IsSeen): Pick<ServedTask, 'created' | 'caller'> {
  const fact = isSeen(created) ? remembered(log, 'fact', created, () => log.fact(created)) : undefined;
  const verdict = isSeen(admitted) ? remembered(log, 'fact', admitted, () => log.fact(admitted)) : undefined;
  return {
    ...(fact?.kind === 'task-created'
      ? { created: { seq: log.seqOf(created), by: log.agent(created) ?? 'the kernel', chain: fact.delegationChain } }
      : {}),
    ...(verdict?.kind === 'delegation-admitted' ? { caller: verdict.caller } : {}),
  };
}

/** The request that opened the task, and replies to it; requests that only look or cancel hand over no work. */
function callsOf(log: LogView, rows: TaskRows, isSeen: IsSeen): readonly ServedCall[] {
  const requests = new Set<number>();
  const opening = isSeen(rows.answer) ? log.rowsOfExchange(rows.answer)[0] : undefined;
  if (opening !== undefined && log.kind(opening) === 'message-sent') requests.add(opening);
  for (const row of rows.requests) {
    if (requests.size >= MOST_REQUESTS || !isSeen(row)) break;
    requests.add(row);
  }
  return [...requests]
    .filter((row) => handsOverWork(log, row))
    .map((row) => callOf(log, row))
    .sort((a, b) => a.seq - b.seq);
}

/** Whether a request sends a message to work on; others look, cancel or configure. */
export function handsOverWork(log: LogView, row: number): boolean {
  const channel = log.channel(row);
  const label = log.label(row);
  if (channel === 'push') return false;
  const operation = log.exchangeOf(row)?.operation;
  if (operation !== undefined) return WORK.has(operation);
  return label === undefined ? channel === 'send' || channel === 'stream' : WORK.has(label);
}

function callOf(log: LogView, row: number): ServedCall {
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
function wireChainOf(log: LogView, wholes: readonly number[], cursor: number): NamedChain | undefined {
  const count = countUpTo(log, wholes, cursor);
  for (let index = count - 1; index >= Math.max(0, count - 3); index -= 1) {
    const row = wholes[index] ?? -1;
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
// name places in the order; what is kept goes when the order is settled.
const memoryOf = besideLog(() => new Map<string, unknown>());

function remembered<T>(log: LogView, what: 'message' | 'chain' | 'fact', row: number, read: () => T): T {
  const memory = memoryOf(log);
  const key = `${what} ${row}`;
  if (!memory.has(key)) memory.set(key, read());
  return memory.get(key) as T;
}
