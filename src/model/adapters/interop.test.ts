// The small REST protocol between a kernel server and a client's port: the six routes, what they refuse, and what a client makes
// of everything that is no answer.

import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../base/json.ts';
import { failure } from '../base/result.ts';
import type { AgentHandler } from '../kernel/agent-handler.ts';
import { textPart } from '../kernel/parts.ts';
import { CAREFUL_CLIENT } from '../kernel/client-settings.ts';
import { publicKeyOf, secretFrom } from '../kernel/jws.ts';
import { delegateToPeer } from '../kernel/peer-client.ts';
import { POLICIES, reference } from '../kernel/policy.ts';
import { createServer } from '../kernel/server.ts';
import { signCard, verifyCard } from '../kernel/signed-card.ts';
import { statusUpdate } from '../kernel/stream-events.ts';
import type { HttpRequest, HttpResponse } from '../protocol/http.ts';
import type { PeerAnswer, PeerPort } from '../protocol/peer.ts';
import { castCard, castSkill, PAYMENTS_INVESTIGATOR } from '../testing/delegation-cast.ts';
import { interopPeer, serveInterop, SKILL_KEY, type InteropServing } from './adapters.ts';

const TOKEN = 'tok-1234567890';
const START = Date.UTC(2026, 0, 1);
const CARD = castCard('specialist', {
  description: 'Counts.',
  maxDataClassification: 'restricted',
  skills: [castSkill('statistics', 'numbers'), castSkill('format_table')],
});
/** It begins the chain: a hardened agent believes no chain that nobody has signed for. */
const CALLER = { ...PAYMENTS_INVESTIGATOR, delegationChain: [] };
const UNABORTED = new AbortController().signal;
const ORDER = { skill: 'statistics', parts: [{ kind: 'data', data: { values: [1, 2, 3] } }], clientRef: 'ref-1' } as const;

async function settled(): Promise<void> {
  for (let turn = 0; turn < 100; turn++) await Promise.resolve();
}

/** An agent that waits for the test before each step it does. */
function agent(options: Partial<InteropServing> = {}, policy = reference) {
  let now = START;
  const steps: (() => void)[] = [];
  const step = (): Promise<void> => new Promise((resolve) => steps.push(resolve));
  const handler: AgentHandler = async function* (work, message) {
    await step();
    const working = work.setStatus(work.task(), 'working');
    await step();
    work.progress();
    await step();
    if (message.metadata?.[SKILL_KEY] === 'format_table') {
      const ask = { messageId: 'ask', role: 'agent', parts: [textPart('Which'), textPart('columns?')] } as const;
      yield statusUpdate(work.setStatus(working, 'input-required', ask));
      return;
    }
    const parts = [{ kind: 'data', data: { mean: 2 } } as const, { kind: 'file', uri: 'x:y' } as const];
    const filed = work.addArtifact(work.task(), { artifactId: 'art-1', name: 'result', description: '', parts });
    yield statusUpdate(work.setStatus(filed, 'completed'), true);
  };
  const clock = { now: () => now };
  const server = createServer({ card: CARD, handler, policy, clock });
  const handle = serveInterop(server.execute, {
    token: TOKEN,
    caller: CALLER,
    moments: server.moments,
    now: clock.now,
    framework: 'LangGraph StateGraph',
    ...options,
  });
  const send = (request: Partial<HttpRequest>): Promise<HttpResponse> =>
    handle({ method: 'GET', path: '/', headers: { authorization: `Bearer ${TOKEN}` }, body: '', ...request }, { signal: UNABORTED });
  return {
    server,
    send,
    /** Lets the handler do its next step, so many milliseconds later. */
    go: async (ms: number) => {
      await settled();
      now += ms;
      steps.shift()?.();
      await settled();
    },
    peer: (token = TOKEN, more: Partial<Parameters<typeof interopPeer>[0]> = {}): PeerPort =>
      interopPeer({
        ...more,
        token,
        now: clock.now,
        lossOf: () => undefined,
        call: async (request, signal) => {
          const { status, headers, body } = await handle(request, { signal });
          return { status, headers, body: typeof body === 'string' ? chunks(body) : body };
        },
      }),
  };
}

