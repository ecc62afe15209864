// The kernel's own index over the cards of a log, kept as long as those cards are: moving the cursor or a caller's knob asks
// again, and an index over 100 000 cards is not built twice for that.

import { compareByCodePoint } from '../base/code-point-order.ts';
import { DirectoryIndex } from '../kernel/directory-index.ts';
import type { AgentCard } from '../protocol/agent-card.ts';

export interface KnownDirectory {
  readonly index: DirectoryIndex;
  /** All tags of all skills, each once, in order; at most `limit`. */
  tags(limit: number): readonly string[];
  tenants(limit: number): readonly string[];
}

const directories = new WeakMap<readonly AgentCard[], KnownDirectory>();

/**
 * The directory over these cards.
 * @param cards distinct names; the same list gives the same directory
 */
export function knownDirectory(cards: readonly AgentCard[]): KnownDirectory {
  const found = directories.get(cards);
  if (found) return found;
  const fresh = build(cards);
  directories.set(cards, fresh);
  return fresh;
}

function build(cards: readonly AgentCard[]): KnownDirectory {
  let tags: readonly string[] | undefined;
  let tenants: readonly string[] | undefined;
  return {
    index: new DirectoryIndex(cards),
    tags: (limit) => (tags ??= distinct(cards, (card) => card.skills.flatMap((skill) => skill.tags))).slice(0, limit),
    tenants: (limit) => (tenants ??= distinct(cards, (card) => card.tenants)).slice(0, limit),
  };
}

function distinct(cards: readonly AgentCard[], read: (card: AgentCard) => readonly string[]): readonly string[] {
  const words = new Set<string>();
  for (const card of cards) for (const word of read(card)) words.add(word);
  return [...words].sort(compareByCodePoint);
}
