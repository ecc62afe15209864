// Facts that no trace states and that verdicts hang on: what is missing, by how many delegations it is wanted, and what a person
// states in its place.

import type { AgentName } from '../protocol/task.ts';
import type { WhatIf } from './discovery.ts';
import { wordsOf, type HopVerdict } from './hop-verdict.ts';
import type { FieldRead } from './verdict-checks.ts';

export interface VerdictFact {
  readonly field: FieldRead;
  /** The card that it is about; undefined: the caller. */
  readonly card?: AgentName;
  /** `which tenants Flight Finder serves` */
  readonly words: string;
  /** Delegations with a check that is open without it. */
  readonly hops: number;
  /** What a person states; undefined: nobody does. */
  readonly stated?: string | readonly string[];
}

/**
 * Facts that are missing or stated by a person: those of all callers first, then card by card as they come. One that is decided
 * keeps its place. Source: SPEC.md P.53.
 */
export function factsInForce(verdicts: readonly HopVerdict[], whatIf: WhatIf | undefined): readonly VerdictFact[] {
  const facts = new Map<string, VerdictFact>();
  const cards = new Map<AgentName, number>();
  for (const verdict of verdicts) {
    const missing = new Set(verdict.checks.flatMap((check) => (check.kind === 'open' ? check.missing : [])));
    const supposed = new Set(verdict.checks.flatMap((check) => check.supposed));
    for (const field of new Set([...missing, ...supposed])) {
      if (field === 'maxDepth') continue;
      const card = field.startsWith('card.') ? verdict.card : undefined;
      if (card !== undefined && !cards.has(card)) cards.set(card, cards.size + 1);
      const key = `${field}\n${card ?? ''}`;
      const known = facts.get(key) ?? newFact(field, card, whatIf);
      facts.set(key, { ...known, hops: known.hops + (missing.has(field) ? 1 : 0) });
    }
  }
  return [...facts.values()].toSorted((a, b) => placeOf(a, cards) - placeOf(b, cards));
}

const CALLER_FIRST: readonly FieldRead[] = [
  'caller.agentId',
  'caller.userId',
  'caller.tenant',
  'caller.dataClassification',
  'caller.delegationChain',
  'caller.scopes',
];
const CARD_FIELDS: readonly FieldRead[] = ['card.tenants', 'card.maxDataClassification', 'card.securitySchemes'];

function newFact(field: FieldRead, card: AgentName | undefined, whatIf: WhatIf | undefined): VerdictFact {
  const stated = statedValue(field, card, whatIf);
  const words = wordsOf(field, { card: card ?? '', first: undefined });
  return { field, ...(card === undefined ? {} : { card }), words, hops: 0, ...(stated === undefined ? {} : { stated }) };
}

function statedValue(field: FieldRead, card: AgentName | undefined, whatIf: WhatIf | undefined): string | readonly string[] | undefined {
  const member = field.slice(field.indexOf('.') + 1);
  const stated = card === undefined ? whatIf?.caller : ownCard(whatIf, card);
  const value = stated === undefined || !Object.hasOwn(stated, member) ? undefined : (stated as Readonly<Record<string, unknown>>)[member];
  return typeof value === 'string' || Array.isArray(value) ? (value as string | readonly string[]) : undefined;
}

function ownCard(whatIf: WhatIf | undefined, card: AgentName): object | undefined {
  return whatIf?.cards !== undefined && Object.hasOwn(whatIf.cards, card) ? whatIf.cards[card] : undefined;
}

function placeOf({ field, card }: VerdictFact, cards: ReadonlyMap<AgentName, number>): number {
  const fields = card === undefined ? CALLER_FIRST : CARD_FIELDS;
  return (card === undefined ? 0 : (cards.get(card) ?? 0)) * 10 + fields.indexOf(field);
}
