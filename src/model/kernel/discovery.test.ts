import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { compareByCodePoint } from '../base/code-point-order.ts';
import type { AgentCard } from '../protocol/agent-card.ts';
import type { CallerContext } from '../protocol/caller-context.ts';
import { PROPERTY, arbitraryCaller, arbitraryCards, arbitraryClassificationWord, arbitraryTag } from '../testing/arbitraries.ts';
import { KYC, MARKETING, PAYMENTS_INVESTIGATOR, SANCTIONS, castCard, castSkill } from '../testing/delegation-cast.ts';
import { classificationIssue, classificationRank } from './classification.ts';
import { bestOverlap, skillOverlap } from './directory-index.ts';
import { createDirectory, filtersAgainst, wantedTags, type Directory } from './discovery.ts';
import { reference } from './policy.ts';

function directoryOf(cards: readonly AgentCard[]): Directory {
  const directory = createDirectory();
  for (const card of cards) directory.register(card);
  return directory;
}

function names(directory: Directory, caller: CallerContext, tags: readonly string[]): readonly string[] | string {
  const found = directory.discover(caller, tags);
  return found.ok ? found.value.map((card) => card.name) : (found.issues[0]?.message ?? '');
}

/** The rule of the directory, written down without an index: every card is looked at, then all are sorted. */
function byTheRule(cards: readonly AgentCard[], caller: CallerContext, tags: readonly string[]): readonly string[] | string {
  const wanted = wantedTags(tags);
  const visible: AgentCard[] = [];
  for (const card of [...cards].sort((a, b) => compareByCodePoint(a.name, b.name))) {
    const filters = filtersAgainst(caller, card, wanted);
    if (!filters.ok) return filters.issues[0]?.message ?? '';
    if (filters.value.length === 0) visible.push(card);
  }
  const score = (card: AgentCard): number => bestOverlap(card, wanted);
  return visible.sort((a, b) => score(b) - score(a) || compareByCodePoint(a.name, b.name)).map((card) => card.name);
}

