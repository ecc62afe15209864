// An agent that is the caller of another one, over whole episodes: what it says of whom it acts for, and what it makes of an end.

import { describe, expect, it } from 'vitest';
import type { Json } from '../../model/base/json.ts';
import type { Fact } from '../../model/log/fact.ts';
import { playTurned } from '../lab.ts';
import type { HandingOn, Lesson } from '../lesson.ts';
import { bareCard } from '../lessons/attack-cast.ts';
import { lessonById } from '../lessons/catalogue.ts';
import { everybody } from '../testing/everybody.ts';
import type { RecordedLine } from '../../model/log/saved-form.ts';

interface Setting {
  readonly handsOn?: Partial<HandingOn>;
  /** What the agent at the far end does; undefined: nobody serves it. */
  readonly far?: string;
  readonly policy?: string;
}

/** A caller, a middle agent and one at the far end. */
async function facts({ handsOn, far = 'sanctions', policy = 'reference' }: Setting): Promise<readonly { by: string; fact: Fact }[]> {
  const base = lessonById('forged-chain');
  if (!base) throw new Error('no lesson to begin with');
  const middle = { to: 'far', chain: 'kept', dataClassification: 'kept', ...handsOn } as const;
  const lesson: Lesson = {
    ...base,
    agents: [
      { card: bareCard('middle'), behaviour: 'relay', handsOn: middle },
      { card: bareCard('far'), ...(far === '' ? {} : { behaviour: far }) },
    ],
    steps: [{ at: 0, do: 'send', agent: 'middle', text: 'Go on', note: '' }],
  };
  let text = '';
  const episode = { lesson: base.id, seed: 'one', policy, knobs: {} as Readonly<Record<string, Json>> };
  await playTurned(lesson, episode, { spawn: everybody, onText: (piece) => (text += piece) });
  const lines = text.split('\n').filter(Boolean).slice(1);
  return lines.map((line) => JSON.parse(line) as RecordedLine).flatMap((line) => (line.line === 'fact' ? [line] : []));
}

const ends = (told: readonly { by: string; fact: Fact }[]): unknown[] =>
  told.flatMap(({ by, fact }) => (fact.kind === 'status-stored' && fact.state !== 'submitted' ? [`${by} ${fact.state}`] : []));
const said = (told: readonly { by: string; fact: Fact }[]): unknown =>
  told.flatMap(({ by, fact }) => (by === 'middle' && fact.kind === 'status-stored' && fact.state === 'failed' ? [fact.text] : []))[0];

describe('[E.36] an agent that hands work on', () => {
  it('acts for the caller of its task: its tenant, its user, its chain with the caller at the end', async () => {
    for (const policy of ['reference', 'hardened']) {
      const told = await facts({ policy });
      const [admitted] = told.flatMap(({ by, fact }) => (by === 'far' && fact.kind === 'delegation-admitted' ? [fact.caller] : []));
      expect(admitted).toEqual({
        agentId: 'middle',
        tenant: 'wholesale',
        userId: 'u-42',
        scopes: ['delegate'],
        dataClassification: 'restricted',
        delegationChain: ['orchestrator', 'payments-investigator'],
      });
      expect(ends(told)).toEqual(['middle working', 'far working', 'far completed', 'middle completed']);
    }
  });

  it('passes on less than it was given where it is told to', async () => {
    const told = await facts({ handsOn: { dataClassification: 'internal' } });
    const [admitted] = told.flatMap(({ by, fact }) => (by === 'far' && fact.kind === 'delegation-admitted' ? [fact.caller] : []));
    expect(admitted?.dataClassification).toBe('internal');
  });

  it.each([
    ['reject', 'far: rejected, Out of scope for this agent.'],
    ['fail_midway', 'far: failed, Upstream list unavailable.'],
    ['clarifying', 'far: input-required, Which jurisdiction should I screen against?'],
    ['crash_after_working', 'far: INTERNAL boom'],
    ['', 'far: UNAVAILABLE connection refused'],
  ])('hides no end of the other one: %s', async (far, expected) => {
    const told = await facts({ far });
    expect(said(told)).toBe(expected);
    expect(ends(told).at(-1)).toBe('middle failed');
  });

  it('is refused by nobody where it knows nobody', async () => {
    expect(said(await facts({ handsOn: { to: 'somebody-else' } }))).toBe('nobody: UNKNOWN_AGENT this agent knows no other');
  });

  it('cannot show a chain that it was not handed, and the token of its task does not help it', async () => {
    for (const chain of [[], ['root'], ['orchestrator'], ['orchestrator', 'somebody-else']]) {
      const told = await facts({ handsOn: { chain }, policy: 'hardened' });
      const denied = told.flatMap(({ fact }) => (fact.kind === 'delegation-denied' ? fact.denials : []));
      expect(denied.map(({ code }) => code)).toEqual(['CHAIN_UNVERIFIED']);
      expect(ends(told)).toEqual(['middle working', 'middle failed']);
    }
  });
});