async function* chunks(...texts: readonly string[]): AsyncGenerator<string> {
  for (const text of texts) yield text;
}

async function collect<T>(items: AsyncIterable<T>): Promise<readonly T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

function valueOf<T>(answer: PeerAnswer<T>): T {
  if (!answer.ok) throw new Error(answer.failure.detail);
  return answer.value;
}

const bodyOf = ({ body }: HttpResponse): Json => JSON.parse(body as string) as Json;
const errorOf = (response: HttpResponse): unknown[] => {
  const { error } = bodyOf(response) as { readonly error: { readonly code: string; readonly message: string } };
  expect(error.message).not.toBe('');
  return [response.status, error.code];
};
const json = (body: Json): Pick<HttpRequest, 'method' | 'body'> => ({ method: 'POST', body: JSON.stringify(body) });
const time = (ms: number): string => new Date(START + ms).toISOString();

describe.each(Object.values(POLICIES))('[I.1] a task from its card to its result, by the policy $id', (policy) => {
  it('crosses as it is written here', async () => {
    const { send, go } = agent({}, policy);
    const card = await send({ path: '/.well-known/agent-card.json', headers: {} });
    expect(bodyOf(card)).toEqual({
      protocol: 'interop',
      name: 'specialist',
      framework: 'LangGraph StateGraph',
      description: 'Counts.',
      version: '1.0.0',
      url: 'https://agents.example/specialist',
      skills: [
        { id: 'statistics', description: '', tags: ['numbers'] },
        { id: 'format_table', description: '', tags: [] },
      ],
      auth: { schemes: ['bearer'] },
    });
    const created = await send({
      path: '/tasks',
      ...json({ client_ref: 'ref-1', skill: 'statistics', input: [{ kind: 'data', data: [1] }] }),
    });
    const task = {
      id: 'task-1',
      client_ref: 'ref-1',
      skill: 'statistics',
      status: { state: 'submitted', at: time(0) },
      messages: [{ role: 'user', parts: [{ kind: 'data', data: [1] }] }],
      artifacts: [],
      created_at: time(0),
      metadata: { 'delegation-inspector/chain': ['payments-investigator'] },
    };
    expect([created.status, created.headers['location'], bodyOf(created)]).toEqual([201, '/tasks/task-1', task]);
    const events = await send({ path: '/tasks/task-1/events' });
    await go(100);
    await go(100);
    await go(100);
    const frame = (seq: number, state: string, ms: number): string =>
      `id: ${seq}\nevent: state\ndata: {"task_id":"task-1","seq":${seq},"state":"${state}","at":"${time(ms)}"}\n\n`;
    expect(await collect(events.body as AsyncIterable<string>)).toEqual([
      frame(1, 'submitted', 0),
      frame(2, 'working', 100),
      frame(3, 'completed', 300),
    ]);
    expect(bodyOf(await send({ path: '/tasks/task-1' }))).toEqual({
      ...task,
      status: { state: 'completed', at: time(300) },
      artifacts: [{ id: 'art-1', name: 'result', parts: [{ kind: 'data', data: { mean: 2 } }] }],
    });
    const late = await send({ path: '/tasks/task-1/events' });
    expect(await collect(late.body as AsyncIterable<string>)).toEqual([frame(3, 'completed', 300)]);
  });

  it('[I.9] is seen so by a client', async () => {
    const { peer, go } = agent({}, policy);
    const port = peer();
    expect(valueOf(await port.card(UNABORTED))).toEqual({
      name: 'specialist',
      skills: ['statistics', 'format_table'],
      heartbeat: false,
      signature: 'unsigned',
    });
    expect(valueOf(await port.create(ORDER, UNABORTED))).toMatchObject({ taskId: 'task-1', state: 'submitted', foundAgain: false });
    expect(valueOf(await port.create(ORDER, UNABORTED))).toMatchObject({ taskId: 'task-1', foundAgain: true });
    const states = collect(port.events('task-1', UNABORTED));
    for (let step = 0; step < 3; step++) await go(100);
    expect((await states).map(valueOf).map(({ taskId, state, seq }) => [taskId, state, seq])).toEqual([
      ['task-1', 'submitted', 1],
      ['task-1', 'working', 2],
      ['task-1', 'completed', 3],
    ]);
    expect(valueOf(await port.get('task-1', UNABORTED))).toMatchObject({
      state: 'completed',
      artifacts: [{ artifactId: 'art-1', name: 'result', parts: [{ kind: 'data', data: { mean: 2 } }] }],
      messages: [{ role: 'user', parts: ORDER.parts }],
    });
  });
});

