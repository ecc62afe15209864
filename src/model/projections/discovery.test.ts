import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AgentCard } from '../protocol/agent-card.ts';
import { castCard, castSkill, KYC, MARKETING, PAYMENTS_INVESTIGATOR, SANCTIONS } from '../testing/delegation-cast.ts';
import { draftLog, type DraftRow, factRow } from '../testing/draft-log.ts';
import { projectDiscovery, type WhatIf } from './discovery.ts';

const published = (cards: readonly AgentCard[]): DraftRow[] => cards.map((card) => factRow('directory', { kind: 'card-published', card }));
const need = (tags: readonly string[], maxDepth = 4): DraftRow =>
  factRow('payments-investigator', { kind: 'need-stated', caller: PAYMENTS_INVESTIGATOR, tags, maxDepth });
const rankedFact = (...names: string[]): DraftRow => factRow('directory', { kind: 'cards-ranked', names });

const CAST = [SANCTIONS, KYC, MARKETING];
/** The end of the log, with a what-if. */
function ask(rows: readonly DraftRow[], whatIf: WhatIf = {}, more: { readonly cursor?: number; readonly card?: string } = {}) {
  const log = draftLog(rows);
  return projectDiscovery(log, { cursor: more.cursor ?? rows.length - 1, whatIf, ...(more.card === undefined ? {} : { card: more.card }) });
}
const names = (answer: ReturnType<typeof ask>) => answer.ranked.map((card) => card.name);

