// The official client of A2A 0.3 against our agents over JSON-RPC, with the card of the reference and with the strict one.

import type { Message, MessageSendParams, Task, TaskState } from 'a2a-sdk-v03';
import {
  type Client,
  ClientFactory,
  DefaultAgentCardResolver,
  JsonRpcTransportFactory,
  PushNotificationNotSupportedError,
  TaskNotCancelableError,
  TaskNotFoundError,
  UnsupportedOperationError,
} from 'a2a-sdk-v03/client';
import { describe, expect, it } from 'vitest';
import { a2aV03JsonRpc, strictA2aV03JsonRpc } from '../../model/adapters/adapters.ts';
import { judgeText } from '../../model/testing/judged.ts';
import { PAYMENTS_INVESTIGATOR, SANCTIONS_CARD } from '../lessons/cast.ts';
import { newDoor, plainSpoken } from '../testing/plain-spoken.ts';
import { recordedAgent, type RecordedAgent } from '../testing/recorded-agent.ts';

const PROTOCOLS = [a2aV03JsonRpc, strictA2aV03JsonRpc];
/** The card of the reference is no strict card (SPEC.md X.3); what the audit says of it is not about the conversation. */
const OF_THE_CARD = new Set(['card-security-invalid', 'card-missing-field']);

interface Talk {
  readonly agent: RecordedAgent;
  readonly client: Client;
  readonly open: () => void;
  readonly protocol: (typeof PROTOCOLS)[number];
}

async function talk(
  protocol: (typeof PROTOCOLS)[number],
  more: { readonly maxDepth?: number; readonly pushNotifications?: boolean } = {},
): Promise<Talk> {
  const door = newDoor();
  const { pushNotifications = true, ...options } = more;
  const card = { ...SANCTIONS_CARD, pushNotifications };
  const agent = recordedAgent(protocol, { card, handler: plainSpoken(door), caller: PAYMENTS_INVESTIGATOR, ...options });
  const fetchImpl = agent.fetch;
  const factory = new ClientFactory({
    transports: [new JsonRpcTransportFactory({ fetchImpl })],
    cardResolver: new DefaultAgentCardResolver({ fetchImpl }),
  });
  return { agent, client: await factory.createFromUrl('https://agents.bank.ae'), open: door.open, protocol };
}

let messages = 0;
function asks(text: string, more: Partial<Message> = {}, configuration?: MessageSendParams['configuration']): MessageSendParams {
  const message: Message = { kind: 'message', messageId: `m-${++messages}`, role: 'user', parts: [{ kind: 'text', text }], ...more };
  return { message, ...(configuration && { configuration }) };
}
const CALLBACK = { url: 'https://agents.bank.ae/callback', token: 's3cret' };

async function taskOf(result: Promise<Message | Task>): Promise<Task> {
  const answer = await result;
  if (answer.kind !== 'task') throw new Error('a message and no task');
  return answer;
}
const stateOf = async (result: Promise<Message | Task>): Promise<TaskState> => (await taskOf(result)).status.state;

async function told(events: ReturnType<Client['sendMessageStream']>): Promise<readonly string[]> {
  const said: string[] = [];
  for await (const event of events) {
    if (event.kind === 'artifact-update') said.push(`artifact ${event.artifact.name ?? ''}`);
    else if (event.kind === 'message') said.push('message');
    else said.push(`${event.kind} ${event.status.state}`);
  }
  return said;
}
/** What the audit says of a conversation, above information. */
function findings({ agent, protocol }: Talk): readonly string[] {
  const above = judgeText(agent.text()).findings.filter(({ severity }) => severity !== 'info');
  const ofTheCard = protocol === a2aV03JsonRpc ? OF_THE_CARD : new Set<string>();
  return above.filter(({ rule }) => !ofTheCard.has(rule)).map(({ rule, severity }) => `${rule} ${severity}`);
}

