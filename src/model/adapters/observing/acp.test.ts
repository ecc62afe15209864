import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../base/json.ts';
import type { Observation, ObserveHint } from '../observation.ts';
import { observe } from './observe.ts';

const RUN = '5c1e0f3a-0000-4000-8000-000000000007';
const SESSION = '3f6a1c52-0000-4000-8000-000000000007';
const text = (content: string, more: JsonObject = {}): JsonObject => ({
  name: null,
  content_type: 'text/plain',
  content,
  content_encoding: 'plain',
  content_url: null,
  metadata: null,
  ...more,
});
const said = (...parts: readonly JsonObject[]): JsonObject => ({
  role: 'agent/writer',
  parts,
  created_at: '2025-08-21T09:00:11.123456Z',
  completed_at: null,
});
const question: JsonObject = {
  type: 'message',
  message: { role: 'user', parts: [text('Which tone?')], created_at: null, completed_at: null },
};
/** A run as the 1.0 library writes it: what it does not have is null. */
const run = (status: string, members: JsonObject = {}): JsonObject => ({
  run_id: RUN,
  agent_name: 'writer',
  session_id: SESSION,
  status,
  await_request: null,
  output: [],
  error: null,
  created_at: '2025-08-21T09:00:00.000001Z',
  finished_at: null,
  ...members,
});

/** One line an observation: what, in which state and whose word for it, in which version. */
function line({ said: what, stateWord, dialect, version, binding, payloadPath, acp }: Observation): string {
  const name = what.kind === 'request' ? `request ${what.operation}` : what.kind === 'error' ? `error ${what.code}` : what.kind;
  const state = what.kind === 'task' ? `${what.task.status.state}/${stateWord ?? ''}` : undefined;
  return [name, state, dialect ?? '-', version ?? '-', binding ?? '-', acp?.event, payloadPath].filter(Boolean).join(' ');
}
const taskOf = (value: Json, hint: ObserveHint = {}) => {
  const seen = observe(value, hint).said;
  return seen.kind === 'task' ? { ...seen.task, history: [...seen.task.history], artifacts: [...seen.task.artifacts] } : undefined;
};

