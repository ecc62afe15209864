import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../base/json.ts';
import { answered, asked, lines, ruled, v03, v10 } from '../../testing/small-traces.ts';
import { PUSH_RULES } from './push.ts';

const judge = (text: string) => ruled(PUSH_RULES, text);
const said = (text: string): readonly string[] => judge(text).said;

/** A message that names a webhook, and the task that it gave. */
function hooked(url: string): string {
  const configuration = { pushNotificationConfig: { url } };
  return lines(asked(1, 'message/send', { message: v03.message('m'), configuration }), answered(1, v03.task('t', 'submitted')));
}

describe('[J.70] push-url-ssrf: a webhook points into a private network', () => {
  it.each([
    'https://127.0.0.1/hook',
    'https://localhost:8443/hook',
    'https://10.0.4.12/hook',
    'https://192.168.1.1/',
    'https://169.254.169.254/latest/meta-data',
    'https://[::1]/hook',
    'https://[::ffff:10.0.0.1]/hook',
    'https://0x7f000001/hook',
    'https://0.0.0.0/hook',
    'https://metadata.google.internal/computeMetadata',
  ])('%s', (url) => {
    expect(said(hooked(url))).toEqual(['push-url-ssrf t error']);
  });
  it('whatever is no web address', () => {
    expect(said(hooked('file:///etc/passwd'))).toEqual(['push-url-ssrf t error']);
    expect(said(hooked('gopher://hooks.example/'))).toEqual(['push-url-ssrf t error']);
  });
  it('not a public host whose path or query looks like one', () => {
    expect(said(hooked('https://hooks.example/10.0.0.1?to=127.0.0.1'))).toEqual([]);
    expect(said(hooked('https://localhost.example/hook'))).toEqual([]);
  });
  it('a name that only its own network knows is let pass', () => {
    expect(judge(hooked('https://hooks.team.svc/hook'))).toMatchObject({ said: [], passed: ['push-url-ssrf t'] });
  });
  it('in a config of its own, by the task that it names', () => {
    const set = (taskId: string, url: string): JsonObject =>
      asked(1, 'tasks/pushNotificationConfig/set', { taskId, pushNotificationConfig: { url } });
    expect(said(lines(set('u', 'https://10.1.1.1/')))).toEqual(['push-url-ssrf u error']);
    const modern = asked(1, 'CreateTaskPushNotificationConfig', { taskId: 'w', url: 'https://10.1.1.1/' });
    expect(said(lines(modern))).toEqual(['push-url-ssrf w error']);
  });
});

describe('[J.70] push-url-insecure: a webhook over http', () => {
  it('of a public host', () => {
    expect(said(hooked('http://hooks.example/hook'))).toEqual(['push-url-insecure t warning']);
    expect(said(hooked('https://hooks.example/hook'))).toEqual([]);
  });
  it('beside a private host', () => {
    expect(said(hooked('http://10.0.0.1/hook'))).toEqual(['push-url-insecure t warning', 'push-url-ssrf t error']);
  });
});

describe('[J.73] push-auth-not-sent: a delivery without what its config asks for', () => {
  const HOOK = 'https://hooks.example/in';
  const request = (conn: number, url: string, headers: JsonObject, body: JsonObject): JsonObject => ({
    direction: 'request',
    conn,
    ts: new Date(Date.UTC(2026, 2, 13, 9, 0, conn)).toISOString(),
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });
  const answer = (conn: number, body: JsonObject, status = 200): JsonObject => ({
    direction: 'response',
    conn,
    ts: new Date(Date.UTC(2026, 2, 13, 9, 1, conn)).toISOString(),
    status,
    headers: { 'content-type': 'application/json' },
    body,
  });
  function delivered(authentication: JsonObject, headers: JsonObject): string {
    const configuration = { taskPushNotificationConfig: { url: HOOK, authentication } };
    const send = asked(1, 'SendMessage', { message: v10.message('m'), configuration });
    const update = v10.update('t', 'completed', { at: 1 });
    return lines(
      request(1, 'https://worker.example/', {}, send),
      answer(1, answered(1, v10.task('t', 'submitted'))),
      request(2, HOOK, headers, update),
      answer(2, {}),
    );
  }
  it('where it has headers, and none of them authenticates', () => {
    expect(said(delivered({ scheme: 'Bearer' }, {}))).toEqual(['push-auth-not-sent t error']);
    expect(said(delivered({ scheme: 'Bearer' }, { authorization: 'Basic abc' }))).toEqual(['push-auth-not-sent t error']);
  });
  it('not where it is sent, nor where none was asked for', () => {
    expect(said(delivered({ scheme: 'Bearer' }, { authorization: 'Bearer abc' }))).toEqual([]);
    expect(said(delivered({ schemes: [] }, {}))).toEqual([]);
    expect(said(delivered({ scheme: 'ApiKey' }, { 'x-api-key': 'abc' }))).toEqual([]);
  });
});
