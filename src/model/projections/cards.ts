// Cards: what each agent promises, as it was on the wire, beside what only the platform knows.

import { encodeReferenceCard, observe } from '../adapters/adapters.ts';
import type { ObservedCard } from '../adapters/observation.ts';
import { invariant } from '../base/assert.ts';
import type { Issue } from '../base/result.ts';
import type { Json } from '../base/json.ts';
import type { LogReader } from '../log/log-reader.ts';
import type { AgentCard, PlatformMetadata, PublishedCard } from '../protocol/agent-card.ts';
import { servedTasks } from './chain-tasks.ts';
import { countUpTo } from './known-caller.ts';
import { payloadAt } from './payload.ts';

export interface CardView {
  readonly name: string;
  readonly seq: number;
  /** The card as it crossed the wire, when it was seen there; else as this page would publish it. */
  readonly wire?: { readonly document: Json; readonly version?: string; readonly seq: number };
  /** Other documents of the same agent that were on the wire before this one, oldest first; at most 8. */
  readonly earlier?: readonly { readonly document: Json; readonly version?: string; readonly seq: number }[];
  readonly published: PublishedCard;
  readonly wouldPublish: Json;
  /** Undefined: nothing in the log states it. */
  readonly platform?: PlatformMetadata;
  readonly problems: readonly Issue[];
  /** Promise beside conduct, counted up to the cursor. */
  readonly conduct: {
    readonly streams: number;
    readonly pushes: number;
    readonly tasks: number;
    readonly completed: number;
    readonly failed: number;
    readonly rejected: number;
  };
}

const MOST_EARLIER = 8;

/**
 * The cards known up to the cursor, by agent, in order of first appearance: published in the directory, seen on a wire, or
 * both. Source: SPEC.md P.40–P.42.
 */
export function projectCards(log: LogReader, ask: { readonly cursor: number }): readonly CardView[] {
  const sightings = sightingsUpTo(log, ask.cursor);
  const conduct = conductUpTo(log, ask.cursor);
  return [...sightings.values()].map((seen): CardView => {
    const wire = seen.wire.at(-1);
    const earlier = seen.wire.slice(0, -1).slice(-MOST_EARLIER);
    const published = wire?.read.card ?? seen.published?.card;
    invariant(published !== undefined, 'P.40', 'a card was sighted and neither seen nor published');
    return {
      name: seen.name,
      seq: seen.seq,
      ...(wire === undefined ? {} : { wire: shownDocument(wire) }),
      ...(earlier.length === 0 ? {} : { earlier: earlier.map(shownDocument) }),
      published,
      wouldPublish: encodeReferenceCard(seen.published?.card ?? published),
      ...(seen.published === undefined ? {} : { platform: platformOf(seen.published.card) }),
      problems: wire?.read.problems ?? [],
      conduct: conduct.get(seen.name) ?? NOTHING_SEEN,
    };
  });
}

interface WireSighting {
  readonly seq: number;
  readonly document: Json;
  readonly version?: string;
  readonly read: ObservedCard;
}
interface Sighting {
  readonly name: string;
  readonly seq: number;
  /** Oldest first; a document that is like the one before it is no new sight. */
  readonly wire: WireSighting[];
  published?: { readonly card: AgentCard };
}

function sightingsUpTo(log: LogReader, cursor: number): ReadonlyMap<string, Sighting> {
  const rows = (['card-published', 'card-seen'] as const)
    .flatMap((kind) => Array.from(log.rowsOfKind(kind)).slice(0, countUpTo(log, log.rowsOfKind(kind), cursor)))
    .toSorted((a, b) => log.seqOf(a) - log.seqOf(b));
  const sightings = new Map<string, Sighting>();
  const sightingOf = (name: string, seq: number) => {
    const found = sightings.get(name) ?? { name, seq, wire: [] };
    sightings.set(name, found);
    return found;
  };
  for (const row of rows) {
    const seq = log.seqOf(row);
    const fact = log.fact(row);
    if (fact?.kind === 'card-published') {
      sightingOf(fact.card.name, seq).published = { card: fact.card };
      continue;
    }
    const seen = wireSighting(log, row, seq);
    if (seen === undefined) continue;
    const { wire } = sightingOf(seen.read.card.name, seq);
    const before = wire.at(-1);
    if (before === undefined || JSON.stringify(before.document) !== JSON.stringify(seen.document)) wire.push(seen);
  }
  return sightings;
}

function wireSighting(log: LogReader, row: number, seq: number): WireSighting | undefined {
  const value = log.value(row);
  if (value === undefined) return undefined;
  const { said, version, payloadPath } = observe(value);
  if (said.kind !== 'card') return undefined;
  const document = payloadAt(value, payloadPath);
  const stated = version ?? majorMinor(said.card.card.protocolVersion);
  return { seq, document, ...(stated === undefined ? {} : { version: stated }), read: said.card };
}

function majorMinor(version: string): string | undefined {
  return /^\d+\.\d+/.exec(version)?.[0];
}

function shownDocument({ seq, document, version }: WireSighting): NonNullable<CardView['wire']> {
  return { seq, document, ...(version === undefined ? {} : { version }) };
}

function platformOf({ owner, tenants, maxDataClassification }: AgentCard): PlatformMetadata {
  return { owner, tenants, maxDataClassification };
}

type Conduct = CardView['conduct'];
const NOTHING_SEEN: Conduct = { streams: 0, pushes: 0, tasks: 0, completed: 0, failed: 0, rejected: 0 };

/** By agent: streams asked of it, deliveries sent by it, and its tasks with where they stand. */
function conductUpTo(log: LogReader, cursor: number): ReadonlyMap<string, Conduct> {
  const counts = new Map<string, { -readonly [member in keyof Conduct]: Conduct[member] }>();
  const add = (agent: string | undefined, member: keyof Conduct) => {
    if (agent === undefined) return;
    const count = counts.get(agent) ?? { ...NOTHING_SEEN };
    count[member] += 1;
    counts.set(agent, count);
  };
  const { tasks } = servedTasks(log, cursor);
  const serverOf = new Map(tasks.map(({ taskId, agent }) => [taskId, agent]));
  const sent = log.rowsOfKind('message-sent');
  const sentCount = countUpTo(log, sent, cursor);
  for (let index = 0; index < sentCount; index += 1) {
    const { channel, agent, peer, taskId } = log.row(sent[index] ?? -1);
    if (channel === 'stream') add(peer, 'streams');
    // A delivery seen at the callback need not say who sent it; the task it is about was served by somebody.
    if (channel === 'push') add(agent ?? serverOf.get(taskId ?? ''), 'pushes');
  }
  for (const { agent, state } of tasks) {
    add(agent, 'tasks');
    if (state === 'completed' || state === 'failed' || state === 'rejected') add(agent, state);
  }
  return counts;
}
