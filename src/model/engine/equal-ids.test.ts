// Who keeps a task and its id identify it, everywhere a person looks: two agents that count their tasks alike keep two tasks.

import { describe, expect, it } from 'vitest';
import { createEngine } from './engine.ts';
import type { Engine, LogId } from './query.ts';

const opened = async (text: string): Promise<{ engine: Engine; log: LogId }> => {
  const engine = createEngine({ elapsed: () => 0, restart: () => undefined, next: () => Promise.resolve() });
  const log = engine.open(text, { name: 'two agents' });
  await engine.settled(log);
  return { engine, log };
};

const CURSOR = 1_000;
const at = (second: number): string => `2026-11-29T10:00:${String(second).padStart(2, '0')}.000Z`;
const send = (id: number, text: string): object => ({
  jsonrpc: '2.0',
  id,
  method: 'message/send',
  params: { message: { kind: 'message', messageId: `m-${id}`, role: 'user', parts: [{ kind: 'text', text }] } },
});
const task = (id: number, state: string, second: number): object => ({
  jsonrpc: '2.0',
  id,
  result: { kind: 'task', id: 'task-1', contextId: `c-${id}`, status: { state, timestamp: at(second) } },
});
const asked = (host: string, id: number, state: string, second: number): string =>
  JSON.stringify({
    ts: at(second),
    url: `http://${host}/a2a`,
    method: 'POST',
    status: 200,
    request: send(id, host),
    response: task(id, state, second),
  });

const TWO_AGENTS = [
  asked('hotel.example:8001', 1, 'working', 1),
  asked('flight.example:8002', 2, 'failed', 2),
  asked('hotel.example:8001', 3, 'completed', 3),
].join('\n');

const harOf = (): string =>
  JSON.stringify({
    log: {
      version: '1.2',
      creator: { name: 'browser', version: '1' },
      entries: [
        ['hotel.example:8001', 1, 'completed'],
        ['flight.example:8002', 2, 'failed'],
      ].map(([host, id, state]) => ({
        startedDateTime: at(Number(id)),
        time: 5,
        request: {
          method: 'POST',
          url: `http://${String(host)}/a2a`,
          headers: [{ name: 'content-type', value: 'application/json' }],
          postData: { mimeType: 'application/json', text: JSON.stringify(send(Number(id), 'go')) },
        },
        response: {
          status: 200,
          headers: [{ name: 'content-type', value: 'application/json' }],
          content: { mimeType: 'application/json', text: JSON.stringify(task(Number(id), String(state), Number(id))) },
        },
      })),
    },
  });

const run = (host: string, status: string, second: number): string =>
  JSON.stringify({
    ts: at(second),
    method: 'POST',
    url: `http://${host}/runs`,
    status: 200,
    request: { agent_name: 'echo', mode: 'sync', input: [{ role: 'user', parts: [{ content_type: 'text/plain', content: 'hi' }] }] },
    response: { run_id: 'run-1', agent_name: 'echo', status, output: [], created_at: at(second), finished_at: at(second) },
  });

const names = ({ engine, log }: { engine: Engine; log: LogId }): readonly string[] =>
  engine.query(log, 'tasks', { cursor: CURSOR, from: 0, count: 10 }).tasks.map(({ taskId, state }) => `${taskId} ${state ?? ''}`);

