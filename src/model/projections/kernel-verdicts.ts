// What would the kernel say? Every delegation of a trace put before discovery and admission as they are here, with the facts that
// the trace states. It is a note and no finding: a trace is judged by its specification, and nobody asked our kernel.

import type { Hop, HopFinder } from '../audit/audit.ts';
import { MAX_DELEGATION_DEPTH } from '../kernel/admission.ts';
import type { LogView } from '../log/log-view.ts';
import type { AgentName } from '../protocol/task.ts';
import type { WhatIf } from './discovery.ts';
import { type AnsweringPolicy, policyAsked, statedPolicy } from './policy-asked.ts';
import { seqOfHop } from './hop-tasks.ts';
import { hopsInto, type HopsInto } from './verdict-chain.ts';
import { verdictCards, type BesideCard, type FoundCard, type VerdictCards } from './verdict-cards.ts';
import { LikelyDirectory } from './verdict-discovery.ts';
import { factsInForce, type VerdictFact } from './verdict-facts.ts';
import { discoveryVerdict, judgeHop, type HopVerdict, type Trial, type VerdictKind } from './hop-verdict.ts';

export type { BesideCard } from './verdict-cards.ts';
export type { VerdictFact } from './verdict-facts.ts';
export type { CheckVerdict, HopVerdict, VerdictKind } from './hop-verdict.ts';

export interface KernelVerdictsAsk {
  readonly cursor: number;
  readonly whatIf?: WhatIf;
  /** Cards of other logs, laid beside the trace; the first 200 count. */
  readonly cards?: readonly BesideCard[];
  /** Only verdicts of this kind are listed; all are counted. */
  readonly show?: VerdictKind;
  /** Only the hops that this row shows. */
  readonly seq?: number;
}
/** Delegations that cannot be judged, by who was asked. */
export interface WithoutCard {
  readonly agent?: string;
  readonly hops: number;
  readonly firstSeq: number;
  readonly why: string;
}
export interface KernelVerdictsAnswer extends AnsweringPolicy {
  /** The log records the kernel's own decisions: they are shown instead, and nothing is replayed. */
  readonly recorded: boolean;
  readonly maxDepth: number;
  /** By their first row; the first 200 of those asked for. */
  readonly hops: readonly HopVerdict[];
  /** How many there are of those asked for. */
  readonly hopsTotal: number;
  /** Of the judged ones. */
  readonly counts: Readonly<Record<VerdictKind, number>>;
  /** Hops up to the cursor, and how many of them were looked at. */
  readonly total: number;
  readonly looked: number;
  readonly withoutCard: readonly WithoutCard[];
  readonly withoutCardHops: number;
  /** What nobody states and would decide something, and what a person states; callers before cards, at most 200. */
  readonly facts: readonly VerdictFact[];
  readonly factsTotal: number;
  /** Cards from beside the trace that a verdict stands on. */
  readonly besideUsed: number;
}

/** Hops that are judged; more are counted. */
const MOST_JUDGED = 1_000;
const MOST_SHOWN = 200;

/**
 * Replays admission and discovery for the hops up to the cursor.
 * Source: SPEC.md P.50–P.56.
 */
