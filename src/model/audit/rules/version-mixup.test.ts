import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../base/json.ts';
import { answered, asked, lines, refused, ruled, sse, v03, v10, wire } from '../../testing/small-traces.ts';
import { VERSION_RULES } from './version-mixup.ts';

const judge = (text: string) => ruled(VERSION_RULES, text);
const said = (text: string): readonly string[] => judge(text).said;
const stream = (...results: readonly Json[]): string => sse(...results.map((result) => answered(1, result)));
const send03 = (more: JsonObject = {}): JsonObject => asked(1, 'message/send', { message: v03.message('m'), ...more });
const send10 = (more: JsonObject = {}): JsonObject => asked(1, 'SendMessage', { message: v10.message('m'), ...more });
const old = { role: 'user', parts: [{ type: 'text', text: 'x' }] };

/** A call over HTTP with headers, and its answer. */
function exchange(
  conn: number,
  body: JsonObject,
  answer: Json,
  more: { readonly headers?: JsonObject; readonly path?: string; readonly status?: number } = {},
): readonly JsonObject[] {
  const ask = {
    direction: 'request',
    conn,
    method: 'POST',
    url: `https://w.example${more.path ?? '/'}`,
    headers: { 'content-type': 'application/json', ...more.headers },
    body,
  };
  return [ask, wire.answer(conn, conn, answer, more.status)];
}

