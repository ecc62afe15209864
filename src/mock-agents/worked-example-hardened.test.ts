// The lessons of the worked example under the hardened policy: the same stories, but for what the policy is about.

import { describe, expect, it } from 'vitest';
import { createEngine } from '../model/engine/engine.ts';
import { LESSONS } from './lessons/catalogue.ts';
import { everybody } from './testing/everybody.ts';
import { played, story } from './testing/played-lesson.ts';

const WORKED_EXAMPLE = LESSONS.filter(({ policy }) => policy === 'reference');

/** What a lesson claims of the reference and the hardened policy does otherwise; its prose says so. */
const OTHERWISE: Readonly<Record<string, readonly string[]>> = {
  // A denial names the callee and nobody else.
  'may-i-hand-over': ['A chain that leads back is a circle'],
  // The form in the middle is a task, and ACP gets a run.
  'acp-round-trip': [
    'The task has succeeded',
    'Its output is the sentence of the artifact',
    'What comes back equals what went in',
    'The run is completed',
    'It has two parts',
    'The second one is the data',
  ],
  // The card of strict 0.3.
  'card-on-the-wire': ['The card has exactly these ten members: no owner, no tenants, no classification'],
};

describe('[E.34] the worked example under the hardened policy', () => {
  it('has the eight lessons', () => {
    expect(WORKED_EXAMPLE.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  for (const { id, prove } of WORKED_EXAMPLE) {
    it(`keeps its claims, but for those that are about the reference: ${id}`, async () => {
      const engine = createEngine({ elapsed: () => 0, restart: () => undefined, next: () => Promise.resolve() });
      const { text } = await played({ lesson: id, policy: 'hardened' }, everybody);
      const log = engine.open(text, { name: id });
      await engine.settled(log);
      const broken = engine.query(log, 'claims', { claims: prove }).filter(({ holds }) => !holds);
      expect(broken.map(({ say }) => say)).toEqual(OTHERWISE[id] ?? []);
    });
  }

  for (const { id, whatIf } of WORKED_EXAMPLE) {
    it(`plays to its end whatever is turned: ${id}`, async () => {
      for (const { set, say } of whatIf) {
        const recording = await played({ lesson: id, policy: 'hardened', knobs: set }, everybody);
        expect(recording.outcome, say).toMatchObject({ ok: true, end: 'done' });
        expect(
          story(recording).filter((line) => /worker-ended|lost/.test(line)),
          say,
        ).toEqual([]);
      }
    });
  }

  it('lets a caller find out alone that it may not, and sends nothing', async () => {
    const recording = await played({ lesson: 'streamed-delegation', policy: 'hardened', knobs: { maxDepth: 1 } }, everybody);
    expect(story(recording)).toEqual(['0 delegation-denied sanctions-screening-agent [DEPTH_EXCEEDED]', '0 ended done']);
  });
});
