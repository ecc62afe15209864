// What agents keep beyond their deaths, in the browser's database while an episode lasts: a list is a range of keys, and the
// keys of an episode begin with its own name. Opened when something is first kept; episodes without such agents never do.

import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { type EpisodeStorage, memoryStorage } from '../../mock-agents/virtual-time/episode-storage.ts';
import { heldNames, holdName } from './held-names.ts';

type EntryKey = [episode: string, agent: string, list: string, place: number];
interface EpisodeEntries extends DBSchema {
  entries: { key: EntryKey; value: string };
}
type Database = IDBPDatabase<EpisodeEntries>;

export const EPISODE_DATABASE = 'delegation-inspector-episodes';
/** Where a browser does not tell which episodes still go on, the entries of one are left over after this: no episode lasts a day. */
const LEFT_OVER_MS = 86_400_000;

export interface KeptEpisode extends EpisodeStorage {
  /** Why nothing was kept in the database, in words for the person; undefined where it was, or nothing was to be kept. */
  readonly problem: () => string | undefined;
}

/**
 * A storage for one episode. Where the browser opens no database, the episode is kept in memory, and `problem` says so.
 * @param now milliseconds since the Unix epoch. What nobody plays any more, or is a day older, is left over, and deleted
 */
export function keepEpisode(now: number): KeptEpisode {
  const episode = `${String(now).padStart(15, '0')} ${crypto.randomUUID()}`;
  let opened: Promise<EpisodeStorage> | undefined;
  let problem: string | undefined;
  let release = (): void => undefined;
  const open = (): Promise<EpisodeStorage> => {
    opened ??= beginEpisode().then(
      (database) => episodeIn(database, episode),
      (error: unknown) => {
        problem = `This browser opened no database (${nameOf(error)}): the history was kept in memory. Workers can be killed all the same.`;
        return memoryStorage();
      },
    );
    return opened;
  };
  /** Held before anything is kept, so that nobody takes it for left over. */
  const beginEpisode = async (): Promise<Database> => {
    release = await holdName(lockOf(episode));
    return openDatabase(now);
  };
  return {
    problem: () => problem,
    open: (agent) => {
      const lists = async () => (await open()).open(agent);
      return {
        load: async (list) => (await lists()).load(list),
        append: async (list, text) => (await lists()).append(list, text),
        replace: async (list, text) => (await lists()).replace(list, text),
      };
    },
    clear: async () => {
      const storage = await opened;
      opened = undefined;
      try {
        await storage?.clear();
      } catch (error) {
        // The episode was played; only its tidying up has failed.
        problem = `What was kept for it could not be deleted (${nameOf(error)}); the next episode deletes it.`;
      } finally {
        release();
      }
    },
  };
}

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : 'no reason given');

const lockOf = (episode: string): string => `${EPISODE_DATABASE} ${episode}`;

async function openDatabase(now: number): Promise<Database> {
  const database = await openDB<EpisodeEntries>(EPISODE_DATABASE, 1, { upgrade: (fresh) => void fresh.createObjectStore('entries') });
  await database.delete('entries', IDBKeyRange.upperBound([String(Math.max(0, now - LEFT_OVER_MS)).padStart(15, '0')]));
  await deleteAbandoned(database);
  return database;
}

/** Entries of episodes that nobody plays: their tab was closed in mid-episode. Who is held is asked last, for it was held before anything was kept. */
async function deleteAbandoned(database: Database): Promise<void> {
  const episodes = new Set((await database.getAllKeys('entries')).map(([episode]) => episode));
  const held = episodes.size === 0 ? undefined : await heldNames();
  if (!held) return;
  for (const episode of episodes) if (!held.has(lockOf(episode))) await database.delete('entries', entriesOf(episode));
}

const entriesOf = (episode: string): IDBKeyRange => IDBKeyRange.bound([episode], [episode, []]);

function episodeIn(database: Database, episode: string): EpisodeStorage {
  /** The place of the next entry of each list. */
  const places = new Map<string, number>();
  const nextPlace = (agent: string, list: string): number => {
    const key = JSON.stringify([agent, list]);
    const place = places.get(key) ?? 0;
    places.set(key, place + 1);
    return place;
  };
  return {
    open: (agent) => {
      const all = (list: string): IDBKeyRange => IDBKeyRange.bound([episode, agent, list], [episode, agent, list, []]);
      return {
        load: (list) => database.getAll('entries', all(list)),
        append: async (list, text) => void (await database.add('entries', text, [episode, agent, list, nextPlace(agent, list)])),
        replace: async (list, text) => {
          const { store, done } = database.transaction('entries', 'readwrite');
          await Promise.all([store.delete(all(list)), store.add(text, [episode, agent, list, nextPlace(agent, list)]), done]);
        },
      };
    },
    clear: async () => {
      try {
        await database.delete('entries', entriesOf(episode));
      } finally {
        database.close();
      }
    },
  };
}
