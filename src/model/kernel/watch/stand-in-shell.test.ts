import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { parkedWith, REMOTE_TASK, RIGHT_TOKEN, WatchBench } from '../../testing/watch-bench.ts';
import { VirtualClock } from '../../testing/virtual-clock.ts';
import { tokenDigest } from './push-token.ts';
import type { WatchFact } from '../../log/watch-fact.ts';
import type { StandInEvent } from './stand-in-event.ts';
import type { RemoteAnswer, StandInPorts } from './stand-in-ports.ts';
import { openStandIn } from './stand-in-shell.ts';

/** A remote agent that does whatever it is asked at once, but for what is given; and what was saved and told, in order. */
function stage(signal: AbortSignal, given: Partial<StandInPorts['remote']> = {}, mode: 'push' | 'follow' | null = 'push') {
  const clock = new VirtualClock();
  const saved: StandInEvent['kind'][] = [];
  const facts: WatchFact[] = [];
  const save = async ({ kind }: StandInEvent): Promise<void> => void saved.push(kind);
  const done = async (): Promise<RemoteAnswer<undefined>> => ({ ok: true, value: undefined });
  const status = { state: 'input-required' } as const;
  const ports: StandInPorts = {
    signal,
    clock,
    scrub: (text) => text,
    fact: (fact) => void facts.push(fact),
    random: (count) => new Uint8Array(count),
    parent: { tell: async () => 'heard' },
    storage: { load: async () => [], append: save, replace: save },
    remote: {
      situation: async () => ({ updates: 'auto', isRemoteAgent: true, cardOffersPush: true, baseUrl: 'https://host.example' }),
      turn: async () => ({ ok: true, value: { remoteTaskId: REMOTE_TASK, status } }),
      register: async () => ({ ok: true, value: 'config-1' }),
      fetch: async () => ({ ok: true, value: status }),
      subscribe: done,
      deleteRegistration: done,
      cancel: done,
      ...given,
    },
  };
  return { clock, saved, facts, ports, standIn: openStandIn(parkedWith(mode), ports) };
}

