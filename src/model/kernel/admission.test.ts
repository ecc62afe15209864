import { describe, expect, it } from 'vitest';
import type { AgentCard } from '../protocol/agent-card.ts';
import type { CallerContext } from '../protocol/caller-context.ts';
import { KYC, MARKETING, PAYMENTS_INVESTIGATOR, SANCTIONS } from '../testing/delegation-cast.ts';
import { MAX_DELEGATION_DEPTH, REFERENCE_ADMISSION, admit, type AdmissionCheck, type AdmissionQuestion } from './admission.ts';

function codes(caller: CallerContext, card: AgentCard, maxDepth?: number): readonly string[] {
  const decision = admit(caller, card, maxDepth === undefined ? {} : { maxDepth });
  return decision.ok ? decision.value.map((denial) => denial.code) : decision.issues.map((issue) => `${issue.path}: ${issue.message}`);
}

/** Everything that a check read of a question. */
function fieldsReadBy(check: AdmissionCheck, { caller, card, maxDepth }: AdmissionQuestion): readonly string[] {
  const read = new Set<string>();
  const watched = <T extends object>(name: string, value: T): T =>
    new Proxy(value, {
      get(target, key) {
        read.add(`${name}.${String(key)}`);
        return Reflect.get(target, key) as unknown;
      },
    });
  const question = {
    caller: watched('caller', caller),
    card: watched('card', card),
    get maxDepth() {
      read.add('maxDepth');
      return maxDepth;
    },
  };
  check.check(question);
  return [...read].sort();
}

describe('admission', () => {
  const chain = (length: number) => Array.from({ length }, (_, at) => `agent-${at}`);

  it('[A.1] returns every denial, in the order of the checks', () => {
    const caller = { ...PAYMENTS_INVESTIGATOR, delegationChain: [...chain(4), KYC.name] };
    expect(codes(caller, { ...KYC, securitySchemes: ['apikey'] })).toEqual([
      'DEPTH_EXCEEDED',
      'CYCLE_DETECTED',
      'TENANT_NOT_PERMITTED',
      'CLASSIFICATION_EXCEEDED',
      'NO_ACCEPTABLE_AUTH',
    ]);
    expect(codes(PAYMENTS_INVESTIGATOR, SANCTIONS)).toEqual([]);
    expect(codes(PAYMENTS_INVESTIGATOR, MARKETING)).toEqual(['CLASSIFICATION_EXCEEDED', 'NO_ACCEPTABLE_AUTH']);
  });

  it.each([0, 1, 3, 4, 5])('[A.2] at a chain of %i admits below the limit only', (length) => {
    const caller = { ...PAYMENTS_INVESTIGATOR, delegationChain: chain(length) };
    expect(codes(caller, SANCTIONS)).toEqual(length < MAX_DELEGATION_DEPTH ? [] : ['DEPTH_EXCEEDED']);
    expect(codes(caller, SANCTIONS, length)).toEqual(['DEPTH_EXCEEDED']);
    expect(codes(caller, SANCTIONS, length + 1)).toEqual([]);
  });

  it('[A.4] wants the card cleared at least as high as the data, and puts an unknown word in the place of all denials', () => {
    const caller = { ...PAYMENTS_INVESTIGATOR, dataClassification: 'confidential', delegationChain: chain(9) };
    expect(codes({ ...caller, delegationChain: [] }, { ...KYC, tenants: [] })).toEqual([]);
    expect(codes(caller, { ...KYC, maxDataClassification: 'top' })).toEqual([
      "card.maxDataClassification: unknown data classification: 'top'",
    ]);
    expect(codes({ ...caller, dataClassification: 'top' }, KYC)).toEqual(["caller.dataClassification: unknown data classification: 'top'"]);
  });

  it.each(REFERENCE_ADMISSION)('[A.5] check $id names the fields that it reads', (check) => {
    const denied: AdmissionQuestion = {
      caller: { ...PAYMENTS_INVESTIGATOR, delegationChain: [...chain(4), KYC.name] },
      card: { ...KYC, securitySchemes: ['apikey'] },
      maxDepth: 4,
    };
    const outcome = check.check(denied);
    expect(outcome).toMatchObject({ ok: true, value: { code: check.code } });
    // The name of the card is read for the reason, whatever was compared.
    const read = new Set(fieldsReadBy(check, denied));
    if (check.id !== 'cycle') read.delete('card.name');
    expect([...read]).toEqual([...check.reads].sort());
  });

  it('[A.5] says what was compared', () => {
    const question = { caller: { ...PAYMENTS_INVESTIGATOR, delegationChain: ['a', KYC.name] }, card: KYC, maxDepth: 4 };
    const open = { caller: PAYMENTS_INVESTIGATOR, card: { ...MARKETING, securitySchemes: [] }, maxDepth: 1 };
    expect(REFERENCE_ADMISSION.map((check) => [check.id, check.read(question), check.read(open)])).toEqual([
      ['depth', '2 < 4', '1 ≥ 1'],
      ['cycle', 'position 2 of the chain', 'not in chain'],
      ['tenant', 'retail', 'every tenant'],
      ['classification', 'restricted > confidential', 'restricted > internal'],
      ['auth', 'oauth2', 'none offered'],
    ]);
  });

  it('[A.6] asks the checks it is given and no other', () => {
    const userOnly: AdmissionCheck = {
      id: 'user',
      title: 'A user stands behind it',
      code: 'NO_USER',
      default: false,
      reads: ['caller.userId'],
      check: ({ caller }) => ({ ok: true, value: caller.userId ? undefined : { code: 'NO_USER', reason: 'nobody' }, issues: [] }),
      read: ({ caller }) => caller.userId,
    };
    const nobody = { ...PAYMENTS_INVESTIGATOR, userId: '' };
    expect(admit(nobody, KYC, { checks: [userOnly] })).toMatchObject({ value: [{ code: 'NO_USER', reason: 'nobody' }] });
    expect(admit(PAYMENTS_INVESTIGATOR, KYC, { checks: [userOnly] })).toMatchObject({ value: [] });
  });
});
