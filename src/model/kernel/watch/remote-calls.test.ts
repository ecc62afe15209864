import { describe, expect, it } from 'vitest';
import { VirtualClock } from '../../testing/virtual-clock.ts';
import { askOften } from './remote-calls.ts';
import type { RemoteAnswer } from './stand-in-ports.ts';

const RULE = { attempts: 3, limitMs: 30_000 };
const FAILED = { ok: false, failure: { errorType: 'ServerError' } } as const;

describe('asking a remote agent', () => {
  it('[W.12] asks no more once it is hung up between two tries', async () => {
    const clock = new VirtualClock();
    const hangUp = new AbortController();
    let asked = 0;
    const ask = async (): Promise<RemoteAnswer<string>> => {
      asked += 1;
      return FAILED;
    };
    const answer = askOften(clock, RULE, ask, hangUp.signal);
    await clock.advanceTo(500);
    expect([asked, clock.pendingTimers]).toEqual([1, 1]);
    hangUp.abort();
    expect(await answer).toEqual(FAILED);
    await clock.advanceTo(60_000);
    expect([asked, clock.pendingTimers]).toEqual([1, 0]);
  });

  it('[W.12] does not take a clock that fails for a pause', async () => {
    const clock = new VirtualClock();
    let asked = 0;
    const broken = {
      now: clock.now,
      sleep: (ms: number, signal: AbortSignal) => (ms === 1_000 ? Promise.reject(new Error('no time')) : clock.sleep(ms, signal)),
    };
    const ask = async (): Promise<RemoteAnswer<string>> => {
      asked += 1;
      return FAILED;
    };
    await expect(askOften(broken, RULE, ask, new AbortController().signal)).rejects.toThrow('no time');
    expect(asked).toBe(1);
  });
});
