import { readFileSync, readdirSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judgeText } from '../testing/judged.ts';
import { gapsOf, readTrace } from '../testing/read-trace.ts';
import type { ReadTrace } from '../testing/read-trace.ts';
import { wounded, woundsWith } from '../testing/wounded-text.ts';

const FIXTURES = new URL('../testing/fixtures/', import.meta.url);
const HARS = [
  ...readdirSync(new URL('traces/', FIXTURES)).flatMap((file) => (file.endsWith('.har') ? [`traces/${file}`] : [])),
  ...readdirSync(new URL('cases/', FIXTURES)).flatMap((name) =>
    readdirSync(new URL('cases/', FIXTURES), { recursive: true, encoding: 'utf8' }).includes(`${name}/input.har`)
      ? [`cases/${name}/input.har`]
      : [],
  ),
].map((file) => readFileSync(new URL(file, FIXTURES), 'utf8'));

interface EntryParts {
  readonly at?: string;
  readonly time?: number;
  readonly method?: string;
  readonly url?: string;
  readonly sent?: unknown;
  readonly postData?: unknown;
  readonly status?: number;
  readonly type?: string;
  readonly text?: string;
  readonly content?: unknown;
  readonly more?: object;
  readonly responseMore?: object;
}
/** An entry as exporters write it; `at` is a clock time of one day. */
function entry(parts: EntryParts): object {
  const { at = '10:00:00', time = 100, method = 'POST', url = 'https://desk.example/a2a', status = 200, type = 'application/json' } = parts;
  const posted = parts.sent === undefined ? {} : { postData: { mimeType: 'application/json', text: JSON.stringify(parts.sent) } };
  return {
    startedDateTime: `2026-01-01T${at}.000Z`,
    time,
    request: { method, url, headers: [], ...posted, ...(parts.postData === undefined ? {} : { postData: parts.postData }) },
    response: {
      status,
      headers: [{ name: 'Content-Type', value: type }],
      content: parts.content ?? { mimeType: type, ...(parts.text === undefined ? {} : { text: parts.text, size: parts.text.length }) },
      ...parts.responseMore,
    },
    ...parts.more,
  };
}
const har = (entries: readonly object[], indent?: number): string =>
  JSON.stringify({ log: { version: '1.2', creator: { name: 'x' }, pages: [{ id: 'p' }], entries } }, undefined, indent);

const rpc = (method: string, id: number, params: object = {}): object => ({ jsonrpc: '2.0', id, method, params });
const message = (id: string, more: object = {}): object => ({
  message: { kind: 'message', role: 'user', messageId: id, parts: [{ kind: 'text', text: id }], ...more },
});
const result = (id: number, value: object): string => JSON.stringify({ jsonrpc: '2.0', id, result: value });
const task = (id: string, state: string): object => ({ kind: 'task', id, contextId: 'c', status: { state } });
const status = (state: string, clock?: string): object => ({
  kind: 'status-update',
  taskId: 't',
  contextId: 'c',
  status: { state, ...(clock === undefined ? {} : { timestamp: `2026-01-01T${clock}.000Z` }) },
  final: state === 'completed',
});
const sse = (...values: readonly object[]): string => values.map((value) => `data: ${result(1, value)}\n\n`).join('');
const STREAM = { sent: rpc('message/stream', 1, message('m')), type: 'text/event-stream' };
const SEND = { sent: rpc('message/send', 2, message('n')), text: result(2, task('u', 'completed')) };

function read(text: string): ReadTrace {
  const trace = readTrace(text);
  expect(trace.sources.get(0)?.format).toBe('har');
  expect(gapsOf(trace)).toEqual([]);
  for (const row of trace.rows) if (row.kind !== 'record-unreadable') expect(trace.valueOf(row)).toBeDefined();
  return trace;
}
const told = (trace: ReadTrace): readonly string[] =>
  trace.rows.map(({ kind, exchange, taskId, state, label }) => `${kind} ${exchange ?? '-'} ${taskId ?? '-'} ${state ?? label ?? '-'}`);
const whatWasRead = ({ rows, cuts, unread, setAside, framing, sources, exchanges }: ReadTrace): unknown => ({
  rows,
  cuts,
  unread,
  setAside,
  framing,
  sources,
  exchanges,
});
const clock = (time: number | undefined): string => (time === undefined ? '-' : new Date(time).toISOString().slice(11, 19));