describe('[J.47] version-mixup: calls that broke', () => {
  it('a webhook that is told in 0.3 of a task that was asked for in 1.0, and none that is told in its own', () => {
    const call = (conn: number, url: string, body: JsonObject, answer: Json): readonly JsonObject[] => [
      { direction: 'request', conn, method: 'POST', url, headers: {}, body },
      { direction: 'response', conn, status: 200, headers: {}, body: answer },
    ];
    const made10 = call(1, 'https://w.example/', send10(), answered(1, v10.task('t', 'submitted')));
    const made03 = call(1, 'https://w.example/', send03(), answered(1, v03.task('t', 'submitted')));
    const told = (body: JsonObject): readonly JsonObject[] => call(2, 'https://hooks.example/in', body, null);
    expect(said(lines(...made10, ...told(v03.task('t', 'completed'))))).toEqual(['version-mixup t error']);
    expect(said(lines(...made10, ...told(v10.task('t', 'completed'))))).toEqual([]);
    expect(said(lines(...made03, ...told(v03.task('t', 'completed'))))).toEqual([]);
  });
  it('not the push configuration of 0.1, nested as it is there', () => {
    const config = { id: 't', pushNotificationConfig: { url: 'https://h.example/' } };
    expect(said(lines(asked(1, 'tasks/pushNotification/set', config), answered(1, config)))).toEqual([]);
  });
  it('a 0.1 call that a later server refuses, naming its own methods', () => {
    const error = {
      code: -32600,
      message: 'Request payload validation error',
      data: [{ loc: ['method'], msg: "Input should be 'message/send'", input: 'tasks/send' }],
    };
    const call = asked('a', 'tasks/send', { id: 'x', sessionId: 's', message: old });
    expect(said(lines(call, { jsonrpc: '2.0', id: 'a', error }))).toEqual(['version-mixup - error']);
  });
  it('a method that the server does not know, whatever else is in the trace', () => {
    expect(said(lines(send10(), refused(1, -32601, 'Method not found')))).toEqual(['version-mixup - error']);
    expect(said(lines(send03(), refused(1, -32601, 'Method not found')))).toEqual(['version-mixup - error']);
  });
  it('not a method of an extension, nor one that may be left out', () => {
    expect(said(lines(asked(1, 'acme/frobnicate', {}), refused(1, -32601, 'Method not found')))).toEqual([]);
    expect(said(lines(asked(1, 'tasks/pushNotificationConfig/list', { id: 't' }), refused(1, -32601, 'Method not found')))).toEqual([]);
  });
  it('another try in the right version is no fault of its own', () => {
    const retry = asked(2, 'message/send', { message: v03.message('m') });
    expect(said(lines(send10(), refused(1, -32601), retry, answered(2, v03.task('t', 'completed'))))).toEqual(['version-mixup - error']);
  });
  it('a version that is refused by name', () => {
    expect(said(lines(send10(), refused(1, -32009, 'Version not supported')))).toEqual(['version-mixup - error']);
    const rest = {
      error: {
        code: 400,
        status: 'UNIMPLEMENTED',
        message: 'no',
        details: [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'VERSION_NOT_SUPPORTED' }],
      },
    };
    expect(
      said(
        lines(
          ...exchange(1, { message: v10.message('m') }, rest, { path: '/message:send', status: 400, headers: { 'a2a-version': '2.0' } }),
        ),
      ),
    ).toEqual(['version-mixup - error']);
  });
  it('0.1 calls another error by -32009', () => {
    expect(said(lines(asked(1, 'tasks/cancel', { id: 't', sessionId: 's' }), refused(1, -32009, 'Invalid task state')))).not.toContain(
      'version-mixup - error',
    );
  });
  it('a stray kind that a strict reader of 1.0 refuses', () => {
    const message = v10.message('m', { kind: 'message' });
    expect(said(lines(send10({ message }), refused(1, -32602, 'Message type "lf.a2a.v1.Message" has no field named "kind"')))).toEqual([
      'version-mixup - error',
    ]);
  });
  it('1.0 over HTTP+JSON to a server of 0.3, by its path or by what it says', () => {
    const body = { message: v10.message('m') };
    expect(said(lines(...exchange(1, body, { message: 'no field named parts' }, { path: '/v1/message:send', status: 400 })))).toEqual([
      'version-mixup - error',
    ]);
    const good = exchange(2, { message: { messageId: 'm', role: 'ROLE_USER', content: [{ text: 'x' }] } }, v10.task('t', 'completed'), {
      path: '/v1/message:send',
    });
    expect(said(lines(...exchange(1, body, { detail: 'Not Found' }, { path: '/message:send', status: 404 }), ...good))).toEqual([
      'version-mixup - error',
    ]);
  });
  it('not a refusal that has another reason', () => {
    expect(said(lines(send10(), refused(1, -32602, 'message.messageId is required')))).toEqual([]);
    expect(said(lines(asked(1, 'GetTask', { id: 't' }), refused(1, -32001, 'Task not found')))).toEqual([]);
    expect(said(lines(...exchange(1, {}, { detail: 'Not Found' }, { path: '/v1/message:send', status: 404 })))).toEqual([]);
  });
});

describe('[J.48] version-mixup: readers that break', () => {
  it('a call of one version answered in another', () => {
    expect(said(lines(send10(), answered(1, v03.task('t', 'completed'))))).toEqual(['version-mixup t error']);
    expect(said(lines(send03(), answered(1, v10.task('t', 'completed'))))).toEqual(['version-mixup t error']);
  });
  it('names of states and roles of another version in JSON-RPC', () => {
    const mixed = { ...v03.task('t', 'working'), status: { state: 'TASK_STATE_WORKING' } };
    expect(said(stream(mixed, v03.update('t', 'completed', { final: true })))).toEqual(['version-mixup t error']);
    const lower = { statusUpdate: { taskId: 't', contextId: 'c-t', status: { state: 'completed' } } };
    expect(said(stream(v10.task('t', 'working'), lower))).toEqual(['version-mixup t error']);
    const twoLs = { statusUpdate: { taskId: 't', contextId: 'c-t', status: { state: 'TASK_STATE_CANCELLED' } } };
    expect(said(stream(v10.task('t', 'working'), twoLs))).toEqual(['version-mixup t error']);
  });
  it('parts with type for kind', () => {
    const artifact = v03.artifact('t', 'a', { artifact: { artifactId: 'a', parts: [{ type: 'text', text: 'x' }] } });
    expect(said(stream(v03.task('t', 'working'), artifact, v03.update('t', 'completed', { final: true })))).toEqual([
      'version-mixup t error',
    ]);
  });
  it('content for parts in 1.0', () => {
    const status = { ...v10.status('t', 'working', {}), message: { messageId: 'a', role: 'ROLE_AGENT', content: [{ text: 'x' }] } };
    expect(said(stream(v10.task('t', 'working'), { statusUpdate: { taskId: 't', contextId: 'c-t', status } }))).toEqual([
      'version-mixup t error',
    ]);
  });
});

