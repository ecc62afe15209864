// Cards that a filter stopped before ranking: which filter came first, which later ones would have stopped it too, what was
// compared. The filters are the kernel's; only the words are made here.

import type { DirectoryIndex } from '../kernel/directory-index.ts';
import { FILTERS, type Survey } from '../kernel/directory-survey.ts';
import { type DiscoveryFilter, filtersAgainst } from '../kernel/discovery.ts';
import type { AgentCard } from '../protocol/agent-card.ts';
import type { CallerContext } from '../protocol/caller-context.ts';
import { SHOWN_CARDS } from './asked-question.ts';
import type { DiscoveryAnswer, ExcludedCard } from './discovery.ts';

/** All cards that some filter stopped: counted whole, the first by name explained. */
export function excludedCards(
  caller: CallerContext,
  index: DirectoryIndex,
  { stoppedBy }: Survey,
  wanted: readonly string[],
): Pick<DiscoveryAnswer, 'excluded' | 'excludedTotal' | 'excludedBy'> {
  const excludedBy = { self: 0, tenant: 0, classification: 0, tags: 0 };
  const explained: number[] = [];
  stoppedBy.forEach((number, position) => {
    const by = FILTERS[number - 1];
    if (by === undefined) return;
    excludedBy[by] += 1;
    if (explained.length < SHOWN_CARDS) explained.push(position);
  });
  const excluded = explained.flatMap((position): readonly ExcludedCard[] => {
    const card = index.card(position);
    const filters = filtersAgainst(caller, card, wanted);
    const [by, ...also] = filters.ok ? filters.value : [];
    return by === undefined ? [] : [{ name: card.name, by, also, ...exclusionWords(by, caller, card, wanted) }];
  });
  return { excluded, excludedTotal: Object.values(excludedBy).reduce((sum, count) => sum + count, 0), excludedBy };
}

function exclusionWords(
  by: DiscoveryFilter,
  caller: CallerContext,
  card: AgentCard,
  wanted: readonly string[],
): { readonly reason: string; readonly evidence: string } {
  const tenants = card.tenants.join(', ');
  const words: Readonly<Record<DiscoveryFilter, readonly [reason: string, evidence: string]>> = {
    self: ['is the caller; nobody discovers itself', `agentId = ${caller.agentId}`],
    tenant: [`serves ${tenants}; the caller is in ${caller.tenant}`, `tenants = ${tenants}`],
    classification: [
      `handles up to ${card.maxDataClassification}; the data is ${caller.dataClassification}`,
      `${card.maxDataClassification} < ${caller.dataClassification}`,
    ],
    tags: [
      card.skills.length === 0
        ? 'has no skill at all'
        : `no skill has ${wanted.length === 1 ? 'the tag' : 'one of the tags'} ${wanted.join(', ')}`,
      'best overlap 0',
    ],
  };
  const [reason, evidence] = words[by];
  return { reason, evidence };
}