describe('who can do this', () => {
  const lesson = [...published(CAST), need(['sanctions']), rankedFact('sanctions-screening-agent')];

  it('[D.3] names the first filter that stops a card, and the later ones beside it', () => {
    const answer = ask(lesson);
    expect(names(answer)).toEqual(['sanctions-screening-agent']);
    expect(answer.excluded).toEqual([
      {
        name: 'kyc-refresh-agent',
        by: 'tenant',
        also: ['classification', 'tags'],
        reason: 'serves retail; the caller is in wholesale',
        evidence: 'tenants = retail',
      },
      {
        name: 'marketing-copy-agent',
        by: 'classification',
        also: ['tags'],
        reason: 'handles up to internal; the data is restricted',
        evidence: 'internal < restricted',
      },
    ]);
    expect(answer.excludedBy).toEqual({ self: 0, tenant: 1, classification: 1, tags: 0, unreadable: 0, admission: 0 });
    expect(answer.recorded).toEqual({ seq: 4, names: ['sanctions-screening-agent'], total: 1, differs: false });
  });

  it('[D.5] shows the one ranked card with its best skill marked', () => {
    expect(ask(lesson).ranked).toEqual([
      {
        rank: 1,
        name: 'sanctions-screening-agent',
        version: '3.1.0',
        skills: [
          {
            skillId: 'screen',
            name: 'screen',
            tags: [
              { tag: 'sanctions', wanted: true },
              { tag: 'compliance', wanted: false },
              { tag: 'screening', wanted: false },
            ],
            tagsTotal: 3,
            overlap: 1,
            best: true,
          },
        ],
        skillsTotal: 1,
        best: 1,
        sum: 1,
        rankBySum: 1,
      },
    ]);
  });

  it.each([
    ['no tags', { tags: [] }, ['sanctions-screening-agent']],
    [
      'retail, confidential, no tags',
      { caller: { tenant: 'retail', dataClassification: 'confidential' }, tags: [] },
      ['kyc-refresh-agent', 'sanctions-screening-agent'],
    ],
    [
      'retail, confidential, two tags',
      { caller: { tenant: 'retail', dataClassification: 'confidential' }, tags: ['sanctions', 'compliance'] },
      ['sanctions-screening-agent', 'kyc-refresh-agent'],
    ],
    ['internal, no tags', { caller: { dataClassification: 'internal' }, tags: [] }, ['marketing-copy-agent', 'sanctions-screening-agent']],
    ['the card itself asks', { caller: { agentId: 'sanctions-screening-agent' } }, []],
    ['case counts', { tags: ['Sanctions'] }, []],
    [
      'a card that serves more',
      { tags: ['kyc'], cards: { 'kyc-refresh-agent': { tenants: [], maxDataClassification: 'restricted' } } },
      ['kyc-refresh-agent'],
    ],
  ] satisfies [string, WhatIf, string[]][])('[D.5] answers a what-if: %s', (_title, whatIf, expected) => {
    const answer = ask(lesson, whatIf);
    expect(names(answer)).toEqual(expected);
    expect(answer.recorded?.differs).toBe(JSON.stringify(expected) !== JSON.stringify(['sanctions-screening-agent']));
  });

  it('[D.3] says that the caller itself is never found', () => {
    const answer = ask(lesson, { caller: { agentId: 'sanctions-screening-agent' } });
    expect(answer.excluded.find((card) => card.by === 'self')).toEqual({
      name: 'sanctions-screening-agent',
      by: 'self',
      also: [],
      reason: 'is the caller; nobody discovers itself',
      evidence: 'agentId = sanctions-screening-agent',
    });
  });

  it('[D.5] gives no scores without tags: names decide', () => {
    const answer = ask(lesson, { caller: { dataClassification: 'internal' }, tags: [] });
    expect(answer.ranked.map(({ best, sum, rankBySum, tieBreak }) => ({ best, sum, rankBySum, tieBreak }))).toEqual([
      { best: 0, sum: 0, rankBySum: 1, tieBreak: undefined },
      { best: 0, sum: 0, rankBySum: 2, tieBreak: undefined },
    ]);
    expect(answer.ranked.flatMap((card) => card.skills.filter((skill) => skill.best))).toEqual([]);
  });

  it('[D.2] refuses an unknown classification instead of ranking, and says whose word it is', () => {
    const caller = ask(lesson, { caller: { dataClassification: 'secret' } });
    expect({ error: caller.error, ranked: caller.ranked, excluded: caller.excluded }).toEqual({
      error: "the caller payments-investigator: unknown data classification: 'secret'",
      ranked: [],
      excluded: [],
    });
    const card = ask(lesson, { cards: { 'sanctions-screening-agent': { maxDataClassification: 'Restricted' } } });
    expect(card.error).toBe("sanctions-screening-agent: unknown data classification: 'Restricted'");
  });

  it('[P.22] never lets a what-if rename a card', () => {
    const answer = ask(lesson, { cards: { 'sanctions-screening-agent': { name: 'kyc-refresh-agent' } } });
    expect(names(answer)).toEqual(['sanctions-screening-agent']);
  });

  it('[P.20] counts only what lies at or before the cursor', () => {
    expect(ask(lesson, {}, { cursor: -1 })).toMatchObject({ cardCount: 0, ranked: [], excluded: [], tags: [], knownTags: [] });
    const two = ask(lesson, {}, { cursor: 1 });
    expect(two).toMatchObject({
      cardCount: 2,
      tags: [],
      callerUnknown: ['agentId', 'tenant', 'userId', 'scopes', 'dataClassification', 'delegationChain'],
    });
    expect(two.recorded).toBeUndefined();
  });

  it('[P.21] does not take the ranking of an earlier need for the answer to this one', () => {
    const rows = [...lesson, need(['marketing'])];
    expect(ask(rows).recorded).toBeUndefined();
    expect(ask(rows, {}, { cursor: 4 }).recorded?.seq).toBe(4);
  });

  it('[P.22] shows one card as stated and as changed', () => {
    const answer = ask(lesson, { cards: { 'kyc-refresh-agent': { tenants: [] } } }, { card: 'kyc-refresh-agent' });
    expect(answer.card).toEqual({ stated: KYC, current: { ...KYC, tenants: [] }, platformKnown: true });
    expect(ask(lesson, {}, { card: 'nobody' }).card).toBeUndefined();
  });

  it('[P.21] lists what an editor may offer', () => {
    const { knownTags, knownTenants } = ask(lesson);
    expect({ knownTags, knownTenants }).toEqual({
      knownTags: ['compliance', 'kyc', 'marketing', 'sanctions', 'screening'],
      knownTenants: ['retail', 'wholesale'],
    });
  });
});

