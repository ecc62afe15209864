// The host around a stand-in: what it answers at its address, what it refuses to begin with, and what a store must look like.

import { describe, expect, it } from 'vitest';
import { pushUrl } from '../../model/kernel/watch/push-url.ts';
import { spawnInside } from '../in-process.ts';
import { castOf } from '../casting.ts';
import { factsOf, HOST, lessonOf, type PlayedWatch, playScene, type SceneChanges, sceneWith } from '../testing/stand-in-scenes.ts';
import { everybody } from '../testing/everybody.ts';
import { memoryStorage } from '../virtual-time/episode-storage.ts';
import { playEpisode } from '../virtual-time/lab-core.ts';
import type { Ring, WatchAction } from '../watch-scene.ts';
import { createWatchdog } from '../watchdog.ts';

const LAST = [{ at: 100_000, state: 'completed', text: 'No hits' }] as const;
const parkedWithPush = (changes: SceneChanges = {}) =>
  sceneWith({ ...changes, host: { watch: 'push', ...changes.host }, remote: { changes: LAST, ...changes.remote } });
const ring = (at: number, how: Partial<Ring> = {}): WatchAction => ({ do: 'ring', at, ...how });

/** What was answered to whoever called the host, in order. */
function statusesOf({ lines }: PlayedWatch): readonly number[] {
  const calls = new Set(lines.flatMap((line) => (line.line === 'request' && line.to === HOST ? [line.exchange] : [])));
  return lines.flatMap((line) => (line.line === 'response' && calls.has(line.exchange) ? [line.status] : []));
}
const fetchesBefore = (played: PlayedWatch, at: number): number => factsOf(played, 'task-fetched').filter((fact) => fact.at < at).length;

describe('[W.6] the address at which a host is rung', () => {
  it('answers each bad push as the table says, fetches for none of them, and keeps nothing of them', async () => {
    const bad: readonly Partial<Ring>[] = [
      { by: 'stranger', token: 'wrong' },
      { of: 'other' },
      { token: 'none' },
      { token: 'none', body: 'no-json' },
      { body: 'no-json' },
      { body: 'no-task-id' },
      { bytes: 65_537 },
      { declaredBytes: 65_537 },
      { localTaskId: 'task-2' },
    ];
    const played = await playScene(parkedWithPush({ actions: bad.map((how, place) => ring(1_000 * (place + 1), how)) }));
    expect(statusesOf(played).slice(0, bad.length)).toEqual([401, 401, 401, 401, 400, 400, 413, 413, 401]);
    expect(fetchesBefore(played, 50_000)).toBe(0);
    expect(played.written.filter((text) => (JSON.parse(text) as { readonly at: number }).at < 50_000)).toHaveLength(1);
    const bodies = played.lines.flatMap((line) => (line.line === 'response' && line.status === 401 ? [line.body] : []));
    expect(new Set(bodies)).toEqual(new Set(['push not accepted']));
  });

  it('takes one of exactly the bound, and the same again', async () => {
    const played = await playScene(parkedWithPush({ actions: [ring(1_000, { bytes: 65_536 }), ring(2_000, { bytes: 65_536 })] }));
    expect(statusesOf(played).slice(0, 2)).toEqual([204, 204]);
    expect(fetchesBefore(played, 50_000)).toBe(2);
  });

  it('[W.8] lets each peer ring so often in a minute, and no other peer pays for it', async () => {
    const actions = [ring(1_000, { by: 'stranger', token: 'wrong', times: 8 }), ring(2_000)];
    const played = await playScene(parkedWithPush({ host: { pushesPerMinute: 5 }, actions }));
    expect(statusesOf(played).slice(0, 9)).toEqual([401, 401, 401, 401, 401, 429, 429, 429, 204]);
  });

  it('[W.9] a false claim costs four fetches, and changes nothing', async () => {
    const played = await playScene(parkedWithPush({ actions: [ring(10_000, { claims: 'completed' })] }));
    const fetched = factsOf(played, 'task-fetched').filter(({ at }) => at < 50_000);
    expect(fetched.map(({ at, state }) => `${at} ${state}`)).toEqual([10_000, 11_000, 13_000, 17_000].map((at) => `${at} input-required`));
    expect(factsOf(played, 'parent-told').map(({ at }) => at)).toEqual([100_000]);
  });

  it('[W.6] is only there where the host can be reached, and only for pushes', async () => {
    const nowhere = await playScene(parkedWithPush({ host: { baseUrl: null, watch: 'follow' }, actions: [ring(1_000)] }));
    expect(statusesOf(nowhere)).toEqual([404]);
    const asked = await played404(['GET /a2a/push/task-1', 'POST /', 'POST /a2a/push/', 'POST /a2a/push/a/b']);
    expect(asked).toEqual([404, 404, 404, 404]);
  });

  it.each(['https://bank.example:8443/hosts/one/', 'http://10.0.0.1', 'https://host.example/'])(
    '[W.4] is found under %s',
    async (baseUrl) => {
      const { host } = sceneWith();
      const changes = [{ at: 5_000, state: 'auth-required', text: 'Log in' }, ...LAST] as const;
      const played = await playScene(sceneWith({ host: { ...host, baseUrl, localTaskId: 'a/b?c#d' }, remote: { changes } }));
      expect(factsOf(played, 'push-accepted')).toHaveLength(2);
      expect(factsOf(played, 'parent-told').map(({ at }) => at)).toEqual([5_000, 100_000]);
    },
  );

  it('[W.13] refuses from the cancel on', async () => {
    const actions = [{ do: 'cancel', at: 10_000 }, ring(10_001), ring(20_000)] as const;
    const played = await playScene(parkedWithPush({ actions, remote: { deletionMs: 5_000, ignoresDeletion: true } }));
    expect(new Set(statusesOf(played))).toEqual(new Set([401]));
    expect(fetchesBefore(played, 200_000)).toBe(0);
  });
});

