// Which tries at a doorbell came of a ring on the way. Nobody answers for a dead worker; the agent then rings again after a pause, the
// same ring, and whatever it gets at last is what the ring got.

import type { DoorbellTry } from '../../model/projections/doorbell-tries.ts';
import { TRUE_RING, type Ring, type Ringing, type WatchAction } from '../../mock-agents/watch-scene.ts';

export type RingAction = Extract<WatchAction, { readonly do: 'ring' }>;

/** What is needed to tell whose tries are whose. */
export interface TriesOfEpisode {
  /** The last ones, up to the end. */
  readonly tries: readonly DoorbellTry[];
  readonly total: number;
  /** Of the virtual clock. */
  readonly startAt: number;
  /** How long a request is on its way. */
  readonly hopMs: number;
  /** The agent of the remote task: who else rings is the stranger. */
  readonly agent: string;
  /** How the agent rings where nobody answers. The stranger rings once. */
  readonly ringing: Pick<Ringing, 'attempts' | 'backOffMs'>;
}

/** What came of the rings of one action. */
export interface RungTries {
  readonly tries: readonly DoorbellTry[];
  /** How often the ring was sent that was sent most often. */
  readonly attempts: number;
}

/** A ring with all its members. */
export function ringOf({ at: _at, do: _do, ...given }: RingAction): Ring {
  return { ...TRUE_RING, ...given };
}

/** One action's rings on their way: each is sent when the one before it was answered or given up. */
interface Calling {
  readonly place: number;
  readonly ring: Ring;
  at: number;
  /** Of the ring that is sent next. */
  attempt: number;
  /** Rings that are neither answered nor given up. */
  left: number;
  attempts: number;
  readonly answered: DoorbellTry[];
}

/**
 * Which tries came of one of the actions, with those of rings that were sent again because nobody answered. Of an instant the rings of
 * one peer come last, in their order, and those that are sent again behind the others: what else it rang for then was the task itself.
 */
export function triesOfAction(actions: readonly WatchAction[], place: number, episode: TriesOfEpisode): RungTries {
  const action = actions[place];
  if (action?.do !== 'ring') return NOTHING_CAME;
  const { by } = ringOf(action);
  const callings = callingsBy(by, actions);
  const wanted = callings.find((calling) => calling.place === place);
  if (!wanted) return NOTHING_CAME;
  const tries = triesByTime(by, episode);
  const attempts = by === 'agent' ? episode.ringing.attempts : 1;
  const firstDeath = actions.reduce((first, each) => (each.do === 'kill' ? Math.min(first, each.at) : first), Infinity);
  const { startAt, hopMs } = episode;
  while (wanted.left > 0) {
    const now = callings.reduce((soonest, { left, at }) => (left > 0 ? Math.min(soonest, at) : soonest), Infinity);
    const calling = callings.filter(({ left, at }) => left > 0 && at === now).toSorted((one, other) => one.attempt - other.attempt);
    const came = takenAnswers(calling, tries.get(startAt + now + hopMs) ?? []);
    const isDead = now >= firstDeath && startAt + now + hopMs > firstListed(episode);
    for (const each of calling) {
      take(each, came.get(each) ?? []);
      // Only a dead worker does not answer; what is not in the list then was not answered in a way that the list tells.
      if (each.left > 0 && isDead) tryAgain(each, attempts, episode.ringing.backOffMs);
      else each.left = 0;
    }
  }
  return { tries: wanted.answered, attempts: wanted.attempts };
}

const NOTHING_CAME: RungTries = { tries: [], attempts: 0 };

function callingsBy(by: Ring['by'], actions: readonly WatchAction[]): readonly Calling[] {
  return actions.flatMap((action, place): Calling[] => {
    if (action.do !== 'ring') return [];
    const ring = ringOf(action);
    return ring.by === by ? [{ place, ring, at: action.at, attempt: 1, left: ring.times, attempts: 1, answered: [] }] : [];
  });
}

function triesByTime(by: Ring['by'], { tries, agent }: TriesOfEpisode): ReadonlyMap<number, DoorbellTry[]> {
  const found = new Map<number, DoorbellTry[]>();
  for (const each of tries) {
    // Whoever was not answered, because the worker died of this very call, may be the one or the other.
    if (each.time === undefined || (each.peer !== undefined && (each.peer === agent) !== (by === 'agent'))) continue;
    const then = found.get(each.time);
    if (then) then.push(each);
    else found.set(each.time, [each]);
  }
  return found;
}

/** Of a long list the first ones are left out: nothing can be told of what was before. */
function firstListed({ tries, total }: TriesOfEpisode): number {
  return total > tries.length ? (tries[0]?.time ?? Infinity) : -Infinity;
}

/** Who got which of the answers of an instant, from the last one on. They are taken out of the list. */
function takenAnswers(calling: readonly Calling[], free: DoorbellTry[]): ReadonlyMap<Calling, readonly DoorbellTry[]> {
  const found = new Map<Calling, readonly DoorbellTry[]>();
  for (const each of calling.toReversed()) {
    const got: DoorbellTry[] = [];
    while (got.length < each.left) {
      const place = free.findLastIndex((answer) => isOf(each, answer));
      const [answer] = place < 0 ? [] : free.splice(place, 1);
      if (!answer) break;
      got.unshift(answer);
    }
    found.set(each, got);
  }
  return found;
}

/** What was accepted tells what was claimed. */
function isOf({ ring: { claims, localTaskId } }: Calling, { claimed, standIn }: DoorbellTry): boolean {
  if (localTaskId !== null && standIn !== localTaskId) return false;
  return claims === null || claimed === undefined || claimed === claims;
}

function take(calling: Calling, answers: readonly DoorbellTry[]): void {
  if (answers.length === 0) return;
  calling.answered.push(...answers);
  calling.left -= answers.length;
  calling.attempt = 1;
}

/** After the last attempt of a ring the next one begins at once. */
function tryAgain(calling: Calling, attempts: number, backOffMs: number): void {
  if (calling.attempt >= attempts) {
    calling.left -= 1;
    calling.attempt = 1;
    return;
  }
  calling.at += backOffMs * 2 ** (calling.attempt - 1);
  calling.attempt += 1;
  calling.attempts = Math.max(calling.attempts, calling.attempt);
}
