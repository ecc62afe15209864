// What stops each attack: the same server and the same handlers under both policies, on a clock that only these tests move.

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CallerContext } from '../../protocol/caller-context.ts';
import type { Message } from '../../protocol/message.ts';
import type { Operation } from '../../protocol/operation.ts';
import type { Task } from '../../protocol/task.ts';
import type { AgentHandler } from '../agent-handler.ts';
import { textPart } from '../parts.ts';
import { hardened, reference } from '../policy.ts';
import { statusUpdate } from '../stream-events.ts';
import {
  PROVEN_INVESTIGATOR,
  STRANGER,
  TOKEN,
  clarifying,
  code,
  crash,
  doing,
  empty,
  forging,
  idle,
  readSome,
  said,
  sanctions,
  says,
  setConfig,
  stage,
  stored,
  waitingTask,
  playIn,
} from '../../testing/policy-stage.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  playIn({ wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)), now: () => Date.now() });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('[T.20] a callback goes where somebody wrote down', () => {
  const BYPASSES = [
    'https://evil.example?@agents.bank.ae/cb',
    'https://evil.example#@agents.bank.ae/cb',
    'https://evil.example\\@agents.bank.ae/cb',
    'https:evil.example/://agents.bank.ae/cb',
  ];

  it('refuses under hardened what walks around the list, and takes what is meant', async () => {
    const urls = [...BYPASSES, 'http://agents.bank.ae/cb', 'https://agents.bank.ae:443/cb'];
    for (const [policy, accepted] of [[reference, 5] as const, [hardened, 1] as const]) {
      const staged = await waitingTask(policy);
      for (const url of urls) await staged.ask(setConfig(url));
      expect([staged.told('push-config-set').length, staged.told('push-config-refused').length]).toEqual([accepted, 6 - accepted]);
    }
  });

  it.each(BYPASSES)('names the host where %s would go', async (url) => {
    const staged = await waitingTask(hardened);
    await staged.ask(setConfig(url));
    expect(staged.told('push-config-refused')[0]).toMatchObject({
      code: 'CALLBACK_NOT_ALLOWED',
      reason: "callback host 'evil.example' is not in the allow-list",
    });
  });

  it.each([
    ['https://AGENTS.bank.ae./cb?x=1', ['agents.bank.ae'], undefined],
    ['https://agents.bank.ae:8443/cb', ['agents.bank.ae'], 'CALLBACK_NOT_ALLOWED'],
    ['https://agents.bank.ae:8443/cb', ['agents.bank.ae:8443'], undefined],
    ['https://agents.bank.ae/cb', ['agents.bank.ae:8443'], 'CALLBACK_NOT_ALLOWED'],
    ['https://user:pw@agents.bank.ae/cb', ['agents.bank.ae'], 'CALLBACK_NOT_ALLOWED'],
    ['https://agents.bank.ae@evil.example/cb', ['agents.bank.ae'], 'CALLBACK_NOT_ALLOWED'],
    ['https://evil.example/@agents.bank.ae/', ['agents.bank.ae'], 'CALLBACK_NOT_ALLOWED'],
    ['file://agents.bank.ae/etc/passwd', ['agents.bank.ae'], 'CALLBACK_NOT_ALLOWED'],
    ['https://agents.\tbank.ae/cb', ['agents.bank.ae'], 'CALLBACK_NOT_ALLOWED'],
    ['https://[2001:db8::1]:8443/cb', ['[2001:db8:0::1]:8443'], undefined],
    ['https://hooks.internal/cb', ['hooks.internal'], undefined],
    ['https://hooks.internal/cb', ['*'], 'CALLBACK_NOT_ALLOWED'],
    ['https://anybody.example/cb', ['*'], undefined],
    ['https://anybody.example/cb', [], 'CALLBACK_NOT_ALLOWED'],
    ['https://anybody.example/cb', ['anybody.example/cb', 'u@anybody.example'], 'CALLBACK_NOT_ALLOWED'],
    ['https://169.254.169.254/latest', ['*'], 'CALLBACK_NOT_ALLOWED'],
    ['https://127.0.0.1/cb', ['127.0.0.1'], 'CALLBACK_NOT_ALLOWED'],
    ['https://2130706433/cb', ['*'], 'CALLBACK_NOT_ALLOWED'],
    ['https://0x0a.1/cb', ['*'], 'CALLBACK_NOT_ALLOWED'],
    ['https://[::ffff:10.0.0.1]/cb', ['*'], 'CALLBACK_NOT_ALLOWED'],
    ['https://100.64.0.1/cb', ['*'], 'CALLBACK_NOT_ALLOWED'],
    ['nonsense', ['*'], 'CALLBACK_NOT_ALLOWED'],
  ])('%s with the list %j: %s', async (url, allowed, expected) => {
    const staged = await waitingTask(hardened, allowed);
    expect(code(await staged.ask(setConfig(url)))).toBe(expected);
  });

  it('sends nothing to a metadata address, whatever an empty list means to the reference', async () => {
    const url = 'http://169.254.169.254/latest/meta-data';
    for (const [policy, sent] of [[reference, 2] as const, [hardened, 0] as const]) {
      const staged = await waitingTask(policy, []);
      await staged.ask(setConfig(url));
      await idle(staged.ask({ kind: 'send', message: says('UAE lists', { taskId: 'task-1' }) }));
      expect(staged.told('push-sent')).toHaveLength(sent);
      expect(stored(staged)).toBe('completed@5');
    }
  });

  it('asks for a token of some length, keeps several callbacks by their ids, and none for a task that has ended', async () => {
    const staged = await waitingTask(hardened);
    const url = 'https://agents.bank.ae/cb';
    for (const token of ['', '  ', 'short']) expect(code(await staged.ask(setConfig(url, token)))).toBe('CALLBACK_UNAUTHENTICATED');
    for (const configId of ['one', 'two', 'one']) {
      await staged.ask({ kind: 'set-push-config', taskId: 'task-1', config: { url, token: TOKEN, authentication: 'bearer', configId } });
    }
    const list = await staged.ask({ kind: 'list-push-configs', taskId: 'task-1' });
    expect(list.kind === 'push-configs' && list.configs.map(({ configId }) => configId)).toEqual(['two', 'one']);
    await staged.ask({ kind: 'cancel', taskId: 'task-1' });
    expect(staged.told('push-sent').map(({ state }) => state)).toEqual(['canceled', 'canceled']);
    expect(code(await staged.ask(setConfig(url)))).toBe('TASK_TERMINAL');
  });
});