/** Asks a host by hand, each line a method and a path. */
async function played404(asked: readonly string[]): Promise<readonly number[]> {
  const statuses: number[] = [];
  const caller = spawnInside({
    caller: (io) => {
      const ask = async (): Promise<void> => {
        for (const line of asked) {
          const [method = '', path = ''] = line.split(' ');
          statuses.push((await io.call(HOST, { method, path, headers: {}, body: '{}' })).status);
        }
      };
      void ask();
      return () => Promise.resolve({ status: 404, headers: {}, body: '' });
    },
  });
  const cast = castOf(lessonOf(parkedWithPush()), { policy: 'hardened', seed: 'one', spawn: everybody });
  const watchdog = createWatchdog();
  const asking = { agent: 'caller', behaviour: 'caller', settings: {}, spawn: caller, place: 'inside' } as const;
  await playEpisode({ cast: [...cast, asking], seed: 'one', watchdog, record: () => undefined, hop: 0, horizon: 50_000 });
  watchdog.close();
  return statuses;
}

describe('[W.2] a host that is configured wrongly', () => {
  it.each([
    [{ followIntervalMs: 999 }, 'follow_interval is a number of seconds, at least 1'],
    [{ followIntervalMs: 0 }, 'follow_interval is a number of seconds, at least 1'],
    [{ followIntervalMs: Number.NaN }, 'follow_interval is a number of seconds, at least 1'],
    [{ localTaskId: '..' }, 'task_id is a text that an address can name: neither empty nor "." nor ".."'],
    [{ updates: 'sometimes' as 'auto' }, 'updates is one of auto, follow, off'],
  ])('does not begin, says what is wrong, and is not started again: %j', async (host, why) => {
    const played = await playScene(sceneWith({ host: { ...host, restartMs: 10 } }));
    const deaths = factsOf(played, 'worker-ended');
    expect(deaths.map((fact) => fact.why)).toEqual([`configuration error, status 2: ${why}`]);
    expect(factsOf(played, 'stand-in-moved')).toEqual([]);
  });
});