describe('the worker of a stand-in', () => {
  it('[W.22] does nothing where it is dead before it begins', async () => {
    const { clock, saved, standIn } = stage(AbortSignal.abort());
    await clock.rest();
    expect(await standIn.present({ tokenDigest: tokenDigest(RIGHT_TOKEN), remoteTaskId: REMOTE_TASK, claimed: null })).toBe(false);
    expect([saved, standIn.moment]).toEqual([[], undefined]);
  });

  it('[W.22] lets go of its signal when the stand-in has ended', async () => {
    const { signal } = new AbortController();
    const { saved, standIn } = stage(signal);
    expect(getEventListeners(signal, 'abort')).toHaveLength(1);
    await standIn.cancel();
    expect(await standIn.ended).toMatchObject({ state: 'canceled' });
    expect(saved).toEqual(['stand-in-resumed', 'cancel-received', 'push-deleted']);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it('[W.6] refuses a push at once, whatever the stand-in is at', async () => {
    const bench = new WatchBench();
    await bench.open(parkedWith('push'));
    // The parent does not answer, and everything else waits for it.
    const right = { tokenDigest: tokenDigest(RIGHT_TOKEN), remoteTaskId: REMOTE_TASK, claimed: null };
    await bench.standIn.present(right);
    bench.onStep = (step) => step === 'told';
    await bench.answer('fetch', { ok: true, value: { state: 'working', text: 'On it' } });
    expect(bench.isKilled).toBe(true);
    const waits = Symbol('it waits');
    const answered = (push: typeof right): Promise<unknown> =>
      Promise.race([bench.standIn.present(push), new Promise((resolve) => setImmediate(resolve, waits))]);
    expect(await answered({ ...right, tokenDigest: tokenDigest('forged') })).toBe(false);
    expect(await answered({ ...right, remoteTaskId: 'remote-2' })).toBe(false);
    expect(await answered(right)).toBe(waits);
  });

  it('[W.14] rolls once a move and no more, however short a history may be', async () => {
    for (const bound of [0, 1, 2]) {
      const bench = new WatchBench();
      bench.historyBound = bound;
      let steps = 0;
      bench.onStep = () => (steps += 1) > 200;
      await bench.open(parkedWith('push'));
      await bench.standIn.present({ tokenDigest: tokenDigest(RIGHT_TOKEN), remoteTaskId: REMOTE_TASK, claimed: null });
      await bench.answer('fetch', { ok: true, value: { state: 'working', text: 'On it' } });
      expect(bench.isKilled, `a bound of ${bound}`).toBe(false);
      expect(bench.factsOf('history-rolled'), `a bound of ${bound}`).toHaveLength(1);
      expect(bench.moment).toMatchObject({ state: 'armed', standIn: { last: { state: 'working' } } });
    }
  });

  it('[W.23] says what an event led to while it is being saved, and does what it asks for once it is kept', async () => {
    const order: string[] = [];
    const { clock, ports, facts } = stage(AbortSignal.abort());
    let kept: () => void = () => undefined;
    const standIn = openStandIn(parkedWith('push'), {
      ...ports,
      signal: new AbortController().signal,
      fact: ({ kind }) => void order.push(kind),
      storage: {
        ...ports.storage,
        append: ({ kind }) => {
          order.push(`save ${kind}`);
          return kind === 'push-accepted' ? new Promise((resolve) => (kept = resolve)) : Promise.resolve();
        },
      },
      remote: {
        ...ports.remote,
        fetch: () => {
          order.push('fetch');
          return new Promise(() => undefined);
        },
      },
    });
    await clock.rest();
    order.length = 0;
    const isAccepted = standIn.present({ tokenDigest: tokenDigest(RIGHT_TOKEN), remoteTaskId: REMOTE_TASK, claimed: null });
    await clock.rest();
    expect(order).toEqual(['save push-accepted', 'stand-in-moved', 'push-accepted']);
    kept();
    expect(await isAccepted).toBe(true);
    expect(order.slice(3)).toEqual(['fetch']);
    expect(facts).toEqual([]);
  });

  it('[W.12] lets a cancel through within a heartbeat where a subscription does not hear that it is hung up', async () => {
    const deaf = (): Promise<never> => new Promise(() => undefined);
    const { clock, saved, standIn } = stage(new AbortController().signal, { subscribe: deaf }, 'follow');
    await clock.advanceTo(300_000);
    void standIn.cancel();
    await clock.advanceTo(301_000);
    expect(await standIn.ended).toMatchObject({ state: 'canceled' });
    expect(saved).toEqual(['stand-in-resumed', 'cancel-received']);
    await clock.advanceTo(302_000);
    expect(clock.pendingTimers).toBe(0);
  });

  it('[W.12] lets go of a deaf subscription when its window is over, and begins another', async () => {
    let begun = 0;
    const deaf = (): Promise<never> => {
      begun += 1;
      return new Promise(() => undefined);
    };
    const { clock, facts } = stage(new AbortController().signal, { subscribe: deaf }, 'follow');
    await clock.advanceTo(601_000);
    expect(facts.filter(({ kind }) => kind === 'follow-ended')).toMatchObject([{ why: 'window' }]);
    expect(begun).toBe(2);
  });

  it('[W.12] follows where nobody says in its time what there is to choose by', async () => {
    const { clock, facts, standIn } = stage(
      new AbortController().signal,
      { situation: () => new Promise(() => undefined), subscribe: () => new Promise(() => undefined) },
      null,
    );
    await clock.advanceTo(29_999);
    expect(standIn.moment?.state).toBe('choosing');
    await clock.advanceTo(30_001);
    expect(standIn.moment?.state).toBe('listening');
    expect(facts.find(({ kind }) => kind === 'registration-failed')).toMatchObject({ errorType: 'TimedOut' });
  });
});
