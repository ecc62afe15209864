// Cancels that nobody waits for: of a client that leaves it at that, and of one whose own caller has gone.

import { describe, expect, it } from 'vitest';
import type { Fact } from '../log/fact.ts';
import type { PeerOrder } from '../protocol/peer.ts';
import { HEALTHY_MOVES, ScriptedPeer } from '../testing/scripted-peer.ts';
import { VirtualClock } from '../testing/virtual-clock.ts';
import { CAREFUL_CLIENT, NAIVE_CLIENT } from './client-settings.ts';
import { delegateToPeer } from './peer-client.ts';

const ORDER: PeerOrder = { skill: 'statistics', parts: [{ kind: 'data', data: [1, 2, 3] }], clientRef: 'ref-1' };

describe('a task that is abandoned', () => {
  it('[Q.9] ends without an outcome when its own caller goes', async () => {
    for (const base of [CAREFUL_CLIENT, NAIVE_CLIENT]) {
      const clock = new VirtualClock();
      const caller = new AbortController();
      const facts: Fact[] = [];
      const ports = { now: clock.now, sleep: clock.sleep, fact: (fact: Fact) => facts.push(fact), signal: caller.signal };
      const peer = new ScriptedPeer(clock, { moves: [{ after: 100, state: 'rejected' }] });
      const going = clock.sleep(base === CAREFUL_CLIENT ? 100 : 5_000).then(() => caller.abort(new Error('gone')));
      await expect(clock.run(Promise.all([delegateToPeer(peer, ORDER, base, ports), going]))).rejects.toThrow('gone');
      expect(facts).toEqual([]);
      // The task's own move may still be to come; a task that has ended is not cancelled any more.
      const cancels = base === CAREFUL_CLIENT ? ['cancel'] : [];
      expect(peer.calls.filter(({ step }) => step === 'cancel').map(({ step }) => step)).toEqual(cancels);
      await clock.run(clock.sleep(HEALTHY_MOVES.length * 100));
      await clock.rest();
      expect(clock.pendingTimers).toBe(0);
    }
  });
  it('[Q.9] cancels the task of a caller that has gone, and hangs up where that is not answered', async () => {
    for (const trouble of [undefined, 'silence'] as const) {
      const clock = new VirtualClock();
      const caller = new AbortController();
      const ports = { now: clock.now, sleep: clock.sleep, fact: () => undefined, signal: caller.signal };
      const peer = new ScriptedPeer(clock, { trouble: (step) => (step === 'cancel' ? trouble : undefined) });
      const signals: AbortSignal[] = [];
      const cancel = peer.cancel.bind(peer);
      peer.cancel = (taskId, signal) => {
        signals.push(signal);
        return cancel(taskId, signal);
      };
      const going = clock.sleep(200).then(() => caller.abort(new Error('gone')));
      await expect(clock.run(Promise.all([delegateToPeer(peer, ORDER, CAREFUL_CLIENT, ports), going]))).rejects.toThrow('gone');
      expect(clock.now()).toBe(200);
      await clock.run(clock.sleep(2_000));
      expect(peer.tasks.map(({ state }) => state)).toEqual([trouble ? 'completed' : 'canceled']);
      expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
      await clock.rest();
      expect(clock.pendingTimers).toBe(0);
    }
  });
  it('[Q.9] hangs up a cancel that nobody waits for, where it is not answered', async () => {
    const clock = new VirtualClock();
    const peer = new ScriptedPeer(clock, {
      moves: HEALTHY_MOVES.slice(0, 1),
      trouble: (step) => (step === 'cancel' ? 'silence' : undefined),
    });
    const ports = { now: clock.now, sleep: clock.sleep, fact: () => undefined };
    const outcome = await clock.run(delegateToPeer(peer, ORDER, { ...NAIVE_CLIENT, deadlineMs: 500 }, ports));
    expect(outcome).toMatchObject({ outcome: 'canceled_deadline' });
    expect(clock.now()).toBe(520);
    await clock.run(clock.sleep(2_000));
    await clock.rest();
    expect(clock.pendingTimers).toBe(0);
  });
});
