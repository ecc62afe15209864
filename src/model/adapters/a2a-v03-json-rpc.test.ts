// The protocol as agents speak it, with a scripted kernel behind it: what crosses the wire, and what comes back through it.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../base/json.ts';
import type { CallerContext } from '../protocol/caller-context.ts';
import type { HttpRequest, HttpResponse } from '../protocol/http.ts';
import { OperationFailure, type Operation, type OperationResult } from '../protocol/operation.ts';
import type { StreamEvent } from '../protocol/stream-event.ts';
import type { Task, TaskStatus } from '../protocol/task.ts';
import { arbitraryTask, PROPERTY } from '../testing/arbitraries.ts';
import { a2aV03JsonRpc, CARD_PATH, headerCarrier } from './adapters.ts';

const caller: CallerContext = {
  agentId: 'payments-investigator',
  tenant: 'wholesale',
  userId: 'u-42',
  scopes: ['delegate'],
  dataClassification: 'restricted',
  delegationChain: ['orchestrator'],
};
const message = { messageId: 'msg-1', role: 'user', parts: [{ kind: 'text', text: 'Screen it' }] } as const;
const ids = { taskId: 'task-1', contextId: 'ctx-2' };
const status = (state: TaskStatus['state'], tick: number): TaskStatus => ({ state, tick });
const task: Task = { ...ids, status: status('completed', 3), history: [message], artifacts: [], delegationChain: ['orchestrator', 'pi'] };
const NOW = Date.UTC(2026, 0, 1);

interface Setup {
  readonly asked: { readonly operation: Operation; readonly caller: CallerContext }[];
  readonly ask: (operation: Operation) => Promise<OperationResult>;
  readonly send: (request: Partial<HttpRequest>) => Promise<HttpResponse>;
  readonly post: (envelope: Json) => Promise<JsonObject>;
  readonly abort: () => void;
  readonly at: (millis: number) => void;
}

/** An agent whose kernel answers the same to everything. */
function setup(result: OperationResult): Setup {
  const asked: { operation: Operation; caller: CallerContext }[] = [];
  const stop = new AbortController();
  let now = NOW;
  const handler = a2aV03JsonRpc.serve(
    async (operation, from) => {
      asked.push({ operation, caller: from });
      return result;
    },
    { carrier: headerCarrier, now: () => now },
  );
  const send = (request: Partial<HttpRequest>): Promise<HttpResponse> =>
    handler({ method: 'POST', path: '/a2a', headers: headerCarrier.encode(caller), body: '', ...request }, { signal: stop.signal });
  return {
    asked,
    send,
    ask: async (operation) => {
      const request = a2aV03JsonRpc.encodeRequest(operation, { requestId: 1, caller, carrier: headerCarrier, path: '/a2a' });
      const { status: code, headers, body } = await handler(request, { signal: stop.signal });
      return a2aV03JsonRpc.decodeResponse(operation, { status: code, headers }, typeof body === 'string' ? one(body) : body);
    },
    post: async (envelope) => JSON.parse((await send({ body: JSON.stringify(envelope) })).body as string) as JsonObject,
    abort: () => stop.abort(),
    at: (millis) => {
      now = NOW + millis;
    },
  };
}

async function* one(text: string): AsyncIterable<string> {
  yield text;
}

async function* sequence(events: readonly StreamEvent[], thrown?: Error): AsyncIterable<StreamEvent> {
  yield* events;
  if (thrown) throw thrown;
}

async function collect<T>(items: AsyncIterable<T>): Promise<readonly T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

const OPERATIONS: readonly Exclude<Operation, { kind: 'card' }>[] = [
  { kind: 'send', message },
  { kind: 'stream', message: { ...message, taskId: '', contextId: 'ctx-9' }, contextId: 'ctx-9' },
  { kind: 'get', taskId: 'task-1' },
  { kind: 'cancel', taskId: 'task-1' },
  { kind: 'subscribe', taskId: 'task-1' },
  { kind: 'set-push-config', taskId: 'task-1', config: { url: 'https://agents.bank.ae/cb', token: 's3cret', authentication: 'bearer' } },
  { kind: 'get-push-config', taskId: 'task-1', configId: 'c' },
  { kind: 'list-push-configs', taskId: 'task-1' },
  { kind: 'delete-push-config', taskId: 'task-1', configId: 'c' },
];

