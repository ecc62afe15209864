// The small REST protocol as captures and recordings show it: rows with task, state and label, no secret, and no finding of a
// protocol that it is not.

import { describe, expect, it } from 'vitest';
import { EXCHANGE_CONTAINERS } from '../testing/exchange-containers.ts';
import {
  INTEROP_CALLS,
  INTEROP_CREATE,
  INTEROP_STREAM,
  INTEROP_TOKEN,
  interopCall,
  interopFrame,
  interopRecording,
  interopTask,
} from '../testing/interop-traffic.ts';
import { judgeText } from '../testing/judged.ts';
import { readTrace } from '../testing/read-trace.ts';

const TEXTS: readonly (readonly [string, string])[] = [
  ['recording of an episode', interopRecording()],
  ...EXCHANGE_CONTAINERS.map(({ name, wrap }): readonly [string, string] => [name, wrap(INTEROP_CALLS)]),
];
/** What says something of the task, in order. */
const LIFE = [
  ['call-settled', 'submitted'],
  ['status-update', 'submitted'],
  ['status-update', 'working'],
  ['status-update', 'completed'],
  ['call-settled', 'completed'],
];
/** A secret where it belongs is told in every capture. */
const aboutTraffic = (text: string): readonly string[] => judgeText(text).said.filter((said) => !/^secret-in-clear \S+ info$/.test(said));

describe.each(TEXTS)('[I.12] %s', (_name, text) => {
  it('shows the task and its states', () => {
    const trace = readTrace(text);
    const told = trace.rows.filter(({ state }) => state !== undefined);
    expect(told.map(({ kind, state }) => [kind, state])).toEqual(LIFE);
    expect(new Set(told.map(({ taskId }) => taskId))).toEqual(new Set(['task-1']));
    expect(trace.rows.filter(({ kind }) => kind === 'message-sent').map(({ label }) => label)).toEqual([
      'GET /.well-known/agent-card.json',
      'POST /tasks',
      'GET /tasks/{id}/events',
      'GET /tasks/{id}',
    ]);
    expect(trace.rows.filter(({ kind }) => kind === 'card-seen')).toHaveLength(1);
    expect([...trace.sources.values()]).toMatchObject([{ protocols: ['interop'], versions: [], bindings: ['rest'] }]);
    expect(trace.unread).toEqual([]);
  });

  it('[L.7] keeps no token', () => {
    const trace = readTrace(text);
    expect(text).toContain(INTEROP_TOKEN);
    expect(JSON.stringify([trace.rows.map((row) => trace.valueOf(row)), [...trace.exchanges.values()]])).not.toContain(INTEROP_TOKEN);
  });

  it('[I.13] has no fault', () => expect(aboutTraffic(text)).toEqual([]));
});

describe('[I.12] a stream of states alone', () => {
  it('is the life of a task', () => {
    const trace = readTrace(INTEROP_STREAM.join(''));
    expect(trace.rows.map(({ kind, channel, taskId, state, final }) => [kind, channel, taskId, state, final])).toEqual([
      ['status-update', 'stream', 'task-1', 'submitted', undefined],
      ['status-update', 'stream', 'task-1', 'working', undefined],
      ['status-update', 'stream', 'task-1', 'completed', true],
    ]);
    expect(judgeText(INTEROP_STREAM.join('')).said).toEqual([]);
  });
});

describe('[I.13] what is a fault in this protocol too', () => {
  const [card, create] = INTEROP_CALLS;
  const events = (...stream: readonly string[]) => interopCall('GET /tasks/task-1/events', 40, { stream });
  const said = (...calls: (typeof INTEROP_CALLS)[number][]): readonly string[] => aboutTraffic(interopRecording(calls));
  const begun = [card, create].filter((call) => call !== undefined);

  it('is a move that the states do not have, in a stream; between samples anything may have happened', () => {
    const skipped = events(interopFrame(1, 'submitted', 30), interopFrame(2, 'completed', 130));
    expect(said(...begun, skipped)).toEqual(['illegal-transition task-1 error']);
    expect(said(...begun, interopCall('GET /tasks/task-1', 1040, { body: interopTask('completed', 330) }))).toEqual([]);
    const asks = events(
      interopFrame(1, 'submitted', 30),
      interopFrame(2, 'working', 130),
      interopFrame(3, 'input_required', 230),
      interopFrame(4, 'working', 330),
      interopFrame(4, 'working', 330, { last_progress_at: '2026-01-01T00:00:00.400Z' }),
      interopFrame(5, 'failed', 430),
    );
    expect(said(...begun, asks)).toEqual([]);
  });

  it('is a second end, and a stream without one', () => {
    const twice = events(...INTEROP_STREAM, interopFrame(4, 'failed', 340));
    expect(said(...begun, twice)).toEqual(['illegal-transition task-1 error']);
    expect(said(...begun, events(...INTEROP_STREAM.slice(0, 2)))).toEqual(['missing-final-event task-1 error']);
  });

  it('is no clause of A2A', () => {
    const text = interopRecording([...begun, events(interopFrame(1, 'submitted', 30), interopFrame(2, 'completed', 130))]);
    const [finding] = judgeText(text).findings.filter(({ rule }) => rule === 'illegal-transition');
    expect(finding).toMatchObject({ version: 'interop' });
    expect(finding?.spec).toMatch(/^none but its own/);
  });

  it('is no stream that tells the end of a task again, no second create under one name, and no error', () => {
    const late = interopCall('GET /tasks/task-1/events', 1000, { stream: INTEROP_STREAM.slice(2) });
    expect(said(...INTEROP_CALLS, late)).toEqual([]);
    const again = interopCall('POST /tasks', 60, { asked: INTEROP_CREATE, body: interopTask('submitted', 30) });
    expect(said(...begun, again)).toEqual([]);
    const refusals = [
      interopCall('POST /tasks', 1, { asked: INTEROP_CREATE, status: 503, body: { error: { code: 'UNAVAILABLE', message: 'later' } } }),
      interopCall('GET /tasks/task-9', 2, { status: 404, body: { error: { code: 'TASK_NOT_FOUND', message: 'no such task' } } }),
      interopCall('POST /tasks/task-9/cancel', 3, {
        asked: {},
        status: 404,
        body: { error: { code: 'TASK_NOT_FOUND', message: 'no such task' } },
      }),
    ];
    expect(said(...begun, ...refusals)).toEqual([]);
    expect(said(...refusals)).toEqual([]);
  });
});
