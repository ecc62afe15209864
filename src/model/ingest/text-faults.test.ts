import { describe, expect, it } from 'vitest';
import type { Json } from '../base/json.ts';
import { gapsOf, readTrace, type ReadTrace } from '../testing/read-trace.ts';

const json = (value: Json, space?: number): string => JSON.stringify(value, null, space);
const status = (state: string, task = 't', id: Json = 1): Json => ({
  jsonrpc: '2.0',
  id,
  result: { kind: 'status-update', taskId: task, contextId: 'c', status: { state }, final: state === 'completed' },
});
const task = (name: string, id: Json = 1): Json => ({
  jsonrpc: '2.0',
  id,
  result: { kind: 'task', id: name, contextId: 'c', status: { state: 'submitted' } },
});
const frame = (value: Json): string => `data: ${json(value)}\n\n`;

/** What is said of the text and of the ends of streams, in order; and how many rows say something. */
function told(text: string, piece = text.length): readonly unknown[] {
  const trace = readTrace(text, { piece });
  expect(gapsOf(trace)).toEqual([]);
  return [
    rowCount(trace),
    ...trace.notes.flatMap(({ sight }) => (sight.as === 'end' ? [`end ${sight.ended}`] : sight.fault ? [sight.fault.rule] : [])),
  ];
}
function rowCount({ rows }: ReadTrace): number {
  return rows.filter((row) => !row.kind.startsWith('record-')).length;
}

describe('an event stream as text', () => {
  it.each<[string, string, readonly unknown[]]>([
    ['is whole', frame(task('t')) + frame(status('completed')), [2, 'end complete']],
    [
      'has comments, pings, empty data, no colon',
      `retry: 1\n: hi\n\n${frame(task('t'))}:\n\nevent: ping\ndata:\n\ndata\n\n:x\n\nevent: ping\ndata: alive\n\n`,
      [1, 'end complete'],
    ],
    ['has lines that end in CR', (frame(task('t')) + frame(status('completed'))).replaceAll('\n', '\r'), [2, 'end complete']],
    [
      'has no blank line at its end',
      frame(task('t')) + frame(status('completed')).trimEnd(),
      [2, 'unterminated-sse-frame', 'end complete'],
    ],
    ['stops inside a value', frame(task('t')) + frame(status('completed')).slice(0, 60), [1, 'truncated-input', 'end cut']],
    [
      'stops inside a value of several lines',
      `${frame(task('t'))}${json(status('completed'), 1)
        .split('\n')
        .slice(0, 5)
        .map((line) => `data: ${line}\n`)
        .join('')}`,
      [1, 'truncated-input', 'end cut'],
    ],
    [
      'has data that is no JSON',
      `${frame(task('t'))}data: oops\n\n${frame(status('completed'))}`,
      [2, 'sse-malformed-frame', 'end complete'],
    ],
    ['ends with a mark', `${frame(task('t'))}${frame(status('completed'))}data: [DONE]\n\n`, [2, 'sse-malformed-frame', 'end complete']],
    [
      'has data of no known shape',
      `${frame(task('t'))}data: {"hello":1}\n\n${frame(status('completed'))}`,
      [2, 'sse-malformed-frame', 'end complete'],
    ],
    [
      'has several data lines',
      `${json(status('working'), 1)
        .split('\n')
        .map((line) => `data: ${line}\n`)
        .join('')}\n`,
      [1, 'end complete'],
    ],
    [
      'goes on without a field',
      [task('t'), status('completed')].map((value) => `data: ${json(value, 2)}\n\n`).join(''),
      [2, 'sse-malformed-frame', 'sse-malformed-frame', 'end complete'],
    ],
    [
      'has no blank lines',
      [task('t'), status('completed')].map((value) => `data: ${json(value)}\n`).join(''),
      [2, 'sse-malformed-frame', 'sse-malformed-frame', 'end complete'],
    ],
    [
      'is printed by Python',
      "data: {'jsonrpc': '2.0', 'id': 1, 'result': {'kind': 'status-update', 'taskId': 't', 'contextId': 'c', 'status': {'state': 'working'}, 'final': False}}\n\n",
      [1, 'sse-malformed-frame', 'end complete'],
    ],
    [
      'is two streams',
      frame(task('a', 1)) + frame(status('completed', 'a', 1)) + frame(task('b', 2)) + frame(status('completed', 'b', 2)),
      [4, 'end complete', 'end complete'],
    ],
    [
      'is one stream with an event of another task',
      frame(task('a')) + frame(status('working', 'b')) + frame(status('completed', 'a')),
      [3, 'end complete'],
    ],
    [
      'follows on prose, and prose on it',
      `Look at this:\n\n${frame(task('t'))}and then\n\n${frame(status('completed'))}\nThanks!\n`,
      [2, 'end complete'],
    ],
  ])('[N.15] that %s', (_name, text, expected) => {
    expect(told(text)).toEqual(expected);
    expect(told(text, 7)).toEqual(expected);
  });
  it('[N.15] belongs to the call whose id it has', () => {
    const request = {
      jsonrpc: '2.0',
      id: 1,
      method: 'message/stream',
      params: { message: { kind: 'message', role: 'user', messageId: 'm', parts: [] } },
    };
    const trace = readTrace(`${json(request)}\n\n${frame(task('t'))}${frame(status('completed')).slice(0, -30)}`);
    expect(trace.notes.map(({ sight }) => [sight.as, sight.call?.number, sight.ended ?? sight.fault?.rule])).toEqual([
      ['text', 1, 'truncated-input'],
      ['end', 1, 'cut'],
    ]);
    expect(trace.sources.get(0)?.format).toBe('mixed');
  });
  it('[N.15] names another protocol, whatever carries it', () => {
    const update = {
      jsonrpc: '2.0',
      method: 'session/update',
      params: { sessionId: 's', update: { sessionUpdate: 'agent_message_chunk' } },
    };
    for (const text of [frame(update), `${json(update)}\n${json(update)}\n`, `2026-01-01T00:00:00Z got ${json(update)}\nx\n`])
      expect(told(text)).toContain('unsupported-protocol');
  });
});

describe('a text that stops inside a value', () => {
  it('[N.15] is read as far as its elements are whole', () => {
    const list = `[${json(task('a'))},\n${json(status('working', 'a'))},\n{"jsonrpc":"2.0","id":1,"result":{"kind":"sta`;
    expect(told(list)).toEqual([2, 'truncated-input']);
    expect(told(json({ events: [status('working'), status('completed')] }, 1).slice(0, -30))).toEqual([1, 'truncated-input']);
    expect(told(json(task('a'), 1).slice(0, -12))).toEqual([0, 'truncated-input']);
  });
  it('[N.15] is one of lines, too', () => {
    expect(told(`${json(task('a'))}\n${json(status('completed', 'a')).slice(0, 70)}`)).toEqual([1, 'truncated-input']);
  });
  it('[N.1] is none where the text goes on: there a line is broken', () => {
    expect(told(`${json(task('a'))}\n${json(status('working', 'a')).slice(0, 70)}\n${json(status('completed', 'a'))}\n`)).toEqual([2]);
  });
});
