import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Fact } from '../log/fact.ts';
import { DELEGATION_OUTCOMES, type PeerOrder, type PeerPort, type PeerTask } from '../protocol/peer.ts';
import { PROPERTY } from '../testing/arbitraries.ts';
import { RandomPeer } from '../testing/random-peer.ts';
import { HEALTHY_MOVES, type PeerScript, refused, ScriptedPeer, type StreamItem } from '../testing/scripted-peer.ts';
import { VirtualClock } from '../testing/virtual-clock.ts';
import { CAREFUL_CLIENT, type ClientSettings } from './client-settings.ts';
import type { PeerOutcome } from './outcomes.ts';
import { delegateToPeer } from './peer-client.ts';

const ORDER: PeerOrder = { skill: 'statistics', parts: [], clientRef: 'ref-1' };

interface Played {
  readonly told: string;
  readonly outcome: PeerOutcome;
  readonly facts: readonly Fact[];
  readonly peer: ScriptedPeer;
  readonly timers: number;
}

async function play(
  script: PeerScript,
  settings: Partial<ClientSettings> = {},
  wrap = (peer: ScriptedPeer): PeerPort => peer,
): Promise<Played> {
  const clock = new VirtualClock();
  const peer = new ScriptedPeer(clock, script);
  const facts: Fact[] = [];
  const ports = { now: clock.now, sleep: clock.sleep, fact: (fact: Fact) => facts.push(fact) };
  const outcome = await clock.run(delegateToPeer(wrap(peer), ORDER, { ...CAREFUL_CLIENT, ...settings }, ports));
  if (outcome === 'horizon') throw new Error('no outcome');
  const told = `${outcome.outcome}/${outcome.attempts} at ${clock.now()}`;
  await clock.rest();
  return { told, outcome, facts, peer, timers: clock.pendingTimers };
}
const toldOf = async (...given: Parameters<typeof play>): Promise<string> => (await play(...given)).told;

const seen = (state: PeerTask['state'], more: Partial<PeerTask> = {}): StreamItem => ({
  after: 10,
  item: { ok: true, value: { taskId: 'task-1', state, artifacts: [], messages: [], ...more } },
});
const broken = (kind: 'stream-cut' | 'connection-lost' | 'not-json' | 'wrong-content-type' | 'too-big'): StreamItem => ({
  after: 10,
  item: { ok: false, failure: { kind, detail: kind } },
});
/** Only the first stream is like this; later ones are healthy. */
const firstStream = (...items: readonly StreamItem[]): PeerScript => ({ events: (nth) => (nth === 1 ? items : undefined) });

describe('how a stream may end', () => {
  it.each([
    ['cut inside an event', broken('stream-cut')],
    ['lost between two events', broken('connection-lost')],
    ['ended before the task did', { after: 10 }],
  ] as const)('[Q.2] %s: tried again, and the same task is found', async (_what, last) => {
    const { told, peer, facts } = await play(firstStream(seen('submitted'), last));
    // Two events of the script after 60, then 500 of pause and a create: the task has ended meanwhile.
    expect(told).toBe('ok/2 at 640');
    expect(peer.tasks).toHaveLength(1);
    expect(facts[0]).toMatchObject({ kind: 'retry-scheduled', step: 'events', taskId: 'task-1', waitMs: 500 });
  });
  it('[Q.2] always cut: bounded, and unavailable', async () => {
    const script: PeerScript = { moves: HEALTHY_MOVES.slice(0, 1), events: () => [seen('working'), broken('stream-cut')] };
    const { told, outcome } = await play(script);
    expect(told).toMatch(/^unavailable\/4/);
    expect(outcome).toMatchObject({ remote: 'unknown', state: 'working', artifacts: [], artifactsComplete: 'no' });
  });
  it.each(['not-json', 'wrong-content-type', 'too-big'] as const)('[Q.2] %s in a stream is garbage', async (kind) => {
    expect(await toldOf(firstStream(seen('submitted'), broken(kind)))).toBe('protocol_violation/1 at 80');
  });
  it('[Q.4] a stream that is open and says nothing is waited for until the deadline', async () => {
    const moves = HEALTHY_MOVES.slice(0, 1);
    expect(await toldOf({ ...firstStream(), moves })).toBe('canceled_deadline/1 at 30040');
    // The task has completed in silence: the cancel is refused, and the task is looked at.
    expect(await toldOf({ trouble: (step) => (step === 'events' ? 'silence' : undefined) })).toBe('ok/1 at 30060');
  });
});

