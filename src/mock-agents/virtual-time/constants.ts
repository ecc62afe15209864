// The constants of virtual time and the bounds of a turn (SPEC.md E). If HOP or STEP changes, times of lessons move;
// orders, counts and ticks must not.

import type { Millis, Op } from '../lanes.ts';

/** One way over the wire. */
export const HOP: Millis = 10;
/** What a handler takes before each status, artifact or raise; endings and decisions of the kernel take no time. */
export const STEP: Millis = 100;
/** Where the lab stops an episode that does not end. */
export const HORIZON: Millis = 120_000;

/** More than this in one turn is a flood, and the turn says nothing. */
export const OPS_PER_TURN = 2_000;
export const CHARACTERS_PER_TURN = 4_000_000;
/** What of a wish counts towards that: the text of an answer, and what is to be kept. */
export function charactersOf(op: Op): number {
  if (op.op === 'store') return op.list.length + ('text' in op.wish ? op.wish.text.length : 0);
  return 'text' in op && op.text !== undefined ? op.text.length : 0;
}
/** An instant that takes more turns than this never ends. */
export const TURNS_PER_INSTANT = 10_000;
/** An agent that had to be ended for keeping its turn this often is not started again: each time costs seconds that are real. */
export const MOST_STUCK_LIVES = 8;
/** Lives of an agent that is started again by itself. */
export const MOST_LIVES = 100;
/** How many chunks a reader lets a server send before it has taken any. */
export const DEFAULT_CREDIT = 16;

/** Why a call is lost that nobody could take. */
export const CONNECTION_REFUSED = 'connection refused';
