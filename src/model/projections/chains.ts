// Chains: who handed work to whom, on whose behalf, and how we know. Three standings are told apart: declared (the server
// recorded it from the caller it verified, or both ends of an exchange were seen), inferred (from nesting or names), claimed.

import type { HopFinder } from '../audit/audit.ts';
import type { LogView } from '../log/log-view.ts';
import type { CallerContext } from '../protocol/caller-context.ts';
import type { ObservedState } from '../protocol/task.ts';

import { decisionsUpTo, pairDecisions, pathOf, type Decision } from './chain-decisions.ts';
import { groupTasks, type TaskGroup } from './chain-groups.ts';
import { declaredParent, inferredParent, pathKey, sameNames, TasksByEvidence, type ParentLink } from './chain-links.ts';
import { emptyStory, finishStory, putHop, putNode, putPath, type Story } from './chain-story.ts';
import { cardSightingsOf } from './card-sightings.ts';
import { traceChains } from './chain-trace.ts';
import { servedTasks, type NamedChain, type ServedCall, type ServedTask } from './chain-tasks.ts';
import { unknownSentences } from './chain-unknowns.ts';

export type HopStanding = 'declared' | 'inferred' | 'claimed';

export interface ChainNode {
  readonly id: string;
  readonly agent: string;
  readonly taskId?: string;
  readonly contextId?: string;
  readonly state?: ObservedState;
  readonly classification?: string;
  readonly tenant?: string;
  readonly userId?: string;
  readonly depth: number;
  readonly time?: number;
  readonly seq?: number;
  /** The agent is its own ancestor. */
  readonly cycle?: boolean;
  /** At or past the depth limit asked about. */
  readonly pastLimit?: boolean;
  readonly standing: HopStanding;
}
export interface ChainHop {
  readonly from: string;
  readonly to: string;
  readonly standing: HopStanding;
  /** In words, where it is known from: `task-created by sanctions-screening-agent`. */
  readonly evidence: string;
  readonly seq?: number;
  readonly channel?: string;
  readonly refused?: boolean;
}
export interface Chain {
  readonly id: string;
  readonly title: string;
  readonly contextId?: string;
  readonly depth: number;
  readonly nodes: readonly ChainNode[];
  readonly hops: readonly ChainHop[];
  /** Indented lines for copying. */
  readonly text: string;
}
export interface ChainsAnswer {
  readonly chains: readonly Chain[];
  readonly limit: number;
  /** Sentences: what cannot be known from this log. */
  readonly unknown: readonly string[];
}

/** What is known about the hops into one task, before any of it is drawn. */
export interface TaskLinks {
  readonly task: ServedTask;
  readonly caller?: CallerContext;
  readonly parents: readonly { readonly link: ParentLink; readonly call?: ServedCall }[];
  /** Calls whose sender is named, and served no task that is known. */
  readonly senders: readonly ServedCall[];
  readonly claims: readonly NamedChain[];
  readonly doubts: readonly string[];
}

/**
 * Chains up to the cursor: declared from kernel facts and from exchanges with both ends named, inferred from nesting,
 * claimed from metadata. SPEC.md P.30–P.37.
 * @param ask rows with seq <= cursor count; nodes deeper than `limit` are marked
 * @param found the hops that the audit has found: they are drawn where no kernel has told (P.38)
 * @returns stories, each a connected set of tasks (one context, or one asked for in the service of another), by first row
 */
export function projectChains(
  log: LogView,
  ask: { readonly cursor: number; readonly limit: number },
  found?: Pick<HopFinder, 'hops' | 'leftOut'>,
): ChainsAnswer {
  const { tasks, leftOut } = servedTasks(log, ask.cursor);
  if (found !== undefined && !log.hasKernelRows) return fromTrace(log, ask, { tasks, leftOut, found });
  const { callers, alone } = pairDecisions(decisionsUpTo(log, ask.cursor), tasks);
  const cards = { has: (name: string) => cardSightingsOf(log).isNamed(name, ask.cursor) };
  const evidence = new TasksByEvidence(tasks);
  const links = tasks.map((task) => linksOf(task, evidence, callers.get(task.key) ?? task.caller));
  const stories = groupTasks(links, alone).map((group) => drawGroup(group, cards));
  const chains = stories.map((story) => finishStory(story, ask.limit));
  return { chains, limit: ask.limit, unknown: unknownSentences(log, { links, leftOut, chains }) };
}

