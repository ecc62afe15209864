// Discovery under a policy: what a directory of that policy shows of all cards, and where the two policies show otherwise.

import { success, type Result } from '../base/result.ts';
import { admitBeforehand } from '../kernel/admission.ts';
import { classificationRank } from '../kernel/classification.ts';
import type { DirectoryIndex } from '../kernel/directory-index.ts';
import { FILTERS, survey, type Survey } from '../kernel/directory-survey.ts';
import { hardened, reference, type Policy } from '../kernel/policy.ts';
import { WEAKNESSES } from '../kernel/weaknesses.ts';
import type { DelegationDenial } from '../log/fact.ts';
import type { AgentCard } from '../protocol/agent-card.ts';
import type { CallerContext } from '../protocol/caller-context.ts';
import { SHOWN_CARDS, type AskedQuestion } from './asked-question.ts';
import type { DiscoveryDifference, ExcludedBy } from './discovery.ts';
import type { DecidingEntry } from './policy-asked.ts';

/** What may stop a card, in order; `stoppedBy` of a survey under a policy counts these from 1. */
export const EXCLUDED_BY: readonly ExcludedBy[] = [...FILTERS, 'unreadable', 'admission'];
const UNREADABLE = EXCLUDED_BY.indexOf('unreadable') + 1;
const BY_ADMISSION = EXCLUDED_BY.indexOf('admission') + 1;

export const NOTHING_STOPPED: Readonly<Record<ExcludedBy, number>> = {
  self: 0,
  tenant: 0,
  classification: 0,
  tags: 0,
  unreadable: 0,
  admission: 0,
};

type Asked = Pick<AskedQuestion, 'caller' | 'maxDepth'>;

/**
 * Judges every card as a directory of the policy does.
 * @returns an issue where that directory refuses to answer
 * Source: SPEC.md D.1–D.7.
 */
export function surveyedUnder(
  { discovery, admission }: Policy,
  { caller, maxDepth }: Asked,
  index: DirectoryIndex,
  wanted: readonly string[],
): Result<Survey> {
  const answer = survey(index, caller, wanted, { skipsUnreadable: discovery.skipsUnreadable });
  if (!answer.ok || (!discovery.skipsUnreadable && !discovery.onlyAdmissible)) return answer;
  const { stoppedBy, sums, ranked } = answer.value;
  if (discovery.skipsUnreadable) {
    for (const position of index.unknownClearance) if (CLASSIFICATION === stoppedBy[position]) stoppedBy[position] = UNREADABLE;
  }
  if (!discovery.onlyAdmissible) return answer;
  const checks = admission.filter(({ onArrival }) => onArrival === undefined);
  const shown = ranked.filter((position) => {
    const decision = admitBeforehand(caller, index.card(position), { maxDepth, checks });
    const isShown = decision.ok && decision.value.length === 0;
    if (!isShown) stoppedBy[position] = BY_ADMISSION;
    return isShown;
  });
  return success({ stoppedBy, sums, ranked: shown });
}

const CLASSIFICATION = EXCLUDED_BY.indexOf('classification') + 1;

/** Why the hardened policy would not show a card; none where it cannot say. */
export function denialsBeforehand(caller: CallerContext, card: AgentCard, maxDepth: number): readonly DelegationDenial[] {
  const decision = admitBeforehand(caller, card, { maxDepth, checks: hardened.admission });
  return decision.ok ? decision.value : [];
}

/** A card's name stands in the issue's path; the caller's word has none. */
export function refusal(asked: AskedQuestion, issue: { readonly path: string; readonly message: string } | undefined): string {
  const whose = classificationRank(asked.caller.dataClassification).ok ? (issue?.path ?? '') : `the caller ${asked.caller.agentId}`;
  return `${whose}: ${issue?.message ?? 'the question cannot be read'}`;
}

/** Directories of more cards are not compared: every card would be put before admission at each turn of a knob. */
const MOST_COMPARED = 10_000;

/** What the two policies show otherwise; undefined where they show the same, or there are too many cards. Source: SPEC.md P.72. */
export function discoveryDifference(
  asked: AskedQuestion,
  index: DirectoryIndex,
  wanted: readonly string[],
): DiscoveryDifference | undefined {
  if (index.size > MOST_COMPARED) return undefined;
  const before = surveyedUnder(reference, asked, index, wanted);
  // What a default would decide is no difference: of the caller only what is stated is asked.
  const admission = hardened.admission.filter(({ reads }) => !asked.callerUnknown.some((field) => reads.includes(`caller.${field}`)));
  const after = surveyedUnder({ ...hardened, admission }, asked, index, wanted);
  const beforeShown = new Set(before.ok ? before.value.ranked : []);
  const afterShown = new Set(after.ok ? after.value.ranked : []);
  const onlyReference = [...beforeShown].filter((position) => !afterShown.has(position));
  const onlyHardened = [...afterShown].filter((position) => !beforeShown.has(position));
  const total = onlyReference.length + onlyHardened.length;
  if (total === 0 && before.ok === after.ok) return undefined;
  const because = [...(onlyReference.length > 0 ? [weaknessMended('R17')] : []), ...(before.ok ? [] : [weaknessMended('R15')])];
  const names = (positions: readonly number[]) => positions.slice(0, SHOWN_CARDS).map((position) => index.card(position).name);
  return {
    onlyReference: names(onlyReference),
    onlyHardened: names(onlyHardened),
    total,
    ...(before.ok ? {} : { referenceError: refusal(asked, before.issues[0]) }),
    because,
  };
}

/** The discovery entry of the hardened policy, for one of the weaknesses that it mends. */
function weaknessMended(id: string): DecidingEntry {
  const { id: entry, title } = hardened.discovery;
  return { entry, title, weaknesses: WEAKNESSES.filter((weakness) => weakness.id === id).map((found) => ({ id, title: found.title })) };
}