describe.each(PROTOCOLS.map((protocol) => [protocol.id, protocol] as const))('[X.40] the official client over %s', (_id, protocol) => {
  it('reads the card, sends, waits, and gets the whole task', async () => {
    const session = await talk(protocol);
    expect((await session.client.getAgentCard()).name).toBe(SANCTIONS_CARD.name);
    const task = await taskOf(session.client.sendMessage(asks('screen')));
    expect([task.status.state, task.artifacts?.[0]?.parts.map(({ kind }) => kind)]).toEqual(['completed', ['text', 'data']]);
    expect(findings(session)).toEqual([]);
  });

  it('does not wait when it says so, and gets the task later', async () => {
    const session = await talk(protocol);
    const begun = await taskOf(session.client.sendMessage(asks('hold', {}, { blocking: false })));
    expect(begun.status.state).toBe('submitted');
    session.open();
    await new Promise((resolve) => setTimeout(resolve));
    const task = await session.client.getTask({ id: begun.id, historyLength: 1 });
    expect([task.status.state, task.history?.length]).toEqual(['completed', 1]);
    expect(findings(session)).toEqual([]);
  });

  it('streams to the end', async () => {
    const session = await talk(protocol);
    expect(await told(session.client.sendMessageStream(asks('screen')))).toEqual([
      'status-update submitted',
      'status-update working',
      'artifact sanctions-screening',
      'status-update completed',
      'task completed',
    ]);
    expect(findings(session)).toEqual([]);
  });

  it('is asked, goes on in the same task, and cancels another', async () => {
    const session = await talk(protocol);
    const { client } = session;
    const { id: taskId, contextId, status } = await taskOf(client.sendMessage(asks('ask')));
    expect(status.state).toBe('input-required');
    expect(await stateOf(client.sendMessage(asks('the EU', { taskId, contextId })))).toBe('completed');
    const other = await taskOf(client.sendMessage(asks('hold', {}, { blocking: false })));
    expect((await client.cancelTask({ id: other.id })).status.state).toBe('canceled');
    expect(findings(session)).toEqual([]);
  });

  it('sets, reads, lists and deletes a callback, which is called; the answers say the token again, as the reference does', async () => {
    const session = await talk(protocol);
    const { client, agent } = session;
    const { id: taskId, contextId } = await taskOf(client.sendMessage(asks('ask')));
    const set = await client.setTaskPushNotificationConfig({ taskId, pushNotificationConfig: CALLBACK });
    expect(set).toEqual({ taskId, pushNotificationConfig: CALLBACK });
    expect(await client.getTaskPushNotificationConfig({ id: taskId })).toEqual(set);
    expect(await client.listTaskPushNotificationConfig({ id: taskId })).toEqual([set]);
    await client.sendMessage(asks('the EU', { taskId, contextId }));
    expect(agent.deliveries.map(({ body }) => (JSON.parse(body) as Task).status.state)).toEqual(['working', 'completed']);
    await client.deleteTaskPushNotificationConfig({ id: taskId, pushNotificationConfigId: taskId });
    expect(await client.listTaskPushNotificationConfig({ id: taskId })).toEqual([]);
    expect(findings(session)).toEqual(['secret-in-clear warning']);
  });

  it('brings a callback with the first message', async () => {
    const session = await talk(protocol);
    await session.client.sendMessage(asks('screen', {}, { pushNotificationConfig: CALLBACK }));
    expect(session.agent.deliveries).toHaveLength(2);
    expect(findings(session)).toEqual([]);
  });

  it('takes up the stream of a task at work', async () => {
    const session = await talk(protocol);
    const begun = await taskOf(session.client.sendMessage(asks('hold', {}, { blocking: false })));
    const following = told(session.client.resubscribeTask({ id: begun.id }));
    await new Promise((resolve) => setTimeout(resolve));
    session.open();
    expect(await following).toEqual(['task working', 'artifact sanctions-screening', 'status-update completed', 'task completed']);
    expect(findings(session)).toEqual([]);
  });

  it('gets typed errors', async () => {
    const { client } = await talk(protocol);
    const { id } = await taskOf(client.sendMessage(asks('screen')));
    await expect(client.getTask({ id: 'nowhere' })).rejects.toBeInstanceOf(TaskNotFoundError);
    await expect(client.sendMessage(asks('more', { taskId: 'nowhere' }))).rejects.toBeInstanceOf(TaskNotFoundError);
    await expect(client.cancelTask({ id })).rejects.toBeInstanceOf(TaskNotCancelableError);
    await expect(client.sendMessage(asks('more', { taskId: id }))).rejects.toBeInstanceOf(UnsupportedOperationError);
    // A refusal before a stream begins is plain JSON on HTTP 200, as 0.3 leaves open; this client reads streams only and says so.
    await expect(told(client.resubscribeTask({ id }))).rejects.toThrow(/Content-Type/);
    await expect(client.sendMessage(asks('throw'))).rejects.toThrow(/broken on purpose/);
    await expect(told(client.sendMessageStream(asks('throw')))).rejects.toThrow(/broken on purpose/);
    const evil = { taskId: id, pushNotificationConfig: { ...CALLBACK, url: 'https://evil.example/' } };
    await expect(client.setTaskPushNotificationConfig(evil)).rejects.toThrow(/allow-list/);
  });

  it('gets typed errors of an agent that has no callbacks, or refuses', async () => {
    const { client } = await talk(protocol, { pushNotifications: false });
    const brings = asks('screen', {}, { pushNotificationConfig: CALLBACK });
    await expect(client.sendMessage(brings)).rejects.toBeInstanceOf(PushNotificationNotSupportedError);
    const denied = await talk(protocol, { maxDepth: 0 });
    await expect(denied.client.sendMessage(asks('screen'))).rejects.toThrow(/1 deep/);
  });

  it('goes away in the middle, and hears no more', async () => {
    const { client } = await talk(protocol);
    const leaving = new AbortController();
    const events = client.sendMessageStream(asks('hold'), { signal: leaving.signal });
    await events.next();
    await events.next();
    leaving.abort();
    await expect(events.next()).rejects.toThrow();
  });
});
