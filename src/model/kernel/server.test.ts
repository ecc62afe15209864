import { describe, expect, it, vi } from 'vitest';
import type { Fact } from '../log/fact.ts';
import type { Operation, OperationResult } from '../protocol/operation.ts';
import type { PushNotificationConfig } from '../protocol/push-notification.ts';
import type { StreamEvent } from '../protocol/stream-event.ts';
import type { Task } from '../protocol/task.ts';
import { PAYMENTS_INVESTIGATOR, castCard } from '../testing/delegation-cast.ts';
import type { AgentHandler } from './agent-handler.ts';
import { textPart } from './parts.ts';
import { reference } from './policy.ts';
import { createServer, type ServerOptions } from './server.ts';
import { artifactUpdate, statusUpdate } from './stream-events.ts';

const CARD = castCard('callee', { maxDataClassification: 'restricted', streaming: true, pushNotifications: true });
const ARTIFACT = { artifactId: 'art-1', name: 'report', description: '', parts: [textPart('done')] };
const FIRST = { messageId: 'msg-1', role: 'user', parts: [textPart('Do it')] } as const;
const CONFIG: PushNotificationConfig = { url: 'https://agents.bank.ae/cb', token: 's3cret', authentication: 'bearer' };

/** Works and completes; asks first when the message says so. */
const worker: AgentHandler = async function* (work, message) {
  let task = work.setStatus(work.handed, 'working');
  yield statusUpdate(task);
  if (message.messageId === 'ask') {
    task = work.setStatus(task, 'input-required', { messageId: 'm-ask', role: 'agent', parts: [textPart('Which?')] });
    yield statusUpdate(task);
    return;
  }
  task = work.addArtifact(task, ARTIFACT);
  yield artifactUpdate(task, ARTIFACT, { lastChunk: true });
  yield statusUpdate(work.setStatus(task, 'completed'), true);
};

function setup(options: Partial<ServerOptions> = {}) {
  const facts: Fact[] = [];
  const delivered: [PushNotificationConfig, Task][] = [];
  const server = createServer({
    card: CARD,
    handler: worker,
    policy: reference,
    allowedCallbackHosts: ['agents.bank.ae'],
    onFact: (fact) => facts.push(fact),
    deliver: (config, task) => delivered.push([config, task]),
    ...options,
  });
  const controller = new AbortController();
  const execute = (operation: Operation): Promise<OperationResult> =>
    server.execute(operation, PAYMENTS_INVESTIGATOR, { signal: controller.signal });
  return { server, facts, delivered, execute, controller };
}

function eventsOf(result: OperationResult): AsyncIterator<StreamEvent> {
  if (result.kind !== 'events') throw new Error(`no events but ${result.kind}`);
  return result.events[Symbol.asyncIterator]();
}

async function rest(events: AsyncIterator<StreamEvent>): Promise<readonly string[]> {
  const said: string[] = [];
  for (let next = await events.next(); !next.done; next = await events.next()) said.push(brief(next.value));
  return said;
}

function brief(event: StreamEvent): string {
  switch (event.kind) {
    case 'status-update':
      return `${event.status.state}${event.final ? ' final' : ''}`;
    case 'artifact-update':
      return event.artifact.name;
    case 'task':
      return `task ${event.task.status.state}`;
    case 'message':
      return 'message';
  }
}

