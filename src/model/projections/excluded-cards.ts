// Cards that a filter stopped before ranking: which filter came first, which later ones would have stopped it too, what was
// compared. The filters are the kernel's; only the words are made here.

import { type DiscoveryFilter, filtersAgainst } from '../kernel/discovery.ts';
import type { AgentCard } from '../protocol/agent-card.ts';
import type { CallerContext } from '../protocol/caller-context.ts';
import { type AskedQuestion, SHOWN_CARDS } from './asked-question.ts';
import type { DiscoveryAnswer, ExcludedCard } from './discovery.ts';

/** All cards that some filter stopped: counted whole, the first by name explained. */
export function excludedCards(
  asked: AskedQuestion,
  byName: readonly AgentCard[],
  visible: ReadonlySet<AgentCard>,
  wanted: readonly string[],
): Pick<DiscoveryAnswer, 'excluded' | 'excludedTotal' | 'excludedBy'> {
  const excludedBy = { self: 0, tenant: 0, classification: 0, tags: 0 };
  const excluded: ExcludedCard[] = [];
  let excludedTotal = 0;
  for (const card of byName) {
    if (visible.has(card)) continue;
    const filters = filtersAgainst(asked.caller, card, wanted);
    const [by, ...also] = filters.ok ? filters.value : [];
    if (by === undefined) continue;
    excludedTotal += 1;
    excludedBy[by] += 1;
    if (excluded.length < SHOWN_CARDS) excluded.push({ name: card.name, by, also, ...exclusionWords(by, asked.caller, card, wanted) });
  }
  return { excluded, excludedTotal, excludedBy };
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
