// Whole scenes of a watch, played in this thread: what each of the three watches hears, when, and at what cost; over every A2A that is
// served.

import { describe, expect, it } from 'vitest';
import { SERVED_PROTOCOLS } from '../../model/adapters/adapters.ts';
import { factsOf, HOST, type PlayedWatch, playScene, requestsIn, type SceneChanges, sceneWith } from '../testing/stand-in-scenes.ts';

const A2A = [...SERVED_PROTOCOLS.keys()].filter((id) => id.startsWith('a2a-'));
const CHANGES = [
  { at: 9_000, state: 'working', text: null },
  { at: 21_000, state: 'auth-required', text: 'Log in' },
  { at: 42_000, state: 'completed', text: 'No hits' },
] as const;

const toldIn = (played: PlayedWatch) =>
  factsOf(played, 'parent-told').map(({ at, state, text, note }) => `${at} ${state} ${text}${note ? ' !' : ''}`);
const movesOf = (played: PlayedWatch) => factsOf(played, 'stand-in-moved');
const endOf = (played: PlayedWatch) => movesOf(played).at(-1)?.to;
const watchesOf = (played: PlayedWatch) => factsOf(played, 'watch-changed').map(({ at, mode }) => `${at} ${mode}`);
const subscribedAt = (played: PlayedWatch) => factsOf(played, 'follow-subscribed').map(({ at }) => at);

/** How many calls of the host there were of each kind, whatever the version calls them. */
function callsOf(played: PlayedWatch) {
  const { lines } = played;
  const count = (words: RegExp): number =>
    lines.filter((line) => line.line === 'request' && line.from === HOST && words.test(`${line.method} ${line.path} ${line.body}`)).length;
  return {
    registrations: count(/"tasks\/pushNotificationConfig\/set"|"CreateTaskPushNotificationConfig"|POST \S*\/pushNotificationConfigs\b/),
    fetches: count(/"tasks\/get"|"GetTask"|GET \S*\/tasks\/[^/:]+ /),
    subscriptions: count(/"tasks\/resubscribe"|"SubscribeToTask"|\/tasks\/[^/:]+:subscribe\b/),
    deletions: count(/"tasks\/pushNotificationConfig\/delete"|"DeleteTaskPushNotificationConfig"|DELETE /),
    all: requestsIn(played).filter(({ from }) => from === HOST).length,
  };
}