describe('statuses on the way', () => {
  it('[Q.3] a pause that the peer asks for is kept, where it is longer than the own one', async () => {
    const busy = (retryAfterMs: number): PeerScript => ({
      trouble: (step, nth) => (step === 'create' && nth === 1 ? { ...refused(429).failure, retryAfterMs } : undefined),
    });
    expect(await toldOf(busy(3_000))).toBe('ok/2 at 3380');
    expect(await toldOf(busy(100))).toBe('ok/2 at 880');
    const { told, outcome } = await play(busy(3_600_000));
    expect(told).toBe('unavailable/1 at 40');
    expect(outcome.why).toContain('past the deadline');
  });
  it('[Q.2] a task that is forgotten on its events route is looked for again', async () => {
    const lost: PeerScript = { trouble: (step, nth) => (step === 'events' && nth === 1 ? refused(404).failure : undefined) };
    expect(await toldOf(lost)).toBe('ok/2 at 620');
    const never: PeerScript = { trouble: (step) => (step === 'events' ? refused(404).failure : undefined) };
    expect(await toldOf(never)).toMatch(/^unavailable\/4/);
  });
  it('[Q.2] a failing get after a good create is a failing try', async () => {
    const once: PeerScript = { trouble: (step, nth) => (step === 'get' && nth === 1 ? refused(503).failure : undefined) };
    expect(await toldOf(once)).toBe('ok/2 at 920');
    const always: PeerScript = { trouble: (step) => (step === 'get' ? refused(503).failure : undefined) };
    const { told, outcome, peer } = await play(always);
    expect(told).toMatch(/^unavailable\/4/);
    expect([outcome.state, peer.tasks.length]).toEqual(['completed', 1]);
    expect(await toldOf(once, { channel: 'poll' })).toMatch(/^ok\/2/);
  });
  it('[Q.10] a task that was seen to fail has failed, fetched or not', async () => {
    const moves = [...HEALTHY_MOVES.slice(0, 1), { after: 100, state: 'failed' }] as const;
    const { told, outcome } = await play({ moves, trouble: (step) => (step === 'get' ? refused(503).failure : undefined) });
    expect(told).toMatch(/^failed\/4/);
    expect(outcome.artifactsComplete).toBe('no');
    const silent = await play({ moves, trouble: (step) => (step === 'get' ? 'silence' : undefined) });
    expect(silent.told).toBe('failed/1 at 32020');
  });
  it('[Q.1] an order that is refused is rejected, a card that cannot be read leaves no agent', async () => {
    expect(await toldOf({ trouble: (step) => (step === 'create' ? refused(422).failure : undefined) })).toBe('rejected/1 at 40');
    expect(await toldOf({ trouble: (step) => (step === 'card' ? refused(404).failure : undefined) })).toBe('unavailable/1 at 20');
    expect(await toldOf({ trouble: (step) => (step === 'card' ? refused(503).failure : undefined) })).toBe('unavailable/4 at 3580');
    expect(await toldOf({ trouble: (step) => (step === 'card' ? 'silence' : undefined) })).toBe('unavailable/1 at 30000');
    const shy: PeerScript = { trouble: (step) => (step === 'card' ? { ...refused(503).failure, retryAfterMs: 1e9 } : undefined) };
    expect(await toldOf(shy)).toBe('unavailable/1 at 20');
    expect(await toldOf({ trouble: (step) => (step === 'card' ? refused(503).failure : undefined) }, { deadlineMs: 300 })).toBe(
      'unavailable/1 at 300',
    );
    const forged: PeerScript = { trouble: (step) => (step === 'card' ? { kind: 'bad-signature', detail: 'forged' } : undefined) };
    expect(await toldOf(forged)).toBe('protocol_violation/1 at 20');
  });
  it('[Q.1] without a card to read the first request is the create', async () => {
    const known = { name: 'specialist', skills: [], heartbeat: false, signature: 'unsigned' } as const;
    const clock = new VirtualClock();
    const peer = new ScriptedPeer(clock);
    const ports = { now: clock.now, sleep: clock.sleep, fact: () => undefined };
    const outcome = await clock.run(delegateToPeer(peer, { ...ORDER, card: known }, CAREFUL_CLIENT, ports));
    expect(outcome).toMatchObject({ outcome: 'ok', card: known });
    expect([clock.now(), peer.calls[0]?.step]).toEqual([340, 'create']);
  });
});

