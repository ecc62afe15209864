// What the push sender does: one delivery for each change, and what becomes of it.

import { describe, expect, it } from 'vitest';
import type { Ringing } from '../watch-scene.ts';
import { QUIET_RINGING, REMOTE_TASK_ID } from '../watch-scene.ts';
import { playRemote, PUSH_URL, type RemoteEpisode, type RemoteOptions } from '../testing/remote-agent-episode.ts';

const CHANGES = [
  { at: 10_000, state: 'working', text: null },
  { at: 11_000, state: 'input-required', text: 'Which year?' },
  { at: 12_000, state: 'completed', text: 'Done.' },
] as const;
const PROTOCOLS = ['a2a-0.3/jsonrpc', 'a2a-1.0/jsonrpc', 'a2a-1.0/rest'];

function play(ringing: Partial<Ringing>, more: Partial<RemoteOptions> = {}): Promise<RemoteEpisode> {
  const remote = { changes: CHANGES, ringing: { ...QUIET_RINGING, ...ringing }, ...more.remote };
  return playRemote({ protocol: 'a2a-0.3/jsonrpc', ...more, remote });
}
const heard = ({ rings }: RemoteEpisode): readonly string[] => rings.map(({ at, says }) => `${at} ${says ?? '?'}`);
const sent = ({ facts }: RemoteEpisode): readonly string[] =>
  facts.flatMap((fact) => (fact.kind === 'push-sent' ? [`${fact.at} ${fact.state}@${fact.tick}`] : []));

describe.each(PROTOCOLS)('the push sender over %s', (protocol) => {
  it('[E.51] tells each change once, with the token of the config and the task as it was', async () => {
    const episode = await play({}, { protocol });
    expect(heard(episode)).toEqual(['10000 remote-1 working', '11000 remote-1 input-required', '12000 remote-1 completed']);
    expect(sent(episode)).toEqual(['10000 working@2', '11000 input-required@3', '12000 completed@4']);
    expect(episode.rings.map(({ path, headers }) => [path, headers['x-a2a-notification-token']])).toEqual(
      CHANGES.map(() => ['/a2a/push/task-1', 't0ken']),
    );
    expect(episode.rings[1]?.body).toContain('Which year?');
    expect(episode.end).toBe('done');
  });

  it('[E.51] a delivery that is late says what was so when it was due, and may be overtaken', async () => {
    const episode = await play({ delaysMs: [5_000, 0] }, { protocol });
    expect(heard(episode)).toEqual(['11000 remote-1 input-required', '15000 remote-1 working', '17000 remote-1 completed']);
    expect(sent(episode)).toEqual(['11000 input-required@3', '15000 working@2', '17000 completed@4']);
  });
});

describe('the push sender', () => {
  it('[E.51] a delivery that is lost leaves the log a word, and no call', async () => {
    const episode = await play({ loses: [2] });
    expect(heard(episode)).toEqual(['10000 remote-1 working', '12000 remote-1 completed']);
    expect(sent(episode)).toHaveLength(3);
    const lost = episode.facts.filter(({ kind }) => kind === 'fault-injected');
    expect(lost).toMatchObject([{ at: 11_000, mode: 'lose-push', what: 'delivery 2, which says input-required, never arrives' }]);
  });

  it('[E.51] copies are the same word for word', async () => {
    const episode = await play({ copies: 3 });
    expect(heard(episode)).toHaveLength(9);
    expect(sent(episode)).toHaveLength(3);
    expect(new Set(episode.rings.map(({ body, headers }) => JSON.stringify([body, headers]))).size).toBe(3);
  });

  it.each([429, 500, 503, 'lost'] as const)('[E.51] tries again after %s, with pauses that double, as often as it may', async (answer) => {
    const remote = { changes: CHANGES.slice(0, 1) };
    const episode = await play({ attempts: 4, backOffMs: 500 }, { remote, host: [answer] });
    expect(heard(episode)).toEqual([10_000, 10_500, 11_500, 13_500].map((at) => `${at} remote-1 working`));
    expect(sent(episode)).toHaveLength(1);
    expect(new Set(episode.rings.map(({ body }) => body)).size).toBe(1);
  });

  it('[E.51] stops trying when somebody takes it', async () => {
    const episode = await play({ attempts: 5, backOffMs: 500 }, { remote: { changes: CHANGES.slice(0, 1) }, host: [429, 'lost', 204] });
    expect(heard(episode)).toHaveLength(3);
  });

  it.each([400, 401, 403, 413])('[E.51] a refusal by %i is a word that counts', async (answer) => {
    const episode = await play({ attempts: 5 }, { remote: { changes: CHANGES.slice(0, 1) }, host: [answer] });
    expect(heard(episode)).toHaveLength(1);
  });

  it('[E.51] waits for an answer before it tries again, and holds up no other delivery', async () => {
    const episode = await play({ attempts: 2, backOffMs: 500 }, { host: [500, 204], hostTakesMs: 2_500 });
    expect(heard(episode)).toEqual([
      '10000 remote-1 working',
      '11000 remote-1 input-required',
      '12000 remote-1 completed',
      '13000 remote-1 working',
    ]);
  });

  it('[E.51] tells nobody who has not registered, and nobody any more who has gone', async () => {
    const silent = await playRemote({ protocol: 'a2a-1.0/jsonrpc', remote: { changes: CHANGES }, settings: { armed: undefined as never } });
    expect(silent.rings).toEqual([]);
    const left = await play(
      {},
      {
        program: async ({ io, ask }) => {
          await io.sleep(10_500);
          await ask({ kind: 'delete-push-config', taskId: REMOTE_TASK_ID, configId: 'config-1' });
        },
      },
    );
    expect(heard(left)).toEqual(['10000 remote-1 working']);
    expect(left.facts.filter(({ kind }) => kind === 'push-config-deleted')).toMatchObject([{ at: 10_500, url: PUSH_URL }]);
  });

  it('[E.51] what was on its way when its config went is still told', async () => {
    const episode = await play(
      { delaysMs: [2_000] },
      {
        remote: { changes: CHANGES.slice(0, 1) },
        program: async ({ io, ask }) => {
          await io.sleep(11_000);
          await ask({ kind: 'delete-push-config', taskId: REMOTE_TASK_ID, configId: 'config-1' });
        },
      },
    );
    expect(heard(episode)).toEqual(['12000 remote-1 working']);
  });
});
