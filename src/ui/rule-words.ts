// How many rules looked at a log, in words: that a rule found nothing says little where it had nothing to look at.

import type { RuleCounts } from '../model/projections/findings.ts';
import { countOf, formatCount } from './format.ts';

/** `47 rules ran; 4 had nothing to look at.` */
export function rulesInWords({ ran, idle, off }: RuleCounts): string {
  const parts = [
    `${countOf(ran, 'rule')} ran`,
    ...(idle > 0 ? [`${formatCount(idle)} had nothing to look at`] : []),
    ...(off > 0 ? [`${formatCount(off)} ${off === 1 ? 'is' : 'are'} switched off`] : []),
  ];
  return `${parts.join('; ')}.`;
}
