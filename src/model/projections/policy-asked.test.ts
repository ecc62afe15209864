import { describe, expect, it } from 'vitest';
import type { AgentCard } from '../protocol/agent-card.ts';
import { castCard, castSkill, KYC, MARKETING, PAYMENTS_INVESTIGATOR, SANCTIONS } from '../testing/delegation-cast.ts';
import { draftLog, type DraftRow, factRow } from '../testing/draft-log.ts';
import { projectAdmission } from './admission.ts';
import { projectDiscovery, type WhatIf } from './discovery.ts';

const PI = PAYMENTS_INVESTIGATOR;
const published = (cards: readonly AgentCard[]): DraftRow[] => cards.map((card) => factRow('directory', { kind: 'card-published', card }));
const stated = factRow(PI.agentId, { kind: 'need-stated', caller: PI, tags: [], maxDepth: 4 });
const BARE = castCard('bare-agent', { maxDataClassification: 'restricted', securitySchemes: ['apikey'], skills: [castSkill('s', 'kyc')] });
const CAST = [SANCTIONS, KYC, MARKETING, BARE];

/** An episode under a policy; none: a log that is no episode. */
function logOf(cards: readonly AgentCard[], policy?: string) {
  const log = draftLog([...published(cards), stated]);
  return policy === undefined ? log : { ...log, episode: { lesson: 'x', seed: '1', policy, knobs: {} } };
}
const END = 999;
const discovery = (cards: readonly AgentCard[], whatIf: WhatIf = {}, policy?: string) =>
  projectDiscovery(logOf(cards, policy), { cursor: END, whatIf });
const admission = (cards: readonly AgentCard[], whatIf: WhatIf = {}, policy?: string) =>
  projectAdmission(logOf(cards, policy), { cursor: END, whatIf });
const shown = (answer: ReturnType<typeof discovery>) => answer.ranked.map(({ name }) => name);
const mended = (because: readonly { readonly entry: string; readonly weaknesses: readonly { readonly id: string }[] }[]) =>
  because.map(({ entry, weaknesses }) => `${entry} ${weaknesses.map(({ id }) => id).join()}`);