describe('best skill, not the sum', () => {
  const open = { maxDataClassification: 'restricted' };
  const generalist = castCard('generalist-agent', {
    ...open,
    skills: ['sanctions', 'screening', 'pep', 'kyc', 'fraud', 'tax'].map((tag) => castSkill(tag, tag)),
  });
  const specialist = castCard('sanctions-specialist', { ...open, skills: [castSkill('all', 'sanctions', 'screening')] });
  const media = castCard('media-watch', { ...open, skills: [castSkill('watch', 'pep', 'media')] });
  const told = (rows: readonly DraftRow[]) =>
    ask(rows).ranked.map(({ name, best, sum, rankBySum, tieBreak }) => ({ name, best, sum, rankBySum, tieBreak }));

  it('[D.5] ranks the specialist first whatever the order of insertion, and says what a sum would have done', () => {
    const expected = [
      { name: 'sanctions-specialist', best: 2, sum: 2, rankBySum: 2, tieBreak: undefined },
      { name: 'generalist-agent', best: 1, sum: 3, rankBySum: 1, tieBreak: 'tie at 1, by name: before media-watch' },
      { name: 'media-watch', best: 1, sum: 1, rankBySum: 3, tieBreak: 'tie at 1, by name: after generalist-agent' },
    ];
    for (const cards of permutations([generalist, specialist, media])) {
      expect(told([...published(cards), need(['sanctions', 'screening', 'pep'])])).toEqual(expected);
    }
  });

  it('[D.5] marks the first of several best skills only', () => {
    const [card] = ask([...published([generalist]), need(['sanctions', 'screening', 'pep'])]).ranked;
    expect(card?.skills.map(({ skillId, overlap, best }) => [skillId, overlap, best])).toEqual([
      ['sanctions', 1, true],
      ['screening', 1, false],
      ['pep', 1, false],
      ['kyc', 0, false],
      ['fraud', 0, false],
      ['tax', 0, false],
    ]);
  });

  it('[D.5] lets a stuffed skill lead, for everybody to see', () => {
    const stuffed = { ...generalist, skills: [castSkill('everything', 'sanctions', 'screening', 'pep', 'kyc', 'fraud', 'tax')] };
    expect(told([...published([stuffed, specialist, media]), need(['sanctions', 'screening', 'pep'])])[0]).toMatchObject({
      name: 'generalist-agent',
      best: 3,
    });
  });
});

describe('filter before rank', () => {
  const three = castSkill('screen', 'sanctions', 'screening', 'pep');
  const cards = [
    castCard('acme-screening', { skills: [three], tenants: ['retail'], maxDataClassification: 'restricted' }),
    castCard('bulk-screening', { skills: [three] }),
    castCard('core-screening', { skills: [castSkill('core', 'sanctions')], tenants: ['wholesale'], maxDataClassification: 'restricted' }),
    castCard('duty-desk', { skills: [castSkill('desk', 'sanctions', 'screening')], maxDataClassification: 'restricted' }),
  ];
  const rows = [...published(cards), need(['sanctions', 'screening', 'pep'])];

  it('[D.3] never ranks what is hidden, however well it would have done', () => {
    const answer = ask(rows);
    expect(names(answer)).toEqual(['duty-desk', 'core-screening']);
    expect(answer.excluded.map(({ name, by }) => [name, by])).toEqual([
      ['acme-screening', 'tenant'],
      ['bulk-screening', 'classification'],
    ]);
  });

  it.each([
    ['retail', { caller: { tenant: 'retail' } }, ['acme-screening', 'duty-desk']],
    ['internal', { caller: { dataClassification: 'internal' } }, ['bulk-screening', 'duty-desk', 'core-screening']],
    ['a chain that holds a card', { caller: { delegationChain: ['duty-desk'] } }, ['duty-desk', 'core-screening']],
  ] satisfies [string, WhatIf, string[]][])('[D.3] answers a what-if: %s', (_title, whatIf, expected) => {
    expect(names(ask(rows, whatIf))).toEqual(expected);
  });
});

