import { describe, expect, it } from 'vitest';
import { KNOWN_TEXT, parkedWith, REMOTE_TASK, RIGHT_TOKEN, WatchBench } from '../../testing/watch-bench.ts';
import { STAND_IN_STATES } from '../../log/watch-fact.ts';
import type { TaskState } from '../../protocol/task.ts';
import { tokenDigest } from './push-token.ts';
import { beginStandIn, moveStandIn, standInOf } from './stand-in.ts';
import type { StandInEvent } from './stand-in-event.ts';
import { standInMachine } from './stand-in-machine.ts';

const SECOND = 1_000;
const unchanged = { ok: true, value: { state: 'input-required', text: KNOWN_TEXT } } as const;

async function parked(mode: 'push' | 'follow' | 'off' | null, prepare: (bench: WatchBench) => void = () => undefined): Promise<WatchBench> {
  const bench = new WatchBench();
  prepare(bench);
  await bench.open(parkedWith(mode));
  return bench;
}

async function ring(bench: WatchBench, claimed: TaskState | null): Promise<boolean> {
  const isAccepted = await bench.standIn.present({ tokenDigest: tokenDigest(RIGHT_TOKEN), remoteTaskId: REMOTE_TASK, claimed });
  await bench.clock.rest();
  return isAccepted;
}

