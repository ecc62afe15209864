// Which rows pass: by the columns, by what findings point at, by how long an exchange took, and by what a search has met.

import { describe, expect, it } from 'vitest';
import { createEngine } from '../engine/engine.ts';
import type { Engine, LogId } from '../engine/query.ts';
import { Log } from '../log/log.ts';
import { GivenText } from '../log/given-text.ts';
import type { RowDraft } from '../log/row.ts';
import { countedSlices } from '../testing/slice-ports.ts';
import { NOTHING_BESIDE } from './row-filter.ts';
import { projectNeighbour, projectRows } from './row-view.ts';

const START = Date.UTC(2026, 10, 29, 23, 58);
const row = (more: Partial<RowDraft>): RowDraft => ({
  kind: 'status-update',
  channel: 'stream',
  source: 0,
  from: 0,
  to: 1,
  path: 'json',
  provenance: 'received',
  ...more,
});
const ROWS: readonly RowDraft[] = [
  row({ kind: 'message-sent', channel: 'send', agent: 'alpha', peer: 'beta', exchange: 1, time: START, label: 'message/send' }),
  row({
    kind: 'call-settled',
    channel: 'send',
    agent: 'beta',
    peer: 'alpha',
    exchange: 1,
    taskId: 't-1',
    state: 'input-required',
    time: START + 500,
  }),
  row({ kind: 'message-sent', channel: 'send', agent: 'alpha', peer: 'gamma', exchange: 2, time: START + 60_000, label: 'message/stream' }),
  row({ agent: 'gamma', taskId: 't-2', state: 'working', exchange: 2, time: START + 61_000 }),
  row({ agent: 'gamma', taskId: 't-2', state: 'failed', exchange: 2, time: START + 64_000, failed: true, label: 'error -32001' }),
  row({ kind: 'push-received', channel: 'push', taskId: 't-2', state: 'failed', time: START + 180_000 }),
  row({ kind: 'record-unreadable', channel: 'none', failed: true }),
];

function logOf(rows: readonly RowDraft[]): Log {
  const log = new Log();
  const text = new GivenText('given');
  text.append('x');
  log.addSource(text);
  for (const each of rows) log.append(each);
  return log;
}
const LOG = logOf(ROWS);
const passing = (find: string, log = LOG) => projectRows(log, { from: 0, count: 100, filter: { find } }).rows.map(({ seq }) => seq);

