import { describe, expect, it } from 'vitest';
import type { Json } from '../base/json.ts';
import { gapsOf, readTrace } from '../testing/read-trace.ts';

const json = (value: Json): string => JSON.stringify(value);
const time = (second: number): string => `2026-01-13T10:00:0${second}Z`;
const TRAFFIC: readonly Json[] = [
  { jsonrpc: '2.0', id: 1, method: 'message/send', params: { message: { kind: 'message', role: 'user', messageId: 'm', parts: [] } } },
  { jsonrpc: '2.0', id: 1, result: { kind: 'task', id: 't', contextId: 'c', status: { state: 'working' } } },
  { jsonrpc: '2.0', id: 2, method: 'tasks/get', params: { id: 't' } },
  { jsonrpc: '2.0', id: 2, result: { kind: 'task', id: 't', contextId: 'c', status: { state: 'completed' } } },
];
const IN_ORDER = ['message-sent send', 'call-settled send working', 'message-sent poll', 'call-settled poll completed'];
const newestFirst = <T>(wrap: (value: Json, at: string, index: number) => T): T[] =>
  TRAFFIC.map((value, index) => wrap(value, time(index), index)).reverse();

function read(text: string, piece?: number): readonly string[] {
  const trace = readTrace(text, piece === undefined ? {} : { piece });
  expect(gapsOf(trace)).toEqual([]);
  expect(trace.rows.filter((row) => trace.valueOf(row) === undefined)).toEqual([]);
  return trace.rows
    .filter((row) => !row.kind.startsWith('record-'))
    .map((row) => [row.kind, row.channel, row.state].filter((word) => word !== undefined).join(' '));
}

describe('an export with its newest record first', () => {
  const lines: readonly (readonly [string, string])[] = [
    ['Google', `[${newestFirst((value, at) => json({ jsonPayload: { message: value }, timestamp: at })).join(',\n')}]`],
    ['Google, one a line', newestFirst((value, at) => `${json({ textPayload: `wire ${json(value)}`, timestamp: at })}\n`).join('')],
    ['CloudWatch', json({ events: newestFirst((value, at) => ({ timestamp: Date.parse(at), message: json(value) })), nextToken: 'x' })],
    [
      'CloudWatch Insights',
      json({
        results: newestFirst((value, at) => [
          { field: '@timestamp', value: at.replace('T', ' ').replace('Z', '.000') },
          { field: '@message', value: json(value) },
        ]),
      }),
    ],
    [
      'Loki',
      json({
        status: 'success',
        data: {
          resultType: 'streams',
          result: [
            {
              stream: { app: 'a' },
              values: newestFirst((value, at) => [`${Date.parse(at)}000000`, `level=debug body=${json(json(value))}`]),
            },
          ],
        },
      }),
    ],
    [
      'Elastic',
      json({
        took: 3,
        hits: { total: 4, hits: newestFirst((value, at) => ({ _source: { '@timestamp': at, message: json(value) }, sort: [1] })) },
      }),
    ],
    [
      'Datadog',
      json({
        data: newestFirst((value, at, index) => ({ id: `e${index}`, type: 'log', attributes: { timestamp: at, message: json(value) } })),
      }),
    ],
    [
      'Azure',
      json({
        tables: [
          {
            name: 'PrimaryResult',
            columns: [
              { name: 'TimeGenerated', type: 'datetime' },
              { name: 'Message', type: 'string' },
            ],
            rows: newestFirst((value, at) => [at, json(value)]),
          },
        ],
      }),
    ],
    ['a log', newestFirst((value, at) => `${at} INFO wire ${json(value)}\n`).join('')],
    ['a log without a last line feed', newestFirst((value, at) => `${at} INFO wire ${json(value)}`).join('\n')],
    [
      'an exchange log',
      newestFirst((value, at, index) => `${json({ ts: at, direction: index % 2 === 0 ? 'out' : 'in', message: value })}\n`).join(''),
    ],
  ];
  it.each(lines)('[N.13] of %s is read from its end', (_name, text) => {
    expect(read(text)).toEqual(IN_ORDER);
    expect(read(text, 50)).toEqual(IN_ORDER);
  });
  it('[N.13] keeps ties in reverse', () => {
    const text = TRAFFIC.map((value, index) => `${time(index >> 1)} wire ${json(value)}\n`)
      .reverse()
      .join('');
    expect(read(text)).toEqual(IN_ORDER);
  });
  it('[N.13] is none where one time goes up, or none goes down', () => {
    const moved = [0, 3, 1, 2].map((index) => `${time(index)} wire ${json(TRAFFIC[index] ?? null)}\n`).join('');
    expect(read(moved)[0]).toBe('message-sent send');
    expect(read(TRAFFIC.map((value) => `${time(1)} wire ${json(value)}\n`).join(''))).toEqual(IN_ORDER);
  });
  it('[N.13] of several streams is merged by its times', () => {
    const streams = [0, 1].map((half) => ({
      stream: { half },
      values: TRAFFIC.map((value, index) => [`${Date.parse(time(index))}000000`, json(value)])
        .filter((_line, index) => index % 2 === half)
        .reverse(),
    }));
    expect(read(json({ data: { result: streams } }))).toEqual(IN_ORDER);
  });
});
