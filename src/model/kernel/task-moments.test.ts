// What a server tells whoever follows what it stores, and how a wish that is named twice is done once.

import { describe, expect, it } from 'vitest';
import type { Fact } from '../log/fact.ts';
import type { CallerContext } from '../protocol/caller-context.ts';
import type { Operation, OperationResult } from '../protocol/operation.ts';
import type { TaskMoment } from '../protocol/task-moment.ts';
import { PAYMENTS_INVESTIGATOR, castCard } from '../testing/delegation-cast.ts';
import type { AgentHandler, TaskWork } from './agent-handler.ts';
import type { Limits } from './limits.ts';
import { textPart } from './parts.ts';
import { reference } from './policy.ts';
import { createServer } from './server.ts';
import { createTaskMoments } from './task-moments.ts';

const CARD = castCard('callee', { maxDataClassification: 'restricted' });
const WISH = { messageId: 'msg-1', role: 'user', parts: [textPart('Do it')] } as const;

/** A handler that does nothing by itself: the test is its hand. */
function setup(limits: Partial<Limits> = {}) {
  const facts: Fact[] = [];
  const works: TaskWork[] = [];
  let time = 1000;
  const handler: AgentHandler = async function* (work) {
    works.push(work);
    await new Promise(() => undefined);
    yield* [];
  };
  const clock = { now: () => time };
  const server = createServer({
    card: CARD,
    handler,
    policy: { ...reference, limits: { ...reference.limits, ...limits } },
    onFact: (fact) => facts.push(fact),
    clock,
  });
  const execute = (operation: Operation, caller: CallerContext = PAYMENTS_INVESTIGATOR): Promise<OperationResult> =>
    server.execute(operation, caller, { signal: new AbortController().signal });
  const send = async (clientRef?: string, given: { readonly text?: string; readonly caller?: CallerContext } = {}) => {
    const message = given.text === undefined ? WISH : { ...WISH, parts: [textPart(given.text)] };
    const named = clientRef === undefined ? {} : { clientRef };
    return execute({ kind: 'send', message, blocking: false, ...named }, given.caller);
  };
  return { server, facts, works, send, later: (ms: number) => (time += ms) };
}

const shown = ({ task, seq, progressAt }: TaskMoment): unknown[] =>
  progressAt === undefined ? [task.status.state, seq] : [task.status.state, seq, progressAt];

async function collect(moments: AsyncIterable<TaskMoment>): Promise<readonly unknown[]> {
  const all: unknown[] = [];
  for await (const moment of moments) all.push(shown(moment));
  return all;
}

const UNABORTED = new AbortController().signal;

describe('[I.6] whoever follows a task', () => {
  it('is told the present moment and every stored status, and nothing after the end', async () => {
    const { server, works, send } = setup();
    await send();
    const early = collect(server.moments.follow('task-1', UNABORTED));
    const [work] = works;
    const working = work?.setStatus(work.handed, 'working');
    const late = collect(server.moments.follow('task-1', UNABORTED));
    if (work && working) work.setStatus(work.setStatus(working, 'input-required'), 'working');
    server.cancel('task-1');
    expect(await early).toEqual([
      ['submitted', 1],
      ['working', 2],
      ['input-required', 3],
      ['working', 4],
      ['canceled', 5],
    ]);
    expect(await late).toEqual([
      ['working', 2],
      ['input-required', 3],
      ['working', 4],
      ['canceled', 5],
    ]);
    expect(await collect(server.moments.follow('task-1', UNABORTED))).toEqual([['canceled', 5]]);
  });

  it('is told nothing of a task that is not there, and no more once it has gone', async () => {
    const { server, send } = setup();
    await send();
    expect(await collect(server.moments.follow('task-9', UNABORTED))).toEqual([]);
    expect(server.moments.of('task-9')).toBeUndefined();
    const gone = new AbortController();
    const moments = collect(server.moments.follow('task-1', gone.signal));
    gone.abort();
    server.cancel('task-1');
    expect(await moments).toEqual([['submitted', 1]]);
  });

  it('is let go with a task that is forgotten', async () => {
    const task = {
      taskId: 'task-1',
      contextId: 'c',
      status: { state: 'working' },
      history: [],
      artifacts: [],
      delegationChain: [],
    } as const;
    const moments = createTaskMoments(() => task, undefined);
    moments.stored('task-1');
    const heard = collect(moments.follow('task-1', UNABORTED));
    moments.forget('task-1');
    expect(await heard).toEqual([['working', 1]]);
    expect(moments.of('task-1')).toBeUndefined();
    expect(await collect(moments.follow('task-1', UNABORTED))).toEqual([]);
  });

  it('[I.7] hears that work goes on, which stores nothing', async () => {
    const { server, facts, works, send, later } = setup();
    await send();
    const moments = collect(server.moments.follow('task-1', UNABORTED));
    const before = facts.length;
    later(500);
    works[0]?.progress();
    expect(server.moments.of('task-1')?.progressAt).toBe(1500);
    expect(facts).toHaveLength(before);
    server.cancel('task-1');
    later(500);
    works[0]?.progress();
    expect(await moments).toEqual([
      ['submitted', 1],
      ['submitted', 1, 1500],
      ['canceled', 2, 1500],
    ]);
    expect(server.moments.of('task-1')?.progressAt).toBe(1500);
  });
});

