// Every spelling of A2A that was ever sent, one observation each: what it is and of which version.

import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../base/json.ts';
import type { Observation, ObserveHint } from '../observation.ts';
import { observe } from './observe.ts';

function line({ said, stateWord, dialect, version }: Observation): string {
  const what = said.kind === 'request' ? `request ${said.operation}` : said.kind;
  return [what, stateWord, dialect ?? '-', version ?? '-'].filter((part) => part !== undefined).join(' ');
}
const rpc = (result: Json): Json => ({ jsonrpc: '2.0', id: 1, result });
const call = (method: string, params: JsonObject): Json => ({ jsonrpc: '2.0', id: 1, method, params });
const v1Message = { messageId: 'm', role: 'ROLE_AGENT', parts: [{ text: 'x' }] };
const update = (state: Json, more: JsonObject = {}): JsonObject => ({ taskId: 't', contextId: 'c', status: { state }, ...more });

describe('[X.6] the dialects of A2A', () => {
  it.each<[string, Json, ObserveHint, string]>([
    [
      '0.1: an event of a stream without its last mark',
      rpc({ id: 't', status: { state: 'working' } }),
      { direction: 'event', version: '0.1' },
      'status-update working a2a-v03 0.1',
    ],
    ['0.1: a message alone', { role: 'user', parts: [{ type: 'text', text: 'x' }] }, {}, 'message a2a-v03 0.1'],
    [
      '0.1: a delivery as its sample shows it',
      { eventType: 'taskUpdate', taskId: 't', status: 'completed', summary: 'x' },
      {},
      'status-update completed a2a-v03 0.1',
    ],
    [
      '0.2 where the hint says so',
      rpc({ kind: 'status-update', ...update('working') }),
      { version: '0.2' },
      'status-update working a2a-v03 0.2',
    ],
    ['0.2: a method that 0.1 has too', call('tasks/get', { id: 't' }), {}, 'request get a2a-v03 -'],
    [
      '0.3: a state in the words of 1.0',
      rpc({ kind: 'task', id: 't', contextId: 'c', status: { state: 'TASK_STATE_WORKING' } }),
      {},
      'task TASK_STATE_WORKING a2a-v03 0.3',
    ],
    [
      '0.3: a state with an underscore',
      { kind: 'status-update', ...update('input_required') },
      {},
      'status-update input_required a2a-v03 0.3',
    ],
    [
      '0.3 over REST by an older library',
      { kind: 'message', message_id: 'm', role: 'agent', parts: [{ kind: 'text', text: 'x' }] },
      {},
      'message a2a-v03 0.3',
    ],
    [
      '0.3 over REST: a last update',
      { statusUpdate: update('TASK_STATE_COMPLETED', { final: true }) },
      {},
      'status-update TASK_STATE_COMPLETED a2a-v03-proto 0.3',
    ],
    [
      '0.3 over REST: a file',
      {
        artifactUpdate: {
          taskId: 't',
          contextId: 'c',
          artifact: { artifactId: 'a', parts: [{ file: { fileWithUri: 'u', mimeType: 'x/y' } }] },
        },
      },
      {},
      'artifact-update a2a-v03-proto 0.3',
    ],
    [
      'either: an artifact of texts',
      { artifactUpdate: { taskId: 't', contextId: 'c', artifact: { artifactId: 'a', parts: [{ text: 'x' }] } } },
      {},
      'artifact-update a2a-v1 -',
    ],
    [
      'either, told by its path',
      { artifactUpdate: { taskId: 't', contextId: 'c', artifact: { artifactId: 'a', parts: [{ text: 'x' }] } } },
      { path: '/v1/message:stream' },
      'artifact-update a2a-v03-proto 0.3',
    ],
    [
      'a draft of 1.0: a file',
      rpc({ message: { ...v1Message, parts: [{ file: { fileWithUri: 'u', mediaType: 'x/y' } }] } }),
      {},
      'message a2a-v1 1.0',
    ],
    [
      'a draft of 1.0: two l in an envelope',
      rpc({ statusUpdate: update('TASK_STATE_CANCELLED') }),
      {},
      'status-update TASK_STATE_CANCELLED a2a-v1 1.0',
    ],
    ['a draft of 1.0: lower case in a wrapper', rpc({ statusUpdate: update('working') }), {}, 'status-update working a2a-v1 1.0'],
    [
      'a draft of 1.0: a call',
      call('SetTaskPushNotificationConfig', { taskId: 't', pushNotificationConfig: { url: 'https://h' } }),
      {},
      'request set-push-config a2a-v1 1.0',
    ],
    [
      '1.0: a call in the old words',
      call('SendMessage', { message: { messageId: 'm', role: 'user', parts: [{ text: 'x' }] } }),
      {},
      'request send a2a-v1 1.0',
    ],
    [
      '1.0: a task that kept its kind',
      rpc({ task: { kind: 'task', id: 't', status: { state: 'TASK_STATE_WORKING' } } }),
      {},
      'task TASK_STATE_WORKING a2a-v1 1.0',
    ],
    ['1.0: an answer to a get', rpc({ id: 't', status: { state: 'TASK_STATE_WORKING' } }), {}, 'task TASK_STATE_WORKING a2a-v1 1.0'],
    ['a dump of 0.3', { msg: { message_id: 'm', role: 2, content: [{ text: 'x' }] } }, {}, 'message a2a-v1-dump 0.3'],
    ['a dump of 1.0', { status_update: { task_id: 't', context_id: 'c', status: { state: 5 } } }, {}, 'status-update 5 a2a-v1-dump 1.0'],
    ['a state that a library could not name', { statusUpdate: update(-1) }, {}, 'status-update -1 a2a-v1-dump 1.0'],
    [
      'a stream framed as a list',
      [{ task: { id: 't', status: { state: 'TASK_STATE_WORKING' } } }, { statusUpdate: update('TASK_STATE_COMPLETED') }],
      { direction: 'response' },
      'several a2a-v1 -',
    ],
  ])('%s', (_name, value, hint, expected) => {
    expect(line(observe(value, hint))).toBe(expected);
  });

  it('mean the same state in every spelling of it', () => {
    const states = ['TASK_STATE_INPUT_REQUIRED', 'input_required', 'INPUT_REQUIRED', 'input-required', 6].map((state) => {
      const { said } = observe({ kind: 'status-update', ...update(state) });
      return said.kind === 'status-update' && said.update.status.state;
    });
    expect(states).toEqual(Array(5).fill('input-required'));
    const seen = observe({ kind: 'status-update', ...update('cancelled') });
    expect(seen.issues).toEqual([{ path: 'status.state', message: 'is written canceled in A2A 0.3' }]);
    expect(seen.said).toMatchObject({ update: { status: { state: 'canceled' } } });
  });

  it('find no fault in a message of 0.1 for having no id', () => {
    const seen = observe(call('tasks/send', { id: 't', sessionId: 's', message: { role: 'user', parts: [{ type: 'text', text: 'x' }] } }));
    expect(seen).toMatchObject({ version: '0.1', said: { operation: 'send', taskId: 't', contextId: 's', message: { messageId: '' } } });
    expect(seen.issues.map(({ path }) => path)).toEqual(['params.message.parts[0].type']);
  });

  it('have their data one level down in drafts of 1.0, and not in 1.0', () => {
    const message = (data: Json): Json => ({ message: { messageId: 'm', role: 'agent', parts: [{ data }] } });
    const dataOf = (value: Json): Json | undefined => {
      const { said } = observe(rpc(value));
      return said.kind === 'message' ? said.message.parts[0]?.data : undefined;
    };
    expect(dataOf(message({ data: { a: 1 } }))).toEqual({ a: 1 });
    expect(dataOf({ message: { ...v1Message, parts: [{ data: { data: { a: 1 } } }] } })).toEqual({ data: { a: 1 } });
  });

  it('are read through printed models, other names for the history, and texts for parts', () => {
    const part = { root: { kind: 'text', text: 'x' } };
    const message = { kind: 'message', messageId: 'm', role: 'agent', parts: [part] };
    const task = {
      kind: 'task',
      id: 't',
      contextId: 'c',
      status: { state: 'working' },
      messages: [message, { ...message, parts: undefined as never, text: 'y' }],
    };
    const seen = observe(JSON.parse(JSON.stringify(task)) as Json);
    expect(seen.said.kind === 'task' && [...seen.said.task.history].map(({ parts }) => parts)).toEqual([
      [{ kind: 'text', text: 'x' }],
      [{ kind: 'text', text: 'y' }],
    ]);
    expect(seen.issues.map(({ message: what }) => what)).toEqual([
      'is called history',
      'is wrapped in root',
      'is a text where parts are expected',
    ]);
  });

  it('errors are of 1.0 when their details name types', () => {
    const error = (data: Json): Json => ({ jsonrpc: '2.0', id: 1, error: { code: -32600, message: 'x', data } });
    expect(observe(error([{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'R' }])).version).toBe('1.0');
    expect(observe(error([{ type: 'missing', loc: ['params'] }])).version).toBeUndefined();
  });
});

