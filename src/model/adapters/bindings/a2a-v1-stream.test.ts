import { describe, expect, it } from 'vitest';
import type { StreamEvent } from '../../protocol/stream-event.ts';
import type { Task, TaskState } from '../../protocol/task.ts';
import { hardened } from '../../kernel/policy.ts';
import { createServer } from '../../kernel/server.ts';
import { statusUpdate } from '../../kernel/stream-events.ts';
import { castCard, PAYMENTS_INVESTIGATOR } from '../../testing/delegation-cast.ts';
import { a2aV1JsonRpc, headerCarrier } from '../adapters.ts';
import { changesAfterTask } from './a2a-v1-stream.ts';

const ids = { taskId: 't', contextId: 'c' };
const artifact = { artifactId: 'a-1', name: 'report', description: '', parts: [] };
const status = (state: TaskState, tick: number) => ({ state, tick });
const task = (state: TaskState, tick: number, more: Partial<Task> = {}): StreamEvent => ({
  kind: 'task',
  task: { ...ids, status: status(state, tick), history: [], artifacts: [], delegationChain: [], ...more },
});
const update = (state: TaskState, tick: number): StreamEvent => ({
  kind: 'status-update',
  ...ids,
  status: status(state, tick),
  final: false,
});

async function said(...events: readonly StreamEvent[]): Promise<readonly string[]> {
  const all: string[] = [];
  const given = (async function* () {
    yield* events;
  })();
  for await (const event of changesAfterTask(given)) {
    all.push(event.kind === 'status-update' ? event.status.state : event.kind);
  }
  return all;
}

const OURS = { ...PAYMENTS_INVESTIGATOR, delegationChain: [] };

/** An agent that works for ever, and its stream over the wire. */
async function silentStream() {
  const server = createServer({
    card: castCard('callee', { streaming: true, maxDataClassification: 'restricted' }),
    policy: hardened,
    handler: async function* (work) {
      yield statusUpdate(work.setStatus(work.task(), 'working'));
      await new Promise(() => undefined);
    },
  });
  const reader = new AbortController();
  const operation = { kind: 'stream', message: { messageId: 'm-1', role: 'user', parts: [{ kind: 'text', text: 'go' }] } } as const;
  const request = a2aV1JsonRpc.encodeRequest(operation, { requestId: 1, caller: OURS, carrier: headerCarrier });
  const handle = a2aV1JsonRpc.serve(server.execute, { carrier: headerCarrier, now: () => 0 });
  const { body } = await handle(request, { signal: reader.signal });
  return { server, reader, frames: (body as AsyncIterable<string>)[Symbol.asyncIterator]() };
}

describe('[X.43] a reader of 1.0 that goes while nothing is said', () => {
  it('is rid of the stream at once, and the work goes on', async () => {
    const { server, reader, frames } = await silentStream();
    expect((await frames.next()).value).toContain('TASK_STATE_SUBMITTED');
    expect((await frames.next()).value).toContain('TASK_STATE_WORKING');
    const pending = frames.next();
    reader.abort();
    expect(await pending).toEqual({ done: true, value: undefined });
    expect(server.get('task-1').status.state).toBe('working');
  });
});

describe('[X.43] a stream of 1.0', () => {
  it('repeats nothing that was said', async () => {
    expect(await said(task('submitted', 1), update('working', 2), update('completed', 3), task('completed', 3))).toEqual([
      'task',
      'working',
      'completed',
    ]);
  });
  it('says at the end what nobody has said: artifacts first, then the status', async () => {
    const end = task('completed', 3, { artifacts: [artifact] });
    expect(await said(task('submitted', 1), end)).toEqual(['task', 'artifact-update', 'completed']);
  });
  it('tells the same state at another tick as a change', async () => {
    expect(await said(task('working', 2), task('working', 4))).toEqual(['task', 'working']);
  });
  it('says no artifact again that the task had when the stream began', async () => {
    expect(await said(task('working', 2, { artifacts: [artifact] }), task('completed', 3, { artifacts: [artifact] }))).toEqual([
      'task',
      'completed',
    ]);
  });
});
