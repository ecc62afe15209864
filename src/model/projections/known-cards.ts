// The directory as far as the log shows it at the cursor: cards that a platform published (card and platform metadata), and
// cards that only crossed the wire. A wire never carries platform metadata, so those cards get defaults and are named as such.

import type { LogReader } from '../log/log-reader.ts';
import type { AgentCard, PlatformMetadata } from '../protocol/agent-card.ts';
import type { AgentName } from '../protocol/task.ts';
import { BoundedMemory } from './bounded-memory.ts';
import { countUpTo } from './known-caller.ts';
import { observeRow } from './observed-row.ts';

/** What stands in for metadata that nothing states: serves every tenant, and no more than internal data. */
export const DEFAULT_PLATFORM: PlatformMetadata = { owner: 'unknown', tenants: [], maxDataClassification: 'internal' };

export interface KnownCards {
  /** By name, in order of first appearance. */
  readonly cards: ReadonlyMap<AgentName, AgentCard>;
  /** The same cards as a list; the same list as long as the cards are the same. */
  readonly list: readonly AgentCard[];
  /** Cards whose platform metadata is a default. */
  readonly platformUnknown: ReadonlySet<AgentName>;
}

/**
 * Folds the cards up to the cursor. A published card goes before a seen one of the same name (the directory decides on what
 * was published); of several of one standing the last counts.
 * Source: SPEC.md P.20.
 */
export function knownCards(log: LogReader, cursor: number): KnownCards {
  const published = log.rowsOfKind('card-published');
  const seen = log.rowsOfKind('card-seen');
  const publishedCount = countUpTo(log, published, cursor);
  const seenCount = countUpTo(log, seen, cursor);
  const memory = memoryOf(log);
  const key = [log.rowCount, publishedCount, published[publishedCount - 1], seenCount, seen[seenCount - 1]].join(' ');
  const found = memory.folds.find(key);
  if (found) return found;
  const cards = new Map<AgentName, AgentCard>();
  const platformUnknown = new Set<AgentName>();
  for (let at = 0; at < seenCount; at += 1) {
    const card = seenCard(log, memory, seen[at]);
    if (!card) continue;
    cards.set(card.name, card);
    platformUnknown.add(card.name);
  }
  for (let at = 0; at < publishedCount; at += 1) {
    const card = publishedCard(log, memory, published[at]);
    if (!card) continue;
    cards.set(card.name, card);
    platformUnknown.delete(card.name);
  }
  const known = { cards, list: [...cards.values()], platformUnknown };
  memory.folds.keep(key, known);
  return known;
}

// A row never changes, so a card read from it is read once. The latest folds are kept as well: moving the cursor between rows
// that are no cards, or back and forth between two of them, asks for the same directories again and again.
const KEPT_FOLDS = 4;
interface Memory {
  readonly byRow: Map<number, AgentCard | undefined>;
  readonly folds: BoundedMemory<KnownCards>;
}
const memories = new WeakMap<LogReader, Memory>();

function memoryOf(log: LogReader): Memory {
  const found = memories.get(log);
  if (found) return found;
  const fresh: Memory = { byRow: new Map(), folds: new BoundedMemory(KEPT_FOLDS) };
  memories.set(log, fresh);
  return fresh;
}

function publishedCard(log: LogReader, memory: Memory, row: number | undefined): AgentCard | undefined {
  return remembered(memory, row, (known) => {
    const fact = log.fact(known);
    return fact?.kind === 'card-published' ? fact.card : undefined;
  });
}

function seenCard(log: LogReader, memory: Memory, row: number | undefined): AgentCard | undefined {
  return remembered(memory, row, (known) => {
    const said = observeRow(log, known)?.said;
    return said?.kind === 'card' ? { ...said.card.card, ...DEFAULT_PLATFORM } : undefined;
  });
}

function remembered(memory: Memory, row: number | undefined, read: (row: number) => AgentCard | undefined): AgentCard | undefined {
  if (row === undefined) return undefined;
  if (!memory.byRow.has(row)) memory.byRow.set(row, read(row));
  return memory.byRow.get(row);
}
