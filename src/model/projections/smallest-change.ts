// The smallest change that would admit: found by trying, never by reading reasons. Each denial has candidate changes; sets of
// them are tried in order of size against the very checks that denied, and the first set that passes is the answer.

import { ACCEPTABLE_SCHEMES, type AdmissionQuestion } from '../kernel/admission.ts';
import { DELEGATE_SCOPE } from '../kernel/hardened/admission-checks.ts';
import type { DelegationDenial } from '../log/fact.ts';
import type { AgentCard } from '../protocol/agent-card.ts';
import type { CallerContext } from '../protocol/caller-context.ts';
import type { WhatIf } from './discovery.ts';

export type Checks = (question: AdmissionQuestion) => readonly DelegationDenial[];

export interface SmallestChange {
  /** One sentence a change, all of them needed; alternatives inside a sentence. */
  readonly sentences: readonly string[];
  /** The first alternative of each, as a question; undefined where no change of a field admits. */
  readonly whatIf?: WhatIf;
}

interface Change {
  /** The denial code it is meant for. */
  readonly cause: string;
  readonly say: string;
  readonly apply: (question: AdmissionQuestion) => AdmissionQuestion;
}

/**
 * Finds the smallest set of changes to one card, the caller or the limit that admits.
 * @param question as it was denied
 * @param denials what the checks answered; not empty
 * @param check the checks themselves
 * Source: SPEC.md A.8.
 */
export function smallestChange(question: AdmissionQuestion, denials: readonly DelegationDenial[], check: Checks): SmallestChange {
  const causes = [...new Set(denials.map((denial) => denial.code))];
  const candidates = causes.flatMap((cause) => (CANDIDATES[cause]?.(question) ?? []).map((each): Change => ({ cause, ...each })));
  const admits = (changes: readonly Change[]) => check(changes.reduce((asked, change) => change.apply(asked), question)).length === 0;
  for (let size = 1; size <= causes.length; size += 1) {
    const found = firstSet(candidates, size, admits);
    if (!found) continue;
    return {
      sentences: found.map((change, at) => sentence(change, otherWays(found, at, candidates, admits))),
      whatIf: asWhatIf(question, found),
    };
  }
  return { sentences: [`No change of one card, the caller or the limit admits: ${causes.join(', ')}.`] };
}

/** The first set of this size, at most one change per cause, that admits; depth first, in the order of the candidates. */
function firstSet(
  candidates: readonly Change[],
  size: number,
  admits: (changes: readonly Change[]) => boolean,
  chosen: readonly Change[] = [],
): readonly Change[] | undefined {
  if (chosen.length === size) return admits(chosen) ? chosen : undefined;
  for (const [at, change] of candidates.entries()) {
    const rest = candidates.slice(at + 1).filter((other) => other.cause !== change.cause);
    const found = firstSet(rest, size, admits, [...chosen, change]);
    if (found) return found;
  }
  return undefined;
}

/** Other changes for the same cause that would do as well in its place. */
function otherWays(
  found: readonly Change[],
  at: number,
  candidates: readonly Change[],
  admits: (changes: readonly Change[]) => boolean,
): readonly Change[] {
  const chosen = found[at];
  return candidates.filter(
    (other) => other.cause === chosen?.cause && other !== chosen && admits(found.map((each) => (each === chosen ? other : each))),
  );
}

function sentence(change: Change, others: readonly Change[]): string {
  const ways = [change, ...others].map((each) => each.say).join(', or ');
  return `${ways.charAt(0).toUpperCase()}${ways.slice(1)}.`;
}

function asWhatIf(before: AdmissionQuestion, changes: readonly Change[]): WhatIf {
  const after = changes.reduce((asked, change) => change.apply(asked), before);
  return {
    ...(after.caller === before.caller ? {} : { caller: changedMembers(before.caller, after.caller) }),
    ...(after.card === before.card ? {} : { cards: { [before.card.name]: changedMembers(before.card, after.card) } }),
    ...(after.maxDepth === before.maxDepth ? {} : { maxDepth: after.maxDepth }),
  };
}

