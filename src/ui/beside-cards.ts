// Cards of the other open logs, laid beside the log on screen so that delegations can be judged whose cards it does not show.
// A person asks for it; the cards stay as they were then, and belong to the one log.

import { useMemo } from 'react';
import { create } from 'zustand';
import type { LogId } from '../model/engine/query.ts';
import type { BesideCard } from '../model/projections/kernel-verdicts.ts';
import type { EngineClient } from './engine-client.ts';
import { type OpenLog, useInspector } from './inspector-store.ts';

interface BesideState {
  readonly byLog: Readonly<Record<LogId, readonly BesideCard[]>>;
  readonly lay: (log: LogId, cards: readonly BesideCard[]) => void;
  readonly take: (log: LogId) => void;
}

export const useBeside = create<BesideState>((set) => ({
  byLog: {},
  lay: (log, cards) => set(({ byLog }) => ({ byLog: { ...byLog, [log]: cards } })),
  take: (log) => set(({ byLog }) => ({ byLog: Object.fromEntries(Object.entries(byLog).filter(([id]) => id !== String(log))) })),
}));

const NONE: readonly BesideCard[] = [];

/** What lies beside the log on screen, ready to be part of a question: nothing where nothing does. */
export function useBesideCards(): { readonly cards?: readonly BesideCard[] } {
  const log = useInspector((state) => state.log);
  const cards = useBeside(({ byLog }) => (log === undefined ? NONE : (byLog[log] ?? NONE)));
  return useMemo(() => (cards.length === 0 ? {} : { cards }), [cards]);
}

const MOST_CARDS = 200;
const END = Number.MAX_SAFE_INTEGER;

/** The cards of other logs, each as its last event shows it; at most 200 in all. Rejects where a log was closed meanwhile. */
export async function cardsOf(engine: EngineClient, logs: readonly OpenLog[]): Promise<readonly BesideCard[]> {
  const found: BesideCard[] = [];
  for (const { id, name } of logs) {
    if (found.length >= MOST_CARDS) break;
    for (const { published, platform } of await engine.query(id, 'cards', { cursor: END })) {
      // No verdict reads prose: a question need not carry it to the worker again and again.
      const skills = published.skills.map((skill) => ({ ...skill, description: '', examples: [] }));
      found.push({ card: { ...published, description: '', skills }, from: name, ...(platform === undefined ? {} : { platform }) });
    }
  }
  return found.slice(0, MOST_CARDS);
}
