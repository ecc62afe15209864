// By which policy a question is answered: a person's choice, else the policy of the episode, else the reference. And where the two
// policies answer otherwise, by which entries, and which known weaknesses those mend.

import { admitBeforehand, type AdmissionCheck } from '../kernel/admission.ts';
import { hardened, policyNamed, reference, type Policy } from '../kernel/policy.ts';
import { WEAKNESSES } from '../kernel/weaknesses.ts';
import type { EpisodeIdentity } from '../log/saved-form.ts';
import type { AgentCard } from '../protocol/agent-card.ts';
import type { CallerContext, StatedOfCaller } from '../protocol/caller-context.ts';
import type { WhatIf } from './discovery.ts';

/** What an answer tells about the policy behind it. */
export interface AnsweringPolicy {
  readonly policy: string;
  /** That of the episode; the reference where the log is no episode. */
  readonly statedPolicy: string;
}

type OfEpisode = { readonly episode: EpisodeIdentity | undefined };

/** The policy that the log states. A name that is none is the reference's. */
export function statedPolicy(log: OfEpisode): Policy {
  return policyNamed(log.episode?.policy) ?? reference;
}

/** The policy that answers. */
export function policyAsked(log: OfEpisode, whatIf: WhatIf | undefined): Policy {
  return policyNamed(whatIf?.policy) ?? statedPolicy(log);
}

/** An entry of a policy that decided something, and the weaknesses of the reference that it mends. */
export interface DecidingEntry {
  readonly entry: string;
  readonly title: string;
  /** Why it decided as it did; absent where there is nothing to say but the title. */
  readonly reason?: string;
  readonly weaknesses: readonly { readonly id: string; readonly title: string }[];
}

/** The weakness that an entry itself names, else those whose answer it is part of. */
function decidingEntry({ id, title, critique }: Pick<AdmissionCheck, 'id' | 'title' | 'critique'>, reason?: string): DecidingEntry {
  const answered = WEAKNESSES.filter(({ answer }) => answer.kind === 'hardened' && answer.entries.includes(id));
  const own = answered.filter((weakness) => weakness.id === critique);
  const weaknesses = (own.length > 0 ? own : answered).map((weakness) => ({ id: weakness.id, title: weakness.title }));
  return { entry: id, title, ...(reason === undefined ? {} : { reason }), weaknesses };
}

/** A card that the two policies answer differently about. */
export interface PolicyDifference {
  readonly reference: PolicyVerdict;
  readonly hardened: PolicyVerdict;
  /** Entries of the hardened policy that made the difference. */
  readonly because: readonly DecidingEntry[];
}
/** `no-answer`: the checks cannot be run, because of a word that nobody knows. */
export type PolicyVerdict = 'admitted' | 'denied' | 'no-answer';

interface Delegation {
  readonly caller: CallerContext;
  readonly card: AgentCard;
  readonly maxDepth: number;
  /** Fields of the caller that nobody states: what a default would decide is no difference. */
  readonly unknown: readonly StatedOfCaller[];
}

/**
 * Asks both policies whether a delegation would be admitted before a byte leaves.
 * @returns undefined where they agree, or differ by nothing that is stated
 * Source: SPEC.md P.72.
 */
export function admissionDifference(asked: Delegation): PolicyDifference | undefined {
  const before = decided(reference, asked);
  const after = decided(hardened, asked);
  const because = entriesBetween(before.codes, asked);
  if (because.length === 0) return undefined;
  return { reference: before.verdict, hardened: after.verdict, because };
}

function decided({ admission }: Policy, { caller, card, maxDepth }: Delegation) {
  const answer = admitBeforehand(caller, card, { maxDepth, checks: admission });
  if (!answer.ok) return { verdict: 'no-answer' as const, codes: new Set<string>() };
  return { verdict: answer.value.length === 0 ? ('admitted' as const) : ('denied' as const), codes: codesOf(answer.value) };
}

const codesOf = (denials: readonly { readonly code: string }[]): ReadonlySet<string> => new Set(denials.map(({ code }) => code));

/** Checks of the hardened policy that deny for another reason than the reference has, or that pass where it denies. */
function entriesBetween(denied: ReadonlySet<string>, asked: Delegation): readonly DecidingEntry[] {
  return hardened.admission.flatMap((entry) => {
    if (entry.onArrival || asked.unknown.some((field) => entry.reads.includes(`caller.${field}`))) return [];
    const outcome = entry.check(asked);
    if (!outcome.ok) return [];
    const denial = outcome.value;
    if (denial === undefined) return denied.has(entry.code) ? [decidingEntry(entry, entry.read(asked))] : [];
    return denied.has(denial.code) ? [] : [decidingEntry(entry, denial.reason)];
  });
}