describe('[W.20] a host that finds its store spoilt', () => {
  const withStore = async (list: string, texts: readonly string[]) => {
    const storage = memoryStorage();
    for (const text of texts) await storage.open(HOST).append(list, text);
    const lines: Parameters<Parameters<typeof playEpisode>[0]['record']>[0][] = [];
    const watchdog = createWatchdog();
    const cast = castOf(lessonOf(parkedWithPush()), { policy: 'hardened', seed: 'one', spawn: everybody });
    await playEpisode({ cast, seed: 'one', watchdog, record: (line) => lines.push(line), hop: 0, horizon: 50_000, storage });
    watchdog.close();
    return { lines };
  };

  it.each([
    ['history', ['{"kind":"stand-in-resumed"'], /the saved history cannot be read/],
    ['history', ['{"kind":"stand-in-resumed","at":0}'], /the saved history cannot be read/],
    ['parent', ['no JSON'], /what the parent has heard cannot be read/],
  ])('ends, and says so: %s %j', async (list, texts, why) => {
    const played = await withStore(list, texts);
    const [death] = factsOf(played, 'worker-ended');
    expect(death?.why).toMatch(why);
    expect(factsOf(played, 'stand-in-moved')).toEqual([]);
  });
});

describe('[W.22] what a host had to do while its worker was dead', () => {
  it('is done when the next one begins: a reply, once', async () => {
    const actions = [
      { do: 'kill', at: 10_000 },
      { do: 'reply', at: 12_000, text: 'UAE lists' },
      { do: 'kill', at: 20_000 },
    ] as const;
    const played = await playScene(parkedWithPush({ host: { restartMs: 5_000 }, actions }));
    expect(factsOf(played, 'turn-started').map(({ at }) => at)).toEqual([15_000]);
    expect(factsOf(played, 'worker-started').filter(({ agent }) => agent === HOST)).toHaveLength(3);
  });

  it('a roll, once, whoever died before or after it', async () => {
    for (const kill of [14_999, 15_000, 16_000]) {
      const actions = [
        { do: 'roll', at: 15_000 },
        { do: 'kill', at: kill },
      ] as const;
      const played = await playScene(parkedWithPush({ host: { restartMs: 1_000 }, actions }));
      expect(factsOf(played, 'history-rolled')).toHaveLength(1);
    }
  });

  it('a ring that found nobody is heard when the agent tries again', async () => {
    const remote = { changes: [{ at: 10_500, state: 'auth-required', text: 'Log in' }, ...LAST] } as const;
    const played = await playScene(parkedWithPush({ remote, host: { restartMs: 1_000 }, actions: [{ do: 'kill', at: 10_000 }] }));
    expect(factsOf(played, 'parent-told').map(({ at, state }) => `${at} ${state}`)).toEqual(['11500 auth-required', '100000 completed']);
  });

  it('a host that has ended goes on refusing after a death', async () => {
    const actions = [{ do: 'cancel', at: 5_000 }, { do: 'kill', at: 6_000 }, ring(8_000)] as const;
    const played = await playScene(parkedWithPush({ host: { restartMs: 1_000 }, actions, remote: { ignoresCancel: true } }));
    expect(statusesOf(played)[0]).toBe(401);
    expect(factsOf(played, 'stand-in-closed')).toHaveLength(1);
    expect(factsOf(played, 'stand-in-moved').filter(({ at }) => at > 5_000)).toEqual([]);
  });
});

it('[W.5] a host is told the digest of a token from before the episode, and not the token', () => {
  const cast = castOf(lessonOf(parkedWithPush()), { policy: 'hardened', seed: 'one', spawn: everybody });
  const [agent, host] = cast.map(({ settings }) => JSON.stringify(settings));
  const token = /"token":"([\w-]{43})"/.exec(agent ?? '')?.[1] ?? 'none';
  expect(host).toMatch(/"tokenDigest":"[0-9a-f]{64}"/);
  expect(host).not.toContain(token);
  expect(agent).toContain(`"pushUrl":"${pushUrl('https://host.example', 'task-1')}"`);
});
