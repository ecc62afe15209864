// Cards: what each agent promises, as it was on the wire, beside what only the platform knows.

import { encodeReferenceCard } from '../adapters/adapters.ts';
import type { Issue } from '../base/result.ts';
import type { Json } from '../base/json.ts';
import type { LogView } from '../log/log-view.ts';
import type { AgentCard, PlatformMetadata, PublishedCard } from '../protocol/agent-card.ts';
import { cardSightingsOf, publishedAt, sightedUpTo, type CardRows, type WireSighting } from './card-sightings.ts';
import { conductOf, type Conduct } from './conduct.ts';

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
  readonly conduct: Conduct;
}

/** Cards of one answer at most. */
const MOST_CARDS = 200;
const MOST_EARLIER = 8;

/**
 * The cards known up to the cursor, by agent, in order of first appearance: published in the directory, seen on a wire, or
 * both. Source: SPEC.md P.40–P.42.
 * @param ask agents from a place on, the first unless told; at most 200 come, `projectCardCount` says how many there are
 */
export function projectCards(log: LogView, ask: { readonly cursor: number; readonly from?: number }): readonly CardView[] {
  const sightings = cardSightingsOf(log);
  const from = Math.max(0, ask.from ?? 0);
  const agents = sightings.between(from, Math.min(from + MOST_CARDS, sightings.countUpTo(ask.cursor)));
  return agents.flatMap((rows) => cardView(log, rows, ask.cursor) ?? []);
}

/** How many agents had a card by the cursor. */
export function projectCardCount(log: LogView, ask: { readonly cursor: number }): number {
  return cardSightingsOf(log).countUpTo(ask.cursor);
}

/** @returns undefined where nothing of what was seen can be read as a card */
function cardView(log: LogView, rows: CardRows, cursor: number): CardView | undefined {
  const sighted = sightedUpTo(log, rows, { cursor, most: MOST_EARLIER + 1 });
  const wire = sighted.at(-1);
  const earlier = sighted.slice(0, -1);
  const inDirectory = publishedAt(log, rows, cursor);
  const published = wire?.read.card ?? inDirectory;
  if (published === undefined) return undefined;
  return {
    name: rows.name,
    seq: rows.firstSeq,
    ...(wire === undefined ? {} : { wire: shownDocument(wire) }),
    ...(earlier.length === 0 ? {} : { earlier: earlier.map(shownDocument) }),
    published,
    wouldPublish: encodeReferenceCard(inDirectory ?? published),
    ...(inDirectory === undefined ? {} : { platform: platformOf(inDirectory) }),
    problems: wire?.read.problems ?? [],
    conduct: conductOf(log).at(rows.name, cursor),
  };
}

function shownDocument({ seq, document, version }: WireSighting): NonNullable<CardView['wire']> {
  return { seq, document, ...(version === undefined ? {} : { version }) };
}

function platformOf({ owner, tenants, maxDataClassification }: AgentCard): PlatformMetadata {
  return { owner, tenants, maxDataClassification };
}