describe('[I.8] a task that asks', () => {
  it('keeps its stream open, takes one answer, and says so where it waits for none', async () => {
    const { peer, server, send, go } = agent();
    const port = peer();
    await port.create({ ...ORDER, skill: 'format_table' }, UNABORTED);
    const states = collect(port.events('task-1', UNABORTED));
    const answer = { path: '/tasks/task-1/input', ...json({ input: [{ kind: 'text', text: 'all' }] }) };
    expect(errorOf(await send(answer))).toEqual([409, 'NOT_WAITING']);
    for (let step = 0; step < 3; step++) await go(100);
    expect(valueOf(await port.get('task-1', UNABORTED))).toMatchObject({ state: 'input-required', text: 'Which columns?' });
    expect(valueOf(await port.input('task-1', [{ kind: 'text', text: 'all' }], UNABORTED))).toMatchObject({ state: 'input-required' });
    for (let step = 0; step < 3; step++) await go(100);
    expect((await states).map(valueOf).map(({ state }) => state)).toEqual([
      'submitted',
      'working',
      'input-required',
      'working',
      'completed',
    ]);
    expect([...server.get('task-1').history].map(({ role }) => role)).toEqual(['user', 'agent', 'user']);
    expect(errorOf(await send(answer))).toEqual([409, 'TASK_TERMINAL']);
  });
});

describe('[I.7] a heartbeat', () => {
  it('repeats the state with a later time, where the card promises it and nowhere else', async () => {
    const beating = agent({ heartbeat: true });
    const port = beating.peer();
    expect(valueOf(await port.card(UNABORTED)).heartbeat).toBe(true);
    await port.create(ORDER, UNABORTED);
    const states = collect(port.events('task-1', UNABORTED));
    for (let step = 0; step < 2; step++) await beating.go(100);
    expect(valueOf(await port.get('task-1', UNABORTED)).lastProgressAt).toBe(START + 200);
    await beating.go(100);
    expect((await states).map(valueOf).map(({ state, seq, lastProgressAt = 0 }) => [state, seq, lastProgressAt - START])).toEqual([
      ['submitted', 1, 0],
      ['working', 2, 100],
      ['working', 2, 200],
      ['completed', 3, 300],
    ]);
    const silent = agent();
    await silent.peer().create(ORDER, UNABORTED);
    for (let step = 0; step < 2; step++) await silent.go(100);
    expect(valueOf(await silent.peer().get('task-1', UNABORTED))).not.toHaveProperty('lastProgressAt');
  });
});

