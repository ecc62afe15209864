// The calls of a stand-in over a wire that answers what no good agent would: names of our own come back, and nothing that was said.

import { describe, expect, it } from 'vitest';
import { a2aV1JsonRpc } from '../../model/adapters/adapters.ts';
import type { Json } from '../../model/base/json.ts';
import type { ToldStatus } from '../../model/kernel/watch/turn-mapping.ts';
import { type AgentIo, type CallAnswer, CallLost } from '../agent-io.ts';
import { PAYMENTS_INVESTIGATOR } from '../lessons/cast.ts';
import { sceneWith } from '../testing/stand-in-scenes.ts';
import { createRegistry } from './agent-registry.ts';
import { createRemoteTaskCalls } from './remote-task-calls.ts';

const TOKEN = 'c2VjcmV0X3Rva2VuX29mX2FfZG9vcmJlbGxfMTIzNDU';
const CALL = { agent: 'sanctions-screening-agent', participant: 'user-1', remoteTaskId: 'remote-1' };
const NEVER = new AbortController().signal;

interface Answered {
  readonly status?: number;
  readonly type?: string;
  readonly body: string;
}

async function* inOnePiece(text: string): AsyncGenerator<string> {
  yield await Promise.resolve(text);
}

/** A host whose calls are answered one after the other; what is no answer is a call that is lost. */
function callsWith(...answers: readonly (Answered | 'lost')[]) {
  const { remote, host } = sceneWith({ remote: { protocol: a2aV1JsonRpc.id } });
  const left = [...answers];
  const asked: string[] = [];
  const io = {
    now: () => 0,
    after: () => 0,
    call: (_to: string, { body }: { readonly body: string }): Promise<CallAnswer> => {
      asked.push((JSON.parse(body) as { readonly method: string }).method);
      const answer = left.shift() ?? 'lost';
      if (answer === 'lost') return Promise.reject(new CallLost('connection refused'));
      const { status = 200, type = 'application/json' } = answer;
      return Promise.resolve({ status, headers: { 'content-type': type }, body: inOnePiece(answer.body) });
    },
  } as unknown as AgentIo;
  const settings = {
    host,
    remoteCard: remote.card,
    protocol: remote.protocol,
    caller: PAYMENTS_INVESTIGATOR,
    parked: remote.parked,
    actions: [],
  };
  return { calls: createRemoteTaskCalls(io, settings, createRegistry(io, null)), asked };
}

const result = (value: Json): Answered => ({ body: JSON.stringify({ jsonrpc: '2.0', id: 1, result: value }) });
const stream = (...values: readonly Json[]): Answered => ({
  type: 'text/event-stream',
  body: values.map((value) => `data: ${JSON.stringify({ jsonrpc: '2.0', id: 1, result: value })}\n\n`).join(''),
});
const error = (code: number, message: string, data?: Json): Answered => ({
  body: JSON.stringify({ jsonrpc: '2.0', id: 1, error: { code, message, ...(data === undefined ? {} : { data }) } }),
});
const statusOf = (state: string, text?: string): Json => ({
  state: `TASK_STATE_${state}`,
  ...(text === undefined ? {} : { message: { messageId: 'm', role: 'ROLE_AGENT', parts: [{ text }] } }),
});
const taskIn = (state: string, text?: string): Json => ({ id: 'remote-1', contextId: 'ctx-1', status: statusOf(state, text) });

describe('[W.19] what goes wrong with a call comes back as a name of our own', () => {
  it.each([
    ['an error word that repeats the token', error(-32603, `no: ${TOKEN}`, { code: TOKEN }), 'OperationFailed'],
    ['a number that nobody knows', error(-31999, TOKEN), 'OperationFailed'],
    ['an error of ours', error(-32001, 'no such task'), 'TaskNotFound'],
    ['a page', { status: 502, type: 'text/html', body: `<h1>${TOKEN}</h1>` }, 'OperationFailed'],
    ['an answer to something else', result({ task: taskIn('WORKING') }), 'InvalidAgentResponse'],
    ['no id for the registration', result({ taskId: 'remote-1', url: 'https://host.example/', token: TOKEN }), 'WrongAnswer'],
  ])('a registration that is answered by %s', async (_what, answer, errorType) => {
    const { calls } = callsWith(answer);
    const answered = await calls.register({ ...CALL, url: 'https://host.example/a2a/push/task-1', token: TOKEN }, NEVER);
    // Only an error of ours says that nothing was registered.
    const isRefused = errorType === 'TaskNotFound';
    expect(answered).toEqual({ ok: false, failure: { errorType, ...(isRefused && { isRefused }) } });
  });

  it('a call that nobody answers throws by its name', async () => {
    await expect(callsWith('lost').calls.fetch(CALL, NEVER)).rejects.toMatchObject({ name: 'CallLost' });
  });

  it('a stream that says an error, or no JSON, is a turn that failed', async () => {
    const turn = { agent: CALL.agent, participant: 'user-1', remoteTaskId: 'remote-1', messageId: 'reply-1', text: 'UAE' };
    const failing = { ...error(-32603, TOKEN), type: 'text/event-stream' };
    const said = { ...failing, body: `data: ${failing.body}\n\n` };
    expect(await callsWith(said).calls.turn(turn, NEVER)).toEqual({ ok: false, failure: { errorType: 'InternalError' } });
    const broken = { type: 'text/event-stream', body: `data: {"${TOKEN}\n\n` };
    expect(await callsWith(broken).calls.turn(turn, NEVER)).toMatchObject({ ok: false });
    expect(JSON.stringify(await callsWith(broken).calls.turn(turn, NEVER))).not.toContain(TOKEN);
  });
});