describe('[J.49] version-mixup: what is left over', () => {
  it('final and kind in 1.0, blocking in its requests', () => {
    const final = { statusUpdate: { ...(v10.update('t', 'completed')['statusUpdate'] as JsonObject), final: true } };
    expect(said(stream(v10.task('t', 'working'), final))).toEqual(['version-mixup t warning']);
    const kinds = { task: { kind: 'task', ...(v10.task('t', 'completed')['task'] as JsonObject) } };
    expect(said(lines(send10(), answered(1, kinds)))).toEqual(['version-mixup t warning']);
    expect(said(lines(send10({ configuration: { blocking: true } }), answered(1, v10.task('t', 'completed'))))).toEqual([
      'version-mixup t warning',
    ]);
    expect(said(lines(send03({ configuration: { returnImmediately: true } }), answered(1, v03.task('t', 'completed'))))).toEqual([
      'version-mixup t warning',
    ]);
  });
  it('a header that claims what the body does not speak', () => {
    const answer = answered(1, v03.task('t', 'completed'));
    expect(said(lines(...exchange(1, send03(), answer, { headers: { 'a2a-version': '1.0' } })))).toEqual(['version-mixup t warning']);
    expect(said(lines(...exchange(1, send03(), answer, { headers: { 'a2a-version': '0.3' } })))).toEqual([]);
    expect(said(lines(...exchange(1, send10(), answered(1, v10.task('t', 'completed')), { headers: { 'a2a-version': '1.0.0' } })))).toEqual(
      [],
    );
    expect(said(lines(...exchange(1, send10(), answered(1, v10.task('t', 'completed')))))).toEqual([]);
  });
});

describe('[J.50] version-mixup: what is none', () => {
  it('whole conversations of every version', () => {
    expect(said(lines(send03(), answered(1, v03.task('t', 'completed', { history: [v03.message('m')] }))))).toEqual([]);
    expect(
      said(
        lines(
          send10({ configuration: { returnImmediately: true } }),
          answered(1, v10.task('t', 'completed', { history: [v10.message('m')] })),
        ),
      ),
    ).toEqual([]);
    expect(said(lines(asked(1, 'GetTask', { id: 't' }), answered(1, v10.bare('t', 'completed'))))).toEqual([]);
    expect(
      said(
        lines(
          asked(1, 'tasks/send', { id: 't', sessionId: 's', message: old }),
          answered(1, { id: 't', sessionId: 's', status: { state: 'completed' } }),
        ),
      ),
    ).toEqual([]);
    expect(said(stream(v03.task('t', 'working'), v03.update('t', 'completed', { final: true })))).toEqual([]);
  });
  it('0.3 over HTTP+JSON: names like TASK_STATE_WORKING, content, final', () => {
    const body = { message: { messageId: 'm', role: 'ROLE_USER', content: [{ text: 'x' }] } };
    expect(said(lines(...exchange(1, body, v10.task('t', 'completed'), { path: '/v1/message:send' })))).toEqual([]);
    const canceled = { statusUpdate: { taskId: 't', contextId: 'c-t', status: { state: 'TASK_STATE_CANCELLED' }, final: true } };
    expect(said(sse(v10.task('t', 'working'), canceled))).toEqual([]);
  });
  it('a server whose URL ends in /v1 and speaks 1.0', () => {
    const call = exchange(1, { message: v10.message('m') }, v10.task('t', 'completed', { history: [v10.message('m')] }), {
      path: '/v1/message:send',
    });
    expect(judge(lines(...call))).toMatchObject({ said: [], passed: ['version-mixup -'] });
  });
  it('a server that speaks both, each call in one of them', () => {
    const one = [asked(1, 'message/send', { message: v03.message('m') }), answered(1, v03.task('t', 'completed'))];
    const other = [asked(2, 'SendMessage', { message: v10.message('n') }), answered(2, v10.task('u', 'completed'))];
    expect(said(lines(...one, ...other))).toEqual([]);
  });
  it('data of a caller that looks like words of a protocol', () => {
    const part = { kind: 'data', data: { state: 'TASK_STATE_WORKING', role: 'ROLE_USER', type: 'text', final: true } };
    expect(
      said(
        lines(
          send03({ message: v03.message('m', { parts: [part], metadata: { blocking: true } }) }),
          answered(1, v03.task('t', 'completed')),
        ),
      ),
    ).toEqual([]);
  });
});

