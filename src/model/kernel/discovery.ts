// Who can do this? A directory of agent cards that filters before it ranks: a card that the caller may not use must not
// show up, not even to be cut off later, because its description would enter the caller's model. SPEC.md D.1–D.5.

import { failure, success, type Result } from '../base/result.ts';
import type { AgentCard } from '../protocol/agent-card.ts';
import type { CallerContext } from '../protocol/caller-context.ts';
import type { AgentName } from '../protocol/task.ts';
import { admitBeforehand, servesTenant } from './admission.ts';
import { classificationRank, rankOf, unknownClassification } from './classification.ts';
import { DirectoryIndex, bestOverlap } from './directory-index.ts';
import type { Policy } from './policy.ts';
import { firstObjection } from './policy-entry.ts';
import { DISCOVER_ALL_OR_NOTHING } from './strategies.ts';

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
  /** Cards that this caller may meet and that discovery leaves out because it cannot judge them; none where it fails on them. */
  skipped(caller: CallerContext): readonly SkippedCard[];
  readonly size: number;
}

interface SkippedCard {
  readonly name: AgentName;
  readonly reason: string;
}

/** What of a policy a directory asks. */
type DirectoryPolicy = Pick<Policy, 'admission' | 'card' | 'discovery'>;

const REFERENCE_DIRECTORY: DirectoryPolicy = { admission: [], card: [], discovery: DISCOVER_ALL_OR_NOTHING };

/** An empty directory; the index is built at the first question after a registration. */
export function createDirectory(
  options: { readonly policy?: DirectoryPolicy | undefined; readonly maxDepth?: number | undefined } = {},
): Directory {
  const { policy = REFERENCE_DIRECTORY, maxDepth } = options;
  const cards = new Map<AgentName, AgentCard>();
  let index: DirectoryIndex | undefined;
  return {
    register(card) {
      if (cards.has(card.name)) return failure({ path: 'name', message: `agent already registered: ${card.name}` });
      const objection = firstObjection(policy.card, card);
      if (objection) return failure({ path: '', message: objection.message });
      cards.set(card.name, card);
      index = undefined;
      return success(card);
    },
    get: (name) => cards.get(name),
    discover(caller, tags) {
      index ??= new DirectoryIndex(cards.values());
      const found = rank(index, { caller, wanted: wantedTags(tags), skipsUnreadable: policy.discovery.skipsUnreadable });
      if (!found.ok || !policy.discovery.onlyAdmissible) return found;
      return success(found.value.filter((card) => isAdmissible(caller, card, { checks: policy.admission, maxDepth })));
    },
    skipped(caller) {
      if (!policy.discovery.skipsUnreadable) return [];
      index ??= new DirectoryIndex(cards.values());
      return unreadableCards(index, caller).map(({ name, maxDataClassification }) => ({
        name,
        reason: unknownClassification(maxDataClassification),
      }));
    },
    get size() {
      return cards.size;
    },
  };
}

function isAdmissible(caller: CallerContext, card: AgentCard, options: Parameters<typeof admitBeforehand>[2]): boolean {
  const decision = admitBeforehand(caller, card, options);
  return decision.ok && decision.value.length === 0;
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

interface Ranking {
  readonly caller: CallerContext;
  readonly wanted: readonly string[];
  readonly skipsUnreadable: boolean;
}

function rank(index: DirectoryIndex, { caller, wanted, skipsUnreadable }: Ranking): Result<readonly AgentCard[]> {
  const carried = classificationRank(caller.dataClassification);
  if (!carried.ok) return carried;
  const unreadable = skipsUnreadable ? undefined : unreadableCard(index, caller);
  if (unreadable) return unreadable;
  const serves = index.serving((tenants) => servesTenant({ tenants }, caller.tenant));
  const self = index.positionOf(caller.agentId);
  const isVisible = (position: number): boolean => position !== self && serves(position) && index.isCleared(position, carried.value);
  return success(wanted.length === 0 ? allVisible(index, isVisible) : byOverlap(index, wanted, isVisible));
}

/** The refusal to answer because of a card that the caller may meet and whose classification is no word of ours. */
export function unreadableCard(index: DirectoryIndex, caller: CallerContext): ReturnType<typeof failure> | undefined {
  const [card] = unreadableCards(index, caller);
  return card && failure({ path: card.name, message: unknownClassification(card.maxDataClassification) });
}

function unreadableCards(index: DirectoryIndex, caller: CallerContext): readonly AgentCard[] {
  return index.unknownClearance.map((position) => index.card(position)).filter((card) => mayMeet(caller, card));
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
