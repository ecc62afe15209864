// What a remote agent answers, by its settings, over each protocol that it may be served over.

import { describe, expect, it } from 'vitest';
import { SERVED_PROTOCOLS } from '../../model/adapters/adapters.ts';
import type { Operation } from '../../model/protocol/operation.ts';
import type { TaskState } from '../../model/protocol/task.ts';
import {
  AGENT,
  CANCEL,
  GET,
  playRemote,
  PUSH_URL,
  type RemoteEpisode,
  type RemoteOptions,
  SUBSCRIBE,
  userMessage,
} from '../testing/remote-agent-episode.ts';
import { REMOTE_TASK_ID } from '../watch-scene.ts';

const PROTOCOLS = ['a2a-0.3/jsonrpc', 'a2a-1.0/jsonrpc', 'a2a-1.0/rest'];
const TOKEN = 'a-token-that-nobody-else-has';
const set = (url = PUSH_URL, configId?: string): Operation => ({
  kind: 'set-push-config',
  taskId: REMOTE_TASK_ID,
  config: { url, token: TOKEN, authentication: '', ...(configId !== undefined && { configId }) },
});
const remove = (configId: string): Operation => ({ kind: 'delete-push-config', taskId: REMOTE_TASK_ID, configId });
const LIST: Operation = { kind: 'list-push-configs', taskId: REMOTE_TASK_ID };
const unregistered: Partial<RemoteOptions['settings']> = { armed: undefined as never };

const stored = ({ facts }: RemoteEpisode): readonly string[] =>
  facts.flatMap((fact) => (fact.kind === 'status-stored' ? [`${fact.at} ${fact.state}@${fact.tick}`] : []));

