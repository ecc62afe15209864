// What of a card leaves the platform. Owner, tenants and clearance are the directory's knowledge and nobody else's
// (invariant 6, SPEC.md D.6).

import type { AgentCard, PublishedCard } from '../protocol/agent-card.ts';

/** A card without what only its platform knows. */
export function publishedCard(card: AgentCard): PublishedCard {
  const { owner: _owner, tenants: _tenants, maxDataClassification: _clearance, ...published } = card;
  return published;
}