describe('filters of rows', () => {
  it('[P.3] asks columns, all conditions at once', () => {
    expect(passing('task:T-2')).toEqual([3, 4, 5]);
    expect(passing('task:t-2 channel:stream')).toEqual([3, 4]);
    expect(passing('-task:t-2')).toEqual([0, 1, 2, 6]);
    expect(passing('state:input')).toEqual([1]);
    expect(passing('state:working,failed -channel:push')).toEqual([3, 4]);
    expect(passing('agent:gamma')).toEqual([2, 3, 4]);
    expect(passing('kind:message-sent label:stream')).toEqual([2]);
    expect(passing('exchange:1')).toEqual([0, 1]);
    expect(passing('failed:yes')).toEqual([4, 6]);
    expect(passing('failed:no -exchange:1,2')).toEqual([5]);
  });

  it('[P.3] looks for words in every column, all of them', () => {
    expect(passing('MESSAGE')).toEqual([0, 2]);
    expect(passing('message gamma')).toEqual([2]);
    expect(passing('message -gamma')).toEqual([0]);
    expect(passing('"error -32001"')).toEqual([4]);
  });

  it('[P.3] asks times of the day that the log begins on, and of the next where it goes on', () => {
    expect(passing('time:23:58')).toEqual([0, 1]);
    expect(passing('time:>23:58:30')).toEqual([2, 3, 4, 5]);
    expect(passing('time:<=23:59')).toEqual([0, 1, 2]);
    expect(passing('time:23:58:00.5..23:59:01')).toEqual([1, 2, 3]);
    expect(passing('time:00:01')).toEqual([5]);
    expect(passing('time:2026-11-29T23:59:04Z')).toEqual([4]);
    expect(passing('time:2026-11-30T00:59+01:00..')).toEqual([2, 3, 4, 5]);
    expect(passing('time:2026-11-30')).toEqual([5]);
    expect(passing('time:>60s')).toEqual([3, 4, 5]);
    expect(passing('-time:2026-11-29')).toEqual([5, 6]);
  });

  it('[P.3] asks how long an exchange took, from its first row to its last', () => {
    expect(passing('duration:>2s')).toEqual([2, 3, 4]);
    expect(passing('duration:<=500ms')).toEqual([0, 1]);
    expect(passing('duration:500ms')).toEqual([0, 1]);
    expect(passing('duration:1s..5s kind:message')).toEqual([2]);
    expect(passing('-duration:>0s')).toEqual([5, 6]);
  });

  it('[P.1] passes the same rows while a log grows as when it is whole', () => {
    const finds = ['duration:>2s', 'time:>23:58:30', 'state:failed', '-task:t-2', 'gamma', 'time:00:01'];
    const log = logOf(ROWS.slice(0, 1));
    for (const [at, each] of ROWS.entries()) {
      if (at > 0) log.append(each);
      const whole = logOf(ROWS.slice(0, at + 1));
      for (const find of finds) expect(passing(find, log), `${find} at ${at}`).toEqual(passing(find, whole));
    }
  });

  it('[P.3] passes what a search has met beside what the columns say, each once and in order', () => {
    const beside = { ...NOTHING_BESIDE, hits: (text: string) => (text === 'gamma' ? [5, 3, 0] : []) };
    const ask = (find: string) => projectRows(LOG, { from: 0, count: 100, filter: { find } }, beside);
    expect(ask('gamma')).toMatchObject({ total: 5, inText: 2, rows: [{ seq: 0 }, { seq: 2 }, { seq: 3 }, { seq: 4 }, { seq: 5 }] });
    expect(ask('gamma channel:push').rows.map(({ seq }) => seq)).toEqual([5]);
    expect(ask('-gamma')).toMatchObject({ total: 4 });
    expect(projectNeighbour(LOG, { seq: 4, step: 1, filter: { find: 'gamma' } }, beside)).toBe(5);
  });

  it('[P.3] asks nothing where a text holds no condition', () => {
    expect(projectRows(LOG, { from: 0, count: 1, filter: { find: '   ' } })).toMatchObject({ total: ROWS.length });
    expect(projectRows(LOG, { from: 0, count: 1, filter: { find: 'colour:red' } })).toMatchObject({ total: ROWS.length });
  });
});

describe('filters of a log that the engine holds', () => {
  const status = (state: string, final: boolean) =>
    `${JSON.stringify({ jsonrpc: '2.0', id: 1, result: { kind: 'status-update', taskId: 't-1', contextId: 'c', status: { state, message: { kind: 'message', messageId: 'm', role: 'agent', parts: [{ kind: 'text', text: `an albatross is ${state}` }] } }, final } })}\n`;
  const open = async (): Promise<{ engine: Engine; log: LogId }> => {
    const engine = createEngine(countedSlices(5));
    const log = engine.open(status('working', false) + status('completed', true) + status('working', false), { name: 'x' });
    await engine.settled(log);
    return { engine, log };
  };
  const seqs = (engine: Engine, log: LogId, filter: object) =>
    engine.query(log, 'rows', { from: 0, count: 10, filter }).rows.map(({ seq }) => seq);

  it('[P.3] asks findings by rule and severity, without the rules that are switched off', async () => {
    const { engine, log } = await open();
    const { findings } = engine.query(log, 'findings', { from: 0, count: 10 });
    const [first] = findings;
    expect(first).toBeDefined();
    expect(seqs(engine, log, { find: `finding:${first?.rule}` })).toEqual(first?.seqs);
    expect(seqs(engine, log, { find: `finding:${first?.severity}` })).toEqual(expect.arrayContaining([...(first?.seqs ?? [])]));
    expect(seqs(engine, log, { find: 'finding:error', off: findings.map(({ rule }) => rule) })).toEqual([]);
    expect(seqs(engine, log, { find: 'finding:no-such-rule' })).toEqual([]);
  });

  it('[P.3] lets pass what a search has found so far', async () => {
    const { engine, log } = await open();
    await new Promise<void>((resolve) => {
      engine.search(log, 'albatross is working', ({ done }) => done && resolve());
    });
    expect(seqs(engine, log, { find: '"albatross is working"' })).toEqual([0, 2]);
    expect(seqs(engine, log, { find: '"albatross is"' })).toEqual([]);
  });
});