describe('[X.30] a run of ACP is a task', () => {
  it.each([
    ['created', 'submitted'],
    ['in-progress', 'working'],
    ['awaiting', 'input-required'],
    ['cancelling', 'working'],
    ['cancelled', 'canceled'],
    ['completed', 'completed'],
    ['failed', 'failed'],
    ['canceled', 'canceled'],
    ['IN_PROGRESS', 'working'],
    ['paused', 'unknown'],
  ])('in status %s: %s', (status, state) => {
    const seen = observe(run(status));
    expect(seen).toMatchObject({ stateWord: status, dialect: 'acp', binding: 'rest', acp: { agentName: 'writer' } });
    expect(taskOf(run(status))).toMatchObject({ taskId: RUN, contextId: SESSION, status: { state }, history: [], artifacts: [] });
    expect(seen.acp?.cancelRequested).toBe(status === 'cancelling' ? true : undefined);
  });

  it('whose named parts are artifacts by their name, and whose last words are its status message once it ended', () => {
    const output = [
      said(text('Working on it.'), text('# One', { name: 'report.md', content_type: 'text/markdown' })),
      said(text('# Two', { name: 'report.md' }), { name: 'scan', content_type: 'image/png', content: 'aGk=', content_encoding: 'base64' }),
      said(text('Done.')),
    ];
    expect(taskOf(run('completed', { output, finished_at: '2025-08-21T09:00:12Z' }))).toEqual({
      taskId: RUN,
      contextId: SESSION,
      status: {
        state: 'completed',
        message: { messageId: '', role: 'agent', parts: [{ kind: 'text', text: 'Done.', mimeType: 'text/plain' }] },
        timestamp: '2025-08-21T09:00:12Z',
      },
      history: [{ messageId: '', role: 'agent', parts: [{ kind: 'text', text: 'Working on it.', mimeType: 'text/plain' }] }],
      artifacts: [
        {
          artifactId: 'report.md',
          name: 'report.md',
          description: '',
          parts: [
            { kind: 'text', text: '# One', mimeType: 'text/markdown' },
            { kind: 'text', text: '# Two', mimeType: 'text/plain' },
          ],
        },
        { artifactId: 'scan', name: 'scan', description: '', parts: [{ kind: 'file', bytes: 'aGk=', mimeType: 'image/png' }] },
      ],
      delegationChain: [],
    });
  });

  it('that asks only while it waits: the question stays on the run for ever', () => {
    const asked = { messageId: '', role: 'agent', parts: [{ kind: 'text', text: 'Which tone?', mimeType: 'text/plain' }] };
    expect(taskOf(run('awaiting', { await_request: question }))?.status).toEqual({ state: 'input-required', message: asked });
    expect(taskOf(run('in-progress', { await_request: question, finished_at: '2025-08-21T09:00:12Z' }))?.status).toEqual({
      state: 'working',
    });
  });

  it('that says in its error why it failed', () => {
    const error = { code: 'server_error', message: 'no such tone', data: null };
    expect(taskOf(run('failed', { error, output: [said(text('I began.'))] }))).toMatchObject({
      status: { state: 'failed', message: { parts: [{ kind: 'text', text: 'no such tone' }] } },
      history: [{ parts: [{ text: 'I began.' }] }],
    });
  });

  it('whose JSON is text, and stays text where it is none', () => {
    const json = (content: Json): JsonObject => text('', { content, content_type: 'application/json; charset=utf-8' });
    const output = [
      said(json('{"n":1,"__proto__":2}'), json('{"n":'), json({ n: 1 }), { content_url: 'https://h/x', content_type: 'image/png' }),
    ];
    const seen = observe(run('completed', { output }));
    const parts = seen.said.kind === 'task' ? seen.said.task.status.message?.parts : undefined;
    expect(parts?.map(({ kind }) => kind)).toEqual(['data', 'text', 'data', 'file']);
    expect(parts?.[0]?.data).toEqual(JSON.parse('{"n":1,"__proto__":2}'));
    expect(seen.issues).toEqual([
      { path: 'output[0].parts[1].content', message: 'is not the JSON that its type promises' },
      { path: 'output[0].parts[2].content', message: 'is no text; ACP writes JSON as text' },
    ]);
  });
});

describe('[X.31] the versions of ACP are told by their names', () => {
  it.each<[string, Json, string]>([
    ['roles came with 0.11', run('completed', { output: [said(text('x'))] }), '1.0'],
    ['messages without a role are older', run('completed', { output: [{ parts: [text('x')] }] }), '0.9'],
    ['outputs became output in 0.7', { run_id: RUN, agent_name: 'w', status: 'completed', outputs: [{ parts: [text('x')] }] }, '0.2'],
    ['await was the name of await_request in 0.1', { run_id: RUN, agent_name: 'w', status: 'awaiting', outputs: [], await: {} }, '0.1'],
    ['a run without messages tells nothing', run('created'), '-'],
    ['the envelope of the reference is of no version', { run_id: 't', session_id: 'c', status: 'completed', input: [], output: [] }, '-'],
  ])('%s', (_name, value, version) => {
    expect(line(observe(value)).split(' ')[3]).toBe(version);
  });

  it('reads the runs of all of them', () => {
    const artifact = { name: 'a.txt', content_type: 'text/plain', content: 'x' };
    const first = { run_id: RUN, agent_name: 'w', status: 'completed', outputs: [{ parts: [text('x')] }], artifacts: [artifact] };
    expect(taskOf(first)).toMatchObject({ status: { message: { parts: [{ text: 'x' }] } }, artifacts: [{ artifactId: 'a.txt' }] });
    const draft = {
      run_id: RUN,
      agent_name: 'w',
      session_id: 's',
      status: 'in-progress',
      step: { type: 'output', output: [{ type: 'text', content: 'x' }] },
    };
    expect(taskOf(draft)).toMatchObject({ status: { state: 'working' }, history: [{ role: 'agent', parts: [{ text: 'x' }] }] });
    const envelope = {
      run_id: 'task-1',
      session_id: 'ctx-1',
      status: 'completed',
      input: [{ content_type: 'text/plain', content: 'Screen it' }],
      output: [{ role: 'agent', parts: [{ content_type: 'application/json', content: { matches: 1 } }] }],
      metadata: { delegation_chain: ['orchestrator'], artifacts: ['report'] },
    };
    expect(taskOf(envelope)).toMatchObject({
      history: [{ role: 'user', parts: [{ text: 'Screen it' }] }],
      status: { message: { parts: [{ kind: 'data', data: { matches: 1 } }] } },
      delegationChain: ['orchestrator'],
      artifacts: [],
    });
    expect(taskOf({ ...envelope, metadata: { delegation_chain: 'abc' } })?.delegationChain).toEqual([]);
  });
});