describe('[I.4] who may ask', () => {
  it.each([
    [{}, 'Bearer'],
    [{ authorization: 'Bearer wrong' }, 'Bearer error="invalid_token"'],
    [{ authorization: `Basic ${TOKEN}` }, 'Bearer error="invalid_token"'],
    [{ authorization: 'Bearer' }, 'Bearer error="invalid_token"'],
  ])('is told by the token: %j', async (headers, challenge) => {
    const { send } = agent();
    for (const [method, path] of [
      ['POST', '/tasks'],
      ['GET', '/tasks/task-1'],
      ['GET', '/tasks/task-1/events'],
      ['GET', '/nothing'],
    ] as const) {
      const response = await send({ method, path, headers });
      expect(errorOf(response)).toEqual([401, 'UNAUTHORIZED']);
      expect(response.headers['www-authenticate']).toBe(challenge);
    }
    expect((await send({ path: '/.well-known/agent-card.json', headers })).status).toBe(200);
  });

  it('takes no empty token, even where that is the one that is set', async () => {
    expect((await agent({ token: '' }).send({ path: '/tasks/x', headers: { authorization: 'Bearer ' } })).status).toBe(401);
  });
});

describe('[I.5] what is refused', () => {
  const wanted = { skill: 'statistics', input: [{ kind: 'text', text: 'x' }] };

  it.each([
    [{ method: 'GET', path: '/' }, 404, 'NOT_FOUND'],
    [{ method: 'GET', path: '/x/tasks/task-1' }, 404, 'NOT_FOUND'],
    [{ method: 'GET', path: '/tasks' }, 405, 'METHOD_NOT_ALLOWED'],
    [{ method: 'DELETE', path: '/tasks/task-1' }, 405, 'METHOD_NOT_ALLOWED'],
    [{ method: 'GET', path: '/tasks/task-1' }, 404, 'TASK_NOT_FOUND'],
    [{ method: 'GET', path: '/tasks/task-1/events' }, 404, 'TASK_NOT_FOUND'],
    [{ method: 'POST', path: '/tasks/task-1/cancel' }, 404, 'TASK_NOT_FOUND'],
    [{ path: '/tasks/task-1/input', ...json({ input: [] }) }, 404, 'TASK_NOT_FOUND'],
    [{ path: '/tasks/task-1/input', ...json({ input: {} }) }, 400, 'INVALID_REQUEST'],
    [{ path: '/tasks/task-1/cancel', ...json({ reason: 3 }) }, 400, 'INVALID_REQUEST'],
    [{ path: '/tasks', method: 'POST', body: '{"skill"' }, 400, 'INVALID_REQUEST'],
    [{ path: '/tasks', method: 'POST' }, 400, 'INVALID_REQUEST'],
    [{ path: '/tasks', ...json([]) }, 400, 'INVALID_REQUEST'],
    [{ path: '/tasks', ...json({ ...wanted, client_ref: '' }) }, 400, 'INVALID_REQUEST'],
    [{ path: '/tasks', ...json({ ...wanted, client_ref: 7 }) }, 400, 'INVALID_REQUEST'],
    [{ path: '/tasks', ...json({ ...wanted, input: [{ kind: 'file' }] }) }, 400, 'INVALID_REQUEST'],
    [{ path: '/tasks', ...json({ ...wanted, skill: 'fly' }) }, 422, 'UNKNOWN_SKILL'],
    [{ path: '/tasks', ...json({ ...wanted, input: [{ kind: 'text', text: 'x'.repeat(1000) }] }) }, 413, 'TOO_LARGE'],
  ])('%j', async (request, status, code) => {
    expect(errorOf(await agent({ maxBody: 500 }).send(request))).toEqual([status, code]);
  });

  it('is a second wish under the name of the first, and a cancel that comes too late', async () => {
    const { send } = agent();
    const named = { ...wanted, client_ref: 'r' };
    expect((await send({ path: '/tasks', ...json(named) })).status).toBe(201);
    expect((await send({ path: '/tasks', ...json(named) })).status).toBe(200);
    expect(errorOf(await send({ path: '/tasks', ...json({ ...named, skill: 'format_table' }) }))).toEqual([409, 'CLIENT_REF_REUSED']);
    expect(bodyOf(await send({ method: 'POST', path: '/tasks/task-1/cancel' }))).toMatchObject({ status: { state: 'canceled' } });
    expect(errorOf(await send({ path: '/tasks/task-1/cancel', ...json({ reason: 'late' }) }))).toEqual([409, 'TASK_TERMINAL']);
  });

  it('of its form, is a bad request under every policy', async () => {
    const { send } = agent({}, POLICIES['hardened']);
    const answer = await send({ path: '/tasks', ...json({ ...wanted, input: [] }) });
    expect(errorOf(answer)).toEqual([400, 'INVALID_REQUEST']);
  });

  it('in the words of a policy, is forbidden', async () => {
    const { send } = agent({ caller: { ...CALLER, delegationChain: ['specialist'] } });
    expect(errorOf(await send({ path: '/tasks', ...json(wanted) }))).toEqual([403, 'CYCLE_DETECTED']);
  });
});

