// What a stand-in is at a moment, and the small changes that its machine makes of it. Pure; no clock.

import type { WatchFact } from '../../log/watch-fact.ts';
import type { TaskId, TaskState } from '../../protocol/task.ts';
import type { FirstEvent, Kept, Reply, StandInSetting } from './stand-in-event.ts';
import type { StandInEffect, Telling, TimerUse } from './stand-in-effect.ts';
import { afterHearing, isChange, leavesNote, type RemoteTurn } from './turn-mapping.ts';
import type { RemoteWatch } from './watch-choice.ts';
import { PUSH_RECHECKS_MS } from './watch-constants.ts';

export interface Timer {
  readonly timer: number;
  readonly until: number;
  readonly use: TimerUse;
}

export interface StandIn extends StandInSetting {
  readonly remoteTaskId: TaskId | null;
  readonly watch: RemoteWatch | null;
  readonly last: RemoteTurn | null;
  readonly replies: readonly Reply[];
  /** Ids of the newest replies. */
  readonly heardReplies: readonly string[];
  /** The reply that the turn under way is about. */
  readonly reply: Reply | null;
  readonly isCanceled: boolean;
  readonly isRegistering: boolean;
  readonly hasLostRegistration: boolean;
  readonly isRollDue: boolean;
  readonly isRolled: boolean;
  /** An accepted push, or a registration to reconcile with, that has not been fetched for yet. */
  readonly pending: 'none' | 'reconcile' | 'push';
  readonly fetchWhy: 'reconcile' | 'push' | 'recheck';
  readonly claimed: TaskState | null;
  /** Rechecks begun for the newest push. */
  readonly rechecks: number;
  /** The last number given out: calls and timers share them. */
  readonly calls: number;
  /** The call whose answer is awaited. */
  readonly call: number;
  readonly timer: Timer | null;
  readonly window: Timer | null;
  readonly turns: number;
  readonly followRuns: number;
  readonly deletions: number;
  /** The last number told to the parent, and what it has not confirmed yet. */
  readonly told: number;
  readonly untold: readonly Telling[];
}

const NOTHING_KEPT = { remoteTaskId: null, watch: null, last: null, calls: 0, told: 0 };

/** A stand-in of which only the first event has happened. */
export function firstStandIn(first: FirstEvent): StandIn {
  const kept: Kept = first.kind === 'stand-in-resumed' ? first.kept : { ...NOTHING_KEPT, heardReplies: [first.reply.replyId] };
  return {
    standIn: first.standIn,
    agent: first.agent,
    participant: first.participant,
    followIntervalMs: first.followIntervalMs,
    remoteTaskId: kept.remoteTaskId,
    watch: kept.watch,
    last: kept.last,
    replies: first.kind === 'stand-in-begun' ? [first.reply] : [],
    heardReplies: kept.heardReplies,
    reply: null,
    isCanceled: false,
    isRegistering: false,
    hasLostRegistration: kept.hasLostRegistration ?? false,
    isRollDue: false,
    isRolled: first.kind === 'stand-in-resumed' && first.isRolled,
    pending: 'none',
    fetchWhy: 'push',
    claimed: null,
    rechecks: 0,
    calls: kept.calls,
    call: 0,
    timer: null,
    window: null,
    turns: 0,
    followRuns: 0,
    deletions: 0,
    told: kept.told,
    untold: [],
  };
}

export type Change = Partial<StandIn>;

/** Ids of replies that are remembered. */
const MOST_REPLIES = 100;

/** A reply waits for its turn. */
export function replyQueued({ replies, heardReplies }: StandIn, reply: Reply): Change {
  return { replies: [...replies, reply], heardReplies: [...heardReplies, reply.replyId].slice(-MOST_REPLIES) };
}

/** A turn as it changes what is known: the pair is stored, and the parent is owed a telling, where it differs (SPEC.md W.11). */
export function applied(standIn: StandIn, turn: RemoteTurn): Change {
  if (!isChange(standIn.last, turn)) return {};
  const telling = nextTelling(standIn, turn);
  return { last: telling.turn, told: telling.number, untold: [...standIn.untold, telling] };
}

/** The telling that a turn owes the parent, of the stand-in as it was before; none where nothing differs. */
export function tellingEffects(standIn: StandIn, turn: RemoteTurn): readonly StandInEffect[] {
  return isChange(standIn.last, turn) ? [{ kind: 'tell-parent', telling: nextTelling(standIn, turn) }] : [];
}

function nextTelling(standIn: StandIn, turn: RemoteTurn): Telling {
  return { number: standIn.told + 1, turn: afterHearing(standIn.last, turn), isNote: leavesNote(turn) };
}

/** The next call, awaited. */
export function nextCall({ calls }: StandIn): Change & { readonly call: number } {
  return { calls: calls + 1, call: calls + 1 };
}

export function newTimer({ calls }: StandIn, use: TimerUse, until: number): Timer {
  return { timer: calls + 1, until, use };
}

export function sleeping(timer: Timer | null): readonly StandInEffect[] {
  return timer ? [{ kind: 'sleep', ...timer }] : [];
}

export function waking(...timers: readonly (Timer | null)[]): readonly StandInEffect[] {
  return timers.flatMap((timer) => (timer ? [{ kind: 'wake-cancel', timer: timer.timer }] : []));
}

/** Whether somebody waits for the stand-in to leave the watch: every wait breaks on it. */
export function isCalledAway({ replies, isCanceled }: StandIn): boolean {
  return isCanceled || replies.length > 0;
}

/** Whether the fetched state leaves a claim open that may still come true, and a wait is left for it (SPEC.md W.9). */
export function isRecheckDue(standIn: StandIn, fetched: TaskState | undefined): boolean {
  const { claimed, rechecks, pending, fetchWhy } = standIn;
  if (fetchWhy === 'reconcile' || pending !== 'none' || isCalledAway(standIn)) return false;
  const isOpen = fetched === undefined || (claimed !== null && claimed !== fetched);
  return isOpen && rechecks < PUSH_RECHECKS_MS.length;
}

type FactBody<F> = F extends WatchFact ? Omit<F, 'standIn' | 'taskId'> : never;

/** A fact about this stand-in, with the names that every such fact carries. */
export function factAbout({ standIn, remoteTaskId }: StandIn, body: FactBody<WatchFact>): WatchFact {
  return { ...body, standIn, ...(remoteTaskId === null ? {} : { taskId: remoteTaskId }) };
}

/** A fact about this stand-in, to be logged. */
export function logged(standIn: StandIn, body: FactBody<WatchFact>): StandInEffect {
  return { kind: 'log', fact: factAbout(standIn, body) };
}

/** Where a history that is cut goes on from. */
export function rolledFirst(rolled: StandIn, at: number): FirstEvent {
  const { standIn, agent, participant, followIntervalMs, remoteTaskId, watch, last, calls, told, heardReplies, hasLostRegistration } =
    rolled;
  const kept = { remoteTaskId, watch, last, calls, told, heardReplies, ...(hasLostRegistration ? { hasLostRegistration } : {}) };
  return { kind: 'stand-in-resumed', at, standIn, agent, participant, followIntervalMs, isRolled: true, kept };
}
