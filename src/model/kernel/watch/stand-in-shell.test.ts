import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { parkedWith, REMOTE_TASK, RIGHT_TOKEN } from '../../testing/watch-bench.ts';
import { VirtualClock } from '../../testing/virtual-clock.ts';
import { tokenDigest } from './push-token.ts';
import type { StandInEvent } from './stand-in-event.ts';
import type { RemoteAnswer, StandInPorts } from './stand-in-ports.ts';
import { openStandIn } from './stand-in-shell.ts';

/** A remote agent that does whatever it is asked at once, and the kinds of what was saved. */
function stage(signal: AbortSignal) {
  const clock = new VirtualClock();
  const saved: StandInEvent['kind'][] = [];
  const save = async ({ kind }: StandInEvent): Promise<void> => void saved.push(kind);
  const done = async (): Promise<RemoteAnswer<undefined>> => ({ ok: true, value: undefined });
  const status = { state: 'input-required' } as const;
  const ports: StandInPorts = {
    signal,
    clock,
    scrub: (text) => text,
    fact: () => undefined,
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
    },
  };
  return { clock, saved, standIn: openStandIn(parkedWith('push'), ports) };
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
});
