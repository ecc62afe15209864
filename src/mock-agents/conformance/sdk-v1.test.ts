// The official client of A2A 1.0 against our agents, over both bindings: what it refuses is our fault until shown otherwise.

import { type Client, ClientFactory, DefaultAgentCardResolver, JsonRpcTransportFactory, RestTransportFactory } from '@a2a-js/sdk/client';
import { Role, TaskState, type Message, type SendMessageRequest, type StreamResponse, type Task } from '@a2a-js/sdk';
import { describe, expect, it } from 'vitest';
import { a2aV1JsonRpc, a2aV1Rest } from '../../model/adapters/adapters.ts';
import { judgeText } from '../../model/testing/judged.ts';
import { PAYMENTS_INVESTIGATOR, SANCTIONS_CARD } from '../lessons/cast.ts';
import { newDoor, plainSpoken } from '../testing/plain-spoken.ts';
import { recordedAgent, type RecordedAgent } from '../testing/recorded-agent.ts';

const PROTOCOLS = [a2aV1JsonRpc, a2aV1Rest];

interface Talk {
  readonly agent: RecordedAgent;
  readonly client: Client;
  readonly open: () => void;
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
    transports: [new JsonRpcTransportFactory({ fetchImpl }), new RestTransportFactory({ fetchImpl })],
    cardResolver: new DefaultAgentCardResolver({ fetchImpl }),
  });
  return { agent, client: await factory.createFromUrl('https://agents.bank.ae'), open: door.open };
}

let messages = 0;
function says(text: string, more: Partial<Message> = {}): Message {
  return {
    messageId: `m-${++messages}`,
    contextId: '',
    taskId: '',
    role: Role.ROLE_USER,
    parts: [{ content: { $case: 'text', value: text }, metadata: undefined, filename: '', mediaType: '' }],
    metadata: undefined,
    extensions: [],
    referenceTaskIds: [],
    ...more,
  };
}
function asks(
  text: string,
  configuration?: Partial<NonNullable<SendMessageRequest['configuration']>>,
  more: Partial<Message> = {},
): SendMessageRequest {
  return {
    tenant: '',
    message: says(text, more),
    configuration: configuration && {
      acceptedOutputModes: [],
      taskPushNotificationConfig: undefined,
      returnImmediately: false,
      ...configuration,
    },
    metadata: undefined,
  };
}
const CALLBACK = {
  tenant: '',
  id: '',
  taskId: '',
  url: 'https://agents.bank.ae/callback',
  token: 's3cret',
  authentication: { scheme: 'bearer', credentials: 'c0ffee' },
};

function isTask(result: Message | Task): result is Task {
  return 'status' in result;
}
async function taskOf(result: Promise<Message | Task>): Promise<Task> {
  const answer = await result;
  if (!isTask(answer)) throw new Error('a message and no task');
  return answer;
}
function brief({ payload }: StreamResponse): string {
  switch (payload?.$case) {
    case 'task':
      return `task ${TaskState[payload.value.status?.state ?? 0]}`;
    case 'statusUpdate':
      return TaskState[payload.value.status?.state ?? 0] ?? '?';
    case 'artifactUpdate':
      return `artifact ${payload.value.artifact?.name}`;
    default:
      return payload?.$case ?? 'nothing';
  }
}
async function told(events: AsyncIterable<StreamResponse>): Promise<readonly string[]> {
  const said: string[] = [];
  for await (const event of events) said.push(brief(event));
  return said;
}
async function nameOf(failing: Promise<unknown>): Promise<string> {
  return failing.then(
    () => 'no error',
    (error: unknown) => (error instanceof Error ? error.name : String(error)),
  );
}
/** What the audit says of a conversation, above information. */
function findings({ agent }: Talk): readonly string[] {
  return judgeText(agent.text())
    .findings.filter(({ severity }) => severity !== 'info')
    .map(({ rule, severity }) => `${rule} ${severity}`);
}