describe.each(PROTOCOLS)('a remote agent over %s', (protocol) => {
  const play = (options: Omit<RemoteOptions, 'protocol'>): Promise<RemoteEpisode> => playRemote({ protocol, ...options });

  it('[E.50] tells its card, its task as it is parked, and what it becomes', async () => {
    const episode = await play({
      remote: { changes: [{ at: 2_000, state: 'auth-required', text: 'Sign in.' }] },
      program: async ({ io, ask, word }) => {
        const card = await ask({ kind: 'card' });
        const before = await ask(GET);
        await io.sleep(2_000);
        return [card.kind === 'card' && card.card.name, before, await word(GET), await word({ ...GET, taskId: 'task-9' })];
      },
    });
    const [name, before, after, other] = episode.value as unknown[];
    expect([name, after, other]).toEqual([AGENT, 'auth-required', 'TASK_NOT_FOUND']);
    expect(before).toMatchObject({ task: { status: { state: 'input-required', message: { parts: [{ text: 'Which lists?' }] } } } });
    expect(episode.facts.filter(({ kind }) => kind === 'task-created')).toMatchObject([{ at: 0, taskId: 'remote-1', contextId: 'ctx-1' }]);
    expect(stored(episode)).toEqual(['0 input-required@1', '2000 auth-required@2']);
  });

  it('[E.50] each message begins a turn of its script, and the last script holds for all others', async () => {
    const episode = await play({
      settings: { startsParked: false, ...unregistered },
      remote: {
        turns: [
          { state: 'input-required', text: 'Which year?', afterMs: 1_000 },
          { state: 'auth-required', text: null, afterMs: 500 },
        ],
      },
      program: async ({ io, ask, word }) => {
        const early = await word(GET);
        const first = await ask({ kind: 'send', message: userMessage('one') });
        const again = await word({ kind: 'send', message: userMessage('new') });
        const second = await word({ kind: 'send', message: userMessage('two', REMOTE_TASK_ID) });
        const third = await word({ kind: 'send', message: userMessage('three', REMOTE_TASK_ID), blocking: false });
        const then = io.now();
        await io.sleep(500);
        return [early, first, again, second, third, then, await word(GET)];
      },
    });
    const [early, first, again, second, third, then, last] = episode.value as unknown[];
    expect([early, again, second, third, then, last]).toEqual([
      'TASK_NOT_FOUND',
      'UNSUPPORTED',
      'auth-required',
      'working',
      1_500,
      'auth-required',
    ]);
    expect(first).toMatchObject({ task: { taskId: REMOTE_TASK_ID, contextId: 'ctx-1', status: { state: 'input-required' } } });
    expect(stored(episode)).toEqual([
      '0 submitted@1',
      '0 working@2',
      '1000 input-required@3',
      '1000 working@4',
      '1500 auth-required@5',
      '1500 working@6',
      '2000 auth-required@7',
    ]);
  });

  it('[E.50] the same message makes no second turn: it is answered by the one that it made, or by what came of it', async () => {
    const message = userMessage('one');
    const episode = await play({
      settings: { startsParked: false, ...unregistered },
      program: async ({ io, read, word }) => {
        const sent = [word({ kind: 'send', message }), word({ kind: 'send', message }), word({ kind: 'send', message, blocking: false })];
        await io.sleep(400);
        const streamed = read({ kind: 'stream', message });
        const answers = await Promise.all(sent);
        return [answers, await streamed, await read({ kind: 'stream', message }), await word({ kind: 'send', message }), io.now()];
      },
    });
    expect(episode.value).toEqual([
      ['input-required', 'input-required', 'working'],
      ['400 task working', `1000 input-required${protocol.startsWith('a2a-0.3') ? ' final' : ''}`, '1000 end'],
      ['1000 task input-required', '1000 end'],
      'input-required',
      1_000,
    ]);
    expect(stored(episode)).toEqual(['0 submitted@1', '0 working@2', '1000 input-required@3']);
  });

  it('[E.50] a task that is over stays as it is, and says so to whoever wants more of it', async () => {
    const episode = await play({
      remote: {
        changes: [
          { at: 1_000, state: 'completed', text: 'Done.' },
          { at: 3_000, state: 'working', text: null },
        ],
      },
      program: async ({ io, word }) => {
        const turn = word({ kind: 'send', message: userMessage('more', REMOTE_TASK_ID) });
        await io.sleep(1_000);
        const words = [await turn];
        for (const operation of [SUBSCRIBE, CANCEL]) words.push(await word(operation));
        words.push(await word({ kind: 'send', message: userMessage('even more', REMOTE_TASK_ID) }));
        await io.sleep(3_000);
        return [...words, await word(GET)];
      },
    });
    expect(episode.value).toEqual(['completed', 'TASK_TERMINAL', 'TASK_TERMINAL', 'TASK_TERMINAL', 'completed']);
    expect(stored(episode)).toEqual(['0 input-required@1', '0 working@2', '1000 completed@3']);
    expect(episode.facts.filter(({ kind }) => kind === 'transition-refused')).toMatchObject([
      { at: 3_000, from: 'completed', to: 'working' },
    ]);
  });

  it.each([
    [false, 'canceled', 'canceled'],
    [true, 'input-required', 'input-required'],
  ])('[E.54] where it ignores cancels (%s), a canceled task is %s', async (ignoresCancel, answer, after) => {
    const { value } = await play({
      remote: { ignoresCancel },
      program: async ({ word }) => [await word(CANCEL), await word(GET)],
    });
    expect(value).toEqual([answer, after]);
  });

  it('[E.54] GetTask says what its script has it say, then the task', async () => {
    const { value } = await play({
      remote: { answers: [{ state: 'canceled', text: null }, 'fails', { state: 'working', text: 'So far.' }] },
      program: async ({ word }) => [await word(GET), await word(GET), await word(GET), await word(GET)],
    });
    expect(value).toEqual(['canceled', 'INTERNAL', 'working', 'input-required']);
  });

  it('[E.54] GetTask may be late with the news, and before there was a task it shows how that began', async () => {
    const { value } = await play({
      remote: { getLagMs: 1_500, changes: [{ at: 1_000, state: 'working', text: null }] },
      program: async ({ io, word }) => {
        const words: string[] = [];
        for (const ms of [0, 1_000, 1_499, 1]) {
          await io.sleep(ms);
          words.push(await word(GET));
        }
        return words;
      },
    });
    expect(value).toEqual(['input-required', 'input-required', 'input-required', 'working']);
  });

  it('[E.54] a config without an id gets one, its token goes in and never comes out', async () => {
    const episode = await play({
      settings: unregistered,
      program: async ({ ask }) => [await ask(set()), await ask(set(`${PUSH_URL}/2`)), await ask(set(PUSH_URL, 'mine')), await ask(LIST)],
    });
    expect(episode.value).toMatchObject([
      { kind: 'push-config', config: { configId: 'config-1', url: PUSH_URL, token: '' } },
      { config: { configId: 'config-2' } },
      { config: { configId: 'mine' } },
      { configs: [{ configId: 'config-1' }, { configId: 'config-2' }, { configId: 'mine' }] },
    ]);
    const asked = episode.lines.filter((line) => line.line === 'request' && line.to === AGENT);
    expect(asked.filter((line) => JSON.stringify(line).includes(TOKEN))).toHaveLength(3);
    expect(asked.slice(0, 2).map((line) => line.line === 'request' && /"id":"(remote|config)-1"/.test(line.body))).toEqual([false, false]);
    const rest = episode.lines.filter((line) => line.line !== 'request');
    expect(JSON.stringify(rest)).not.toContain(TOKEN);
  });

  it('[E.54] the first free id is given, and one that is there already gives way', async () => {
    const { value, facts } = await play({
      program: async ({ ask }) => [await ask(set()), await ask(set(`${PUSH_URL}/b`, 'config-1')), await ask(LIST)],
    });
    expect(value).toMatchObject([
      { config: { configId: 'config-2' } },
      { config: { configId: 'config-1' } },
      { configs: [{ configId: 'config-2' }, { configId: 'config-1', url: `${PUSH_URL}/b` }] },
    ]);
    expect(facts.filter(({ kind }) => kind === 'push-config-set')).toHaveLength(2);
  });

  it('[E.54] registering takes its time, and what changes meanwhile is told before the answer is', async () => {
    const { value, rings } = await play({
      settings: unregistered,
      remote: { registrationMs: 3_000, changes: [{ at: 1_000, state: 'working', text: null }] },
      program: async ({ io, word }) => [await word(set()), io.now()],
    });
    expect(value).toEqual(['push-config', 3_000]);
    expect(rings.map(({ at, headers }) => [at, headers['x-a2a-notification-token']])).toEqual([[1_000, TOKEN]]);
  });

  it('[E.54] registering may fail, or never be answered; then nobody rings', async () => {
    const changes = [{ at: 1_000, state: 'working', text: null }] as const;
    const failing = await play({
      settings: unregistered,
      remote: { registration: 'fails', registrationMs: 500, changes },
      program: async ({ io, word }) => [await word(set()), io.now(), await word(LIST)],
    });
    expect([failing.value, failing.rings, failing.end]).toEqual([['INTERNAL', 500, 'push-configs'], [], 'done']);
    const hanging = await play({
      settings: unregistered,
      remote: { registration: 'hangs', changes },
      program: ({ word }) => word(set()),
    });
    expect([hanging.value, hanging.rings, hanging.end]).toEqual([undefined, [], 'stalled']);
  });

  it('[E.54] a card without push takes no config, and a config must have an address', async () => {
    const { value } = await play({
      settings: unregistered,
      remote: { card: { ...CARDLESS, pushNotifications: false } },
      program: async ({ word }) => [await word(set()), await word(LIST), await word(remove('x'))],
    });
    expect(value).toEqual(['UNSUPPORTED', 'UNSUPPORTED', 'UNSUPPORTED']);
    const refused = await play({ settings: unregistered, program: ({ word }) => word(set('nowhere')) });
    expect(refused.value).toBe('INVALID_PARAMS');
    expect(refused.facts.filter(({ kind }) => kind === 'push-config-refused')).toMatchObject([{ url: 'nowhere', code: 'INVALID_PARAMS' }]);
  });

  it('[E.54] deleting fails as often as it is said, each time after its time', async () => {
    const { value, facts } = await play({
      remote: { deletionFails: 2, deletionMs: 200 },
      program: async ({ io, word }) => {
        const words: unknown[] = [];
        for (let time = 0; time < 3; time++) words.push(await word(remove('config-1')), io.now());
        return words;
      },
    });
    expect(value).toEqual(['INTERNAL', 200, 'INTERNAL', 400, 'deleted', 600]);
    expect(facts.filter(({ kind }) => kind === 'push-config-deleted')).toMatchObject([{ at: 600 }]);
    const never = await play({
      remote: { deletionFails: null },
      program: async ({ word }) => [await word(remove('config-1')), await word(remove('config-1'))],
    });
    expect(never.value).toEqual(['INTERNAL', 'INTERNAL']);
  });

  it('[E.54] an agent that ignores a deletion says that it did it, and goes on ringing', async () => {
    const { value, rings, facts } = await play({
      remote: { ignoresDeletion: true, changes: [{ at: 1_000, state: 'working', text: null }] },
      program: ({ word }) => word(remove('config-1')),
    });
    expect([value, rings.length, facts.filter(({ kind }) => kind === 'push-config-deleted')]).toEqual(['deleted', 1, []]);
  });

  it('[E.54] a task is not found where nobody says for which participant', async () => {
    const stream: Operation = { kind: 'stream', message: userMessage('more', REMOTE_TASK_ID) };
    const operations: readonly Operation[] = [GET, SUBSCRIBE, CANCEL, set(), LIST, remove('config-1'), stream];
    const { value } = await play({
      remote: { wantsParticipant: true },
      program: async ({ word }) => {
        const words = new Set<string>();
        for (const operation of operations) words.add(await word(operation, null));
        return [[...words], await word(GET, ''), await word(GET, 'user-1'), await word({ kind: 'card' }, null)];
      },
    });
    expect(value).toEqual([['TASK_NOT_FOUND'], 'TASK_NOT_FOUND', 'input-required', 'card']);
    const first = await play({
      remote: { wantsParticipant: true },
      settings: { startsParked: false },
      program: async ({ word }) => [await word({ kind: 'send', message: userMessage('one') }, null), await word(GET, null)],
    });
    expect(first.value).toEqual(['input-required', 'TASK_NOT_FOUND']);
  });

  it('[E.54] a callback in the first message hears of its turn', async () => {
    const { rings } = await play({
      settings: { startsParked: false, ...unregistered },
      program: ({ word }) =>
        word({ kind: 'send', message: userMessage('one'), pushConfig: { url: PUSH_URL, token: TOKEN, authentication: '' } }),
    });
    expect(rings.map(({ at, says }) => `${at} ${says ?? '?'}`)).toEqual(['0 remote-1 working', '1000 remote-1 input-required']);
  });

  it('[E.50] a status keeps its sub-state over the wire, in the metadata of its message', async () => {
    const { value } = await play({
      remote: { parked: { state: 'input-required', text: 'Done.', subState: 'awaiting-next-message' } },
      program: ({ ask }) => ask(GET),
    });
    expect(value).toMatchObject({ task: { status: { message: { metadata: { sub_state: 'awaiting-next-message' } } } } });
  });

  it.each<TaskState>(['input-required', 'auth-required', 'working', 'completed'])('[E.50] may be parked as %s', async (state) => {
    const { value } = await play({ remote: { parked: { state, text: null } }, program: ({ word }) => word(GET) });
    expect(value).toBe(state);
  });
});

const CARDLESS = {
  name: AGENT,
  description: '',
  url: `https://${AGENT}/a2a`,
  version: '1',
  protocolVersion: '0.3.0',
  skills: [],
  streaming: true,
  defaultInputModes: [],
  defaultOutputModes: [],
  securitySchemes: [],
  owner: '',
  tenants: [],
  maxDataClassification: 'public',
};

describe('the protocols of a watch', () => {
  it('[E.50] are those of A2A that have streams and callbacks', () => {
    const able = [...SERVED_PROTOCOLS.values()].filter(
      ({ operations }) => operations.has('subscribe') && operations.has('set-push-config'),
    );
    expect(able.map(({ id }) => id)).toEqual(PROTOCOLS);
  });
});