function fromTrace(
  log: LogView,
  ask: { readonly cursor: number; readonly limit: number },
  seen: { readonly tasks: readonly ServedTask[]; readonly leftOut: number; readonly found: Pick<HopFinder, 'hops' | 'leftOut'> },
): ChainsAnswer {
  const { chains, callerless, unknown } = traceChains(log, ask, seen);
  const links = callerless.map((task): TaskLinks => ({ task, parents: [], senders: [], claims: [], doubts: [] }));
  return { chains, limit: ask.limit, unknown: [...unknownSentences(log, { links, leftOut: seen.leftOut, chains }), ...unknown] };
}

/** Names that cards state; other names of senders and receivers are hosts. */
type KnownNames = Pick<ReadonlySet<string>, 'has'>;

function linksOf(task: ServedTask, tasks: TasksByEvidence, caller: CallerContext | undefined): TaskLinks {
  const declared = declaredParent(task, tasks);
  const parents: { link: ParentLink; call?: ServedCall }[] = declared === undefined ? [] : [{ link: declared }];
  const senders: ServedCall[] = [];
  const doubts: string[] = [];
  for (const call of task.created === undefined ? task.calls : []) {
    const { link, doubt } = inferredParent(call, task, tasks);
    if (link !== undefined) parents.push({ link, call });
    else if (call.from !== undefined) senders.push(call);
    if (doubt !== undefined) doubts.push(doubt);
  }
  return { task, ...(caller === undefined ? {} : { caller }), parents, senders, claims: claimsAbout(task), doubts };
}

/** A chain on the wire that the kernel's own record agrees with is no claim of its own (P.33). */
function claimsAbout(task: ServedTask): readonly NamedChain[] {
  const written = task.calls.flatMap((call) => call.claims);
  const { created, wireChain } = task;
  const agreed = wireChain === undefined || (created !== undefined && sameNames(created.chain, wireChain.names));
  return agreed ? written : [...written, wireChain];
}

function drawGroup(group: TaskGroup, cards: KnownNames): Story {
  const story = emptyStory(group.id);
  for (const links of group.links) drawTask(story, links, cards);
  const serving = servingByPath(group);
  for (const decision of group.decisions) drawDecision(story, decision, serving);
  for (const links of group.links) drawClaims(story, links);
  return story;
}

function drawTask(story: Story, links: TaskLinks, cards: KnownNames): void {
  const { task, caller } = links;
  const id = putNode(story, taskNode(task, caller));
  for (const { link, call } of links.parents) {
    putHop(story, { ...hopOf(link, call), from: nodeId(link.parent), to: id });
  }
  const { created } = task;
  if (created !== undefined && links.parents.length === 0 && created.chain.length > 0) {
    const evidence = `task-created by ${created.by}`;
    const from = putPath(story, { names: created.chain, standing: 'declared', evidence, seq: created.seq }) ?? id;
    if (caller !== undefined) describeCaller(story, from, caller);
    const call = task.calls[0];
    putHop(story, {
      from,
      to: id,
      standing: 'declared',
      evidence,
      seq: created.seq,
      ...(call === undefined ? {} : { channel: call.channel }),
    });
  }
  for (const call of links.senders) drawSender(story, call, id, cards);
}

function hopOf(link: ParentLink, call: ServedCall | undefined): Omit<ChainHop, 'from' | 'to'> {
  const { standing, evidence } = link;
  return call === undefined ? { standing, evidence } : { standing, evidence, seq: call.seq, channel: call.channel };
}

