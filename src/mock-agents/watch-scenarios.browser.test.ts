// Every scenario of the watch across real workers, the remote agent's and the stand-in's own: the same bytes as in one thread.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commands } from 'vitest/browser';
import watch from '../model/testing/fixtures/oracle/watch.json';
import { spawnFrom } from '../ui/workers/spawn.ts';
import type { Spawn } from './lanes.ts';
import { everybody } from './testing/everybody.ts';
import { answersOf, missedBy } from './testing/watch-scene-answers.ts';
import { playScenario } from './testing/watch-scene-play.ts';
import { scenariosOf } from './testing/watch-scenario-vectors.ts';

declare module 'vitest/browser' {
  interface BrowserCommands {
    readonly bundleWorker: (entry: string) => Promise<string>;
  }
}

const SCENARIOS = scenariosOf(watch);
const violations: string[] = [];
let inWorkers: Spawn;

/** The entries of the page, bundled as the built page has them: 75 workers are started. */
async function scriptOf(entry: string): Promise<string> {
  const script = await commands.bundleWorker(`src/ui/workers/${entry}`);
  return URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
}

beforeAll(async () => {
  const urls = { agents: await scriptOf('agent.worker.ts'), 'stand-in': await scriptOf('stand-in.worker.ts') };
  inWorkers = spawnFrom(urls, location.href, (what) => violations.push(what));
});
afterAll(() => expect(violations).toEqual([]));

describe('[E.1] the watch across workers gives the same bytes as in one thread', () => {
  it.each(SCENARIOS.map((scenario) => [scenario.name, scenario] as const))('%s', async (_, scenario) => {
    const [far, near] = [await playScenario(scenario, inWorkers), await playScenario(scenario, everybody)];
    expect(far.text).toBe(near.text);
    expect(far.outcome).toEqual(near.outcome);
    expect(answersOf(far)).toEqual(scenario.expected);
    expect(missedBy(far)).toEqual([]);
  });
});
