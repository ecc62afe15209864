import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { gapsOf, readTrace } from '../testing/read-trace.ts';
import type { ReadTrace } from '../testing/read-trace.ts';

const lines = (...values: readonly object[]): string => values.map((value) => `${JSON.stringify(value)}\n`).join('');
const summary = ({ rows }: ReadTrace): readonly string[] =>
  rows.map(({ kind, channel, agent, peer, exchange, taskId, state, label }) =>
    [kind, channel, `${agent ?? '?'} → ${peer ?? '?'}`, exchange ?? '-', taskId ?? '-', state ?? '-', label ?? '-'].join(' | '),
  );
const rpc = (id: number, method: string, params: object): object => ({ jsonrpc: '2.0', id, method, params });
const answer = (id: number, result: object): object => ({ jsonrpc: '2.0', id, result });
const message = { kind: 'message', role: 'user', messageId: 'm-1', parts: [{ kind: 'text', text: 'go' }] };
const task = (id: string, state: string): object => ({ kind: 'task', id, contextId: 'c', status: { state } });
const CARD = {
  name: 'Flight Finder',
  description: '',
  url: 'http://flights.example/a2a',
  version: '1',
  protocolVersion: '0.3.0',
  skills: [],
  capabilities: {},
  defaultInputModes: [],
  defaultOutputModes: [],
};

