// Admission, explained: every card against every check, all denials, what each check read and what it did not, and the
// smallest change that would admit. The checks themselves are kernel/admission.ts.

import { admitBeforehand, REFERENCE_ADMISSION, type AdmissionCheck, type AdmissionQuestion } from '../kernel/admission.ts';
import type { DelegationDenial } from '../log/fact.ts';
import type { LogReader } from '../log/log-reader.ts';
import type { AgentCard } from '../protocol/agent-card.ts';
import type { CallerContext, StatedOfCaller } from '../protocol/caller-context.ts';
import type { AgentName } from '../protocol/task.ts';
import { askedQuestion, firstOf, SHOWN_CARDS, SHOWN_WORDS, type AskedQuestion } from './asked-question.ts';
import { orderedCards, type ExcludedBy, type StatedQuestion, type WhatIf } from './discovery.ts';
import { countUpTo } from './known-caller.ts';
import { knownDirectory } from './known-directory.ts';
import { admissionDifference, type AnsweringPolicy, policyAsked, statedPolicy, type PolicyDifference } from './policy-asked.ts';
import { smallestChange } from './smallest-change.ts';

export interface CheckCell {
  /** `depth` `cycle` `tenant` `classification` `auth`; others under other policies. */
  readonly check: string;
  readonly passed: boolean;
  readonly code?: string;
  readonly reason?: string;
  /** What was compared, short: `2 < 4`, `wholesale, retail`. */
  readonly read: string;
  /** It is asked when the work arrives, of what arrives: nothing here can say. */
  readonly onArrival?: true;
}
export interface AdmissionRow {
  readonly card: AgentName;
  readonly admitted: boolean;
  readonly cells: readonly CheckCell[];
  readonly denials: readonly DelegationDenial[];
  /** Sentences; empty when admitted. */
  readonly smallestChange: readonly string[];
  /** Filtered before admission: not a candidate for this caller and these tags. */
  readonly notVisible?: boolean;
  /** The filter that stopped it first. */
  readonly hiddenBy?: ExcludedBy;
  /** The smallest change as a question that can be asked at once, on top of the one asked. */
  readonly admittedBy?: WhatIf;
  /** Where the other policy answers otherwise: both verdicts, and the entries that made the difference. */
  readonly difference?: PolicyDifference;
  /** The checks could not be run on this card (an unknown classification); cells and denials are then empty. */
  readonly error?: string;
}
export interface AdmissionAnswer extends AnsweringPolicy {
  readonly stated: StatedQuestion;
  readonly tags: readonly string[];
  /** Cards known at the cursor; none: the panel says so. */
  readonly cardCount: number;
  readonly checks: readonly {
    readonly id: string;
    readonly title: string;
    readonly reads: readonly string[];
    /** The weakness of the reference that a check of another policy mends. */
    readonly mends?: string;
  }[];
  readonly caller: CallerContext;
  readonly callerUnknown: readonly StatedOfCaller[];
  readonly platformUnknown: readonly AgentName[];
  readonly platformUnknownTotal: number;
  readonly maxDepth: number;
  readonly knownTags: readonly string[];
  readonly knownTenants: readonly string[];
  /** Visible cards in rank order, then the others by name; the first of `rowsTotal`, at most SHOWN_CARDS. */
  readonly rows: readonly AdmissionRow[];
  readonly rowsTotal: number;
  /** How many of all cards discovery would show to this caller. */
  readonly visibleTotal: number;
  /** Fields of caller and card that no check reads. */
  readonly fieldsNotRead: readonly string[];
  /** For chain lengths 0 … maxDepth + 1 (around the edge only where that is long): whether the depth check admits. */
  readonly depthBoundary: readonly { readonly length: number; readonly admitted: boolean }[];
  /** Decisions that the log itself records up to the cursor; the last of `recordedTotal`, at most SHOWN_CARDS. */
  readonly recorded: readonly {
    readonly seq: number;
    readonly caller: AgentName;
    readonly maxDepth: number;
    readonly callee: AgentName;
    readonly chain: readonly AgentName[];
    readonly denials: readonly DelegationDenial[];
    readonly atCursor: boolean;
  }[];
  readonly recordedTotal: number;
  readonly error?: string;
}

