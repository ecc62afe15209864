// The scenarios of the watch are examples of rules: with other states and at other times the lab must still say what the stand-in
// says on the model's own bench, where no wire and no worker is between it and the world.

import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../model/base/json.ts';
import { askedOf, ScenarioPlayer } from '../model/testing/watch-scenario.ts';
import { everybody } from './testing/everybody.ts';
import { answersOf } from './testing/watch-scene-answers.ts';
import { playScenario } from './testing/watch-scene-play.ts';
import { type Scenario, scenariosOf } from './testing/watch-scenario-vectors.ts';

const FILE = new URL('../model/testing/fixtures/oracle/watch.json', import.meta.url);
const SCENARIOS = scenariosOf(JSON.parse(readFileSync(FILE, 'utf8')));
const VARIANTS = 4;
/** States that may stand for each other: a scenario stays one of its kind. */
const ALIKE = [
  ['COMPLETED', 'CANCELED', 'FAILED', 'REJECTED'],
  ['INPUT_REQUIRED', 'AUTH_REQUIRED'],
  ['WORKING', 'SUBMITTED'],
];

interface Variation {
  /** By how much everything after the beginning comes later, in seconds. */
  readonly later: number;
  readonly turned: number;
}
const VARIATION: fc.Arbitrary<Variation> = fc.record({
  later: fc.integer({ min: 0, max: 40_000 }).map((millis) => millis / 1_000),
  turned: fc.integer({ min: 0, max: 11 }),
});

function otherState(word: string, turned: number): string {
  const alike = ALIKE.find((states) => states.includes(word));
  return alike?.[(alike.indexOf(word) + turned) % alike.length] ?? word;
}

/** The same happenings, later and with other states. */
function variantOf(scenario: Scenario, { later, turned }: Variation): Scenario {
  const withStates = JSON.parse(JSON.stringify(scenario), (key: string, value: unknown) =>
    typeof value === 'string' && key !== 'text' ? otherState(value, turned) : value,
  ) as Scenario;
  const events = withStates.events.map((event) =>
    event.at === 0 ? event : { ...event, at: Math.round((event.at + later) * 1_000) / 1_000 },
  );
  const { parked_state = otherState('INPUT_REQUIRED', turned) } = withStates.setup;
  return { ...withStates, events, setup: { ...withStates.setup, parked_state } };
}

describe('[W.9] [W.10] [W.16] variants of scenarios of the watch', () => {
  it.each(SCENARIOS.map((scenario) => [scenario.name, scenario] as const))(
    'are answered by the lab as by the bench: %s',
    async (_, scenario) => {
      await fc.assert(
        fc.asyncProperty(VARIATION, async (variation) => {
          const variant = variantOf(scenario, variation);
          const player = new ScenarioPlayer(variant as unknown as JsonObject);
          await player.play();
          const played = await playScenario(variant, everybody);
          expect(played.outcome.ok).toBe(true);
          expect(answersOf(played)).toEqual(askedOf(player, variant.ask));
        }),
        { numRuns: VARIANTS },
      );
    },
  );
});
