// The times are those of a wire of ten milliseconds one way and handlers that pause a hundred before each move.

import { describe, expect, it } from 'vitest';
import type { Fact } from '../log/fact.ts';
import type { PeerOrder } from '../protocol/peer.ts';
import { HEALTHY_MOVES, type PeerScript, refused, ScriptedPeer, SLOW_MOVES, type Trouble } from '../testing/scripted-peer.ts';
import { VirtualClock } from '../testing/virtual-clock.ts';
import { CAREFUL_CLIENT, type ClientSettings, NAIVE_CLIENT } from './client-settings.ts';
import type { PeerOutcome } from './outcomes.ts';
import { delegateToPeer } from './peer-client.ts';

const ORDER: PeerOrder = { skill: 'statistics', parts: [{ kind: 'data', data: [1, 2, 3] }], clientRef: 'ref-1' };

interface Played {
  readonly outcome: PeerOutcome | 'horizon';
  /** `outcome/attempts at time`, or where it still waited. */
  readonly told: string;
  readonly facts: readonly { readonly at: number; readonly fact: Fact }[];
  readonly calls: readonly string[];
  readonly peer: ScriptedPeer;
}

async function play(script: PeerScript, settings: Partial<ClientSettings> = {}, base = CAREFUL_CLIENT): Promise<Played> {
  const clock = new VirtualClock();
  const peer = new ScriptedPeer(clock, script);
  const facts: { at: number; fact: Fact }[] = [];
  const ports = { now: clock.now, sleep: clock.sleep, fact: (fact: Fact) => facts.push({ at: clock.now(), fact }) };
  const outcome = await clock.run(delegateToPeer(peer, ORDER, { ...base, ...settings }, ports));
  const told = outcome === 'horizon' ? `waits at ${clock.now()}` : `${outcome.outcome}/${outcome.attempts} at ${clock.now()}`;
  return { outcome, told, facts, calls: peer.calls.map(({ at, step }) => `${at} ${step}`), peer };
}
const toldOf = async (...given: Parameters<typeof play>): Promise<string> => (await play(...given)).told;

/** The first `times` requests of these steps are in trouble. */
function failing(trouble: Trouble, steps: readonly string[], times = Infinity): PeerScript['trouble'] {
  return (step, nth) => (steps.includes(step) && nth <= times ? trouble : undefined);
}
const EVERY = ['create', 'events', 'get', 'input', 'cancel'];
const LOST = { kind: 'connection-lost', detail: 'the connection was lost' } as const;
const HANGS = HEALTHY_MOVES.slice(0, 1);
const retries = ({ facts }: Played) => facts.flatMap(({ fact }) => (fact.kind === 'retry-scheduled' ? [fact.waitMs] : []));

