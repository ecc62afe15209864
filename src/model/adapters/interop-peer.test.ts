// What a client makes of a peer that answers badly, or not at all.

import { describe, expect, it } from 'vitest';
import { failure, success, type Result } from '../base/result.ts';
import type { PeerAnswer, PeerFailure, PeerTask } from '../protocol/peer.ts';
import { interopPeer } from './adapters.ts';

const TOKEN = 'tok-1234567890';
const START = Date.UTC(2026, 0, 1);
const UNABORTED = new AbortController().signal;
const ORDER = { skill: 'statistics', parts: [{ kind: 'data', data: { values: [1, 2, 3] } }], clientRef: 'ref-1' } as const;

async function* chunks(...texts: readonly string[]): AsyncGenerator<string> {
  yield* texts;
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

const time = (ms: number): string => new Date(START + ms).toISOString();

class Lost extends Error {}
class Refused extends Error {}

/** A port to a peer that answers the same to everything. */
function told(response: {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly body: AsyncIterable<string> | Error;
}) {
  const { status = 200, headers = { 'content-type': 'application/json' }, body } = response;
  const seen: { hungUp: boolean } = { hungUp: false };
  const port = interopPeer({
    token: TOKEN,
    now: () => START,
    limits: { body: 200, stream: 1000 },
    lossOf: (thrown) => (thrown instanceof Lost ? 'lost' : thrown instanceof Refused ? 'refused' : undefined),
    call: async (_request, signal) => {
      if (signal !== UNABORTED) signal.addEventListener('abort', () => (seen.hungUp = true));
      if (body instanceof Error) throw body;
      return { status, headers, body };
    },
  });
  return { port, seen };
}

async function* breaking(...texts: readonly string[]): AsyncGenerator<string> {
  yield* texts;
  throw new Lost('cable');
}

const TASK = { id: 'task-1', skill: 's', status: { state: 'working', at: time(0) }, messages: [], artifacts: [], created_at: time(0) };
const STREAM = { 'content-type': 'text/event-stream' };
const state = (more: object = {}): string =>
  `event: state\ndata: ${JSON.stringify({ task_id: 'task-1', seq: 1, state: 'working', at: time(0), ...more })}\n\n`;

async function failureOf(answer: Promise<PeerAnswer<unknown>>): Promise<PeerFailure> {
  const settledAnswer = await answer;
  if (settledAnswer.ok) throw new Error('it is an answer');
  expect(settledAnswer.failure.detail).toMatch(/\w/);
  expect(settledAnswer.failure.detail).not.toContain(TOKEN);
  return settledAnswer.failure;
}

describe('[I.9] what is no answer', () => {
  const html = { 'content-type': 'text/html' };
  const after = (value: string) => ({ status: 429, headers: { ...html, 'retry-after': value }, body: chunks('') });
  const said = (body: object, status = 200) => ({ status, body: chunks(JSON.stringify(body)) });

  it.each([
    ['nobody there', { body: new Refused() }, { kind: 'connection-refused' }],
    ['no answer', { body: new Lost() }, { kind: 'connection-lost' }],
    ['half an answer', { body: breaking('{"id"') }, { kind: 'connection-lost', status: 200 }],
    ['half an error', { status: 503, body: breaking('{"err') }, { kind: 'status', status: 503 }],
    ['an error', said({ error: { code: 'UNAVAILABLE', message: 'soon' } }, 503), { kind: 'status', status: 503, code: 'UNAVAILABLE' }],
    ['a page', { status: 502, headers: html, body: chunks('<html>') }, { kind: 'status', status: 502 }],
    ['a way elsewhere', { status: 302, body: chunks('') }, { kind: 'status', status: 302 }],
    ['a wait in seconds', after('3'), { kind: 'status', status: 429, retryAfterMs: 3000 }],
    ['a wait until a date', after(new Date(START + 5000).toUTCString()), { kind: 'status', status: 429, retryAfterMs: 5000 }],
    ['a wait in words', after('soon'), { kind: 'status', status: 429 }],
    ['a page with a success', { headers: html, body: chunks(JSON.stringify(TASK)) }, { kind: 'wrong-content-type', status: 200 }],
    ['no content type', { headers: {}, body: chunks(JSON.stringify(TASK)) }, { kind: 'wrong-content-type', status: 200 }],
    ['a stream', { headers: STREAM, body: chunks(state()) }, { kind: 'wrong-content-type', status: 200 }],
    ['garbage', { body: chunks('{"id": "t-') }, { kind: 'not-json', status: 200 }],
    ['nothing', { body: chunks('') }, { kind: 'not-json', status: 200 }],
    ['a list', said([]), { kind: 'wrong-shape', status: 200 }],
    ['no id', said({ ...TASK, id: undefined }), { kind: 'wrong-shape', status: 200 }],
    ['an unknown state', said({ ...TASK, status: { state: 'paused', at: time(0) } }), { kind: 'wrong-shape', status: 200 }],
    ['a state of A2A', said({ ...TASK, status: { state: 'input-required', at: time(0) } }), { kind: 'wrong-shape', status: 200 }],
    ['a time that is none', said({ ...TASK, created_at: 'today' }), { kind: 'wrong-shape', status: 200 }],
    ['an error with a success', said({ error: { code: 'X', message: 'y' } }), { kind: 'wrong-shape', status: 200, code: 'X' }],
    ['another task', said({ ...TASK, id: 'task-2' }), { kind: 'wrong-task', status: 200 }],
    ['too much', { body: chunks('x'.repeat(150), 'x'.repeat(150)) }, { kind: 'too-big', status: 200 }],
  ])('%s', async (_name, response, expected) => {
    const { detail: _detail, ...failure } = await failureOf(told(response).port.get('task-1', UNABORTED));
    expect(failure).toEqual(expected);
  });

  it('to a create, is another one’s task; any id is taken', async () => {
    const create = (body: object, status = 201) => told(said(body, status)).port.create(ORDER, UNABORTED);
    expect(await failureOf(create({ ...TASK, client_ref: 'ref-2' }))).toMatchObject({ kind: 'wrong-task' });
    expect(valueOf(await create({ ...TASK, id: 'odd id', client_ref: 'ref-1' }))).toMatchObject({ taskId: 'odd id', foundAgain: false });
    expect(valueOf(await create(TASK, 200))).toMatchObject({ foundAgain: true });
  });

  it('to a card, is a card of another protocol, or one whose signature does not hold', async () => {
    const card = {
      protocol: 'interop',
      name: 'n',
      framework: 'f',
      description: '',
      version: '1',
      url: 'https://x.example',
      skills: [],
      auth: { schemes: [] },
    };
    const ask = (body: object, verifyCard?: () => Result<unknown>) =>
      interopPeer({
        token: TOKEN,
        now: () => START,
        lossOf: () => undefined,
        call: async () => ({ status: 200, headers: { 'content-type': 'application/json' }, body: chunks(JSON.stringify(body)) }),
        ...(verifyCard && { verifyCard }),
      }).card(UNABORTED);
    expect(await failureOf(ask({ ...card, protocol: 'a2a' }))).toMatchObject({ kind: 'wrong-shape' });
    const signed = { ...card, signatures: [{ signature: 's' }] };
    expect(valueOf(await ask(signed)).signature).toBe('unverified');
    expect(valueOf(await ask(signed, () => success('by'))).signature).toBe('verified');
    const unknown = () => failure({ path: 'signatures[0]', message: 'no key is known' });
    expect(await failureOf(ask(signed, unknown))).toEqual({
      kind: 'bad-signature',
      status: 200,
      detail: 'nobody known answers for the card: signatures[0] no key is known',
    });
    expect(valueOf(await ask(card)).signature).toBe('unsigned');
  });

  it('of our own is thrown on, and so is an abort', async () => {
    await expect(told({ body: new TypeError('ours') }).port.get('task-1', UNABORTED)).rejects.toThrow('ours');
    const stopped = AbortSignal.abort(new Lost('stopped'));
    await expect(told({ body: new Lost('stopped') }).port.get('task-1', stopped)).rejects.toThrow('stopped');
    await expect(collect(told({ body: new Lost('stopped') }).port.events('task-1', stopped))).rejects.toThrow('stopped');
  });
});

describe('[I.9] a stream of states', () => {
  const kinds = (answers: readonly PeerAnswer<PeerTask>[]): unknown[] =>
    answers.map((answer) => (answer.ok ? answer.value.state : answer.failure.kind));
  const follow = async (...texts: readonly string[]): Promise<unknown[]> =>
    kinds(await collect(told({ headers: STREAM, body: chunks(...texts) }).port.events('task-1', UNABORTED)));

  it.each<readonly [string, readonly string[], readonly string[]]>([
    ['ends where it ends', [state(), state({ seq: 2, state: 'failed' })], ['working', 'failed']],
    ['comes in any pieces', [...`: hi\n\n${state()}${state({ seq: 2, state: 'input_required' })}`], ['working', 'input-required']],
    ['may say what is none of ours', [`event: ping\ndata: x\n\n${state()}`], ['working']],
    ['needs no name for its events', [state().replace('event: state\n', '')], ['working']],
    ['stops inside an event', [state(), state().slice(0, -2)], ['working', 'stream-cut']],
    ['stops inside a line', [state(), 'data: {"task'], ['working', 'stream-cut']],
    ['says garbage, and nothing counts after that', ['data: {"task\n\n', state()], ['not-json']],
    ['lacks a number', [state({ seq: undefined })], ['wrong-shape']],
    ['counts from one', [state({ seq: 0 })], ['wrong-shape']],
    ['knows no such state', [state({ state: 'working_hard' })], ['wrong-shape']],
    ['is about another task', [state(), state({ task_id: 'task-2' })], ['working', 'wrong-task']],
    ['has an event without end', [state(), ...Array.from({ length: 9 }, () => 'x'.repeat(90))], ['working', 'too-big']],
    ['has no end', Array.from({ length: 99 }, () => state()), [...Array.from({ length: 10 }, () => 'working'), 'too-big']],
  ])('%s', async (_name, texts, expected) => {
    const found = await follow(...texts);
    expect(found.at(-1)).toBe(expected.at(-1));
    if (expected.length < 9) expect(found).toEqual(expected);
  });

  it('breaks off, is refused, or is none', async () => {
    const ask = async (response: Parameters<typeof told>[0]) => {
      const { port, seen } = told(response);
      const answers = kinds(await collect(port.events('task-1', UNABORTED)));
      expect(seen.hungUp).toBe(response.body instanceof Error ? false : true);
      return answers;
    };
    expect(await ask({ headers: STREAM, body: breaking(state(), 'data: {"ta') })).toEqual(['working', 'connection-lost']);
    expect(await ask({ status: 404, body: chunks('') })).toEqual(['status']);
    expect(await ask({ body: chunks(JSON.stringify(TASK)) })).toEqual(['wrong-content-type']);
  });

  it('is hung up by who leaves early', async () => {
    const { port, seen } = told({ headers: STREAM, body: chunks(state(), state({ seq: 2, state: 'completed' })) });
    for await (const answer of port.events('task-1', UNABORTED)) {
      expect(valueOf(answer).state).toBe('working');
      break;
    }
    expect(seen.hungUp).toBe(true);
  });
});
