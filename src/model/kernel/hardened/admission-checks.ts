// Admission of the hardened policy: the five checks of the reference, mended where they can be walked around, and what the
// reference carries and never asks. Denials name the caller and the callee and nobody else (critique R48).

import { quotedText } from '../../base/quoted-text.ts';
import { success, type Result } from '../../base/result.ts';
import type { DelegationDenial } from '../../log/fact.ts';
import type { AgentName } from '../../protocol/task.ts';
import { admissionCheck, type AdmissionCheck, type AdmissionQuestion } from '../admission.ts';
import { rankOf, unknownClassification } from '../classification.ts';

/** Every caller must hold it to hand work over. */
export const DELEGATE_SCOPE = 'delegate';
/** An entry of a card's tenants that stands for every one. */
const EVERY_TENANT = '*';

/** Names that a person cannot tell apart are one name (critique R13). */
function nameKey(name: AgentName): string {
  return name.normalize('NFKC').trim().toLowerCase();
}

type Verdict = Result<DelegationDenial | undefined>;
const HOLDS: Verdict = success(undefined);

function verdict(holds: boolean, code: string, reason: () => string): Verdict {
  return holds ? HOLDS : success({ code, reason: reason() });
}

/** Where a chain comes back to somebody, in words; undefined where it does not. */
function returnOf({ caller, card }: AdmissionQuestion): string | undefined {
  const callee = nameKey(card.name);
  const chain = caller.delegationChain.map(nameKey);
  if (callee === nameKey(caller.agentId)) return `${card.name} is the caller itself`;
  if (chain.includes(callee)) return `${card.name} already appears in the chain`;
  if (chain.includes(nameKey(caller.agentId))) return `${caller.agentId} already appears in its own chain`;
  return new Set(chain).size < chain.length ? 'an agent appears twice in the chain' : undefined;
}

const CYCLE: AdmissionCheck = {
  id: 'no-return',
  title: 'No cycle',
  code: 'CYCLE_DETECTED',
  critique: 'R12',
  default: true,
  reads: ['caller.delegationChain', 'caller.agentId', 'card.name'],
  check: (question) => verdict(returnOf(question) === undefined, 'CYCLE_DETECTED', () => returnOf(question) ?? ''),
  read: (question) => (returnOf(question) === undefined ? 'nobody twice' : 'somebody twice'),
};

const TENANT: AdmissionCheck = {
  id: 'tenant-named',
  title: 'Tenant served',
  code: 'TENANT_NOT_PERMITTED',
  critique: 'R16',
  default: true,
  reads: ['caller.tenant', 'card.tenants'],
  check: ({ caller: { tenant }, card: { name, tenants } }) =>
    verdict(
      tenant !== '' && (tenants.length === 0 || tenants.includes(EVERY_TENANT) || tenants.includes(tenant)),
      'TENANT_NOT_PERMITTED',
      () => (tenant === '' ? 'the caller names no tenant' : `${name} does not serve tenant ${quotedText(tenant)}`),
    ),
  read: ({ card: { tenants } }) => (tenants.length === 0 || tenants.includes(EVERY_TENANT) ? 'every tenant' : tenants.join(', ')),
};

const REFERENCE_CLASSIFICATION = admissionCheck('classification');

const CLASSIFICATION: AdmissionCheck = {
  ...REFERENCE_CLASSIFICATION,
  id: 'classification-known',
  // An unknown word is one more reason, in its place among the others.
  check: (question) => {
    const { caller, card } = question;
    const unknown = [card.maxDataClassification, caller.dataClassification].find((word) => rankOf(word) === undefined);
    if (unknown === undefined) return REFERENCE_CLASSIFICATION.check(question);
    return success({ code: 'CLASSIFICATION_UNKNOWN', reason: unknownClassification(unknown) });
  },
};

const IDENTITY: AdmissionCheck = {
  id: 'caller-identified',
  title: 'Caller identified',
  code: 'CALLER_UNIDENTIFIED',
  critique: 'R54',
  default: true,
  reads: ['caller.agentId', 'caller.userId', 'caller.delegationChain'],
  check: ({ caller }) =>
    verdict(
      [caller.agentId, caller.userId, ...caller.delegationChain].every((name) => name.trim() !== ''),
      'CALLER_UNIDENTIFIED',
      () => 'agent, user and everybody in the chain must have a name',
    ),
  read: ({ caller }) => `${caller.agentId || 'nobody'} for ${caller.userId || 'nobody'}`,
};

const SCOPE: AdmissionCheck = {
  id: 'delegate-scope',
  title: 'Scope to delegate',
  code: 'SCOPE_MISSING',
  critique: 'R18',
  default: true,
  reads: ['caller.scopes'],
  check: ({ caller }) =>
    verdict(caller.scopes.includes(DELEGATE_SCOPE), 'SCOPE_MISSING', () => `the caller lacks the scope ${quotedText(DELEGATE_SCOPE)}`),
  read: ({ caller }) => caller.scopes.join(', ') || 'no scopes',
};

/** A carrier without proofs says who calls, and nothing of a chain: then none is believed (critique R14, R43). */
const CHAIN: AdmissionCheck = {
  id: 'chain-proven',
  title: 'Chain proven',
  code: 'CHAIN_UNVERIFIED',
  critique: 'R14',
  default: true,
  onArrival: true,
  reads: ['caller.delegationChain', 'caller.chainProof'],
  check: ({ caller: { chainProof, delegationChain } }) =>
    verdict(chainProof === undefined ? delegationChain.length === 0 : chainProof.kind === 'verified', 'CHAIN_UNVERIFIED', () =>
      chainProof?.kind === 'unverified' ? chainProof.why : 'nobody has signed for the chain',
    ),
  read: ({ caller: { chainProof } }) => chainProof?.kind ?? 'no proof',
};

/** In the order in which denials are told: the reference's five in their places, then what only this policy asks. */
export const HARDENED_ADMISSION: readonly AdmissionCheck[] = [
  admissionCheck('depth'),
  CYCLE,
  TENANT,
  CLASSIFICATION,
  admissionCheck('auth'),
  IDENTITY,
  SCOPE,
  CHAIN,
];