/**
 * Puts every card at the cursor before every check of the policy in force.
 * @returns an error sentence and no rows when the caller's own classification is unknown; a card whose word is unknown carries
 *   its own error, and the others are answered
 * Source: SPEC.md A.1–A.9, P.22.
 */
export function projectAdmission(log: LogReader, ask: Ask): AdmissionAnswer {
  const asked = askedQuestion(log, ask, 'admission');
  const policy = policyAsked(log, ask.whatIf);
  const known = knownDirectory(asked.cards);
  // What admission itself would hide stays in view here: this is where it is asked.
  const directory = orderedCards(asked, { ...policy, discovery: { ...policy.discovery, onlyAdmissible: false } });
  return {
    stated: asked.stated,
    tags: asked.tags,
    cardCount: asked.cards.length,
    checks: policy.admission.map(checkHead),
    caller: asked.caller,
    callerUnknown: asked.callerUnknown,
    platformUnknown: firstOf(asked.platformUnknown, SHOWN_CARDS),
    platformUnknownTotal: asked.platformUnknown.size,
    maxDepth: asked.maxDepth,
    knownTags: known.tags(SHOWN_WORDS),
    knownTenants: known.tenants(SHOWN_WORDS),
    rows: directory.cards.map(({ card, hiddenBy }) => admissionRow(asked, card, hiddenBy, policy.admission)),
    visibleTotal: directory.visibleTotal,
    rowsTotal: directory.error === undefined ? asked.cards.length : 0,
    fieldsNotRead: fieldsNotRead(policy.admission),
    depthBoundary: depthBoundary(asked, policy.admission),
    policy: policy.id,
    statedPolicy: statedPolicy(log).id,
    ...recordedDecisions(log, ask.cursor),
    ...(directory.error === undefined ? {} : { error: directory.error }),
  };
}

interface Ask {
  readonly cursor: number;
  readonly whatIf?: WhatIf;
}

/** The reference's own entries name the weakness that they have; the others name the one that they mend. */
function checkHead({ id, title, reads, critique }: AdmissionCheck): AdmissionAnswer['checks'][number] {
  const isOfReference = REFERENCE_ADMISSION.some((entry) => entry.id === id);
  return { id, title, reads, ...(isOfReference || critique === undefined ? {} : { mends: critique }) };
}

function admissionRow(
  asked: AskedQuestion,
  card: AgentCard,
  hiddenBy: ExcludedBy | undefined,
  checks: readonly AdmissionCheck[],
): AdmissionRow {
  const question: AdmissionQuestion = { caller: asked.caller, card, maxDepth: asked.maxDepth };
  const difference = admissionDifference({ ...question, unknown: asked.callerUnknown });
  const hidden = { ...(hiddenBy === undefined ? {} : { notVisible: true, hiddenBy }), ...(difference === undefined ? {} : { difference }) };
  const answer = admitBeforehand(asked.caller, card, { maxDepth: asked.maxDepth, checks });
  if (!answer.ok) {
    const error = answer.issues.map((issue) => issue.message).join('; ');
    return { card: card.name, admitted: false, cells: [], denials: [], smallestChange: [], error, ...hidden };
  }
  const cells = checks.map((entry) => checkCell(entry, question));
  if (answer.value.length === 0) return { card: card.name, admitted: true, cells, denials: [], smallestChange: [], ...hidden };
  const { sentences, whatIf } = smallestChange(question, answer.value, ({ caller, card: changed, maxDepth }) =>
    denialsOf(admitBeforehand(caller, changed, { maxDepth, checks })),
  );
  return {
    card: card.name,
    admitted: false,
    cells,
    denials: answer.value,
    smallestChange: sentences,
    ...(whatIf === undefined ? {} : { admittedBy: whatIf }),
    ...hidden,
  };
}

/** A change that makes the question unreadable admits nothing. */
function denialsOf(answer: ReturnType<typeof admitBeforehand>): readonly DelegationDenial[] {
  return answer.ok ? answer.value : answer.issues.map((issue) => ({ code: 'UNREADABLE', reason: issue.message }));
}