describe('[X.32] the events of a run', () => {
  it.each<[string, Json, string]>([
    ['a snapshot', { type: 'run.created', run: run('created') }, 'task submitted/created acp - rest run.created /.run'],
    [
      'a pause',
      { type: 'run.awaiting', run: run('awaiting', { await_request: question }) },
      'task input-required/awaiting acp 1.0 rest run.awaiting /.run',
    ],
    ['an end', { type: 'run.cancelled', run: run('cancelled') }, 'task canceled/cancelled acp - rest run.cancelled /.run'],
    ['a message begun', { type: 'message.created', message: said() }, 'message acp 1.0 rest message.created'],
    ['a piece of it', { type: 'message.part', part: text('x') }, 'message acp - rest message.part'],
    ['an artifact in it', { type: 'message.part', part: text('x', { name: 'a' }) }, 'artifact-update acp - rest message.part'],
    ['a message ended', { type: 'message.completed', message: { parts: [text('x')] } }, 'message acp 0.9 rest message.completed'],
    ['what the agent made up', { type: 'generic', generic: { type: 'run.created', thought: 'x' } }, 'unrecognised acp - - generic'],
    ['an error', { type: 'error', error: { code: 'server_error', message: 'no' } }, 'error server_error acp - rest error'],
    [
      '0.1: a start',
      { type: 'in-progress', run: { run_id: RUN, agent_name: 'w', status: 'in-progress' } },
      'task working/in-progress acp 0.1 rest in-progress /.run',
    ],
    ['0.1: an artifact', { type: 'artifact', artifact: { name: 'a', content: 'x' } }, 'artifact-update acp 0.1 rest artifact'],
    ['0.2: a pause', { type: 'await', await_request: question }, 'status-update acp 0.2 rest await'],
  ])('%s', (_name, value, expected) => {
    expect(line(observe(value, { direction: 'event' }))).toBe(expected);
  });

  it('has the whole of a named part as its artifact, and names no task where the event names none', () => {
    expect(observe({ type: 'message.part', part: text('x', { name: 'a.txt' }) }).said).toEqual({
      kind: 'artifact-update',
      update: {
        kind: 'artifact-update',
        taskId: '',
        contextId: '',
        artifact: { artifactId: 'a.txt', name: 'a.txt', description: '', parts: [{ kind: 'text', text: 'x', mimeType: 'text/plain' }] },
        append: false,
        lastChunk: true,
      },
    });
  });

  it('come in lists too: of a run, of a store’s record', () => {
    const events = [
      { type: 'run.created', run: run('created') },
      { type: 'message.part', part: text('x') },
      { type: 'generic', generic: {} },
    ];
    const seen = observe({ events, run: run('completed') });
    expect(seen.said.kind === 'several' && seen.said.items.map(({ observation }) => line(observation))).toEqual([
      'task submitted/created acp - rest run.created /.events/[0]/.run',
      'message acp - rest message.part /.events/[1]',
      'unrecognised acp - - generic /.events/[2]',
      'task completed/completed acp - rest /.run',
    ]);
    expect(seen).toMatchObject({ dialect: 'acp', binding: 'rest' });
  });
});

