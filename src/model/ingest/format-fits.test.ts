import { describe, expect, it } from 'vitest';
import { doubtInWords, READ_AS, type FormatDoubt, type ReadAs } from '../log/read-as.ts';
import type { Json } from '../base/json.ts';
import { gapsOf, readTrace } from '../testing/read-trace.ts';

const json = (value: Json, indent?: number): string => JSON.stringify(value, null, indent);
const SEND = {
  jsonrpc: '2.0',
  id: 1,
  method: 'message/send',
  params: { message: { kind: 'message', role: 'user', messageId: 'm', parts: [] } },
};
const TASK = { kind: 'task', id: 't', contextId: 'c', status: { state: 'completed' } };
const SPANS = { resourceSpans: [{ scopeSpans: [{ spans: [{ traceId: 'ab', spanId: 'cd', name: 'x' }] }] }] };
const HAR = {
  version: '1.2',
  creator: { name: 'x' },
  entries: [{ startedDateTime: '2026-01-01T00:00:00Z', request: { method: 'GET', url: 'http://a/' } }],
};
const at = (second: number): string => `2026-01-13T10:00:0${second}Z`;

/** What a text is read as, and what it may be as well: `zipkin | json`. */
function readings(text: string): string {
  const { sources, doubts } = readTrace(text);
  const doubt = doubts.get(0);
  const chosen = doubt?.chosen.as ?? sources.get(0)?.format ?? '';
  return [chosen, ...(doubt?.others ?? []).map(({ as }) => as)].join(' | ');
}

describe('[N.70] two formats that fit a text about equally', () => {
  const ids = { traceId: '0af7651916cd43dd', id: '00f067aa0ba902b7' };
  const texts: readonly (readonly [string, string, string])[] = [
    ['spans and a HAR in one object', json({ ...SPANS, log: HAR }), 'otlp | har'],
    ['the same over several lines', json({ ...SPANS, log: HAR }, 1), 'otlp | har'],
    ['the same the other way round', json({ log: HAR, ...SPANS }, 1), 'otlp | har'],
    ['spans of OTLP and of Jaeger', json({ ...SPANS, data: [{ traceID: 'a', spans: [] }] }), 'otlp | jaeger'],
    ['a HAR and a Jaeger download', json({ log: HAR, data: [{ traceID: 'a', spans: [] }] }), 'har | jaeger'],
    ['a list of things with ids of spans', json([{ ...ids, name: 'x' }]), 'zipkin | json'],
    ['the same over several lines', json([{ ...ids, name: 'x' }], 2), 'zipkin | json'],
    ['spans whose records have messages, too', json([{ ...ids, kind: 'CLIENT', message: 'x' }]), 'zipkin | json'],
    ['a log in an object called log', json({ log: { entries: [{ timestamp: at(1), message: json(SEND) }] } }), 'har | json'],
    ['the same over several lines', json({ log: { entries: [{ timestamp: at(1), message: json(SEND) }] } }, 2), 'har | json'],
    ['records with a traceID under data', json({ data: [{ traceID: 'a', message: json(SEND) }] }), 'jaeger | json'],
    ['a log of HTTP', `${at(1)} wire POST /a2a HTTP/1.1\n${at(2)} wire ${json(SEND)}\nPOST /a2a HTTP/1.1\n`, 'http | log'],
  ];
  it.each(texts)('[N.70] %s', (_name, text, expected) => {
    expect(readings(text)).toBe(expected);
    expect(gapsOf(readTrace(text))).toEqual([]);
  });

  const certain: readonly (readonly [string, string, string])[] = [
    ['Zipkin spans', json([{ ...ids, kind: 'CLIENT', duration: 3 }]), 'json'],
    ['log records with ids of spans', json([{ ...ids, timestamp: at(1), message: json(SEND) }]), 'log'],
    ['OTLP', json(SPANS), 'otlp'],
    ['a HAR', json({ log: HAR }), 'har'],
    ['an event stream', `data: ${json(TASK)}\n\n`, 'sse'],
    ['an event stream with names', `event: task\ndata: ${json(TASK)}\n\n`, 'sse'],
    ['lines', `${json(SEND)}\n${json(TASK)}\n`, 'ndjson'],
    ['a document', json(TASK), 'json'],
    ['a log', `${at(1)} INFO ${json(SEND)}\n${at(2)} INFO ${json(TASK)}\n`, 'log'],
    ['a transcript', `POST /a2a HTTP/1.1\nhost: a\n\n${json(SEND)}\n`, 'curl'],
    ['nothing', '', 'unknown'],
  ];
  it.each(certain)('[N.70] %s is told without a doubt', (_name, text, expected) => {
    expect(readings(text)).toBe(expected);
    expect(readTrace(text).doubts.size).toBe(0);
  });

  it('[N.70] are told in whatever pieces the text arrives', () => {
    for (const [, text] of texts) expect(readTrace(text, { piece: 7 }).doubts.get(0)).toEqual(readTrace(text).doubts.get(0));
  });

  it('[N.70] says what was chosen, why, and what it would be otherwise', () => {
    expect(doubtInWords(readTrace(json([{ ...ids, name: 'x' }])).doubts.get(0) as FormatDoubt)).toBe(
      'Read as Zipkin spans: its elements have "traceId" and "id", and nothing else that spans have. It may as well be JSON (it begins like JSON).',
    );
  });
});

describe('[N.70] a format that a person chose', () => {
  it('is read as that, and says what it would have been', () => {
    const text = json([{ traceId: 'ab', name: 'x', ...SEND, id: 'cd' }]);
    const chosen = readTrace(text, { as: 'json' });
    expect(chosen.rows.map(({ kind }) => kind)).toEqual(['message-sent']);
    expect(chosen.doubts.get(0)).toMatchObject({ chosen: { as: 'json', why: 'it was chosen by hand' }, byHand: true });
    expect(doubtInWords(readTrace(json(TASK), { as: 'log' }).doubts.get(0) as FormatDoubt)).toBe(
      'Read as a log, or text with traffic in it: it was chosen by hand. Without that it is read as JSON (it begins like JSON).',
    );
  });

  it('[N.1] accounts for every unit, whatever the text is', () => {
    const texts = [
      json(SPANS),
      json({ log: HAR }, 2),
      `data: ${json(TASK)}\n\n`,
      `${at(1)} x ${json(SEND)}\n`,
      'prose\n\n{"a":',
      '\uFEFF[1,2',
      '',
      '{}\n[]\n"',
    ];
    for (const as of Object.keys(READ_AS) as ReadAs[])
      for (const text of texts) {
        const trace = readTrace(text, { as });
        expect([as, text, gapsOf(trace)]).toEqual([as, text, []]);
        expect(trace.rows.filter((row) => trace.valueOf(row) === undefined && !row.kind.startsWith('record-'))).toEqual([]);
      }
  });
});