describe('[I.5] a wish with a name', () => {
  const other: CallerContext = { ...PAYMENTS_INVESTIGATOR, userId: 'somebody-else' };

  it('is done once, whatever has become of it', async () => {
    const { server, facts, works, send } = setup();
    expect(await send('ref-1')).toMatchObject({ kind: 'task', task: { taskId: 'task-1' } });
    server.cancel('task-1');
    const again = await send('ref-1');
    expect(again).toMatchObject({ kind: 'task', task: { taskId: 'task-1', status: { state: 'canceled' } }, foundAgain: true });
    expect(works).toHaveLength(1);
    expect(facts.filter(({ kind }) => kind === 'task-created')).toHaveLength(1);
    expect(server.get('task-1').history).toHaveLength(1);
  });

  it('belongs to its caller, and to what was asked by it', async () => {
    const { server, send } = setup();
    await send('ref-1');
    expect(await send('ref-1', { caller: other })).not.toHaveProperty('foundAgain');
    expect(await send('ref-1', { text: 'Do something else' })).toMatchObject({ kind: 'error', error: { code: 'CLIENT_REF_REUSED' } });
    await send('ref-2');
    await send();
    await send();
    expect(server.state.tasks.size).toBe(5);
  });

  it('is forgotten with its task, and may then name another wish', async () => {
    const { server, send } = setup({ endedTasks: 1 });
    const ended = async (clientRef: string, text?: string): Promise<OperationResult> => {
      const made = await send(clientRef, text === undefined ? {} : { text });
      if (made.kind === 'task' && made.foundAgain !== true) server.cancel(made.task.taskId);
      return made;
    };
    await ended('ref-1');
    expect(await ended('ref-1', 'Do something else')).toMatchObject({ kind: 'error', error: { code: 'CLIENT_REF_REUSED' } });
    await ended('ref-2');
    const made = await ended('ref-1', 'Do something else');
    expect(made).toMatchObject({ kind: 'task' });
    expect(made).not.toHaveProperty('foundAgain');
    expect(await ended('ref-1', 'Do something else')).toMatchObject({ foundAgain: true });
    expect(await ended('ref-2')).not.toHaveProperty('foundAgain');
  });

  it('is not kept where it was refused', async () => {
    const { server, send } = setup();
    const refused = { ...PAYMENTS_INVESTIGATOR, delegationChain: ['callee'] };
    expect(await send('ref-1', { caller: refused })).toMatchObject({ kind: 'error' });
    expect(await send('ref-1')).not.toHaveProperty('foundAgain');
    expect(await send('ref-1', { caller: refused })).toMatchObject({ kind: 'error', error: { code: 'CYCLE_DETECTED' } });
    expect(server.state.tasks.size).toBe(1);
  });
});
