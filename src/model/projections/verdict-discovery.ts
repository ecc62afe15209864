// What discovery would have answered for a delegation of a trace: the place of the agent that was asked, where it is known what
// was looked for. A card of which a filter's fact is missing may or may not have been shown: then places are a range.

import { FILTERS, survey } from '../kernel/directory-survey.ts';
import { wantedTags } from '../kernel/discovery.ts';
import { DirectoryIndex } from '../kernel/directory-index.ts';
import type { DiscoveryStrategy } from '../kernel/strategies.ts';
import { CLASSIFICATIONS, type AgentCard } from '../protocol/agent-card.ts';
import type { AgentName } from '../protocol/task.ts';
import type { ExcludedBy } from './discovery.ts';
import type { JudgedCard } from './verdict-cards.ts';

/** What was looked for, and who says so. */
export interface Looked {
  readonly tags: readonly string[];
  readonly by: 'person' | 'message';
  /** The skill that the message names. */
  readonly skill?: string;
}
export type DiscoveryVerdict =
  | { readonly kind: 'not-asked'; readonly why: string }
  | { readonly kind: 'hidden'; readonly filter: ExcludedBy; readonly looked: Looked }
  | {
      readonly kind: 'ranked';
      /** Places from 1; equal where it is known who else was shown. */
      readonly place: number;
      readonly placeAtMost: number;
      /** Cards that are shown, or may be. */
      readonly of: number;
      /** Whether this card is shown at all; else a fact is missing for it. */
      readonly certain: boolean;
      readonly looked: Looked;
    }
  | { readonly kind: 'unreadable'; readonly why: string; readonly looked: Looked };

/** Who looks, as far as it is known. */
interface Looking {
  readonly agentId: AgentName | undefined;
  readonly tenant: string | undefined;
  readonly dataClassification: string | undefined;
}

/** No agent goes by this name. */
const NOBODY = '\u0000';
const [LEAST = 'public'] = CLASSIFICATIONS;
const MOST_GUARDED = CLASSIFICATIONS.at(-1) ?? LEAST;

/** A directory in which every card that may be shown is shown. Made for one question after the other; source: SPEC.md P.54. */
export class LikelyDirectory {
  readonly #index: DirectoryIndex;
  /** Cards of which a filter's fact is missing. */
  readonly #doubtful = new Set<AgentName>();
  readonly #tenant: string;
  readonly #classification: string;
  readonly #shows: DiscoveryStrategy;

  constructor(cards: readonly JudgedCard[], { tenant, dataClassification }: Omit<Looking, 'agentId'>, shows: DiscoveryStrategy) {
    this.#shows = shows;
    this.#tenant = tenant ?? NOBODY;
    this.#classification = dataClassification ?? LEAST;
    this.#index = new DirectoryIndex(
      cards.map(({ card, unknown }) => {
        const loose = loosened(card, unknown, { tenant, dataClassification });
        if (loose !== card) this.#doubtful.add(card.name);
        return loose;
      }),
    );
  }

  /** The place of a card for who looks. */
  placeOf(name: AgentName, agentId: AgentName | undefined, looked: Looked): DiscoveryVerdict {
    const caller = {
      agentId: agentId ?? NOBODY,
      tenant: this.#tenant,
      userId: '',
      scopes: [],
      dataClassification: this.#classification,
      delegationChain: [],
    };
    const answer = survey(this.#index, caller, wantedTags(looked.tags), this.#shows);
    if (!answer.ok) return { kind: 'unreadable', why: answer.issues.map(({ message }) => message).join('; '), looked };
    const { ranked, stoppedBy } = answer.value;
    const position = this.#index.positionOf(name) ?? -1;
    const filter = FILTERS[(stoppedBy[position] ?? 0) - 1];
    if (filter !== undefined) return { kind: 'hidden', filter, looked };
    const at = ranked.indexOf(position);
    // Where only what is admitted is shown, nobody is sure to stand before it.
    const surelyBefore = this.#shows.onlyAdmissible
      ? 0
      : ranked.slice(0, at).filter((each) => !this.#doubtful.has(this.#index.card(each).name)).length;
    return {
      kind: 'ranked',
      place: surelyBefore + 1,
      placeAtMost: at + 1,
      of: ranked.length,
      certain: !this.#doubtful.has(name),
      looked,
    };
  }
}

/** The card, or one that is shown where a missing fact may hide it. */
function loosened(card: AgentCard, unknown: JudgedCard['unknown'], { tenant, dataClassification }: Omit<Looking, 'agentId'>): AgentCard {
  const tenantOpen = unknown.includes('tenants') || (tenant === undefined && card.tenants.length > 0);
  const cardOpen = unknown.includes('maxDataClassification') && dataClassification !== LEAST;
  const callerOpen = dataClassification === undefined && card.maxDataClassification !== MOST_GUARDED;
  if (!tenantOpen && !cardOpen && !callerOpen) return card;
  return {
    ...card,
    ...(tenantOpen ? { tenants: [] } : {}),
    ...(cardOpen || callerOpen ? { maxDataClassification: MOST_GUARDED } : {}),
  };
}