describe('the nine conditions of the matrix', () => {
  it('[Q.1] none: ok, with four requests', async () => {
    const played = await play({});
    expect(played.told).toBe('ok/1 at 360');
    expect(played.calls).toEqual(['0 card', '20 create', '40 events', '340 get']);
    expect(played.outcome).toMatchObject({ artifactsComplete: 'yes', remote: 'completed', taskId: 'task-1', state: 'completed' });
    expect(played.facts.map(({ at, fact }) => `${at} ${fact.kind}`)).toEqual(['360 outcome-decided']);
  });
  it('[Q.2] slow: silence inside the deadline is no failure', async () => {
    const played = await play({
      moves: [
        { after: 100, state: 'working' },
        { after: 15_100, state: 'completed' },
      ],
    });
    expect(played.told).toBe('ok/1 at 15260');
    expect(retries(played)).toEqual([]);
  });
  it.each([
    [0, 'ok/1 at 360', []],
    [1, 'ok/2 at 880', [500]],
    [2, 'ok/3 at 1900', [500, 1000]],
    [3, 'ok/4 at 3920', [500, 1000, 2000]],
    [4, 'unavailable/4 at 3600', [500, 1000, 2000]],
  ])('[Q.3] flaky: %i failures', async (times, told, pauses) => {
    const played = await play({ trouble: failing(refused(503).failure, ['create'], times) });
    expect(played.told).toBe(told);
    expect(retries(played)).toEqual(pauses);
  });
  it('[Q.3] error: four tries, and fewer where fewer are set', async () => {
    const trouble = failing(refused(503).failure, EVERY);
    expect((await play({ trouble })).calls.slice(1)).toEqual(['20 create', '540 create', '1560 create', '3580 create']);
    expect(await toldOf({ trouble }, { attempts: 1 })).toBe('unavailable/1 at 40');
    expect(await toldOf({ trouble }, { attempts: 2 })).toBe('unavailable/2 at 560');
  });
  it('[Q.3] crash: each create loses its connection', async () => {
    expect(await toldOf({ trouble: failing(LOST, EVERY) })).toBe('unavailable/4 at 3600');
    expect(await toldOf({ trouble: failing(LOST, ['create']) }, { attempts: 2 })).toBe('unavailable/2 at 560');
    expect(await toldOf({ trouble: failing(LOST, ['create'], 1) })).toBe('ok/2 at 880');
  });
  it('[Q.4] hang: the deadline counts from the first create, then one cancel', async () => {
    const played = await play({ moves: HANGS });
    expect(played.told).toBe('canceled_deadline/1 at 30040');
    expect(played.calls.slice(-1)).toEqual(['30020 cancel']);
    expect(played.outcome).toMatchObject({ remote: 'canceled', state: 'canceled' });
    expect(await toldOf({ moves: HANGS }, { deadlineMs: 10_000 })).toBe('canceled_deadline/1 at 10040');
  });
  it('[Q.4] hang: the answer to the cancel is awaited so long and no longer', async () => {
    const played = await play({ moves: HANGS, trouble: failing('silence', ['cancel']) });
    expect(played.told).toBe('canceled_deadline/1 at 32020');
    expect(played.outcome).toMatchObject({ remote: 'unknown', note: 'the peer did not answer the cancel' });
  });
  it('[Q.2] malformed: garbage is never asked for again', async () => {
    const played = await play({ trouble: failing({ kind: 'not-json', detail: 'no JSON' }, EVERY) });
    expect(played.told).toBe('protocol_violation/1 at 40');
    expect(retries(played)).toEqual([]);
    expect(await toldOf({ trouble: failing({ kind: 'wrong-shape', detail: 'no id' }, EVERY) })).toBe('protocol_violation/1 at 40');
  });
  it('[Q.5] [Q.6] a move that does not exist: seen on a stream, invisible to a poll', async () => {
    const moves = [{ after: 100, state: 'completed' }] as const;
    const streamed = await play({ moves });
    expect(streamed.told).toBe('protocol_violation/1 at 140');
    expect(streamed.outcome).toMatchObject({ why: 'the stream moved from submitted to completed' });
    expect(await toldOf({ moves }, { channel: 'poll' })).toBe('ok/1 at 1060');
    const back = [...moves, { after: 1, state: 'working' }] as const;
    expect(await toldOf({ moves: back }, { channel: 'poll' })).toBe('ok/1 at 1060');
  });
  it('[Q.2] auth_reject: a refused credential is never tried again, wherever it is refused', async () => {
    expect(await toldOf({ trouble: failing(refused(401).failure, EVERY) })).toBe('auth_failed/1 at 40');
    expect(await toldOf({ trouble: failing(refused(401).failure, ['events']) })).toBe('auth_failed/1 at 60');
    const busyFirst: PeerScript['trouble'] = (step, nth) => (step === 'create' ? refused(nth === 1 ? 503 : 401).failure : undefined);
    expect(await toldOf({ trouble: busyFirst })).toBe('auth_failed/2 at 560');
  });
});

