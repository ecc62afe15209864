// What agents keep, in a real database of the browser.

import { deleteDB, openDB } from 'idb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { EPISODE_DATABASE, keepEpisode } from './episode-database.ts';

const DAY = 86_400_000;
const NOW = 1_800_000_000_000;

async function entries(): Promise<readonly string[]> {
  const database = await openDB(EPISODE_DATABASE);
  const all = database.objectStoreNames.contains('entries') ? ((await database.getAll('entries')) as string[]) : [];
  database.close();
  return all;
}

beforeEach(() => deleteDB(EPISODE_DATABASE));
afterEach(() => vi.restoreAllMocks());

describe('[E.45] the database of an episode', () => {
  it('keeps lists in order, apart by agent and name, and replaces a whole one', async () => {
    const episode = keepEpisode(NOW);
    const one = episode.open('one');
    for (let count = 0; count < 12; count++) await one.append('history', `event ${count}`);
    await one.append('parent', '1');
    await episode.open('two').append('history', 'other');
    expect(await one.load('history')).toEqual(Array.from({ length: 12 }, (_, count) => `event ${count}`));
    await one.replace('history', 'rolled');
    await one.append('history', 'next');
    expect([await one.load('history'), await one.load('parent'), await episode.open('two').load('history')]).toEqual([
      ['rolled', 'next'],
      ['1'],
      ['other'],
    ]);
    expect(episode.problem()).toBeUndefined();
    await episode.clear();
  });

  it('is emptied with its episode, and leaves another one alone', async () => {
    const [one, other] = [keepEpisode(NOW), keepEpisode(NOW)];
    await one.open('host').append('history', 'mine');
    await other.open('host').append('history', 'yours');
    await one.clear();
    expect(await entries()).toEqual(['yours']);
    await other.clear();
    expect(await entries()).toEqual([]);
  });

  it('forgets what was left over a day ago', async () => {
    const [atWork, leftOver] = [keepEpisode(NOW - DAY + 1_000), keepEpisode(NOW - DAY - 1)];
    await atWork.open('host').append('history', 'still at work');
    await leftOver.open('host').append('history', 'left over');
    const episode = keepEpisode(NOW);
    await episode.open('host').append('history', 'mine');
    expect(new Set(await entries())).toEqual(new Set(['still at work', 'mine']));
    for (const each of [atWork, leftOver, episode]) await each.clear();
  });

  it('forgets an episode whose tab was closed, and none that is still played', async () => {
    const atWork = keepEpisode(NOW);
    await atWork.open('host').append('history', 'still at work');
    const database = await openDB(EPISODE_DATABASE);
    await database.add('entries', 'of a tab that is gone', [`${String(NOW - 1_000).padStart(15, '0')} gone`, 'host', 'history', 0]);
    database.close();
    const episode = keepEpisode(NOW);
    await episode.open('host').append('history', 'mine');
    expect(new Set(await entries())).toEqual(new Set(['still at work', 'mine']));
    for (const each of [atWork, episode]) await each.clear();
    const { held = [] } = await navigator.locks.query();
    expect(held).toEqual([]);
  });

  it('says so where what it kept cannot be deleted', async () => {
    const episode = keepEpisode(NOW);
    await episode.open('host').append('history', 'mine');
    vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
      throw new DOMException('gone', 'InvalidStateError');
    });
    await episode.clear();
    expect(episode.problem()).toContain('could not be deleted (InvalidStateError)');
    vi.restoreAllMocks();
    const next = keepEpisode(NOW);
    await next.open('host').append('history', 'next');
    expect(await entries()).toEqual(['next']);
    await next.clear();
  });

  it('opens no database for an episode in which nothing is kept', async () => {
    const open = vi.spyOn(indexedDB, 'open');
    await keepEpisode(NOW).clear();
    expect(open).not.toHaveBeenCalled();
  });

  it('keeps in memory where the browser opens none, and says so', async () => {
    vi.spyOn(indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('not here', 'SecurityError');
    });
    const episode = keepEpisode(NOW);
    await episode.open('host').append('history', 'mine');
    expect(await episode.open('host').load('history')).toEqual(['mine']);
    expect(episode.problem()).toContain('no database (SecurityError)');
    await episode.clear();
  });
});
