// An index over agent cards, built once for many questions: cards in the order of their names, cards by tag, and each
// card's clearance as a number. A question with tags touches only the cards that have one of them. SPEC.md D.3–D.5.

import { compareByCodePoint } from '../base/code-point-order.ts';
import type { AgentCard, Skill } from '../protocol/agent-card.ts';
import { rankOf } from './classification.ts';

/** How many of the wanted tags a skill has; a tag listed twice counts once. `wanted` holds no duplicates. */
export function skillOverlap(skill: Pick<Skill, 'tags'>, wanted: readonly string[]): number {
  let overlap = 0;
  for (const tag of wanted) if (skill.tags.includes(tag)) overlap += 1;
  return overlap;
}

/** The overlap of a card's best skill. Never the sum, which would put a generalist before a specialist. */
export function bestOverlap(card: Pick<AgentCard, 'skills'>, wanted: readonly string[]): number {
  let best = 0;
  for (const skill of card.skills) best = Math.max(best, skillOverlap(skill, wanted));
  return best;
}

const UNKNOWN_CLEARANCE = -1;

/** Positions are places in the order of names. */
export class DirectoryIndex {
  readonly #cards: readonly AgentCard[];
  readonly #clearance: Int8Array;
  readonly #byTag = new Map<string, number[]>();
  /** Positions of cards whose classification is no word of ours. */
  readonly unknownClearance: readonly number[];

  constructor(cards: Iterable<AgentCard>) {
    this.#cards = [...cards].sort((a, b) => compareByCodePoint(a.name, b.name));
    this.#clearance = Int8Array.from(this.#cards, (card) => rankOf(card.maxDataClassification) ?? UNKNOWN_CLEARANCE);
    this.unknownClearance = [...this.#cards.keys()].filter((position) => this.#clearance[position] === UNKNOWN_CLEARANCE);
    this.#cards.forEach((card, position) => this.#enter(card, position));
  }

  get size(): number {
    return this.#cards.length;
  }

  /** The card at a position that this index handed out. */
  card(position: number): AgentCard {
    return this.#cards[position] as AgentCard;
  }

  /** Whether the card at a position is cleared for a rank. */
  isCleared(position: number, rank: number): boolean {
    return (this.#clearance[position] as number) >= rank;
  }

  /** Positions of the cards with at least one of the tags, ascending, each once. */
  withAnyTag(tags: readonly string[]): ArrayLike<number> {
    const lists = tags.map((tag) => this.#byTag.get(tag)).filter((list) => list !== undefined);
    const [only] = lists;
    if (only === undefined) return [];
    if (lists.length === 1) return only;
    const total = lists.reduce((sum, list) => sum + list.length, 0);
    const merged = new Int32Array(total);
    let at = 0;
    for (const list of lists) {
      merged.set(list, at);
      at += list.length;
    }
    return distinct(merged.sort());
  }

  #enter(card: AgentCard, position: number): void {
    for (const skill of card.skills) {
      for (const tag of skill.tags) {
        const list = this.#byTag.get(tag);
        if (list === undefined) this.#byTag.set(tag, [position]);
        else if (list.at(-1) !== position) list.push(position);
      }
    }
  }
}

/** Drops repeats from sorted numbers, in place. */
function distinct(sorted: Int32Array): Int32Array {
  let kept = 0;
  for (let index = 0; index < sorted.length; index += 1) {
    const value = sorted[index] as number;
    if (kept === 0 || sorted[kept - 1] !== value) sorted[kept++] = value;
  }
  return sorted.subarray(0, kept);
}