function drawSender(story: Story, call: ServedCall, to: string, cards: KnownNames): void {
  const { from = '', to: receiver = '' } = call;
  const named = cards.has(from) && cards.has(receiver);
  const standing: HopStanding = named ? 'declared' : 'inferred';
  const evidence = named ? `request #${call.seq} from ${from} to ${receiver}` : `request #${call.seq}; no card names both ends`;
  const last = putPath(story, { names: [from], standing, evidence, seq: call.seq });
  if (last !== undefined) putHop(story, { from: last, to, standing, evidence, seq: call.seq, channel: call.channel });
}

function describeCaller(story: Story, id: string, caller: CallerContext): void {
  const node = story.nodes.get(id);
  if (node === undefined) return;
  putNode(story, { ...node, tenant: caller.tenant, userId: caller.userId, classification: caller.dataClassification });
}

function taskNode(task: ServedTask, caller: CallerContext | undefined) {
  const { name: taskId, contextId, state, time } = task;
  return {
    id: nodeId(task),
    agent: task.agent ?? 'agent not stated',
    taskId,
    ...(contextId === undefined ? {} : { contextId }),
    ...(state === undefined ? {} : { state }),
    ...(time === undefined ? {} : { time }),
    ...(caller === undefined ? {} : { classification: caller.dataClassification, tenant: caller.tenant, userId: caller.userId }),
    seq: task.openFrom,
    standing: 'declared' as const,
  };
}

function nodeId(task: ServedTask): string {
  return `task:${task.key}`;
}

/** The first task of each recorded chain, by that chain with the task's server at its end. */
function servingByPath({ links, decisions }: TaskGroup): ReadonlyMap<string, TaskLinks> {
  const serving = new Map<string, TaskLinks>();
  if (decisions.length === 0) return serving;
  for (const link of links) {
    const { created, agent = '' } = link.task;
    const key = created === undefined ? undefined : pathKey([...created.chain, agent]);
    if (key !== undefined && !serving.has(key)) serving.set(key, link);
  }
  return serving;
}

/** A hop to an agent that was asked about: refused, or admitted without a task. */
function drawDecision(story: Story, decision: Decision, servingBy: ReadonlyMap<string, TaskLinks>): void {
  const path = pathOf(decision.caller);
  const serving = servingBy.get(pathKey(path));
  const evidence = decision.denied === undefined ? `admitted by ${decision.by}, no task seen` : decision.denied.join(', ');
  const from =
    serving === undefined
      ? putPath(story, { names: path, standing: 'declared', evidence: `caller context shown to ${decision.by}`, seq: decision.seq })
      : nodeId(serving.task);
  if (from === undefined) return;
  describeCaller(story, from, decision.caller);
  const to = putNode(story, {
    id: `asked:${decision.seq}`,
    agent: decision.callee,
    classification: decision.caller.dataClassification,
    seq: decision.seq,
    standing: 'declared',
  });
  const refused = decision.denied === undefined ? {} : { refused: true };
  putHop(story, { from, to, standing: 'declared', evidence, seq: decision.seq, ...refused });
}

/** Claims come last, so that a claimed chain that ends in a caller we know is drawn onto that caller. */
function drawClaims(story: Story, links: TaskLinks): void {
  if (links.claims.length === 0) return;
  const to = nodeId(links.task);
  const way = [...story.hops.values()].find((hop) => hop.to === to && hop.standing !== 'claimed');
  const callerId = way?.from;
  const caller = callerId === undefined ? undefined : story.nodes.get(callerId)?.agent;
  for (const claim of links.claims) {
    const upToServer = claim.names.at(-1) === links.task.agent ? claim.names.slice(0, -1) : claim.names;
    const ontoCaller = caller !== undefined && upToServer.at(-1) === caller;
    const names = ontoCaller ? upToServer.slice(0, -1) : upToServer;
    const target = ontoCaller ? (callerId ?? to) : to;
    const last = putPath(story, { names, standing: 'claimed', evidence: claim.place, seq: claim.seq });
    if (last !== undefined) putHop(story, { from: last, to: target, standing: 'claimed', evidence: claim.place, seq: claim.seq });
  }
}
