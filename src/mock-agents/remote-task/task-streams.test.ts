// Streams about a task that a script moves: how they begin, what ends them, and what breaks them off.

import { describe, expect, it } from 'vitest';
import type { Operation } from '../../model/protocol/operation.ts';
import { CANCEL, playRemote, type RemoteEpisode, type RemoteOptions, SUBSCRIBE, userMessage } from '../testing/remote-agent-episode.ts';
import { REMOTE_TASK_ID } from '../watch-scene.ts';

const CHANGES = [
  { at: 1_000, state: 'working', text: null },
  { at: 2_000, state: 'input-required', text: 'Which year?' },
  { at: 3_000, state: 'completed', text: 'Done.' },
] as const;
const PROTOCOLS = ['a2a-0.3/jsonrpc', 'a2a-1.0/jsonrpc', 'a2a-1.0/rest'];
const stream = (taskId?: string): Operation => ({ kind: 'stream', message: userMessage(taskId ? 'more' : 'go', taskId) });

describe.each(PROTOCOLS)('streams over %s', (protocol) => {
  /** 1.0 has no place for the mark of a last event. */
  const last = protocol.startsWith('a2a-0.3') ? ' final' : '';
  const play = (options: Omit<RemoteOptions, 'protocol'>): Promise<RemoteEpisode> => playRemote({ protocol, ...options });

  it('[E.53] a subscription begins with the task, says each change, and ends with the task', async () => {
    const { value } = await play({ remote: { changes: CHANGES }, program: ({ read }) => read(SUBSCRIBE) });
    expect(value).toEqual(['0 task input-required', '1000 working', '2000 input-required', `3000 completed${last}`, '3000 end']);
  });

  it('[E.53] a subscription without the task begins with a change', async () => {
    const { value } = await play({ remote: { changes: CHANGES, streamOpensWithTask: false }, program: ({ read }) => read(SUBSCRIBE) });
    expect(value).toEqual(['1000 working', '2000 input-required', `3000 completed${last}`, '3000 end']);
  });

  it('[E.53] a turn is streamed from its beginning to the status that ends it, whatever that is', async () => {
    const { value } = await play({
      settings: { startsParked: false },
      program: async ({ read }) => [await read(stream()), await read(stream(REMOTE_TASK_ID))],
    });
    expect(value).toEqual([
      ['0 task working', `1000 input-required${last}`, '1000 end'],
      ['1000 task working', `2000 input-required${last}`, '2000 end'],
    ]);
  });

  it('[E.53] a follower hears of turns too, and is not sent away by them', async () => {
    const { value } = await play({
      remote: { changes: [{ at: 5_000, state: 'failed', text: null }] },
      program: ({ read }) => Promise.all([read(SUBSCRIBE), read(stream(REMOTE_TASK_ID))]),
    });
    expect(value).toEqual([
      ['0 task input-required', '0 working', '1000 input-required', `5000 failed${last}`, '5000 end'],
      ['0 task working', `1000 input-required${last}`, '1000 end'],
    ]);
  });

  it('[E.53] a cancel ends the turn and everything that is said of it', async () => {
    const { value, facts } = await play({
      program: async ({ io, read, word }) => {
        const streams = Promise.all([read(SUBSCRIBE), read(stream(REMOTE_TASK_ID))]);
        await io.sleep(400);
        return [await word(CANCEL), ...(await streams)];
      },
    });
    expect(value).toEqual([
      'canceled',
      ['0 task input-required', '0 working', `400 canceled${last}`, '400 end'],
      ['0 task working', `400 canceled${last}`, '400 end'],
    ]);
    expect(facts.filter(({ kind }) => kind === 'transition-refused')).toEqual([]);
  });

  it('[E.53] a cut ends what is open without another word, and nothing else', async () => {
    const { value, lines } = await play({
      remote: { changes: CHANGES, streamCuts: [{ at: 1_500, how: 'ends' }] },
      program: async ({ read }) => [await read(SUBSCRIBE), await read(SUBSCRIBE)],
    });
    expect(value).toEqual([
      ['0 task input-required', '1000 working', '1500 end'],
      ['1500 task working', '2000 input-required', `3000 completed${last}`, '3000 end'],
    ]);
    expect(lines.some(({ line }) => line === 'lost')).toBe(false);
  });

  it('[E.53] a break loses the exchange, and not the turn', async () => {
    const { value, lines } = await play({
      remote: { streamCuts: [{ at: 500, how: 'breaks' }], changes: [{ at: 2_000, state: 'completed', text: null }] },
      program: async ({ read }) => [...(await Promise.all([read(SUBSCRIBE), read(stream(REMOTE_TASK_ID))])), await read(SUBSCRIBE)],
    });
    const [followed, turn, again] = value as readonly (readonly string[])[];
    expect([followed?.slice(0, -1), turn?.slice(0, -1)]).toEqual([['0 task input-required', '0 working'], ['0 task working']]);
    expect([followed?.at(-1), turn?.at(-1)]).not.toContain('500 end');
    expect(again).toEqual(['500 task working', '1000 input-required', `2000 completed${last}`, '2000 end']);
    expect(lines.filter(({ line }) => line === 'lost')).toMatchObject([
      { at: 500, why: 'handler: the connection broke' },
      { at: 500, why: 'handler: the connection broke' },
    ]);
  });

  it('[E.53] a reader that leaves is let go of', async () => {
    const { value, end } = await play({
      remote: { changes: CHANGES },
      program: async ({ io, ask, read }) => {
        const result = await ask(SUBSCRIBE);
        if (result.kind === 'events') for await (const event of result.events) if (event.kind === 'status-update') break;
        return [io.now(), await read(SUBSCRIBE)];
      },
    });
    expect(value).toEqual([1_000, ['1000 task working', '2000 input-required', `3000 completed${last}`, '3000 end']]);
    expect(end).toBe('done');
  });
});
