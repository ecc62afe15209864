// Every scenario of the watch in the lab, with the host killed after each turn that the lab takes: whatever a life of it knew
// is gone, and the next one goes on from what was kept.

import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { MOST_FETCHES_OF_A_PUSH } from '../model/kernel/watch/watch-constants.ts';
import { everybody } from './testing/everybody.ts';
import { patientWatchdog, playWithDeaths, type SceneWithDeaths } from './testing/watch-scene-play.ts';
import { type Costs, costsOf, type Remains, remainsOf, tellingNumbers, wrongAnswers } from './testing/watch-scene-remains.ts';
import { lastMomentOf, sceneOf } from './testing/watch-scenes.ts';
import { type Scenario, scenariosOf } from './testing/watch-scenario-vectors.ts';

const FILE = new URL('../model/testing/fixtures/oracle/watch.json', import.meta.url);
const SCENARIOS = scenariosOf(JSON.parse(readFileSync(FILE, 'utf8')));
/** After the last event of a scenario: rechecks, rests and deletions that a death has put off come to their end. */
const SETTLING_MS = 30_000;
/** A registration has one attempt: one that a death cut off has had it, the watch is a follow, and nothing is left registered. */
const FOLLOWED: Partial<Remains> = { mode: 'follow', state: 'following', registered: 0 };

const watchdog = patientWatchdog();
afterAll(() => watchdog.close());

const killed = (scenario: Scenario, turns: readonly number[]): Promise<SceneWithDeaths> =>
  playWithDeaths(scenario, everybody, { turns, horizon: lastMomentOf(scenario, sceneOf(scenario)) + SETTLING_MS, watchdog });

function hasLostRegistration({ lines }: SceneWithDeaths): boolean {
  return lines.some(
    (line) => line.line === 'fact' && line.fact.kind === 'registration-failed' && line.fact.errorType === 'WorkerRestarted',
  );
}

/** What one death may cost: what it cut off is asked again, and a push whose answer it cut off rings again, for four looks at most. */
function mostAsked(usual: Costs, { pushesAccepted }: Costs): Costs['asked'] {
  const { asked } = usual;
  return {
    get: Math.max(asked.get, MOST_FETCHES_OF_A_PUSH * pushesAccepted) + 1,
    subscribe: asked.subscribe + 1,
    'set-push-config': 1,
    'delete-push-config': asked['delete-push-config'] + 1,
    cancel: asked.cancel + 1,
    stream: asked.stream + 1,
  };
}

function tooOften({ asked }: Costs, most: Costs['asked']): readonly string[] {
  return Object.entries(most).flatMap(([operation, times]) => {
    const count = asked[operation as keyof Costs['asked']];
    return count > times ? [`${operation} ${count} times, not ${times}`] : [];
  });
}

describe.each(SCENARIOS.map((scenario) => [scenario.name, scenario] as const))(
  '[W.22] a host that is killed after any turn: %s',
  (_, scenario) => {
    it('tells the same, once and in order, comes to the same end, and asks for little more', async () => {
      const whole = await killed(scenario, []);
      const expected = remainsOf(whole);
      expect(wrongAnswers(whole)).toEqual([]);
      expect(whole.result.turns).toBeGreaterThan(0);
      for (let turn = 1; turn <= whole.result.turns; turn += 1) {
        const played = await killed(scenario, [turn]);
        const at = `killed after turn ${turn} of ${whole.result.turns}`;
        expect(remainsOf(played), at).toEqual(hasLostRegistration(played) ? { ...expected, ...FOLLOWED } : expected);
        const numbers = tellingNumbers(played);
        expect(numbers, at).toEqual(numbers.map((_number, place) => place + 1));
        expect(wrongAnswers(played), at).toEqual([]);
        expect(tooOften(costsOf(played), mostAsked(costsOf(whole), costsOf(played))), at).toEqual([]);
      }
    });
  },
);
