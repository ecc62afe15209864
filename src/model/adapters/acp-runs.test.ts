// ACP as our agents speak it: paths, modes, statuses, headers and events of the wire. ACP 1.0.

import { describe, expect, it } from 'vitest';
import { isJsonObject, textMember, type Json, type JsonObject } from '../base/json.ts';
import type { AgentHandler } from '../kernel/agent-handler.ts';
import { messageText, textPart } from '../kernel/parts.ts';
import { reference } from '../kernel/policy.ts';
import { createServer } from '../kernel/server.ts';
import { artifactUpdate, statusUpdate } from '../kernel/stream-events.ts';
import type { HttpResponse } from '../protocol/http.ts';
import { castCard, PAYMENTS_INVESTIGATOR } from '../testing/delegation-cast.ts';
import { acpRuns, headerCarrier } from './adapters.ts';
import { uuidOf } from './bindings/acp-ids.ts';

const CARD = castCard('callee', { maxDataClassification: 'restricted' });
const REPORT = { artifactId: 'art-1', name: 'report', description: '', parts: [textPart('done')] };
const says = (text: string, state: 'input-required' | 'completed', work: Parameters<AgentHandler>[0]) =>
  statusUpdate(work.setStatus(work.task(), state, { messageId: 'm', role: 'agent', parts: [textPart(text)] }));

/** Asks first when told to, then reports. */
const handler: AgentHandler = async function* (work, message) {
  await Promise.resolve();
  yield statusUpdate(work.setStatus(work.handed, 'working'));
  if (messageText(message) === 'ask') {
    yield says('Which?', 'input-required', work);
    return;
  }
  const reported = work.addArtifact(work.task(), REPORT);
  yield artifactUpdate(reported, REPORT, { lastChunk: true });
  yield says('Done.', 'completed', work);
};

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: JsonObject;
  readonly events: readonly JsonObject[];
}

type Ask = (method: string, path: string, body?: Json) => Promise<Answer>;

function setup(): Ask {
  const begin = agent();
  return async (method, path, body) => (await begin(method, path, body))();
}

/** Answers that are read when the test wants to. */
function agent(): (...asked: Parameters<Ask>) => Promise<() => Promise<Answer>> {
  const { execute } = createServer({ card: CARD, handler, policy: reference });
  const serve = acpRuns.serve(execute, { carrier: headerCarrier, now: () => Date.UTC(2026, 0, 1) });
  return async (method, path, body) => {
    const request = {
      method,
      path,
      headers: headerCarrier.encode(PAYMENTS_INVESTIGATOR),
      body: body === undefined ? '' : JSON.stringify(body),
    };
    const answer = await serve(request, { signal: new AbortController().signal });
    return () => read(answer);
  };
}

async function read(answer: HttpResponse): Promise<Answer> {
  let text = '';
  if (typeof answer.body === 'string') text = answer.body;
  else for await (const chunk of answer.body) text += chunk;
  const events = [...text.matchAll(/^data: (.*)$/gm)].map(([, data = '']) => object(JSON.parse(data) as Json));
  return { status: answer.status, headers: answer.headers, body: events.length > 0 ? {} : object(JSON.parse(text) as Json), events };
}

