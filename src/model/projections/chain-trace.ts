// Chains of a trace that was given, not played: drawn from the hops that the audit found while it was read, so that the picture,
// the report and the findings say the same. Hops after the cursor have not happened yet.

import type { Hop, HopFinder } from '../audit/audit.ts';
import type { LogView } from '../log/log-view.ts';
import { emptyStory, finishStory, putHop, putNode, type Story } from './chain-story.ts';
import type { ServedTask } from './chain-tasks.ts';
import type { Chain } from './chains.ts';
import { fromTaskOf, seqOfHop, toTaskOf } from './hop-tasks.ts';
import { taskMovesOf } from './task-moves.ts';

/** Hops drawn at most; more are counted in words. */
const MOST_HOPS = 1_000;

export interface TracedChains {
  /** By their first row. */
  readonly chains: readonly Chain[];
  /** Tasks of which nobody is known to have asked for them. */
  readonly callerless: readonly ServedTask[];
  /** Sentences: what is only claimed, and what is not drawn. */
  readonly unknown: readonly string[];
}

/**
 * Chains up to the cursor (SPEC.md P.38, P.39).
 * @param tasks those that the log shows up to the cursor: one that no hop leads to or from stands alone
 */
export function traceChains(
  log: LogView,
  ask: { readonly cursor: number; readonly limit: number },
  seen: { readonly found: Pick<HopFinder, 'hops' | 'leftOut'>; readonly tasks: readonly ServedTask[] },
): TracedChains {
  const happened = seen.found.hops().filter((hop) => seqOfHop(log, hop) <= ask.cursor);
  const hops = happened.slice(0, MOST_HOPS);
  const inHops = new Set(happened.flatMap((hop) => [fromTaskOf(log, hop), toTaskOf(log, hop)]));
  const alone = seen.tasks.filter(({ task }) => !inHops.has(task));
  const stories = new Stories();
  for (const hop of hops) drawHop(log, stories, hop, ask.cursor);
  for (const task of alone) drawTask(stories, task);
  const chains = stories.all().map((story) => finishStory(story, ask.limit));
  const asked = new Set(happened.map((hop) => toTaskOf(log, hop)));
  return {
    chains: chains.toSorted((a, b) => firstSeq(a) - firstSeq(b)),
    callerless: seen.tasks.filter(({ task }) => !asked.has(task)),
    unknown: sentences(log, happened, seen.found.leftOut()),
  };
}

function firstSeq({ nodes }: Chain): number {
  return nodes.reduce((first, { seq = Number.POSITIVE_INFINITY }) => Math.min(first, seq), Number.POSITIVE_INFINITY);
}

function drawHop(log: LogView, stories: Stories, hop: Hop, cursor: number): void {
  const seq = seqOfHop(log, hop);
  const [row = 0] = hop.rows;
  const about = hop.contextId ?? hop.traceId;
  const from = end(log, { agent: hop.from, task: fromTaskOf(log, hop), work: hop.fromWork, about, cursor });
  const to = end(log, { agent: hop.to, task: toTaskOf(log, hop), work: hop.toWork, about, cursor });
  const story = stories.joined([from.id, to.id, ...(hop.contextId === undefined ? [] : [`context ${hop.contextId}`])]);
  putNode(story, {
    ...from,
    standing: from.taskId === undefined ? hop.evidence : 'declared',
    seq: Math.min(seq, story.nodes.get(from.id)?.seq ?? seq),
  });
  putNode(story, {
    ...to,
    standing: to.taskId === undefined ? hop.evidence : 'declared',
    ...(hop.contextId === undefined ? {} : { contextId: hop.contextId }),
    ...(hop.time === undefined ? {} : { time: hop.time }),
    seq,
  });
  putHop(story, { from: from.id, to: to.id, standing: hop.evidence, evidence: hop.because, seq, channel: log.channel(row) });
}

interface End {
  readonly agent: string | undefined;
  /** Key of its task. */
  readonly task: string | undefined;
  readonly work: number;
  readonly about: string | undefined;
  readonly cursor: number;
}

/** A caller that is only named is one in all that it asked for in a context or a trace. */
function end(log: LogView, { agent = 'agent not stated', task, work, about, cursor }: End) {
  const state = task === undefined ? undefined : taskMovesOf(log).stateAt(task, cursor);
  return {
    id: task === undefined && about !== undefined ? `named:${agent}\n${about}` : `work:${work}`,
    agent,
    ...(task === undefined ? {} : { taskId: log.tasks.nameOf(task) }),
    ...(state === undefined ? {} : { state }),
  };
}

function drawTask(stories: Stories, task: ServedTask): void {
  const { key, agent = 'agent not stated', name: taskId, contextId, state, time, openFrom } = task;
  const id = `task:${key}`;
  const story = stories.joined([id, ...(contextId === undefined ? [] : [`context ${contextId}`])]);
  putNode(story, {
    id,
    agent,
    taskId,
    ...(contextId === undefined ? {} : { contextId }),
    ...(state === undefined ? {} : { state }),
    ...(time === undefined ? {} : { time }),
    seq: openFrom,
    standing: 'declared',
  });
}

/** Stories while they are drawn: what shares an end or a context is one; the smaller of two that meet moves into the other. */
class Stories {
  readonly #storyOf = new Map<string, { story: Story; keys: string[] }>();

  joined(keys: readonly string[]): Story {
    const met = [...new Set(keys.flatMap((key) => this.#storyOf.get(key) ?? []))].sort((a, b) => b.keys.length - a.keys.length);
    const home = met[0] ?? { story: emptyStory(keys[0] ?? ''), keys: [] };
    for (const other of met.slice(1)) {
      other.story.nodes.forEach((node) => putNode(home.story, node));
      other.story.hops.forEach((hop) => putHop(home.story, hop));
      this.#move(other.keys, home);
    }
    this.#move(
      keys.filter((key) => this.#storyOf.get(key) !== home),
      home,
    );
    return home.story;
  }

  all(): readonly Story[] {
    return [...new Set([...this.#storyOf.values()].map(({ story }) => story))];
  }

  #move(keys: readonly string[], home: { story: Story; keys: string[] }): void {
    for (const key of keys) {
      this.#storyOf.set(key, home);
      home.keys.push(key);
    }
  }
}

const MOST_CLAIMS = 20;

function sentences(log: LogView, hops: readonly Hop[], leftOut: number): readonly string[] {
  const claims = new Set(
    hops.flatMap((hop) =>
      hop.evidence === 'claimed'
        ? [`${hop.because} in #${seqOfHop(log, hop)} says who asked for this; nothing in this log verifies it.`]
        : [],
    ),
  );
  const said = [...claims].slice(0, MOST_CLAIMS);
  if (hops.length > MOST_HOPS) said.push(`${hops.length - MOST_HOPS} more hops are in this log than are drawn here.`);
  if (leftOut > 0) said.push(`${leftOut} more spans and calls are in this log than are looked through for hops.`);
  return said;
}
