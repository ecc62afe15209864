// What each fact of a stand-in adds to what is kept of it (SPEC.md P.91).

import { countBelow } from '../log/column.ts';
import type { RowKind } from '../log/row-kind.ts';
import type { WatchFact } from '../log/watch-fact.ts';
import type { TaskState } from '../protocol/task.ts';
import { movedOn, pushAccepted, recheckWaits, taskFetched } from './stand-in-rechecks.ts';
import { MODE_OF_STATE, type At, type StandInTrack, type WatchMode } from './stand-in-track.ts';

type FactOf<K extends WatchFact['kind']> = Extract<WatchFact, { readonly kind: K }>;
/** A state that the stand-in is known to have; the text where that is told. */
export interface HeardState {
  readonly state: TaskState;
  readonly text: string | undefined;
}
interface FactAt extends At {
  readonly row: number;
}
type TakeDown<K extends WatchFact['kind']> = (track: StandInTrack, at: FactAt, fact: FactOf<K>) => HeardState | undefined | void;

const TAKE_DOWN: { readonly [K in WatchFact['kind']]: TakeDown<K> } = {
  'stand-in-moved': moved,
  'turn-started': () => undefined,
  parked: (_track, _at, { state }) => heard(state, undefined),
  registered: ({ digests }, { seq }, { tokenDigest }) => void digests.push({ seq, digest: tokenDigest }),
  'registration-failed': () => undefined,
  'watch-changed': (track, { seq }, { mode }) => changeMode(track, seq, mode),
  'task-fetched': (track, at, fact) => {
    track.fetches.push(at.seq);
    taskFetched(track, at, fact);
    return heard(fact.state, fact.text);
  },
  'recheck-waiting': recheckWaits,
  'follow-subscribed': (track, at, { followRun }) => subscribed(track, at, followRun),
  'follow-ended': endStretch,
  'follow-cancelled': endStretch,
  'parent-told': (track, { seq, row }, { state, text, note }) => {
    track.told.push({ seq, row, value: undefined });
    if (note) track.notes.push(seq);
    return heard(state, text);
  },
  'stand-in-closed': ({ closed }, { seq }, { state }) => void closed.push({ seq, state }),
  'history-rolled': (track, { seq }) => {
    track.lastFollowRun = 0;
    track.rolls.push(seq);
  },
  'push-accepted': (track, at, { claimed }) => pushAccepted(track, at, claimed),
  'push-refused': ({ refused }, { seq }) => void refused.push(seq),
  'push-deletion-failed': ({ deletionsFailed }, { seq }) => void deletionsFailed.push(seq),
};

/** Whether rows of this kind hold a fact of a stand-in. */
export function isOfStandIn(kind: RowKind): boolean {
  return Object.hasOwn(TAKE_DOWN, kind);
}

/** Takes a fact down. @returns the state of the remote task that the stand-in has by it, where it tells one */
export function takeDown<K extends WatchFact['kind']>(track: StandInTrack, at: FactAt, fact: FactOf<K>): HeardState | undefined {
  // What stands under a fact's own kind takes that fact: a pairing the compiler cannot follow through the table.
  return (TAKE_DOWN[fact.kind] as TakeDown<K>)(track, at, fact) ?? undefined;
}

function heard(state: TaskState | undefined, text: string | undefined): HeardState | undefined {
  return state && { state, text: text === '' ? undefined : text };
}

function moved(track: StandInTrack, { seq, time }: At, fact: FactOf<'stand-in-moved'>): void {
  const { event, from, to } = fact;
  const move = { seq, time, event, from, to };
  track.moves.push(move);
  if (event === 'registration-begun') track.registrations.push(seq);
  const mode = MODE_OF_STATE[to];
  if (mode) changeMode(track, seq, mode);
  movedOn(track, move);
}

function changeMode({ modes }: StandInTrack, seq: number, mode: WatchMode): void {
  if (modes.at(-1)?.mode !== mode) modes.push({ seq, mode });
}

function subscribed(track: StandInTrack, { seq, time }: At, followRun: number): void {
  endStretch(track, { seq, time });
  track.subscriptions.push(seq);
  if (followRun !== track.lastFollowRun) track.followRuns.push(seq);
  track.lastFollowRun = followRun;
  const last = track.open.at(-1);
  const before = last ? last.before + lengthOf(last, last.end?.time) : 0;
  track.open.push({ seq, time, before, end: undefined });
}

export function endStretch({ open }: StandInTrack, end: At): void {
  const last = open.at(-1);
  if (last) last.end ??= end;
}

function lengthOf({ time }: At, until: number | undefined): number {
  return time === undefined || until === undefined ? 0 : Math.max(0, until - time);
}

/** How long subscriptions had been open at a cursor whose time is this. */
export function openUpTo({ open }: StandInTrack, cursor: number, now: number | undefined): number {
  const count = countBelow(open.length, (place) => open[place]?.seq ?? 0, cursor + 1);
  const last = open[count - 1];
  if (!last) return 0;
  return last.before + lengthOf(last, last.end && last.end.seq <= cursor ? last.end.time : now);
}
