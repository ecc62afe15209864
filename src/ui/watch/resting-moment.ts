// A moment at which the watch of the log on screen waits, late in its life: where something can be done to it, and not past its end.

import type { StandInStateName } from '../../model/log/watch-fact.ts';
import type { StandInMove } from '../../model/projections/stand-in-story.ts';
import { useInspector } from '../inspector-store.ts';
import type { Page } from '../page.ts';
import { lastRowBefore } from '../seek-time.ts';

const WAITS: ReadonlySet<StandInStateName> = new Set<StandInStateName>(['armed', 'listening', 'unheard']);

/** The last move after which it waited for a while, of those before its end; the very last where it has none. */
export function lastRest(moves: readonly StandInMove[]): StandInMove | undefined {
  const rests = moves.filter(({ to, time }, place) => {
    const next = moves[place + 1];
    return WAITS.has(to) && next?.time !== undefined && time !== undefined && next.time > time;
  });
  return rests.at(-1) ?? moves.findLast(({ to }) => WAITS.has(to)) ?? moves.at(-1);
}

/** Puts the cursor there. */
export async function restingMoment({ engine }: Page): Promise<void> {
  const { log } = useInspector.getState();
  if (log === undefined) return;
  const summary = await engine.query(log, 'summary', {});
  const { story } = await engine.query(log, 'standIn', { cursor: summary.rowCount - 1 });
  const rest = lastRest(story?.moves ?? []);
  if (rest === undefined) return;
  // With all that the move led to in its instant: what was told by it is counted with it.
  const seq = rest.time === undefined ? rest.seq : await lastRowBefore(rest.time, summary, engine);
  if (useInspector.getState().log === log) useInspector.getState().seek(seq);
}