describe.each(A2A)('a parked task that changes three times, over %s,', (protocol) => {
  const scene = (changes: SceneChanges) => sceneWith({ ...changes, remote: { protocol, changes: CHANGES, ...changes.remote } });

  it('[W.9] [W.13] by push: one fetch to reconcile, one a ring, and the registration is deleted', async () => {
    const played = await playScene(scene({}));
    expect(toldIn(played)).toEqual(['9000 working Which lists?', '21000 auth-required Log in !', '42000 completed No hits !']);
    expect(callsOf(played)).toEqual({ registrations: 1, fetches: 4, subscriptions: 0, deletions: 1, all: 6 });
    expect(watchesOf(played)).toEqual(['0 push']);
    expect(endOf(played)).toBe('ended');
  });

  it('[W.11] [W.15] by follow: as many subscriptions as changes, and nothing else', async () => {
    const played = await playScene(scene({ host: { updates: 'follow' } }));
    expect(toldIn(played)).toEqual(['9000 working Which lists?', '21000 auth-required Log in !', '42000 completed No hits !']);
    expect(callsOf(played)).toEqual({ registrations: 0, fetches: 0, subscriptions: 3, deletions: 0, all: 3 });
    expect(watchesOf(played)).toEqual(['0 follow']);
    expect(endOf(played)).toBe('ended');
  });

  it('[W.1] by none: nothing is asked and nothing heard before the next turn', async () => {
    const changes = CHANGES.slice(0, 2);
    const turns = [{ state: 'completed', text: 'No hits', afterMs: 500 }] as const;
    const actions = [{ do: 'reply', at: 50_000, text: 'UAE lists' }] as const;
    const played = await playScene(scene({ host: { updates: 'off' }, remote: { changes, turns }, actions }));
    expect(toldIn(played)).toEqual(['50500 completed No hits !']);
    expect(callsOf(played)).toEqual({ registrations: 0, fetches: 0, subscriptions: 0, deletions: 0, all: 1 });
    expect(watchesOf(played)).toEqual(['0 off']);
    expect(endOf(played)).toBe('ended');
  });

  it('[W.18] every call says for whom it is, and which extensions were agreed on', async () => {
    const extensions = ['https://ext.example/a', 'https://ext.example/b'];
    const actions = [{ do: 'reply', at: 12_000, text: 'UAE lists' }] as const;
    const played = await playScene(scene({ host: { begins: 'turn', extensions }, actions }));
    const named = played.lines.flatMap((line) =>
      line.line === 'request' && line.from === HOST ? [[line.headers['x-participant-id'], line.headers['a2a-extensions']]] : [],
    );
    expect(named.length).toBeGreaterThan(6);
    expect(named).toEqual(named.map(() => ['user-1', extensions.join(', ')]));
  });

  it('[W.18] a call that does not say for whom is about no task: nothing is registered, and nothing heard', async () => {
    const played = await playScene(scene({ host: { participant: null } }));
    expect(factsOf(played, 'registration-failed')).toMatchObject([{ errorType: 'TaskNotFound' }]);
    expect(watchesOf(played)).toEqual(['0 follow']);
    expect(factsOf(played, 'follow-ended')[0]).toMatchObject({ why: 'error', errorType: 'TaskNotFound' });
    expect(toldIn(played)).toEqual([]);
    expect(played.lines.some((line) => line.line === 'request' && line.from === HOST && 'x-participant-id' in line.headers)).toBe(false);
  });

  it('[W.15] hears of an end that fell into the pause between two subscriptions', async () => {
    const remote = { changes: [{ at: 5_000, state: 'completed', text: 'No hits' }], streamCuts: [{ at: 3_000, how: 'ends' }] } as const;
    const played = await playScene(scene({ host: { updates: 'follow' }, remote }));
    expect(toldIn(played)).toEqual(['8000 completed No hits !']);
    expect(callsOf(played)).toMatchObject({ subscriptions: 2, fetches: 1 });
    expect(endOf(played)).toBe('ended');
  });

  it('[W.13] a cancel reaches a follow, and the agent, within one heartbeat', async () => {
    const played = await playScene(scene({ host: { updates: 'follow' }, actions: [{ do: 'cancel', at: 15_500 }] }));
    expect(factsOf(played, 'follow-cancelled')).toMatchObject([{ at: 15_500, why: 'cancel' }]);
    const canceled = factsOf(played, 'status-stored').find(({ state }) => state === 'canceled');
    expect(canceled?.at).toBeLessThanOrEqual(16_500);
    expect(played.lines.filter(({ line }) => line === 'hung-up').length).toBeGreaterThan(0);
    expect(endOf(played)).toBe('ended');
  });

  it('[W.10] a task that is kept open for the next message has done what it was asked', async () => {
    const changes = [{ at: 9_000, state: 'input-required', text: 'Anything else?', subState: 'awaiting-next-message' }] as const;
    for (const updates of ['auto', 'follow'] as const) {
      const played = await playScene(scene({ host: { updates }, remote: { changes } }));
      expect(toldIn(played)).toEqual(['9000 completed Anything else? !']);
      expect(endOf(played)).toBe('ended');
    }
  });
});

describe('[W.3] what a registration comes to', () => {
  const done = [{ at: 60_000, state: 'completed', text: 'No hits' }] as const;
  it.each([
    ['fails', { registration: 'fails' }, 'InternalError', 0],
    ['hangs', { registration: 'hangs' }, 'TimedOut', 30_000],
    ['takes longer than it may', { registrationMs: 31_000 }, 'TimedOut', 30_000],
  ] as const)('%s: one attempt, a name, and a follow', async (_how, remote, errorType, at) => {
    const played = await playScene(sceneWith({ remote: { changes: done, ...remote } }));
    expect(factsOf(played, 'registration-failed')).toMatchObject([{ at, errorType }]);
    expect(watchesOf(played)).toEqual([`${at} follow`]);
    expect(callsOf(played)).toMatchObject({ registrations: 1, fetches: 0 });
    expect(toldIn(played)).toEqual(['60000 completed No hits !']);
  });

  it('a push that comes before the answer does is not lost', async () => {
    const changes = [{ at: 1_000, state: 'auth-required', text: 'Log in' }, ...done] as const;
    const played = await playScene(sceneWith({ remote: { changes, registrationMs: 2_000 } }));
    expect(toldIn(played)).toEqual(['2000 auth-required Log in !', '60000 completed No hits !']);
  });

  it.each([
    ['no address', { baseUrl: null }, {}],
    ['no push on the card', {}, { pushNotifications: false }],
  ] as const)('%s: follow, and nobody is asked', async (_why, host, card) => {
    const { remote } = sceneWith();
    const played = await playScene(sceneWith({ host, remote: { changes: done, card: { ...remote.card, ...card } } }));
    expect(callsOf(played).registrations).toBe(0);
    expect(watchesOf(played)).toEqual(['0 follow']);
  });

  it('an agent that runs here is not watched', async () => {
    const played = await playScene(sceneWith({ host: { isRemoteAgent: false }, remote: { changes: done } }));
    expect(watchesOf(played)).toEqual(['0 off']);
    expect(callsOf(played).all).toBe(0);
  });
});

