import { describe, expect, it } from 'vitest';
import type { AgentCard } from '../protocol/agent-card.ts';
import { castCard, KYC, MARKETING, PAYMENTS_INVESTIGATOR, SANCTIONS } from '../testing/delegation-cast.ts';
import { draftLog, type DraftRow, factRow } from '../testing/draft-log.ts';
import { projectAdmission } from './admission.ts';
import type { WhatIf } from './discovery.ts';

const PI = PAYMENTS_INVESTIGATOR;
const published = (cards: readonly AgentCard[]): DraftRow[] => cards.map((card) => factRow('directory', { kind: 'card-published', card }));
const stated = factRow(PI.agentId, { kind: 'need-stated', caller: PI, tags: [], maxDepth: 4 });
const rows = [...published([SANCTIONS, KYC, MARKETING]), stated];

function ask(drafts: readonly DraftRow[], whatIf: WhatIf = {}, cursor = drafts.length - 1) {
  return projectAdmission(draftLog(drafts), { cursor, whatIf });
}
function rowOf(card: string, whatIf: WhatIf = {}, drafts: readonly DraftRow[] = rows) {
  const found = ask(drafts, whatIf).rows.find((row) => row.card === card);
  if (!found) throw new Error(`no row for ${card}`);
  return found;
}
const codes = (card: string, whatIf?: WhatIf) => rowOf(card, whatIf).denials.map(({ code }) => code);

