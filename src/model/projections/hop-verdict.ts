// One delegation before all checks of the policy, and before discovery where it is known what was looked for.

import type { Hop } from '../audit/audit.ts';
import { textMember } from '../base/json.ts';
import type { AdmissionCheck } from '../kernel/admission.ts';
import type { DiscoveryStrategy } from '../kernel/strategies.ts';
import type { LogView } from '../log/log-view.ts';
import type { AgentName } from '../protocol/task.ts';
import { DEFAULT_CALLER } from './known-caller.ts';
import type { WhatIf } from './discovery.ts';
import { fromTaskOf, seqOfHop, toTaskOf } from './hop-tasks.ts';
import { observeRow } from './observed-row.ts';
import { stepsAbove, type ChainStep, type HopsInto } from './verdict-chain.ts';
import { askCheck, NOT_NAMED, type CheckOutcome, type FieldRead, type PartlyKnown } from './verdict-checks.ts';
import type { CardMatch, FoundCard, VerdictCards } from './verdict-cards.ts';
import type { DiscoveryVerdict, LikelyDirectory, Looked } from './verdict-discovery.ts';

/** What all hops of an answer are judged by. */
export interface Trial {
  readonly log: LogView;
  readonly cursor: number;
  readonly whatIf: WhatIf;
  readonly maxDepth: number;
  /** Of the policy that answers, but for those that need what arrives. */
  readonly checks: readonly AdmissionCheck[];
  /** What a directory of that policy shows. */
  readonly shows: DiscoveryStrategy;
  readonly cards: VerdictCards;
  readonly into: HopsInto;
  /** Made when the first hop asks for it. */
  readonly directory: () => LikelyDirectory;
}

/** `open`: nothing that is known refuses it, and something is missing. `unreadable`: the kernel itself has no answer. */
export type VerdictKind = 'refused' | 'open' | 'allowed' | 'unreadable';

export type CheckVerdict = CheckOutcome & {
  readonly check: string;
  readonly title: string;
  /** It stands on facts that a person states. */
  readonly supposed: readonly FieldRead[];
};

export interface HopVerdict {
  readonly seq: number;
  /** Rows that show the hop, the decisive one first; at most 8. */
  readonly evidenceSeqs: readonly number[];
  readonly evidence: Hop['evidence'];
  /** In words, from what the hop is known. */
  readonly because: string;
  readonly from?: string;
  readonly fromTask?: string;
  readonly to?: string;
  readonly toTask?: string;
  readonly card: AgentName;
  readonly matched: CardMatch;
  /** The log that the card is from; undefined: this one. */
  readonly cardFrom?: string;
  /** Who stands above the caller, outermost first, as far as it is seen. */
  readonly chain: readonly ChainStep[];
  /** Whom a person puts above the first caller seen; undefined: nobody says. */
  readonly above?: readonly AgentName[];
  /** Whether somebody on the way is known only from what a peer claims. */
  readonly claimed: boolean;
  readonly kind: VerdictKind;
  readonly checks: readonly CheckVerdict[];
  /** Of a listed one. */
  readonly discovery?: DiscoveryVerdict;
  /** `would have been refused because …` */
  readonly sentence: string;
}

const MOST_EVIDENCE = 8;

/** Judges one hop by the policy; every check is asked. Source: SPEC.md P.50–P.54. */
export function judgeHop(trial: Trial, hop: Hop, found: FoundCard): HopVerdict {
  const chain = stepsAbove(trial.log, hop, trial.into, trial.cursor);
  const known = whatIsKnown(trial, hop, chain, found);
  const supposed = supposedFields(trial, hop, found);
  const checks = trial.checks.map((entry) => checkVerdict(entry, known, supposed));
  const kind = kindOf(checks);
  const claimed = hop.evidence === 'claimed' || chain.some(({ evidence }) => evidence === 'claimed');
  const above = trial.whatIf.caller?.delegationChain;
  return {
    seq: seqOfHop(trial.log, hop),
    evidenceSeqs: hop.rows.slice(0, MOST_EVIDENCE).map((row) => trial.log.seqOf(row)),
    evidence: hop.evidence,
    because: hop.because,
    ...endsOf(trial.log, hop),
    card: found.card.name,
    matched: found.by,
    ...(found.from === undefined ? {} : { cardFrom: found.from }),
    chain,
    ...(above === undefined ? {} : { above }),
    claimed,
    kind,
    checks,
    sentence: sentenceOf(kind, checks, { claimed, card: found.card.name, first: chain[0]?.agent ?? hop.from }),
  };
}

