// When a thing that is done at the moment in view is placed. Of an instant, what was set going earlier happens as well, and some of it
// later than a ring would come: so a thing is placed behind all of the instant that is in view, and before whatever comes next.

import type { WatchAction } from '../../mock-agents/watch-scene.ts';
import { type SeenWatch, virtual } from './watch-round.ts';

const AT_MOST_LATER_MS = 500;

/**
 * @param at virtual milliseconds of the moment in view
 * @returns the moment itself where nothing happens in it
 */
export function momentAfter(seen: SeenWatch | undefined, actions: readonly WatchAction[], at: number): number {
  if (seen === undefined) return at;
  const { stood, doorbell } = seen;
  const happenings = [stood.truth, stood.story?.moves ?? [], stood.story?.told ?? [], stood.lostPushes, doorbell.tries];
  const times = [...happenings.flatMap((list) => list.map(({ time }) => virtual(time))), ...actions.map((action) => action.at)];
  if (!times.includes(at)) return at;
  const next = times.reduce((soonest, time) => (time > at && time < soonest ? time : soonest), Infinity);
  return at + Math.min(AT_MOST_LATER_MS, Math.floor((next - at) / 2));
}
