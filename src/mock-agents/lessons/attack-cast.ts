// What lessons about attacks have in common: the same script under both policies, and a bare agent to try it on.

import type { AgentCard } from '../../model/protocol/agent-card.ts';
import type { Take } from '../lesson.ts';
import { SANCTIONS_CARD } from './cast.ts';

/** Once with the weakness and once without. */
export const BOTH_POLICIES: readonly Take[] = [
  { id: 'reference', label: 'Reference', set: {}, policy: 'reference' },
  { id: 'hardened', label: 'Hardened', set: {}, policy: 'hardened' },
];

/** A token that both policies take: nobody guesses sixteen characters or more. */
export const CALLBACK_TOKEN = 'callback-s3cret-one';

/** An agent of which nothing matters but that it takes whatever it is asked. */
export function bareCard(name: string): AgentCard {
  return {
    ...SANCTIONS_CARD,
    name,
    description: '',
    url: `https://agents.bank.ae/${name}`,
    version: '1.0.0',
    skills: [],
    owner: 'unknown',
    tenants: [],
  };
}
