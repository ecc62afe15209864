import { describe, expect, it } from 'vitest';
import { countedSlices } from '../testing/slice-ports.ts';
import { createEngine } from './engine.ts';

const ids = (task: number) => ({ taskId: `t-${task}`, contextId: `c-${task}` });
const event = (task: number, state: string): string =>
  `${JSON.stringify({ jsonrpc: '2.0', id: task, result: { kind: 'status-update', ...ids(task), status: { state }, final: state === 'completed' } })}\n`;
/** A task that leaves its ending, on every tenth. */
const trace = (from: number, to: number): string => {
  let text = '';
  for (let task = from; task < to; task += 1) {
    text += event(task, 'working') + event(task, 'completed');
    if (task % 10 === 0) text += event(task, 'working');
  }
  return text;
};

describe('findings while a log is read', () => {
  it('[J.2] are those of a while ago in a long log, and all of them at its end', async () => {
    const engine = createEngine(countedSlices(10_000));
    const log = engine.begin({ name: 'growing' });
    const ask = { from: 0, count: 1 } as const;
    const whenRead = async (rows: number): Promise<void> => {
      while (engine.query(log, 'summary', {}).rowCount < rows) await new Promise((resolve) => setImmediate(resolve));
    };
    engine.append(log, trace(0, 1_500));
    await whenRead(3_100);
    const early = engine.query(log, 'findings', ask);
    expect(early.total).toBeGreaterThanOrEqual(150);
    engine.append(log, trace(1_500, 2_000));
    await whenRead(4_150);
    expect(engine.query(log, 'findings', ask).total).toBe(early.total);
    engine.append(log, trace(2_000, 4_000));
    await whenRead(8_350);
    const later = engine.query(log, 'findings', ask);
    expect(later.total).toBeGreaterThanOrEqual(early.total + 250);
    engine.append(log, trace(4_000, 4_500));
    engine.finish(log);
    await engine.settled(log);
    expect(engine.query(log, 'findings', ask).total).toBeGreaterThanOrEqual(later.total + 50);
  });

  it('[J.2] are judged rule by rule when all is read, with answers in between; whoever cancels then has all that was read', async () => {
    const engine = createEngine(countedSlices(1));
    const pauses = new Map<number, number>();
    engine.subscribe((log) => {
      const { reading, read, length, rowCount } = engine.query(log, 'summary', {});
      if (reading !== 'reading' || read < length || rowCount < 250) return;
      pauses.set(log, (pauses.get(log) ?? 0) + 1);
      if (log === canceled) engine.cancel(log);
    });
    const whole = engine.open(trace(0, 120), { name: 'whole' });
    const canceled = engine.open(trace(0, 120), { name: 'canceled' });
    const [one, other] = await Promise.all([engine.settled(whole), engine.settled(canceled)]);
    expect([one.reading, other.reading, other.unreadLength]).toEqual(['read', 'read', 0]);
    expect(pauses.get(whole)).toBeGreaterThan(10);
    expect(pauses.get(canceled)).toBe(1);
    const ask = { from: 0, count: 1 } as const;
    expect(engine.query(canceled, 'findings', ask).total).toBe(engine.query(whole, 'findings', ask).total);
  });
});