describe('the order of a HAR', () => {
  const stream = entry({
    ...STREAM,
    at: '10:00:00',
    time: 600_000,
    text: sse(status('working', '10:01:00'), status('completed', '10:09:00')),
  });
  const send = entry({ ...SEND, at: '10:05:00', time: 1000 });
  it('[N.40] tells exchanges that overlap in the order that their times prove, however the file lists them', () => {
    for (const entries of [
      [stream, send],
      [send, stream],
    ]) {
      expect(read(har(entries)).rows.map(({ kind, time }) => `${kind} ${clock(time)}`)).toEqual([
        'message-sent 10:00:00',
        'status-update 10:01:00',
        'message-sent 10:05:00',
        'call-settled 10:05:01',
        'status-update 10:09:00',
        'stream-ended 10:10:00',
      ]);
    }
  });
  it('[N.40] keeps the order within a stream, and clamps what was stamped by another clock', () => {
    const skewed = entry({
      ...STREAM,
      at: '10:00:00',
      time: 600_000,
      text: sse(
        status('submitted', '09:00:00'),
        status('working', '10:04:00'),
        status('working'),
        status('working', '10:03:00'),
        status('completed', '11:00:00'),
      ),
    });
    expect(told(read(har([skewed, send])))).toEqual([
      'message-sent 1 - message/stream',
      'status-update 1 t submitted',
      'status-update 1 t working',
      'status-update 1 t working',
      'status-update 1 t working',
      'message-sent 2 - message/send',
      'call-settled 2 u completed',
      'status-update 1 t completed',
      'stream-ended 1 t -',
    ]);
  });
  it('[N.40] tells an answer before a request of the same instant, and the last event of an undated stream with its end', () => {
    const first = entry({ ...SEND, at: '10:00:00', time: 1000 });
    const next = entry({ ...SEND, at: '10:00:01', time: 0 });
    expect(told(read(har([next, first]))).map((line) => line.slice(0, 14))).toEqual([
      'message-sent 1',
      'call-settled 1',
      'message-sent 2',
      'call-settled 2',
    ]);
    const undated = entry({ ...STREAM, at: '10:00:00', time: 600_000, text: sse(task('t', 'working'), status('completed')) });
    expect(told(read(har([undated, send]))).map((line) => line.slice(0, 15))).toEqual([
      'message-sent 1 ',
      'task-snapshot 1',
      'message-sent 2 ',
      'call-settled 2 ',
      'status-update 1',
      'stream-ended 1 ',
    ]);
  });
  it('[N.40] reads entries without times in the order of the file', () => {
    const undated = [1, 2, 3].map((id) => ({
      ...entry({ ...SEND, sent: rpc('message/send', id, message(`m${id}`)) }),
      startedDateTime: undefined,
      time: undefined,
    }));
    const { rows } = read(har(undated));
    expect(rows.map(({ exchange }) => exchange)).toEqual([1, 1, 2, 2, 3, 3]);
    expect(rows.map(({ time }) => time)).toEqual(rows.map(() => undefined));
  });
});

