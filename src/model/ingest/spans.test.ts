import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../base/json.ts';
import { foldTrace } from '../testing/trace-truth.ts';
import { unitsLookedAt } from '../testing/counted-text.ts';
import type { ReadTrace } from '../testing/read-trace.ts';
import { readHops } from '../testing/read-hops.ts';
import { gapsOf, readTrace } from '../testing/read-trace.ts';
import { wounded, woundsWith } from '../testing/wounded-text.ts';

const fixture = (name: string): string => readFileSync(new URL(`../testing/fixtures/${name}`, import.meta.url), 'utf8');

const OTLP = 'traces/v03-jsonrpc-delegate.otlp.jsonl';
const JAEGER = 'traces/v03-jsonrpc-delegate.jaeger.json';
const REST = 'traces/v03-rest-delegate.otlp.jsonl';
const CASES = ['049-delegation-cycle-otlp', '052-trace-breaks-at-delegation'].map((name) => `cases/${name}/input.json`);
const truth = JSON.parse(fixture('traces/truth.json')) as Readonly<
  Record<string, { readonly spans: number; readonly tasks: readonly Task[] }>
>;
interface Task {
  readonly id: string;
  readonly contextId: string;
  readonly states: readonly string[];
}

const spansOf = ({ rows }: ReadTrace) => rows.filter(({ kind }) => kind === 'span-seen');
const statesOf = ({ rows }: ReadTrace, taskId: string): readonly (string | undefined)[] =>
  rows.filter((row) => row.taskId === taskId && row.state !== undefined).map(({ state }) => state);

const text = (name: string, value: string): Json => ({ key: name, value: { stringValue: value } });
function otlpSpan(members: Readonly<Record<string, Json>>): Json {
  return { traceId: '0123456789abcdef0123456789abcdef', spanId: '00000000000000aa', name: 'work', ...members };
}
function exportOf(spans: readonly Json[], service = 'planner'): Json {
  return { resourceSpans: [{ resource: { attributes: [text('service.name', service)] }, scopeSpans: [{ scope: { name: 's' }, spans }] }] };
}

describe('spans of the official SDK', () => {
  it.each([OTLP, JAEGER, REST])('[N.60] %s gives a row for each span, with its own range and value', (file) => {
    const trace = readTrace(fixture(file));
    const rows = spansOf(trace);
    expect(rows).toHaveLength(truth[file.replace('traces/', '')]?.spans ?? -1);
    expect(new Set(rows.map(({ from }) => from)).size).toBe(rows.length);
    for (const row of rows) expect(JSON.parse(trace.texts[0]?.slice(row.from, row.to) ?? '')).toEqual(trace.valueOf(row));
    expect(trace.unread).toEqual([]);
    expect(gapsOf(trace)).toEqual([]);
  });
  it.each([OTLP, JAEGER])('[N.61] %s shows the states that were recorded in spans, in order', (file) => {
    const trace = readTrace(fixture(file));
    for (const { id, states } of truth[file.replace('traces/', '')]?.tasks ?? []) {
      expect(statesOf(trace, id).filter((state, index, all) => state !== all[index - 1])).toEqual(states);
    }
    expect(trace.sources.get(0)?.protocols).toEqual(['a2a']);
  });
  it('[N.62] names who acts and who is called', () => {
    const pairs = new Set(spansOf(readTrace(fixture(OTLP))).map(({ agent, peer }) => `${agent ?? ''} > ${peer ?? ''}`));
    expect([...pairs].sort()).toEqual([
      'flight-finder > ',
      'hotel-scout > ',
      'hotel-scout > review-digest',
      'review-digest > ',
      'travel-app > ',
      'travel-app > trip-planner',
      'trip-planner > ',
      'trip-planner > flight-finder',
      'trip-planner > hotel-scout',
    ]);
  });
});