describe('exchange logs', () => {
  it('[N.7] pairs turns by connection, and names agents by their card once it was seen', () => {
    const trace = readTrace(
      lines(
        {
          ts: '2026-01-01T00:00:00Z',
          direction: 'request',
          conn: 1,
          method: 'GET',
          url: 'http://flights.example/.well-known/agent-card.json',
          headers: {},
        },
        { ts: '2026-01-01T00:00:00.01Z', direction: 'response', conn: 1, status: 200, headers: {}, body: CARD },
        {
          ts: '2026-01-01T00:00:01Z',
          direction: 'request',
          conn: 2,
          method: 'POST',
          url: 'http://flights.example/a2a',
          headers: {},
          body: rpc(1, 'message/send', { message }),
        },
        {
          ts: '2026-01-01T00:00:01Z',
          direction: 'request',
          conn: 3,
          method: 'POST',
          url: 'http://hotels.example/a2a',
          headers: {},
          body: rpc(1, 'message/send', { message }),
        },
        { ts: '2026-01-01T00:00:02Z', direction: 'response', conn: 3, status: 200, headers: {}, body: answer(1, task('t-3', 'working')) },
        { ts: '2026-01-01T00:00:03Z', direction: 'response', conn: 2, status: 200, headers: {}, body: answer(1, task('t-2', 'completed')) },
      ),
    );
    expect(summary(trace)).toEqual([
      'message-sent | card | ? → flights.example | 1 | - | - | GET /.well-known/agent-card.json',
      'call-settled | card | Flight Finder → ? | 1 | - | - | Flight Finder',
      'card-seen | card | Flight Finder → ? | 1 | - | - | Flight Finder',
      'message-sent | send | ? → Flight Finder | 2 | - | - | message/send',
      'message-sent | send | ? → hotels.example | 3 | - | - | message/send',
      'call-settled | send | hotels.example → ? | 3 | t-3 | working | -',
      'call-settled | send | Flight Finder → ? | 2 | t-2 | completed | -',
    ]);
    expect(trace.rows.map(({ time }) => (time ?? 0) - Date.parse('2026-01-01T00:00:00Z'))).toEqual([0, 10, 10, 1000, 1000, 2000, 3000]);
  });
  it('[N.7] reads other spellings of the same', () => {
    const trace = readTrace(
      lines(
        {
          time: 1_767_225_600_000,
          dir: 'req',
          connectionId: 'x',
          verb: 'POST',
          uri: 'http://a.example/a2a',
          data: JSON.stringify(rpc(1, 'tasks/get', { id: 't' })),
        },
        { time: 1_767_225_600.5, dir: 'res', connectionId: 'x', statusCode: 200, payload: JSON.stringify(answer(1, task('t', 'working'))) },
      ),
    );
    expect(summary(trace)).toEqual([
      'message-sent | poll | ? → a.example | 1 | t | - | tasks/get',
      'call-settled | poll | a.example → ? | 1 | t | working | -',
    ]);
    expect(trace.rows.map(({ time }) => time)).toEqual([1_767_225_600_000, 1_767_225_600_500]);
  });
  it('[N.7] reads a whole exchange a line: bodies alone, with their heads, and as a stream', () => {
    const asked = rpc(1, 'message/stream', { message });
    const trace = readTrace(
      lines(
        {
          ts: '2026-01-01T00:00:00Z',
          ms: 40,
          method: 'POST',
          url: 'http://a.example/a2a',
          status: 200,
          request: rpc(1, 'tasks/get', { id: 't' }),
          response: answer(1, task('t', 'working')),
        },
        {
          request: { method: 'POST', url: 'http://a.example/a2a', headers: [['authorization', 'Bearer x']], body: asked },
          response: { status: 503, headers: {}, body: '<html>' },
        },
        {
          method: 'POST',
          url: 'http://a.example/a2a',
          request: asked,
          stream: [answer(1, task('t', 'submitted')), { ts: '2026-01-01T00:00:09Z', data: answer(1, task('t', 'working')) }],
        },
        {
          method: 'POST',
          url: 'http://a.example/a2a',
          request: asked,
          responseHeaders: { 'content-type': 'text/event-stream' },
          response: `data: ${JSON.stringify(answer(1, task('t', 'completed')))}\n\n`,
        },
      ),
    );
    expect(summary(trace)).toEqual([
      'message-sent | poll | ? → a.example | 1 | t | - | tasks/get',
      'call-settled | poll | a.example → ? | 1 | t | working | -',
      'message-sent | stream | ? → a.example | 2 | - | - | message/stream',
      'call-settled | send | a.example → ? | 2 | - | - | HTTP 503',
      'message-sent | stream | ? → a.example | 3 | - | - | message/stream',
      'task-snapshot | stream | a.example → ? | 3 | t | submitted | -',
      'task-snapshot | stream | a.example → ? | 3 | t | working | -',
      'message-sent | stream | ? → a.example | 4 | - | - | message/stream',
      'task-snapshot | stream | a.example → ? | 4 | t | completed | -',
    ]);
    expect(trace.rows.every((row) => trace.valueOf(row) !== undefined)).toBe(true);
    expect(trace.rows.slice(0, 2).map(({ time }) => time)).toEqual([
      Date.parse('2026-01-01T00:00:00Z'),
      Date.parse('2026-01-01T00:00:00.040Z'),
    ]);
  });
  it('[N.7] pairs bare messages by their id and direction, the newest request first', () => {
    const trace = readTrace(
      lines(
        { direction: 'out', message: rpc(1, 'message/stream', { message }) },
        { direction: 'in', message: answer(1, task('t', 'submitted')) },
        { direction: 'in', message: rpc(1, 'tasks/get', { id: 'mine' }) },
        { direction: 'out', message: answer(1, task('mine', 'working')) },
        {
          direction: 'in',
          message: answer(1, { kind: 'status-update', taskId: 't', contextId: 'c', status: { state: 'working' }, final: false }),
        },
      ),
    );
    expect(summary(trace)).toEqual([
      'message-sent | stream | ? → ? | 1 | - | - | message/stream',
      'task-snapshot | stream | ? → ? | 1 | t | submitted | -',
      'message-sent | poll | ? → ? | 2 | mine | - | tasks/get',
      'call-settled | poll | ? → ? | 2 | mine | working | -',
      'status-update | stream | ? → ? | 1 | t | working | -',
    ]);
  });
  it('[N.7] knows a delivery by its token, its callback or its news', () => {
    const hook = 'http://hooks.example/inbox';
    const trace = readTrace(
      lines(
        {
          direction: 'request',
          conn: 1,
          method: 'POST',
          url: 'http://a.example/a2a',
          headers: {},
          body: rpc(1, 'message/send', { message, configuration: { pushNotificationConfig: { url: hook, token: 's3cret' } } }),
        },
        {
          direction: 'request',
          conn: 2,
          method: 'POST',
          url: hook,
          headers: { 'X-A2A-Notification-Token': 's3cret' },
          body: task('t', 'working'),
        },
        { direction: 'response', conn: 2, status: 200, headers: {}, raw: 'ok' },
        { direction: 'request', conn: 3, method: 'POST', url: hook, headers: {}, body: { odd: true } },
      ),
    );
    expect(summary(trace).slice(1)).toEqual([
      'message-sent | push | ? → hooks.example | 2 | t | working | POST /inbox',
      'push-received | push | hooks.example → ? | 2 | t | working | 200',
      'message-sent | push | ? → hooks.example | 3 | - | - | POST /inbox',
    ]);
    expect(trace.cuts.map(({ number, place }) => [number, place])).toEqual([
      [1, 'config.token'],
      [1, 'header x-a2a-notification-token'],
    ]);
    expect(JSON.stringify(trace.rows.map((row) => trace.valueOf(row)))).not.toContain('s3cret');
  });
  it('[L.7] shows no token of a real trace in any value', () => {
    const text = readFileSync(new URL('../testing/fixtures/traces/v03-jsonrpc-push.ndjson', import.meta.url), 'utf8');
    const trace = readTrace(text);
    expect(text).toContain('tok-example-');
    expect(JSON.stringify(trace.rows.map((row) => trace.valueOf(row)))).not.toContain('tok-example-');
    expect([...new Set(trace.cuts.map(({ number, shape }) => `${number} ${shape}`))]).toEqual(['1 token', '2 token']);
  });
  it('[N.1] sets aside what is no business of an agent, and lets a broken line cost itself alone', () => {
    const text = `${lines({ direction: 'request', conn: 1, method: 'GET', url: 'http://a.example/favicon.ico', headers: {} }, { direction: 'response', conn: 1, status: 404, headers: {}, raw: 'no' })}{"direction":"request",\n\n${lines(task('t', 'working'))}`;
    const trace = readTrace(text);
    expect(trace.rows.map(({ kind }) => kind)).toEqual(['record-set-aside', 'record-set-aside', 'record-unreadable', 'task-snapshot']);
    expect(trace.setAside.map(({ why }) => why)).toEqual([
      'GET /favicon.ico is no operation of an agent',
      'the answer to a request that is no operation of an agent',
    ]);
    expect(trace.unread.map(({ why }) => why)).toEqual(['no JSON: line 5, column 1: expected a member name in quotes, found "{"']);
    expect(gapsOf(trace)).toEqual([]);
  });
});