describe('bodies of a HAR', () => {
  const sent = (postData: unknown): unknown => {
    const trace = read(har([entry({ postData, text: SEND.text })]));
    return trace.rows[0] && trace.valueOf(trace.rows[0]);
  };
  it('[N.41] reads base64, both ways', () => {
    const body = rpc('message/send', 1, message('é'));
    const encoded = btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(body))));
    expect(sent({ mimeType: 'application/json', text: encoded, encoding: 'base64' })).toEqual(body);
    const trace = read(
      har([
        entry({
          ...STREAM,
          content: { mimeType: 'text/event-stream', size: 1, encoding: 'base64', text: btoa(sse(status('working'), status('completed'))) },
        }),
      ]),
    );
    expect(told(trace).slice(1)).toEqual(['status-update 1 t working', 'status-update 1 t completed', 'stream-ended 1 t -']);
    expect(trace.rows[1]?.path).toBe('json/.response/.content/.text/base64/sse:0/json/.result');
  });
  it('[N.42] repairs text that was misread, and says so in the path', () => {
    const misread = (text: string): string => new TextDecoder('windows-1252').decode(new TextEncoder().encode(text));
    const text = result(2, {
      ...task('u', 'completed'),
      artifacts: [{ artifactId: 'a', name: 'étage', parts: [{ kind: 'text', text: '图纸 ✅' }] }],
    });
    const trace = read(har([entry({ sent: SEND.sent, text: misread(text) }), entry({ sent: SEND.sent, text })]));
    const answers = trace.rows.filter(({ kind }) => kind === 'call-settled');
    expect(answers.map((row) => trace.valueOf(row))).toEqual([
      (JSON.parse(text) as { result: unknown }).result,
      (JSON.parse(text) as { result: unknown }).result,
    ]);
    expect(answers.map(({ path }) => path.includes('/mojibake'))).toEqual([true, false]);
  });
  it('[N.43] tells an empty answer from one that was not kept, and a lost one from both', () => {
    const ends = (parts: EntryParts): readonly string[] => told(read(har([entry({ ...STREAM, ...parts })]))).slice(1);
    expect(ends({ text: '' })).toEqual(['stream-ended 1 - -']);
    expect(ends({})).toEqual([]);
    expect(ends({ text: sse(status('working')) })).toEqual(['status-update 1 t working', 'stream-ended 1 t -']);
    expect(ends({ text: sse(status('working')), responseMore: { _error: 'net::ERR_INCOMPLETE_CHUNKED_ENCODING' } })).toEqual([
      'status-update 1 t working',
      'stream-ended 1 t lost: net::ERR_INCOMPLETE_CHUNKED_ENCODING',
    ]);
    expect(ends({ text: sse(status('working')), more: { _error: 'net::ERR_ABORTED' } })).toEqual([
      'status-update 1 t working',
      'stream-ended 1 t reader gone',
    ]);
    expect(ends({ status: 0, type: '', content: { size: 0, mimeType: 'x-unknown' } })).toEqual(['stream-ended 1 - lost: no answer']);
    expect(told(read(har([entry({ sent: SEND.sent, status: 0, type: '' })]))).slice(1)).toEqual(['call-settled 1 - lost: no answer']);
    expect(told(read(har([entry({ sent: SEND.sent, status: 401 })]))).slice(1)).toEqual(['call-settled 1 - HTTP 401']);
  });
  it('[N.43] does not end a stream whose text stops inside an event', () => {
    const cut = sse(status('working'), status('completed')).slice(0, -40);
    expect(told(read(har([entry({ ...STREAM, text: cut })]))).slice(1)).toEqual(['status-update 1 t working', 'record-unreadable - - -']);
    expect(judgeText(har([entry({ ...STREAM, text: cut })])).said).toContain('truncated-input t warning');
    expect(judgeText(har([entry({ ...STREAM, text: sse(status('completed')).trimEnd() })])).said).toContain(
      'unterminated-sse-frame t warning',
    );
    const lost = judgeText(har([entry({ ...STREAM, text: cut, responseMore: { _error: 'net::ERR_CONNECTION_RESET' } })])).said;
    expect(lost.filter((line) => line.startsWith('truncated'))).toEqual([]);
    expect(judgeText(har([entry({ sent: SEND.sent, text: SEND.text.slice(0, 50) })])).said).toContain('truncated-input - warning');
  });
  it('[N.44] reads what Chromium adds: messages of an event source and of a web socket, with their times', () => {
    const messages = [status('working'), status('completed')].map((value, index) => ({
      time: 1767261600 + index,
      eventName: 'message',
      eventId: '',
      data: result(1, value),
    }));
    const source = read(har([entry({ ...STREAM, more: { _eventSourceMessages: messages } })]));
    expect(source.rows.map(({ kind, time }) => `${kind} ${clock(time)}`)).toEqual([
      'message-sent 10:00:00',
      'status-update 10:00:00',
      'status-update 10:00:01',
    ]);
    const frames = [
      { type: 'send', time: 1767261600.5, opcode: 1, data: JSON.stringify(rpc('message/send', 4, message('m'))) },
      { type: 'receive', time: 1767261601, opcode: 1, data: result(4, task('w', 'working')) },
      { type: 'receive', time: 1767261602, opcode: 1, data: 'ping' },
    ];
    const socket = read(
      har([entry({ method: 'GET', url: 'wss://desk.example/ws', status: 101, type: '', more: { _webSocketMessages: frames } })]),
    );
    expect(told(socket).slice(1)).toEqual(['message-sent 2 - message/send', 'call-settled 2 w working']);
  });
});

