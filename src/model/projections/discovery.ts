// Discovery, explained: for each card whether it is visible to the caller and by which filter it is not, every skill's
// overlap, and what another rule would have said. Ranking itself is kernel/discovery.ts.

import type { AgentCard } from '../protocol/agent-card.ts';
import type { CallerContext } from '../protocol/caller-context.ts';
import type { AgentName } from '../protocol/task.ts';

/** In the order in which they apply: the first that hits excludes, later ones are told too. */
export type DiscoveryFilter = 'self' | 'tenant' | 'classification' | 'tags';

export interface SkillOverlap {
  readonly skillId: string;
  readonly name: string;
  readonly tags: readonly { readonly tag: string; readonly wanted: boolean }[];
  readonly overlap: number;
  readonly best: boolean;
}
export interface RankedCard {
  readonly rank: number;
  readonly name: AgentName;
  readonly version: string;
  readonly skills: readonly SkillOverlap[];
  readonly best: number;
  /** What summing overlaps would have scored, and the place it would have given. */
  readonly sum: number;
  readonly rankBySum: number;
  /** How a tie was broken, in words; undefined where there was none. */
  readonly tieBreak?: string;
}
export interface ExcludedCard {
  readonly name: AgentName;
  readonly by: DiscoveryFilter;
  /** Later filters that would have excluded it too. */
  readonly also: readonly DiscoveryFilter[];
  readonly reason: string;
  /** The fields that were compared: `tenants = retail`. */
  readonly evidence: string;
}
/** A question to the directory: the caller, what it wants, and changes a person made to cards. */
export interface WhatIf {
  readonly caller?: Partial<CallerContext>;
  readonly tags?: readonly string[];
  readonly maxDepth?: number;
  /** By card name: fields replaced in the directory's card. */
  readonly cards?: Readonly<Record<AgentName, Partial<AgentCard>>>;
}
/** What the log states, before any what-if: where "put back" leads. */
export interface StatedQuestion {
  readonly caller: CallerContext;
  readonly tags: readonly string[];
  readonly maxDepth: number;
  /** The rows that state the caller and the need; undefined where none does. */
  readonly callerSeq?: number;
  readonly needSeq?: number;
}
/** One card in full, for the editor. */
export interface EditedCard {
  /** As the log shows it. */
  readonly stated: AgentCard;
  /** With the changes asked for. */
  readonly current: AgentCard;
  /** Whether tenants, classification and owner come from the log and not from defaults. */
  readonly platformKnown: boolean;
}
export interface DiscoveryAnswer {
  /** Cards known at the cursor; none: the panel says so. */
  readonly cardCount: number;
  readonly stated: StatedQuestion;
  readonly caller: CallerContext;
  /** Fields of the caller that nothing in the log states and that a default stands in for. */
  readonly callerUnknown: readonly (keyof CallerContext)[];
  /** Cards whose platform metadata the log does not show. */
  readonly platformUnknown: readonly AgentName[];
  readonly tags: readonly string[];
  /** The first of `rankedTotal`, at most SHOWN_CARDS. */
  readonly ranked: readonly RankedCard[];
  readonly rankedTotal: number;
  /** By name; the first of `excludedTotal`, at most SHOWN_CARDS. */
  readonly excluded: readonly ExcludedCard[];
  readonly excludedTotal: number;
  /** How many cards each filter stopped first. */
  readonly excludedBy: Readonly<Record<DiscoveryFilter, number>>;
  /** What the directory refuses to do with this question (an unknown classification), instead of an answer. */
  readonly error?: string;
  /** What the log itself says the ranking was, where it does. */
  readonly recorded?: {
    readonly seq: number;
    /** The first of `total`, at most SHOWN_CARDS. */
    readonly names: readonly AgentName[];
    readonly total: number;
    /** Whether the answer here is another one. */
    readonly differs: boolean;
  };
  /** The card that was asked for by name. */
  readonly card?: EditedCard;
  /** Tags of all known cards, for the editor; at most SHOWN_WORDS, and so are the tenants. */
  readonly knownTags: readonly string[];
  readonly knownTenants: readonly string[];
}