describe('documents', () => {
  it('[N.7] reads values one after the other, a list, and a card that stands alone', () => {
    const pretty = (value: object): string => JSON.stringify(value, null, 2);
    expect(summary(readTrace(`${pretty(task('t', 'submitted'))}\n${pretty(task('t', 'working'))}`))).toEqual([
      'task-snapshot | none | ? → ? | - | t | submitted | -',
      'task-snapshot | none | ? → ? | - | t | working | -',
    ]);
    expect(
      summary(
        readTrace(
          pretty([task('t', 'submitted'), 7, { kind: 'status-update', taskId: 't', contextId: 'c', status: { state: 'working' } }]),
        ),
      ),
    ).toEqual([
      'task-snapshot | stream | ? → ? | - | t | submitted | -',
      'record-set-aside | none | ? → ? | - | - | - | -',
      'status-update | stream | ? → ? | - | t | working | -',
    ]);
    expect(summary(readTrace(pretty(CARD)))).toEqual(['card-seen | card | ? → ? | - | - | - | Flight Finder']);
  });
  it('[N.8] names what it recognises and cannot read, and where it stopped in what it does not', () => {
    const whyOf = (text: string): readonly string[] => {
      const { setAside, unread, rows } = readTrace(text);
      expect(setAside).toEqual([]);
      expect(rows.map(({ kind }) => kind)).toEqual(['record-unreadable']);
      return unread.map(({ why }) => why);
    };
    expect(whyOf('hello\nworld')).toEqual([
      'no format fits: tried as JSON (line 1, column 1: expected a value, found "h"), JSON lines, an event stream, the saved form, an HTTP transcript, a log',
    ]);
    expect(whyOf('{"a":\n [1,}')).toEqual(['no JSON: line 2, column 5: expected a value, found "}"']);
  });
});
