import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../base/json.ts';
import { answered, asked, lines, refused, ruled, sse, v03, v10 } from '../../testing/small-traces.ts';
import { SHAPE_RULES } from './shape.ts';

const judge = (text: string) => ruled(SHAPE_RULES, text);
const said = (text: string): readonly string[] => judge(text).said;
const stream = (...results: readonly Json[]): string => sse(...results.map((result) => answered(1, result)));

function without(value: JsonObject, ...keys: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([key]) => !keys.includes(key)));
}

const MISSING = ['missing-required-field t error'];
const NAMING = ['field-naming t error'];

describe('[J.52] missing-required-field: 0.2 and 0.3', () => {
  const task = v03.task('t', 'working');
  const update = v03.update('t', 'completed', { final: true });
  it('members of tasks and updates', () => {
    for (const key of ['kind', 'contextId']) expect(said(stream(without(task, key), update))).toEqual(MISSING);
    for (const key of ['kind', 'contextId', 'final']) expect(said(stream(task, without(update, key)))).toEqual(MISSING);
    expect(said(stream(task, { ...update, contextId: null }))).toEqual(MISSING);
    expect(said(stream(task, { ...update, status: {} }))).toEqual(MISSING);
    expect(said(stream(task, without(update, 'taskId')))).toEqual(MISSING);
  });
  it('members of artifacts, messages and parts', () => {
    expect(said(stream(task, v03.artifact('t', 'a', { artifact: { parts: [v03.text('x')] } }), update))).toEqual(MISSING);
    expect(said(stream(v03.task('t', 'completed', { history: [without(v03.message('m'), 'messageId')] })))).toEqual(MISSING);
    expect(said(stream(v03.task('t', 'completed', { history: [v03.message('m', { parts: [{ text: 'x' }] })] })))).toEqual(MISSING);
    expect(said(stream(v03.task('t', 'completed', { history: [v03.message('m', { parts: [{ kind: 'text' }] })] })))).toEqual(MISSING);
  });
  it('members of requests', () => {
    expect(said(lines(asked(1, 'message/send', { message: without(v03.message('m'), 'kind') })))).toEqual([
      'missing-required-field - error',
    ]);
    expect(said(lines(asked(1, 'message/send', { message: without(v03.message('m', { taskId: 't' }), 'messageId') })))).toEqual(MISSING);
    expect(said(lines(asked(1, 'tasks/get', {})))).toEqual(['missing-required-field - error']);
  });
  it('the URL of a push configuration', () => {
    const config = { taskId: 't', pushNotificationConfig: { id: 'p' } };
    expect(said(lines(asked(1, 'tasks/pushNotificationConfig/set', config)))).toEqual(MISSING);
    const configuration = { pushNotificationConfig: { id: 'p' } };
    expect(said(lines(asked(1, 'message/send', { message: v03.message('m', { taskId: 't' }), configuration })))).toEqual(MISSING);
    const whole = { pushNotificationConfig: { url: 'https://h.example/' } };
    expect(said(lines(asked(1, 'message/send', { message: v03.message('m'), configuration: whole })))).toEqual([]);
  });
  it('an empty text is there, and members that may be left out are', () => {
    expect(said(stream({ ...task, contextId: '' }, { ...update, contextId: '' }))).toEqual([]);
    expect(said(stream(task, v03.artifact('t', 'a', { append: null, lastChunk: null }), update))).toEqual([]);
    expect(said(lines(asked(1, 'message/send', { message: v03.message('m'), metadata: null, configuration: null })))).toEqual([]);
  });
});