describe('a server executes operations', () => {
  it('[T.5] answers a send with the last task and tells every decision in order', async () => {
    const { execute, facts } = setup();
    const result = await execute({ kind: 'send', message: FIRST, contextId: 'ctx-case-7' });
    expect(result).toMatchObject({
      kind: 'task',
      task: { taskId: 'task-1', contextId: 'ctx-case-7', status: { state: 'completed', tick: 3 } },
    });
    const about = { taskId: 'task-1', contextId: 'ctx-case-7' };
    const delegationChain = ['orchestrator', 'payments-investigator'];
    expect(facts).toEqual([
      { kind: 'delegation-admitted', caller: PAYMENTS_INVESTIGATOR, callee: 'callee', maxDepth: 4 },
      { kind: 'task-created', ...about, delegationChain },
      { kind: 'status-stored', ...about, state: 'submitted', tick: 1 },
      { kind: 'status-stored', ...about, state: 'working', tick: 2 },
      { kind: 'artifact-stored', ...about, artifactId: 'art-1', name: 'report' },
      { kind: 'status-stored', ...about, state: 'completed', tick: 3 },
    ]);
  });

  it('[T.6] dates what it stores when it has a clock, whenever it is asked', async () => {
    let now = 1_767_225_600_000;
    const { execute } = setup({ clock: { now: () => (now += 100) } });
    await execute({ kind: 'send', message: FIRST });
    now += 60_000;
    const dated = { state: 'completed', tick: 3, timestamp: '2026-01-01T00:00:00.300Z' };
    expect(await execute({ kind: 'get', taskId: 'task-1' })).toMatchObject({ kind: 'task', task: { status: dated } });
  });

  it('[T.11] streams the same in events, the stored task last, pulled by its reader', async () => {
    const { execute, server } = setup();
    const events = eventsOf(await execute({ kind: 'stream', message: FIRST }));
    expect(server.get('task-1').status.state).toBe('submitted');
    await events.next();
    await events.next();
    expect(server.get('task-1').status.state).toBe('working');
    expect(await rest(events)).toEqual(['report', 'completed final', 'task completed']);
  });

  it('[A.6] refuses before any task exists: a stream too is answered with the first denial, all are told', async () => {
    const { execute, facts, server } = setup({ maxDepth: 1, card: { ...CARD, securitySchemes: ['apikey'] } });
    const denials = [
      { code: 'DEPTH_EXCEEDED', reason: 'delegation chain is 1 deep; max is 1' },
      { code: 'NO_ACCEPTABLE_AUTH', reason: "callee offers only ['apikey']" },
    ];
    const refused = { kind: 'error', error: { code: 'DEPTH_EXCEEDED', message: 'delegation chain is 1 deep; max is 1', denials } };
    expect(await execute({ kind: 'stream', message: FIRST })).toEqual(refused);
    expect(await execute({ kind: 'send', message: FIRST })).toEqual(refused);
    expect(server.state.tasks.size).toBe(0);
    expect(facts.map((fact) => fact.kind === 'delegation-denied' && fact.denials.map((denial) => denial.code))).toEqual([
      ['DEPTH_EXCEEDED', 'NO_ACCEPTABLE_AUTH'],
      ['DEPTH_EXCEEDED', 'NO_ACCEPTABLE_AUTH'],
    ]);
  });

  it('[A.4] answers an unknown classification as an error with a code', async () => {
    const { execute } = setup({ card: { ...CARD, maxDataClassification: 'top' } });
    expect(await execute({ kind: 'send', message: FIRST })).toEqual({
      kind: 'error',
      error: { code: 'CLASSIFICATION_UNKNOWN', message: "unknown data classification: 'top'" },
    });
  });

  it('replies to a waiting task, not to a terminal or unknown one', async () => {
    const { execute, facts } = setup();
    await execute({ kind: 'send', message: { ...FIRST, messageId: 'ask' } });
    const reply: Operation = { kind: 'send', message: { ...FIRST, messageId: 'msg-2', taskId: 'task-1' } };
    expect(await execute(reply)).toMatchObject({ kind: 'task', task: { status: { state: 'completed' }, history: { length: 3 } } });
    const terminal = 'task task-1 is completed';
    expect(await execute(reply)).toEqual({ kind: 'error', error: { code: 'TASK_TERMINAL', message: terminal } });
    expect(facts.at(-1)).toEqual({ kind: 'write-refused', taskId: 'task-1', reason: terminal });
    expect(await execute({ kind: 'send', message: { ...FIRST, taskId: 'task-9' } })).toEqual({
      kind: 'error',
      error: { code: 'TASK_NOT_FOUND', message: 'no such task: task-9' },
    });
    expect(facts.filter((fact) => fact.kind === 'status-stored' && fact.text !== undefined)).toMatchObject([{ text: 'Which?' }]);
  });

  it('gets and cancels; a terminal task is not canceled again', async () => {
    const { execute } = setup();
    await execute({ kind: 'send', message: { ...FIRST, messageId: 'ask' } });
    expect(await execute({ kind: 'get', taskId: 'task-1' })).toMatchObject({ kind: 'task', task: { status: { state: 'input-required' } } });
    expect(await execute({ kind: 'cancel', taskId: 'task-1' })).toMatchObject({ kind: 'task', task: { status: { state: 'canceled' } } });
    expect(await execute({ kind: 'cancel', taskId: 'task-1' })).toEqual({
      kind: 'error',
      error: { code: 'TASK_TERMINAL', message: 'task task-1 is already canceled' },
    });
  });

  it('[D.6] shows of its card what is published', async () => {
    const result = await setup().execute({ kind: 'card' });
    const { owner: _owner, tenants: _tenants, maxDataClassification: _clearance, ...published } = CARD;
    expect(result).toEqual({ kind: 'card', card: published });
  });

  it('[T.7] ends a stream in words when its handler throws or moves illegally, after what was said before', async () => {
    const throwing: AgentHandler = async function* (work) {
      yield statusUpdate(work.setStatus(work.handed, 'working'));
      throw new Error('boom');
    };
    const { execute, server } = setup({ handler: throwing });
    const events = eventsOf(await execute({ kind: 'stream', message: FIRST }));
    expect([await events.next(), await events.next()].map((next) => next.done)).toEqual([false, false]);
    await expect(events.next()).rejects.toMatchObject({ name: 'OperationFailure', error: { code: 'INTERNAL', message: 'boom' } });
    expect(await events.next()).toEqual({ done: true, value: undefined });
    expect(server.get('task-1').status.state).toBe('working');
    const illegal: AgentHandler = async function* (work) {
      yield statusUpdate(work.setStatus(work.handed, 'completed'));
    };
    expect(await setup({ handler: illegal }).execute({ kind: 'send', message: FIRST })).toEqual({
      kind: 'error',
      error: { code: 'INTERNAL', message: 'submitted -> completed is not a legal transition' },
    });
  });

  it('closes the handler when the reader of its stream closes', async () => {
    const closed = vi.fn();
    const endless: AgentHandler = async function* (work) {
      try {
        for (;;) yield statusUpdate(work.task());
      } finally {
        closed();
      }
    };
    const { execute } = setup({ handler: endless });
    const events = eventsOf(await execute({ kind: 'stream', message: FIRST }));
    await events.next();
    await events.next();
    await events.return?.();
    expect(closed).toHaveBeenCalledOnce();
  });

  it('hands the reader’s abort to the handler', async () => {
    const seen: boolean[] = [];
    const watching: AgentHandler = async function* (work, _message, signal) {
      yield statusUpdate(work.setStatus(work.handed, 'working'));
      seen.push(signal.aborted);
      yield statusUpdate(work.setStatus(work.task(), signal.aborted ? 'canceled' : 'completed'), true);
    };
    const { execute, controller } = setup({ handler: watching });
    const events = eventsOf(await execute({ kind: 'stream', message: FIRST }));
    await events.next();
    await events.next();
    controller.abort();
    expect(await rest(events)).toEqual(['canceled final', 'task canceled']);
    expect(seen).toEqual([true]);
  });
});

