// The question that discovery and admission answer: what the log states at the cursor, with a person's what-if on top.

import type { LogReader } from '../log/log-reader.ts';
import type { AgentCard } from '../protocol/agent-card.ts';
import type { CallerContext, StatedOfCaller } from '../protocol/caller-context.ts';
import type { AgentName } from '../protocol/task.ts';
import type { StatedQuestion, WhatIf } from './discovery.ts';
import { knownQuestion } from './known-caller.ts';
import { knownCards } from './known-cards.ts';

/** How many cards, names or decisions an answer shows of one kind; totals stand beside. */
export const SHOWN_CARDS = 200;
/** How many tags or tenants an editor is offered. */
export const SHOWN_WORDS = 500;

export interface AskedQuestion {
  readonly stated: StatedQuestion;
  readonly statedCards: ReadonlyMap<AgentName, AgentCard>;
  readonly caller: CallerContext;
  /** Fields that neither the log nor the what-if states. */
  readonly callerUnknown: readonly StatedOfCaller[];
  readonly tags: readonly string[];
  readonly maxDepth: number;
  readonly cards: readonly AgentCard[];
  readonly platformUnknown: ReadonlySet<AgentName>;
}

/**
 * Folds the log up to the cursor and lays the what-if over it. Changes to cards that are not in the directory change nothing.
 * Source: SPEC.md P.20–P.22.
 */
export function askedQuestion(
  log: LogReader,
  ask: { readonly cursor: number; readonly whatIf?: WhatIf },
  panel: 'discovery' | 'admission',
): AskedQuestion {
  const { caller, unknown, tags, maxDepth, ...statedAt } = knownQuestion(log, ask.cursor, panel);
  const known = knownCards(log, ask.cursor);
  const whatIf = ask.whatIf ?? {};
  const changes = whatIf.cards ?? {};
  return {
    stated: { caller, tags, maxDepth, ...statedAt },
    statedCards: known.cards,
    caller: { ...caller, ...whatIf.caller },
    callerUnknown: unknown.filter((key) => whatIf.caller?.[key] === undefined),
    tags: whatIf.tags ?? tags,
    maxDepth: whatIf.maxDepth ?? maxDepth,
    cards: Object.keys(changes).length === 0 ? known.list : changedCards(known.list, changes),
    platformUnknown: known.platformUnknown,
  };
}

/** The first values of a set. */
export function firstOf<T>(values: ReadonlySet<T>, most: number): readonly T[] {
  const first: T[] = [];
  for (const value of values) {
    if (first.length >= most) break;
    first.push(value);
  }
  return first;
}

type Changes = Readonly<Record<AgentName, Partial<AgentCard>>>;

// The same changes to the same cards give the same list: what is built over it is then found again while a person turns
// other knobs. Only the last changes are kept.
const changedLists = new WeakMap<readonly AgentCard[], { readonly key: string; readonly cards: readonly AgentCard[] }>();

function changedCards(cards: readonly AgentCard[], changes: Changes): readonly AgentCard[] {
  const key = JSON.stringify(changes);
  const known = changedLists.get(cards);
  if (known?.key === key) return known.cards;
  const changed = cards.map((card) => changedCard(card, changes));
  changedLists.set(cards, { key, cards: changed });
  return changed;
}

// A name is not changed: it is the key of the change, and who a card is.
function changedCard(card: AgentCard, changes: Changes): AgentCard {
  if (!Object.hasOwn(changes, card.name)) return card;
  return { ...card, ...changes[card.name], name: card.name };
}
