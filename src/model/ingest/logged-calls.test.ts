// Requests and answers of a log without an envelope around them: what pairs them, and what does not.

import { describe, expect, it } from 'vitest';
import { gapsOf, readTrace } from '../testing/read-trace.ts';

const send = (id: string, more: object = {}): string =>
  JSON.stringify({ message: { messageId: id, role: 'ROLE_USER', parts: [{ text: 'hi' }], ...more } });
const task = (id: string): string => JSON.stringify({ task: { id, contextId: 'c', status: { state: 'TASK_STATE_WORKING' } } });
const at = (second: number): string => `2026-01-13T10:00:${String(second).padStart(2, '0')}.250Z`;

/** Each row as kind, exchange, task and label. */
function rowsOf(lines: readonly string[]): readonly string[] {
  const trace = readTrace(lines.map((line, index) => `${line.startsWith('{"t') ? line : `${at(index)} ${line}`}\n`).join(''));
  expect(gapsOf(trace)).toEqual([]);
  return trace.rows
    .filter(({ kind }) => !kind.startsWith('record-'))
    .map(({ kind, exchange, taskId, label }) =>
      `${kind} ${exchange ?? '-'} ${taskId ?? '-'} ${kind === 'message-sent' ? '' : (label ?? '')}`.trim(),
    );
}
const asked = (call: number): string => `message-sent ${call} -`;

const BY: readonly (readonly [string, (call: string) => string])[] = [
  ['request id', (call) => `INFO [req-${call}]`],
  ['request id', (call) => `INFO http request_id=${call}`],
  ['request id', (call) => `DEBUG [0d6ba2c5-0000-4000-8000-00000000000${call}] a.b.Client :`],
  ['connection', (call) => `DEBUG conn=${call} http`],
  ['span id', (call) => `INFO trace_id=4bf92f3577b34da6a3ce929d0e0e4736 span_id=00f067aa0ba902b${call} x`],
  ['trace id', (call) => `INFO traceId: 4bf92f3577b34da6a3ce929d0e0e473${call} x`],
  ['thread', (call) => `INFO [nio-8080-exec-${call}] got`],
  ['logger', (call) => `DEBUG client.c${call}: got`],
];

describe('calls of a log without envelopes', () => {
  it.each(BY)('[N.74] are paired by %s, whatever stands between', (by, say) => {
    const lines = [`${say('1')} POST /v1/message:send ${send('m1')}`, `${say('2')} POST /v1/message:send ${send('m2')}`];
    const rows = rowsOf([...lines, `${say('2')} 200 ${task('t2')}`, `${say('1')} 200 ${task('t1')}`]);
    expect(rows).toEqual([asked(1), asked(2), `call-settled 2 t2 paired by ${by}`, `call-settled 1 t1 paired by ${by}`]);
  });

  it('[N.74] are paired by members of records', () => {
    const record = (id: string, more: object): string =>
      JSON.stringify({ ts: at(1), level: 'info', context: { 'X-Request-Id': id }, ...more });
    const lines = [
      record('a', { msg: 'request', method: 'POST', path: '/v1/message:send', body: JSON.parse(send('m1')) as object }),
      record('b', { msg: 'request', method: 'POST', path: '/v1/message:send', body: JSON.parse(send('m2')) as object }),
      record('b', { msg: 'response', status: 200, body: JSON.parse(task('t2')) as object }),
      record('a', { msg: 'response', status: 200, body: JSON.parse(task('t1')) as object }),
    ];
    const settled = ['call-settled 2 t2 paired by request id', 'call-settled 1 t1 paired by request id'];
    expect(rowsOf(lines)).toEqual([asked(1), asked(2), ...settled]);
  });

  it('[N.74] are left apart where two are open, and paired again when both may have been answered', () => {
    const say = 'INFO a2a.client:';
    const two = [`${say} POST /v1/message:send ${send('m1')}`, `${say} POST /v1/message:send ${send('m2')}`];
    const rows = rowsOf([
      ...two,
      `${say} response ${task('t2')}`,
      `${say} response ${task('t1')}`,
      `${say} POST /v1/message:send ${send('m3')}`,
      `${say} response ${task('t3')}`,
    ]);
    const loose = ['task-snapshot - t2', 'task-snapshot - t1'];
    expect(rows).toEqual([asked(1), asked(2), ...loose, asked(3), 'call-settled 3 t3 paired by logger']);
  });

  it('[N.74] are left apart where the id is another, a request without a body came between, or the task was known before', () => {
    expect(rowsOf([`INFO [req-1] x: ${send('m1')}`, `INFO [req-2] x: response ${task('t1')}`])).toEqual([asked(1), 'task-snapshot - t1']);
    const between = [`INFO c: POST /v1/message:send ${send('m1')}`, 'INFO c: GET /v1/tasks/t1', `INFO c: response ${task('t1')}`];
    expect(rowsOf(between)).toEqual([asked(1), 'task-snapshot - t1']);
    const known = [`INFO c: polled ${task('t1')}`, `INFO c: sending ${send('m1')}`, `INFO c: polled ${task('t1')}`];
    expect(rowsOf(known)).toEqual(['task-snapshot - t1', asked(1), 'task-snapshot - t1']);
  });

  it('[N.74] are not paired with what is pushed, nor with what a logger calls no answer', () => {
    expect(rowsOf([`INFO [req-1] ${send('m1')}`, `INFO [req-1] webhook received ${task('t1')}`])).toEqual([asked(1), 'task-snapshot - t1']);
    expect(rowsOf([`INFO c: ${send('m1')}`, `INFO c: ${task('t1')}`])).toEqual([asked(1), 'task-snapshot - t1']);
  });

  it('[N.74] are paired where a client tells of the request when it is over', () => {
    const lines = [`INFO c: sending ${send('m1')}`, 'INFO httpx: HTTP Request: POST http://desk.example/v1/message:send "HTTP/1.1 200 OK"'];
    expect(rowsOf([...lines, `INFO c: response ${task('t1')}`])).toEqual([asked(1), 'call-settled 1 t1 paired by logger']);
  });
});
