// Discovery, explained: for each card whether it is visible to the caller and by which filter it is not, every skill's
// overlap, and what another rule would have said. Ranking itself is kernel/discovery.ts.

import { classificationRank } from '../kernel/classification.ts';
import type { DirectoryIndex } from '../kernel/directory-index.ts';
import { type DiscoveryFilter, filtersAgainst, wantedTags } from '../kernel/discovery.ts';
import type { Policy } from '../kernel/policy.ts';
import type { LogReader } from '../log/log-reader.ts';
import type { AgentCard } from '../protocol/agent-card.ts';
import type { CallerContext, StatedOfCaller } from '../protocol/caller-context.ts';
import type { AgentName } from '../protocol/task.ts';
import { type AskedQuestion, askedQuestion, firstOf, SHOWN_CARDS, SHOWN_WORDS } from './asked-question.ts';
import { discoveryDifference, EXCLUDED_BY, NOTHING_STOPPED, refusal, surveyedUnder } from './discovery-policy.ts';
import { excludedCards } from './excluded-cards.ts';
import { knownDirectory } from './known-directory.ts';
import { countUpTo } from './known-caller.ts';
import { type AnsweringPolicy, type DecidingEntry, policyAsked, statedPolicy } from './policy-asked.ts';
import { rankedCards } from './ranked-cards.ts';

/** Why a card is not shown: a filter, a classification that nobody knows, or, where a policy shows only what it admits, admission. */
export type ExcludedBy = DiscoveryFilter | 'unreadable' | 'admission';