export function projectKernelVerdicts(log: LogView, ask: KernelVerdictsAsk, found: Pick<HopFinder, 'hops'>): KernelVerdictsAnswer {
  const policies = { policy: policyAsked(log, ask.whatIf).id, statedPolicy: statedPolicy(log).id };
  if (log.hasKernelRows) return { ...NOTHING, ...policies, recorded: true, maxDepth: maxDepthOf(ask) };
  const all = found.hops();
  const happened = all.filter((hop) => seqOfHop(log, hop) <= ask.cursor);
  const looked = (ask.seq === undefined ? happened : happened.filter((hop) => seqOfHop(log, hop) === ask.seq)).slice(0, MOST_JUDGED);
  const cards = verdictCards(log, ask.cursor, ask);
  const trial = trialOf(log, ask, cards, hopsInto(all));
  const judged: Judged[] = [];
  const missing = new Map<AgentName, WithoutCard>();
  for (const hop of looked) {
    const card = cards.find(hop.to, peerOf(log, hop));
    if (card === undefined) countMissing(missing, hop, seqOfHop(log, hop));
    else judged.push({ hop, card, verdict: judgeHop(trial, hop, card) });
  }
  const asked = ask.show === undefined ? judged : judged.filter(({ verdict }) => verdict.kind === ask.show);
  const verdicts = judged.map(({ verdict }) => verdict);
  const facts = factsInForce(verdicts, ask.whatIf);
  return {
    ...NOTHING,
    ...policies,
    maxDepth: trial.maxDepth,
    hops: asked
      .slice(0, MOST_SHOWN)
      .map(({ hop, card, verdict }) => ({ ...verdict, discovery: discoveryVerdict(trial, hop, card, verdict) })),
    hopsTotal: asked.length,
    counts: countKinds(verdicts),
    total: happened.length,
    looked: looked.length,
    withoutCard: [...missing.values()].slice(0, MOST_SHOWN),
    withoutCardHops: looked.length - verdicts.length,
    facts: facts.slice(0, MOST_SHOWN),
    factsTotal: facts.length,
    besideUsed: new Set(verdicts.flatMap(({ card, cardFrom }) => (cardFrom === undefined ? [] : [card]))).size,
  };
}

interface Judged {
  readonly hop: Hop;
  readonly card: FoundCard;
  readonly verdict: HopVerdict;
}

const NO_VERDICTS: Readonly<Record<VerdictKind, number>> = { refused: 0, open: 0, allowed: 0, unreadable: 0 };
const NOTHING: Omit<KernelVerdictsAnswer, keyof AnsweringPolicy> = {
  recorded: false,
  maxDepth: MAX_DELEGATION_DEPTH,
  hops: [],
  hopsTotal: 0,
  counts: NO_VERDICTS,
  total: 0,
  looked: 0,
  withoutCard: [],
  withoutCardHops: 0,
  facts: [],
  factsTotal: 0,
  besideUsed: 0,
};

function trialOf(log: LogView, ask: KernelVerdictsAsk, cards: VerdictCards, into: HopsInto): Trial {
  const whatIf = ask.whatIf ?? {};
  const { tenant, dataClassification } = whatIf.caller ?? {};
  const policy = policyAsked(log, whatIf);
  let directory: LikelyDirectory | undefined;
  return {
    log,
    cursor: ask.cursor,
    whatIf,
    maxDepth: maxDepthOf(ask),
    checks: policy.admission.filter(({ onArrival }) => onArrival === undefined),
    shows: policy.discovery,
    cards,
    into,
    directory: () => (directory ??= new LikelyDirectory(cards.all, { tenant, dataClassification }, policy.discovery)),
  };
}

function maxDepthOf({ whatIf }: KernelVerdictsAsk): number {
  return whatIf?.maxDepth ?? MAX_DELEGATION_DEPTH;
}

/** Who was asked, as the row of the request has it: a name or a host. */
function peerOf(log: LogView, { rows }: Hop): string | undefined {
  const [row] = rows;
  return row === undefined ? undefined : log.peer(row);
}

function countMissing(missing: Map<AgentName, WithoutCard>, { to }: Hop, seq: number): void {
  const key = to ?? '';
  const known = missing.get(key);
  if (known !== undefined) {
    missing.set(key, { ...known, hops: known.hops + 1 });
    return;
  }
  const why =
    to === undefined
      ? 'nothing names who was asked, so no card is known to be theirs'
      : `no card of ${to} in this trace; open or paste its card beside it`;
  missing.set(key, { ...(to === undefined ? {} : { agent: to }), hops: 1, firstSeq: seq, why });
}

function countKinds(verdicts: readonly HopVerdict[]): Readonly<Record<VerdictKind, number>> {
  const counts = { ...NO_VERDICTS };
  for (const { kind } of verdicts) counts[kind] += 1;
  return counts;
}