function changedMembers<T extends object>(before: T, after: T): Partial<T> {
  const keys = Object.keys(after) as (keyof T)[];
  const changed: Partial<T> = {};
  for (const key of keys) if (after[key] !== before[key]) changed[key] = after[key];
  return changed;
}

const onCaller = (question: AdmissionQuestion, caller: Partial<CallerContext>): AdmissionQuestion => ({
  ...question,
  caller: { ...question.caller, ...caller },
});
const onCard = (question: AdmissionQuestion, card: Partial<AgentCard>): AdmissionQuestion => ({
  ...question,
  card: { ...question.card, ...card },
});

type Candidates = (question: AdmissionQuestion) => readonly Omit<Change, 'cause'>[];

/** Stands for whoever the work is done for, in a question that tries a name. */
const SOMEBODY = 'somebody';

/** What could be changed for each denial, the change that asks least of the caller first. */
const CANDIDATES: Readonly<Record<string, Candidates>> = {
  DEPTH_EXCEEDED: ({ caller, maxDepth }) => {
    const limit = caller.delegationChain.length + 1;
    const raise = { say: `the depth limit rises to ${limit}`, apply: (asked: AdmissionQuestion) => ({ ...asked, maxDepth: limit }) };
    if (maxDepth < 1) return [raise];
    const shorter = {
      say: maxDepth === 1 ? 'the chain is empty' : `the chain holds no more than ${maxDepth - 1}`,
      apply: (asked: AdmissionQuestion) => onCaller(asked, { delegationChain: asked.caller.delegationChain.slice(0, maxDepth - 1) }),
    };
    return [shorter, raise];
  },
  CYCLE_DETECTED: ({ card }) => [
    {
      say: `the chain comes without ${card.name}, which no setting grants: choose another agent`,
      apply: (asked) => onCaller(asked, { delegationChain: asked.caller.delegationChain.filter((name) => name !== card.name) }),
    },
  ],
  TENANT_NOT_PERMITTED: ({ caller, card }) => [
    {
      say: `the card serves ${caller.tenant}`,
      apply: (asked) => onCard(asked, { tenants: [...asked.card.tenants, caller.tenant] }),
    },
    {
      say: `the caller acts in ${card.tenants.join(' or ')}`,
      apply: (asked) => onCaller(asked, { tenant: card.tenants[0] ?? caller.tenant }),
    },
  ],
  CLASSIFICATION_EXCEEDED: ({ caller, card }) => [
    {
      say: `the card rises to ${caller.dataClassification}`,
      apply: (asked) => onCard(asked, { maxDataClassification: caller.dataClassification }),
    },
    {
      say: `the data drops to ${card.maxDataClassification}`,
      apply: (asked) => onCaller(asked, { dataClassification: card.maxDataClassification }),
    },
  ],
  CLASSIFICATION_UNKNOWN: ({ caller, card }) => [
    {
      say: `the card rises to ${caller.dataClassification}`,
      apply: (asked) => onCard(asked, { maxDataClassification: caller.dataClassification }),
    },
    {
      say: `the data drops to ${card.maxDataClassification}`,
      apply: (asked) => onCaller(asked, { dataClassification: card.maxDataClassification }),
    },
  ],
  SCOPE_MISSING: () => [
    {
      say: `the caller holds the scope ${DELEGATE_SCOPE}`,
      apply: (asked) => onCaller(asked, { scopes: [...asked.caller.scopes, DELEGATE_SCOPE] }),
    },
  ],
  CALLER_UNIDENTIFIED: ({ caller }) => [
    {
      say: 'the caller says for whom it acts',
      apply: (asked) => onCaller(asked, { userId: caller.userId.trim() === '' ? SOMEBODY : caller.userId }),
    },
  ],
  NO_ACCEPTABLE_AUTH: () => [
    {
      say: `the card adds ${ACCEPTABLE_SCHEMES.join(' or ')}`,
      apply: (asked) => onCard(asked, { securitySchemes: [...asked.card.securitySchemes, ...ACCEPTABLE_SCHEMES.slice(0, 1)] }),
    },
  ],
};
