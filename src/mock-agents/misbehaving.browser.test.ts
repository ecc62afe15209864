// Lessons whose agent misbehaves, across real workers: the episode ends in a defined way, its recording says what happened,
// and the thread that hosts the lab goes on meanwhile.

import { beforeAll, describe, expect, it } from 'vitest';
import { spawnFrom } from '../ui/workers/spawn.ts';
import { bundledScript } from '../ui/workers/testing/bundled-scripts.ts';
import type { Spawn } from './lanes.ts';
import { played, type PlayedLesson } from './testing/played-lesson.ts';

let inWorkers: Spawn;
beforeAll(async () => {
  const agents = await bundledScript('src/mock-agents/testing/plain.worker.ts');
  inWorkers = spawnFrom({ agents }, location.href, () => undefined);
});

/** Seats agents that are booted as something else than their lesson says. */
function bootedAs(behaviour: string): Spawn {
  return async (agent, entry) => {
    const realm = await inWorkers(agent, entry);
    const { port } = realm;
    const post = port.postMessage.bind(port);
    port.postMessage = (message) => post((message as { type?: string }).type === 'boot' ? { ...(message as object), behaviour } : message);
    return realm;
  };
}

/** How an episode ended for the one agent and the one call of its lesson. */
function outcomeOf({ outcome, lines }: PlayedLesson): unknown {
  const told = lines.flatMap((line): unknown[] => {
    if (line.line === 'fact' && line.fact.kind === 'worker-ended') return [`${line.at} ended: ${line.fact.why}`];
    if (line.line === 'lost') return [`${line.at} exchange ${line.exchange} lost: ${line.why}`];
    return line.line === 'episode-ended' ? [`${line.at} ${line.end}, owed: ${line.open.join()}`] : [];
  });
  return { ok: outcome.ok, told };
}

const LOST_AT_ONCE = '20 exchange 1 lost: connection lost';
const MISBEHAVIOURS: Readonly<Record<string, readonly string[]>> = {
  spin: ['10 ended: stuck', LOST_AT_ONCE, '20 done, owed: '],
  spin_in_microtasks: ['10 ended: stuck', LOST_AT_ONCE, '20 done, owed: '],
  throw_in_handler: ['20 exchange 1 lost: handler: no answer today', '20 done, owed: '],
  throw_at_boot: ['0 ended: throw: no agent today', '20 exchange 1 lost: connection refused', '20 done, owed: '],
  silent: ['10 stalled, owed: 1'],
  flood: ['10 ended: flood: too much in one turn', LOST_AT_ONCE, '20 done, owed: '],
  close: ['10 ended: closed', LOST_AT_ONCE, '20 done, owed: '],
  sleep_zero: ['10 no-progress, owed: 1'],
};

describe('lessons whose agent misbehaves', () => {
  for (const [behaviour, told] of Object.entries(MISBEHAVIOURS)) {
    it(`[E.6] ends in a defined way and says why: ${behaviour}`, async () => {
      const request = { lesson: 'streamed-delegation' };
      const first = await played(request, bootedAs(behaviour));
      expect(outcomeOf(first)).toEqual({ ok: true, told });
      expect((await played(request, bootedAs(behaviour))).text).toBe(first.text);
    });
  }

  it('[E.6] leaves the thread of the lab free while an agent spins', async () => {
    let beats = 0;
    let playing = true;
    const beat = (): void => {
      beats++;
      if (playing) setTimeout(beat, 0);
    };
    beat();
    const episode = await played({ lesson: 'streamed-delegation' }, bootedAs('spin'));
    playing = false;
    expect(outcomeOf(episode)).toEqual({ ok: true, told: MISBEHAVIOURS['spin'] });
    // The verdict alone takes several ticks of the watchdog: a thread that was blocked would have had none or two.
    expect(beats).toBeGreaterThan(20);
  });
});
