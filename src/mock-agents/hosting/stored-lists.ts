// An agent's storage: each wish goes to the lab, which answers when it is kept.

import type { AgentStorage } from '../agent-io.ts';
import type { Input, StorageWish } from '../lanes.ts';
import type { TurnLedger } from './turn-ledger.ts';

type StoredInput = Extract<Input, { readonly input: 'stored' }>;

export interface StoredLists {
  readonly storage: AgentStorage;
  hear(input: StoredInput): void;
}

/** What a storage could not do. */
class StorageFailed extends Error {
  override readonly name = 'StorageFailed';
}

/** The lists of one agent over its ledger. */
export function createStoredLists(ledger: TurnLedger): StoredLists {
  const waiting = new Map<number, (input: StoredInput) => void>();
  let count = 0;
  const ask = (list: string, wish: StorageWish): Promise<readonly string[]> =>
    new Promise((resolve, reject) => {
      const store = ++count;
      ledger.note({ op: 'store', store, list, wish });
      waiting.set(store, ({ texts = [], why }) => (why === undefined ? resolve(texts) : reject(new StorageFailed(why))));
    });
  return {
    storage: {
      load: (list) => ask(list, { kind: 'load' }),
      append: async (list, text) => void (await ask(list, { kind: 'append', text })),
      replace: async (list, text) => void (await ask(list, { kind: 'replace', text })),
    },
    hear(input) {
      const settle = waiting.get(input.store);
      waiting.delete(input.store);
      settle?.(input);
    },
  };
}