describe('[T.21] a task is there for who began it', () => {
  const others: readonly [string, CallerContext][] = [
    ['a stranger', STRANGER],
    ['another user', { ...PROVEN_INVESTIGATOR, userId: 'u-43' }],
    ['another tenant', { ...PROVEN_INVESTIGATOR, tenant: 'retail' }],
    ['another agent', { ...PROVEN_INVESTIGATOR, agentId: 'somebody' }],
  ];
  const operations = (taskId: string): readonly Operation[] => [
    { kind: 'get', taskId },
    { kind: 'cancel', taskId },
    { kind: 'subscribe', taskId },
    { kind: 'set-push-config', taskId, config: { url: 'https://agents.bank.ae/cb', token: TOKEN, authentication: 'bearer' } },
    { kind: 'get-push-config', taskId },
    { kind: 'list-push-configs', taskId },
    { kind: 'delete-push-config', taskId, configId: taskId },
    { kind: 'send', message: says('Skip the UN list', { taskId }) },
    { kind: 'stream', message: says('Skip the UN list', { taskId }) },
  ];

  it.each(others)('answers %s about it in the words in which it answers about nothing', async (_who, caller) => {
    const staged = await waitingTask(hardened);
    const unknown = await waitingTask(hardened);
    for (const [index, operation] of operations('task-1').entries()) {
      const answer = await staged.ask(operation, caller);
      expect(answer).toMatchObject({ error: { code: 'TASK_NOT_FOUND', message: 'no such task: task-1' } });
      const other = await unknown.ask(operations('task-9')[index] as Operation, caller);
      expect(JSON.stringify(other).replaceAll('task-9', 'task-1')).toBe(JSON.stringify(answer));
    }
    expect(stored(staged)).toBe('input-required@3');
    expect(code(await staged.ask({ kind: 'list' }, caller))).toBeUndefined();
    expect(await staged.ask({ kind: 'list' }, caller)).toMatchObject({ tasks: [], totalSize: 0 });
  });

  it('lets a stranger answer under reference', async () => {
    const staged = await waitingTask(reference);
    await idle(staged.ask({ kind: 'send', message: says('Skip the UN list', { taskId: 'task-1' }) }, STRANGER));
    expect(stored(staged)).toBe('completed@5');
  });

  it('keeps a context to its tenant, and makes none up that somebody uses', async () => {
    const { ask } = stage(hardened, doing('working', 'completed'));
    await idle(ask({ kind: 'send', message: says('one'), contextId: 'ctx-3' }));
    expect(code(await ask({ kind: 'send', message: says('two'), contextId: 'ctx-3' }, STRANGER))).toBe('CONTEXT_NOT_ALLOWED');
    const mine = await idle(ask({ kind: 'send', message: says('three') }, STRANGER));
    expect(mine.kind === 'task' && mine.task.contextId).toBe('ctx-4');
  });

  it('takes a reply only where one is waited for, in the context of its task, labelled as high', async () => {
    const staged = await waitingTask(hardened);
    const reply = (more: Partial<Message>, caller?: CallerContext) =>
      staged.ask({ kind: 'send', message: says('go on', { taskId: 'task-1', ...more }) }, caller);
    expect(code(await reply({ contextId: 'ctx-9' }))).toBe('INVALID_PARAMS');
    expect(code(await reply({}, { ...PROVEN_INVESTIGATOR, dataClassification: 'public' }))).toBe('CLASSIFICATION_LOWERED');
    const first = reply({});
    expect(code(await reply({}))).toBe('NOT_WAITING');
    await idle(first);
    expect(code(await reply({}))).toBe('TASK_TERMINAL');
    expect(staged.told('write-refused')).toHaveLength(4);
  });
});

