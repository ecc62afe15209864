import { describe, expect, it } from 'vitest';
import type { Fact } from '../log/fact.ts';
import type { StreamEvent } from '../protocol/stream-event.ts';
import { PAYMENTS_INVESTIGATOR, castCard } from '../testing/delegation-cast.ts';
import type { AgentHandler } from './agent-handler.ts';
import { refusal } from './kernel-error.ts';
import { POLICIES, reference, type Policy } from './policy.ts';
import { createServer, type Server } from './server.ts';
import type { EmissionStrategy, EndStrategy, HandlerRun, WriteStrategy } from './strategies.ts';
import { statusUpdate } from './stream-events.ts';
import { isTerminal } from './transition-table.ts';

const CARD = castCard('callee', { maxDataClassification: 'restricted', pushNotifications: true });
const FIRST = { message: { messageId: 'msg-1', role: 'user', parts: [] }, caller: PAYMENTS_INVESTIGATOR } as const;

/** Works, is canceled by somebody, and finishes all the same from its own copy. */
const finishingAnyway: AgentHandler = async function* (work) {
  const copy = work.setStatus(work.handed, 'working');
  yield statusUpdate(copy);
  work.cancel();
  const done = work.setStatus(copy, 'completed');
  yield statusUpdate(done, true);
};

/** Two artifacts from one copy. */
const stale: AgentHandler = async function* (work) {
  const copy = work.setStatus(work.handed, 'working');
  for (const artifactId of ['a-1', 'a-2']) work.addArtifact(copy, { artifactId, name: artifactId, description: '', parts: [] });
  yield statusUpdate(work.task());
};

/** Writes name a task by its id; what the writer holds of it does not matter. */
const WRITE_BY_ID: WriteStrategy = {
  id: 'write-by-id',
  title: 'A write is applied to the stored task',
  default: false,
  base(copy, stored) {
    if (!stored) throw refusal('TASK_NOT_FOUND', `no such task: ${copy.taskId}`);
    return stored;
  },
};

/** A stream says what was stored, as it is stored; what the handler yields is not looked at. */
const EMIT_FROM_LOG: EmissionStrategy = {
  id: 'emit-from-log',
  title: 'A stream says what is stored',
  default: false,
  async *emit(run: HandlerRun) {
    const written: StreamEvent[] = [];
    const stop = run.onWritten((event) => written.push(event));
    try {
      for await (const _yielded of run.yielded) yield* written.splice(0);
      yield* written;
    } finally {
      stop();
    }
  },
};

const END_FAILS: EndStrategy = {
  id: 'end-fails',
  title: 'A handler that throws or ends early fails its task',
  default: false,
  returned(work) {
    const task = work.task();
    if (task.status.state === 'submitted' || task.status.state === 'working') work.setStatus(task, 'failed');
  },
  threw(work) {
    if (!isTerminal(work.task().status.state)) work.setStatus(work.task(), 'failed');
  },
};

function serve(handler: AgentHandler, changes: Partial<Policy>): { server: Server; facts: Fact[] } {
  const facts: Fact[] = [];
  const policy: Policy = { ...reference, ...changes };
  return { server: createServer({ card: CARD, handler, policy, onFact: (fact) => facts.push(fact) }), facts };
}

async function statesOf(stream: AsyncIterable<StreamEvent>): Promise<readonly string[]> {
  const states: string[] = [];
  for await (const event of stream) {
    if (event.kind === 'status-update') states.push(event.status.state);
    if (event.kind === 'task') states.push(`task ${event.task.status.state}`);
  }
  return states;
}