describe('equal ids of two agents', () => {
  it('[P.10] are two tasks in lists, lanes, rows, details and report', async () => {
    const { engine, log } = await opened(TWO_AGENTS);
    expect(names({ engine, log })).toEqual(['task-1 @ hotel.example:8001 completed', 'task-1 @ flight.example:8002 failed']);
    const lanes = engine.query(log, 'timeline', { cursor: CURSOR, grouping: 'task', width: 400, laneFrom: 0, laneCount: 10 }).lanes;
    expect(lanes.flatMap((lane) => (lane.taskId === undefined ? [] : [`${lane.name} ${lane.lastState ?? ''}`]))).toEqual([
      'task-1 @ hotel.example:8001 completed',
      'task-1 @ flight.example:8002 failed',
    ]);
    const detail = engine.query(log, 'task', { taskId: 'task-1 @ flight.example:8002', cursor: CURSOR });
    expect(detail?.moves.map(({ to }) => to)).toEqual(['failed']);
    expect(detail?.namesakes).toEqual(['task-1 @ hotel.example:8001']);
    expect(engine.query(log, 'summary', {}).taskCount).toBe(2);
    expect(engine.query(log, 'report', {}).tasks.map(({ id, states }) => [id, ...states])).toEqual([
      ['task-1', 'working', 'completed'],
      ['task-1', 'failed'],
    ]);
  });

  it('[P.3] are filtered one by one by their names, and together by the plain id', async () => {
    const { engine, log } = await opened(TWO_AGENTS);
    const seqs = (taskId: string): readonly number[] =>
      engine.query(log, 'rows', { from: 0, count: 50, filter: { taskId } }).rows.map(({ seq }) => seq);
    const [hotel, flight] = [seqs('task-1 @ hotel.example:8001'), seqs('task-1 @ flight.example:8002')];
    expect([hotel.length, flight.length]).toEqual([2, 1]);
    expect(seqs('task-1')).toEqual([...hotel, ...flight].sort((a, b) => a - b));
    expect(seqs('task-1 @ nobody.example')).toEqual([]);
    const found = engine.query(log, 'rows', { from: 0, count: 50, filter: { find: 'task:flight' } }).rows;
    expect(found.map(({ seq }) => seq)).toEqual(flight);
  });

  it('[P.38] are two nodes of the chains, with a state of their own', async () => {
    const { engine, log } = await opened(TWO_AGENTS);
    const { chains } = engine.query(log, 'chains', { cursor: CURSOR, limit: 5 });
    const nodes = chains
      .flatMap((chain) => chain.nodes)
      .flatMap(({ taskId, state }) => (taskId === undefined ? [] : [`${taskId} ${state ?? ''}`]));
    expect(nodes.sort()).toEqual(['task-1 @ flight.example:8002 failed', 'task-1 @ hotel.example:8001 completed']);
  });

  it('[P.10] are two tasks in a HAR and two runs of ACP', async () => {
    expect(names(await opened(harOf()))).toEqual(['task-1 @ hotel.example:8001 completed', 'task-1 @ flight.example:8002 failed']);
    const acp = [run('one.example', 'completed', 1), run('two.example', 'failed', 2)].join('\n');
    expect(names(await opened(acp))).toEqual(['run-1 @ one.example completed', 'run-1 @ two.example failed']);
  });

  it('[P.10] are one task where nothing says who keeps them', async () => {
    const bare = [task(1, 'working', 1), task(2, 'completed', 2)].map((each) => JSON.stringify(each)).join('\n');
    expect(names(await opened(bare))).toEqual(['task-1 completed']);
    expect(names(await opened([JSON.stringify(task(1, 'working', 1)), asked('hotel.example', 2, 'completed', 2)].join('\n')))).toEqual([
      'task-1 completed',
    ]);
  });

  it('[J.2] name the task that a finding is about', async () => {
    const again = JSON.stringify({
      ts: at(5),
      url: 'http://flight.example:8002/a2a',
      method: 'POST',
      status: 200,
      request: { jsonrpc: '2.0', id: 9, method: 'tasks/get', params: { id: 'task-1' } },
      response: task(9, 'working', 5),
    });
    const { engine, log } = await opened(`${TWO_AGENTS}\n${again}`);
    const { findings } = engine.query(log, 'findings', { from: 0, count: 50 });
    const about = [...new Set(findings.map(({ taskId }) => taskId))];
    expect(about).toContain('task-1 @ flight.example:8002');
    const only = engine.query(log, 'findings', { from: 0, count: 50, taskId: 'task-1 @ hotel.example:8001' }).findings;
    expect(only.every(({ taskId }) => taskId === 'task-1 @ hotel.example:8001')).toBe(true);
    expect(engine.query(log, 'report', {}).findings.every(({ taskId }) => taskId === null || taskId === 'task-1')).toBe(true);
  });
});