export interface SkillOverlap {
  readonly skillId: string;
  readonly name: string;
  /** At most SHOWN_TAGS, wanted ones first where there are more. */
  readonly tags: readonly { readonly tag: string; readonly wanted: boolean }[];
  readonly tagsTotal: number;
  readonly overlap: number;
  readonly best: boolean;
}
export interface RankedCard {
  readonly rank: number;
  readonly name: AgentName;
  readonly version: string;
  /** At most SHOWN_SKILLS, those with most overlap first where there are more. */
  readonly skills: readonly SkillOverlap[];
  readonly skillsTotal: number;
  readonly best: number;
  /** What summing overlaps would have scored, and the place it would have given. */
  readonly sum: number;
  readonly rankBySum: number;
  /** How a tie was broken, in words; undefined where there was none. */
  readonly tieBreak?: string;
}
export interface ExcludedCard {
  readonly name: AgentName;
  readonly by: ExcludedBy;
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
  /** The policy that answers, where it is not the one that the log states. */
  readonly policy?: string;
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
export interface DiscoveryAnswer extends AnsweringPolicy {
  /** Cards known at the cursor; none: the panel says so. */
  readonly cardCount: number;
  readonly stated: StatedQuestion;
  readonly caller: CallerContext;
  /** Fields of the caller that nothing in the log states and that a default stands in for. */
  readonly callerUnknown: readonly StatedOfCaller[];
  /** Cards whose platform metadata the log does not show; the first of the total, at most SHOWN_CARDS. */
  readonly platformUnknown: readonly AgentName[];
  readonly platformUnknownTotal: number;
  readonly tags: readonly string[];
  readonly maxDepth: number;
  /** The first of `rankedTotal`, at most SHOWN_CARDS. */
  readonly ranked: readonly RankedCard[];
  readonly rankedTotal: number;
  /** By name; the first of `excludedTotal`, at most SHOWN_CARDS. */
  readonly excluded: readonly ExcludedCard[];
  readonly excludedTotal: number;
  /** How many cards each filter stopped first. */
  readonly excludedBy: Readonly<Record<ExcludedBy, number>>;
  /** What the directory refuses to do with this question (an unknown classification), instead of an answer. */
  readonly error?: string;
  /** What the other policy would have answered, where that is something else. */
  readonly otherwise?: DiscoveryDifference;
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

/** Cards that one of the two policies shows and the other does not. */
export interface DiscoveryDifference {
  /** Shown under the reference alone, at most SHOWN_CARDS. */
  readonly onlyReference: readonly AgentName[];
  readonly onlyHardened: readonly AgentName[];
  /** How many there are. */
  readonly total: number;
  /** What the reference refuses to do with the question, instead of an answer. */
  readonly referenceError?: string;
  /** Entries of the hardened policy that made the difference. */
  readonly because: readonly DecidingEntry[];
}

/**
 * Answers who can do it, in which order and why, for the question in force at the cursor.
 * @returns `error` in place of a ranking when the directory itself refuses to answer (critique R15)
 * Source: SPEC.md D.1–D.5, P.20–P.23.
 */
export function projectDiscovery(
  log: LogReader,
  ask: { readonly cursor: number; readonly whatIf?: WhatIf; readonly card?: AgentName },
): DiscoveryAnswer {
  const asked = askedQuestion(log, ask, 'discovery');
  const directory = knownDirectory(asked.cards);
  const wanted = wantedTags(asked.tags);
  const { index } = directory;
  const policy = policyAsked(log, ask.whatIf);
  const answer = surveyedUnder(policy, asked, index, wanted);
  const ranked = answer.ok ? answer.value.ranked : [];
  const otherwise = discoveryDifference(asked, index, wanted);
  const recorded = recordedRanking(log, { cursor: ask.cursor, needSeq: asked.stated.needSeq }, index, ranked);
  const card = ask.card === undefined ? undefined : editedCard(asked, ask.card);
  return {
    policy: policy.id,
    statedPolicy: statedPolicy(log).id,
    cardCount: asked.cards.length,
    stated: asked.stated,
    caller: asked.caller,
    callerUnknown: asked.callerUnknown,
    platformUnknown: firstOf(asked.platformUnknown, SHOWN_CARDS),
    platformUnknownTotal: asked.platformUnknown.size,
    tags: asked.tags,
    maxDepth: asked.maxDepth,
    ranked: answer.ok ? rankedCards(index, answer.value, wanted) : [],
    rankedTotal: ranked.length,
    ...(answer.ok ? excludedCards(asked, index, answer.value, wanted) : NONE_EXCLUDED),
    ...(answer.ok ? {} : { error: refusal(asked, answer.issues[0]) }),
    ...(otherwise === undefined ? {} : { otherwise }),
    ...(recorded === undefined ? {} : { recorded }),
    ...(card === undefined ? {} : { card }),
    knownTags: directory.tags(SHOWN_WORDS),
    knownTenants: directory.tenants(SHOWN_WORDS),
  };
}

const NONE_EXCLUDED = { excluded: [], excludedTotal: 0, excludedBy: NOTHING_STOPPED } as const;

/** One card as the log shows it and as it is asked about; undefined where the log has none of that name. */
function editedCard(asked: AskedQuestion, name: AgentName): EditedCard | undefined {
  const stated = asked.statedCards.get(name);
  const { index } = knownDirectory(asked.cards);
  const position = index.positionOf(name);
  const current = position === undefined ? undefined : index.card(position);
  return stated && current ? { stated, current, platformKnown: !asked.platformUnknown.has(name) } : undefined;
}

/** The ranking that the log itself tells for the need in force: the last one after it. */
function recordedRanking(
  log: LogReader,
  { cursor, needSeq }: { readonly cursor: number; readonly needSeq: number | undefined },
  index: DirectoryIndex,
  ranked: readonly number[],
): DiscoveryAnswer['recorded'] {
  const rows = log.rowsOfKind('cards-ranked');
  const row = rows[countUpTo(log, rows, cursor) - 1];
  if (row === undefined) return undefined;
  const seq = log.seqOf(row);
  const fact = log.fact(row);
  if (fact?.kind !== 'cards-ranked' || seq < (needSeq ?? -1)) return undefined;
  const differs = fact.names.length !== ranked.length || fact.names.some((name, at) => index.positionOf(name) !== ranked[at]);
  return { seq, names: fact.names.slice(0, SHOWN_CARDS), total: fact.names.length, differs };
}

/**
 * The cards in the order in which admission shows them, each with what hides it: visible ones as ranked, then the others by
 * name. Only as many as are shown are judged.
 * @returns an error when the caller's own classification is unknown; cards whose own word is unknown are listed as not hidden
 */
export function orderedCards(
  asked: AskedQuestion,
  policy: Policy,
): {
  readonly cards: readonly { readonly card: AgentCard; readonly hiddenBy?: ExcludedBy }[];
  readonly visibleTotal: number;
  readonly error?: string;
} {
  const carried = classificationRank(asked.caller.dataClassification);
  if (!carried.ok) return { cards: [], visibleTotal: 0, error: refusal(asked, carried.issues[0]) };
  const { index } = knownDirectory(asked.cards);
  const wanted = wantedTags(asked.tags);
  const answer = surveyedUnder(policy, asked, index, wanted);
  const ranked = answer.ok ? answer.value.ranked : [];
  const cards: { readonly card: AgentCard; readonly hiddenBy?: ExcludedBy }[] = ranked
    .slice(0, SHOWN_CARDS)
    .map((position) => ({ card: index.card(position) }));
  for (let position = 0; position < index.size && cards.length < SHOWN_CARDS; position += 1) {
    if (answer.ok && answer.value.stoppedBy[position] === 0) continue;
    const card = index.card(position);
    const filters = filtersAgainst(asked.caller, card, wanted);
    const hiddenBy = answer.ok ? EXCLUDED_BY[(answer.value.stoppedBy[position] ?? 0) - 1] : filters.ok ? filters.value[0] : undefined;
    cards.push(hiddenBy === undefined ? { card } : { card, hiddenBy });
  }
  return { cards, visibleTotal: ranked.length };
}
