// Claims that the lessons about an unreliable peer share: how the delegation ended, after how many tries, and when.

import type { RowMatch } from '../../model/log/claim.ts';
import type { DelegationOutcome } from '../../model/protocol/peer.ts';
import type { LessonClaim } from '../lesson.ts';

const DECIDED: RowMatch = { kind: 'outcome-decided' };
type InTake = { readonly take?: string };

/** The outcome, its number of tries and its virtual time. */
export function decides(outcome: DelegationOutcome, attempts: number, at: number, inTake: InTake = {}): readonly LessonClaim[] {
  const tries = attempts === 1 ? 'one try' : `${attempts} tries`;
  return [
    { say: `The delegation ends as ${outcome}`, check: 'value', of: DECIDED, path: 'outcome', is: outcome, ...inTake },
    { say: `It took ${tries}`, check: 'value', of: DECIDED, path: 'attempts', is: attempts, ...inTake },
    { say: `It is decided at ${at} ms`, check: 'at', of: DECIDED, is: at, ...inTake },
  ];
}

/** How often something happened. */
export function counts(say: string, of: RowMatch, is: number, inTake: InTake = {}): LessonClaim {
  return { say, check: 'count', of, is, ...inTake };
}