describe.each(PROTOCOLS.map((protocol) => [protocol.id, protocol] as const))('[X.40] the official client over %s', (_id, protocol) => {
  it('reads the card, sends, and gets the whole task', async () => {
    const session = await talk(protocol);
    const task = await taskOf(session.client.sendMessage(asks('screen')));
    expect(TaskState[task.status?.state ?? 0]).toBe('TASK_STATE_COMPLETED');
    expect(task.artifacts[0]?.parts.map(({ content }) => content?.$case)).toEqual(['text', 'data']);
    expect(task.history.map(({ role }) => Role[role])).toEqual(['ROLE_USER', 'ROLE_AGENT']);
    expect(task.contextId).not.toBe('');
    expect(findings(session)).toEqual([]);
  });

  it('does not wait when it says so, and gets the task later', async () => {
    const session = await talk(protocol);
    const begun = await taskOf(session.client.sendMessage(asks('hold', { returnImmediately: true })));
    expect(TaskState[begun.status?.state ?? 0]).toBe('TASK_STATE_SUBMITTED');
    session.open();
    await new Promise((resolve) => setTimeout(resolve));
    const task = await session.client.getTask({ tenant: '', id: begun.id, historyLength: 1 });
    expect([TaskState[task.status?.state ?? 0], task.history.length]).toEqual(['TASK_STATE_COMPLETED', 1]);
    expect(findings(session)).toEqual([]);
  });

  it('streams: the task, then changes, to the end', async () => {
    const session = await talk(protocol);
    expect(await told(session.client.sendMessageStream(asks('screen')))).toEqual([
      'task TASK_STATE_SUBMITTED',
      'TASK_STATE_WORKING',
      'artifact sanctions-screening',
      'TASK_STATE_COMPLETED',
    ]);
    expect(findings(session)).toEqual([]);
  });

  it.each(['fail', 'reject'])('hears of an agent that has to %s', async (word) => {
    const session = await talk(protocol);
    expect((await told(session.client.sendMessageStream(asks(word)))).at(-1)).toMatch(/FAILED|REJECTED/);
    expect(findings(session)).toEqual([]);
  });

  it('is asked, and goes on in the same task', async () => {
    const session = await talk(protocol);
    const asked = await taskOf(session.client.sendMessage(asks('ask')));
    expect(TaskState[asked.status?.state ?? 0]).toBe('TASK_STATE_INPUT_REQUIRED');
    const { id: taskId, contextId } = asked;
    expect(await told(session.client.sendMessageStream(asks('the EU', undefined, { taskId, contextId })))).toEqual([
      'task TASK_STATE_INPUT_REQUIRED',
      'TASK_STATE_COMPLETED',
    ]);
    expect(findings(session)).toEqual([]);
  });

  it('cancels what waits', async () => {
    const session = await talk(protocol);
    const { id } = await taskOf(session.client.sendMessage(asks('ask')));
    const canceled = await session.client.cancelTask({ tenant: '', id, metadata: undefined });
    expect(TaskState[canceled.status?.state ?? 0]).toBe('TASK_STATE_CANCELED');
    expect(findings(session)).toEqual([]);
  });

  it('sets, reads, lists and deletes a callback, which is called', async () => {
    const session = await talk(protocol);
    const { client, agent } = session;
    const { id: taskId, contextId } = await taskOf(client.sendMessage(asks('ask')));
    const set = await client.createTaskPushNotificationConfig({ ...CALLBACK, taskId });
    expect(set).toMatchObject({ taskId, url: CALLBACK.url, token: '', authentication: { scheme: 'bearer', credentials: '' } });
    expect(set.id).not.toBe('');
    expect(await client.getTaskPushNotificationConfig({ tenant: '', taskId, id: set.id })).toEqual(set);
    const list = { tenant: '', taskId, pageSize: 0, pageToken: '' };
    expect((await client.listTaskPushNotificationConfig(list)).configs).toEqual([set]);
    await client.sendMessage(asks('the EU', undefined, { taskId, contextId }));
    expect(agent.deliveries.map(({ body }) => Object.keys(JSON.parse(body) as object))).toEqual([['task'], ['task']]);
    expect(agent.deliveries[0]).toMatchObject({
      url: CALLBACK.url,
      headers: { authorization: 'bearer c0ffee', 'x-a2a-notification-token': CALLBACK.token },
    });
    await client.deleteTaskPushNotificationConfig({ tenant: '', taskId, id: set.id });
    expect((await client.listTaskPushNotificationConfig(list)).configs).toEqual([]);
    expect(findings(session)).toEqual([]);
  });

  it('brings a callback with the first message', async () => {
    const session = await talk(protocol);
    await session.client.sendMessage(asks('screen', { taskPushNotificationConfig: CALLBACK }));
    expect(session.agent.deliveries).toHaveLength(2);
    expect(findings(session)).toEqual([]);
  });

  it('subscribes to a task at work, and lists its tasks', async () => {
    const session = await talk(protocol);
    const { client } = session;
    const begun = await taskOf(client.sendMessage(asks('hold', { returnImmediately: true })));
    const following = told(client.resubscribeTask({ tenant: '', id: begun.id }));
    await new Promise((resolve) => setTimeout(resolve));
    session.open();
    expect(await following).toEqual(['task TASK_STATE_WORKING', 'artifact sanctions-screening', 'TASK_STATE_COMPLETED']);
    const query = { tenant: '', contextId: '', status: 0, pageToken: '', statusTimestampAfter: undefined };
    const page = await client.listTasks(query);
    expect(page.tasks.map(({ id, artifacts }) => [id, artifacts.length])).toEqual([[begun.id, 0]]);
    expect([page.totalSize, page.nextPageToken]).toEqual([1, '']);
    expect((await client.listTasks({ ...query, includeArtifacts: true })).tasks[0]?.artifacts).toHaveLength(1);
    expect((await client.listTasks({ ...query, status: TaskState.TASK_STATE_FAILED })).tasks).toEqual([]);
    expect(findings(session)).toEqual([]);
  });

  it('gets typed errors', async () => {
    const session = await talk(protocol);
    const { client } = session;
    const { id } = await taskOf(client.sendMessage(asks('screen')));
    expect(await nameOf(client.getTask({ tenant: '', id: 'nowhere' }))).toBe('TaskNotFoundError');
    expect(await nameOf(client.sendMessage(asks('more', undefined, { taskId: 'nowhere' })))).toBe('TaskNotFoundError');
    expect(await nameOf(client.cancelTask({ tenant: '', id, metadata: undefined }))).toBe('TaskNotCancelableError');
    expect(await nameOf(client.sendMessage(asks('more', undefined, { taskId: id })))).toBe('UnsupportedOperationError');
    expect(await nameOf(told(client.resubscribeTask({ tenant: '', id })))).toBe('UnsupportedOperationError');
    expect(await nameOf(client.listTasks({ tenant: '', contextId: '', status: 0, pageToken: 'x', statusTimestampAfter: undefined }))).toBe(
      'RequestMalformedError',
    );
    expect(await nameOf(client.createTaskPushNotificationConfig({ ...CALLBACK, taskId: id, url: 'https://evil.example/' }))).toBe(
      'RequestMalformedError',
    );
  });

  it('gets typed errors of an agent that has no callbacks, refuses, or breaks', async () => {
    const { client } = await talk(protocol, { pushNotifications: false });
    const { id: taskId } = await taskOf(client.sendMessage(asks('screen')));
    // The client looks at the card and does not ask; a message that brings a callback is sent all the same.
    expect(await nameOf((async () => client.createTaskPushNotificationConfig({ ...CALLBACK, taskId }))())).toBe(
      'PushNotificationNotSupportedError',
    );
    expect(await nameOf(client.sendMessage(asks('screen', { taskPushNotificationConfig: CALLBACK })))).toBe(
      'PushNotificationNotSupportedError',
    );
    expect(await nameOf(client.sendMessage(asks('throw')))).not.toBe('no error');
    expect(await nameOf(told(client.sendMessageStream(asks('throw'))))).not.toBe('no error');
    const denied = await talk(protocol, { maxDepth: 0 });
    await expect(denied.client.sendMessage(asks('screen'))).rejects.toThrow(/1 deep/);
    await expect(told(denied.client.sendMessageStream(asks('screen')))).rejects.toThrow(/1 deep/);
  });

  it('goes away in the middle, and the work stops', async () => {
    const session = await talk(protocol);
    const leaving = new AbortController();
    const events = session.client.sendMessageStream(asks('hold'), { signal: leaving.signal });
    await events.next();
    await events.next();
    leaving.abort();
    await expect(events.next()).rejects.toThrow();
  });
});