describe('may I hand it over', () => {
  it('[A.1] tells every denial of a card at once, with what each check read', () => {
    expect(rowOf('kyc-refresh-agent')).toEqual({
      card: 'kyc-refresh-agent',
      admitted: false,
      cells: [
        { check: 'depth', passed: true, read: '1 < 4' },
        { check: 'cycle', passed: true, read: 'not in chain' },
        {
          check: 'tenant',
          passed: false,
          read: 'retail',
          code: 'TENANT_NOT_PERMITTED',
          reason: "kyc-refresh-agent does not serve tenant 'wholesale'",
        },
        {
          check: 'classification',
          passed: false,
          read: 'restricted > confidential',
          code: 'CLASSIFICATION_EXCEEDED',
          reason: "kyc-refresh-agent handles up to 'confidential'; the task carries 'restricted'",
        },
        { check: 'auth', passed: true, read: 'oauth2' },
      ],
      denials: [
        { code: 'TENANT_NOT_PERMITTED', reason: "kyc-refresh-agent does not serve tenant 'wholesale'" },
        { code: 'CLASSIFICATION_EXCEEDED', reason: "kyc-refresh-agent handles up to 'confidential'; the task carries 'restricted'" },
      ],
      smallestChange: [
        'The card serves wholesale, or the caller acts in retail.',
        'The card rises to restricted, or the data drops to confidential.',
      ],
      admittedBy: { cards: { 'kyc-refresh-agent': { tenants: ['retail', 'wholesale'], maxDataClassification: 'restricted' } } },
      notVisible: true,
      hiddenBy: 'tenant',
    });
  });

  it('[A.1] admits with nothing to change', () => {
    const { admitted, denials, smallestChange, notVisible } = rowOf('sanctions-screening-agent');
    expect({ admitted, denials, smallestChange, notVisible }).toEqual({
      admitted: true,
      denials: [],
      smallestChange: [],
      notVisible: undefined,
    });
  });

  it('[A.1] answers what-ifs', () => {
    expect(codes('kyc-refresh-agent', { caller: { tenant: 'retail', dataClassification: 'confidential' } })).toEqual([]);
    expect(codes('marketing-copy-agent')).toEqual(['CLASSIFICATION_EXCEEDED', 'NO_ACCEPTABLE_AUTH']);
    expect(codes('marketing-copy-agent', { caller: { dataClassification: 'internal' } })).toEqual(['NO_ACCEPTABLE_AUTH']);
    expect(codes('marketing-copy-agent', { cards: { 'marketing-copy-agent': { securitySchemes: ['apikey', 'oauth2'] } } })).toEqual([
      'CLASSIFICATION_EXCEEDED',
    ]);
    expect(codes('sanctions-screening-agent', { caller: { delegationChain: ['a', 'b', 'c', 'd'] } })).toEqual(['DEPTH_EXCEEDED']);
    expect(codes('sanctions-screening-agent', { caller: { delegationChain: ['sanctions-screening-agent'] } })).toEqual(['CYCLE_DETECTED']);
  });

  it('[P.22] lists visible cards first, then the others by name with the filter that hides them', () => {
    expect(ask(rows).rows.map(({ card, hiddenBy }) => [card, hiddenBy])).toEqual([
      ['sanctions-screening-agent', undefined],
      ['kyc-refresh-agent', 'tenant'],
      ['marketing-copy-agent', 'classification'],
    ]);
  });

  it('[A.8] finds a smallest change that really admits, for every refused card', () => {
    const chain = ['a', 'b', 'marketing-copy-agent', 'd'];
    const asked: WhatIf = { caller: { delegationChain: chain }, cards: { 'marketing-copy-agent': { tenants: ['retail'] } } };
    const row = rowOf('marketing-copy-agent', asked);
    expect(row.denials.map(({ code }) => code)).toEqual([
      'DEPTH_EXCEEDED',
      'CYCLE_DETECTED',
      'TENANT_NOT_PERMITTED',
      'CLASSIFICATION_EXCEEDED',
      'NO_ACCEPTABLE_AUTH',
    ]);
    // Leaving the name out of the chain also makes it short enough: four changes do for five denials.
    expect(row.smallestChange).toEqual([
      'The chain comes without marketing-copy-agent, which no setting grants: choose another agent.',
      'The card serves wholesale, or the caller acts in retail.',
      'The card rises to restricted, or the data drops to internal.',
      'The card adds oauth2 or mtls.',
    ]);
    const { caller, cards } = row.admittedBy ?? {};
    const merged = {
      caller: { ...asked.caller, ...caller },
      cards: { 'marketing-copy-agent': { tenants: ['retail'], ...cards?.['marketing-copy-agent'] } },
    };
    expect(rowOf('marketing-copy-agent', merged).admitted).toBe(true);
  });

  it('[A.8] offers a shorter chain or a higher limit against depth', () => {
    const row = rowOf('sanctions-screening-agent', { caller: { delegationChain: ['a', 'b', 'c', 'd'] } });
    expect([row.smallestChange, row.admittedBy]).toEqual([
      ['The chain holds no more than 3, or the depth limit rises to 5.'],
      { caller: { delegationChain: ['a', 'b', 'c'] } },
    ]);
    expect(rowOf('sanctions-screening-agent', { maxDepth: 0 }).smallestChange).toEqual(['The depth limit rises to 2.']);
  });

  it('[A.4] tells of one card with an unknown classification without losing the others', () => {
    const answer = ask(rows, { cards: { 'sanctions-screening-agent': { maxDataClassification: 'secret' } } });
    expect(answer.error).toBeUndefined();
    expect(answer.rows.map(({ card, error, denials }) => [card, error, denials.length])).toEqual([
      ['kyc-refresh-agent', undefined, 2],
      ['marketing-copy-agent', undefined, 2],
      ['sanctions-screening-agent', "unknown data classification: 'secret'", 0],
    ]);
  });

  it('[A.4] refuses the whole question when the caller’s own word is unknown', () => {
    const answer = ask(rows, { caller: { dataClassification: 'secret' } });
    expect([answer.error, answer.rows, answer.rowsTotal]).toEqual([
      "the caller payments-investigator: unknown data classification: 'secret'",
      [],
      0,
    ]);
  });
});