describe('[I.14] a card that its server signs', () => {
  const key = { keyId: 'specialist', secret: secretFrom('test/specialist') };
  const known = (keyId: string) => (keyId === key.keyId ? publicKeyOf(key.secret) : undefined);
  const cardFrom = (options: Partial<InteropServing>) =>
    agent(options)
      .peer(TOKEN, { verifyCard: (card) => verifyCard(card, known) })
      .card(UNABORTED);

  it('is taken from whom it says, and from nobody else', async () => {
    const signed = await cardFrom({ signCard: (card) => signCard(card, key), heartbeat: true });
    expect(valueOf(signed)).toMatchObject({ name: 'specialist', heartbeat: true, signature: 'verified' });
    for (const options of [{}, { signCard: (card: JsonObject) => signCard(card, { ...key, keyId: 'stranger' }) }]) {
      const refused = await cardFrom(options);
      expect(!refused.ok && refused.failure).toMatchObject({ kind: 'bad-signature', status: 200 });
    }
    const changed = await cardFrom({ signCard: (card) => signCard({ ...card, skills: [] }, key) });
    expect(!changed.ok && changed.failure.detail).toContain('the signature of specialist does not hold');
  });

  it('[Q.14] ends a delegation before anything is asked, where nobody known answers for it', async () => {
    const unheard = (): Promise<void> => new Promise(() => undefined);
    const end = async (options: Partial<InteropServing>, verifies: boolean) => {
      const { peer, server, go } = agent(options);
      const port = peer(TOKEN, verifies ? { verifyCard: (card) => verifyCard(card, known) } : {});
      const going = delegateToPeer(port, ORDER, CAREFUL_CLIENT, { now: () => START, sleep: unheard, fact: () => undefined });
      for (let step = 0; step < 4; step += 1) await go(10);
      const { outcome, attempts, remote, card, why } = await going;
      return { told: `${outcome}/${attempts} ${remote}, ${server.state.tasks.size} tasks`, signature: card?.signature, why };
    };
    const signs = (keyId: string) => ({ signCard: (card: JsonObject) => signCard(card, { ...key, keyId }) });
    const refused = { told: 'protocol_violation/1 none, 0 tasks', signature: undefined };
    expect(await end(signs('specialist'), true)).toMatchObject({ told: 'ok/1 completed, 1 tasks', signature: 'verified' });
    expect(await end({}, true)).toMatchObject({ ...refused, why: expect.stringContaining('the card is not signed') as unknown });
    expect(await end(signs('stranger'), true)).toMatchObject({ ...refused, why: expect.stringContaining('no key is known of') as unknown });
    expect(await end({}, false)).toMatchObject({ told: 'ok/1 completed, 1 tasks', signature: 'unsigned' });
    expect(await end(signs('stranger'), false)).toMatchObject({ told: 'ok/1 completed, 1 tasks', signature: 'unverified' });
  });

  it('is an error of the server where it cannot be signed', async () => {
    const { send } = agent({ signCard: () => failure({ path: 'name', message: 'has no text' }) });
    expect(errorOf(await send({ path: '/.well-known/agent-card.json' }))).toEqual([500, 'INTERNAL']);
  });
});
