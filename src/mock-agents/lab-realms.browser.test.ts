// The lab's worker where something is missing or forbidden: workers inside workers, and a content security policy.

import { afterEach, describe, expect, it, vi } from 'vitest';
import { BEHAVIOURS } from './behaviours/behaviours.ts';
import { spawnInside } from './in-process.ts';
import type { PlayRequest } from './lab-face.ts';
import type { Spawn } from './lanes.ts';
import { played } from './testing/played-lesson.ts';
import { connectLab } from '../ui/lab-client.ts';
import agentUrl from '../ui/workers/agent.worker.ts?worker&url';
import { seatForLab } from '../ui/workers/page-seats.ts';
import { spawnFrom } from '../ui/workers/spawn.ts';
import { startWorker } from '../ui/workers/start-worker.ts';
import flatLabUrl from '../ui/workers/testing/lab-without-nesting.worker.ts?worker&url';
import { underPolicy } from '../ui/workers/testing/under-policy.ts';
import leavingLabUrl from '../ui/workers/testing/leaving-lab.worker.ts?worker&url';

const workers: Worker[] = [];
afterEach(() => {
  vi.unstubAllGlobals();
  for (const worker of workers.splice(0)) worker.terminate();
});

function labAt(url: string, spawn: Spawn): { play: (request: PlayRequest) => Promise<unknown>; violations: string[]; seated: string[] } {
  const violations: string[] = [];
  const seated: string[] = [];
  const { worker, port } = startWorker(url, location.href, 'lab');
  workers.push(worker);
  const seats = seatForLab(port, (agent, entry) => {
    seated.push(agent);
    return spawn(agent, entry);
  });
  const lab = connectLab(port, (what) => violations.push(what), seats);
  const play = async (request: PlayRequest): Promise<unknown> => {
    const pieces: string[] = [];
    const outcome = await lab.play(request, (text) => pieces.push(text));
    return { outcome, text: pieces.join('') };
  };
  return { play, violations, seated };
}
const inPage = spawnFrom({ agents: agentUrl }, location.href, () => undefined);

describe('a lab that can start no workers', () => {
  it('[E.14] has its agents started by the page, and records the same', async () => {
    const { play, seated } = labAt(flatLabUrl, inPage);
    for (const lesson of ['push-and-ssrf', 'streamed-delegation', 'who-can-do-this']) {
      const { outcome, text } = await played({ lesson }, spawnInside(BEHAVIOURS));
      expect(await play({ lesson })).toEqual({ outcome, text });
    }
    expect(seated).toEqual(['sanctions-screening-agent', 'sanctions-screening-agent']);
  });

  it('[E.14] refuses connections to an agent that the page cannot start either', async () => {
    const { play } = labAt(flatLabUrl, () => Promise.reject(new Error('no more workers')));
    const episode = (await play({ lesson: 'streamed-delegation' })) as { text: string };
    expect(episode.text).toContain('"why":"could not be started: no more workers"');
    expect(episode.text).toContain('"line":"lost","exchange":1,"why":"connection refused"');
  });

  it('[E.14] hears of the death of an agent that the page started', async () => {
    const dying: Spawn = async (agent) => {
      const realm = await inPage(agent, 'agents');
      setTimeout(() => {
        realm.kill();
        realm.onDeath?.('its script did not load');
      });
      return realm;
    };
    const episode = (await labAt(flatLabUrl, dying).play({ lesson: 'streamed-delegation' })) as { text: string };
    expect(episode.text).toContain('"kind":"worker-ended","agent":"sanctions-screening-agent","why":"its script did not load"');
  });
});

describe('a policy that workers inherit', () => {
  it('[U.1] tells the page when the lab or an agent in it tries to leave', async () => {
    await underPolicy("script-src 'self'; connect-src 'self'; worker-src blob:");
    const { play, violations } = labAt(leavingLabUrl, inPage);
    await play({ lesson: 'streamed-delegation' });
    await expect
      .poll(() => new Set(violations))
      .toEqual(
        new Set([
          'lab: connect-src blocked https://elsewhere.example/lab',
          'agent sanctions-screening-agent: connect-src blocked https://elsewhere.example/agent',
        ]),
      );
  });
});