describe('[P.72] the policy that answers', () => {
  it('is the episode’s, a person’s choice before it, and the reference where nobody names one that is there', () => {
    const told = (policy: string | undefined, whatIf: WhatIf) => {
      const { policy: answered, statedPolicy } = admission(CAST, whatIf, policy);
      const { policy: showed, statedPolicy: own } = discovery(CAST, whatIf, policy);
      expect([showed, own]).toEqual([answered, statedPolicy]);
      return [answered, statedPolicy];
    };
    expect(told(undefined, {})).toEqual(['reference', 'reference']);
    expect(told('hardened', {})).toEqual(['hardened', 'hardened']);
    expect(told('hardened', { policy: 'reference' })).toEqual(['reference', 'hardened']);
    expect(told('reference', { policy: 'hardened' })).toEqual(['hardened', 'reference']);
    expect(told('soft', { policy: 'toString' })).toEqual(['reference', 'reference']);
  });

  it('shows under hardened only what admission takes, with its reasons, and says what the reference would show', () => {
    const before = discovery(CAST);
    const after = discovery(CAST, { policy: 'hardened' });
    expect(shown(before)).toEqual(['bare-agent', 'sanctions-screening-agent']);
    expect(shown(after)).toEqual(['sanctions-screening-agent']);
    expect(after.excluded.find(({ name }) => name === 'bare-agent')).toEqual({
      name: 'bare-agent',
      by: 'admission',
      also: [],
      reason: "bare-agent offers only ['apikey']",
      evidence: 'NO_ACCEPTABLE_AUTH',
    });
    expect(after.excludedBy).toMatchObject({ admission: 1, tenant: 1, classification: 1 });
    expect(after.excludedTotal + after.rankedTotal).toBe(after.cardCount);
    expect(before.otherwise).toMatchObject({ onlyReference: ['bare-agent'], onlyHardened: [], total: 1 });
    expect(mended(before.otherwise?.because ?? [])).toEqual(['discover-admissible R17']);
    expect(after.otherwise).toEqual(before.otherwise);
  });

  it('skips a card of an unknown classification under hardened, where the reference has no answer', () => {
    const cards = [...CAST, castCard('typo-agent', { maxDataClassification: 'confidental' })];
    const before = discovery(cards);
    const after = discovery(cards, { policy: 'hardened' });
    expect(before.error).toContain('typo-agent');
    expect(after.error).toBeUndefined();
    expect(shown(after)).toEqual(['sanctions-screening-agent']);
    expect(after.excluded.find(({ name }) => name === 'typo-agent')).toMatchObject({
      by: 'unreadable',
      evidence: 'maxDataClassification = confidental',
    });
    expect(after.otherwise).toMatchObject({ onlyHardened: ['sanctions-screening-agent'], onlyReference: [] });
    expect(after.otherwise?.referenceError).toBe(before.error);
    expect(mended(after.otherwise?.because ?? [])).toEqual(['discover-admissible R15']);
  });

  it('says nothing of a difference where both policies show the same', () => {
    expect(discovery([SANCTIONS, KYC]).otherwise).toBeUndefined();
  });

  it('asks under hardened what the reference carries and never reads, and names what each entry mends', () => {
    const noScope: WhatIf = { caller: { scopes: [], userId: '' } };
    const [row] = admission([SANCTIONS], noScope).rows;
    expect(row).toMatchObject({ admitted: true, difference: { reference: 'admitted', hardened: 'denied' } });
    expect(mended(row?.difference?.because ?? [])).toEqual(['caller-identified R54', 'delegate-scope R18']);
    const hardened = admission([SANCTIONS], { ...noScope, policy: 'hardened' });
    expect(hardened.rows[0]?.denials.map(({ code }) => code)).toEqual(['CALLER_UNIDENTIFIED', 'SCOPE_MISSING']);
    expect(hardened.rows[0]?.difference).toEqual(row?.difference);
    expect(hardened.checks.flatMap(({ id, mends }) => (mends === undefined ? [] : [`${id} ${mends}`]))).toEqual([
      'no-return R12',
      'tenant-named R16',
      'classification-known R15',
      'caller-identified R54',
      'delegate-scope R18',
      'chain-proven R14',
    ]);
    expect(admission([SANCTIONS]).checks.every(({ mends }) => mends === undefined)).toBe(true);
  });

  it('tells no difference that stands on what nobody states', () => {
    const trace = draftLog(published([SANCTIONS]));
    const whatIf: WhatIf = { caller: { tenant: 'wholesale', dataClassification: 'internal', delegationChain: [] } };
    const answer = projectAdmission(trace, { cursor: END, whatIf });
    expect(answer.callerUnknown).toEqual(['agentId', 'userId', 'scopes']);
    expect(answer.rows[0]?.difference).toBeUndefined();
    expect(projectDiscovery(trace, { cursor: END, whatIf }).otherwise).toBeUndefined();
    const stated = projectAdmission(trace, { cursor: END, whatIf: { caller: { ...whatIf.caller, scopes: [] } } });
    expect(mended(stated.rows[0]?.difference?.because ?? [])).toEqual(['delegate-scope R18']);
    const shownNow = projectDiscovery(trace, { cursor: END, whatIf: { caller: { ...whatIf.caller, scopes: [] } } });
    expect(shownNow.otherwise?.onlyReference).toEqual(['sanctions-screening-agent']);
  });

  it('finds the smallest change against the checks that deny', () => {
    const asked: WhatIf = { caller: { scopes: [], userId: '' }, policy: 'hardened' };
    const [row] = admission([SANCTIONS], asked).rows;
    expect(row?.smallestChange).toEqual(['The caller says for whom it acts.', 'The caller holds the scope delegate.']);
    const tried: WhatIf = { ...asked, caller: { ...asked.caller, ...row?.admittedBy?.caller } };
    expect(admission([SANCTIONS], tried).rows[0]?.admitted).toBe(true);
  });

  it('decides beforehand: whether a chain is proven is asked when it arrives', () => {
    const { rows } = admission([SANCTIONS], { policy: 'hardened' });
    expect(rows[0]).toMatchObject({ card: 'sanctions-screening-agent', admitted: true });
    expect(rows[0]?.cells.filter(({ onArrival }) => onArrival)).toEqual([
      { check: 'chain-proven', passed: true, read: 'on arrival', onArrival: true },
    ]);
  });

  it('shows in admission what discovery leaves to it', () => {
    const { rows, visibleTotal } = admission(CAST, { policy: 'hardened' });
    expect(visibleTotal).toBe(2);
    expect(rows.find(({ card }) => card === 'bare-agent')).toMatchObject({ admitted: false, denials: [{ code: 'NO_ACCEPTABLE_AUTH' }] });
    expect(rows.find(({ card }) => card === 'bare-agent')?.hiddenBy).toBeUndefined();
  });

  it('tells a delegation that comes back to its caller from one that the reference admits', () => {
    const own = castCard('payments-investigator', { maxDataClassification: 'restricted' });
    const row = admission([own]).rows.find(({ card }) => card === own.name);
    expect(row).toMatchObject({ admitted: true, difference: { reference: 'admitted', hardened: 'denied' } });
    expect(mended(row?.difference?.because ?? [])).toEqual(['no-return R12']);
  });

  it('tells a card that hardened admits and the reference denies', () => {
    const every = castCard('every-agent', { maxDataClassification: 'restricted', tenants: ['*'] });
    const row = admission([every]).rows[0];
    expect(row).toMatchObject({ admitted: false, difference: { reference: 'denied', hardened: 'admitted' } });
    expect(mended(row?.difference?.because ?? [])).toEqual(['tenant-named R16']);
  });

  it('denies an unknown classification under hardened, where the reference cannot answer', () => {
    const typo = castCard('typo-agent', { maxDataClassification: 'confidental' });
    const row = admission([typo]).rows[0];
    expect(row).toMatchObject({ difference: { reference: 'no-answer', hardened: 'denied' } });
    expect(row?.error).toBeDefined();
    expect(mended(row?.difference?.because ?? [])).toEqual(['classification-known R15']);
    const [denied] = admission([typo], { policy: 'hardened' }).rows;
    expect(denied?.denials.map(({ code }) => code)).toEqual(['CLASSIFICATION_UNKNOWN']);
    expect(denied?.smallestChange).toEqual(['The card rises to restricted.']);
  });
});