describe('[X.4] a call', () => {
  it.each(OPERATIONS.map((operation) => [operation.kind, operation] as const))('carries %s and its caller', async (_kind, operation) => {
    const { asked, ask } = setup({ kind: 'task', task });
    await ask(operation);
    expect(asked).toEqual([{ operation, caller }]);
  });

  it('brings a task back as it was, dated', async () => {
    const { ask } = setup({ kind: 'task', task });
    expect(await ask({ kind: 'get', taskId: 'task-1' })).toEqual({
      kind: 'task',
      task: { ...task, status: { state: 'completed', timestamp: '2026-01-01T00:00:00.000Z' } },
    });
  });

  it('brings any task back, but for the tick', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryTask, async (given) => {
        const { state, message: said } = given.status;
        const timestamp = '2026-01-01T00:00:00.000Z';
        const { ask } = setup({ kind: 'task', task: given });
        expect(await ask({ kind: 'get', taskId: 'x' })).toEqual({
          kind: 'task',
          task: { ...given, status: { state, timestamp, ...(said && { message: said }) } },
        });
      }),
      PROPERTY,
    );
  });

  it('dates a status when it is first seen, and not again', async () => {
    const { ask, at } = setup({ kind: 'task', task });
    await ask({ kind: 'get', taskId: 'task-1' });
    at(500);
    expect(await ask({ kind: 'get', taskId: 'task-1' })).toMatchObject({ task: { status: { timestamp: '2026-01-01T00:00:00.000Z' } } });
  });

  it('gives the newest messages when a number is asked for', async () => {
    const { post } = setup({ kind: 'task', task: { ...task, history: [message, { ...message, messageId: 'msg-2' }] } });
    const answer = await post({ jsonrpc: '2.0', id: 1, method: 'tasks/get', params: { id: 'task-1', historyLength: 1 } });
    expect(answer).toMatchObject({ result: { history: [{ messageId: 'msg-2' }] } });
  });

  it.each<[string, OperationResult]>([
    ['a message', { kind: 'message', message: { ...message, role: 'agent' } }],
    ['an error of ours', { kind: 'error', error: { code: 'TASK_TERMINAL', message: 'task task-1 is completed' } }],
    [
      'every denial',
      {
        kind: 'error',
        error: {
          code: 'DEPTH_EXCEEDED',
          message: 'too deep',
          denials: [
            { code: 'DEPTH_EXCEEDED', reason: 'too deep' },
            { code: 'X', reason: 'y' },
          ],
        },
      },
    ],
  ])('brings %s back word for word', async (_name, result) => {
    expect(await setup(result).ask({ kind: 'send', message })).toEqual(result);
  });

  it('brings push configs back', async () => {
    const config = { url: 'https://agents.bank.ae/cb', token: 't', authentication: 'bearer', configId: 'c' };
    const [first, list]: OperationResult[] = [
      { kind: 'push-config', taskId: 'task-1', config },
      { kind: 'push-configs', taskId: 'task-1', configs: [config, config] },
    ];
    expect(await setup(first as OperationResult).ask({ kind: 'get-push-config', taskId: 'task-1' })).toEqual(first);
    expect(await setup(list as OperationResult).ask({ kind: 'list-push-configs', taskId: 'task-1' })).toEqual(list);
    expect(await setup({ kind: 'deleted' }).ask({ kind: 'delete-push-config', taskId: 'task-1', configId: 'c' })).toEqual({
      kind: 'deleted',
    });
  });

  it.each([
    ['TASK_NOT_FOUND', 'tasks/get', -32001],
    ['TASK_TERMINAL', 'tasks/cancel', -32002],
    ['TASK_TERMINAL', 'message/send', -32004],
    ['UNSUPPORTED', 'tasks/pushNotificationConfig/list', -32003],
    ['UNSUPPORTED', 'message/send', -32004],
    ['CALLBACK_NOT_ALLOWED', 'tasks/pushNotificationConfig/list', -32602],
    ['INTERNAL', 'tasks/get', -32603],
    ['DEPTH_EXCEEDED', 'message/send', -32000],
  ])('gives %s of %s the number %i and the word', async (code, method, number) => {
    const { post } = setup({ kind: 'error', error: { code, message: 'why' } });
    const params = method === 'message/send' ? { message } : { id: 'task-1' };
    expect(await post({ jsonrpc: '2.0', id: 'r', method, params: params as unknown as Json })).toEqual({
      jsonrpc: '2.0',
      id: 'r',
      error: { code: number, message: 'why', data: { code } },
    });
  });
});

