import { describe, expect, it } from 'vitest';
import type { Lesson, PolicyName, Take } from '../mock-agents/lesson.ts';
import { LESSONS } from '../mock-agents/lessons/catalogue.ts';
import { leavesPolicyOpen, refuseChoice, roundOf, understood } from './lesson-rounds.ts';

const [plain] = LESSONS as readonly [Lesson];
const alone: Lesson = { ...plain, id: 'alone', policy: 'reference' };
const both: Lesson = { ...alone, id: 'both', policy: 'both' };
const take = (id: string, policy?: PolicyName): Take => ({ id, label: `the ${id} one`, set: {}, ...(policy ? { policy } : {}) });
const clients: Lesson = { ...alone, id: 'clients', policy: 'hardened', takes: [take('naive'), take('careful')] };
const attack: Lesson = { ...both, id: 'attack', takes: [take('before', 'reference'), take('after', 'hardened')] };

const played = (lesson: Lesson, policy?: PolicyName) => roundOf(lesson, policy).map(({ id, policy: under }) => [id, under]);

describe('[U.3] what is played when a lesson is', () => {
  it('is one episode, the takes it has, or both policies where it is about them', () => {
    expect(played(alone)).toEqual([[undefined, 'reference']]);
    expect(played(alone, 'hardened')).toEqual([[undefined, 'hardened']]);
    expect(played(both)).toEqual([
      ['reference', 'reference'],
      ['hardened', 'hardened'],
    ]);
    expect(played(clients, 'reference')).toEqual([
      ['naive', 'reference'],
      ['careful', 'reference'],
    ]);
    expect(played(attack, 'hardened')).toEqual(played(attack));
  });

  it('leaves the policy to a person unless its takes are about policies: then a policy is a take', () => {
    expect([alone, both, clients, attack].map(leavesPolicyOpen)).toEqual([true, false, true, false]);
    expect(understood(alone, { policy: 'reference' })).toEqual({ policy: undefined, take: undefined });
    expect(understood(alone, { policy: 'hardened' })).toEqual({ policy: 'hardened', take: undefined });
    expect(understood(clients, { policy: 'hardened', take: 'careful' })).toEqual({ policy: undefined, take: 'careful' });
    expect(understood(attack, { policy: 'hardened' })).toEqual({ policy: undefined, take: 'after' });
    expect(understood(both, { policy: 'hardened' })).toEqual({ policy: undefined, take: 'hardened' });
  });

  it('says what may be chosen instead of what may not', () => {
    expect(refuseChoice(attack, { policy: 'hardened', take: 'after' })).toBeUndefined();
    expect(refuseChoice(clients, { policy: 'reference', take: 'naive' })).toBeUndefined();
    expect(refuseChoice(clients, { policy: 'Hardened' })).toBe('There is no policy “Hardened”. Known are: reference, hardened.');
    expect(refuseChoice(clients, { take: 'bold' })).toBe('The lesson “clients” has no take “bold”. Known are: naive, careful.');
    expect(refuseChoice(alone, { take: 'bold' })).toBe('The lesson “alone” plays one episode; it has no take “bold”.');
    expect(refuseChoice(attack, { policy: 'hardened', take: 'before' })).toBe(
      'The take “before” is played under reference, not under hardened.',
    );
  });
});