describe('input', () => {
  const asks = [...HEALTHY_MOVES.slice(0, 1), { after: 100, state: 'input-required', text: 'Which?' }] as const;
  const afterInput = HEALTHY_MOVES;
  it('[Q.11] answers a question once, and goes on', async () => {
    const played = await play({ moves: asks, afterInput }, { answerInput: 'all' });
    expect(played.told).toBe('ok/1 at 580');
    expect(played.calls.filter((call) => call.includes('input'))).toEqual(['240 input']);
  });
  it('[Q.11] leaves a question open where nothing is to be said, until the deadline', async () => {
    expect(await toldOf({ moves: asks })).toBe('canceled_deadline/1 at 30040');
  });
  it('[Q.11] answers over polls too, and each new question', async () => {
    expect(await toldOf({ moves: asks, afterInput }, { answerInput: 'all', channel: 'poll' })).toMatch(/^ok\/1/);
    const again = [
      { after: 50, state: 'working' },
      { after: 50, state: 'input-required', text: 'And which?' },
    ] as const;
    let asked = 0;
    const twice: PeerScript = {
      moves: asks,
      get afterInput() {
        asked += 1;
        return asked === 1 ? again : HEALTHY_MOVES;
      },
    };
    const played = await play(twice, { answerInput: 'all' });
    expect(played.told).toMatch(/^ok\/1/);
    expect(played.calls.filter((call) => call.includes('input'))).toHaveLength(2);
  });
  it('[Q.2] a task that no longer waits when the input arrives goes on as it went', async () => {
    const moves = [...asks, { after: 5, state: 'working' }, ...HEALTHY_MOVES.slice(1)] as const;
    expect(await toldOf({ moves }, { answerInput: 'all' })).toMatch(/^ok\/1/);
  });
  it('[Q.2] [Q.11] an input that is lost is given again in the next try', async () => {
    const played = await play({ moves: asks, afterInput, trouble: failing(LOST, ['input'], 1) }, { answerInput: 'all' });
    expect(played.told).toMatch(/^ok\/2/);
    expect(played.calls.filter((call) => call.includes('input'))).toHaveLength(2);
  });
  it('[Q.4] the deadline holds while an input is unanswered', async () => {
    const played = await play({ moves: asks, trouble: failing('silence', ['input']) }, { answerInput: 'all' });
    expect(played.told).toBe('canceled_deadline/1 at 30040');
  });
  it('[Q.1] a task that asks for a credential ends as a refused one', async () => {
    expect(await toldOf({ moves: [{ after: 100, state: 'auth-required' }] })).toBe('auth_failed/1 at 140');
  });
});

