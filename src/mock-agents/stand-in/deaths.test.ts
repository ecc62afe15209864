// A host whose worker is killed, at every turn of the lab: what the parent is told, and how it all ends, is as if nobody had died.

import { describe, expect, it } from 'vitest';
import { factsOf, HOST, type PlayedWatch, playScene, requestsIn, sceneWith } from '../testing/stand-in-scenes.ts';
import type { WatchScene } from '../watch-scene.ts';

/** Far enough apart that a follow which begins anew five seconds after a death has heard each of them. */
const CHANGES = [
  { at: 10_000, state: 'working', text: null },
  { at: 20_000, state: 'auth-required', text: 'Log in' },
  { at: 40_000, state: 'completed', text: 'No hits' },
] as const;
const restarted = { restartMs: 500 };
const SCENES: Readonly<Record<string, WatchScene>> = {
  'a push': sceneWith({ host: { watch: 'push', ...restarted }, remote: { changes: CHANGES } }),
  'a follow': sceneWith({ host: { updates: 'follow', ...restarted }, remote: { changes: CHANGES } }),
  'a first message, a registration and a reply': sceneWith({
    host: { begins: 'turn', ...restarted },
    remote: { changes: CHANGES },
    actions: [{ do: 'reply', at: 12_000, text: 'UAE lists' }],
  }),
  'a roll': sceneWith({ host: { watch: 'push', ...restarted }, remote: { changes: CHANGES }, actions: [{ do: 'roll', at: 15_000 }] }),
  'a cancel': sceneWith({ host: { watch: 'push', ...restarted }, remote: { changes: CHANGES }, actions: [{ do: 'cancel', at: 15_000 }] }),
};
const CALLS_THAT_A_DEATH_COSTS = 2;

/** What must be the same, whoever died when: what the parent was told, by fact and in its own list, how it ended, and in which state. */
function outcomeOf(played: PlayedWatch) {
  return {
    end: played.end,
    told: factsOf(played, 'parent-told').map(({ number, state, text, note }) => ({ number, state, text, note })),
    heard: (played.kept.get('parent') ?? []).map((text) => (JSON.parse(text) as { readonly number: number }).number),
    closed: factsOf(played, 'stand-in-closed').map(({ state }) => state),
    last: factsOf(played, 'stand-in-moved').at(-1)?.to,
  };
}

function callsOfTheHost(played: PlayedWatch): number {
  return requestsIn(played).filter(({ from }) => from === HOST).length;
}

describe('[W.22] a host that dies after any turn of the lab and is started again half a second later', () => {
  it.each(Object.keys(SCENES))(
    'tells the parent the same, nothing twice, and ends the same: %s',
    async (name) => {
      const scene = SCENES[name] ?? sceneWith();
      const undisturbed = await playScene(scene);
      const wanted = outcomeOf(undisturbed);
      expect(wanted).toMatchObject({ end: 'done', last: 'ended', closed: [name === 'a cancel' ? 'canceled' : 'completed'] });
      for (let turn = 1; turn <= undisturbed.turns; turn += 1) {
        const played = await playScene(scene, { kills: [{ agent: HOST, turn }] });
        expect({ turn, ...outcomeOf(played) }).toEqual({ turn, ...wanted });
        expect(played.workers).toBe(undisturbed.workers + 1);
        expect(callsOfTheHost(played)).toBeLessThanOrEqual(callsOfTheHost(undisturbed) + CALLS_THAT_A_DEATH_COSTS);
      }
    },
    60_000,
  );

  it('and once more while it is going on again', async () => {
    const scene = SCENES['a first message, a registration and a reply'] ?? sceneWith();
    const undisturbed = await playScene(scene);
    let twice = 0;
    for (let turn = 3; turn <= undisturbed.turns; turn += 7) {
      const played = await playScene(scene, {
        kills: [
          { agent: HOST, turn },
          { agent: HOST, turn: turn + 4 },
        ],
      });
      expect({ turn, ...outcomeOf(played) }).toEqual({ turn, ...outcomeOf(undisturbed) });
      if (played.workers === undisturbed.workers + 2) twice += 1;
    }
    expect(twice).toBeGreaterThan(3);
  }, 60_000);
});

describe('[W.20] a host whose storage fails once', () => {
  it.each(['a first message, a registration and a reply', 'a roll'])(
    'at any save, goes on from what was kept: %s',
    async (name) => {
      const scene = SCENES[name] ?? sceneWith();
      const undisturbed = await playScene(scene);
      const wanted = outcomeOf(undisturbed);
      for (let failingSave = 1; failingSave <= undisturbed.written.length; failingSave += 1) {
        const played = await playScene(scene, { failingSave });
        expect({ failingSave, ...outcomeOf(played) }).toEqual({ failingSave, ...wanted });
        expect(factsOf(played, 'worker-ended').map(({ why }) => why)).toEqual(['throw: no space left']);
      }
    },
    60_000,
  );
});
