// What can be done to a doorbell by somebody who should not, or not so; what each must be answered, and what it may cost. In the order in
// which the receiver checks.

import { isTerminal } from '../../model/kernel/transition-table.ts';
import { MOST_FETCHES_OF_A_PUSH, MOST_PUSH_BYTES } from '../../model/kernel/watch/watch-constants.ts';
import type { StandInStory } from '../../model/projections/stand-in-story.ts';
import type { TaskState } from '../../model/protocol/task.ts';
import { TRUE_RING, type Ring, type WatchAction } from '../../mock-agents/watch-scene.ts';
import { ringOf, type RungTries } from './tries-of-action.ts';
import { virtual } from './watch-round.ts';

export type AttackId =
  | 'declared-size'
  | 'size'
  | 'no-token'
  | 'unreadable'
  | 'forged'
  | 'other-task'
  | 'unknown-id'
  | 'replay'
  | 'after-end'
  | 'disagrees'
  | 'flood';

export interface Attack {
  readonly id: AttackId;
  readonly title: string;
  readonly sends: string;
  /** Statuses that it must get, and nothing else, where a doorbell is armed. */
  readonly gets: readonly number[];
  readonly ring: Partial<Ring>;
  /** Looks that it may cause at most, all its pushes together. */
  readonly most: number;
  /** The stand-in is ended first. */
  readonly afterCancel?: true;
  /** Pushes that one peer may send in a minute, where nobody counts yet. */
  readonly rate?: number;
}

const FLOOD = 100;

export const ATTACKS: readonly Attack[] = [
  {
    id: 'declared-size',
    title: 'Oversize, declared',
    sends: `content-length says ${MOST_PUSH_BYTES + 1}`,
    gets: [413],
    ring: { by: 'stranger', token: 'wrong', declaredBytes: MOST_PUSH_BYTES + 1 },
    most: 0,
  },
  {
    id: 'size',
    title: 'Oversize, read',
    sends: `${MOST_PUSH_BYTES + 1} bytes, and no word of it`,
    gets: [413],
    ring: { by: 'stranger', token: 'wrong', bytes: MOST_PUSH_BYTES + 1 },
    most: 0,
  },
  { id: 'no-token', title: 'No token', sends: 'a push without the header', gets: [401], ring: { by: 'stranger', token: 'none' }, most: 0 },
  {
    id: 'unreadable',
    title: 'Unreadable body',
    sends: 'a token, and no JSON',
    gets: [400],
    ring: { by: 'stranger', token: 'wrong', body: 'no-json' },
    most: 0,
  },
  { id: 'forged', title: 'Forged token', sends: 'another token', gets: [401], ring: { by: 'stranger', token: 'wrong' }, most: 0 },
  { id: 'other-task', title: 'Other task', sends: 'the token, for another task', gets: [401], ring: { of: 'other' }, most: 0 },
  {
    id: 'unknown-id',
    title: 'Unknown local id',
    sends: 'the token, at another address',
    gets: [401],
    ring: { localTaskId: 'nobody' },
    most: 0,
  },
  {
    id: 'replay',
    title: 'Replay of a good push',
    sends: 'the same true push, twice',
    gets: [204],
    ring: { times: 2 },
    most: 2 * MOST_FETCHES_OF_A_PUSH,
  },
  { id: 'after-end', title: 'Push after the end', sends: 'a cancel, then a true push', gets: [401], ring: {}, most: 0, afterCancel: true },
  {
    id: 'disagrees',
    title: 'Claim that is not so',
    sends: 'the token, and a state that the task is not in',
    gets: [204],
    ring: {},
    most: MOST_FETCHES_OF_A_PUSH,
  },
  {
    id: 'flood',
    title: 'Flood',
    sends: `${FLOOD} true pushes at once; a rate is set`,
    gets: [204, 429],
    ring: { times: FLOOD },
    rate: 60,
    most: FLOOD * MOST_FETCHES_OF_A_PUSH,
  },
];

/** What an attack adds to an episode at a virtual time. `state`: what the task is in then. */
export function attackAt({ id, ring, afterCancel }: Attack, at: number, state: TaskState | undefined): readonly WatchAction[] {
  const claims = id === 'disagrees' ? { claims: falseClaim(state) } : {};
  const rung: WatchAction = { at: afterCancel ? at + AFTER_CANCEL_MS : at, do: 'ring', by: 'agent', ...ring, ...claims };
  return afterCancel ? [{ at, do: 'cancel' }, rung] : [rung];
}

