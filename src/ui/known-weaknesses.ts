// The table of known weaknesses, fetched when somebody asks for it: the page does without it.

import { useQuery } from '@tanstack/react-query';
import type { WEAKNESSES } from '../model/kernel/weaknesses.ts';

export type Weakness = (typeof WEAKNESSES)[number];

export function useWeaknesses() {
  return useQuery({ queryKey: ['weaknesses'], queryFn: async () => (await import('../model/kernel/weaknesses.ts')).WEAKNESSES });
}

/** What is done about a weakness, in a few words. */
export function answerWords({ answer }: Weakness): { readonly kind: string; readonly how: string } {
  switch (answer.kind) {
    case 'hardened':
      return { kind: 'hardened', how: answer.entries.join(', ') };
    case 'by-default':
      return { kind: 'by default', how: answer.where };
    case 'out-of-scope':
      return { kind: 'out of scope', how: answer.why };
  }
}