describe('[W.3] what is registered with an agent', () => {
  const listed = (configs: readonly Json[]): Answered => result({ configs: [...configs] });

  it('is told by id and address, whatever token the agent gives away, and without those that have no id', async () => {
    const { calls, asked } = callsWith(
      listed([
        { id: 'config-1', taskId: 'remote-1', url: 'https://host.example/a2a/push/task-1', token: TOKEN },
        { taskId: 'remote-1', url: 'https://elsewhere.example/' },
      ]),
    );
    const answer = await calls.listRegistrations?.(CALL, NEVER);
    expect(answer).toEqual({ ok: true, value: [{ configId: 'config-1', url: 'https://host.example/a2a/push/task-1' }] });
    expect(asked).toEqual(['ListTaskPushNotificationConfigs']);
  });
});

describe('[W.10] what a turn says', () => {
  const first = { agent: CALL.agent, participant: 'user-1', remoteTaskId: null, messageId: 'message-1', text: 'Begin' };

  it('is the last status of its stream, and the task is the one that the stream names', async () => {
    const { calls, asked } = callsWith(
      stream(
        { task: taskIn('SUBMITTED') },
        { statusUpdate: { taskId: 'remote-1', contextId: 'ctx-1', status: statusOf('WORKING', 'On it') } },
        { artifactUpdate: { taskId: 'remote-1', contextId: 'ctx-1', artifact: { artifactId: 'a', parts: [{ text: 'x' }] } } },
        { statusUpdate: { taskId: 'remote-1', contextId: 'ctx-1', status: statusOf('INPUT_REQUIRED', 'Which?') } },
      ),
    );
    const answer = await calls.turn(first, NEVER);
    expect(answer).toEqual({ ok: true, value: { remoteTaskId: 'remote-1', status: { state: 'input-required', text: 'Which?' } } });
    expect(asked).toEqual(['SendStreamingMessage']);
  });

  it('is all there is where it is a message and no task', async () => {
    const message = { messageId: 'm', role: 'ROLE_AGENT', parts: [{ text: 'Nothing to do' }] };
    const answer = await callsWith(stream({ message })).calls.turn(first, NEVER);
    expect(answer).toEqual({ ok: true, value: { remoteTaskId: null, status: { state: 'completed', text: 'Nothing to do' } } });
  });

  it('is an answer in one piece where the agent holds no stream open', async () => {
    const answer = await callsWith(result({ task: taskIn('COMPLETED', 'Done') })).calls.turn(first, NEVER);
    expect(answer).toMatchObject({ ok: true, value: { remoteTaskId: 'remote-1', status: { state: 'completed', text: 'Done' } } });
  });

  it('is nothing where no status is said', async () => {
    const artifact = { taskId: 'remote-1', contextId: 'ctx-1', artifact: { artifactId: 'a', parts: [{ text: 'x' }] } };
    const { calls } = callsWith(stream({ artifactUpdate: artifact }));
    expect(await calls.turn(first, NEVER)).toEqual({ ok: false, failure: { errorType: 'WrongAnswer' } });
  });
});

describe('[W.15] a subscription', () => {
  const heardBy = async (...answers: readonly (Answered | 'lost')[]) => {
    const heard: ToldStatus[] = [];
    const { calls, asked } = callsWith(...answers);
    const answer = await calls.subscribe(CALL, (status) => void heard.push(status), NEVER);
    return { heard: heard.map(({ state }) => state), answer, asked };
  };

  it('tells each status, and nothing of a message that is beside the task', async () => {
    const message = { messageId: 'm', role: 'ROLE_AGENT', parts: [{ text: 'By the way' }], taskId: 'remote-1' };
    const update = { taskId: 'remote-1', contextId: 'ctx-1', status: statusOf('WORKING') };
    const { heard, answer } = await heardBy(stream({ task: taskIn('INPUT_REQUIRED') }, { message }, { statusUpdate: update }));
    expect(heard).toEqual(['input-required', 'working']);
    expect(answer).toEqual({ ok: true, value: undefined });
  });

  it('that is refused because the task is over, or streams are unknown, looks at the task once instead', async () => {
    for (const number of [-32002, -32004]) {
      const { heard, answer, asked } = await heardBy(error(number, 'no'), result(taskIn('COMPLETED', 'Done')));
      expect({ heard, answer, asked }).toEqual({
        heard: ['completed'],
        answer: { ok: true, value: undefined },
        asked: ['SubscribeToTask', 'GetTask'],
      });
    }
  });

  it('that is refused for another reason, or breaks, has failed and looks at nothing', async () => {
    expect(await heardBy(error(-32001, 'no'))).toMatchObject({ heard: [], answer: { failure: { errorType: 'TaskNotFound' } } });
    expect(await heardBy('lost')).toMatchObject({ heard: [], answer: { failure: { errorType: 'CallLost' } } });
    expect(await heardBy(error(-32004, 'no'), 'lost')).toMatchObject({ heard: [], answer: { failure: { errorType: 'CallLost' } } });
  });
});
