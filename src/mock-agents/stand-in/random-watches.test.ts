// Any scene of a watch: whatever the agent does, whoever rings with whatever, and however often the host dies, what the parent is told
// is what the remote task went through, once and in order.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SERVED_PROTOCOLS } from '../../model/adapters/adapters.ts';
import { MOST_FETCHES_OF_A_PUSH } from '../../model/kernel/watch/watch-constants.ts';
import { factsOf, type PlayedWatch, playScene, sceneWith } from '../testing/stand-in-scenes.ts';
import type { WatchAction, WatchScene } from '../watch-scene.ts';

const RUNS = 40;
const LAST_MS = 60_000;
const A2A = [...SERVED_PROTOCOLS.keys()].filter((id) => id.startsWith('a2a-'));

const instant = fc.integer({ min: 0, max: 118 }).map((half) => half * 500);
const state = fc.constantFrom('working', 'input-required', 'auth-required');
const claim = fc.constantFrom(null, 'working', 'completed', 'canceled', 'failed');
const action: fc.Arbitrary<WatchAction> = fc.oneof(
  fc.record({ do: fc.constant('ring'), at: instant, by: fc.constant('agent'), claims: claim, of: fc.constantFrom('own', 'other') }),
  fc.record({ do: fc.constant('ring'), at: instant, by: fc.constant('stranger'), token: fc.constantFrom('wrong', 'none'), claims: claim }),
  fc.record({ do: fc.constant('ring'), at: instant, body: fc.constantFrom('no-json', 'no-task-id') }),
  fc.record({ do: fc.constant('reply'), at: instant, text: fc.string({ maxLength: 8 }) }),
  fc.record({ do: fc.constantFrom('roll', 'kill'), at: instant }),
);

const scene: fc.Arbitrary<WatchScene> = fc
  .record({
    protocol: fc.constantFrom(...A2A),
    updates: fc.constantFrom('auto', 'auto', 'follow'),
    restartMs: fc.constantFrom(0, 500, 1_000),
    historyBound: fc.constantFrom(1_000, 1_000, 12),
    followIntervalMs: fc.constantFrom(1_000, 5_000),
    changes: fc.uniqueArray(fc.record({ at: instant, state }), { maxLength: 6, selector: ({ at }) => at }),
    getLagMs: fc.constantFrom(0, 0, 1_500, 20_000),
    registrationMs: fc.constantFrom(0, 700),
    deletionFails: fc.constantFrom(0, 1, null),
    streamOpensWithTask: fc.boolean(),
    streamCuts: fc.array(fc.record({ at: instant, how: fc.constantFrom('ends', 'breaks') }), { maxLength: 3 }),
    loses: fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 2 }),
    copies: fc.constantFrom(1, 1, 2),
    delaysMs: fc.constantFrom([0], [0, 3_000], [2_000, 0, 500]),
    actions: fc.array(action, { maxLength: 8 }),
  })
  .map(({ updates, restartMs, historyBound, followIntervalMs, changes, loses, copies, delaysMs, actions, ...remote }) =>
    sceneWith({
      host: { updates: updates, restartMs, historyBound, followIntervalMs },
      remote: {
        ...remote,
        changes: [
          // A text of its own for each change, so that what was told can be found in what was.
          ...changes.map((change, number) => ({ ...change, text: `news ${number}` })),
          { at: LAST_MS, state: 'completed', text: 'No hits' } as const,
        ],
        turns: [{ state: 'input-required', text: 'Which year?', afterMs: 1_000 }],
        ringing: { delaysMs, loses, copies, attempts: 3, backOffMs: 1_000 },
      },
      actions,
    }),
  );

const toldIn = (played: PlayedWatch) => factsOf(played, 'parent-told');
const pair = ({ state: named, text }: { readonly state: string; readonly text?: string }): string => `${named} ${text ?? ''}`;

describe('any watch', () => {
  it(`[W.9] [W.11] [W.22] tells what was, once and in order, and costs what it may (${RUNS} scenes of a fixed seed)`, async () => {
    await fc.assert(
      fc.asyncProperty(scene, async (any) => {
        const played = await playScene(any);
        const told = toldIn(played);
        // Once, in order, and the parent's own list says the same.
        expect(told.map(({ number }) => number)).toEqual(told.map((_, place) => place + 1));
        const heard = (played.kept.get('parent') ?? []).map((text) => (JSON.parse(text) as { readonly number: number }).number);
        expect(heard).toEqual(told.map(({ number }) => number));
        // Never the same twice in a row, and nothing that the task never was: not what anybody claimed.
        told.forEach((telling, place) => expect(place > 0 && pair(telling) === pair(told[place - 1] ?? telling)).toBe(false));
        const texts = new Map(factsOf(played, 'status-stored').map(({ text, state: was }) => [`${was} ${text ?? ''}`, true]));
        for (const { state: named, text } of told) {
          const isOfATurn = named === 'working';
          expect(isOfATurn || texts.has(`${named} ${text}`)).toBe(true);
        }
        // A push costs four fetches at most; a death in mid-fetch has it asked once more.
        const accepted = factsOf(played, 'push-accepted').length;
        const asked = factsOf(played, 'task-fetched').filter(({ why }) => why !== 'reconcile').length;
        expect(asked).toBeLessThanOrEqual(MOST_FETCHES_OF_A_PUSH * accepted);
        expect(factsOf(played, 'registered').length).toBeLessThanOrEqual(1);
        // Nothing is heard after the end.
        const closed = factsOf(played, 'stand-in-closed');
        const [end] = closed;
        expect(closed.length).toBeLessThanOrEqual(1);
        if (end) expect(factsOf(played, 'push-accepted').filter(({ at }) => at > end.at)).toEqual([]);
        expect(end ? end.at : LAST_MS).toBeGreaterThanOrEqual(LAST_MS);
      }),
      { numRuns: RUNS },
    );
  }, 60_000);

  it('[W.15] by follow always hears of the end', async () => {
    await fc.assert(
      fc.asyncProperty(scene, async (any) => {
        const played = await playScene({ ...any, host: { ...any.host, updates: 'follow' } });
        expect(factsOf(played, 'stand-in-closed').map(({ state: named }) => named)).toEqual(['completed']);
        expect(toldIn(played).at(-1)).toMatchObject({ state: 'completed', text: 'No hits', note: true });
      }),
      { numRuns: RUNS / 2 },
    );
  }, 60_000);
});
