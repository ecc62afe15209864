// What a host keeps beyond its worker's death, in two lists of the lab's storage: the stand-in's history, and what the parent task has
// been told. One JSON text an entry; what comes back is checked before it is believed.

import { parseJson, member, type Json } from '../../model/base/json.ts';
import type { StandInEvent } from '../../model/kernel/watch/stand-in-event.ts';
import { parseHistory } from '../../model/kernel/watch/stand-in-history.ts';
import type { StandInPorts } from '../../model/kernel/watch/stand-in-ports.ts';
import { type AgentIo, endAgent } from '../agent-io.ts';

const HISTORY = 'history';
const PARENT = 'parent';

export interface KeptLists {
  /** As it was when this life began. */
  readonly history: readonly StandInEvent[];
  readonly storage: StandInPorts['storage'];
  readonly parent: StandInPorts['parent'];
}

/** A store that does not hold what a host has written. */
class SpoiltStore extends Error {
  override readonly name = 'SpoiltStore';
}

/**
 * Reads what an earlier life of the host has kept.
 * @throws SpoiltStore where it is not what a host writes
 */
export async function openKeptLists({ storage, fatal }: Pick<AgentIo, 'storage' | 'fatal'>): Promise<KeptLists> {
  const [saved, told] = await Promise.all([storage.load(HISTORY), storage.load(PARENT)]);
  const parsed = parseHistory(saved);
  if (!parsed.ok) {
    throw new SpoiltStore(`the saved history cannot be read: ${parsed.issues.map(({ path, message }) => `${path} ${message}`).join('; ')}`);
  }
  const heard = new Set(told.map(numberIn));
  return {
    history: parsed.value,
    storage: {
      load: () => Promise.resolve(parsed.value),
      append: (event) => storage.append(HISTORY, JSON.stringify(event)),
      replace: (first) => storage.replace(HISTORY, JSON.stringify(first)),
    },
    parent: {
      // Not waited for: the telling, and the fact of it that follows at once, are then one stroke, which a death leaves whole or undone.
      tell: ({ number, turn, isNote }) => {
        if (heard.has(number)) return Promise.resolve('heard-before');
        heard.add(number);
        storage.append(PARENT, JSON.stringify({ number, ...turn, isNote })).catch((error: unknown) => endAgent(fatal, error));
        return Promise.resolve('heard');
      },
    },
  };
}

function numberIn(text: string): number {
  const parsed = parseJson(text);
  const number: Json | undefined = parsed.ok ? member(parsed.value, 'number') : undefined;
  if (typeof number !== 'number') throw new SpoiltStore('the list of what the parent has heard cannot be read');
  return number;
}