describe('[X.6] push configs', () => {
  const inner = { url: 'https://h/cb', authentication: { schemes: ['bearer'] } };
  it.each<[string, Json, string, string | undefined]>([
    ['0.1: beside the id of the task', { id: 't', pushNotificationConfig: inner }, 'push-config a2a-v03 0.1', 't'],
    ['0.3: beside the task', { taskId: 't', pushNotificationConfig: inner }, 'push-config a2a-v03 0.3', 't'],
    ['0.3: alone', inner, 'push-config a2a-v03 0.3', undefined],
    [
      '0.3 over REST: under a name',
      { name: 'tasks/t/pushNotificationConfigs/c', pushNotificationConfig: inner },
      'push-config a2a-v03-proto 0.3',
      't',
    ],
    ['a draft of 1.0: beside both', { id: 'c', taskId: 't', pushNotificationConfig: inner }, 'push-config a2a-v1 1.0', 't'],
    ['1.0: flat', { id: 'c', taskId: 't', url: 'https://h/cb', authentication: { scheme: 'Bearer' } }, 'push-config a2a-v1 1.0', 't'],
  ])('%s', (_name, value, expected, taskId) => {
    const seen = observe(rpc(value));
    expect(line(seen)).toBe(expected);
    expect(seen.said).toMatchObject({ url: 'https://h/cb', ...(taskId === undefined ? {} : { taskId }) });
  });
});

