import { describe, expect, it } from 'vitest';
import { parkedWith, WatchBench } from '../../testing/watch-bench.ts';

const OURS = 'https://host.example/a2a/push/task-1';
const REGISTERED = [
  { configId: 'config-7', url: OURS },
  { configId: 'config-8', url: 'https://host.example/a2a/push/task-2' },
  { configId: 'config-9', url: 'https://other.example/a2a/push/task-1' },
];
const done = { ok: true, value: undefined } as const;

async function registering(): Promise<WatchBench> {
  const bench = new WatchBench();
  await bench.open(parkedWith(null));
  bench.registered = REGISTERED;
  return bench;
}
const deleted = (bench: WatchBench): string[] => bench.begun('delete').map(({ detail }) => detail);

describe('[W.25] a registration whose answer never came', () => {
  it('is looked for after a crash, and deleted by its address alone', async () => {
    const bench = await registering();
    bench.kill();
    await bench.open(parkedWith(null));
    await bench.clock.rest();
    expect(bench.moment).toMatchObject({ state: 'listening', standIn: { hasLostRegistration: true, watch: { mode: 'follow' } } });
    expect(deleted(bench)).toEqual(['config-7']);
  });

  it('is looked for when its time is over, and again on the way out', async () => {
    const bench = await registering();
    await bench.clock.advanceTo(30_000);
    await bench.clock.rest();
    expect(deleted(bench)).toEqual(['config-7']);
    await bench.answer('delete', { ok: false, failure: { errorType: 'ServerError' } });
    expect(bench.factsOf('push-deletion-failed')).toMatchObject([{ errorType: 'ServerError', taskId: 'remote-1' }]);
    await bench.standIn.roll();
    await bench.standIn.cancel();
    await bench.clock.rest();
    expect(bench.end).toMatchObject({ state: 'canceled' });
    expect(deleted(bench)).toEqual(['config-7', 'config-7']);
    await bench.answer('delete', done);
  });

  it('is looked for when the answer was lost, could not be read or brought no id: nobody said that nothing was taken', async () => {
    for (const errorType of ['CallLost', 'WrongAnswer', 'InvalidAgentResponse']) {
      const bench = await registering();
      await bench.answer('register', { ok: false, failure: { errorType } });
      expect(bench.moment.standIn.watch, errorType).toEqual({ mode: 'follow' });
      expect(deleted(bench), errorType).toEqual(['config-7']);
    }
    const thrown = await registering();
    await thrown.throwAt('register', new Error('reset'));
    expect(deleted(thrown)).toEqual(['config-7']);
  });

  it('is not looked for where the agent refused, or where nothing was lost', async () => {
    const refused = await registering();
    await refused.answer('register', { ok: false, failure: { errorType: 'Unsupported', isRefused: true } });
    await refused.standIn.cancel();
    await refused.clock.rest();
    expect(refused.end).toMatchObject({ state: 'canceled' });
    expect(deleted(refused)).toEqual([]);
    const taken = await registering();
    await taken.answer('register', { ok: true, value: 'config-7' });
    taken.kill();
    await taken.open(parkedWith(null));
    await taken.answer('fetch', { ok: true, value: { state: 'input-required' } });
    await taken.standIn.cancel();
    await taken.clock.rest();
    expect(deleted(taken)).toEqual(['config-7']);
    await taken.answer('delete', done);
    expect(taken.end).toMatchObject({ state: 'canceled' });
  });
});
