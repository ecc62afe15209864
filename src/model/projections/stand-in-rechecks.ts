// What followed an accepted push: looks at the task, the waits between them, and how it came out (SPEC.md P.92).

import { isTerminal } from '../kernel/transition-table.ts';
import { MOST_FETCHES_OF_A_PUSH } from '../kernel/watch/watch-constants.ts';
import type { WatchFact } from '../log/watch-fact.ts';
import type { RecheckStory, StandInMove } from './stand-in-story.ts';
import type { At, PushTrack, StandInTrack } from './stand-in-track.ts';

type FactOf<K extends WatchFact['kind']> = Extract<WatchFact, { readonly kind: K }>;

/** A push was accepted: whatever the one before it was waiting for is over. */
export function pushAccepted(track: StandInTrack, at: At, claimed: PushTrack['claimed']): void {
  const before = track.pushes.at(-1);
  if (before) endRechecks(before, at.seq, 'rung-again');
  // It was saved in one stroke with its move: a look that was under way then had another cause.
  const isPreceded = track.moves.at(-1)?.from === 'fetching';
  track.pushes.push({ seq: at.seq, time: at.time, claimed, isPreceded, looks: [], waits: [], over: undefined });
}

export function recheckWaits({ pushes }: StandInTrack, { seq, time }: At, { recheck, waitMs }: FactOf<'recheck-waiting'>): void {
  const push = pushes.at(-1);
  if (push && !push.over) push.waits.push({ seq, time, recheck, waitMs, overSeq: undefined });
}

/** A look at the task was answered. */
export function taskFetched({ pushes, moves }: StandInTrack, at: At, fact: FactOf<'task-fetched'>): void {
  const push = pushes.at(-1);
  if (!push || push.over) return;
  if (push.isPreceded) return void (push.isPreceded = false);
  if (fact.why === 'reconcile') return;
  const { state } = fact;
  const wait = push.waits.at(-1);
  const waitedMs = push.looks.length === 0 ? 0 : (wait?.waitMs ?? 0);
  const agrees = state !== undefined && (push.claimed === undefined || push.claimed === state);
  push.looks.push({ seq: at.seq, time: at.time, waitedMs, state, agrees });
  if (agrees) return endRechecks(push, at.seq, 'agreed');
  if (state !== undefined && isTerminal(state)) return endRechecks(push, at.seq, 'ended');
  if (moves.at(-1)?.to === 'rechecking') return;
  endRechecks(push, at.seq, push.looks.length >= MOST_FETCHES_OF_A_PUSH ? 'gave-up' : 'broken-off');
}

/** The machine moved: a wait may be over by it, and everything that a push is still owed. */
export function movedOn({ pushes }: StandInTrack, { seq, event, from, to }: StandInMove): void {
  const push = pushes.at(-1);
  if (!push || push.over) return;
  const wait = push.waits.at(-1);
  if (wait && to !== 'rechecking') wait.overSeq ??= seq;
  // The fact of the look, in the same stroke, tells how it came out.
  if (event === 'task-fetched' || event === 'fetch-failed') return;
  const isLeft = from === 'rechecking' && to !== 'rechecking' && to !== 'fetching';
  if (to === 'closing' || to === 'ended') endRechecks(push, seq, event === 'turn-ended' ? 'ended' : 'broken-off');
  else if (isLeft) endRechecks(push, seq, 'broken-off');
}

function endRechecks(push: PushTrack, seq: number, how: NonNullable<PushTrack['over']>['how']): void {
  push.over ??= { seq, how };
  const wait = push.waits.at(-1);
  if (wait) wait.overSeq ??= seq;
}

/** A push as it looks at a cursor. */
export function recheckStory(push: PushTrack, cursor: number): RecheckStory {
  const { seq, time, claimed, looks, waits, over } = push;
  const wait = waits.findLast((each) => each.seq <= cursor);
  const isWaiting = wait !== undefined && (wait.overSeq === undefined || wait.overSeq > cursor);
  return {
    pushSeq: seq,
    pushTime: time,
    claimed,
    looks: looks.filter((look) => look.seq <= cursor),
    waiting: isWaiting ? { seq: wait.seq, recheck: wait.recheck, waitMs: wait.waitMs, time: wait.time } : undefined,
    over: over && over.seq <= cursor ? over.how : undefined,
  };
}
