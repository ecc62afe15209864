// Our own client against our own agents, over every protocol that is served: the same requests, the same answers, and nothing
// that the audit would complain about.

import { describe, expect, it } from 'vitest';
import { a2aV1JsonRpc, a2aV1Rest, acpRuns, headerCarrier, SERVED_PROTOCOLS } from '../../model/adapters/adapters.ts';
import type { ServedProtocol } from '../../model/adapters/protocol-port.ts';
import { textPart } from '../../model/kernel/parts.ts';
import type { HttpRequest } from '../../model/protocol/http.ts';
import type { Message } from '../../model/protocol/message.ts';
import type { Operation, OperationResult } from '../../model/protocol/operation.ts';
import type { StreamEvent } from '../../model/protocol/stream-event.ts';
import type { Task } from '../../model/protocol/task.ts';
import { judgeText } from '../../model/testing/judged.ts';
import { PAYMENTS_INVESTIGATOR, SANCTIONS_CARD } from '../lessons/cast.ts';
import { newDoor, plainSpoken } from '../testing/plain-spoken.ts';
import { recordedAgent } from '../testing/recorded-agent.ts';

/** What the audit says of the reference's card, which is no strict card (SPEC.md X.3). */
const OF_THE_CARD = new Set(['card-security-invalid', 'card-missing-field']);

function talk(protocol: ServedProtocol, maxDepth = 4) {
  const door = newDoor();
  const agent = recordedAgent(protocol, { card: SANCTIONS_CARD, handler: plainSpoken(door), caller: PAYMENTS_INVESTIGATOR, maxDepth });
  let requests = 0;
  const raw = async (request: HttpRequest): Promise<Response> =>
    agent.fetch(`https://agents.bank.ae${request.path}`, {
      method: request.method,
      headers: request.headers,
      ...(request.body !== '' && { body: request.body }),
    });
  const ask = async (operation: Operation): Promise<OperationResult> => {
    const about = { caller: PAYMENTS_INVESTIGATOR, carrier: headerCarrier, path: '/sanctions', agent: SANCTIONS_CARD.name };
    const response = await raw(protocol.encodeRequest(operation, { requestId: ++requests, ...about }));
    const head = { status: response.status, headers: Object.fromEntries(response.headers) };
    return protocol.decodeResponse(operation, head, textOf(response));
  };
  const findings = (): readonly string[] => {
    const above = judgeText(agent.text()).findings.filter(({ severity, rule }) => severity !== 'info' && !OF_THE_CARD.has(rule));
    return above.map(({ rule, severity }) => `${rule} ${severity}`);
  };
  return { ask, raw, findings, open: door.open, text: agent.text };
}

async function* textOf(response: Response): AsyncIterable<string> {
  if (!response.body) return;
  const decoder = new TextDecoder();
  for await (const chunk of response.body) yield decoder.decode(chunk, { stream: true });
}

let messages = 0;
function says(text: string, more: Partial<Message> = {}): Message {
  return { messageId: `m-${++messages}`, role: 'user', parts: [textPart(text)], ...more };
}
function taskOf(result: OperationResult): Task {
  if (result.kind !== 'task') throw new Error(JSON.stringify(result));
  return result.task;
}
async function eventsOf(result: OperationResult): Promise<readonly StreamEvent[]> {
  if (result.kind !== 'events') throw new Error(JSON.stringify(result));
  const events: StreamEvent[] = [];
  for await (const event of result.events) events.push(event);
  return events;
}
function states(events: readonly StreamEvent[]): readonly string[] {
  return events.flatMap((event) =>
    event.kind === 'status-update' ? [event.status.state] : event.kind === 'artifact-update' ? [event.artifact.name] : [],
  );
}
async function settled(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve));
}

