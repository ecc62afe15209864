// Who rings at a host's address, with what: true pushes and every other kind.

import { describe, expect, it } from 'vitest';
import { readPushBody } from '../../model/adapters/push-body.ts';
import { parseJson } from '../../model/base/json.ts';
import { HOST, playRemote, type RemoteEpisode, type RemoteOptions } from '../testing/remote-agent-episode.ts';
import { QUIET_RINGING, REMOTE_TASK_ID, type Ring } from '../watch-scene.ts';
import type { RingAction } from './settings.ts';

const PROTOCOLS = ['a2a-0.3/jsonrpc', 'a2a-1.0/jsonrpc', 'a2a-1.0/rest'];
const ring = (at: number, more: Partial<Ring> = {}): RingAction => ({ at, do: 'ring', ...more });
const bytesOf = (text: string): number => new TextEncoder().encode(text).length;
const tokens = ({ rings }: RemoteEpisode): readonly (string | undefined)[] =>
  rings.map(({ headers }) => headers['x-a2a-notification-token']);

describe.each(PROTOCOLS)('rings over %s', (protocol) => {
  const play = (rings: readonly RingAction[], more: Partial<RemoteOptions> = {}): Promise<RemoteEpisode> =>
    playRemote({ protocol, ...more, settings: { rings, ...more.settings } });
  const pushOf = (body: string) => {
    const parsed = parseJson(body);
    return parsed.ok ? readPushBody(parsed.value) : 'no JSON';
  };

  it('[E.52] a true ring is what the push sender would send', async () => {
    const changes = [{ at: 1_000, state: 'working', text: 'On it.' }] as const;
    const { rings, facts } = await play([ring(1_000)], { remote: { changes } });
    const [sent, rung] = rings;
    expect(rung).toEqual(sent);
    expect(facts.filter(({ kind }) => kind === 'push-sent')).toHaveLength(1);
  });

  it('[E.52] claims a state, and of which task it does', async () => {
    const { rings } = await play([
      ring(10),
      ring(20, { claims: 'completed' }),
      ring(30, { claims: 'input-required' }),
      ring(40, { of: 'other' }),
      ring(50, { of: 'other', claims: 'failed' }),
    ]);
    expect(rings.map(({ body }) => pushOf(body))).toEqual([
      { remoteTaskId: 'remote-1', status: { state: 'input-required', text: 'Which lists?' } },
      { remoteTaskId: 'remote-1', status: { state: 'completed' } },
      { remoteTaskId: 'remote-1', status: { state: 'input-required', text: 'Which lists?' } },
      { remoteTaskId: 'remote-2', status: { state: 'input-required', text: 'Which lists?' } },
      { remoteTaskId: 'remote-2', status: { state: 'failed' } },
    ]);
  });

  it('[E.52] shows the right token, another one, or none', async () => {
    const episode = await play([ring(10), ring(20, { token: 'wrong' }), ring(30, { token: 'none' })]);
    const [right, wrong, none] = tokens(episode);
    expect([right, none, episode.rings.length]).toEqual(['t0ken', undefined, 3]);
    expect(wrong).not.toBe('t0ken');
    expect(wrong?.length).toBeGreaterThan(0);
    expect(Object.hasOwn(episode.rings[2]?.headers ?? {}, 'x-a2a-notification-token')).toBe(false);
  });

  it('[E.52] the right token is that of the newest config, and is not forgotten with it', async () => {
    const episode = await play([ring(10), ring(100), ring(1_000)], {
      program: async ({ io, ask }) => {
        await io.sleep(50);
        const config = { url: `https://${HOST}/a2a/push/task-1`, token: 'newer', authentication: '' };
        await ask({ kind: 'set-push-config', taskId: REMOTE_TASK_ID, config });
        await io.sleep(500);
        await ask({ kind: 'delete-push-config', taskId: REMOTE_TASK_ID, configId: 'config-2' });
      },
    });
    expect(tokens(episode)).toEqual(['t0ken', 'newer', 'newer']);
    expect(tokens(await play([ring(10)], { settings: { armed: undefined as never } }))).toEqual(['no-token-known']);
  });

  it('[E.52] a body may be no JSON, or name no task', async () => {
    const { rings } = await play([ring(10, { body: 'no-json' }), ring(20, { body: 'no-task-id' })]);
    const [noJson, noTask] = rings.map(({ body }) => body);
    expect(pushOf(noJson ?? '{}')).toBe('no JSON');
    expect([parseJson(noTask ?? '').ok, pushOf(noTask ?? '')]).toEqual([true, undefined]);
  });

  it.each<Ring['body']>(['push', 'no-json', 'no-task-id'])('[E.52] a body of %s has so many bytes as are asked for', async (body) => {
    // The text of the task has characters of more than one byte.
    const parked = { state: 'input-required', text: 'Könnten Sie 5 € senden? 🙂' } as const;
    const bare = await play([ring(10, { body })], { remote: { parked } });
    const least = bytesOf(bare.rings[0]?.body ?? '');
    const wanted = [least + 1, least + 12, least + 13, least + 14, 65_536, 65_537];
    const { rings } = await play(
      wanted.map((bytes, place) => ring(10 * (place + 1), { body, bytes })),
      { remote: { parked } },
    );
    expect(rings.map((rung) => bytesOf(rung.body))).toEqual(wanted);
    expect(rings.map((rung) => pushOf(rung.body))).toEqual(wanted.map(() => pushOf(bare.rings[0]?.body ?? '')));
    const shorter = await play([ring(10, { body, bytes: 3 })], { remote: { parked } });
    expect(shorter.rings[0]?.body).toBe(bare.rings[0]?.body);
  });

  it('[E.52] says a length where it is to, whether that is true or not', async () => {
    const { rings } = await play([ring(10, { declaredBytes: 65_537 }), ring(20)]);
    expect(rings.map(({ headers }) => headers['content-length'])).toEqual(['65537', undefined]);
  });

  it('[E.52] another local id is one segment of the path, whatever stands in it', async () => {
    const { rings } = await play([ring(10, { localTaskId: 'task-2' }), ring(20, { localTaskId: '../x?y#z' })]);
    expect(rings.map(({ path }) => path)).toEqual(['/a2a/push/task-2', '/a2a/push/..%2Fx%3Fy%23z']);
  });

  it('[E.52] rings as often as it is to, each when the one before was answered', async () => {
    const { rings } = await play([ring(10, { times: 3 })], { host: [401, 500, 204], hostTakesMs: 100 });
    expect(rings.map(({ at }) => at)).toEqual([10, 110, 210]);
    const flood = await play([ring(10, { times: 300, token: 'wrong' })], { host: [401] });
    expect([flood.rings.length, flood.end]).toEqual([300, 'done']);
  });

  it('[E.52] who knows the token rings again where nobody answered, and a stranger does not', async () => {
    const ringing = { ...QUIET_RINGING, attempts: 3, backOffMs: 1_000 };
    const known = await play([ring(10, { times: 2 })], { remote: { ringing }, host: ['lost', 'lost', 'lost', 204] });
    expect(known.rings.map(({ at }) => at)).toEqual([10, 1_010, 3_010, 3_010]);
    const strange = await playRemote({ protocol, remote: { ringing }, strangers: [ring(10, { by: 'stranger' })], host: ['lost'] });
    expect(strange.rings.map(({ at }) => at)).toEqual([10]);
  });

  it('[E.52] a stranger rings at the same address and knows no token', async () => {
    const episode = await playRemote({
      protocol,
      strangers: [
        ring(10, { by: 'stranger', token: 'right' }),
        ring(20, { by: 'stranger', token: 'wrong' }),
        ring(30, { by: 'stranger', token: 'none', claims: 'completed' }),
      ],
    });
    expect(episode.rings.map(({ from, path }) => [from, path])).toEqual(Array(3).fill(['stranger', '/a2a/push/task-1']));
    const [right, wrong, none] = tokens(episode);
    expect([right, none]).toEqual(['no-token-known', undefined]);
    expect(wrong).not.toBe('t0ken');
    expect(episode.rings[2]?.says).toBe('remote-1 completed');
  });

  it('[E.52] of an instant a ring comes after what the task does', async () => {
    const { rings } = await play([ring(1_000)], {
      settings: { armed: undefined as never },
      remote: { changes: [{ at: 1_000, state: 'working', text: null }] },
    });
    expect(rings.map(({ says }) => says)).toEqual(['remote-1 working']);
  });
});