describe('[W.15] [W.16] a follow', () => {
  it('ends its window after ten minutes, and begins another that nobody is told of', async () => {
    const played = await playScene(sceneWith({ host: { updates: 'follow' }, remote: { streamOpensWithTask: false } }));
    expect(factsOf(played, 'follow-ended')).toMatchObject([{ at: 600_000, why: 'window' }]);
    expect(factsOf(played, 'follow-subscribed').map(({ at, followRun }) => [at, followRun])).toEqual([
      [0, 1],
      [600_000, 2],
    ]);
    expect(toldIn(played)).toEqual([]);
    expect(played.end).toBe('horizon');
  });

  it.each([
    ['ends', 'unchanged'],
    ['breaks', 'error'],
  ] as const)('whose stream %s pauses as it was told, within the same run', async (how, why) => {
    const host = { updates: 'follow', followIntervalMs: 2_000 } as const;
    const changes = [{ at: 30_000, state: 'completed', text: 'No hits' }] as const;
    const played = await playScene(sceneWith({ host, remote: { changes, streamCuts: [{ at: 3_000, how }] } }));
    expect(factsOf(played, 'follow-ended')[0]).toMatchObject({ at: 3_000, why, followRun: 1 });
    expect(subscribedAt(played)).toEqual([0, 5_000]);
    expect(factsOf(played, 'follow-subscribed').map(({ followRun }) => followRun)).toEqual([1, 1]);
  });

  it('does not take a secret that only turned over for news', async () => {
    const text = (secret: string): string => `Log in. Authorization: Bearer ${secret}`;
    const changes = [
      { at: 3_000, state: 'auth-required', text: text('c2VjcmV0LW51bWJlci1vbmU') },
      { at: 6_000, state: 'auth-required', text: text('YW5vdGhlci1zZWNyZXQtdHdv') },
      { at: 9_000, state: 'completed', text: 'No hits' },
    ] as const;
    const scrubbed = await playScene(sceneWith({ host: { updates: 'follow' }, remote: { changes } }));
    expect(toldIn(scrubbed)).toEqual([
      '3000 auth-required Log in. Authorization: Bearer [cut 1: authorization] !',
      '9000 completed No hits !',
    ]);
    const raw = await playScene(
      sceneWith({ host: { updates: 'follow', followCompares: 'raw' }, remote: { changes, streamOpensWithTask: false } }),
    );
    // Whoever compares what came takes it for news, finds that it is none, and rests.
    expect(subscribedAt(raw)).toEqual([0, 3_000, 11_000]);
  });

  it('of an agent that the registry loses for a moment fails, and begins again five seconds later in a run of its own', async () => {
    const host = { updates: 'follow', agentLost: { at: 20_000, how: 'fails' } } as const;
    const changes = [{ at: 40_000, state: 'completed', text: 'No hits' }] as const;
    const played = await playScene(sceneWith({ host, remote: { changes } }));
    expect(factsOf(played, 'follow-ended')[0]).toMatchObject({ at: 20_000, why: 'failed', errorType: 'AgentUnavailable' });
    expect(factsOf(played, 'follow-subscribed').map(({ at, followRun }) => [at, followRun])).toEqual([
      [0, 1],
      [25_000, 2],
    ]);
    expect(toldIn(played)).toEqual(['40000 completed No hits !']);
  });

  it('of an agent that is gone before there is a watch comes to nothing, and nobody is asked', async () => {
    const host = { agentLost: { at: 0, how: 'gone' } } as const;
    const played = await playScene(sceneWith({ host }));
    expect(factsOf(played, 'registration-failed')).toMatchObject([{ errorType: 'AgentGone' }]);
    expect(watchesOf(played)).toEqual(['0 follow', '0 off']);
    expect(callsOf(played).all).toBe(0);
  });

  it('of an agent that is gone for good ends the watch and not the task', async () => {
    const host = { updates: 'follow', agentLost: { at: 20_000, how: 'gone' } } as const;
    const changes = [{ at: 30_000, state: 'completed', text: 'No hits' }] as const;
    const actions = [{ do: 'reply', at: 40_000, text: 'Are you there?' }] as const;
    const played = await playScene(sceneWith({ host, remote: { changes }, actions }));
    expect(watchesOf(played)).toEqual(['0 follow', '20000 off']);
    expect(toldIn(played)).toEqual([]);
    expect(factsOf(played, 'turn-started').map(({ at }) => at)).toEqual([40_000]);
    expect(factsOf(played, 'stand-in-closed')).toEqual([]);
    expect(callsOf(played)).toMatchObject({ subscriptions: 1, all: 1 });
    expect(endOf(played)).toBe('unheard');
  });
});
