import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createEngine } from '../engine/engine.ts';
import { countedSlices } from '../testing/slice-ports.ts';
import { spanText } from './span-text.ts';

const fixture = (name: string): string => readFileSync(new URL(`../testing/fixtures/traces/${name}`, import.meta.url), 'utf8');

describe('rows of spans', () => {
  it.each(['otlp.jsonl', 'jaeger.json'])(
    '[P.43] say on which side of a call they are, how long it took and what was asked for (%s)',
    async (form) => {
      const engine = createEngine(countedSlices(100));
      const log = engine.open(fixture(`v03-jsonrpc-delegate.${form}`), { name: 'trace' });
      await engine.settled(log);
      const { rows } = engine.query(log, 'rows', { from: 0, count: 100 });
      expect(rows.map(({ text }) => text)).toContain('server · 9.4 ms · GET /.well-known/agent-card.json 200');
      expect(rows.find(({ peer }) => peer === 'review-digest')?.text).toContain('client');
      expect(rows.filter(({ kind }) => kind === 'span-event').map(({ text }) => text)).toEqual(Array.from({ length: 13 }, () => undefined));
      const detail = engine.query(log, 'row', { seq: 0 });
      expect(detail?.observation).toBeUndefined();
      expect(detail?.value).toBeDefined();
    },
  );
  it('[P.43] says nothing where a span says nothing beyond its name, and takes any value', () => {
    expect(spanText({ name: 'x', startTimeUnixNano: '2', endTimeUnixNano: '1' })).toBeUndefined();
    for (const value of [
      undefined,
      null,
      1,
      'x',
      [],
      { attributes: [null, { key: 'http.method', value: {} }] },
      { kind: {}, tags: null },
    ]) {
      expect(spanText(value)).toBeUndefined();
    }
    expect(spanText({ kind: 'CLIENT', duration: 1500, tags: { 'http.url': 'http://a/b', 'http.target': '/b' } })).toBe(
      'client · 1.5 ms · http://a/b',
    );
    expect(spanText({ kind: 3, start_time_unix_nano: 1767225600000000000, end_time_unix_nano: 1767225612000000000 })).toBe(
      'client · 12.0 s',
    );
  });
});