describe('[X.32] the requests of ACP', () => {
  const ask = (method: string, path: string, body: Json): Observation => observe(body, { direction: 'request', method, path });
  const input = [{ role: 'user', parts: [text('Write a note.')] }];
  it.each<[string, string, Json, string, JsonObject]>([
    [
      'POST',
      '/runs',
      { agent_name: 'writer', input, mode: 'sync', session_id: SESSION },
      'send',
      { contextId: SESSION, method: 'POST /runs' },
    ],
    [
      'POST',
      '/api/v1/acp/runs',
      { agent_name: 'writer', input, mode: 'stream', session: { id: SESSION, history: [] } },
      'stream',
      { contextId: SESSION },
    ],
    ['POST', `/runs/${RUN}`, { await_resume: question, mode: 'async' }, 'send', { taskId: RUN, method: 'POST /runs/{id}' }],
    ['GET', `/runs/${RUN}`, null, 'get', { taskId: RUN, method: 'GET /runs/{id}' }],
    ['GET', `/runs/${RUN}/events?x=1`, null, 'get', { taskId: RUN, method: 'GET /runs/{id}/events' }],
    ['POST', `/runs/${RUN}/cancel`, null, 'cancel', { taskId: RUN }],
    ['GET', '/agents?limit=10', null, 'card', { method: 'GET /agents' }],
    ['GET', '/agents/writer_2', null, 'card', { method: 'GET /agents' }],
    ['GET', `/session/${SESSION}`, null, 'other', { contextId: SESSION }],
  ])('%s %s', (...[method, path, body, operation, members]) => {
    expect(ask(method, path, body)).toMatchObject({
      ...(operation === 'card' ? {} : { binding: 'rest', dialect: 'acp' }),
      said: { kind: 'request', operation, ...members },
    });
  });

  it('say what they are where no line says it', () => {
    expect(observe({ agent_name: 'w', input })).toMatchObject({
      said: { kind: 'request', operation: 'send' },
      dialect: 'acp',
      version: '1.0',
    });
    const seen = observe({ run_id: RUN, await_resume: question, mode: 'sync' });
    expect(seen).toMatchObject({
      acp: { resumes: true, mode: 'sync' },
      said: { taskId: RUN, message: { role: 'user', parts: [{ text: 'Which tone?' }] } },
    });
  });

  it('are no requests of ACP below the threads of others, or with a body of others', () => {
    expect(ask('GET', `/threads/t/runs/${RUN}`, null).dialect).toBeUndefined();
    expect(ask('POST', '/runs', { assistant_id: 'a', input: {} }).dialect).toBeUndefined();
    expect(ask('GET', '/repos/x/actions/runs/123', null).said.kind).toBe('nothing');
  });
});

describe('[X.32] manifests, sessions and errors of ACP', () => {
  const manifest = {
    name: 'writer',
    description: null,
    input_content_types: ['text/plain'],
    output_content_types: ['*/*'],
    metadata: { capabilities: [{ name: 'Short notes', description: 'Writes.' }], tags: ['text'], license: null },
  };
  it('a manifest is a card without an address', () => {
    expect(observe(manifest)).toMatchObject({
      dialect: 'acp',
      version: '1.0',
      said: {
        kind: 'card',
        card: {
          card: {
            name: 'writer',
            url: '',
            skills: [{ skillId: 'short-notes', name: 'Short notes', tags: ['text'] }],
            defaultInputModes: ['text/plain'],
          },
          interfaces: [],
          problems: [],
        },
      },
    });
    const several = observe({ agents: [manifest, { ...manifest, name: 'reader' }] }).said;
    expect(several.kind === 'several' && several.items.map(({ observation }) => line(observation))).toEqual([
      'card acp 1.0 - /.agents/[0]',
      'card acp 1.0 - /.agents/[1]',
    ]);
  });

  it('errors come bare, in a run, in an event, and as JSON inside JSON', () => {
    const error = { code: 'not_found', message: 'Run not found', data: null };
    expect(line(observe(error, { status: 404, direction: 'response' }))).toBe('error not_found acp - rest');
    expect(line(observe(JSON.stringify(JSON.stringify(error)).slice(1, -1).replaceAll('\\"', '"')))).toBe(
      'error not_found acp - rest /json',
    );
    expect(observe({ detail: 'x' }, { status: 422, direction: 'response' }).dialect).toBeUndefined();
  });

  it('a session says where its messages are', () => {
    const seen = observe({ id: SESSION, history: ['http://h/resources/1'], state: null });
    expect(seen).toMatchObject({ said: { kind: 'unrecognised', looksLike: 'acp-session' }, dialect: 'acp' });
  });
});

