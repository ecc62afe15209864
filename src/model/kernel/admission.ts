// Delegation admission: what the protocols leave open. They say how to send a task, not whether one may. Every check is
// asked and every denial returned, so that a caller mends all of it at once. The checks are a table; a policy may have others.
// SPEC.md A.1–A.6.

import { invariant } from '../base/assert.ts';
import { quotedList, quotedText } from '../base/quoted-text.ts';
import { failure, success, type Issue, type Result } from '../base/result.ts';
import type { DelegationDenial } from '../log/fact.ts';
import type { AgentCard } from '../protocol/agent-card.ts';
import type { CallerContext } from '../protocol/caller-context.ts';
import { rankOf, unknownClassification } from './classification.ts';
import type { PolicyEntry } from './policy-entry.ts';

export const MAX_DELEGATION_DEPTH = 4;
/** Schemes of which a callee must offer one. */
export const ACCEPTABLE_SCHEMES: readonly string[] = ['oauth2', 'mtls'];

export interface AdmissionQuestion {
  readonly caller: CallerContext;
  readonly card: AgentCard;
  readonly maxDepth: number;
}

/** A field that a check reads, as `caller.…`, `card.…` or `maxDepth`. */
type FieldRead = `caller.${keyof CallerContext}` | `card.${keyof AgentCard}` | 'maxDepth';

export interface AdmissionCheck extends PolicyEntry {
  readonly code: string;
  /** Only the callee can ask it: it is about what arrives. */
  readonly onArrival?: true;
  readonly reads: readonly FieldRead[];
  /** Why not, or undefined. A failure when the question itself cannot be read (an unknown classification). */
  check(question: AdmissionQuestion): Result<DelegationDenial | undefined>;
  /** What was compared, short: `2 < 4`. */
  read(question: AdmissionQuestion): string;
}

const DEPTH: AdmissionCheck = {
  id: 'depth',
  title: 'Depth of the chain',
  code: 'DEPTH_EXCEEDED',
  critique: 'R14',
  default: true,
  reads: ['caller.delegationChain', 'maxDepth'],
  // At the limit is too deep: the new hop would be one more.
  check: ({ caller, maxDepth }) =>
    verdict(
      caller.delegationChain.length < maxDepth,
      'DEPTH_EXCEEDED',
      () => `delegation chain is ${caller.delegationChain.length} deep; max is ${maxDepth}`,
    ),
  read: ({ caller, maxDepth }) => `${caller.delegationChain.length} ${caller.delegationChain.length < maxDepth ? '<' : '≥'} ${maxDepth}`,
};

const CYCLE: AdmissionCheck = {
  id: 'cycle',
  title: 'No cycle',
  code: 'CYCLE_DETECTED',
  critique: 'R12',
  default: true,
  reads: ['caller.delegationChain', 'card.name'],
  check: ({ caller, card }) =>
    verdict(
      !caller.delegationChain.includes(card.name),
      'CYCLE_DETECTED',
      () => `${card.name} already appears in the chain ${quotedList(caller.delegationChain)}`,
    ),
  read: ({ caller, card }) =>
    caller.delegationChain.includes(card.name) ? `position ${caller.delegationChain.indexOf(card.name) + 1} of the chain` : 'not in chain',
};

const TENANT: AdmissionCheck = {
  id: 'tenant',
  title: 'Tenant served',
  code: 'TENANT_NOT_PERMITTED',
  critique: 'R16',
  default: true,
  reads: ['caller.tenant', 'card.tenants'],
  check: ({ caller, card }) =>
    verdict(
      servesTenant(card, caller.tenant),
      'TENANT_NOT_PERMITTED',
      () => `${card.name} does not serve tenant ${quotedText(caller.tenant)}`,
    ),
  read: ({ card }) => (card.tenants.length === 0 ? 'every tenant' : card.tenants.join(', ')),
};

const CLASSIFICATION: AdmissionCheck = {
  id: 'classification',
  title: 'Data classification',
  code: 'CLASSIFICATION_EXCEEDED',
  critique: 'R15',
  default: true,
  reads: ['caller.dataClassification', 'card.maxDataClassification'],
  // The card is looked at first: an unknown word on both sides is told of the card.
  check: ({ caller, card }) => {
    const cleared = rankOf(card.maxDataClassification);
    if (cleared === undefined) return unreadable('card.maxDataClassification', card.maxDataClassification);
    const carried = rankOf(caller.dataClassification);
    if (carried === undefined) return unreadable('caller.dataClassification', caller.dataClassification);
    return verdict(
      cleared >= carried,
      'CLASSIFICATION_EXCEEDED',
      () =>
        `${card.name} handles up to ${quotedText(card.maxDataClassification)}; the task carries ${quotedText(caller.dataClassification)}`,
    );
  },
  read: ({ caller, card }) =>
    `${caller.dataClassification} ${comparison(caller.dataClassification, card.maxDataClassification)} ${card.maxDataClassification}`,
};