describe('discovery', () => {
  it('[D.1] shows the caller of the worked example one of three cards', () => {
    const directory = directoryOf([SANCTIONS, KYC, MARKETING]);
    expect(names(directory, PAYMENTS_INVESTIGATOR, ['sanctions'])).toEqual([SANCTIONS.name]);
    expect(names(directory, PAYMENTS_INVESTIGATOR, [])).toEqual([SANCTIONS.name]);
  });

  it('[D.3] ranks by the best skill, never by the sum', () => {
    const specialist = castCard('specialist', { skills: [castSkill('s', 'x', 'y')] });
    const generalist = castCard('generalist', { skills: [castSkill('1', 'x'), castSkill('2', 'y'), castSkill('3', 'z')] });
    const caller = { ...PAYMENTS_INVESTIGATOR, dataClassification: 'public' };
    expect(names(directoryOf([generalist, specialist]), caller, ['x', 'y', 'z'])).toEqual(['specialist', 'generalist']);
    expect(bestOverlap(generalist, ['x', 'y', 'z'])).toBe(1);
    expect(skillOverlap(castSkill('twice', 'x', 'x'), ['x', 'y'])).toBe(1);
  });

  it('[D.5] answers from its index what the rule answers card by card', () => {
    const tags = fc.array(arbitraryTag, { maxLength: 4 });
    fc.assert(
      fc.property(arbitraryCards, arbitraryCaller, tags, fc.option(arbitraryClassificationWord), (cards, caller, wanted, word) => {
        const labelled = word === null ? cards : cards.map((card, at) => (at === 0 ? { ...card, maxDataClassification: word } : card));
        expect(names(directoryOf(labelled), caller, wanted)).toEqual(byTheRule(labelled, caller, wanted));
      }),
      PROPERTY,
    );
  });

  it('[D.5] reads no card when asked, whether few or many have a wanted tag, and sorts no names', () => {
    const looked = vi.fn();
    const watched = (card: AgentCard): AgentCard =>
      new Proxy(card, {
        get(target, key) {
          looked();
          return Reflect.get(target, key) as unknown;
        },
      });
    const tagOf = (at: number): string => (at % 100 === 0 ? 'rare' : 'common');
    const cards = Array.from({ length: 1_000 }, (_, at) => castCard(`agent-${at}`, { skills: [castSkill('s', tagOf(at))] }));
    const directory = directoryOf(cards.map(watched));
    const caller = { ...PAYMENTS_INVESTIGATOR, dataClassification: 'public' };
    directory.discover(caller, []);
    looked.mockClear();
    const sort = vi.spyOn(Array.prototype, 'sort');
    const counts = [['rare'], ['common'], ['common', 'rare'], []].map((tags) => {
      const found = directory.discover(caller, tags);
      return found.ok ? found.value.length : found.issues;
    });
    const sorted = sort.mock.calls.length;
    sort.mockRestore();
    expect(counts).toEqual([10, 990, 1_000, 1_000]);
    expect([looked.mock.calls.length, sorted]).toEqual([0, 0]);
  });

  it('[D.5] answers the same question the same way after others', () => {
    const cards = Array.from({ length: 64 }, (_, at) => castCard(`agent-${at}`, { skills: [castSkill('s', `t-${at % 40}`, 'all')] }));
    const directory = directoryOf(cards);
    const caller = { ...PAYMENTS_INVESTIGATOR, dataClassification: 'internal' };
    const first = names(directory, caller, ['t-1', 'all']);
    names(directory, caller, ['t-2']);
    names(directory, caller, ['t-3', 't-4', 'all']);
    expect(names(directory, caller, ['t-1', 'all'])).toEqual(first);
    expect(first.slice(0, 3)).toEqual(['agent-1', 'agent-41', 'agent-0']);
  });

  it('[D.2] refuses to answer for an unknown classification that self and tenant do not exclude, whatever the tags', () => {
    const caller = { ...PAYMENTS_INVESTIGATOR, agentId: 'me', dataClassification: 'internal' };
    const top = castCard('z-top', { maxDataClassification: 'Top' });
    expect(names(directoryOf([SANCTIONS, top]), caller, ['sanctions'])).toBe("unknown data classification: 'Top'");
    expect(names(directoryOf([SANCTIONS, { ...top, tenants: ['retail'] }]), caller, ['sanctions'])).toEqual([SANCTIONS.name]);
    expect(names(directoryOf([SANCTIONS, { ...top, name: 'me' }]), caller, ['sanctions'])).toEqual([SANCTIONS.name]);
  });

  it('tells all filters of a card in their order', () => {
    const mine = castCard('me', { tenants: ['retail'], maxDataClassification: 'public' });
    const caller = { ...PAYMENTS_INVESTIGATOR, agentId: 'me' };
    expect(filtersAgainst(caller, mine, ['x'])).toEqual({ ok: true, value: ['self', 'tenant', 'classification', 'tags'], issues: [] });
    expect(filtersAgainst(caller, KYC, [])).toEqual({ ok: true, value: ['tenant', 'classification'], issues: [] });
  });

  it('keeps a registered card and refuses another of its name', () => {
    const directory = directoryOf([SANCTIONS]);
    const again = directory.register({ ...SANCTIONS, version: '4.0.0' });
    expect(again).toEqual({ ok: false, issues: [{ path: 'name', message: `agent already registered: ${SANCTIONS.name}` }] });
    expect([directory.get(SANCTIONS.name), directory.get('nobody'), directory.size]).toEqual([SANCTIONS, undefined, 1]);
  });

  it('asks the card checks of its policy before it registers', () => {
    const check = ({ owner }: AgentCard) => (owner === 'unknown' ? { code: 'NO_OWNER', message: 'a card needs an owner' } : undefined);
    const directory = createDirectory({ policy: { ...reference, card: [{ id: 'owner', title: 'An owner', default: true, check }] } });
    expect(directory.register(MARKETING)).toEqual({ ok: false, issues: [{ path: '', message: 'a card needs an owner' }] });
    expect(directory.get(MARKETING.name)).toBeUndefined();
  });

  it('[D.2] ranks known classifications and names them to an editor for an unknown one', () => {
    expect(['public', 'internal', 'confidential', 'restricted'].map((word) => classificationRank(word))).toEqual(
      [0, 1, 2, 3].map((value) => ({ ok: true, value, issues: [] })),
    );
    expect(classificationIssue('restricted')).toBeUndefined();
    expect(classificationIssue('Restricted')).toEqual({
      path: '',
      message: "unknown data classification: 'Restricted'; known are public, internal, confidential, restricted",
    });
  });
});