describe('the deadline, whatever is under way', () => {
  it('[Q.4] during a create nothing is known that could be cancelled', async () => {
    const { told, outcome, peer } = await play({ trouble: (step) => (step === 'create' ? 'silence' : undefined) });
    expect(told).toBe('canceled_deadline/1 at 30020');
    expect(outcome).toMatchObject({ remote: 'unknown', note: expect.stringContaining('no task id') as string });
    expect(peer.calls.map(({ step }) => step)).toEqual(['card', 'create']);
  });
  it('[Q.4] during a pause', async () => {
    const failing: PeerScript = { trouble: (step) => (step === 'create' ? refused(503).failure : undefined) };
    expect(await toldOf(failing, { deadlineMs: 1_000 })).toBe('canceled_deadline/2 at 1020');
    const known: PeerScript = { moves: HEALTHY_MOVES.slice(0, 1), events: () => [seen('working'), { after: 10 }] };
    const { told, peer } = await play(known, { deadlineMs: 1_500 });
    expect(told).toMatch(/^canceled_deadline/);
    expect(peer.calls.at(-1)).toEqual({ at: 1_520, step: 'cancel' });
    expect(peer.tasks[0]?.state).toBe('canceled');
  });
  it('[Q.4] during a get: what completed is not cancelled, and its artifacts are awaited as an answer to a cancel would be', async () => {
    expect(await toldOf({}, { deadlineMs: 325 })).toBe('ok/1 at 360');
    const { told, outcome, peer } = await play({ trouble: (step) => (step === 'get' ? 'silence' : undefined) }, { deadlineMs: 325 });
    expect(told).toBe('canceled_deadline/1 at 2345');
    expect(outcome).toMatchObject({ state: 'completed', artifactsComplete: 'unknown' });
    expect(peer.calls.some(({ step }) => step === 'cancel')).toBe(false);
  });
  it('[Q.4] during polls, with a get under way', async () => {
    const moves = HEALTHY_MOVES.slice(0, 1);
    expect(await toldOf({ moves }, { channel: 'poll' })).toMatch(/^canceled_deadline\/1 at 300[24]/);
    const { told } = await play({ moves, trouble: (step) => (step === 'get' ? 'silence' : undefined) }, { channel: 'poll' });
    expect(told).toBe('canceled_deadline/1 at 30040');
  });
  it('[Q.8] a cancel that is refused because the task has ended leads to the task', async () => {
    const quiet = firstStream(seen('submitted'));
    const { told, outcome, facts } = await play(quiet, { deadlineMs: 1_000 });
    expect(told).toBe('ok/1 at 1060');
    expect(outcome).toMatchObject({ note: 'cancel lost the race', artifactsComplete: 'yes' });
    expect(facts.map(({ kind }) => kind)).toEqual(['late-completion', 'outcome-decided']);
  });
  it('[Q.8] a cancel that fails leaves the task unknown', async () => {
    const moves = HEALTHY_MOVES.slice(0, 1);
    const { told, outcome } = await play({ moves, trouble: (step) => (step === 'cancel' ? refused(503).failure : undefined) });
    expect(told).toBe('canceled_deadline/1 at 30040');
    expect(outcome).toMatchObject({ remote: 'unknown', note: 'the cancel failed: the peer answered 503' });
  });
  it('[Q.8] a failure that is seen after the cancel decides too', async () => {
    const moves = [...HEALTHY_MOVES.slice(0, 1), { after: 200, state: 'failed' }] as const;
    const { told, outcome } = await play({ moves }, { deadlineMs: 305 });
    expect(told).toBe('failed/1 at 360');
    expect(outcome.note).toBe('cancel lost the race');
  });
});