describe('[X.33] other protocols are named', () => {
  const rpc = (members: JsonObject): Json => ({ jsonrpc: '2.0', id: 1, ...members });
  it.each<[string, Json, string]>([
    ['an editor begins', rpc({ method: 'initialize', params: { protocolVersion: 1, clientCapabilities: {} } }), 'agent-client-protocol'],
    ['an editor prompts', rpc({ method: 'session/prompt', params: { sessionId: 's', prompt: [] } }), 'agent-client-protocol'],
    [
      'an agent reports',
      { jsonrpc: '2.0', method: 'session/update', params: { sessionId: 's', update: { sessionUpdate: 'plan' } } },
      'agent-client-protocol',
    ],
    ['an agent reads a file', rpc({ method: 'fs/read_text_file', params: { path: '/x' } }), 'agent-client-protocol'],
    ['a turn ends', rpc({ result: { stopReason: 'end_turn' } }), 'agent-client-protocol'],
    ['a session starts', rpc({ result: { sessionId: 's' } }), 'agent-client-protocol'],
    ['MCP begins', rpc({ method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {} } }), 'mcp'],
    ['MCP calls', rpc({ method: 'tools/call', params: { name: 'x', arguments: {} } }), 'mcp'],
    ['MCP answers', rpc({ result: { content: [{ type: 'text', text: 'x' }], isError: false } }), 'mcp'],
    ['MCP lists', rpc({ result: { tools: [{ name: 'x', inputSchema: {} }] } }), 'mcp'],
    ['the draft of ACP', rpc({ method: 'agents/run', params: { name: 'x' } }), 'acp-draft'],
    ['Agent Connect', { run_id: RUN, agent_id: 'a', thread_id: 't', status: 'success' }, 'agent-connect-protocol'],
    ['LangGraph', { run_id: RUN, assistant_id: 'a', thread_id: 't', status: 'running' }, 'langgraph'],
    ['OpenAI', { type: 'response.output_text.delta', delta: 'x' }, 'openai'],
    ['OpenAI, whole', { object: 'chat.completion', choices: [] }, 'openai'],
    ['Anthropic', { type: 'message', role: 'assistant', content: [] }, 'anthropic'],
    ['Gemini', { role: 'model', parts: [{ text: 'x' }] }, 'gemini'],
    ['a chat', { role: 'assistant', content: 'x' }, 'chat-message'],
  ])('%s', (_name, value, looksLike) => {
    const seen = observe(value);
    expect(seen).toMatchObject({ said: { kind: 'unrecognised', looksLike } });
    expect(seen.dialect).toBeUndefined();
  });

  it('and what A2A says is still A2A’s', () => {
    expect(observe({ role: 'user', parts: [{ text: 'x' }] }).said.kind).toBe('message');
    expect(observe(rpc({ method: 'tasks/resubscribe', params: { id: 't' } })).said).toMatchObject({
      kind: 'request',
      operation: 'subscribe',
    });
    expect(observe(rpc({ method: 'x/own', params: {} })).said).toMatchObject({ kind: 'request', operation: 'other' });
    expect(observe(rpc({ result: { id: 't', sessionId: 's', status: { state: 'working' } } }))).toMatchObject({
      version: '0.1',
      said: { kind: 'task' },
    });
  });
});
