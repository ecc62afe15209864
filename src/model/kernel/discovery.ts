// Who can do this? A directory of agent cards that filters before it ranks: a card that the caller may not use must not
// show up, not even to be cut off later, because its description would enter the caller's model. SPEC.md D.1–D.5.

import { failure, success, type Result } from '../base/result.ts';
import type { AgentCard } from '../protocol/agent-card.ts';
import type { CallerContext } from '../protocol/caller-context.ts';
import type { AgentName } from '../protocol/task.ts';
import { servesTenant } from './admission.ts';
import { classificationRank, rankOf, unknownClassification } from './classification.ts';
import { DirectoryIndex, bestOverlap } from './directory-index.ts';
import { firstObjection, type Check } from './policy-entry.ts';

/** Why a card is not visible, in the order in which the filters apply. */
export type DiscoveryFilter = 'self' | 'tenant' | 'classification' | 'tags';

export interface Directory {
  /** An issue when the name is taken or a card check objects; the directory is then as before. */
  register(card: AgentCard): Result<AgentCard>;
  /** By name, whoever asks (critique R17). */
  get(name: AgentName): AgentCard | undefined;
  /**
   * The cards that the caller may see and that have a wanted tag (all of them when none is wanted), best skill's overlap
   * first, then by name in code point order.
   * @returns an issue when the caller's classification is unknown, or that of a card which self and tenant do not exclude,
   *   whether or not its tags are wanted (critique R15)
   */
  discover(caller: CallerContext, tags: readonly string[]): Result<readonly AgentCard[]>;
  readonly size: number;
}

/** An empty directory; the index is built at the first question after a registration. */
export function createDirectory(options: { readonly checks?: readonly Check<AgentCard>[] } = {}): Directory {
  const cards = new Map<AgentName, AgentCard>();
  let index: DirectoryIndex | undefined;
  return {
    register(card) {
      if (cards.has(card.name)) return failure({ path: 'name', message: `agent already registered: ${card.name}` });
      const objection = firstObjection(options.checks ?? [], card);
      if (objection) return failure({ path: '', message: objection.message });
      cards.set(card.name, card);
      index = undefined;
      return success(card);
    },
    get: (name) => cards.get(name),
    discover(caller, tags) {
      index ??= new DirectoryIndex(cards.values());
      return rank(index, caller, wantedTags(tags));
    },
    get size() {
      return cards.size;
    },
  };
}

/** Tags as wanted: each once. */
export function wantedTags(tags: readonly string[]): readonly string[] {
  return [...new Set(tags)];
}

/**
 * All filters that exclude a card from a caller's view, in their order; none: it is visible.
 * @returns an issue where the directory would refuse to answer because of this card or this caller
 */
export function filtersAgainst(caller: CallerContext, card: AgentCard, wanted: readonly string[]): Result<readonly DiscoveryFilter[]> {
  const carried = classificationRank(caller.dataClassification);
  if (!carried.ok) return carried;
  const isSelf = card.name === caller.agentId;
  const isForeign = !servesTenant(card, caller.tenant);
  const cleared = rankOf(card.maxDataClassification);
  // A card that is filtered earlier is never asked for its classification.
  if (cleared === undefined && !isSelf && !isForeign) {
    return failure({ path: 'maxDataClassification', message: unknownClassification(card.maxDataClassification) });
  }
  const filters: DiscoveryFilter[] = [];
  if (isSelf) filters.push('self');
  if (isForeign) filters.push('tenant');
  if (cleared !== undefined && cleared < carried.value) filters.push('classification');
  if (wanted.length > 0 && bestOverlap(card, wanted) === 0) filters.push('tags');
  return success(filters);
}

function rank(index: DirectoryIndex, caller: CallerContext, wanted: readonly string[]): Result<readonly AgentCard[]> {
  const carried = classificationRank(caller.dataClassification);
  if (!carried.ok) return carried;
  const unreadable = unreadableCard(index, caller);
  if (unreadable) return unreadable;
  const serves = index.serving((tenants) => servesTenant({ tenants }, caller.tenant));
  const self = index.positionOf(caller.agentId);
  const isVisible = (position: number): boolean => position !== self && serves(position) && index.isCleared(position, carried.value);
  return success(wanted.length === 0 ? allVisible(index, isVisible) : byOverlap(index, wanted, isVisible));
}

/** The refusal to answer because of a card that the caller may meet and whose classification is no word of ours. */
export function unreadableCard(index: DirectoryIndex, caller: CallerContext): ReturnType<typeof failure> | undefined {
  for (const position of index.unknownClearance) {
    const card = index.card(position);
    if (mayMeet(caller, card)) return failure({ path: card.name, message: unknownClassification(card.maxDataClassification) });
  }
  return undefined;
}

function mayMeet(caller: CallerContext, card: AgentCard): boolean {
  return card.name !== caller.agentId && servesTenant(card, caller.tenant);
}

function allVisible(index: DirectoryIndex, isVisible: (position: number) => boolean): readonly AgentCard[] {
  const visible: AgentCard[] = [];
  for (let position = 0; position < index.size; position += 1) if (isVisible(position)) visible.push(index.card(position));
  return visible;
}

/** Positions come in the order of names, so a list per overlap is sorted as it is filled: nothing is sorted here. */
function byOverlap(index: DirectoryIndex, wanted: readonly string[], isVisible: (position: number) => boolean): readonly AgentCard[] {
  const lists: AgentCard[][] = Array.from({ length: wanted.length + 1 }, () => []);
  index.forEachWithTag(wanted, (position, overlap) => {
    if (isVisible(position)) lists[overlap]?.push(index.card(position));
  });
  return lists.reverse().flat();
}
