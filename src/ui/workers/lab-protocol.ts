// The lab's end of the port to the page: one episode at a time, and a new one ends the one before.

import { playLesson } from '../../mock-agents/lab.ts';
import type { FromLab, ToLab } from '../../mock-agents/lab-face.ts';
import type { Spawn } from '../../mock-agents/lanes.ts';
import type { KeptEpisode } from './episode-database.ts';

type PlayOrder = Exclude<ToLab, { readonly seat: number }>;

/**
 * Serves the lab to whoever listens to `say`.
 * @param keep makes the storage of an episode; in memory where it is not given
 * @returns takes what the page orders; `settled` is the last word about a play, also about one that was stopped
 */
export function serveLab(say: (message: FromLab) => void, spawn: Spawn, keep?: () => KeptEpisode): (order: PlayOrder) => void {
  let current: { readonly play: number; readonly stop: AbortController } | undefined;
  // Episodes never overlap: workers of the one before are gone when the next begins.
  let before: Promise<void> = Promise.resolve();
  const start = (message: Extract<PlayOrder, { type: 'play' }>): void => {
    const { play, request } = message;
    current?.stop.abort();
    const stop = new AbortController();
    current = { play, stop };
    const onText = (text: string): void => say({ type: 'text', play, text });
    before = before
      .then(async () => {
        if (stop.signal.aborted) return { ok: false as const, why: 'stopped' };
        const storage = keep?.();
        const outcome = await playLesson(request, { spawn, onText, signal: stop.signal, ...(storage && { storage }) });
        const notice = storage?.problem();
        return outcome.ok && notice !== undefined ? { ...outcome, notice } : outcome;
      })
      // A broken invariant of ours: the page shows it, and the lab lives on.
      .catch((error: unknown) => ({ ok: false as const, why: error instanceof Error ? error.message : String(error) }))
      .then((outcome) => say({ type: 'settled', play, outcome }));
  };
  say({ type: 'ready' });
  return (order) => {
    if (order.type === 'play') start(order);
    else if (current?.play === order.play) current.stop.abort();
  };
}