describe('[J.53] missing-required-field: other versions', () => {
  it('0.1 has neither kind nor contextId nor messageId, and a task of it stays one', () => {
    const message = { role: 'user', parts: [{ type: 'text', text: 'x' }] };
    const send = asked(1, 'tasks/send', { id: 't', sessionId: 's', message });
    expect(said(lines(send, answered(1, { id: 't', sessionId: 's', status: { state: 'working' } })))).toEqual([]);
    const get = [asked(2, 'tasks/get', { id: 't' }), answered(2, { id: 't', status: { state: 'completed' } })];
    expect(said(lines(send, answered(1, { id: 't', sessionId: 's', status: { state: 'working' } }), ...get))).toEqual([]);
    expect(said(lines(asked(1, 'tasks/send', { id: 't', message: { parts: message.parts } })))).toEqual(MISSING);
  });
  it('1.0: contextId of updates, messageId, artifactId, the state; not contextId of a task', () => {
    const task = v10.task('t', 'working');
    expect(said(stream(v10.task('t', 'working', { context: null }), v10.update('t', 'completed')))).toEqual([]);
    expect(said(stream(task, v10.update('t', 'completed', { context: null })))).toEqual(MISSING);
    expect(said(stream(task, v10.artifact('t', 'a', { artifact: { parts: [{ text: 'x' }] } })))).toEqual(MISSING);
    expect(said(stream(task, { statusUpdate: { taskId: 't', contextId: 'c-t', status: { timestamp: '2026-01-01T00:00:00Z' } } }))).toEqual(
      MISSING,
    );
    expect(said(lines(asked(1, 'SendMessage', { message: without(v10.message('m', { taskId: 't' }), 'messageId') })))).toEqual(MISSING);
  });
  it('1.0: the URL of a push configuration, unless it is written as before', () => {
    const create = (config: JsonObject) => lines(asked(1, 'CreateTaskPushNotificationConfig', { taskId: 't', ...config }));
    expect(said(create({}))).toEqual(MISSING);
    expect(said(create({ url: 'https://h.example/' }))).toEqual([]);
    expect(said(create({ pushNotificationConfig: { url: 'https://h.example/' } }))).toEqual([]);
  });
  it('what a server of 0.1 posts to a webhook is its own affair', () => {
    expect(said(lines({ eventType: 'taskUpdate', taskId: 't', status: { state: 'completed' } }))).toEqual([]);
  });
  it('1.0: the token of the next page is there at the end too', () => {
    const list = (more: JsonObject) =>
      lines(asked(1, 'ListTasks', {}), answered(1, { tasks: [v10.bare('t', 'completed')], pageSize: 50, totalSize: 1, ...more }));
    expect(said(list({ nextPageToken: '' }))).toEqual([]);
    expect(said(list({}))).toEqual(['missing-required-field - error']);
  });
  it('0.3 over HTTP+JSON leaves defaults out', () => {
    const update = { statusUpdate: { taskId: 't', status: { state: 'TASK_STATE_CANCELLED' } } };
    expect(said(sse({ task: { id: 't', status: { state: 'TASK_STATE_WORKING' } } }, update))).toEqual([]);
  });
  it('ACP: roles are younger than the protocol; a run needs its id', () => {
    const run = { run_id: 'r', agent_name: 'w', status: 'completed', output: [{ parts: [{ content_type: 'text/plain', content: 'x' }] }] };
    expect(said(sse({ type: 'run.completed', run }))).toEqual([]);
    expect(
      said(sse({ type: 'run.created', run: { ...run, status: 'created' } }, { type: 'run.completed', run: without(run, 'run_id') })),
    ).toEqual(['missing-required-field r error']);
  });
});

describe('[J.54] missing-required-field: not what another version explains', () => {
  it('an answer in another version, a 0.1 message to a 0.3 server', () => {
    const send = asked(1, 'message/send', { message: v03.message('m') });
    expect(said(lines(send, answered(1, v10.task('t', 'completed'))))).toEqual([]);
    const old = { role: 'user', parts: [{ type: 'text', text: 'x' }] };
    const seen = judge(lines(asked(1, 'message/send', { message: old }), refused(1, -32602, 'messageId: field required')));
    expect(seen.said).toEqual([]);
    expect(seen.passed).toContain('missing-required-field -');
  });
  it('but what both versions require', () => {
    const message = { role: 'user', parts: [{ text: 'x' }] };
    expect(said(lines(asked(1, 'SendMessage', { message }), refused(1, -32602, 'message.messageId is required.')))).toEqual([
      'missing-required-field - error',
    ]);
  });
});