describe('[X.6] the version of a card', () => {
  const base = { name: 'a', description: '', version: '1', url: 'https://h', skills: [], capabilities: {} };
  const modes = { defaultInputModes: [], defaultOutputModes: [] };
  it.each<[string, JsonObject, string | undefined]>([
    ['its own words', { ...base, ...modes, protocolVersion: '0.2.9' }, '0.2'],
    ['its first interface', { ...base, supportedInterfaces: [{ url: 'u', protocolBinding: 'JSONRPC', protocolVersion: '0.3' }] }, '0.3'],
    ['a list of versions', { ...base, ...modes, protocolVersions: ['1.0'] }, '1.0'],
    ['signatures', { ...base, ...modes, signatures: [] }, '0.3'],
    ['mutual TLS', { ...base, ...modes, securitySchemes: { m: { type: 'mutualTLS' } } }, '0.3'],
    ['a preferred transport', { ...base, ...modes, preferredTransport: 'JSONRPC' }, '0.2'],
    ['an authentication of 0.1', { ...base, ...modes, authentication: { schemes: ['bearer'] } }, '0.1'],
    ['no default modes', base, '0.1'],
    ['nothing that tells', { ...base, ...modes }, undefined],
  ])('by %s', (_name, card, version) => {
    expect(observe(card).version).toBe(version);
  });

  it('decides what it must have', () => {
    const problems = (card: JsonObject): readonly string[] => {
      const { said } = observe(card);
      return said.kind === 'card' ? said.card.problems.map(({ path }) => path) : [];
    };
    expect(problems({ name: 'a', version: '1', url: 'https://h', skills: [{ id: 's', name: 's' }] })).toEqual(['capabilities']);
    expect(problems({ ...base, ...modes, preferredTransport: 'JSONRPC' })).toEqual([]);
    expect(problems({ ...base, ...modes, signatures: [] })).toEqual(['protocolVersion']);
  });
});
