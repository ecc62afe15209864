// Every scenario of the watch in the lab, with the host killed after each turn that the lab takes: whatever a life of it knew
// is gone, and the next one goes on from what was kept.

import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { a2aV1JsonRpc } from '../model/adapters/adapters.ts';
import { MOST_FETCHES_OF_A_PUSH } from '../model/kernel/watch/watch-constants.ts';
import { everybody } from './testing/everybody.ts';
import { type Deaths, patientWatchdog, playWithDeaths, type SceneWithDeaths } from './testing/watch-scene-play.ts';
import { type Costs, costsOf, type Remains, remainsOf, tellingNumbers, wrongAnswers } from './testing/watch-scene-remains.ts';
import { lastMomentOf, sceneOf } from './testing/watch-scenes.ts';
import { type Scenario, scenariosOf } from './testing/watch-scenario-vectors.ts';

const FILE = new URL('../model/testing/fixtures/oracle/watch.json', import.meta.url);
const SCENARIOS = scenariosOf(JSON.parse(readFileSync(FILE, 'utf8')));
/** After the last event of a scenario: rechecks, rests and deletions that a death has put off come to their end. */
const SETTLING_MS = 30_000;
/** A registration has one attempt: one that a death cut off has had it, the watch is a follow, and nothing is left registered. */
const FOLLOWED: Partial<Remains> = { mode: 'follow', state: 'following', registered: 0 };

/** Two of the tries of whoever rings come while the host is away. */
const AWAY_MS = 120;
/** Of two deaths there are some hundred pairs a scenario. */
const PAIRS = 4;

const watchdog = patientWatchdog();
afterAll(() => watchdog.close());

type Manner = Pick<Deaths, 'awayMs' | 'protocol'>;

const killed = (scenario: Scenario, turns: readonly number[], manner: Manner = {}): Promise<SceneWithDeaths> =>
  playWithDeaths(scenario, everybody, { turns, horizon: lastMomentOf(scenario, sceneOf(scenario)) + SETTLING_MS, watchdog, ...manner });

function hasLostRegistration({ lines }: SceneWithDeaths): boolean {
  return lines.some(
    (line) => line.line === 'fact' && line.fact.kind === 'registration-failed' && line.fact.errorType === 'WorkerRestarted',
  );
}

/** What deaths may cost: what each cut off is asked again, and a push whose answer it cut off rings again, for four looks at most. */
function mostAsked({ asked }: Costs, { pushesAccepted }: Costs, deaths: number): Costs['asked'] {
  return {
    get: Math.max(asked.get, MOST_FETCHES_OF_A_PUSH * pushesAccepted) + deaths,
    subscribe: asked.subscribe + deaths,
    'set-push-config': 1,
    'delete-push-config': asked['delete-push-config'] + deaths,
    cancel: asked.cancel + deaths,
    stream: asked.stream + deaths,
  };
}

function tooOften({ asked }: Costs, most: Costs['asked']): readonly string[] {
  return Object.entries(most).flatMap(([operation, times]) => {
    const count = asked[operation as keyof Costs['asked']];
    return count > times ? [`${operation} ${count} times, not ${times}`] : [];
  });
}

/** A scene that nobody interrupted. */
interface Whole {
  readonly turns: number;
  readonly remains: Remains;
  readonly costs: Costs;
}

async function wholeOf(scenario: Scenario, manner: Manner = {}): Promise<Whole> {
  const played = await killed(scenario, [], manner);
  expect(wrongAnswers(played)).toEqual([]);
  expect(played.result.turns).toBeGreaterThan(0);
  return { turns: played.result.turns, remains: remainsOf(played), costs: costsOf(played) };
}

/** What is true of every scene that is interrupted, however often. */
function expectTheSame(played: SceneWithDeaths, { turns, remains, costs }: Whole): void {
  const at = `killed after ${played.killedAfter.join(' and ')} of ${turns} turns`;
  expect(remainsOf(played), at).toEqual(hasLostRegistration(played) ? { ...remains, ...FOLLOWED } : remains);
  const numbers = tellingNumbers(played);
  expect(numbers, at).toEqual(numbers.map((_number, place) => place + 1));
  expect(wrongAnswers(played), at).toEqual([]);
  const asked = costsOf(played);
  expect(tooOften(asked, mostAsked(costs, asked, played.killedAfter.length)), at).toEqual([]);
}

describe.each(SCENARIOS.map((scenario) => [scenario.name, scenario] as const))('[W.22] a host that is killed: %s', (_, scenario) => {
  it('tells the same after any turn, once and in order, comes to the same end, and asks for little more', async () => {
    const whole = await wholeOf(scenario);
    for (let turn = 1; turn <= whole.turns; turn += 1) expectTheSame(await killed(scenario, [turn]), whole);
  });

  it('does the same after two deaths, away for a while after each: a sample of pairs of turns, over A2A 1.0', async () => {
    const manner = { awayMs: AWAY_MS, protocol: a2aV1JsonRpc.id };
    const whole = await wholeOf(scenario, manner);
    const turn = fc.integer({ min: 1, max: whole.turns + 2 });
    await fc.assert(
      fc.asyncProperty(turn, turn, async (one, other) => expectTheSame(await killed(scenario, [one, other], manner), whole)),
      { numRuns: PAIRS },
    );
  });
});
