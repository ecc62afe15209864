// What the audit says of attacks, from their recordings alone: which of them leave a trace that a rule knows, and which do not.

import { describe, expect, it } from 'vitest';
import { createEngine } from '../model/engine/engine.ts';
import type { KnobValues } from './lessons/apply-knobs.ts';
import { everybody } from './testing/everybody.ts';
import { played } from './testing/played-lesson.ts';

/** Rules with their severity, without what is said of every recording of this page's own agents. */
async function findings(lesson: string, take: string, knobs: KnobValues = {}): Promise<readonly string[]> {
  const engine = createEngine({ elapsed: () => 0, restart: () => undefined, next: () => Promise.resolve() });
  const { text } = await played({ lesson, take, knobs }, everybody);
  const log = engine.open(text, { name: lesson });
  await engine.settled(log);
  const { findings: found } = engine.query(log, 'findings', { from: 0, count: 1_000 });
  return [...new Set(found.filter(({ severity }) => severity !== 'info').map(({ rule, severity }) => `${rule} ${severity}`))].sort();
}

describe('[E.35] what an attack leaves behind', () => {
  it('shows that somebody asked for a callback into the own network, whether or not it was taken', async () => {
    expect(await findings('empty-allow-list', 'reference')).toEqual(
      expect.arrayContaining(['push-url-insecure warning', 'push-url-ssrf error']),
    );
    expect(await findings('empty-allow-list', 'hardened')).toEqual(
      expect.arrayContaining(['push-url-insecure warning', 'push-url-ssrf error']),
    );
  });

  it('shows a cancel that came back, and nothing once it cannot', async () => {
    expect(await findings('cancel-comes-back', 'reference')).toEqual([
      'cancel-race warning',
      'illegal-transition error',
      'poll-stream-disagreement error',
    ]);
    expect(await findings('cancel-comes-back', 'hardened')).toEqual([]);
  });

  it('shows nothing of a stranger, a forged chain, an open end or a bad label: these are no faults of a wire', async () => {
    for (const lesson of ['no-owner', 'forged-chain', 'one-bad-label', 'lost-in-translation', 'orchestrated-chain']) {
      expect(await findings(lesson, 'reference'), lesson).toEqual([]);
      expect(await findings(lesson, 'hardened'), lesson).toEqual([]);
    }
    expect(await findings('trap-states', 'reference')).toEqual(['secret-in-clear warning']);
  });
});