/** The stand-in has closed by then. */
const AFTER_CANCEL_MS = 500;

/** An end that has not come, so that it would matter if it were believed. */
function falseClaim(state: TaskState | undefined): TaskState {
  if (state === undefined || !isTerminal(state)) return 'completed';
  return state === 'completed' ? 'failed' : 'completed';
}

/** The one of this attack that was pressed last. */
export function placeOfAttack(attack: Attack, actions: readonly WatchAction[]): number | undefined {
  const found = actions.findLastIndex((_, place) => isAttack(attack, actions, place));
  return found < 0 ? undefined : found;
}

/** Which attack one of the actions is. */
export function attackOf(actions: readonly WatchAction[], place: number): Attack | undefined {
  return ATTACKS.find((attack) => isAttack(attack, actions, place));
}

function isAttack({ id, ring, afterCancel }: Attack, actions: readonly WatchAction[], place: number): boolean {
  const action = actions[place];
  if (action?.do !== 'ring') return false;
  const came = ringOf(action);
  const wanted = { ...TRUE_RING, ...ring };
  if (id === 'disagrees') return sameRing(came, { ...wanted, claims: came.claims }) && came.claims !== null;
  if (!sameRing(came, wanted)) return false;
  return !afterCancel || actions.some((other, at) => other.do === 'cancel' && isShortlyBefore(action.at - other.at, at < place));
}

function isShortlyBefore(ms: number, isListedBefore: boolean): boolean {
  return ms <= AFTER_CANCEL_MS && (ms > 0 || (ms === 0 && isListedBefore));
}

const RING_MEMBERS = Object.keys(TRUE_RING) as readonly (keyof Ring)[];

function sameRing(one: Ring, other: Ring): boolean {
  return RING_MEMBERS.every((name) => one[name] === other[name]);
}

export interface AttackOutcome {
  /** How often each status was answered. */
  readonly statuses: readonly (readonly [status: number, count: number])[];
  readonly fetches: number;
  /** Every answer is one that it must get, and the looks are no more than it may cost. */
  readonly isAsMust: boolean;
  readonly seq: number;
  /** How often the ring was sent that was sent most often. */
  readonly attempts: number;
}

/**
 * What came of an attack.
 * @param gets what it must be answered there
 * @returns undefined where nothing of it is in the log
 */
export function outcomeOf({ tries, attempts }: RungTries, gets: readonly number[], most: number): AttackOutcome | undefined {
  const [first] = tries;
  if (!first) return undefined;
  const counts = new Map<number, number>();
  let fetches = 0;
  for (const each of tries) {
    counts.set(each.status, (counts.get(each.status) ?? 0) + 1);
    fetches += each.fetches;
  }
  const isAsMust = [...counts.keys()].every((status) => gets.includes(status)) && fetches <= most;
  return { statuses: [...counts], fetches, isAsMust, seq: first.seq, attempts };
}

/** Whether a doorbell is armed; `changing`: it is being armed, or closes, in this very instant. */
export type Door = 'armed' | 'changing' | 'none';

/**
 * What an attack must get: as listed where a doorbell is armed; else nothing that gets as far as the last check is accepted. In the
 * very instant in which the door changes it is the one or the other.
 */
export function mustGet({ gets }: Attack, door: Door): readonly number[] {
  const refused = gets.map((status) => (status === 204 ? 401 : status));
  return door === 'armed' ? gets : [...new Set(door === 'none' ? refused : [...gets, ...refused])];
}

/** How the door is there: armed from the instant in which push was chosen to the one in which it closes; in these two it changes. */
export function doorAt(story: StandInStory | undefined, at: number): Door {
  if (story?.mode !== 'push') return 'none';
  const { moves, movesTotal } = story;
  const opened = moves.find(({ event, to }) => event === 'watch-chosen' || (event === 'stand-in-resumed' && to !== 'choosing'));
  const closed = moves.find(({ to }) => to === 'closing' || to === 'ended');
  // Of a long history the first moves are not listed.
  const from = opened ? virtual(opened.time) : movesTotal > moves.length ? -Infinity : Infinity;
  const until = closed ? virtual(closed.time) : Infinity;
  if (at === from || at === until) return 'changing';
  return at > from && at < until ? 'armed' : 'none';
}