const AUTH: AdmissionCheck = {
  id: 'auth',
  title: 'Acceptable authentication',
  code: 'NO_ACCEPTABLE_AUTH',
  default: true,
  reads: ['card.securitySchemes', 'card.schemeTypes'],
  check: ({ card }) =>
    verdict(
      card.securitySchemes.some((scheme) => ACCEPTABLE_SCHEMES.includes(typeOf(card, scheme) ?? scheme)),
      'NO_ACCEPTABLE_AUTH',
      () => `${card.name} offers only ${quotedList(card.securitySchemes.map((scheme) => withType(card, scheme)))}`,
    ),
  read: ({ card }) => card.securitySchemes.map((scheme) => withType(card, scheme)).join(', ') || 'none offered',
};

/** A scheme with what it is, where its name does not say so. */
function withType(card: AgentCard, scheme: string): string {
  const type = typeOf(card, scheme);
  return type === undefined ? scheme : `${scheme} (${type})`;
}

function typeOf({ schemeTypes }: AgentCard, scheme: string): string | undefined {
  return schemeTypes !== undefined && Object.hasOwn(schemeTypes, scheme) ? schemeTypes[scheme] : undefined;
}

/** The five independent checks, in the order in which their denials are told. */
export const REFERENCE_ADMISSION: readonly AdmissionCheck[] = [DEPTH, CYCLE, TENANT, CLASSIFICATION, AUTH];

/** One of the five, for a policy that keeps it. */
export function admissionCheck(id: 'depth' | 'cycle' | 'tenant' | 'classification' | 'auth'): AdmissionCheck {
  const found = REFERENCE_ADMISSION.find((entry) => entry.id === id);
  invariant(found, 'A.1', `there is no check ${id}`);
  return found;
}

/** Whether a card is for this tenant; a card that names none is for every one (critique R16). */
export function servesTenant(card: Pick<AgentCard, 'tenants'>, tenant: string): boolean {
  return card.tenants.length === 0 || card.tenants.includes(tenant);
}

/**
 * Whether a caller may delegate to the owner of a card.
 * @returns every denial in the order of the checks, none when admitted; a failure when a classification is unknown, which
 *   takes the place of the denials already found (critique R15)
 */
export function admit(
  caller: CallerContext,
  card: AgentCard,
  options: { readonly maxDepth?: number; readonly checks?: readonly AdmissionCheck[] } = {},
): Result<readonly DelegationDenial[]> {
  const question: AdmissionQuestion = { caller, card, maxDepth: options.maxDepth ?? MAX_DELEGATION_DEPTH };
  const denials: DelegationDenial[] = [];
  for (const entry of options.checks ?? REFERENCE_ADMISSION) {
    const outcome = entry.check(question);
    if (!outcome.ok) return outcome;
    if (outcome.value) denials.push(outcome.value);
  }
  return success(denials);
}

/**
 * What a caller can ask before a byte leaves: the checks of the callee over the card that the directory has of it, but for those
 * that need what arrives (critique R52). The callee asks again.
 */
export function admitBeforehand(
  caller: CallerContext,
  card: AgentCard,
  options: { readonly maxDepth?: number | undefined; readonly checks: readonly AdmissionCheck[] },
): Result<readonly DelegationDenial[]> {
  const { maxDepth = MAX_DELEGATION_DEPTH, checks } = options;
  return admit(caller, card, { maxDepth, checks: checks.filter(({ onArrival }) => onArrival === undefined) });
}

// The same answer for every admitted check: admission is asked on each hop of each delegation.
const ADMITTED: Result<undefined> = success(undefined);

function verdict(holds: boolean, code: string, reason: () => string): Result<DelegationDenial | undefined> {
  return holds ? ADMITTED : success({ code, reason: reason() });
}

function unreadable(path: string, word: string): { readonly ok: false; readonly issues: readonly Issue[] } {
  return failure({ path, message: unknownClassification(word) });
}

function comparison(carried: string, cleared: string): string {
  const left = rankOf(carried);
  const right = rankOf(cleared);
  if (left === undefined || right === undefined) return '?';
  return left <= right ? '≤' : '>';
}