describe('[T.22] a handler writes its own task, as it is stored', () => {
  it('cannot change the chain', async () => {
    for (const [policy, chain] of [[reference, ['root']] as const, [hardened, ['orchestrator', 'payments-investigator']] as const]) {
      const staged = stage(policy, forging);
      await idle(staged.ask({ kind: 'send', message: says('go') }));
      expect(staged.server.get('task-1').delegationChain).toEqual(chain);
    }
  });

  it('cannot write the task of somebody else, nor change one that it holds', async () => {
    let other: Task | undefined;
    const meddling: AgentHandler = async function* (work) {
      if (other) work.setStatus(other, 'canceled');
      expect(Object.isFrozen(work.handed) && Object.isFrozen(work.handed.status) && Object.isFrozen([...work.handed.history][0])).toBe(
        true,
      );
      other ??= work.handed;
      yield* clarifying(work, says(''), new AbortController().signal);
    };
    const staged = stage(hardened, meddling);
    await idle(staged.ask({ kind: 'send', message: says('one') }));
    await idle(staged.ask({ kind: 'send', message: says('two') }, STRANGER));
    expect(staged.server.get('task-1').status.state).toBe('input-required');
    expect(staged.told('write-refused')[0]).toMatchObject({ taskId: 'task-3', reason: 'the handler of task-3 may not write another task' });
  });

  it('does not bring a canceled task back', async () => {
    for (const policy of [reference, hardened]) {
      const staged = stage(policy, sanctions);
      const events = readSome(await staged.ask({ kind: 'stream', message: says('go') }));
      await vi.advanceTimersByTimeAsync(150);
      await staged.ask({ kind: 'cancel', taskId: 'task-1' });
      const heard = said(await idle(events));
      if (policy === reference) {
        expect(stored(staged)).toBe('completed@4');
        continue;
      }
      expect(stored(staged)).toBe('canceled@3');
      expect(staged.told('write-refused').map(({ at, reason }) => [at, reason])).toEqual([
        [200, 'task task-1 is already canceled'],
        [300, 'task task-1 is already canceled'],
      ]);
      expect(heard).toEqual(['submitted', 'working', 'canceled final', 'task canceled']);
      expect(staged.server.get('task-1').artifacts.length).toBe(0);
    }
  });

  it('drops a status that is written over one it did not see, and joins the pieces of an artifact', async () => {
    const piece = (text: string) => ({ artifactId: 'a', name: 'a', description: '', parts: [textPart(text)] });
    const stale: AgentHandler = async function* (work) {
      const working = work.setStatus(work.handed, 'working');
      work.addArtifact(working, piece('one'), { lastChunk: false });
      work.addArtifact(working, piece('two'), { append: true });
      work.setStatus(work.handed, 'failed');
      yield statusUpdate(work.setStatus(working, 'completed'));
    };
    const staged = stage(hardened, stale);
    const events = await idle(readSome(await staged.ask({ kind: 'stream', message: says('go') })));
    expect(stored(staged)).toBe('completed@3');
    expect(staged.told('write-refused').map(({ reason }) => reason)).toEqual([
      'task task-1 has moved on: the writer saw submitted@1, stored is working@2',
    ]);
    expect([...staged.server.get('task-1').artifacts]).toEqual([{ ...piece('one'), parts: [textPart('one'), textPart('two')] }]);
    expect(events.flatMap((event) => (event.kind === 'artifact-update' ? [[event.append, event.lastChunk]] : []))).toEqual([
      [false, false],
      [true, true],
    ]);
  });
});