describe('hostile peers', () => {
  it('[Q.9] an endless stream ends here, even where no time passes', async () => {
    const endless = (peer: ScriptedPeer): PeerPort => ({
      ...portOf(peer),
      async *events(taskId) {
        for (let turn = 0; ; turn += 1) yield { ok: true, value: task(taskId, turn % 2 === 0 ? 'working' : 'input-required') };
      },
    });
    const { told, outcome } = await play({}, { answerInput: 'again' }, endless);
    expect(told).toMatch(/^protocol_violation\/1/);
    expect(outcome.why).toBe('more than 10000 events');
  });
  it('[Q.9] [Q.11] a task that asks for ever is answered so often and no more', async () => {
    const afterInput = [
      { after: 1, state: 'working' },
      { after: 1, state: 'input-required' },
    ] as const;
    const moves = [
      { after: 1, state: 'working' },
      { after: 1, state: 'input-required' },
    ] as const;
    const { told, peer } = await play({ moves, afterInput }, { answerInput: 'yes' });
    expect(told).toBe('canceled_deadline/1 at 30040');
    expect(peer.calls.filter(({ step }) => step === 'input')).toHaveLength(8);
  });
  it('[Q.9] an answer or an event about another task', async () => {
    const disguise = (step: string): PeerScript => ({ disguise: (shown, at) => (at === step ? { ...shown, taskId: 'task-9' } : shown) });
    expect(await toldOf(disguise('events'))).toBe('protocol_violation/1 at 60');
    expect(await toldOf(disguise('get'))).toBe('protocol_violation/1 at 360');
    expect(await toldOf(disguise('cancel'), { deadlineMs: 100 })).toBe('canceled_deadline/1 at 140');
    const { told, outcome } = await play(firstStream(seen('submitted'), seen('working', { taskId: 'task-9' })));
    expect(told).toBe('protocol_violation/1 at 80');
    expect(outcome.why).toContain('task-9');
  });
  it('[Q.9] a reference that finds another task than it made', async () => {
    let creates = 0;
    const changing: PeerScript = {
      ...firstStream({ after: 10 }),
      disguise: (shown, step) => (step === 'create' && (creates += 1) > 1 ? { ...shown, taskId: `task-${creates}` } : shown),
    };
    expect(await toldOf(changing)).toMatch(/^protocol_violation\/2/);
  });
  it('[Q.6] a peer that has forgotten its task and makes it anew is watched from the beginning', async () => {
    const forgetful = (peer: ScriptedPeer): PeerPort => ({
      ...portOf(peer),
      create: (order, signal) => peer.create({ skill: order.skill, parts: order.parts }, signal),
    });
    const { told, outcome } = await play(firstStream(seen('working'), { after: 10 }), {}, forgetful);
    expect([told.slice(0, 4), outcome.taskId]).toEqual(['ok/2', 'task-2']);
  });
  it('[Q.9] needs no timer for each of many events', async () => {
    const clock = new VirtualClock();
    let timers = 0;
    const sleep = (ms: number, signal: AbortSignal): Promise<void> => {
      timers += 1;
      return clock.sleep(ms, signal);
    };
    const events = Array.from({ length: 5_000 }, () => seen('working', { seq: 1 })).map((item) => ({ ...item, after: 0 }));
    const moves = [
      { after: 1, state: 'working' },
      { after: 1, state: 'completed' },
    ] as const;
    const peer = new ScriptedPeer(clock, { ...firstStream(...events, seen('completed', { seq: 2 })), moves });
    const ports = { now: clock.now, sleep, fact: () => undefined };
    expect(await clock.run(delegateToPeer(peer, ORDER, CAREFUL_CLIENT, ports))).toMatchObject({ outcome: 'ok' });
    expect(timers).toBeLessThan(10);
  });
  it('[Q.9] words of a failure without measure', async () => {
    const detail = 'x'.repeat(1_000_000);
    const { facts, outcome } = await play({
      trouble: (step) => (step === 'create' ? { ...refused(503, detail).failure, detail } : undefined),
    });
    expect(JSON.stringify(facts).length).toBeLessThan(4_000);
    expect(outcome.why.length).toBeLessThan(400);
  });
  it('[Q.9] artifacts without measure', async () => {
    const many = Array.from({ length: 1_001 }, (_, index) => ({ artifactId: `${index}`, name: '', description: '', parts: [] }));
    expect(await toldOf({ disguise: (shown, step) => (step === 'get' ? { ...shown, artifacts: many } : shown) })).toBe(
      'protocol_violation/1 at 360',
    );
  });
  it('[Q.6] an end that is taken back when the task is fetched', async () => {
    const disguise: PeerScript['disguise'] = (shown, step) => (step === 'get' ? { ...shown, state: 'working' } : shown);
    expect(await toldOf({ disguise })).toBe('protocol_violation/1 at 360');
    expect(await toldOf({ disguise: (shown, step) => (step === 'get' ? { ...shown, state: 'failed' } : shown) })).toBe(
      'protocol_violation/1 at 360',
    );
  });
  it('[Q.5] duplicates are dropped, a changed order is none', async () => {
    const [first, second, third] = [seen('submitted', { seq: 1 }), seen('working', { seq: 2 }), seen('completed', { seq: 3 })];
    const events = (...items: readonly StreamItem[]): PeerScript => ({
      ...firstStream(...items),
      moves: [
        { after: 10, state: 'working' },
        { after: 10, state: 'completed' },
      ],
    });
    expect(await toldOf(events(first, first, second, first, second, third))).toMatch(/^ok\/1/);
    expect(await toldOf(events(first, third, second))).toMatch(/^protocol_violation\/1/);
    expect(await toldOf(events(second, first, third))).toMatch(/^protocol_violation\/1/);
  });
  it('[Q.1] a task that the peer cancels by itself has failed', async () => {
    expect(await toldOf({ moves: [{ after: 100, state: 'canceled' }] })).toBe('failed/1 at 160');
  });
});

