// Lessons across real workers: the page starts the lab in a worker, the lab starts its agents in workers of its own.
// The same request must give the same bytes there and in one thread, on a busy machine, a hundred times.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectLab, type LabClient } from '../ui/lab-client.ts';
import { startWorker } from '../ui/workers/start-worker.ts';
import { bundledAgents, bundledScript } from '../ui/workers/testing/bundled-scripts.ts';
import type { PlayOutcome, PlayRequest } from './lab-face.ts';
import { everybody } from './testing/everybody.ts';
import { LESSON_STORIES } from './testing/lesson-stories.ts';
import burnerUrl from './testing/burner.worker.ts?worker&url';
import { played } from './testing/played-lesson.ts';

const EPISODES = 100;
/** Lessons in which agents are only spoken of. */
const WITHOUT_CALLS = ['who-can-do-this', 'may-i-hand-over'];
const violations: string[] = [];
let lab: LabClient;
let labWorker: Worker;

beforeAll(async () => {
  const agents = await bundledAgents('agents', 'stand-in');
  const labScript = await bundledScript('src/ui/workers/testing/bundled-lab.worker.ts');
  const { worker, port } = startWorker(labScript, location.href, JSON.stringify(agents));
  labWorker = worker;
  lab = connectLab(port, (what) => violations.push(what));
});
afterAll(() => labWorker.terminate());

async function playFar(request: PlayRequest): Promise<{ outcome: PlayOutcome; text: string }> {
  const pieces: string[] = [];
  const outcome = await lab.play(request, (text) => pieces.push(text));
  return { outcome, text: pieces.join('') };
}
const playNear = (request: PlayRequest): Promise<{ outcome: PlayOutcome; text: string }> => played(request, everybody);

describe('lessons across workers', () => {
  for (const { lesson, knobs = {} } of LESSON_STORIES) {
    it(`[E.1] gives the same bytes as in one thread: ${lesson} ${JSON.stringify(knobs)}`, async () => {
      const [far, near] = [await playFar({ lesson, knobs }), await playNear({ lesson, knobs })];
      expect(far.text).toBe(near.text);
      expect(far.outcome).toEqual(near.outcome);
      // A worker for each agent that is called, and no more.
      expect(far.outcome).toMatchObject({ ok: true, workers: WITHOUT_CALLS.includes(lesson) ? 0 : 1 });
      expect(violations).toEqual([]);
    });
  }

  it('[E.1] gives the same bytes a hundred times, near and far, while a core is kept busy', { timeout: 240_000 }, async () => {
    const { worker: burner } = startWorker(burnerUrl, location.href, 'burner');
    const request = { lesson: 'push-and-ssrf', seed: 'a hundred times' };
    const { text } = await playNear(request);
    const texts = new Set([text]);
    for (let episode = 1; episode < EPISODES; episode++) {
      const play = episode % 10 === 0 ? playFar : playNear;
      texts.add((await play(request)).text);
    }
    burner.terminate();
    expect([...texts]).toEqual([text]);
  });

  it('[E.12] ends the episode before when a new one is asked for, and plays the new one whole', async () => {
    const request = { lesson: 'streamed-delegation' };
    const before = playFar({ lesson: 'push-and-ssrf' });
    const [near, first, second] = [await playNear(request), await before, await playFar(request)];
    expect(first.outcome.ok).toBe(true);
    const overtaken = playFar({ lesson: 'push-and-ssrf' });
    const newer = await playFar(request);
    expect((await overtaken).outcome).toEqual({ ok: false, why: 'A newer episode took its place.' });
    expect([second.text, newer.text]).toEqual([near.text, near.text]);
  });

  it('[E.8] passes on why nothing was played', async () => {
    const { outcome, text } = await playFar({ lesson: 'who-can-do-this', knobs: { classification: 'secret' } });
    expect({ ok: outcome.ok, text }).toEqual({ ok: false, text: '' });
  });
});
