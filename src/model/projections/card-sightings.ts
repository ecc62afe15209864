// Where the card of each agent was published and seen, found once as rows arrive; and the documents that an agent had on the
// wire, one after the other, read only for agents that are shown.

import { observe } from '../adapters/adapters.ts';
import type { ObservedCard } from '../adapters/observation.ts';
import type { Json } from '../base/json.ts';
import { countBelow, counts } from '../log/column.ts';
import type { LogView } from '../log/log-view.ts';
import type { AgentCard } from '../protocol/agent-card.ts';
import { BoundedMemory } from './bounded-memory.ts';
import { nameOnCard } from './card-name.ts';
import { countUpTo } from './known-caller.ts';
import { besideLog, perLog, type LogIndex } from './log-index.ts';
import { payloadAt } from './payload.ts';

/** Sightings of one agent that are looked at, counted back from the cursor, and the step in which their beginning moves on. */
const LOOK_BACK = 128;
const LOOK_STEP = 64;
const KEPT_DOCUMENTS = 1_024;

export interface CardRows {
  readonly name: string;
  readonly firstSeq: number;
  readonly published: number[];
  readonly seen: number[];
}

class CardSightings implements LogIndex {
  readonly #byName = new Map<string, CardRows>();
  readonly #inOrder: CardRows[] = [];
  readonly #firstSeqs = counts();

  add(log: LogView, row: number, seq: number): void {
    const kind = log.kind(row);
    if (kind !== 'card-seen' && kind !== 'card-published') return;
    const name = nameOnCard(log, row);
    if (name === undefined) return;
    const rows = this.#byName.get(name) ?? this.#open(name, seq);
    (kind === 'card-seen' ? rows.seen : rows.published).push(row);
  }

  countUpTo(cursor: number): number {
    return countBelow(this.#firstSeqs.length, (index) => this.#firstSeqs.at(index), cursor + 1);
  }

  /** Agents in order of their first card, from a place up to another one. */
  between(from: number, to: number): readonly CardRows[] {
    return this.#inOrder.slice(from, to);
  }

  /** Whether a card had stated this name by a cursor. */
  isNamed(name: string, cursor: number): boolean {
    return (this.#byName.get(name)?.firstSeq ?? Number.POSITIVE_INFINITY) <= cursor;
  }

  #open(name: string, seq: number): CardRows {
    const rows = { name, firstSeq: seq, published: [], seen: [] };
    this.#byName.set(name, rows);
    this.#inOrder.push(rows);
    this.#firstSeqs.push(seq);
    return rows;
  }
}
export const cardSightingsOf = perLog(() => new CardSightings());

export interface WireSighting {
  readonly seq: number;
  readonly document: Json;
  readonly version?: string;
  readonly read: ObservedCard;
}

/** The card that a directory held of an agent at a cursor. */
export function publishedAt(log: LogView, { published }: CardRows, cursor: number): AgentCard | undefined {
  const row = published[countUpTo(log, published, cursor) - 1];
  const fact = row === undefined ? undefined : log.fact(row);
  return fact?.kind === 'card-published' ? fact.card : undefined;
}

/**
 * The last documents of an agent on the wire up to a cursor, oldest first; one that is like the one before it is no new sight.
 * @param most how many
 */
export function sightedUpTo(
  log: LogView,
  { seen }: CardRows,
  at: { readonly cursor: number; readonly most: number },
): readonly WireSighting[] {
  const count = countUpTo(log, seen, at.cursor);
  const from = count <= LOOK_BACK ? 0 : Math.ceil((count - LOOK_BACK) / LOOK_STEP) * LOOK_STEP;
  const changed: number[] = [];
  let before: number | undefined;
  for (let index = from; index < count; index += 1) {
    const row = seen[index] ?? -1;
    const change = before === undefined ? holdsCard(log, row) : changes(log, before, row);
    if (change === undefined) continue;
    before = row;
    if (change) changed.push(row);
  }
  return changed.slice(-at.most).flatMap((row) => sightingAt(log, row) ?? []);
}

// A row never changes: whether it shows another card than the one before it is found out once.
const changesOf = besideLog(() => new Map<number, boolean | undefined>());
const sightingsOf = besideLog(() => new BoundedMemory<WireSighting>(KEPT_DOCUMENTS));

/** True where a row holds a card, undefined where it does not. */
function holdsCard(log: LogView, row: number): true | undefined {
  return sightingAt(log, row) === undefined ? undefined : true;
}

/** Whether a row shows another card than an earlier one; undefined where it shows none. */
function changes(log: LogView, before: number, row: number): boolean | undefined {
  const known = changesOf(log);
  if (known.has(row)) return known.get(row);
  const seen = sightingAt(log, row);
  const change = seen === undefined ? undefined : JSON.stringify(seen.document) !== JSON.stringify(sightingAt(log, before)?.document);
  known.set(row, change);
  return change;
}

function sightingAt(log: LogView, row: number): WireSighting | undefined {
  const key = String(row);
  const known = sightingsOf(log).find(key);
  if (known !== undefined) return known;
  const value = log.value(row);
  if (value === undefined) return undefined;
  const { said, version, payloadPath } = observe(value);
  if (said.kind !== 'card') return undefined;
  const stated = version ?? majorMinor(said.card.card.protocolVersion);
  const sighting = {
    seq: log.seqOf(row),
    document: payloadAt(value, payloadPath),
    ...(stated === undefined ? {} : { version: stated }),
    read: said.card,
  };
  sightingsOf(log).keep(key, sighting);
  return sighting;
}

function majorMinor(version: string): string | undefined {
  return /^\d+\.\d+/.exec(version)?.[0];
}