describe('the gaps, naive beside careful', () => {
  it('[Q.6] a poller sees samples: only the naive one misses a move', async () => {
    const poll = { channel: 'poll', pollMs: 1000 } as const;
    expect(await toldOf({}, poll, NAIVE_CLIENT)).toBe('protocol_violation/1 at 1060');
    const careful = await play({}, poll);
    expect(careful.told).toBe('ok/1 at 1060');
    expect(careful.outcome).toMatchObject({ observed: [{ state: 'submitted' }, { state: 'completed' }] });
    const quick = await play({}, { channel: 'poll', pollMs: 100 }, NAIVE_CLIENT);
    expect(quick.outcome).toMatchObject({
      outcome: 'ok',
      observed: [{ at: 40 }, { at: 160, state: 'working' }, { at: 280, state: 'working' }, { at: 400, state: 'completed' }],
    });
  });
  it('[Q.3] a lost answer costs the naive client a second task, the careful one nothing', async () => {
    const lost = (times: number): PeerScript => ({ trouble: failing('answer-lost', ['create'], times) });
    const naive = await play(lost(1), {}, NAIVE_CLIENT);
    const careful = await play(lost(1));
    expect([naive.told, naive.peer.tasks.length]).toEqual(['ok/2 at 880', 2]);
    expect([careful.told, careful.peer.tasks.length]).toEqual(['ok/2 at 600', 1]);
    expect(careful.calls.slice(2)).toEqual(['540 create', '560 events', '580 get']);
    expect((await play(lost(3), {}, NAIVE_CLIENT)).peer.tasks).toHaveLength(4);
    const thrice = await play(lost(3));
    expect([thrice.told.slice(0, 4), thrice.peer.tasks.length]).toEqual(['ok/4', 1]);
  });
  it('[Q.4] without a deadline a hang is waited for to the end of the episode', async () => {
    expect(await toldOf({ moves: HANGS }, {}, NAIVE_CLIENT)).toMatch(/^waits/);
    expect(await toldOf({ moves: SLOW_MOVES }, {}, NAIVE_CLIENT)).toBe('ok/1 at 15260');
  });
  it('[Q.7] signs of life tell a slow peer from a dead one', async () => {
    const slow: PeerScript = {
      moves: [
        { after: 100, state: 'working' },
        { after: 15_100, state: 'completed' },
      ],
      heartbeatMs: 1000,
    };
    expect(await toldOf(slow, { stallMs: 5000 })).toBe('ok/1 at 15260');
    const played = await play({ moves: HANGS, heartbeatMs: 1000 }, { stallMs: 5000 });
    expect(played.calls.slice(-1)).toEqual(['5140 cancel']);
    expect(played.told).toBe('canceled_deadline/1 at 5160');
    expect(await toldOf({ moves: HANGS }, { stallMs: 5000 })).toBe('canceled_deadline/1 at 30040');
  });
  it('[Q.8] what was seen decides a cancel race', async () => {
    const careful = await play({}, { deadlineMs: 305 });
    expect(careful.told).toBe('ok/1 at 360');
    expect(careful.outcome).toMatchObject({ note: 'cancel lost the race', artifactsComplete: 'yes', artifacts: [{ artifactId: 'art-1' }] });
    expect(careful.facts.map(({ at, fact }) => `${at} ${fact.kind}`)).toEqual(['340 late-completion', '360 outcome-decided']);
    const naive = await play({}, { deadlineMs: 305 }, NAIVE_CLIENT);
    expect([naive.told, naive.calls.at(-1)]).toEqual(['canceled_deadline/1 at 325', '325 cancel']);
    expect(naive.outcome).toMatchObject({ artifacts: [] });
    expect(await toldOf({}, { deadlineMs: 295 })).toBe('canceled_deadline/1 at 335');
    expect(await toldOf({}, { deadlineMs: 295 }, NAIVE_CLIENT)).toBe('canceled_deadline/1 at 315');
    expect(await toldOf({}, { deadlineMs: 400 })).toBe('ok/1 at 360');
  });
  it('[Q.10] what a failed task made is kept and marked, thrown away, or taken for whole', async () => {
    const moves = [...HEALTHY_MOVES.slice(0, 2), { after: 110, state: 'failed' }] as const;
    const careful = await play({ moves });
    expect(careful.told).toBe('failed/1 at 370');
    expect(careful.outcome).toMatchObject({ artifacts: [{ artifactId: 'art-1' }], artifactsComplete: 'no' });
    expect((await play({ moves }, { partialArtifacts: 'discard' }, NAIVE_CLIENT)).outcome).toMatchObject({
      artifacts: [],
      outcome: 'failed',
    });
    expect((await play({ moves }, { partialArtifacts: 'trust' }, NAIVE_CLIENT)).outcome).toMatchObject({
      outcome: 'failed',
      artifacts: [{ artifactId: 'art-1' }],
      artifactsComplete: 'yes',
    });
  });
  it('[Q.1] a card that lies shows at task time; who knows two ends only waits for ever', async () => {
    const moves = [{ after: 100, state: 'rejected' }] as const;
    const careful = await play({ moves });
    expect([careful.told, careful.calls.length]).toEqual(['rejected/1 at 140', 3]);
    expect(await toldOf({ moves }, {}, NAIVE_CLIENT)).toMatch(/^waits/);
    expect(await toldOf({ moves }, { deadlineMs: 1000 }, NAIVE_CLIENT)).toBe('canceled_deadline/1 at 1020');
  });
  it('[Q.13] a person may mix: one careless habit at a time', async () => {
    const rejects = [{ after: 100, state: 'rejected' }] as const;
    expect(await toldOf({ moves: rejects }, { ends: 'completed-and-failed' })).toBe('rejected/1 at 30060');
    expect(await toldOf({ moves: rejects }, { ends: 'all' }, NAIVE_CLIENT)).toBe('rejected/1 at 140');
    const poll = { channel: 'poll', pollMs: 1000 } as const;
    expect(await toldOf({}, { ...poll, polledMoves: 'adjacent' })).toBe('protocol_violation/1 at 1060');
    expect(await toldOf({}, { ...poll, polledMoves: 'reachable' }, NAIVE_CLIENT)).toBe('ok/1 at 1060');
    expect(await toldOf({}, { deadlineMs: 305, afterCancel: 'leave' })).toBe('canceled_deadline/1 at 325');
    expect(await toldOf({}, { deadlineMs: 305, afterCancel: 'look' }, NAIVE_CLIENT)).toBe('ok/1 at 360');
  });
});