describe('[J.59] field-naming', () => {
  it('names of the schema in snake_case, in every place', () => {
    const snake = { kind: 'status-update', task_id: 't', context_id: 'c-t', status: { state: 'completed' }, final: true };
    expect(said(stream(v03.task('t', 'working'), snake))).toEqual(NAMING);
    const artifact = {
      kind: 'artifact-update',
      taskId: 't',
      contextId: 'c-t',
      artifact: { artifact_id: 'a', parts: [v03.text('x')] },
      last_chunk: true,
    };
    expect(said(stream(v03.task('t', 'working'), artifact, v03.update('t', 'completed', { final: true })))).toEqual(NAMING);
    expect(
      said(
        lines(
          asked(1, 'SendMessage', { message: { message_id: 'm', role: 'ROLE_USER', parts: [{ text: 'x', media_type: 'text/plain' }] } }),
        ),
      ),
    ).toEqual(['field-naming - error']);
    expect(said(lines(asked(1, 'tasks/pushNotificationConfig/list', { task_id: 't' })))).toContain('field-naming t error');
    const wrapped = { status_update: { task_id: 't', context_id: 'c-t', status: { state: 'TASK_STATE_COMPLETED' } } };
    expect(said(stream(v10.task('t', 'working'), wrapped))).toEqual(NAMING);
  });
  it('other spellings of names of several words', () => {
    expect(
      said(
        stream(v03.task('t', 'working'), {
          kind: 'status-update',
          TaskId: 't',
          taskId: 't',
          contextID: 'c-t',
          status: { state: 'completed' },
          final: true,
        }),
      ),
    ).toEqual(NAMING);
  });
  it('cards, but not what they may call as they like', () => {
    const card = {
      name: 'w',
      description: 'd',
      url: 'https://w.example/',
      version: '1',
      protocolVersion: '0.3.0',
      capabilities: {},
      defaultInputModes: [],
      defaultOutputModes: [],
      skills: [],
    };
    expect(said(JSON.stringify({ ...card, capabilities: { push_notifications: true } }))).toEqual(['field-naming - error']);
    expect(said(JSON.stringify({ ...card, supported_interfaces: [{ url: 'https://w.example/', protocol_binding: 'JSONRPC' }] }))).toEqual([
      'field-naming - error',
    ]);
    const free = { extensions: [{ uri: 'https://x.example/', params: { push_notifications: 1, input_modes: 2 } }] };
    const schemes = { api_key: { type: 'apiKey', in: 'header', name: 'x_api_key' } };
    expect(
      said(
        JSON.stringify({
          ...card,
          capabilities: free,
          securitySchemes: schemes,
          skills: [{ id: 'a_b', name: 'n', description: 'd', tags: [] }],
        }),
      ),
    ).toEqual([]);
  });
  it('not in metadata, in data, in members that the schema does not have, nor beside the right name', () => {
    const part = { kind: 'data', data: { task_id: 'x', message_id: 'y' }, metadata: { mime_type: 'z' } };
    const message = v03.message('m', { parts: [part], metadata: { context_id: 'c' }, parent_message_id: 'p', message_id: 'm' });
    expect(said(lines(asked(1, 'message/send', { message }), answered(1, v03.task('t', 'completed'))))).toEqual([]);
  });
  it('not in ACP, nor in what an SDK prints of its own objects', () => {
    expect(
      said(sse({ type: 'run.completed', run: { run_id: 'r', agent_name: 'w', session_id: 's', status: 'completed', output: [] } })),
    ).toEqual([]);
    const dump = { status_update: { task_id: 't', context_id: 'c-t', status: { state: 3 } } };
    expect(said(lines(dump))).toEqual([]);
  });
});
