// Cards that a filter stopped before ranking: which filter came first, which later ones would have stopped it too, what was
// compared. The filters are the kernel's; only the words are made here.

import type { DirectoryIndex } from '../kernel/directory-index.ts';
import { unknownClassification } from '../kernel/classification.ts';
import type { Survey } from '../kernel/directory-survey.ts';
import { type DiscoveryFilter, filtersAgainst } from '../kernel/discovery.ts';
import type { AgentCard } from '../protocol/agent-card.ts';
import type { CallerContext } from '../protocol/caller-context.ts';
import { SHOWN_CARDS, type AskedQuestion } from './asked-question.ts';
import type { DiscoveryAnswer, ExcludedBy, ExcludedCard } from './discovery.ts';
import { denialsBeforehand, EXCLUDED_BY, NOTHING_STOPPED } from './discovery-policy.ts';

/** All cards that some filter stopped: counted whole, the first by name explained. */
export function excludedCards(
  asked: Pick<AskedQuestion, 'caller' | 'maxDepth'>,
  index: DirectoryIndex,
  { stoppedBy }: Survey,
  wanted: readonly string[],
): Pick<DiscoveryAnswer, 'excluded' | 'excludedTotal' | 'excludedBy'> {
  const { caller } = asked;
  const excludedBy: Record<ExcludedBy, number> = { ...NOTHING_STOPPED };
  const explained: number[] = [];
  stoppedBy.forEach((number, position) => {
    const by = EXCLUDED_BY[number - 1];
    if (by === undefined) return;
    excludedBy[by] += 1;
    if (explained.length < SHOWN_CARDS) explained.push(position);
  });
  const excluded = explained.flatMap((position): readonly ExcludedCard[] => {
    const card = index.card(position);
    const kept = EXCLUDED_BY[(stoppedBy[position] ?? 0) - 1];
    if (kept === 'admission' || kept === 'unreadable') return [{ name: card.name, by: kept, also: [], ...policyWords(kept, card, asked) }];
    const filters = filtersAgainst(caller, card, wanted);
    const [by, ...also] = filters.ok ? filters.value : [];
    return by === undefined ? [] : [{ name: card.name, by, also, ...exclusionWords(by, caller, card, wanted) }];
  });
  return { excluded, excludedTotal: Object.values(excludedBy).reduce((sum, count) => sum + count, 0), excludedBy };
}

/** What only a policy stops, in words. */
function policyWords(by: 'admission' | 'unreadable', card: AgentCard, { caller, maxDepth }: Pick<AskedQuestion, 'caller' | 'maxDepth'>) {
  if (by === 'unreadable')
    return { reason: unknownClassification(card.maxDataClassification), evidence: `maxDataClassification = ${card.maxDataClassification}` };
  const denials = denialsBeforehand(caller, card, maxDepth);
  return { reason: denials.map(({ reason }) => reason).join('; '), evidence: denials.map(({ code }) => code).join(', ') };
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
