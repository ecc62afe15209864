// Who is seated for a lesson, where, and what each is told.

import { describe, expect, it } from 'vitest';
import { CAREFUL_CLIENT } from '../model/kernel/client-settings.ts';
import { castOf } from './casting.ts';
import { type Experiment, HEALTHY_SPECIALIST, NO_FAULT } from './experiment.ts';
import { playTurned } from './lab.ts';
import type { Lesson } from './lesson.ts';
import { streamedDelegation } from './lessons/streamed-delegation.ts';
import { everybody } from './testing/everybody.ts';

const EXPERIMENT: Experiment = {
  order: 'statistics',
  client: CAREFUL_CLIENT,
  verifiesCard: false,
  specialist: HEALTHY_SPECIALIST,
  fault: { ...NO_FAULT, mode: 'crash' },
};
const ALONE: Lesson = { ...streamedDelegation, agents: [], steps: [], experiment: EXPERIMENT };
const castFor = (lesson: Lesson, policy = 'hardened') => castOf(lesson, { policy, seed: 'one', spawn: everybody });

describe('[E.40] the cast of a lesson', () => {
  it('with an experiment has its two, the one that begins last, each in a worker of its own make', () => {
    expect(castFor(ALONE).map(({ agent, entry, place, restarts = false }) => ({ agent, entry, place, restarts }))).toEqual([
      { agent: 'specialist', entry: 'specialist', place: 'worker', restarts: true },
      { agent: 'orchestrator', entry: 'orchestrator', place: 'worker', restarts: false },
    ]);
  });

  it('with steps beside the experiment has those who play them as well', () => {
    const { agents, steps } = streamedDelegation;
    const names = castFor({ ...ALONE, agents, steps }).map(({ agent }) => agent);
    expect(names).toEqual(['sanctions-screening-agent', 'agents.bank.ae', 'payments-investigator', 'specialist', 'orchestrator']);
    expect(castFor(streamedDelegation).map(({ agent }) => agent)).toEqual(names.slice(0, 3));
  });

  it('has nobody twice: an address is of one', () => {
    const { agents, steps, caller } = streamedDelegation;
    const doubled = { ...ALONE, agents, steps, caller: { ...caller, agentId: 'orchestrator' } };
    expect(() => castFor(doubled)).toThrow('[E.40] two take part as orchestrator');
  });

  it('tells the orchestrator where the specialist is, and the specialist only whom its token was given to', () => {
    const [specialist, orchestrator] = castFor(ALONE).map(({ settings }) => settings as Readonly<Record<string, unknown>>);
    expect(Object.keys(orchestrator ?? {}).sort()).toEqual(['client', 'order', 'policy', 'specialist', 'token']);
    expect(Object.keys(orchestrator?.['specialist'] as object)).toEqual(['address', 'token']);
    const { tokenHolder, ...others } = specialist ?? {};
    expect(tokenHolder).toBe('orchestrator');
    expect(JSON.stringify(others)).not.toContain('orchestrator');
  });

  it('hands over the key of the specialist where its card must be signed', () => {
    const [, orchestrator] = castFor({ ...ALONE, experiment: { ...EXPERIMENT, verifiesCard: true } });
    expect(orchestrator?.settings).toMatchObject({ specialist: { key: expect.arrayContaining([]) as unknown } });
  });

  it('[E.8] is nobody under a policy that there is none of', async () => {
    for (const policy of ['lax', 'constructor']) expect(() => castFor(ALONE, policy)).toThrow(/^\[E\.8\] .*there is no such policy$/);
    const episode = { lesson: 'test', seed: 'one', policy: 'lax', knobs: {} };
    await expect(playTurned(streamedDelegation, episode, { spawn: everybody, onText: () => undefined })).rejects.toThrow('[E.8]');
  });
});