describe('what the checks read', () => {
  it('[A.9] names the policy, its checks and the fields that none of them reads', () => {
    const { policy, checks, fieldsNotRead } = ask(rows);
    expect({ policy, checks: checks.map(({ id }) => id), fieldsNotRead }).toEqual({
      policy: 'reference',
      checks: ['depth', 'cycle', 'tenant', 'classification', 'auth'],
      fieldsNotRead: [
        'caller.agentId',
        'caller.userId',
        'caller.scopes',
        'card.description',
        'card.url',
        'card.version',
        'card.protocolVersion',
        'card.skills',
        'card.streaming',
        'card.pushNotifications',
        'card.defaultInputModes',
        'card.defaultOutputModes',
        'card.owner',
      ],
    });
  });

  it('[A.2] draws the edge of depth from the check itself', () => {
    const drawn = (whatIf: WhatIf) => ask(rows, whatIf).depthBoundary.map(({ length, admitted }) => (admitted ? length : -length));
    expect(drawn({})).toEqual([0, 1, 2, 3, -4, -5]);
    expect(drawn({ maxDepth: 3 })).toEqual([0, 1, 2, -3, -4]);
    expect(ask(rows, { maxDepth: 0 }).depthBoundary).toEqual([
      { length: 0, admitted: false },
      { length: 1, admitted: false },
    ]);
    expect(drawn({ maxDepth: 1000 })).toEqual([0, 991, 992, 993, 994, 995, 996, 997, 998, 999, -1000, -1001]);
    expect(ask([], {}).depthBoundary).toEqual([]);
  });
});

describe('decisions that the log records', () => {
  const chain = ['a', 'b', 'c', 'd'];
  const denial = { code: 'DEPTH_EXCEEDED', reason: 'delegation chain is 4 deep; max is 4' };
  const decided = [
    ...published([SANCTIONS]),
    stated,
    factRow('sanctions-screening-agent', { kind: 'delegation-admitted', caller: PI, callee: 'sanctions-screening-agent', maxDepth: 4 }),
    factRow('sanctions-screening-agent', {
      kind: 'delegation-denied',
      caller: { ...PI, delegationChain: chain },
      callee: 'sanctions-screening-agent',
      maxDepth: 4,
      denials: [denial],
    }),
  ];

  it('[P.1] lists those up to the cursor and marks the one at it', () => {
    const first = { caller: PI.agentId, callee: 'sanctions-screening-agent', maxDepth: 4 };
    expect(ask(decided).recorded).toEqual([
      { ...first, seq: 2, chain: ['orchestrator'], denials: [], atCursor: false },
      { ...first, seq: 3, chain, denials: [denial], atCursor: true },
    ]);
    expect(ask(decided, {}, 2)).toMatchObject({ recordedTotal: 1, recorded: [{ seq: 2, atCursor: true }] });
    expect(ask(decided, {}, 1)).toMatchObject({ recordedTotal: 0, recorded: [] });
  });

  it('[P.21] asks with the caller of the last statement, so that the matrix tells what the log decided', () => {
    expect(ask(decided).stated).toEqual({ caller: { ...PI, delegationChain: chain }, tags: [], maxDepth: 4, callerSeq: 3, needSeq: 1 });
    expect(ask(decided).rows.map(({ denials }) => denials)).toEqual([[denial]]);
    expect(ask(decided, {}, 2).rows.map(({ admitted }) => admitted)).toEqual([true]);
  });

  it('[P.24] shows the last 200 of many, in order', () => {
    const many = [
      ...published([castCard('callee', { maxDataClassification: 'restricted' })]),
      ...Array.from({ length: 450 }, (_, at) =>
        at % 3 === 0
          ? factRow('callee', { kind: 'delegation-denied', caller: PI, callee: 'callee', maxDepth: 4, denials: [denial] })
          : factRow('callee', { kind: 'delegation-admitted', caller: PI, callee: 'callee', maxDepth: 4 }),
      ),
    ];
    const { recorded, recordedTotal } = ask(many);
    expect(recordedTotal).toBe(450);
    expect(recorded.map(({ seq }) => seq)).toEqual(Array.from({ length: 200 }, (_, at) => 251 + at));
  });

  it('[P.21] says that nothing states the caller or the metadata, instead of inventing them in silence', () => {
    const answer = ask([...published([])]);
    expect(answer).toMatchObject({
      cardCount: 0,
      rows: [],
      callerUnknown: ['agentId', 'tenant', 'userId', 'scopes', 'dataClassification', 'delegationChain'],
    });
    expect(ask([], { caller: { tenant: 'retail' } }).callerUnknown).toEqual([
      'agentId',
      'userId',
      'scopes',
      'dataClassification',
      'delegationChain',
    ]);
  });
});