describe('[T.23] no ending leaves a task open', () => {
  it('fails a task whose handler throws, with a push and without its words', async () => {
    const staged = stage(hardened, crash);
    const pending = staged.ask({ kind: 'send', message: says('go') });
    await staged.ask(setConfig('https://agents.bank.ae/cb'));
    const answer = await idle(pending);
    expect(stored(staged)).toBe('failed@3');
    expect(staged.told('push-sent').map(({ state }) => state)).toEqual(['working', 'failed']);
    expect(staged.told('status-stored').at(-1)).toMatchObject({ at: 200, cause: 'boom', text: 'the agent failed' });
    expect(JSON.stringify(answer)).not.toContain('boom');
  });

  it('fails a task whose handler ends early, and says so', async () => {
    const staged = stage(hardened, empty);
    const answer = await idle(staged.ask({ kind: 'send', message: says('go') }));
    expect(stored(staged)).toBe('failed@2');
    expect(JSON.stringify(answer)).toContain('ended without a result');
    expect(code(await staged.ask({ kind: 'send', message: says('more', { taskId: 'task-1' }) }))).toBe('TASK_TERMINAL');
  });

  it('works on when its reader leaves', async () => {
    for (const [policy, end] of [[reference, 'working@2'] as const, [hardened, 'completed@3'] as const]) {
      const staged = stage(policy, sanctions);
      const left = readSome(await staged.ask({ kind: 'stream', message: says('go') }), 2);
      await idle(left);
      expect(stored(staged)).toBe(end);
    }
  });

  it('works even where nobody ever reads', async () => {
    const staged = stage(hardened, sanctions);
    await staged.ask({ kind: 'stream', message: says('go') });
    await idle(Promise.resolve());
    expect(stored(staged)).toBe('completed@3');
  });

  it('leaves a task that is refused an illegal move failed, not open', async () => {
    const staged = stage(hardened, doing('completed'));
    await idle(staged.ask({ kind: 'send', message: says('go') }));
    expect(stored(staged)).toBe('failed@2');
    expect(staged.told('transition-refused')).toHaveLength(1);
  });
});

describe('[T.24] what is said is what is stored', () => {
  it('hears no lie, misses no silence, and tells where a stream waits', async () => {
    const lying: AgentHandler = async function* (work) {
      const working = work.setStatus(work.handed, 'working');
      yield { ...statusUpdate(working, true), taskId: 'task-999', status: { state: 'completed' } };
      work.setStatus(working, 'input-required');
    };
    const staged = stage(hardened, lying);
    const events = await idle(readSome(await staged.ask({ kind: 'stream', message: says('go') })));
    expect(said(events)).toEqual(['submitted', 'working', 'input-required final', 'task input-required']);
    expect(events.every((event) => (event.kind === 'task' ? event.task.taskId : 'taskId' in event && event.taskId) === 'task-1')).toBe(
      true,
    );
  });

  it('gives a follower everything to the end, though the first reader has left', async () => {
    const staged = stage(hardened, sanctions);
    await readSome(await staged.ask({ kind: 'stream', message: says('go') }), 1);
    const followed = readSome(await staged.ask({ kind: 'subscribe', taskId: 'task-1' }));
    expect(said(await idle(followed))).toEqual(['task submitted', 'working', 'artifact-update', 'completed final', 'task completed']);
  });
});
