// Where the token of a doorbell may be, and where it must not: the wire carries it twice, when it is handed over and when it comes back
// with a delivery. Nothing else that a host says, keeps or leaves has it, in no spelling.

import { describe, expect, it } from 'vitest';
import { createEngine } from '../../model/engine/engine.ts';
import { tokenDigest } from '../../model/kernel/watch/push-token.ts';
import { SERVED_PROTOCOLS } from '../../model/adapters/adapters.ts';
import type { RecordedLine } from '../../model/log/saved-form.ts';
import { countedSlices } from '../../model/testing/slice-ports.ts';
import { playTurned } from '../lab.ts';
import { everybody } from '../testing/everybody.ts';
import { factsIn, factsOf, HOST, lessonOf, playScene, type PlayedWatch, type SceneChanges, sceneWith } from '../testing/stand-in-scenes.ts';

const TOKEN_HEADER = 'x-a2a-notification-token';
const A2A = [...SERVED_PROTOCOLS.keys()].filter((id) => id.startsWith('a2a-'));

type RequestLine = RecordedLine & { readonly line: 'request' };
const requests = ({ lines }: PlayedWatch): readonly RequestLine[] => lines.filter((line) => line.line === 'request');

/** A stand-in that registers, is rung, forged, answered, rolled, killed, and ends: everything that touches its token. */
function busyScene(protocol: string, begins: 'turn' | 'parked', watch: 'unchosen' | 'push') {
  const changes: SceneChanges = {
    host: { begins, watch, restartMs: 500, pushesPerMinute: 20 },
    remote: {
      protocol,
      changes: [
        { at: 10_000, state: 'working', text: null },
        { at: 30_000, state: 'auth-required', text: 'Log in' },
        { at: 60_000, state: 'completed', text: 'No hits' },
      ],
      ringing: { delaysMs: [0], loses: [2], copies: 2, attempts: 3, backOffMs: 1_000 },
      deletionFails: 1,
    },
    actions: [
      { do: 'reply', at: 14_000, text: 'UAE lists' },
      { do: 'ring', at: 20_000, claims: 'canceled' },
      { do: 'ring', at: 20_500, by: 'stranger', token: 'wrong' },
      { do: 'ring', at: 21_000, body: 'no-json' },
      { do: 'ring', at: 21_500, of: 'other' },
      { do: 'roll', at: 25_000 },
      { do: 'kill', at: 26_000 },
      { do: 'ring', at: 65_000 },
    ],
  };
  return sceneWith(changes);
}

/** The token as it goes over the wire, found where it is handed over or, of one from before the episode, where it comes back. */
function tokenIn(played: PlayedWatch): string {
  const handedOver = requests(played).flatMap(({ body }) => /"token":"([\w-]{43})"/.exec(body)?.[1] ?? []);
  const cameBack = requests(played).flatMap(({ from, headers }) => (from === HOST ? [] : (headers[TOKEN_HEADER] ?? [])));
  return handedOver[0] ?? cameBack[0] ?? '';
}

/** The token, and its bytes in every form that one would write them in. */
function spellingsOf(token: string): readonly string[] {
  const bytes = Buffer.from(token, 'base64url');
  const hex = bytes.toString('hex');
  return [
    ...[token, token.slice(0, 20), token.slice(-20), Buffer.from(token).toString('base64'), Buffer.from(token).toString('hex')],
    ...[bytes.toString('base64').replace(/=+$/, ''), hex, hex.toUpperCase(), bytes.toString('latin1')],
    ...[[...bytes].join(','), [...bytes].join(', '), [...bytes].join(' '), [...token].reverse().join(''), encodeURIComponent(token)],
  ];
}

function leaksOf(text: string, token: string): readonly string[] {
  return spellingsOf(token).filter((spelling) => text.includes(spelling));
}

/** The request that hands the token over, without the body that must have it; a delivery without the header that must. */
function withoutItsTwoPlaces(line: RecordedLine, token: string): unknown {
  if (line.line !== 'request') return line;
  const isDelivery = line.to === HOST;
  const { [TOKEN_HEADER]: _carried, ...headers } = line.headers;
  if (isDelivery) return { ...line, headers };
  const isRegistration = line.body.includes(`"token":"${token}"`);
  return isRegistration ? { ...line, body: line.body.replace(`"token":"${token}"`, '') } : line;
}

describe.each(A2A)('[W.19] the token of a watch over %s', (protocol) => {
  it.each([
    ['registered in the episode', 'turn', 'unchosen'],
    ['registered before it', 'parked', 'push'],
  ] as const)('is in two places of the wire and nowhere else: %s', async (_name, begins, watch) => {
    const played = await playScene(busyScene(protocol, begins, watch));
    const token = tokenIn(played);
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    // What could leak it has happened.
    expect(factsOf(played, 'push-accepted').length).toBeGreaterThan(2);
    expect(factsOf(played, 'push-refused').map(({ category }) => category)).toEqual(expect.arrayContaining(['unparsable', 'not-accepted']));
    expect(factsOf(played, 'history-rolled')).toHaveLength(1);
    expect(factsOf(played, 'push-deletion-failed')).toHaveLength(1);
    expect(played.written.some((text) => text.includes(tokenDigest(token)))).toBe(true);

    // The wire is searched as it is: there it stands.
    expect(leaksOf(JSON.stringify(played.lines), token)).not.toEqual([]);
    expect(leaksOf(JSON.stringify(played.lines.map((line) => withoutItsTwoPlaces(line, token))), token)).toEqual([]);
    expect(leaksOf(JSON.stringify(factsIn(played)), token)).toEqual([]);
    expect(leaksOf(played.written.join('\n'), token)).toEqual([]);
  });

  it('is in no recording, and in nothing that a recording is saved as', async () => {
    const scene = busyScene(protocol, 'turn', 'unchosen');
    const token = tokenIn(await playScene(scene));
    const pieces: string[] = [];
    const episode = { lesson: 'watch', seed: 'one', policy: 'hardened', knobs: {} };
    await playTurned(lessonOf(scene), episode, { spawn: everybody, onText: (text) => pieces.push(text) });
    const recording = pieces.join('');
    // The same episode: its digest is told, and the token that has it is cut.
    expect(recording).toContain(tokenDigest(token));
    expect(leaksOf(recording, token)).toEqual([]);
    const engine = createEngine(countedSlices(1000));
    const log = engine.open(recording, { name: 'kept' });
    await engine.settled(log);
    expect(leaksOf(engine.save(log), token)).toEqual([]);
    expect(engine.query(log, 'summary', {})).toMatchObject({ unreadCount: 0 });
  });
});

it('[W.5] another seed, and another life of the host, have other tokens', async () => {
  const scene = sceneWith({ remote: { changes: [{ at: 10_000, state: 'completed', text: 'No hits' }] } });
  const first = tokenIn(await playScene(scene));
  const other = tokenIn(await playScene(scene, { seed: 'two' }));
  const reborn = tokenIn(await playScene(scene, { kills: [{ agent: HOST, turn: 1 }] }));
  expect(new Set([first, other, reborn]).size).toBe(3);
  expect(tokenIn(await playScene(scene))).toBe(first);
});