function checkCell(entry: AdmissionCheck, question: AdmissionQuestion): CheckCell {
  if (entry.onArrival) return { check: entry.id, passed: true, read: 'on arrival', onArrival: true };
  const outcome = entry.check(question);
  const denial = outcome.ok ? outcome.value : undefined;
  const cell = { check: entry.id, passed: denial === undefined, read: entry.read(question) };
  return denial === undefined ? cell : { ...cell, code: denial.code, reason: denial.reason };
}

// Every member of a caller and of a card, written out so that the compiler notices a new one.
const CALLER_FIELDS: Readonly<Record<StatedOfCaller, true>> = {
  agentId: true,
  tenant: true,
  userId: true,
  scopes: true,
  dataClassification: true,
  delegationChain: true,
};
const CARD_FIELDS: Readonly<Record<keyof AgentCard, true>> = {
  name: true,
  description: true,
  url: true,
  version: true,
  protocolVersion: true,
  skills: true,
  streaming: true,
  pushNotifications: true,
  defaultInputModes: true,
  defaultOutputModes: true,
  securitySchemes: true,
  schemeTypes: true,
  owner: true,
  tenants: true,
  maxDataClassification: true,
};

function fieldsNotRead(checks: readonly AdmissionCheck[]): readonly string[] {
  const read = new Set<string>(checks.flatMap((entry) => entry.reads));
  const all = [
    ...Object.keys(CALLER_FIELDS).map((field) => `caller.${field}`),
    ...Object.keys(CARD_FIELDS).map((field) => `card.${field}`),
  ];
  return all.filter((field) => !read.has(field));
}

/** How many chain lengths are drawn at most; a longer range keeps its start and its edge. */
const BOUNDARY_STEPS = 12;

// Asks the depth check itself with chains of made-up names, so that the drawing cannot disagree with the decision.
function depthBoundary(asked: AskedQuestion, checks: readonly AdmissionCheck[]): AdmissionAnswer['depthBoundary'] {
  const depth = checks.find((entry) => entry.id === 'depth');
  const [card] = asked.cards;
  if (!depth || !card) return [];
  const last = Math.max(asked.maxDepth + 1, 1);
  const first = last + 1 > BOUNDARY_STEPS ? last - BOUNDARY_STEPS + 2 : 0;
  const lengths = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  return (first === 0 ? lengths : [0, ...lengths]).map((length) => {
    // Only its length is read: a long chain is not worth building for each step.
    const delegationChain: string[] = [];
    delegationChain.length = length;
    const outcome = depth.check({ caller: { ...asked.caller, delegationChain }, card, maxDepth: asked.maxDepth });
    return { length, admitted: outcome.ok && outcome.value === undefined };
  });
}

function recordedDecisions(log: LogReader, cursor: number): Pick<AdmissionAnswer, 'recorded' | 'recordedTotal'> {
  const kinds = ['delegation-admitted', 'delegation-denied'] as const;
  const places = kinds.flatMap((kind) => {
    const rows = log.rowsOfKind(kind);
    const count = countUpTo(log, rows, cursor);
    // The last of each kind are enough for the last of both.
    return Array.from({ length: Math.min(count, SHOWN_CARDS) }, (_, back) => log.seqOf(rows[count - 1 - back] ?? 0));
  });
  const recordedTotal = kinds.reduce((total, kind) => total + countUpTo(log, log.rowsOfKind(kind), cursor), 0);
  const recorded = places
    .sort((a, b) => a - b)
    .slice(-SHOWN_CARDS)
    .flatMap((seq) => {
      const fact = log.fact(log.rowAt(seq));
      if (fact?.kind !== 'delegation-admitted' && fact?.kind !== 'delegation-denied') return [];
      return [
        {
          seq,
          caller: fact.caller.agentId,
          callee: fact.callee,
          chain: fact.caller.delegationChain,
          maxDepth: fact.maxDepth,
          denials: fact.kind === 'delegation-denied' ? fact.denials : [],
          atCursor: seq === cursor,
        },
      ];
    });
  return { recorded, recordedTotal };
}
