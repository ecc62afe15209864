// What a server answers to requests that do not wait, begin with the task, bring a callback, or list.

import { describe, expect, it } from 'vitest';
import type { Fact } from '../log/fact.ts';
import type { CallerContext } from '../protocol/caller-context.ts';
import type { Operation, OperationResult, TaskPage } from '../protocol/operation.ts';
import type { Task } from '../protocol/task.ts';
import { PAYMENTS_INVESTIGATOR, castCard } from '../testing/delegation-cast.ts';
import type { AgentHandler } from './agent-handler.ts';
import { textPart } from './parts.ts';
import { reference } from './policy.ts';
import { createServer, type ServerOptions } from './server.ts';
import { statusUpdate } from './stream-events.ts';

const CARD = castCard('callee', { maxDataClassification: 'restricted', streaming: true, pushNotifications: true });
const FIRST = { messageId: 'msg-1', role: 'user', parts: [textPart('Do it')] } as const;
const CONFIG = { url: 'https://agents.bank.ae/cb', token: 's3cret', authentication: 'bearer' };

function setup(options: Partial<ServerOptions> = {}) {
  const facts: Fact[] = [];
  const delivered: string[] = [];
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  const handler: AgentHandler = async function* (work, message) {
    const task = work.setStatus(work.handed, 'working');
    yield statusUpdate(task);
    if (message.messageId === 'slow') await released;
    yield statusUpdate(work.setStatus(task, 'completed'), true);
  };
  const server = createServer({
    card: CARD,
    handler,
    policy: reference,
    allowedCallbackHosts: ['agents.bank.ae'],
    onFact: (fact) => facts.push(fact),
    deliver: (_config, task) => delivered.push(task.status.state),
    ...options,
  });
  const execute = (operation: Operation, caller: CallerContext = PAYMENTS_INVESTIGATOR): Promise<OperationResult> =>
    server.execute(operation, caller, { signal: new AbortController().signal });
  return { server, facts, delivered, execute, release };
}

async function settled(): Promise<void> {
  for (let turn = 0; turn < 50; turn++) await Promise.resolve();
}

function stateOf(result: OperationResult): string {
  return result.kind === 'task' ? result.task.status.state : result.kind;
}

describe('[T.5] a send that does not wait', () => {
  it('is answered when the task is taken on, and the turn goes on without a reader', async () => {
    const { execute, release } = setup();
    expect(stateOf(await execute({ kind: 'send', message: { ...FIRST, messageId: 'slow' }, blocking: false }))).toBe('submitted');
    await settled();
    expect(stateOf(await execute({ kind: 'get', taskId: 'task-1' }))).toBe('working');
    release();
    await settled();
    expect(stateOf(await execute({ kind: 'get', taskId: 'task-1' }))).toBe('completed');
  });

  it('can be followed, and a refusal is its answer', async () => {
    const { execute, release } = setup();
    await execute({ kind: 'send', message: { ...FIRST, messageId: 'slow' }, blocking: false });
    const followed = await execute({ kind: 'subscribe', taskId: 'task-1' });
    release();
    const said: string[] = [];
    if (followed.kind === 'events') for await (const event of followed.events) said.push(event.kind);
    expect(said).toEqual(['task', 'status-update', 'status-update', 'task']);
    const denied = setup({ maxDepth: 0 });
    expect(await denied.execute({ kind: 'send', message: FIRST, blocking: false })).toMatchObject({ error: { code: 'DEPTH_EXCEEDED' } });
    expect(denied.server.state.tasks.size).toBe(0);
  });

  it('leaves a handler that throws to the task, and to nobody else', async () => {
    const { execute } = setup({
      handler: async function* () {
        await Promise.resolve();
        throw new Error('broken');
      },
    });
    expect(stateOf(await execute({ kind: 'send', message: FIRST, blocking: false }))).toBe('submitted');
    await settled();
    expect(stateOf(await execute({ kind: 'get', taskId: 'task-1' }))).toBe('submitted');
  });
});