function object(value: Json): JsonObject {
  if (!isJsonObject(value)) throw new Error('no object');
  return value;
}
function pathOf(run: JsonObject): string {
  return `/runs/${textMember(run, 'run_id') ?? ''}`;
}
const create = (text: string, mode?: string): JsonObject => ({
  agent_name: 'callee',
  input: [{ role: 'user', parts: [{ content_type: 'text/plain', content: text }] }],
  ...(mode !== undefined && { mode }),
});
const resume = (text: string, mode = 'sync'): JsonObject => ({
  await_resume: { type: 'message', message: { role: 'user', parts: [{ content_type: 'text/plain', content: text }] } },
  mode,
});
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe('[X.42] an agent of ACP', () => {
  it('has a manifest, alone and in the list', async () => {
    const ask = setup();
    const { body } = await ask('GET', '/agents');
    expect(body).toMatchObject({ agents: [{ name: 'callee', input_content_types: ['text/plain'], metadata: { capabilities: [] } }] });
    expect((await ask('GET', '/agents/callee')).body).toMatchObject({ name: 'callee' });
    expect(await ask('GET', '/agents/other')).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect(await ask('GET', '/ping')).toMatchObject({ status: 200, body: {} });
  });

  it('waits for the end where nothing else is said', async () => {
    const ask = setup();
    const { status, headers, body } = await ask('POST', '/any/prefix/runs', create('go'));
    expect([status, headers['run-id']]).toEqual([200, body['run_id']]);
    expect(body['run_id']).toMatch(UUID);
    expect(body).toMatchObject({
      agent_name: 'callee',
      status: 'completed',
      await_request: null,
      error: null,
      finished_at: '2026-01-01T00:00:00.000Z',
      output: [
        { role: 'agent/callee', parts: [{ name: 'report', content_type: 'text/plain', content: 'done' }] },
        { role: 'agent/callee', parts: [{ content_type: 'text/plain', content: 'Done.' }] },
      ],
    });
  });

  it('answers at once where it need not wait, and keeps the log of the run', async () => {
    const ask = setup();
    const begun = await ask('POST', '/runs', create('go', 'async'));
    expect(begun).toMatchObject({ status: 202, body: { status: 'created', output: [], finished_at: null } });
    await new Promise((resolve) => setTimeout(resolve));
    const path = pathOf(begun.body);
    expect((await ask('GET', path)).body).toMatchObject({ status: 'completed' });
    const { events } = (await ask('GET', `${path}/events`)).body;
    expect((events as readonly JsonObject[]).map(({ type }) => type)).toEqual([
      'run.created',
      'run.in-progress',
      ...['message.created', 'message.part', 'message.completed'],
      ...['message.created', 'message.part', 'message.completed'],
      'run.completed',
    ]);
  });

  it('pauses a stream with its question, and goes on in a stream of its own', async () => {
    const ask = setup();
    const first = await ask('POST', '/runs', create('ask', 'stream'));
    expect(first.events.map(({ type }) => type)).toEqual(['run.created', 'run.in-progress', 'run.awaiting']);
    const run = object(first.events.at(-1)?.['run'] ?? null);
    expect(run['await_request']).toMatchObject({ type: 'message', message: { parts: [{ content: 'Which?' }] } });
    const path = pathOf(run);
    const second = await ask('POST', path, resume('that one', 'stream'));
    expect(second.headers['run-id']).toBeUndefined();
    expect([second.events[0]?.['type'], second.events.at(-1)?.['type']]).toEqual(['run.in-progress', 'run.completed']);
    expect(await ask('POST', path, resume('more'))).toMatchObject({ status: 403, body: { code: 'server_error' } });
    expect(await ask('POST', `${path}/cancel`)).toMatchObject({ status: 403 });
  });

  it('ends a stream with its turn, however late it is read', async () => {
    const begin = agent();
    const first = await begin('POST', '/runs', create('ask', 'stream'));
    const log = async (runId: string) => (await (await begin('GET', `/runs/${runId}/events`))()).body['events'] as readonly JsonObject[];
    const runId = uuidOf('task-1');
    while ((await log(runId)).at(-1)?.['type'] !== 'run.awaiting') await Promise.resolve();
    const second = await begin('POST', `/runs/${runId}`, resume('that one', 'stream'));
    while ((await log(runId)).at(-1)?.['type'] !== 'run.completed') await Promise.resolve();
    expect((await first()).events.map(({ type }) => type)).toEqual(['run.created', 'run.in-progress', 'run.awaiting']);
    expect((await second()).events[0]?.['type']).toBe('run.in-progress');
  });

  it('keeps runs of one session together', async () => {
    const ask = setup();
    const first = (await ask('POST', '/runs', create('go'))).body;
    const second = (await ask('POST', '/runs', { ...create('go'), session_id: first['session_id'] ?? null })).body;
    expect(second['session_id']).toBe(first['session_id']);
    expect(second['run_id']).not.toBe(first['run_id']);
  });

  it('cancels what waits', async () => {
    const ask = setup();
    const waiting = (await ask('POST', '/runs', create('ask'))).body;
    const path = pathOf(waiting);
    expect(await ask('POST', `${path}/cancel`)).toMatchObject({ status: 202, body: { status: 'cancelled', error: null } });
    expect((await ask('GET', path)).body).toMatchObject({ status: 'cancelled' });
  });

  it.each([
    ['POST', '/runs', { ...create('go'), agent_name: 'other' }, 404, 'not_found'],
    ['POST', '/runs', { ...create('go'), input: [] }, 422, 'invalid_input'],
    ['POST', '/runs', { ...create('go'), mode: 'soon' }, 422, 'invalid_input'],
    ['POST', '/runs', 'go', 422, 'invalid_input'],
    ['GET', '/runs/00000000-0000-8000-8000-000000000000', undefined, 404, 'not_found'],
    ['POST', '/runs/00000000-0000-8000-8000-000000000000', resume('x'), 404, 'not_found'],
    ['DELETE', '/runs', undefined, 404, 'not_found'],
  ] as const)('refuses %s %s %j', async (...[method, path, body, status, code]) => {
    expect(await setup()(method, path, body as Json | undefined)).toMatchObject({ status, body: { code } });
  });
});