describe('[X.3] the card', () => {
  const card = {
    name: 'a',
    description: '',
    url: 'https://agents.example/a',
    version: '1.0.0',
    protocolVersion: '0.3',
    skills: [{ skillId: 's', name: 'S', description: '', tags: ['x'], examples: [] }],
    streaming: true,
    pushNotifications: false,
    defaultInputModes: ['text/plain'],
    defaultOutputModes: ['text/plain'],
    securitySchemes: ['oauth2'],
  };
  it('is asked for by GET, without saying who asks, and comes back', async () => {
    const { ask } = setup({ kind: 'card', card });
    const request = a2aV03JsonRpc.encodeRequest({ kind: 'card' }, { requestId: 1, caller, carrier: headerCarrier });
    expect(request).toEqual({ method: 'GET', path: CARD_PATH, headers: { accept: 'application/json' }, body: '' });
    expect(await ask({ kind: 'card' })).toEqual({ kind: 'card', card });
  });
  it('has the ten keys of the reference, platform metadata not among them', async () => {
    const { send } = setup({
      kind: 'card',
      card: { ...card, owner: 'brand', tenants: ['t'], maxDataClassification: 'public' } as typeof card,
    });
    const { body } = await send({ method: 'GET', path: CARD_PATH, headers: {} });
    expect(Object.keys(JSON.parse(body as string) as JsonObject)).toEqual([
      'protocolVersion',
      'name',
      'description',
      'url',
      'version',
      'capabilities',
      'defaultInputModes',
      'defaultOutputModes',
      'securitySchemes',
      'skills',
    ]);
  });
});

describe('[X.7] a request that cannot be served', () => {
  const served = setup({ kind: 'task', task });
  const error = (code: number, message: unknown, word: string) => ({ error: { code, message, data: { code: word } } });

  it('is a parse error when it is no JSON, on HTTP 400', async () => {
    const response = await served.send({ body: '{"jsonrpc":"2.0","id":6,"method":' });
    expect(response.status).toBe(400);
    expect(JSON.parse(response.body as string)).toMatchObject({
      id: null,
      ...error(-32700, 'not JSON at line 1, column 34: the text ends where a value should follow', 'PARSE_ERROR'),
    });
  });
  it.each<[Json, string]>([
    [[1], 'a request must be an object'],
    [{ id: 1, method: 'tasks/get' }, "jsonrpc must be '2.0'"],
    [{ jsonrpc: '2.0', id: {}, method: 'tasks/get' }, 'id must be a text, a number or null'],
    [{ jsonrpc: '2.0', id: 1 }, 'method must be a text'],
  ])('is an invalid request: %j', async (envelope, why) => {
    expect(await served.post(envelope)).toMatchObject({ id: null, ...error(-32600, why, 'INVALID_REQUEST') });
  });
  it.each(['tasks/frobnicate', 'SendMessage', 'tasks/send', 'tasks/list', '__proto__'])('is no method of 0.3: %s', async (method) => {
    expect(await served.post({ jsonrpc: '2.0', id: 5, method, params: {} })).toMatchObject({
      id: 5,
      ...error(-32601, `Method not found: ${method}`, 'METHOD_NOT_FOUND'),
    });
  });
  it.each<[string, Json | undefined, string]>([
    ['message/send', { message: { role: 'user', parts: [{ kind: 'text', text: 'no id' }] } }, 'message.messageId is required'],
    [
      'message/send',
      { message: { messageId: 'm', role: 'user', parts: [{ kind: 'text', text: 5 }] } },
      'message.parts[0].text must be a text',
    ],
    ['message/send', {}, 'message is required'],
    ['tasks/get', {}, 'id is required'],
    ['tasks/get', { id: 't', historyLength: -1 }, 'historyLength must be a whole number from 0 on'],
    ['tasks/cancel', ['x'] as Json, 'must be an object'],
    ['tasks/pushNotificationConfig/set', { taskId: 't' }, 'pushNotificationConfig is required'],
  ])('names the bad member of %s %j', async (method, params, why) => {
    const answer = await served.post({ jsonrpc: '2.0', id: 4, method, ...(params !== undefined && { params }) });
    expect(answer).toMatchObject({ id: 4, ...error(-32602, expect.stringContaining(why), 'INVALID_PARAMS') });
  });
  it('names the header that should say who is calling', async () => {
    const response = await served.send({ headers: {}, body: '{"jsonrpc":"2.0","id":1,"method":"tasks/get","params":{"id":"t"}}' });
    expect(JSON.parse(response.body as string)).toMatchObject(error(-32600, expect.stringMatching(/^x-caller-context /), 'CALLER_UNKNOWN'));
  });
  it('hands on what the configuration of a send asks: a callback, and not to wait', async () => {
    const configuration = { blocking: false, pushNotificationConfig: { url: 'https://h', token: 't' } };
    await served.post({ jsonrpc: '2.0', id: 1, method: 'message/send', params: { message, configuration } as unknown as Json });
    const pushConfig = { url: 'https://h', token: 't', authentication: '' };
    expect(served.asked.at(-1)?.operation).toEqual({ kind: 'send', message, pushConfig, blocking: false });
  });
  it('knows no extended card, and no other HTTP method', async () => {
    const envelope = { jsonrpc: '2.0', id: 1, method: 'agent/getAuthenticatedExtendedCard' };
    expect(await served.post(envelope)).toMatchObject({ error: { code: -32007 } });
    expect((await served.send({ method: 'PUT' })).status).toBe(405);
  });
  it('never throws, whatever the body', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.json(), fc.string(), jsonRpcLike), async (body) => {
        expect((await served.send({ body })).status).toBeGreaterThanOrEqual(200);
      }),
      PROPERTY,
    );
  });
});