describe('[T.5] a stream that begins with the task', () => {
  it('says the task instead of the first status, of a reply too', async () => {
    const { execute } = setup();
    const result = await execute({ kind: 'stream', message: FIRST, opening: 'task' });
    const said: string[] = [];
    if (result.kind === 'events') {
      for await (const event of result.events) said.push(event.kind === 'task' ? `task ${event.task.status.state}` : event.kind);
    }
    expect(said).toEqual(['task submitted', 'status-update', 'status-update', 'task completed']);
  });
});

describe('[T.9] a callback that comes with the message', () => {
  it('is called for every status after the first', async () => {
    const { execute, delivered, facts } = setup();
    await execute({ kind: 'send', message: FIRST, pushConfig: CONFIG });
    expect(delivered).toEqual(['working', 'completed']);
    expect(facts.slice(0, 4).map(({ kind }) => kind)).toEqual(['delegation-admitted', 'task-created', 'status-stored', 'push-config-set']);
  });

  it('that is refused leaves no task, and says why', async () => {
    const { execute, server, facts } = setup();
    const evil = { ...CONFIG, url: 'https://evil.example/cb' };
    expect(await execute({ kind: 'send', message: FIRST, pushConfig: evil })).toMatchObject({ error: { code: 'CALLBACK_NOT_ALLOWED' } });
    expect(await execute({ kind: 'stream', message: FIRST, pushConfig: evil })).toMatchObject({ error: { code: 'CALLBACK_NOT_ALLOWED' } });
    expect(server.state.tasks.size).toBe(0);
    expect(facts.filter(({ kind }) => kind === 'push-config-refused')).toHaveLength(2);
    const none = setup({ card: { ...CARD, pushNotifications: false } });
    expect(await none.execute({ kind: 'send', message: FIRST, pushConfig: CONFIG })).toMatchObject({ error: { code: 'UNSUPPORTED' } });
  });
});

describe('[T.13] tasks in pages', () => {
  async function listed(query: Omit<Extract<Operation, { kind: 'list' }>, 'kind'>, caller?: CallerContext): Promise<TaskPage> {
    const { execute } = shared;
    const result = await execute({ kind: 'list', ...query }, caller);
    if (result.kind !== 'tasks') throw new Error(JSON.stringify(result));
    return result;
  }
  const ids = ({ tasks }: TaskPage): readonly string[] => tasks.map(({ taskId }: Task) => taskId);
  const shared = setup({ clock: { now: () => Date.UTC(2026, 0, 1) } });
  const other: CallerContext = { ...PAYMENTS_INVESTIGATOR, agentId: 'somebody-else' };

  it('show the newest status first, page by page, and no task of another caller', async () => {
    for (const contextId of ['a', 'b', 'a']) await shared.execute({ kind: 'send', message: FIRST, contextId });
    await shared.execute({ kind: 'send', message: FIRST }, other);
    const first = await listed({ pageSize: 2 });
    expect(ids(first)).toEqual(['task-3', 'task-2']);
    expect(first).toMatchObject({ pageSize: 2, totalSize: 3 });
    const second = await listed({ pageSize: 2, pageToken: first.nextPageToken });
    expect([ids(second), second.nextPageToken]).toEqual([['task-1'], '']);
    expect(ids(await listed({}, other))).toEqual(['task-4']);
  });

  it('are chosen by context, state and time', async () => {
    expect(ids(await listed({ contextId: 'a' }))).toEqual(['task-3', 'task-1']);
    expect(ids(await listed({ state: 'failed' }))).toEqual([]);
    expect(ids(await listed({ statusAfter: '2026-01-01T00:00:00Z' }))).toHaveLength(3);
    expect(ids(await listed({ statusAfter: '2026-01-01T00:00:01Z' }))).toEqual([]);
  });

  it.each([[{ pageSize: 0 }], [{ pageSize: 101 }], [{ pageSize: 1.5 }], [{ pageToken: 'x' }], [{ statusAfter: 'never' }]])(
    'refuse %j',
    async (query) => {
      expect(await shared.execute({ kind: 'list', ...query })).toMatchObject({ error: { code: 'INVALID_PARAMS' } });
    },
  );
});
