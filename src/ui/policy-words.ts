// The policies as the page speaks of them.

import type { PolicyName } from '../mock-agents/lesson.ts';

const SAYS: Readonly<Record<PolicyName, string>> = {
  reference: 'as it was first written, weaknesses included',
  hardened: 'with the known weaknesses mended',
};

export const POLICY_NAMES = Object.keys(SAYS) as readonly PolicyName[];

/** What a policy is, as a half sentence. */
export const policySays = (policy: PolicyName): string => SAYS[policy];

export const otherPolicy = (policy: string): PolicyName => (policy === 'hardened' ? 'reference' : 'hardened');
