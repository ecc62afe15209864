// A worker that is killed from outside, and what it kept.

import { describe, expect, it } from 'vitest';
import type { RecordedLine } from '../../model/log/saved-form.ts';
import type { Behaviour } from '../agent-io.ts';
import { spawnInside } from '../in-process.ts';
import { createWatchdog } from '../watchdog.ts';
import { type EpisodeStorage, memoryStorage } from './episode-storage.ts';
import { type Kill, playEpisode } from './lab-core.ts';
import type { Participant } from './seats.ts';

/** Keeps a word for each ten milliseconds it has lived, and says as a fact what it has kept. */
const keeper: Behaviour = (io) => {
  const log = (detail: string): void => io.fact({ kind: 'step-logged', step: 'kept', status: 'OK', detail });
  const say = (): void => void io.storage.load('words').then((words) => log(words.join(' ')));
  say();
  const live = async (): Promise<void> => {
    for (let count = 1; count <= 3; count++) {
      await io.sleep(10);
      await io.storage.append('words', `${io.life}.${count}`);
    }
    say();
  };
  live().catch((error: unknown) => log(String(error)));
  return () => Promise.resolve({ status: 204, headers: {}, body: '' });
};

interface Played {
  readonly facts: readonly string[];
  readonly losses: readonly string[];
  readonly end: string;
  readonly workers: number;
  readonly turns: number;
}

async function play(
  kills: readonly Kill[],
  more: { storage?: EpisodeStorage; revivesAfterMs?: number; callsAt?: number } = {},
): Promise<Played> {
  const lines: RecordedLine[] = [];
  const caller: Behaviour = (io) => {
    const call = async (): Promise<void> => {
      await io.sleep(more.callsAt ?? 0);
      await io.call('keeper', { method: 'GET', path: '/', headers: {}, body: '' }).catch(() => undefined);
    };
    void call();
    return () => Promise.resolve({ status: 404, headers: {}, body: '' });
  };
  const spawn = spawnInside({ keeper, caller });
  const seat = (agent: string, place: Participant['place']): Participant => ({ agent, behaviour: agent, settings: {}, spawn, place });
  const { revivesAfterMs = 5 } = more;
  const cast = [{ ...seat('keeper', 'worker'), revivesAfterMs }, ...(more.callsAt === undefined ? [] : [seat('caller', 'inside')])];
  const watchdog = createWatchdog();
  const { storage } = more;
  const result = await playEpisode({
    cast,
    seed: 'one',
    watchdog,
    hop: 0,
    kills,
    record: (line) => lines.push(line),
    ...(storage && { storage }),
  });
  watchdog.close();
  const facts = lines.flatMap((line) => {
    if (line.line !== 'fact') return [];
    const { fact } = line;
    return [`${line.at} ${fact.kind === 'step-logged' ? fact.detail : fact.kind === 'worker-ended' ? fact.why : fact.kind}`];
  });
  return { facts, losses: lines.flatMap((line) => (line.line === 'lost' ? [`${line.at} ${line.why}`] : [])), ...result };
}

describe('a kill', () => {
  it('[E.44] ends a worker when everything of its instant is over, and a new life finds what the old one kept', async () => {
    expect((await play([{ agent: 'keeper', at: 20 }])).facts).toEqual([
      '0 worker-started',
      '0 ',
      '20 killed',
      '25 worker-started',
      '25 1.1 1.2',
      '55 1.1 1.2 2.1 2.2 2.3',
    ]);
  });

  it('[E.44] after each turn of the lab loses nothing that was kept and keeps nothing twice', async () => {
    const { turns } = await play([]);
    expect(turns).toBe(8);
    for (let turn = 1; turn < turns; turn++) {
      const { facts, end } = await play([{ agent: 'keeper', turn }]);
      const kept = facts.at(-1)?.split(' ').slice(1) ?? [];
      expect([end, new Set(kept).size]).toEqual(['done', kept.length]);
      expect(kept.slice(-3)).toEqual(['2.1', '2.2', '2.3']);
    }
  });

  it('[E.44] leaves whoever calls meanwhile without a connection', async () => {
    expect((await play([{ agent: 'keeper', at: 20 }], { callsAt: 22 })).losses).toEqual(['22 connection refused']);
    expect((await play([{ agent: 'keeper', at: 20 }], { callsAt: 26 })).losses).toEqual([]);
  });

  it('[E.44] is for workers only', async () => {
    await expect(play([{ agent: 'caller', at: 20 }], { callsAt: 0 })).rejects.toThrow('E.44');
  });

  it('[E.6] is followed by a hundred lives at most', async () => {
    const kills = Array.from({ length: 150 }, (_, index): Kill => ({ agent: 'keeper', at: index }));
    expect((await play(kills, { revivesAfterMs: 1 })).workers).toBe(100);
  });
});

describe('a storage', () => {
  it('[E.45] that fails tells whoever wanted something kept, by name, and is emptied with the episode', async () => {
    const own = memoryStorage();
    let cleared = 0;
    const storage: EpisodeStorage = {
      open: (agent) => ({ ...own.open(agent), append: () => Promise.reject(new Error('full')) }),
      clear: async () => {
        cleared++;
        await own.clear();
      },
    };
    const { facts } = await play([], { storage, revivesAfterMs: 100_000 });
    expect(facts).toEqual(['0 worker-started', '0 ', '10 StorageFailed: full']);
    expect([cleared, await own.open('keeper').load('words')]).toEqual([1, []]);
  });

  it('[E.45] that fails in mid-turn keeps nothing more of that turn, and what was to be told of it is not told', async () => {
    const own = memoryStorage();
    const storage: EpisodeStorage = {
      open: (agent) => {
        const lists = own.open(agent);
        return { ...lists, append: (list, text) => (text === 'b' ? Promise.reject(new Error('full')) : lists.append(list, text)) };
      },
      clear: () => Promise.resolve(),
    };
    const facts: string[] = [];
    const log = (io: Parameters<Behaviour>[0], detail: string): void => {
      io.fact({ kind: 'step-logged', step: 'kept', status: 'OK', detail });
    };
    const hasty: Behaviour = (io) => {
      for (const text of ['a', 'b', 'c']) {
        io.storage.append('words', text).catch((error: unknown) => log(io, `${text}: ${String(error)}`));
        log(io, text);
      }
      return () => Promise.resolve({ status: 204, headers: {}, body: '' });
    };
    const watchdog = createWatchdog();
    await playEpisode({
      cast: [{ agent: 'hasty', behaviour: 'hasty', settings: {}, spawn: spawnInside({ hasty }), place: 'worker' }],
      seed: 'one',
      watchdog,
      storage,
      record: (line) => void (line.line === 'fact' && line.fact.kind === 'step-logged' && facts.push(line.fact.detail)),
    });
    watchdog.close();
    expect(facts).toEqual(['a', 'b: StorageFailed: full', 'c: StorageFailed: full']);
    expect(await own.open('hasty').load('words')).toEqual(['a']);
  });

  it('[E.45] holds lists apart by agent and by name, and replaces a whole one', async () => {
    const storage = memoryStorage();
    const lists = storage.open('a');
    await lists.append('one', 'x');
    await lists.append('one', 'y');
    await lists.append('two', 'z');
    await storage.open('a/one').append('', 'w');
    expect([await lists.load('one'), await lists.load('two'), await lists.load('none')]).toEqual([['x', 'y'], ['z'], []]);
    await lists.replace('one', 'v');
    expect(await lists.load('one')).toEqual(['v']);
    await storage.clear();
    expect(await lists.load('two')).toEqual([]);
  });
});
