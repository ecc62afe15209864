import { describe, expect, it } from 'vitest';
import { lessonById } from './lessons/catalogue.ts';
import { calledAgents, callerOf, listeningHosts, playersOf } from './lesson-parties.ts';
import type { Lesson } from './lesson.ts';

function lesson(id: string, changes: Partial<Lesson> = {}): Lesson {
  const found = lessonById(id);
  if (!found) throw new Error(`no lesson ${id}`);
  return { ...found, ...changes };
}

describe('[E.33] who takes part in a lesson', () => {
  it('has a step taken by whom it names, and by the caller where it names nobody', () => {
    const { steps, caller, others } = lesson('no-owner');
    expect(steps.map((step) => callerOf(lesson('no-owner'), step))).toEqual([caller, caller, others?.['stranger'], others?.['stranger']]);
  });

  it('is an error of ours to name somebody whom the lesson does not have', () => {
    const step = { at: 0, note: '', do: 'get', agent: 'a', taskId: 'task-1' } as const;
    for (const by of ['nobody', 'constructor', '__proto__']) expect(() => callerOf(lesson('no-owner'), { ...step, by })).toThrow('E.33');
  });

  it('seats everybody who calls a wire, the caller last; whoever has the same name is the same participant', () => {
    expect(playersOf(lesson('no-owner'))).toEqual(['marketing-copy-agent', 'payments-investigator']);
    expect(playersOf(lesson('forged-chain'))).toEqual(['orchestrator', 'payments-investigator']);
    // What crosses no wire is asked on their behalf.
    expect(playersOf(lesson('one-bad-label'))).toEqual(['payments-investigator']);
    const { others } = lesson('no-owner');
    const impostor = { stranger: { ...others?.['stranger'], agentId: 'payments-investigator' } } as NonNullable<Lesson['others']>;
    expect(playersOf(lesson('no-owner', { others: impostor }))).toEqual(['payments-investigator']);
  });

  it('seats the agents that others hand work on to, also where they do so in a circle', () => {
    expect([...calledAgents(lesson('forged-chain'))]).toEqual(['callee', 'a', 'b', 'c', 'd', 'e']);
    const { agents } = lesson('forged-chain');
    const turned = agents.map((agent) => (agent.handsOn?.to === 'e' ? { ...agent, handsOn: { ...agent.handsOn, to: 'a' } } : agent));
    expect([...calledAgents(lesson('forged-chain', { agents: turned }))]).toEqual(['callee', 'a', 'b', 'c', 'd']);
  });

  it('has somebody listen at listed hosts and at those that the lesson names, and at no host called *', () => {
    expect(listeningHosts(lesson('push-and-ssrf'))).toEqual(['agents.bank.ae']);
    expect(listeningHosts(lesson('empty-allow-list'))).toEqual(['169.254.169.254']);
    const { agents } = lesson('push-and-ssrf');
    const open = agents.map((agent) => ({ ...agent, allowedCallbackHosts: ['*', 'a.example', 'a.example'] }));
    expect(listeningHosts(lesson('push-and-ssrf', { agents: open }))).toEqual(['a.example']);
  });
});