describe('whatever the peer does', () => {
  const settings = fc.record({
    kind: fc.constant('careful' as const),
    channel: fc.constantFrom('stream' as const, 'poll' as const),
    attempts: fc.integer({ min: 1, max: 5 }),
    deadlineMs: fc.constantFrom(1, 305, 5_000, 30_000),
    pollMs: fc.constantFrom(0, 100, 1_000),
    stallMs: fc.constantFrom(null, 1, 5_000),
    clientRef: fc.boolean(),
    answerInput: fc.constant('yes'),
  });
  it('[Q.1] [Q.9] one outcome comes, in time, after so many requests, and nothing is left open', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(5_000), { minLength: 5, maxLength: 60 }), settings, async (dice, chosen) => {
        const clock = new VirtualClock();
        const peer = new RandomPeer(clock, dice);
        const facts: Fact[] = [];
        let firstCreate: number | undefined;
        const ports = { now: clock.now, sleep: clock.sleep, fact: (fact: Fact) => facts.push(fact) };
        const port: PeerPort = {
          ...portOf(peer),
          create: (order, signal) => {
            firstCreate ??= clock.now();
            return peer.create(order, signal);
          },
        };
        const outcome = await clock.run(delegateToPeer(port, ORDER, { ...CAREFUL_CLIENT, ...chosen }, ports), 200_000);
        if (outcome === 'horizon') throw new Error('no outcome');
        expect(DELEGATION_OUTCOMES).toContain(outcome.outcome);
        expect(facts.filter(({ kind }) => kind === 'outcome-decided')).toHaveLength(1);
        expect(facts.at(-1)?.kind).toBe('outcome-decided');
        expect(outcome.attempts).toBeLessThanOrEqual(chosen.attempts);
        const bound = (firstCreate ?? 0) + chosen.deadlineMs + (firstCreate === undefined ? 0 : 2_000);
        expect(clock.now()).toBeLessThanOrEqual(bound);
        // Card, create, events, get and cancel for each try; eight inputs in all; and a poll each ten milliseconds at most.
        const polls = chosen.channel === 'poll' ? (chosen.deadlineMs + 2_000) / 10 + chosen.attempts : 0;
        expect(peer.calls).toBeLessThanOrEqual(chosen.attempts * 4 + 8 + 2 + polls);
        await clock.rest();
        expect([peer.open, clock.pendingTimers]).toEqual([0, 0]);
      }),
      { ...PROPERTY, numRuns: 300 },
    );
  });
  it('[Q.9] leaves no timer and no request behind', async () => {
    const { timers } = await play({});
    expect(timers).toBe(0);
  });
  it('[Q.9] listens no longer to a caller that lives on', async () => {
    const clock = new VirtualClock();
    const { signal } = new AbortController();
    const listeners = new Set<unknown>();
    signal.addEventListener = (_type: string, listener: unknown) => void listeners.add(listener);
    signal.removeEventListener = (_type: string, listener: unknown) => void listeners.delete(listener);
    const ports = { now: clock.now, sleep: clock.sleep, fact: () => undefined, signal };
    const peer = new ScriptedPeer(clock, {});
    expect(await clock.run(delegateToPeer(peer, ORDER, CAREFUL_CLIENT, ports))).toMatchObject({ outcome: 'ok' });
    expect(listeners.size).toBe(0);
  });
});

function task(taskId: string, state: PeerTask['state']): PeerTask {
  return { taskId, state, artifacts: [], messages: [] };
}

/** The methods of a peer as a plain object, for replacing some. */
function portOf(peer: PeerPort): PeerPort {
  return {
    card: (signal) => peer.card(signal),
    create: (order, signal) => peer.create(order, signal),
    events: (taskId, signal) => peer.events(taskId, signal),
    get: (taskId, signal) => peer.get(taskId, signal),
    input: (taskId, parts, signal) => peer.input(taskId, parts, signal),
    cancel: (taskId, signal) => peer.cancel(taskId, signal),
  };
}