const jsonRpcLike = fc
  .record({ jsonrpc: fc.constant('2.0'), id: fc.jsonValue(), method: fc.constantFrom('message/send', 'tasks/get'), params: fc.jsonValue() })
  .map((envelope) => JSON.stringify(envelope));

describe('[X.11] a stream', () => {
  const update: StreamEvent = { kind: 'status-update', ...ids, status: status('working', 2), final: false };
  const chunk: StreamEvent = {
    kind: 'artifact-update',
    ...ids,
    artifact: { artifactId: 'a', name: 'n', description: '', parts: [{ kind: 'text', text: 'x\ny' }] },
    append: true,
    lastChunk: false,
  };
  const events = [update, chunk, { kind: 'task', task } as const];

  it('is one frame an event, the whole task last, and comes back event by event', async () => {
    const { send, ask } = setup({ kind: 'events', events: sequence(events) });
    const request = a2aV03JsonRpc.encodeRequest({ kind: 'stream', message }, { requestId: 7, caller, carrier: headerCarrier });
    const response = await send({ ...request });
    expect(response.headers['content-type']).toBe('text/event-stream');
    const frames = await collect(response.body as AsyncIterable<string>);
    expect(frames.map((frame) => /^data: .*\n\n$/.test(frame))).toEqual([true, true, true]);
    expect(frames.map((frame) => JSON.parse(frame.slice(6)) as Json)).toMatchObject([
      { jsonrpc: '2.0', id: 7, result: { kind: 'status-update' } },
      { result: { kind: 'artifact-update' } },
      { result: { kind: 'task' } },
    ]);
    const again = await setup({ kind: 'events', events: sequence(events) }).ask({ kind: 'stream', message });
    expect(again.kind === 'events' && (await collect(again.events)).map((event) => event.kind)).toEqual([
      'status-update',
      'artifact-update',
      'task',
    ]);
    expect((await ask({ kind: 'get', taskId: 'x' })).kind).toBe('events');
  });

  it.each([
    ['a failure of ours', new OperationFailure({ code: 'TASK_TERMINAL', message: 'm' }), 'TASK_TERMINAL'],
    ['an error with a word', Object.assign(new Error('m'), { code: 'ILLEGAL' }), 'ILLEGAL'],
    ['any other error', new Error('m'), 'INTERNAL'],
  ])('ends in an error frame on %s', async (_name, thrown, code) => {
    const result = await setup({ kind: 'events', events: sequence([update], thrown) }).ask({ kind: 'stream', message });
    const seen: string[] = [];
    const read = async (): Promise<void> => {
      if (result.kind === 'events') for await (const event of result.events) seen.push(event.kind);
    };
    await expect(read()).rejects.toMatchObject({ error: { code, message: 'm' } });
    expect(seen).toEqual(['status-update']);
  });

  it('stops its handler when the reader is gone, also while it waits', async () => {
    const log: string[] = [];
    let wake = (): void => undefined;
    async function* waiting(): AsyncIterable<StreamEvent> {
      try {
        yield update;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
        yield update;
      } finally {
        log.push('stopped');
      }
    }
    const { send, abort } = setup({ kind: 'events', events: waiting() });
    const request = a2aV03JsonRpc.encodeRequest({ kind: 'stream', message }, { requestId: 7, caller, carrier: headerCarrier });
    const frames = ((await send(request)).body as AsyncIterable<string>)[Symbol.asyncIterator]();
    await frames.next();
    const next = frames.next();
    abort();
    wake();
    expect(await next).toEqual({ done: true, value: undefined });
    expect(log).toEqual(['stopped']);
  });

  it('stops its handler when the reader returns', async () => {
    const log: string[] = [];
    async function* endless(): AsyncIterable<StreamEvent> {
      try {
        for (;;) yield update;
      } finally {
        log.push('stopped');
      }
    }
    const { send } = setup({ kind: 'events', events: endless() });
    const request = a2aV03JsonRpc.encodeRequest({ kind: 'stream', message }, { requestId: 7, caller, carrier: headerCarrier });
    for await (const frame of (await send(request)).body as AsyncIterable<string>) {
      expect(frame).toContain('working');
      break;
    }
    expect(log).toEqual(['stopped']);
  });
});
