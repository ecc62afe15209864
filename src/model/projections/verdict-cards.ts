// Cards by which delegations of a trace can be judged: those that the trace shows, and those of other logs that a person lays
// beside it. Who was asked goes by a name, a host or a service name; the card's own name counts from then on.

import { plainName } from '../audit/audit.ts';
import { hostOf } from '../kernel/callback-host.ts';
import type { LogReader } from '../log/log-reader.ts';
import type { AgentCard, PlatformMetadata, PublishedCard } from '../protocol/agent-card.ts';
import type { AgentName } from '../protocol/task.ts';
import type { WhatIf } from './discovery.ts';
import { DEFAULT_PLATFORM, knownCards } from './known-cards.ts';

/** A card that another log shows. */
export interface BesideCard {
  readonly card: PublishedCard;
  /** Where that log states it. */
  readonly platform?: PlatformMetadata;
  /** The name of that log. */
  readonly from: string;
}
const MOST_BESIDE = 200;

type CardFact = 'tenants' | 'maxDataClassification' | 'securitySchemes';
const CARD_FACTS: readonly CardFact[] = ['tenants', 'maxDataClassification', 'securitySchemes'];

/** A card with what of it nobody states, and what of it a person states. */
export interface JudgedCard {
  readonly card: AgentCard;
  readonly unknown: readonly CardFact[];
  readonly supposed: readonly CardFact[];
  /** The log it is from; undefined: the trace itself. */
  readonly from?: string;
}
/** How who was asked was taken for the owner of a card. */
export type CardMatch = 'name' | 'address' | 'similar name';
export interface FoundCard extends JudgedCard {
  readonly by: CardMatch;
}

export interface VerdictCards {
  /** The card of who goes by a name or is reached at a host; undefined where no card, or more than one, fits. */
  find(agent: string | undefined, peer: string | undefined): FoundCard | undefined;
  /** All of them: those of the trace before those beside it, each name once. */
  readonly all: readonly JudgedCard[];
}

/**
 * Gathers the cards at a cursor, with a person's changes over them.
 * @param beside the first MOST_BESIDE count; a card of the trace goes before one beside it of the same name
 * Source: SPEC.md P.52, P.55.
 */
export function verdictCards(
  log: LogReader,
  cursor: number,
  { whatIf, cards: beside = [] }: { readonly whatIf?: WhatIf; readonly cards?: readonly BesideCard[] },
): VerdictCards {
  const known = knownCards(log, cursor);
  const changes = whatIf?.cards ?? {};
  const judged = (card: AgentCard, platformUnknown: boolean, from?: string): JudgedCard => {
    const changed = Object.hasOwn(changes, card.name) ? (changes[card.name] ?? {}) : {};
    const supposed = CARD_FACTS.filter((fact) => changed[fact] !== undefined);
    const unknown = unstated(card, platformUnknown).filter((fact) => !supposed.includes(fact));
    return { card: { ...card, ...changed, name: card.name }, unknown, supposed, ...(from === undefined ? {} : { from }) };
  };
  const ofTrace = known.list.map((card) => judged(card, known.platformUnknown.has(card.name)));
  const names = new Set<AgentName>(known.cards.keys());
  const ofOthers: JudgedCard[] = [];
  for (const { card, platform, from } of beside.slice(0, MOST_BESIDE)) {
    if (names.has(card.name)) continue;
    names.add(card.name);
    ofOthers.push(judged({ ...card, ...DEFAULT_PLATFORM, ...platform }, platform === undefined, from));
  }
  const finders = [new CardFinder(ofTrace), new CardFinder(ofOthers)];
  return {
    all: [...ofTrace, ...ofOthers],
    find: (agent, peer) => {
      for (const finder of finders) {
        const found = finder.find(agent, peer);
        if (found !== undefined) return found;
      }
      return undefined;
    },
  };
}

/** A wire never shows platform metadata; a manifest of the other protocol has no place for schemes, and a card of 0.1 need not have one. */
function unstated(card: PublishedCard, platformUnknown: boolean): readonly CardFact[] {
  const noSchemes = card.securitySchemes.length === 0 && card.protocolVersion === '';
  return [
    ...(platformUnknown ? (['tenants', 'maxDataClassification'] as const) : []),
    ...(noSchemes ? (['securitySchemes'] as const) : []),
  ];
}

/** By name, by host and by plain name; null where several cards go by one. */
class CardFinder {
  readonly #byName = new Map<string, JudgedCard | null>();
  readonly #byHost = new Map<string, JudgedCard | null>();
  readonly #byPlainName = new Map<string, JudgedCard | null>();

  constructor(cards: readonly JudgedCard[]) {
    for (const each of cards) {
      const { name, url } = each.card;
      this.#byName.set(name, each);
      if (url !== '') put(this.#byHost, hostOf(url).toLowerCase(), each);
      put(this.#byPlainName, plainName(name), each);
    }
  }

  find(agent: string | undefined, peer: string | undefined): FoundCard | undefined {
    const named = agent === undefined ? undefined : this.#byName.get(agent);
    if (named) return { ...named, by: 'name' };
    const similar = agent === undefined ? undefined : this.#byPlainName.get(plainName(agent));
    if (similar) return { ...similar, by: 'similar name' };
    // An agent that goes by a name of its own is not taken for whoever else is at its host.
    const reached = peer === undefined || !isLabelOf(agent, peer) ? undefined : this.#byHost.get(peer.toLowerCase());
    return reached ? { ...reached, by: 'address' } : undefined;
  }
}

function put(cards: Map<string, JudgedCard | null>, key: string, card: JudgedCard): void {
  cards.set(key, cards.has(key) ? null : card);
}

function isLabelOf(agent: string | undefined, host: string): boolean {
  return agent === undefined || agent === host || plainName(agent) === plainName(host.split(/[.:]/)[0] ?? '');
}
