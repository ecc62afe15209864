import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../base/json.ts';
import { answered, asked, lines, ruled, v03, v10 } from '../../testing/small-traces.ts';
import { SECRET_RULES } from './secrets.ts';

const said = (text: string): readonly string[] => ruled(SECRET_RULES, text).said;
/** Put together here, so that no scanner takes a test for a leak. */
const KEY = ['sk', 'live', 'Zm9vYmFyYmF6cXV4MTIzNDU2'].join('_');
const send = (params: JsonObject): JsonObject => asked(1, 'message/send', params);
const made = answered(1, v03.task('t', 'completed'));

describe('[J.74] secret-in-clear: where a secret stands decides how bad it is', () => {
  it('error in a message, in metadata and in an artifact', () => {
    const told = v03.message('m', { parts: [v03.text(`the key is ${KEY}`)] });
    expect(said(lines(send({ message: told }), made))).toEqual(['secret-in-clear t error']);
    expect(said(lines(send({ message: v03.message('m', { metadata: { api_key: KEY } }) }), made))).toEqual(['secret-in-clear t error']);
    const artifacts = [{ artifactId: 'a', parts: [v03.text(`use ${KEY} for it`)] }];
    expect(said(lines(send({ message: v03.message('m') }), answered(1, v03.task('t', 'completed', { artifacts }))))).toEqual([
      'secret-in-clear t error',
    ]);
  });
  it('names the task that the exchange turned out to be about, else none', () => {
    const alone = lines(send({ message: v03.message('m', { metadata: { password: 'correct-horse-battery' } }) }));
    expect(said(alone)).toEqual(['secret-in-clear - error']);
  });
  it('info in the push config of a request, warning where a server gives it back', () => {
    const config = { url: 'https://hooks.example/in', token: KEY };
    const set = asked(1, 'CreateTaskPushNotificationConfig', { taskId: 't', ...config });
    expect(said(lines(set))).toEqual(['secret-in-clear t info']);
    const get = asked(1, 'GetTaskPushNotificationConfig', { taskId: 't', id: 'c' });
    expect(said(lines(get, answered(1, { taskId: 't', id: 'c', ...config })))).toContainEqual(expect.stringMatching(/warning$/));
  });
  it('info in a header, where the protocol puts it', () => {
    const request = {
      direction: 'request',
      conn: 1,
      ts: '2026-03-13T09:00:00Z',
      method: 'POST',
      url: 'https://worker.example/',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${KEY}` },
      body: asked(1, 'SendMessage', { message: v10.message('m') }),
    };
    expect(said(lines(request))).toEqual(['secret-in-clear - info']);
  });
  it('nothing where a value is masked, or is no secret', () => {
    expect(said(lines(send({ message: v03.message('m', { metadata: { api_key: '****', pageToken: 'abc' } }) }), made))).toEqual([]);
  });
});