describe('[J.51] version-mixup: a card against the wire', () => {
  const card03 = {
    name: 'w',
    description: 'd',
    url: 'https://w.example/',
    version: '1',
    protocolVersion: '0.3.0',
    capabilities: {},
    defaultInputModes: ['text/plain'],
    defaultOutputModes: ['text/plain'],
    skills: [],
  };
  const card10 = {
    name: 'w',
    description: 'd',
    version: '1',
    supportedInterfaces: [{ url: 'https://w.example/', protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
    capabilities: {},
    defaultInputModes: ['text/plain'],
    defaultOutputModes: ['text/plain'],
    skills: [{ id: 's', name: 's', description: 'd', tags: ['t'] }],
  };
  const fetched = (card: JsonObject): readonly JsonObject[] => [
    { direction: 'request', conn: 9, method: 'GET', url: 'https://w.example/.well-known/agent-card.json', headers: {} },
    wire.answer(9, 0, card),
  ];
  it('warning where the calls work, error where they break; no task is meant', () => {
    expect(said(lines(...fetched(card10), ...exchange(1, send03(), answered(1, v03.task('t', 'completed')))))).toEqual([
      'version-mixup - warning',
    ]);
    expect(said(lines(...fetched(card10), ...exchange(1, send10(), refused(1, -32601))))).toEqual(['version-mixup - error']);
  });
  it('not where the card promises what is spoken, or both', () => {
    expect(said(lines(...fetched(card03), ...exchange(1, send03(), answered(1, v03.task('t', 'completed')))))).toEqual([]);
    expect(
      said(lines(...fetched({ ...card03, protocolVersion: '0.2.5' }), ...exchange(1, send03(), answered(1, v03.task('t', 'completed'))))),
    ).toEqual([]);
    const both = {
      ...card10,
      supportedInterfaces: [
        ...card10.supportedInterfaces,
        { url: 'https://w.example/old', protocolBinding: 'JSONRPC', protocolVersion: '0.3' },
      ],
    };
    expect(said(lines(...fetched(both), ...exchange(1, send03(), answered(1, v03.task('t', 'completed')))))).toEqual([]);
  });
  it('not the card of another server, nor cards alone', () => {
    const other = {
      ...card10,
      supportedInterfaces: [{ url: 'https://other.example/', protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
    };
    const elsewhere = [
      { direction: 'request', conn: 9, method: 'GET', url: 'https://other.example/.well-known/agent-card.json', headers: {} },
      wire.answer(9, 0, other),
    ];
    expect(said(lines(...elsewhere, ...exchange(1, send03(), answered(1, v03.task('t', 'completed')))))).toEqual([]);
    expect(said(JSON.stringify(card10))).toEqual([]);
  });
});