describe('exports of spans', () => {
  const read = (value: Json): ReadTrace => readTrace(JSON.stringify(value));

  it('[N.60] reads base64 ids, kinds and times in any spelling, and the libraries of old exporters', () => {
    const span = (members: Readonly<Record<string, Json>>): Json => ({ name: 'x', ...members });
    const spans = [
      span({
        traceId: 'ASNFZ4mrze8BI0VniavN7w==',
        spanId: 'ASNFZ4mrze8=',
        kind: 'SPAN_KIND_SERVER',
        startTimeUnixNano: '1767225600000000000',
      }),
      span({
        trace_id: '0123456789ABCDEF0123456789ABCDEF',
        span_id: '0123456789abcdee',
        kind: 3,
        start_time_unix_nano: 1767225600000000000,
      }),
    ];
    const old = { resourceSpans: [{ instrumentationLibrarySpans: [{ instrumentationLibrary: { name: 'l' }, spans }] }] };
    const seen = readHops(JSON.stringify(old)).rows.map(({ sight }) => sight?.span);
    expect(seen.map((each) => [each?.traceId, each?.spanId, each?.kind, each?.start])).toEqual([
      ['123456789abcdef0123456789abcdef', '123456789abcdef', 'server', 1767225600000],
      ['123456789abcdef0123456789abcdef', '123456789abcdee', 'client', 1767225600000],
    ]);
  });
  it('[N.60] knows whose spans they are when the resource stands behind them, and forgets it for the next resource', () => {
    const [resource] = (exportOf([otlpSpan({})], 'late') as { readonly resourceSpans: readonly Readonly<Record<string, Json>>[] })
      .resourceSpans;
    const { resource: owner, ...rest } = resource ?? {};
    const trace = read({ resourceSpans: [{ ...rest, resource: owner ?? null }, { scopeSpans: rest['scopeSpans'] ?? null }] });
    expect(spansOf(trace).map(({ agent }) => agent)).toEqual(['late', undefined]);
    expect(gapsOf(trace)).toEqual([]);
  });
  it('[N.63] sets other signals of an export aside by name', () => {
    const logRecords = [{ timeUnixNano: '1767225600000000000', body: { stringValue: 'ready' } }];
    const lines = [exportOf([otlpSpan({})]), { resourceLogs: [{ scopeLogs: [{ logRecords }] }] }, { resourceMetrics: [] }];
    const trace = readTrace(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    expect(trace.setAside.map(({ why }) => why)).toEqual(['log records of OpenTelemetry', 'metrics of OpenTelemetry']);
    expect(spansOf(trace)).toHaveLength(1);
  });
  it('[N.64] reads a message of the protocol that a span recorded, and tells when it was', () => {
    const body = JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'message/send',
      params: { message: { kind: 'message', role: 'user', messageId: 'm', parts: [{ kind: 'text', text: 'hello' }] } },
    });
    const trace = read(
      exportOf([
        otlpSpan({ startTimeUnixNano: '1767225600000000000', attributes: [text('http.request.body', body), text('note.body', '{"a":1}')] }),
      ]),
    );
    expect(trace.rows.map(({ kind, time }) => [kind, time])).toEqual([
      ['span-seen', 1767225600000],
      ['message-sent', 1767225600000],
    ]);
    expect(foldTrace({ rows: trace.rows, valueOf: (row) => trace.valueOf(row), servers: [] }).messages).toBe(1);
  });
  it('[N.61] takes the state of a whole span for that at its end, and only where no event has told it', () => {
    const at = { startTimeUnixNano: '1767225600000000000', endTimeUnixNano: '1767225601000000000' };
    const attributes = [text('a2a.task.id', 't'), text('a2a.task.state', 'TASK_STATE_COMPLETED')];
    const event = { name: 'a2a.task.state', timeUnixNano: '1767225601000000000', attributes: [text('a2a.task.state', 'completed')] };
    const rowsOf = (events: readonly Json[]) =>
      read(exportOf([otlpSpan({ ...at, attributes, events })])).rows.map(({ kind, state, time, taskId }) => [kind, state, time, taskId]);
    const expected = [
      ['span-seen', undefined, 1767225600000, 't'],
      ['span-event', 'completed', 1767225601000, 't'],
    ];
    expect(rowsOf([])).toEqual(expected);
    expect(rowsOf([event])).toEqual(expected);
  });
  it('[N.68] takes no secret from a resource, wherever it stands', () => {
    const secret = 'sk-proj-abcdefghijklmnopqrstuvwxyz0123456789ABCD';
    const [{ resource, ...rest }] = (
      exportOf([otlpSpan({})], secret) as { readonly resourceSpans: readonly [Readonly<Record<string, Json>>] }
    ).resourceSpans;
    for (const each of [
      { resource, ...rest },
      { ...rest, resource },
    ] as Json[]) {
      const trace = read({ resourceSpans: [each] });
      expect(JSON.stringify([trace.rows, [...trace.sources.values()]])).not.toContain(secret);
      expect(trace.cuts).toHaveLength(1);
    }
  });
  it('[N.60] reads the answers of a trace store', () => {
    const { resourceSpans } = exportOf([otlpSpan({})]) as { readonly resourceSpans: Json };
    for (const value of [{ batches: resourceSpans }, { trace: { batches: resourceSpans } }, { trace: { resourceSpans } }]) {
      for (const whole of [JSON.stringify(value), JSON.stringify(value, null, 2)]) {
        const trace = readTrace(whole);
        expect(spansOf(trace).map(({ agent }) => agent)).toEqual(['planner']);
        expect([trace.sources.get(0)?.format, gapsOf(trace)]).toEqual(['otlp', []]);
      }
    }
  });
  it('[N.60] reads Zipkin spans, in lists and in lists of lists', () => {
    const span = {
      traceId: '1a',
      id: '2b',
      name: 'post',
      kind: 'CLIENT',
      timestamp: 1767225600000000,
      duration: 1000,
      localEndpoint: { serviceName: 'a' },
    };
    for (const value of [[span], [[span]]]) {
      const trace = read(value);
      expect(spansOf(trace).map(({ agent, time }) => [agent, time])).toEqual([['a', 1767225600000]]);
      expect(gapsOf(trace)).toEqual([]);
    }
  });
  it('[N.65] loses one line to a broken one, one span to a broken span, and says where a cut text stops', () => {
    const line = JSON.stringify(exportOf([otlpSpan({}), otlpSpan({ spanId: 'b' })]));
    const broken = line.replace('"name":"work"', '"name":"work');
    const lines = readTrace([line, broken, line, ''].join('\n'));
    expect(spansOf(lines)).toHaveLength(4);
    expect(lines.unread).toHaveLength(1);
    const span = readTrace(line.replace('"name":"work"', '"name":work'));
    expect([spansOf(span).length, span.unread.length]).toEqual([1, 1]);
    const cut = readTrace(line.slice(0, -20));
    expect([spansOf(cut).length, cut.unread.length]).toEqual([1, 1]);
  });
  it('[N.66] reads an export that stands among other values', () => {
    const card = { name: 'A', url: 'https://a.example/', version: '1', skills: [], capabilities: {} };
    const trace = readTrace(`${JSON.stringify(card)}\n${JSON.stringify(exportOf([otlpSpan({})]))}\n`);
    expect(trace.rows.map(({ kind }) => kind)).toEqual(['card-seen', 'span-seen']);
  });
});

