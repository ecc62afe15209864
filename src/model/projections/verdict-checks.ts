// One check of the policy, asked about a delegation of which a trace states only some facts. What is missing is never filled in:
// the check is asked with several values for it, and an outcome that no value changes holds; any other outcome is open.

import type { AdmissionCheck, AdmissionQuestion } from '../kernel/admission.ts';
import { CLASSIFICATIONS, type AgentCard } from '../protocol/agent-card.ts';
import type { CallerContext } from '../protocol/caller-context.ts';

export type FieldRead = AdmissionCheck['reads'][number];

/** What a trace tells of one delegation, with stand-ins where it tells nothing; `unknown` names those. */
export interface PartlyKnown {
  readonly caller: CallerContext;
  readonly card: AgentCard;
  readonly maxDepth: number;
  readonly unknown: ReadonlySet<FieldRead>;
  /** Names on the way to the caller, outermost first; undefined for one that nothing names. */
  readonly seen: readonly (string | undefined)[];
  /** Whether it is known who stands above the first caller seen. */
  readonly aboveKnown: boolean;
}

interface HowDecided {
  /** What was compared, where all of it is known. */
  readonly read?: string;
  /** What is missing and changes nothing. */
  readonly whatever?: readonly FieldRead[];
}
/** `open`: what is known neither refuses nor lets pass. `unreadable`: the check itself gives no answer (an unknown word). */
export type CheckOutcome =
  | ({ readonly kind: 'passes' } & HowDecided)
  | ({ readonly kind: 'denied'; readonly code: string; readonly reason: string } & HowDecided)
  | { readonly kind: 'open'; readonly missing: readonly FieldRead[] }
  | { readonly kind: 'unreadable'; readonly reason: string };

/** What stands in a chain for an agent that nothing names. */
export const NOT_NAMED = '(not named)';
/** No tenant and no agent goes by this name. */
const NOBODY = '\u0000';

/**
 * Asks one check. What was compared is told only where all of it is known.
 * Source: SPEC.md P.51.
 */
export function askCheck(entry: AdmissionCheck, known: PartlyKnown): CheckOutcome {
  const missing = entry.reads.filter((field) => known.unknown.has(field));
  const first: AdmissionQuestion = { caller: known.caller, card: known.card, maxDepth: known.maxDepth };
  const unprobed = missing.some((field) => VARIANTS[field] === undefined);
  if (unprobed) return { kind: 'open', missing };
  const questions = missing.reduce<readonly AdmissionQuestion[]>(
    (all, field) => all.flatMap((question) => VARIANTS[field]?.(question, { known, entry }) ?? []),
    [first],
  );
  const outcomes = questions.map((question) => outcomeOf(entry, question));
  const [asSeen] = outcomes;
  const same = asSeen !== undefined && outcomes.every(({ kind }) => kind === asSeen.kind);
  if (!same) return { kind: 'open', missing };
  if (asSeen.kind === 'unreadable') return asSeen;
  return { ...asSeen, ...(missing.length === 0 ? { read: entry.read(first) } : { whatever: missing }) };
}

type Decided = Exclude<CheckOutcome, { readonly kind: 'open' }>;

function outcomeOf(entry: AdmissionCheck, question: AdmissionQuestion): Decided {
  const answer = entry.check(question);
  if (!answer.ok) return { kind: 'unreadable', reason: answer.issues.map(({ message }) => message).join('; ') };
  return answer.value === undefined ? { kind: 'passes' } : { kind: 'denied', ...answer.value };
}

interface Varied {
  readonly known: PartlyKnown;
  readonly entry: AdmissionCheck;
}
type Vary = (question: AdmissionQuestion, varied: Varied) => readonly AdmissionQuestion[];

const onCaller = (question: AdmissionQuestion, caller: Partial<CallerContext>): AdmissionQuestion => ({
  ...question,
  caller: { ...question.caller, ...caller },
});
const onCard = (question: AdmissionQuestion, card: Partial<AgentCard>): AdmissionQuestion => ({
  ...question,
  card: { ...question.card, ...card },
});

/** Values that tell every outcome apart that a field can lead to; of a chain first what was seen, whose words are then told. */
const VARIANTS: Partial<Record<FieldRead, Vary>> = {
  'caller.agentId': (asked) => [asked.card.name, NOBODY].map((agentId) => onCaller(asked, { agentId })),
  'caller.tenant': (asked) => [...asked.card.tenants.slice(0, 1), NOBODY].map((tenant) => onCaller(asked, { tenant })),
  'caller.dataClassification': (asked) => CLASSIFICATIONS.map((word) => onCaller(asked, { dataClassification: word })),
  'caller.delegationChain': (asked, varied) => chains(asked, varied).map((delegationChain) => onCaller(asked, { delegationChain })),
  'card.tenants': (asked) => [[], [asked.caller.tenant], [`${asked.caller.tenant}${NOBODY}`]].map((tenants) => onCard(asked, { tenants })),
  'card.maxDataClassification': (asked) => CLASSIFICATIONS.map((word) => onCard(asked, { maxDataClassification: word })),
};

function chains({ card, maxDepth, caller }: AdmissionQuestion, { known, entry }: Varied): readonly (readonly string[])[] {
  const asSeen = caller.delegationChain;
  const found: (readonly string[])[] = [asSeen];
  if (known.seen.includes(undefined)) found.push(asSeen.map((name) => (name === NOT_NAMED ? card.name : name)));
  if (known.aboveKnown) return found;
  found.push([card.name, ...asSeen]);
  if (entry.reads.includes('maxDepth')) {
    // Only its length is read: the limit may be a million.
    const long: string[] = [];
    long.length = maxDepth;
    found.push(long);
  }
  return found;
}
