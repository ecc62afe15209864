// Every scenario of the watch across real workers, the remote agent's and the stand-in's own, with the browser's database: the same
// bytes as in one thread.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import watch from '../model/testing/fixtures/oracle/watch.json';
import { keepEpisode } from '../ui/workers/episode-database.ts';
import { spawnFrom } from '../ui/workers/spawn.ts';
import { bundledAgents } from '../ui/workers/testing/bundled-scripts.ts';
import type { Spawn } from './lanes.ts';
import { createSeededRandom, hashSeed } from './seeded-random.ts';
import { everybody } from './testing/everybody.ts';
import { answersOf, missedBy } from './testing/watch-scene-answers.ts';
import { patientWatchdog, playScenario, playWithDeaths } from './testing/watch-scene-play.ts';
import { scenariosOf } from './testing/watch-scenario-vectors.ts';
import { lastMomentOf, sceneOf } from './testing/watch-scenes.ts';

/** After the last event of a scenario, until what a death has put off is done. */
const SETTLING_MS = 20_000;
const SCENARIOS = scenariosOf(watch);
const violations: string[] = [];
let inWorkers: Spawn;

beforeAll(async () => {
  inWorkers = spawnFrom(await bundledAgents('agents', 'stand-in'), location.href, (what) => violations.push(what));
});
afterAll(() => expect(violations).toEqual([]));

describe('[E.1] the watch across workers gives the same bytes as in one thread', () => {
  it.each(SCENARIOS.map((scenario) => [scenario.name, scenario] as const))('%s', async (_, scenario) => {
    const [far, near] = [
      await playScenario(scenario, inWorkers, { storage: keepEpisode(Date.now()) }),
      await playScenario(scenario, everybody),
    ];
    expect(far.text).toBe(near.text);
    expect(far.outcome).toEqual(near.outcome);
    expect(answersOf(far)).toEqual(scenario.expected);
    expect(missedBy(far)).toEqual([]);
  });
});

const DEATHS = 8;

it('[W.22] [E.44] gives the same lines where the host is killed: a sample of scenarios, each at a turn of its own', async () => {
  const random = createSeededRandom(hashSeed('deaths in the browser'));
  const anyOf = (count: number): number => Math.floor(random() * count);
  const watchdog = patientWatchdog();
  for (let death = 0; death < DEATHS; death += 1) {
    const scenario = SCENARIOS[anyOf(SCENARIOS.length)];
    if (!scenario) throw new Error('there are no scenarios');
    const horizon = lastMomentOf(scenario, sceneOf(scenario)) + SETTLING_MS;
    const whole = await playWithDeaths(scenario, everybody, { turns: [], horizon, watchdog });
    const turns = [1 + anyOf(whole.result.turns)];
    const near = await playWithDeaths(scenario, everybody, { turns, horizon, watchdog });
    const far = await playWithDeaths(scenario, inWorkers, { turns, horizon, watchdog, storage: keepEpisode(Date.now()) });
    expect(far.lines, `${scenario.name}, killed after turn ${turns.join()}`).toEqual(near.lines);
    expect(far.result).toEqual(near.result);
  }
  watchdog.close();
});