describe('the stand-in', () => {
  it('[W.20] names every state of its machine', () => {
    const names = (node: { states: Record<string, unknown> }): string[] =>
      Object.entries(node.states).flatMap(([name, child]) => {
        const inner = names(child as { states: Record<string, unknown> });
        return inner.length > 0 ? inner : [name];
      });
    const passing = new Set(['beginning', 'deciding']);
    expect(names(standInMachine).filter((name) => !passing.has(name))).toEqual([
      'turn',
      'choosing',
      'armed',
      'fetching',
      'rechecking',
      'listening',
      'pausing',
      'resting',
      'unheard',
      'rolling',
      'closing',
      'ended',
    ]);
    expect(STAND_IN_STATES).toHaveLength(12);
  });

  it('[W.20] takes no answer to a call that it no longer waits for', () => {
    const first = parkedWith('push');
    const { moment } = beginStandIn(first);
    const stale: StandInEvent = { kind: 'task-fetched', at: 1, call: 77, turn: { state: 'completed', text: null } };
    expect(moveStandIn(moment, stale)).toBeUndefined();
    expect(moveStandIn(moment, { kind: 'wait-over', at: 1, timer: 5 })).toBeUndefined();
  });

  it('[W.20] is nothing where no history begins', () => {
    expect(standInOf([])).toBeUndefined();
    expect(standInOf([{ kind: 'cancel-received', at: 0 }])).toBeUndefined();
  });

  it('[W.1] goes through a turn, parks, and registers once, however often it parks', async () => {
    const bench = new WatchBench();
    bench.autoRegister = true;
    const { standIn, agent, participant, followIntervalMs } = parkedWith(null);
    await bench.open({
      kind: 'stand-in-begun',
      at: 0,
      standIn,
      agent,
      participant,
      followIntervalMs,
      reply: { replyId: 'reply-0', text: 'Screen' },
    });
    const answered = { ok: true, value: { remoteTaskId: REMOTE_TASK, status: { state: 'input-required', text: KNOWN_TEXT } } } as const;
    await bench.answer('turn', answered);
    await bench.answer('fetch', unchanged);
    expect(bench.moment.state).toBe('armed');
    expect(bench.journal.filter((what) => ['parked', 'register', 'registered', 'watch-changed', 'fetch'].includes(what))).toEqual([
      'parked',
      'register',
      'registered',
      'watch-changed',
      'fetch',
    ]);
    await bench.standIn.reply({ replyId: 'reply-1', text: 'UAE lists' });
    await bench.answer('turn', answered);
    expect(bench.moment.state).toBe('armed');
    expect(bench.begun('register')).toHaveLength(1);
    expect(bench.begun('fetch')).toHaveLength(1);
    expect(bench.begun('turn').map(({ detail }) => detail)).toEqual(['reply-0', 'reply-1']);
  });

  it('[W.3] follows where the registration does not answer in its time', async () => {
    const bench = await parked(null);
    await bench.clock.advanceTo(30 * SECOND);
    await bench.clock.rest();
    expect(bench.moment.standIn.watch).toEqual({ mode: 'follow' });
    expect(bench.factsOf('registration-failed')[0]).toMatchObject({ agent: 'specialist', errorType: 'TimedOut' });
    expect(bench.begun('register')).toHaveLength(1);
  });

  it('[W.3] writes down the type of an error and nothing that it says', async () => {
    const bench = await parked(null);
    await bench.throwAt('register', new RangeError(`could not post ${bench.tokens[0] ?? ''}`));
    expect(bench.factsOf('registration-failed')[0]).toMatchObject({ errorType: 'RangeError' });
    expect(JSON.stringify([bench.facts, bench.history])).not.toContain(bench.tokens[0]);
  });

  it('[W.12] looks three times outside pushes, and once for a push', async () => {
    const failed = { ok: false, failure: { errorType: 'ServerError' } } as const;
    const bench = await parked(null, (each) => (each.autoRegister = true));
    for (const after of [0, 1, 2]) {
      await bench.clock.advanceTo(after * SECOND);
      await bench.clock.rest();
      await bench.answer('fetch', failed);
    }
    expect(bench.begun('fetch')).toHaveLength(3);
    expect(bench.moment.state).toBe('armed');
    const rung = await parked('push');
    await ring(rung, 'canceled');
    await rung.answer('fetch', failed);
    expect(rung.begun('fetch')).toHaveLength(1);
    expect(rung.moment.state).toBe('rechecking');
    expect(rung.moment.standIn.last?.state).toBe('input-required');
  });

  it('[W.9] looks again for a push that came while it was looking, and for its claim alone', async () => {
    const bench = await parked('push');
    await ring(bench, 'canceled');
    await ring(bench, 'input-required');
    expect(bench.begun('fetch')).toHaveLength(1);
    await bench.answer('fetch', unchanged);
    expect(bench.begun('fetch')).toHaveLength(2);
    await bench.answer('fetch', unchanged);
    expect(bench.moment.state).toBe('armed');
    expect(bench.factsOf('recheck-waiting')).toEqual([]);
  });

  it('[W.7] hears a push that comes during a turn once the turn is over', async () => {
    const bench = await parked('push');
    await bench.standIn.reply({ replyId: 'reply-1', text: 'UAE lists' });
    expect(await ring(bench, 'working')).toBe(true);
    expect(bench.begun('fetch')).toHaveLength(0);
    await bench.answer('turn', { ok: true, value: { remoteTaskId: REMOTE_TASK, status: { state: 'input-required', text: KNOWN_TEXT } } });
    expect(bench.begun('fetch')).toHaveLength(1);
  });

  it('[W.13] closes for a cancel before the registration has answered, and deletes what it made', async () => {
    const bench = await parked(null);
    await bench.standIn.cancel();
    expect(await ring(bench, 'working')).toBe(false);
    await bench.answer('register', { ok: true, value: 'config-9' });
    expect(bench.waiting('delete').map(({ detail }) => detail)).toEqual(['config-9']);
    expect(bench.journal.indexOf('stand-in-closed')).toBeLessThan(bench.journal.indexOf('delete'));
    await bench.answer('delete', { ok: true, value: undefined });
    expect(bench.end).toEqual({ state: 'canceled', text: KNOWN_TEXT });
    expect(bench.begun('cancel')).toHaveLength(1);
  });

  it('[W.14] rolls at its bound, keeps the watch, and does not forget a claim that is open', async () => {
    const bench = await parked('push', (each) => (each.historyBound = 6));
    await ring(bench, 'canceled');
    await bench.standIn.roll();
    expect(bench.factsOf('history-rolled')).toEqual([]);
    for (const at of [0, 1, 3, 7]) {
      await bench.clock.advanceTo(at * SECOND);
      await bench.clock.rest();
      await bench.answer('fetch', unchanged);
    }
    expect(bench.factsOf('history-rolled')).toHaveLength(1);
    expect(bench.history).toHaveLength(1);
    expect(bench.moment.standIn).toMatchObject({ remoteTaskId: REMOTE_TASK, watch: { mode: 'push' }, last: { state: 'input-required' } });
    expect(await ring(bench, 'working')).toBe(true);
  });

  it('[W.20] keeps a history short whatever happens: a refused push and a timer that was woken leave no entry', async () => {
    const bench = await parked('push');
    const { length } = bench.history;
    for (let each = 0; each < 100; each += 1) {
      await bench.standIn.present({ tokenDigest: tokenDigest(`no-${each}`), remoteTaskId: REMOTE_TASK, claimed: 'completed' });
    }
    expect(bench.history).toHaveLength(length);
    expect(bench.begun('fetch')).toHaveLength(0);
  });

  it('[W.15] ends a follow after its window, and begins another one', async () => {
    const bench = await parked('follow');
    await bench.clock.advanceTo(600 * SECOND);
    await bench.clock.rest();
    expect(bench.factsOf('follow-ended').map(({ why, at }) => [why, at / SECOND])).toEqual([['window', 600]]);
    expect(bench.begun('subscribe')).toHaveLength(2);
    expect(bench.waiting('subscribe')).toHaveLength(1);
    expect(bench.clock.pendingTimers).toBe(2);
  });

  it('[W.16] does not spin on a text that changes only in what is cut out of it', async () => {
    const bench = await parked('follow');
    for (let each = 1; each <= 50; each += 1) await bench.say({ state: 'input-required', text: `${KNOWN_TEXT} secret-${each}` });
    expect(bench.history).toHaveLength(1);
    expect(bench.begun('subscribe')).toHaveLength(1);
    await bench.say({ state: 'working', text: KNOWN_TEXT });
    expect(bench.rows.get(1)).toMatchObject({ turn: { state: 'working' }, isNote: false });
  });

  it('[W.17] takes the same reply once', async () => {
    const bench = await parked('off');
    const reply = { replyId: 'reply-1', text: 'UAE lists' };
    expect(await bench.standIn.reply(reply)).toBe(true);
    expect(await bench.standIn.reply(reply)).toBe(true);
    expect(bench.begun('turn')).toHaveLength(1);
    expect(bench.moment.standIn.replies).toEqual([]);
  });

  it('[W.22] stops, and says why, where its storage fails', async () => {
    const bench = await parked('push');
    bench.history.push = () => {
      throw new Error('the disk is full');
    };
    expect(await ring(bench, 'working')).toBe(false);
    expect(bench.broken).toEqual(new Error('the disk is full'));
    expect(bench.begun('fetch')).toHaveLength(0);
  });
});
