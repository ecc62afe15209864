import { describe, expect, it } from 'vitest';
import type { Json } from '../base/json.ts';
import { gapsOf, readTrace } from '../testing/read-trace.ts';
import { endIn } from './logged-ends.ts';

const at = (second: number): string => `2026-01-13T10:00:0${second}Z`;
const asked = (id: number): Json => ({
  jsonrpc: '2.0',
  id,
  method: 'message/stream',
  params: { message: { kind: 'message', role: 'user', messageId: `m${id}`, parts: [] } },
});
const frame = (id: number, state = 'working'): Json => ({
  jsonrpc: '2.0',
  id,
  result: { kind: 'status-update', taskId: `task-${id}`, contextId: 'c', status: { state }, final: false },
});
const line = (second: number, value: Json): string => `${at(second)} DEBUG wire ${JSON.stringify(value)}\n`;

/** The ends that were told: kind, exchange, label and time. */
function ends(text: string): readonly string[] {
  const trace = readTrace(text);
  expect(gapsOf(trace)).toEqual([]);
  expect(trace.rows.filter((row) => trace.valueOf(row) === undefined && row.kind === 'stream-ended')).toEqual([]);
  return trace.rows
    .filter(({ kind }) => kind === 'stream-ended')
    .map(({ exchange, taskId, label, time }) =>
      [exchange, taskId, label, time === undefined ? '-' : new Date(time).toISOString().slice(17, 19)].join(' '),
    );
}

describe('[N.73] the end of a stream that a log tells in words', () => {
  const open = line(1, asked(1)) + line(2, frame(1));
  const said: readonly (readonly [string, string])[] = [
    ['INFO SSE stream closed', '1 task-1  03'],
    ['INFO event stream finished after 2 events', '1 task-1  03'],
    ['DEBUG EventSource closed', '1 task-1  03'],
    ['ERROR read ECONNRESET', '1 task-1 lost: so the log says 03'],
    ['ERROR recv() failed (104: Connection reset by peer) while reading upstream', '1 task-1 lost: so the log says 03'],
    [
      'httpx.RemoteProtocolError: peer closed connection without sending complete message body (incomplete chunked read)',
      '1 task-1 lost: so the log says 03',
    ],
    ['WARN upstream prematurely closed connection', '1 task-1 lost: so the log says 03'],
    ['ERROR Error: socket hang up', '1 task-1 lost: so the log says 03'],
    ['ERROR stream error: stream ID 5; INTERNAL_ERROR', '1 task-1 lost: so the log says 03'],
    ['ERROR reading body: unexpected EOF', '1 task-1 lost: so the log says 03'],
    ['ERROR stream closed unexpectedly', '1 task-1 lost: so the log says 03'],
    ['INFO client disconnected', '1 task-1 reader gone 03'],
    ['INFO client prematurely closed connection', '1 task-1 reader gone 03'],
    ['WARN context canceled', '1 task-1 reader gone 03'],
  ];
  it.each(said)('%s', (words, expected) => {
    expect(ends(`${open}${at(3)} ${words}\n`)).toEqual([expected]);
  });

  const silent = [
    'INFO stream opened',
    'INFO closing idle connections',
    'DEBUG pool: connection closed',
    'INFO upstream ended',
    'ERROR broken config',
  ];
  it.each(silent)('%s tells none', (words) => {
    expect(ends(`${open}${at(3)} ${words}\n`)).toEqual([]);
  });

  it('is of the stream whose task it names, and of none where two are open', () => {
    const two = open + line(3, asked(2)) + line(4, frame(2));
    expect(ends(`${two}${at(5)} INFO stream closed\n`)).toEqual([]);
    expect(ends(`${two}${at(5)} INFO stream closed for task-2\n`)).toEqual(['2 task-2  05']);
    expect(ends(`${two}${at(5)} INFO stream closed for task-2\n${at(6)} ERROR ECONNRESET\n`)).toHaveLength(2);
  });
  it('a loss is of the stream whose task is still at work', () => {
    const two = line(0, asked(2)) + line(1, frame(2, 'completed')) + open;
    expect(ends(`${two}${at(5)} ERROR ECONNRESET\n`)).toEqual(['2 task-1 lost: so the log says 05']);
    expect(ends(`${two}${at(5)} INFO stream closed\n`)).toEqual([]);
  });
  it('is told once, and of nothing where no stream is open', () => {
    expect(ends(`${open}${at(3)} INFO stream closed\n${at(4)} INFO stream closed\n`)).toHaveLength(1);
    expect(ends(`${at(3)} INFO stream closed\n${line(4, asked(1))}`)).toEqual([]);
  });
  it('is none in prose, and one in a record', () => {
    expect(ends(`${open}Then the stream closed and we wondered.\n`)).toEqual([]);
    const records = [
      { ts: at(1), msg: JSON.stringify(asked(1)) },
      { ts: at(2), msg: JSON.stringify(frame(1)) },
      { ts: at(3), level: 'error', msg: 'read failed', err: 'Connection reset by peer' },
    ];
    expect(ends(records.map((record) => `${JSON.stringify(record)}\n`).join(''))).toEqual(['1 task-1 lost: so the log says 03']);
  });
  it('is found in time that grows with the words', () => {
    expect(endIn(`${'stream '.repeat(100_000)}closed`)).toBeUndefined();
  });
});