describe('a server lets others follow a task', () => {
  it('[T.10] says the current task, then what the running turn says, to its end', async () => {
    const { execute } = setup();
    const reader = eventsOf(await execute({ kind: 'stream', message: FIRST }));
    await reader.next();
    await reader.next();
    const follower = eventsOf(await execute({ kind: 'subscribe', taskId: 'task-1' }));
    const followed = rest(follower);
    await rest(reader);
    expect(await followed).toEqual(['task working', 'report', 'completed final', 'task completed']);
  });

  it('[T.10] says the task and ends where no turn is at work; refuses a terminal and an unknown task', async () => {
    const { execute } = setup();
    await execute({ kind: 'send', message: { ...FIRST, messageId: 'ask' } });
    expect(await rest(eventsOf(await execute({ kind: 'subscribe', taskId: 'task-1' })))).toEqual(['task input-required']);
    await execute({ kind: 'cancel', taskId: 'task-1' });
    expect(await execute({ kind: 'subscribe', taskId: 'task-1' })).toEqual({
      kind: 'error',
      error: { code: 'TASK_TERMINAL', message: 'task task-1 is already canceled' },
    });
    expect(await execute({ kind: 'subscribe', taskId: 'task-9' })).toMatchObject({ error: { code: 'TASK_NOT_FOUND' } });
  });

  it('[T.10] ends for a follower that leaves or is aborted, and the reader reads on', async () => {
    const { execute, controller } = setup();
    const reader = eventsOf(await execute({ kind: 'stream', message: FIRST }));
    await reader.next();
    const leaving = eventsOf(await execute({ kind: 'subscribe', taskId: 'task-1' }));
    await leaving.next();
    await leaving.return?.();
    const aborted = rest(eventsOf(await execute({ kind: 'subscribe', taskId: 'task-1' })));
    controller.abort();
    expect(await aborted).toEqual(['task submitted']);
    expect(await rest(reader)).toEqual(['working', 'report', 'completed final', 'task completed']);
  });
});