function endsOf(log: LogView, hop: Hop): Pick<HopVerdict, 'from' | 'fromTask' | 'to' | 'toTask'> {
  const { from, to } = hop;
  const fromTask = fromTaskOf(log, hop);
  const toTask = toTaskOf(log, hop);
  return {
    ...(from === undefined ? {} : { from }),
    ...(fromTask === undefined ? {} : { fromTask: log.tasks.nameOf(fromTask) }),
    ...(to === undefined ? {} : { to }),
    ...(toTask === undefined ? {} : { toTask: log.tasks.nameOf(toTask) }),
  };
}

/** An agent goes by the name on its card, which is what the kernel would have been told. */
function nameOnCard({ cards }: Trial, agent: string | undefined): string | undefined {
  return agent === undefined ? undefined : (cards.find(agent, undefined)?.card.name ?? agent);
}

function whatIsKnown(trial: Trial, hop: Hop, chain: readonly ChainStep[], { card, unknown }: FoundCard): PartlyKnown {
  const stated = trial.whatIf.caller ?? {};
  const agentId = nameOnCard(trial, hop.from) ?? stated.agentId;
  const seen = chain.map(({ agent }) => nameOnCard(trial, agent));
  const above = stated.delegationChain;
  const missing = new Set<FieldRead>(unknown.map((fact) => `card.${fact}` as const));
  if (agentId === undefined) missing.add('caller.agentId');
  for (const field of ['tenant', 'dataClassification', 'userId', 'scopes'] as const) {
    if (stated[field] === undefined) missing.add(`caller.${field}`);
  }
  if (above === undefined || seen.includes(undefined)) missing.add('caller.delegationChain');
  return {
    caller: {
      ...DEFAULT_CALLER,
      ...stated,
      agentId: agentId ?? NOT_NAMED,
      delegationChain: [...(above ?? []), ...seen.map((name) => name ?? NOT_NAMED)],
    },
    card,
    maxDepth: trial.maxDepth,
    unknown: missing,
    seen,
    aboveKnown: above !== undefined,
  };
}

/** Fields whose value is a person's. */
function supposedFields({ whatIf }: Trial, hop: Hop, { supposed }: FoundCard): ReadonlySet<FieldRead> {
  const fields = new Set<FieldRead>(supposed.map((fact) => `card.${fact}` as const));
  const { agentId, tenant, dataClassification, delegationChain, userId, scopes } = whatIf.caller ?? {};
  if (agentId !== undefined && hop.from === undefined) fields.add('caller.agentId');
  if (tenant !== undefined) fields.add('caller.tenant');
  if (dataClassification !== undefined) fields.add('caller.dataClassification');
  if (delegationChain !== undefined) fields.add('caller.delegationChain');
  if (userId !== undefined) fields.add('caller.userId');
  if (scopes !== undefined) fields.add('caller.scopes');
  if (whatIf.maxDepth !== undefined) fields.add('maxDepth');
  return fields;
}

function checkVerdict(entry: AdmissionCheck, known: PartlyKnown, supposed: ReadonlySet<FieldRead>): CheckVerdict {
  const outcome = askCheck(entry, known);
  return { check: entry.id, title: entry.title, supposed: entry.reads.filter((field) => supposed.has(field)), ...outcome };
}

function kindOf(checks: readonly CheckVerdict[]): VerdictKind {
  const has = (kind: CheckOutcome['kind']): boolean => checks.some((check) => check.kind === kind);
  // What cannot be read takes the place of all denials, as in admission itself.
  if (has('unreadable')) return 'unreadable';
  if (has('denied')) return 'refused';
  return has('open') ? 'open' : 'allowed';
}

interface About {
  readonly claimed: boolean;
  readonly card: AgentName;
  readonly first: string | undefined;
}