describe('a policy is composed', () => {
  it('writes the copy under reference: a canceled task completes, and of two artifacts the second is left', async () => {
    expect((await serve(finishingAnyway, {}).server.send(FIRST)).status.state).toBe('completed');
    const task = await serve(stale, {}).server.send(FIRST);
    expect([...task.artifacts].map((artifact) => artifact.artifactId)).toEqual(['a-2']);
  });

  it('may write by task id: a terminal task stays terminal, both artifacts are kept, the server is the same', async () => {
    const { server, facts } = serve(finishingAnyway, { writeTarget: WRITE_BY_ID, handlerEnd: END_FAILS });
    expect((await server.send(FIRST)).status.state).toBe('canceled');
    expect(facts.filter((fact) => fact.kind === 'transition-refused')).toEqual([
      {
        kind: 'transition-refused',
        taskId: 'task-1',
        from: 'canceled',
        to: 'completed',
        reason: 'canceled is terminal; cannot move to completed',
      },
    ]);
    const task = await serve(stale, { writeTarget: WRITE_BY_ID }).server.send(FIRST);
    expect([...task.artifacts].map((artifact) => artifact.artifactId)).toEqual(['a-1', 'a-2']);
  });

  it('may refuse writes by a table of checks, and tells so', async () => {
    const late: Policy['write'][number] = {
      id: 'artifact-on-live-task',
      title: 'A terminal task takes no artifacts',
      critique: 'R20',
      default: false,
      check: ({ stored, write }) =>
        write.kind === 'artifact' && stored && isTerminal(stored.status.state)
          ? { code: 'TASK_TERMINAL', message: `task ${stored.taskId} is ${stored.status.state}` }
          : undefined,
    };
    const lateArtifact: AgentHandler = async function* (work) {
      const done = work.setStatus(work.setStatus(work.handed, 'working'), 'completed');
      work.addArtifact(done, { artifactId: 'late', name: 'late', description: '', parts: [] });
      yield statusUpdate(done);
    };
    const { server, facts } = serve(lateArtifact, { write: [late], handlerEnd: END_FAILS });
    const task = await server.send(FIRST);
    expect([task.status.state, task.artifacts.length]).toEqual(['completed', 0]);
    expect(facts.at(-1)).toEqual({ kind: 'write-refused', taskId: 'task-1', reason: 'task task-1 is completed' });
  });

  it('may emit from what is stored: a handler that lies is not heard, one that is silent is', async () => {
    const lying: AgentHandler = async function* (work) {
      const working = work.setStatus(work.handed, 'working');
      yield { ...statusUpdate(working, true), status: { state: 'completed' } };
      work.setStatus(working, 'failed');
    };
    expect(await statesOf(serve(lying, {}).server.stream(FIRST))).toEqual(['submitted', 'completed', 'task failed']);
    expect(await statesOf(serve(lying, { emission: EMIT_FROM_LOG }).server.stream(FIRST))).toEqual([
      'submitted',
      'working',
      'failed',
      'task failed',
    ]);
  });

  it('may give the end of a handler a meaning: nobody is left in working', async () => {
    const crashing: AgentHandler = async function* (work) {
      yield statusUpdate(work.setStatus(work.handed, 'working'));
      throw new Error('boom');
    };
    const bare = serve(crashing, {});
    await expect(bare.server.send(FIRST)).rejects.toThrow('boom');
    expect(bare.server.get('task-1').status.state).toBe('working');
    const mended = serve(crashing, { handlerEnd: END_FAILS });
    expect((await mended.server.send(FIRST)).status).toEqual({ state: 'failed', tick: 3 });
  });

  it('may take chains and contexts from elsewhere', async () => {
    const origin = { ...reference.origin, id: 'own', contextId: () => 'ctx-own', chain: () => ['verified'] };
    const task = await serve(stale, { origin }).server.send({ ...FIRST, contextId: 'ctx-asked' });
    expect([task.contextId, task.delegationChain]).toEqual(['ctx-own', ['verified']]);
  });

  it('may refuse messages before a task exists', async () => {
    const userOnly: Policy['message'][number] = {
      id: 'role',
      title: 'A caller speaks as user',
      critique: 'R30',
      default: false,
      check: ({ message }) => (message.role === 'user' ? undefined : { code: 'INVALID_ROLE', message: 'a caller speaks as user' }),
    };
    const { server } = serve(stale, { message: [userOnly] });
    const asAgent = { ...FIRST, message: { ...FIRST.message, role: 'agent' } } as const;
    await expect(server.send(asAgent)).rejects.toMatchObject({ error: { code: 'INVALID_ROLE', message: 'a caller speaks as user' } });
    expect(server.state.tasks.size).toBe(0);
  });

  it.each(Object.values(POLICIES))('has no id twice in a table of $id', ({ id: _id, ...lists }) => {
    for (const list of Object.values(lists)) {
      const ids = (Array.isArray(list) ? list : [list]).map((entry: { id: string }) => entry.id);
      expect(new Set(ids).size).toBe(ids.length);
    }
  });

  it('names every entry of reference once, with a title', () => {
    const { id: _id, ...lists } = reference;
    const entries = Object.entries(lists).flatMap(([table, entry]) => {
      const list = Array.isArray(entry) ? entry : [entry];
      return list.map((each: { id: string; title: string; default: boolean }) => ({ table, ...each }));
    });
    expect(entries.map((entry) => entry.id)).toEqual([
      'depth',
      'cycle',
      'tenant',
      'classification',
      'auth',
      'callback-host',
      'callback-token',
      'reply-to-live-task',
      'write-copy',
      'artifacts-pile-up',
      'take-as-sent',
      'repeats-by-name',
      'one-callback',
      'driven-by-reader',
      'chains-claimed',
      'send-unasked',
      'publish-pinned-card',
      'translate-as-envelope',
      'discover-all-or-nothing',
      'generous-limits',
      'emit-yielded',
      'end-means-nothing',
      'caller-extends-chain',
    ]);
    expect(entries.filter((entry) => entry.title === '' || !entry.default)).toEqual([]);
  });
});