describe('traffic that is no agent’s', () => {
  it('[N.45] is set aside entry by entry, with what it is', () => {
    const others = [
      entry({ method: 'GET', url: 'https://app.example/logo.png', type: 'image/png', text: 'iVBORw0KGgo=' }),
      entry({ method: 'GET', url: 'https://app.example/style.css', type: 'text/css', text: 'a{}' }),
      entry({ method: 'GET', url: 'https://app.example/', type: 'text/html', text: '<html>' }),
      entry({ method: 'OPTIONS', status: 204, type: '' }),
      entry({ url: 'https://stats.example/collect', sent: { event: 'click' }, text: '{"ok":true}' }),
      entry({ method: 'GET', url: 'https://app.example/settings.json', text: '{"theme":"dark"}' }),
    ];
    const trace = read(har([...others, entry(SEND)]));
    expect(trace.setAside.map(({ why }) => why)).toEqual([
      'an image (GET /logo.png): no operation of an agent',
      'a style sheet (GET /style.css): no operation of an agent',
      'a page (GET /): no operation of an agent',
      'a preflight (OPTIONS /a2a): no operation of an agent',
      'other traffic (POST /collect): no operation of an agent',
      'other traffic (GET /settings.json): no operation of an agent',
    ]);
    expect(trace.unread).toEqual([]);
    expect(told(trace).filter((line) => !line.startsWith('record'))).toEqual([
      'message-sent 1 - message/send',
      'call-settled 1 u completed',
    ]);
  });
  it('[N.45] is not what an agent could not read, and not the page that answers for a card', () => {
    const trace = read(
      har([
        entry({
          postData: { mimeType: 'application/json', text: '{"jsonrpc":' },
          text: '{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Invalid JSON"}}',
        }),
        entry({ method: 'GET', url: 'https://desk.example/.well-known/agent-card.json', status: 404, type: 'text/html', text: '<html>' }),
        entry(SEND),
      ]),
    );
    expect(trace.setAside).toEqual([]);
    expect(told(trace)).toContain('call-settled 1 - error -32700');
    expect(told(trace)).toContain('call-settled 2 - HTTP 404');
  });
});

describe('damaged HARs', () => {
  it('[N.46] loses one entry where one is damaged, and says where a cut one stops', () => {
    for (const indent of [undefined, 1]) {
      const text = har(
        [1, 2, 3, 4].map((id) => entry({ ...SEND, sent: rpc('message/send', id, message(`m${id}`)) })),
        indent,
      );
      const second = text.indexOf('"m2') - 200;
      for (const damaged of [
        text.replace(/"status": ?200/, '"status": 20"0'),
        `${text.slice(0, second)}${text.slice(second).replace('"url"', '"url')}`,
        `${text.slice(0, second)}${text.slice(second).replace('{', '')}`,
      ]) {
        const trace = read(damaged);
        expect(trace.rows.filter(({ kind }) => kind === 'call-settled').length).toBeGreaterThanOrEqual(2);
        expect(trace.unread.length).toBeGreaterThan(0);
      }
      const cut = judgeText(text.slice(0, -200));
      expect(cut.rows.filter(({ kind }) => kind === 'call-settled').length).toBe(3);
      expect(cut.said).toContain('truncated-input - warning');
      expect(judgeText(text).said).not.toContain('truncated-input - warning');
    }
  });
  it('[N.46] reads the entry in which the text stops as far as it goes', () => {
    const text = har([entry({ ...STREAM, text: sse(status('working'), status('completed')) })]);
    const cut = text.slice(0, text.indexOf('completed'));
    expect(told(read(cut))).toEqual(['message-sent 1 - message/stream', 'status-update 1 t working', 'record-unreadable - - -']);
    expect(judgeText(cut).said.filter((line) => !line.endsWith('info'))).toEqual(['truncated-input t warning']);
    const inRequest = text.slice(0, text.indexOf('"response"'));
    expect(told(read(inRequest))).toEqual(['message-sent 1 - message/stream']);
    expect(judgeText(inRequest).said).toEqual(['truncated-input - warning']);
  });
  it('[N.1] are accounted for however they are damaged, and read the same however they arrive', () => {
    const damaged = fc
      .record({
        text: fc.constantFrom(...HARS.map((text) => text.slice(0, 20_000))),
        wounds: woundsWith(['', '"', '{', '}', ']', '[', '\\', '\u0000', ',', 'null', '\n', '"entries":[{"request":{"url":"x"}},'], {
          mostCut: 60,
          maxLength: 4,
        }),
        end: fc.double({ min: 0, max: 1, noNaN: true }),
      })
      .map(({ text, wounds, end }) => wounded(text, wounds).slice(0, Math.ceil(end * text.length)));
    fc.assert(
      fc.property(damaged, fc.integer({ min: 1, max: 5000 }), (text, piece) => {
        const whole = readTrace(text);
        expect(gapsOf(whole)).toEqual([]);
        expect(whatWasRead(readTrace(text, { piece }))).toEqual(whatWasRead(whole));
      }),
      { numRuns: 120 },
    );
  });
  it('[N.6] cost what they are long', () => {
    const text = har(Array.from({ length: 400 }, (_, index) => entry({ ...SEND, sent: rpc('message/send', index, message(`m${index}`)) })));
    const broken = text.replaceAll('"status":200', '"status":2"00');
    expect(gapsOf(readTrace(broken, { piece: 4000 }))).toEqual([]);
    expect(readTrace(broken).unread.length).toBeGreaterThan(300);
  });
});
