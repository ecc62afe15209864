// What agents keep beyond their deaths, for as long as an episode lasts: lists of texts, an agent's own under its name.

import { unreachable } from '../../model/base/assert.ts';
import type { AgentName } from '../../model/protocol/task.ts';
import { type AgentStorage, describeError } from '../agent-io.ts';
import type { Input, StorageWish } from '../lanes.ts';

export interface EpisodeStorage {
  open(agent: AgentName): AgentStorage;
  /** Forgets everything of the episode. */
  clear(): Promise<void>;
}

/** A storage that lives in this thread: for tests, and where the browser has no database. */
export function memoryStorage(): EpisodeStorage {
  const lists = new Map<string, readonly string[]>();
  return {
    open: (agent) => {
      const key = (list: string): string => JSON.stringify([agent, list]);
      return {
        load: (list) => Promise.resolve(lists.get(key(list)) ?? []),
        append: (list, text) => {
          lists.set(key(list), [...(lists.get(key(list)) ?? []), text]);
          return Promise.resolve();
        },
        replace: (list, text) => {
          lists.set(key(list), [text]);
          return Promise.resolve();
        },
      };
    },
    clear: () => {
      lists.clear();
      return Promise.resolve();
    },
  };
}

type Stored = Pick<Extract<Input, { readonly input: 'stored' }>, 'texts' | 'why'>;

/** Does what is wanted of a list. A storage that fails is told to whoever wanted it, by the name of the error. */
export async function storedBy(storage: AgentStorage, list: string, wish: StorageWish): Promise<Stored> {
  try {
    switch (wish.kind) {
      case 'load':
        return { texts: await storage.load(list) };
      case 'append':
        await storage.append(list, wish.text);
        return {};
      case 'replace':
        await storage.replace(list, wish.text);
        return {};
      default:
        return unreachable(wish);
    }
  } catch (error) {
    return { why: describeError(error) };
  }
}