describe('any export of spans', () => {
  const TEXTS = [OTLP, JAEGER, REST, ...CASES].map(fixture);
  const damaged = fc
    .record({
      text: fc.constantFrom(...TEXTS).map((whole) => whole.slice(0, 8_000)),
      wounds: woundsWith(['', '"', '{', '}', '[', ']', '\n', '\\', 'x', '\u0000', ',', ':', 'null', '{"resourceSpans":[', '\ud800'], {
        mostCut: 60,
        maxLength: 5,
      }),
    })
    .map(({ text: whole, wounds }) => wounded(whole, wounds));
  it('[N.1] [N.65] is accounted for to the last unit however it is damaged, and reads the same in whatever pieces it arrives', () => {
    const seen = ({ rows, cuts, unread, setAside, framing }: ReadTrace): unknown => ({ rows, cuts, unread, setAside, framing });
    fc.assert(
      fc.property(damaged, fc.integer({ min: 1, max: 5000 }), (whole, piece) => {
        const trace = readTrace(whole);
        expect(gapsOf(trace)).toEqual([]);
        expect(seen(readTrace(whole, { piece }))).toEqual(seen(trace));
      }),
      { numRuns: 100 },
    );
  }, 60_000);
  it('[N.67] looks at each unit a bounded number of times, however many spans there are and in whatever pieces they arrive', () => {
    const spans = (count: number): readonly Json[] => Array.from({ length: count }, (_, index) => otlpSpan({ spanId: `s${index}` }));
    const resource = { attributes: [text('service.name', 'a')] };
    const jaeger = { traceID: '1', spans: spans(1000), processes: { p1: { serviceName: 'a' } } };
    const brace = JSON.stringify(exportOf(spans(20))).slice(0, -1);
    const texts = [
      JSON.stringify(exportOf(spans(1000))),
      JSON.stringify(exportOf(spans(1000)), null, 1),
      JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans: spans(1000) }], resource }] }),
      JSON.stringify({ data: [jaeger, jaeger] }, null, 2),
      `${JSON.stringify(exportOf([]))}\n`.repeat(2000),
      // Lines that never end, and objects in which the member that is looked for never comes.
      `${brace}\n`.repeat(100),
      `{"resourceSpans":[{"x":${'['.repeat(5000)}`,
      `{"resourceSpans":[${'{"a":[],'.repeat(5000)}`,
      `{"resourceSpans":[{"scopeSpans":[{"spans":[${'1,'.repeat(5000)}`,
    ];
    for (const whole of texts) {
      for (const piece of [997, whole.length]) {
        const times = unitsLookedAt(whole, piece) / whole.length;
        expect({ text: whole.slice(0, 30), piece, times: Math.max(30, times) }).toEqual({ text: whole.slice(0, 30), piece, times: 30 });
      }
    }
  }, 60_000);
});
