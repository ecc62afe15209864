import { describe, expect, it } from 'vitest';
import type { Json } from '../base/json.ts';
import { gapsOf, readTrace } from '../testing/read-trace.ts';
import { elementRanges } from './record-ranges.ts';

const json = (value: Json, indent?: number): string => JSON.stringify(value, null, indent);
const at = (second: number): string => `2026-01-13T10:00:0${second}Z`;
const SAID: readonly Json[] = [
  { jsonrpc: '2.0', id: 1, method: 'message/send', params: { message: { kind: 'message', role: 'user', messageId: 'm', parts: [] } } },
  { note: 'nothing of agents' },
  { jsonrpc: '2.0', id: 1, result: { kind: 'task', id: 't', contextId: 'c', status: { state: 'working' } } },
];
const EXPORTS: readonly (readonly [string, (wrapped: readonly Json[]) => Json, (value: Json, second: number) => Json])[] = [
  [
    'CloudWatch',
    (events) => ({ events: [...events], nextToken: 'x' }),
    (value, s) => ({ timestamp: Date.parse(at(s)), message: json(value) }),
  ],
  [
    'CloudWatch Insights',
    (results) => ({ results: [...results], status: 'Complete' }),
    (value, s) => [
      { field: '@timestamp', value: at(s) },
      { field: '@message', value: json(value) },
    ],
  ],
  [
    'Loki',
    (values) => ({ status: 'success', data: { result: [{ stream: { app: 'a/b~c' }, values: [...values] }] } }),
    (value, s) => [`${Date.parse(at(s))}000000`, `body=${json(json(value))}`],
  ],
  [
    'Elastic',
    (hits) => ({ took: 3, hits: { total: 3, hits: [...hits] } }),
    (value, s) => ({ _source: { '@timestamp': at(s), message: json(value) } }),
  ],
  [
    'Datadog',
    (data) => ({ data: [...data], meta: {} }),
    (value, s) => ({ id: `e${s}`, attributes: { timestamp: at(s), message: json(value) } }),
  ],
  [
    'Azure',
    (rows) => ({ tables: [{ name: 'P', columns: [{ name: 'TimeGenerated' }, { name: 'Message' }], rows: [...rows] }] }),
    (value, s) => [at(s), json(value)],
  ],
  ['Google', (entries) => ({ entries: [...entries] }), (value, s) => ({ timestamp: at(s), jsonPayload: { message: value } })],
];

describe('records of one document', () => {
  it.each(EXPORTS.flatMap((each) => [0, 2].map((indent) => [...each, indent] as const)))(
    '[N.71] of %s have each its own range (indent %#)',
    (_name, around, wrap, indent) => {
      const records = SAID.map((value, index) => wrap(value, index));
      const text = json(around(records), indent);
      const trace = readTrace(text);
      const compact = (row: { readonly from: number; readonly to: number }): Json => JSON.parse(text.slice(row.from, row.to)) as Json;
      const said = trace.rows.filter(({ kind }) => kind !== 'record-set-aside');
      expect(said.map(compact)).toEqual([records[0], records[2]]);
      expect(trace.setAside.map(compact)).toEqual([records[1]]);
      expect(gapsOf(trace)).toEqual([]);
      expect(trace.rows.filter((row) => trace.valueOf(row) === undefined)).toEqual([]);
    },
  );

  it('[N.71] keep their ranges where a secret is cut in one and the newest comes first', () => {
    const secret = {
      jsonrpc: '2.0',
      id: 2,
      method: 'tasks/pushNotificationConfig/set',
      params: { taskId: 't', pushNotificationConfig: { url: 'https://a.example/cb', token: 'tok-93ab77c1d2e4f5a6' } },
    };
    const records = [secret, ...SAID].map((value, index) => ({ timestamp: at(index), message: value })).reverse();
    const trace = readTrace(json({ events: records }));
    expect(trace.cuts.length).toBeGreaterThan(0);
    expect(trace.rows.map((row) => trace.valueOf(row)).filter((value) => value === undefined)).toEqual([]);
    expect(trace.rows[0]?.from).toBeGreaterThan(trace.rows[1]?.from ?? 0);
    expect(gapsOf(trace)).toEqual([]);
  });

  it('[N.71] a document in which no record says anything is set aside as a whole', () => {
    const trace = readTrace(
      json({
        events: [
          { timestamp: at(1), message: 'a' },
          { timestamp: at(2), message: 'b' },
        ],
      }),
    );
    expect(trace.setAside).toHaveLength(1);
    expect(gapsOf(trace)).toEqual([]);
  });

  it('[N.71] names with slashes, escapes and twice the same name lead to what JSON means', () => {
    const text = '{"a/b":[{"x":1}],"a\\u002fb":[ {"x":[2]} , [3] ,4],"~":[[]]}';
    const found = elementRanges(text, 'json', new Set(['json/.a~1b', 'json/.~0']));
    expect([...found].map(([path, { from, to }]) => [path, text.slice(from, to)])).toEqual([
      ['json/.a~1b/[0]', '{"x":[2]}'],
      ['json/.a~1b/[1]', '[3]'],
      ['json/.~0/[0]', '[]'],
    ]);
  });
});