function sentenceOf(kind: VerdictKind, checks: readonly CheckVerdict[], about: About): string {
  const told = kind === 'unreadable' ? 'unreadable' : 'denied';
  const reasons = checks.flatMap((check) => ('reason' in check && check.kind === told ? [inWords(check, about)] : []));
  const onClaims = about.claimed && checks.some(({ kind: outcome, check }) => outcome === 'denied' && ABOUT_THE_WAY.has(check));
  switch (kind) {
    case 'refused':
      return `would have been refused because ${reasons.join('; ')}${onClaims ? ' (on a way that is only claimed)' : ''}`;
    case 'unreadable':
      return `would have had no answer: ${reasons.join('; ')}`;
    case 'allowed':
      return 'would have been admitted';
    case 'open':
      return `cannot be said: not stated is ${listed(missingOf(checks).map((field) => wordsOf(field, about)))}`;
  }
}

/** Checks of either policy that ask who stands above. */
const ABOUT_THE_WAY: ReadonlySet<string> = new Set(['depth', 'cycle', 'no-return']);

/** The kernel's reason; an empty list is said in words, because that is what a person has to mend. */
function inWords({ check, reason }: { readonly check: CheckVerdict['check']; readonly reason: string }, { card }: About): string {
  return check === 'auth' && reason.endsWith(' offers only []') ? `${card} names no security scheme` : reason;
}

function missingOf(checks: readonly CheckVerdict[]): readonly FieldRead[] {
  return [...new Set(checks.flatMap((check) => (check.kind === 'open' ? check.missing : [])))];
}

function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1) ?? ''}`;
}

/** A fact that is missing, in words. */
export function wordsOf(field: FieldRead, { card, first }: Pick<About, 'card' | 'first'>): string {
  switch (field) {
    case 'caller.agentId':
      return 'who asked';
    case 'caller.tenant':
      return 'for which tenant the work is done';
    case 'caller.dataClassification':
      return 'how guarded the data is';
    case 'caller.userId':
      return 'for whom the work is done';
    case 'caller.scopes':
      return 'which scopes the caller holds';
    case 'caller.delegationChain':
      return `who stands above ${first ?? 'the first caller'}`;
    case 'card.tenants':
      return `which tenants ${card} serves`;
    case 'card.maxDataClassification':
      return `what data ${card} may handle`;
    case 'card.securitySchemes':
      return `which authentication ${card} offers`;
    default:
      return field;
  }
}

/** What discovery would have said; it reads the message, so it is asked only for what is listed. Source: SPEC.md P.54. */
export function discoveryVerdict(trial: Trial, hop: Hop, { card }: FoundCard, verdict: HopVerdict): DiscoveryVerdict {
  const looked = lookedFor(trial, hop, card.skills);
  if (looked === undefined) return { kind: 'not-asked', why: 'nothing states which skill or tags were looked for' };
  if (trial.shows.onlyAdmissible && verdict.kind === 'refused') return { kind: 'hidden', filter: 'admission', looked };
  return trial.directory().placeOf(card.name, nameOnCard(trial, hop.from) ?? trial.whatIf.caller?.agentId, looked);
}

const SKILL_MEMBERS = ['skillId', 'skill_id', 'skill'] as const;

/** A person's tags, else those of the skill that the message names. */
function lookedFor({ log, whatIf }: Trial, { rows }: Hop, skills: FoundCard['card']['skills']): Looked | undefined {
  if (whatIf.tags !== undefined && whatIf.tags.length > 0) return { tags: whatIf.tags, by: 'person' };
  const [row] = rows;
  const named = row === undefined ? undefined : skillNamedAt(log, row);
  const skill = named === undefined ? undefined : skills.find(({ skillId, name }) => skillId === named || name === named);
  return skill === undefined || skill.tags.length === 0 ? undefined : { tags: skill.tags, by: 'message', skill: skill.name };
}

function skillNamedAt(log: LogView, row: number): string | undefined {
  if (log.kind(row) !== 'message-sent') return undefined;
  const said = observeRow(log, row)?.said;
  const metadata = said?.kind === 'request' ? said.message?.metadata : undefined;
  if (metadata === undefined) return undefined;
  return SKILL_MEMBERS.map((member) => textMember(metadata, member)).find((name) => name !== undefined && name !== '');
}
