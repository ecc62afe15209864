import { describe, expect, it } from 'vitest';
import type { Operation, OperationResult } from '../protocol/operation.ts';
import { PAYMENTS_INVESTIGATOR, castCard } from '../testing/delegation-cast.ts';
import type { AgentHandler } from './agent-handler.ts';
import { createClient } from './client.ts';
import { messageText } from './parts.ts';
import { reference } from './policy.ts';
import { createServer } from './server.ts';
import { statusUpdate } from './stream-events.ts';

const asking: AgentHandler = async function* (work, message) {
  const working = work.setStatus(work.handed, 'working');
  if (work.handed.status.state === 'submitted') {
    yield statusUpdate(work.setStatus(working, 'input-required'));
    return;
  }
  const text = `heard ${messageText(message)}`;
  yield statusUpdate(work.setStatus(working, 'completed', { messageId: 'm-out', role: 'agent', parts: [{ kind: 'text', text }] }), true);
};

function setup() {
  const server = createServer({ card: castCard('callee', { maxDataClassification: 'restricted' }), handler: asking, policy: reference });
  const sent: Operation[] = [];
  const client = createClient((operation, caller, options) => {
    sent.push(operation);
    return server.execute(operation, caller, options);
  });
  return { client, sent };
}

describe('a delegating client', () => {
  it('[T.12] numbers its messages and carries text, data and context', async () => {
    const { client, sent } = setup();
    const task = await client.delegate(PAYMENTS_INVESTIGATOR, { text: 'Screen', data: { n: 1 }, contextId: 'ctx-case' });
    const done = await client.reply(PAYMENTS_INVESTIGATOR, task, 'UAE');
    expect(done.status.message && messageText(done.status.message)).toBe('heard UAE');
    expect(sent).toEqual([
      {
        kind: 'send',
        contextId: 'ctx-case',
        message: {
          messageId: 'msg-1',
          role: 'user',
          contextId: 'ctx-case',
          parts: [
            { kind: 'text', text: 'Screen' },
            { kind: 'data', data: { n: 1 } },
          ],
        },
      },
      {
        kind: 'send',
        message: { messageId: 'msg-2', role: 'user', parts: [{ kind: 'text', text: 'UAE' }], taskId: 'task-1', contextId: 'ctx-case' },
      },
    ]);
  });

  it('[T.12] streams what the server streams', async () => {
    const { client } = setup();
    const kinds: string[] = [];
    for await (const event of client.delegateStreaming(PAYMENTS_INVESTIGATOR, { text: 'Screen' })) kinds.push(event.kind);
    expect(kinds).toEqual(['status-update', 'status-update', 'task']);
  });

  it('[T.12] rejects with the callee’s code and text, or names an answer it cannot use', async () => {
    const { client } = setup();
    const unknown = client.reply(PAYMENTS_INVESTIGATOR, { taskId: 'task-9', contextId: '' }, 'hello');
    await expect(unknown).rejects.toMatchObject({ error: { code: 'TASK_NOT_FOUND', message: 'no such task: task-9' } });
    const odd = createClient(async (): Promise<OperationResult> => ({ kind: 'deleted' }));
    await expect(odd.delegate(PAYMENTS_INVESTIGATOR, { text: '' })).rejects.toThrow('the callee answered with deleted');
    const events = odd.delegateStreaming(PAYMENTS_INVESTIGATOR, { text: '' });
    await expect(events[Symbol.asyncIterator]().next()).rejects.toThrow('the callee answered with deleted');
  });

  it('shows the callee’s card', async () => {
    expect((await setup().client.card(PAYMENTS_INVESTIGATOR)).name).toBe('callee');
  });
});
