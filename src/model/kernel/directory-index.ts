// An index over agent cards, built once for many questions and made of numbers: a question reads a few bytes per card or,
// with tags, per skill that has one, and touches no card that is not in its answer. SPEC.md D.3–D.5.

import { sortedByCodePoint } from '../base/code-point-order.ts';
import type { AgentCard, Skill } from '../protocol/agent-card.ts';
import type { AgentName } from '../protocol/task.ts';
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

/** Called with a position, the overlap of its best skill, and that of all its skills together. */
type Visit = (position: number, overlap: number, sum: number) => void;

/** Beyond this share of all cards it is cheaper to look through all than to sort those found. */
const MANY = 1 / 16;

/** Positions are places in the order of names. Cards with equal lists of tenants are in one tenant group. */
export class DirectoryIndex {
  readonly #cards: readonly AgentCard[];
  /** Rank of the clearance by position, -1 where the word is unknown. */
  readonly #clearance: Int8Array;
  readonly #tenantGroup: Int32Array;
  readonly #tenantLists: readonly (readonly string[])[];
  readonly #positions: ReadonlyMap<AgentName, number>;
  /** Numbers of the skills with a tag; skills are numbered card by card. */
  readonly #skillsByTag: ReadonlyMap<string, readonly number[]>;
  readonly #cardOfSkill: Int32Array;
  // Counters of one question, back to zero when it is answered.
  readonly #overlapOfSkill: Uint16Array;
  readonly #bestOfCard: Uint16Array;
  readonly #sumOfCard: Uint32Array;
  /** Positions of cards whose classification is no word of ours. */
  readonly unknownClearance: readonly number[];

  constructor(cards: Iterable<AgentCard>) {
    this.#cards = sortedByCodePoint(cards, (card) => card.name);
    this.#positions = new Map(this.#cards.map((card, position) => [card.name, position]));
    this.#clearance = Int8Array.from(this.#cards, (card) => rankOf(card.maxDataClassification) ?? -1);
    this.unknownClearance = [...this.#clearance.keys()].filter((position) => this.#clearance[position] === -1);
    const groups = tenantGroups(this.#cards);
    this.#tenantGroup = groups.groupOf;
    this.#tenantLists = groups.lists;
    const skills = numberedSkills(this.#cards);
    this.#skillsByTag = skills.byTag;
    this.#cardOfSkill = Int32Array.from(skills.cardOf);
    this.#overlapOfSkill = new Uint16Array(skills.cardOf.length);
    this.#bestOfCard = new Uint16Array(this.#cards.length);
    this.#sumOfCard = new Uint32Array(this.#cards.length);
  }

  get size(): number {
    return this.#cards.length;
  }

  /** The card at a position that this index handed out. */
  card(position: number): AgentCard {
    return this.#cards[position] as AgentCard;
  }

  positionOf(name: AgentName): number | undefined {
    return this.#positions.get(name);
  }

  /** Whether cards serve whoever `serves` says, as a test by position. */
  serving(serves: (tenants: readonly string[]) => boolean): (position: number) => boolean {
    const servingGroup = Uint8Array.from(this.#tenantLists, (tenants) => (serves(tenants) ? 1 : 0));
    return (position) => servingGroup[this.#tenantGroup[position] as number] === 1;
  }

  isCleared(position: number, rank: number): boolean {
    return (this.#clearance[position] as number) >= rank;
  }

  /** Visits the cards that have at least one of the tags, each once, in the order of names. `wanted` holds no duplicates. */
  forEachWithTag(wanted: readonly string[], visit: Visit): void {
    const lists = wanted.map((tag) => this.#skillsByTag.get(tag)).filter((list) => list !== undefined);
    const found: number[] = [];
    for (const list of lists) this.#count(list, found);
    const isMany = found.length > this.size * MANY;
    if (isMany) this.#visitAll(visit);
    else for (const position of Int32Array.from(found).sort()) this.#visit(position, visit);
    for (const list of lists) for (const skill of list) this.#overlapOfSkill[skill] = 0;
    for (const position of found) {
      this.#bestOfCard[position] = 0;
      this.#sumOfCard[position] = 0;
    }
  }

  #count(skills: readonly number[], found: number[]): void {
    for (const skill of skills) {
      const overlap = (this.#overlapOfSkill[skill] as number) + 1;
      this.#overlapOfSkill[skill] = overlap;
      const position = this.#cardOfSkill[skill] as number;
      const best = this.#bestOfCard[position] as number;
      this.#sumOfCard[position] = (this.#sumOfCard[position] as number) + 1;
      if (best === 0) found.push(position);
      if (overlap > best) this.#bestOfCard[position] = overlap;
    }
  }

  #visitAll(visit: Visit): void {
    for (let position = 0; position < this.size; position += 1) {
      if ((this.#bestOfCard[position] as number) > 0) this.#visit(position, visit);
    }
  }

  #visit(position: number, visit: Visit): void {
    visit(position, this.#bestOfCard[position] as number, this.#sumOfCard[position] as number);
  }
}

function tenantGroups(cards: readonly AgentCard[]): { readonly groupOf: Int32Array; readonly lists: readonly (readonly string[])[] } {
  const numbers = new Map<string, number>();
  const lists: (readonly string[])[] = [];
  const groupOf = Int32Array.from(cards, ({ tenants }) => {
    const key = JSON.stringify(tenants);
    const known = numbers.get(key);
    if (known !== undefined) return known;
    numbers.set(key, lists.length);
    return lists.push(tenants) - 1;
  });
  return { groupOf, lists };
}

function numberedSkills(cards: readonly AgentCard[]): {
  readonly byTag: ReadonlyMap<string, readonly number[]>;
  readonly cardOf: readonly number[];
} {
  const byTag = new Map<string, number[]>();
  const cardOf: number[] = [];
  cards.forEach((card, position) => {
    for (const { tags } of card.skills) {
      const skill = cardOf.push(position) - 1;
      for (const tag of tags) {
        const list = byTag.get(tag);
        if (list === undefined) byTag.set(tag, [skill]);
        else if (list.at(-1) !== skill) list.push(skill);
      }
    }
  });
  return { byTag, cardOf };
}