describe('bounds', () => {
  it('[P.24] explains 200 cards of each kind and counts the rest', () => {
    const cards = Array.from({ length: 500 }, (_, at) =>
      castCard(`agent-${String(at).padStart(3, '0')}`, {
        skills: [castSkill('s', 'a')],
        tenants: at % 2 ? ['retail'] : [],
        maxDataClassification: 'restricted',
      }),
    );
    const answer = ask([...published(cards), need(['a'])]);
    expect([answer.ranked.length, answer.rankedTotal, answer.excluded.length, answer.excludedTotal, answer.cardCount]).toEqual([
      200, 250, 200, 250, 500,
    ]);
    expect(answer.excludedBy.tenant).toBe(250);
    expect(answer.ranked.at(-1)?.tieBreak).toBe('tie at 1, by name: after agent-396');
  });

  it('[P.24] shows the skills that matter of a card with very many', () => {
    const skills = Array.from({ length: 100 }, (_, at) => castSkill(`skill-${at}`, at === 90 ? 'wanted' : 'other'));
    const [card] = ask([...published([castCard('many', { skills, maxDataClassification: 'restricted' })]), need(['wanted'])]).ranked;
    expect([card?.skills.length, card?.skillsTotal, card?.skills[0]?.skillId, card?.skills[0]?.best]).toEqual([12, 100, 'skill-90', true]);
  });
});

describe('any directory', () => {
  const tag = fc.constantFrom('a', 'b', 'c', 'd');
  const card = fc.record({
    name: fc.constantFrom('ann', 'bob', 'cyd', 'dan', 'eve', 'payments-investigator', '\u{1F600}', '\uFF5E'),
    tenants: fc.subarray(['wholesale', 'retail']),
    maxDataClassification: fc.constantFrom('public', 'internal', 'confidential', 'restricted'),
    tags: fc.array(fc.array(tag, { maxLength: 4 }), { maxLength: 4 }),
  });

  it('[P.23] accounts for every card once, ranks by best skill, and marks one best skill where something matched', () => {
    fc.assert(
      fc.property(fc.uniqueArray(card, { selector: (each) => each.name, maxLength: 8 }), fc.array(tag, { maxLength: 4 }), (drawn, tags) => {
        const cards = drawn.map(({ tags: skills, ...more }) =>
          castCard(more.name, { ...more, skills: skills.map((each, at) => castSkill(`s${at}`, ...each)) }),
        );
        const answer = ask([...published(cards), need(tags)]);
        expect(answer.rankedTotal + answer.excludedTotal).toBe(cards.length);
        expect(new Set([...names(answer), ...answer.excluded.map(({ name }) => name)]).size).toBe(cards.length);
        const bests = answer.ranked.map(({ best }) => best);
        expect(bests).toEqual([...bests].sort((a, b) => b - a));
        for (const ranked of answer.ranked) expect(ranked.skills.filter(({ best }) => best).length).toBe(tags.length === 0 ? 0 : 1);
        expect(answer.ranked.map(({ rankBySum }) => rankBySum).sort((a, b) => a - b)).toEqual(answer.ranked.map(({ rank }) => rank));
      }),
    );
  });
});

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length <= 1) return [[...items]];
  return items.flatMap((item, at) => permutations([...items.slice(0, at), ...items.slice(at + 1)]).map((rest) => [item, ...rest]));
}
