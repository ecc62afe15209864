// Every scenario of the watch, played in the lab by a remote agent and a host that know each other over the wire only.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { a2aV03JsonRpc, a2aV1JsonRpc, a2aV1Rest } from '../model/adapters/adapters.ts';
import { everybody } from './testing/everybody.ts';
import { answersOf, missedBy } from './testing/watch-scene-answers.ts';
import { playScenario } from './testing/watch-scene-play.ts';
import { scenariosOf } from './testing/watch-scenario-vectors.ts';

const FILE = new URL('../model/testing/fixtures/oracle/watch.json', import.meta.url);
const SCENARIOS = scenariosOf(JSON.parse(readFileSync(FILE, 'utf8')));
const PROTOCOLS = [a2aV03JsonRpc.id, a2aV1JsonRpc.id, a2aV1Rest.id];

it('plays all 37 scenarios', () => {
  expect(SCENARIOS).toHaveLength(37);
});

describe.each(PROTOCOLS)('[W.1] [W.3] [W.6] [W.9] [W.11] [W.13] [W.14] [W.15] [W.16] the watch in the lab over %s', (protocol) => {
  it.each(SCENARIOS.map((scenario) => [scenario.name, scenario] as const))('%s', async (_, scenario) => {
    const played = await playScenario(scenario, everybody, { protocol });
    expect(played.outcome.ok).toBe(true);
    expect(answersOf(played)).toEqual(scenario.expected);
    expect(missedBy(played)).toEqual([]);
  });
});