describe.each([...SERVED_PROTOCOLS])('[X.41] over %s', (_id, protocol) => {
  it('a card, a send and a get say the same', async () => {
    const { ask, findings } = talk(protocol);
    const card = await ask({ kind: 'card' });
    expect(card.kind === 'card' && [card.card.name, card.card.skills.map(({ name }) => name)]).toEqual([
      SANCTIONS_CARD.name,
      ['Screen a counterparty'],
    ]);
    const sent = taskOf(await ask({ kind: 'send', message: says('screen') }));
    expect(sent.status.state).toBe('completed');
    const [artifact] = sent.artifacts;
    expect([artifact?.name, artifact?.parts.map(({ kind }) => kind)]).toEqual(['sanctions-screening', ['text', 'data']]);
    expect(sent.status.message?.parts[0]?.text).toBe('Screening complete.');
    expect(taskOf(await ask({ kind: 'get', taskId: sent.taskId }))).toEqual(sent);
    expect(findings()).toEqual([]);
  });

  it('a stream says what happens', async () => {
    const { ask, findings } = talk(protocol);
    const events = await eventsOf(await ask({ kind: 'stream', message: says('screen') }));
    const said = states(events).filter((word, at, all) => word !== all[at - 1] && word !== 'submitted');
    expect(said).toEqual(expect.arrayContaining(['working', 'sanctions-screening', 'completed']));
    expect(said.at(-1)).toBe('completed');
    expect(findings()).toEqual([]);
  });

  it.each(['fail', 'reject'])('an agent may %s', async (word) => {
    const { ask, findings } = talk(protocol);
    const task = taskOf(await ask({ kind: 'send', message: says(word) }));
    expect(task.status.state).toBe(word === 'reject' && protocol !== acpRuns ? 'rejected' : 'failed');
    expect(task.status.message?.parts[0]?.text).toMatch(/Upstream|scope/);
    expect(findings()).toEqual([]);
  });

  it.each(['send', 'stream'] as const)('an agent asks, and a %s goes on', async (kind) => {
    const { ask, findings } = talk(protocol);
    const asked = taskOf(await ask({ kind: 'send', message: says('ask') }));
    expect([asked.status.state, asked.status.message?.parts[0]?.text]).toEqual([
      'input-required',
      'Which jurisdiction should I screen against?',
    ]);
    const { taskId, contextId } = asked;
    const result = await ask({ kind, message: says('the EU', { taskId, contextId }) });
    const state = result.kind === 'task' ? result.task.status.state : states(await eventsOf(result)).at(-1);
    expect(state).toBe('completed');
    expect(findings()).toEqual([]);
  });

  it('a send need not wait, and what waits can be canceled', async () => {
    const { ask, findings, open } = talk(protocol);
    const begun = taskOf(await ask({ kind: 'send', message: says('hold'), blocking: false }));
    expect(['submitted', 'working']).toContain(begun.status.state);
    open();
    await settled();
    expect(taskOf(await ask({ kind: 'get', taskId: begun.taskId })).status.state).toBe('completed');
    const waiting = taskOf(await ask({ kind: 'send', message: says('ask') }));
    expect(taskOf(await ask({ kind: 'cancel', taskId: waiting.taskId })).status.state).toBe('canceled');
    expect(taskOf(await ask({ kind: 'get', taskId: waiting.taskId })).status.state).toBe('canceled');
    expect(findings()).toEqual([]);
  });

  it('refusals keep their words', async () => {
    const { ask } = talk(protocol);
    const done = taskOf(await ask({ kind: 'send', message: says('screen') }));
    const code = async (operation: Operation) => {
      const result = await ask(operation);
      return result.kind === 'error' ? result.error.code : result.kind;
    };
    expect(await code({ kind: 'get', taskId: 'nowhere' })).toBe('TASK_NOT_FOUND');
    expect(await code({ kind: 'cancel', taskId: done.taskId })).toBe('TASK_TERMINAL');
    expect(await code({ kind: 'send', message: says('more', { taskId: done.taskId, contextId: done.contextId }) })).toBe('TASK_TERMINAL');
    expect(await code({ kind: 'send', message: says('throw') })).toBe('INTERNAL');
    const denied = await talk(protocol, 0).ask({ kind: 'stream', message: says('screen') });
    expect(denied).toMatchObject({ kind: 'error', error: { code: 'DEPTH_EXCEEDED', message: 'delegation chain is 1 deep; max is 0' } });
  });

  it('a stream that breaks throws, and one that is lost leaves nothing behind', async () => {
    const { ask } = talk(protocol);
    await expect(async () => eventsOf(await ask({ kind: 'stream', message: says('throw') }))).rejects.toThrow(/broken on purpose/);
  });
});

describe.each([a2aV1JsonRpc, a2aV1Rest].map((protocol) => [protocol.id, protocol] as const))('[X.41] over %s', (_id, protocol) => {
  it('tasks are listed, and a version is asked for', async () => {
    const { ask, raw } = talk(protocol);
    await ask({ kind: 'send', message: says('screen'), contextId: 'case 1 & more' });
    await ask({ kind: 'send', message: says('ask') });
    const page = await ask({ kind: 'list', contextId: 'case 1 & more' });
    expect(page).toMatchObject({ kind: 'tasks', totalSize: 1, nextPageToken: '' });
    expect(await ask({ kind: 'list', state: 'input-required', pageSize: 1 })).toMatchObject({ totalSize: 1, pageSize: 1 });
    expect(await ask({ kind: 'list', pageSize: 101 })).toMatchObject({ error: { code: 'INVALID_PARAMS' } });
    const request = protocol.encodeRequest({ kind: 'list' }, { requestId: 1, caller: PAYMENTS_INVESTIGATOR, carrier: headerCarrier });
    const { 'a2a-version': _version, ...headers } = request.headers;
    expect(await (await raw({ ...request, headers })).text()).toContain('VERSION_NOT_SUPPORTED');
  });
});