describe('a server calls back', () => {
  it('[T.9] after every status stored since the config was set, before the next is', async () => {
    const { execute, facts, delivered } = setup();
    await execute({ kind: 'send', message: { ...FIRST, messageId: 'ask' } });
    expect(await execute({ kind: 'set-push-config', taskId: 'task-1', config: CONFIG })).toEqual({
      kind: 'push-config',
      taskId: 'task-1',
      config: CONFIG,
    });
    await execute({ kind: 'send', message: { ...FIRST, messageId: 'msg-2', taskId: 'task-1' } });
    expect(delivered.map(([config, task]) => [config.url, task.status.state, task.status.tick])).toEqual([
      [CONFIG.url, 'working', 4],
      [CONFIG.url, 'completed', 5],
    ]);
    expect(facts.slice(5).map((fact) => fact.kind)).toEqual([
      'push-config-set',
      'delegation-admitted',
      'status-stored',
      'push-sent',
      'artifact-stored',
      'status-stored',
      'push-sent',
    ]);
    expect(JSON.stringify(facts)).not.toContain(CONFIG.token);
  });

  it('[T.9] refuses in order: unsupported, unknown task, host, token; a refusal stores nothing and is told', async () => {
    const bad = { ...CONFIG, url: 'https://evil.example/cb', token: '' };
    const set = (taskId: string, config: PushNotificationConfig): Operation => ({ kind: 'set-push-config', taskId, config });
    const unsupported = setup({ card: { ...CARD, pushNotifications: false } });
    expect(await unsupported.execute(set('task-9', bad))).toMatchObject({ error: { code: 'UNSUPPORTED' } });
    const { execute, server, facts } = setup();
    await execute({ kind: 'send', message: { ...FIRST, messageId: 'ask' } });
    expect(await execute(set('task-9', bad))).toMatchObject({ error: { code: 'TASK_NOT_FOUND' } });
    expect(await execute(set('task-1', bad))).toMatchObject({ error: { code: 'CALLBACK_NOT_ALLOWED' } });
    expect(await execute(set('task-1', { ...CONFIG, token: '' }))).toMatchObject({ error: { code: 'CALLBACK_UNAUTHENTICATED' } });
    expect(server.state.pushConfigs.size).toBe(0);
    expect(facts.slice(-3).map((fact) => fact.kind === 'push-config-refused' && [fact.taskId, fact.url, fact.code])).toEqual([
      ['task-9', bad.url, 'TASK_NOT_FOUND'],
      ['task-1', bad.url, 'CALLBACK_NOT_ALLOWED'],
      ['task-1', CONFIG.url, 'CALLBACK_UNAUTHENTICATED'],
    ]);
  });

  it('[T.9] gets, lists and deletes the one config of a task', async () => {
    const { execute, facts, delivered } = setup();
    await execute({ kind: 'send', message: { ...FIRST, messageId: 'ask' } });
    expect(await execute({ kind: 'list-push-configs', taskId: 'task-1' })).toMatchObject({ configs: [] });
    expect(await execute({ kind: 'get-push-config', taskId: 'task-1' })).toMatchObject({ error: { code: 'TASK_NOT_FOUND' } });
    await execute({ kind: 'set-push-config', taskId: 'task-1', config: CONFIG });
    expect(await execute({ kind: 'get-push-config', taskId: 'task-1', configId: 'task-1' })).toMatchObject({ config: CONFIG });
    expect(await execute({ kind: 'get-push-config', taskId: 'task-1', configId: 'other' })).toMatchObject({
      error: { code: 'TASK_NOT_FOUND' },
    });
    expect(await execute({ kind: 'list-push-configs', taskId: 'task-1' })).toMatchObject({ configs: [CONFIG] });
    const remove = (configId: string): Operation => ({ kind: 'delete-push-config', taskId: 'task-1', configId });
    expect([await execute(remove('other')), await execute(remove('task-1')), await execute(remove('task-1'))]).toEqual(
      Array(3).fill({ kind: 'deleted' }),
    );
    expect(facts.filter((fact) => fact.kind === 'push-config-deleted')).toEqual([
      { kind: 'push-config-deleted', taskId: 'task-1', url: CONFIG.url },
    ]);
    await execute({ kind: 'cancel', taskId: 'task-1' });
    expect(delivered).toEqual([]);
  });
});
