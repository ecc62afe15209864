// What each move of the stand-in's machine changes and asks for. The machine says when; this says what. Pure.

import type { WatchFact } from '../../log/watch-fact.ts';
import type { FirstEvent, StandInEvent, StandInEventOf } from './stand-in-event.ts';
import type { StandInEffect } from './stand-in-effect.ts';
import { applied, logged, newTimer, nextCall, rolledFirst, sleeping, tellingEffects, type Change, type StandIn } from './stand-in-state.ts';
import { isFinal, type RemoteTurn } from './turn-mapping.ts';
import { FOLLOW_RETRY_MS, FOLLOW_WINDOW_MS, PUSH_RECHECKS_MS, REMOTE_CALLS } from './watch-constants.ts';

type Effects = readonly StandInEffect[];

/** A task that never came to be has failed. */
export const FAILED_TURN: RemoteTurn = { state: 'failed', text: null };
/** A claim dies when parking is over. */
export const NO_CLAIM: Change = { claimed: null, rechecks: 0 };
const MOST_DELETIONS = REMOTE_CALLS.delete.attempts;

/** When a state was entered; the machine's first move has the first event for its input. */
function instantOf(event: { readonly lived?: StandInEvent; readonly input?: FirstEvent }): number {
  return (event.lived ?? event.input)?.at ?? 0;
}

export function isOwed({ untold }: StandIn, number: number): boolean {
  return untold.some((telling) => telling.number === number);
}

export function parentTold(context: StandIn, heard: number): Effects {
  return context.untold.flatMap(({ number, turn, isNote }) => {
    const told = { kind: 'parent-told', number, state: turn.state, text: turn.text ?? '', note: isNote } as const;
    return number === heard ? [logged(context, told)] : [];
  });
}

export function confirmed({ untold }: StandIn, number: number): Change {
  return { untold: untold.filter((telling) => telling.number !== number) };
}

export function isLastUntold({ untold }: StandIn, number: number): boolean {
  return untold.length === 1 && untold[0]?.number === number;
}

export function tellAgain({ untold }: StandIn): Effects {
  return untold.map((telling) => ({ kind: 'tell-parent', telling }));
}

// Turns

export function turnBegun(context: StandIn): Change {
  const [reply = null, ...replies] = context.replies;
  return { ...nextCall(context), reply, replies, turns: context.turns + 1, timer: null };
}

export function startTurn(context: StandIn): Effects {
  return [logged(context, { kind: 'turn-started', turn: context.turns }), ...turnAgain(context)];
}

export function turnAgain({ call, remoteTaskId, reply }: StandIn): Effects {
  return reply ? [{ kind: 'start-turn', call, remoteTaskId, reply }] : [];
}

export function turnOver(context: StandIn, { remoteTaskId, turn }: StandInEventOf<'turn-ended'>): Change {
  return { ...applied(context, turn), reply: null, remoteTaskId: remoteTaskId ?? context.remoteTaskId };
}

export function parked(context: StandIn): Effects {
  const { isRolled, turns, last } = context;
  return isRolled && turns === 0 ? [] : [logged(context, { kind: 'parked', ...(last ? { state: last.state } : {}) })];
}

// Choosing the watch

export function called(context: StandIn): Change {
  return nextCall(context);
}

export function register({ call, remoteTaskId }: StandIn): Effects {
  return remoteTaskId === null ? [] : [{ kind: 'register-push', call, remoteTaskId }];
}

export function watchChosen(context: StandIn, chosen: StandInEventOf<'watch-chosen'>): Effects {
  const { agent } = context;
  const { watch, errorType } = chosen;
  const { mode } = watch;
  return [
    ...(errorType === undefined ? [] : [logged(context, { kind: 'registration-failed', agent, errorType })]),
    ...(watch.mode === 'push'
      ? [logged(context, { kind: 'registered', agent, configId: watch.configId, tokenDigest: watch.tokenDigest })]
      : []),
    logged(context, { kind: 'watch-changed', mode, why: errorType === undefined ? 'chosen' : 'the registration failed' }),
    ...(isLost(context, chosen) ? deleteLostPush(context) : []),
  ];
}

/** Whether a registration left that may have been taken: whatever became of its answer, the agent did not say that it refused. */
function isLost({ isRegistering }: StandIn, { errorType, isRefused }: StandInEventOf<'watch-chosen'>): boolean {
  return isRegistering && errorType !== undefined && isRefused !== true;
}

function deleteLostPush({ remoteTaskId }: StandIn): Effects {
  return remoteTaskId === null ? [] : [{ kind: 'delete-lost-push', remoteTaskId }];
}

/** Once after registering: what changed before the doorbell was there is looked for (SPEC.md W.7). */
export function watchKept(context: StandIn, chosen: StandInEventOf<'watch-chosen'>): Change {
  const { watch } = chosen;
  const hasLostRegistration = context.hasLostRegistration || isLost(context, chosen);
  return { watch, isRegistering: false, hasLostRegistration, pending: watch.mode === 'push' ? 'reconcile' : 'none' };
}

export function registrationLost(context: StandIn): Effects {
  return [
    logged(context, { kind: 'registration-failed', agent: context.agent, errorType: 'WorkerRestarted' }),
    logged(context, { kind: 'watch-changed', mode: 'follow', why: 'the registration was interrupted' }),
    ...deleteLostPush(context),
  ];
}

// Push

/** A new push starts the rechecks over, with its own claim. */
export function rung({ claimed }: StandInEventOf<'push-accepted'>): Change {
  return { pending: 'push', claimed, rechecks: 0 };
}

export function fetchBegun(context: StandIn): Change {
  const { pending } = context;
  return { ...nextCall(context), fetchWhy: pending === 'none' ? 'recheck' : pending, pending: 'none', timer: null };
}

export function fetch({ call, remoteTaskId, fetchWhy }: StandIn): Effects {
  if (remoteTaskId === null) return [];
  return [{ kind: 'fetch-task', call, remoteTaskId, rule: fetchWhy === 'reconcile' ? 'fetch' : 'fetch-of-a-push' }];
}

function fetchFact(context: StandIn, seen: { state?: RemoteTurn['state']; text?: string; errorType?: string }): StandInEffect {
  const { fetchWhy, claimed, pending } = context;
  // The claim of a push that came during the fetch is not what this fetch was for.
  const mayTell = claimed !== null && pending === 'none' && fetchWhy !== 'reconcile';
  return logged(context, { kind: 'task-fetched', why: fetchWhy, ...seen, ...(mayTell ? { claimed } : {}) });
}

export function fetched(context: StandIn, turn: RemoteTurn): Effects {
  const seen = { state: turn.state, ...(turn.text === null ? {} : { text: turn.text }) };
  return [fetchFact(context, seen), ...tellingEffects(context, turn)];
}

export function notFetched(context: StandIn, errorType: string): Effects {
  return [fetchFact(context, { errorType })];
}

export function recheck(context: StandIn, at: number, change: Change): Change {
  const { rechecks, calls } = context;
  const timer = newTimer(context, 'recheck', at + (PUSH_RECHECKS_MS[rechecks] ?? 0));
  return { ...change, timer, calls: calls + 1, rechecks: rechecks + 1 };
}

export function waitForRecheck(context: StandIn): Effects {
  const { rechecks, claimed, timer } = context;
  const waitMs = PUSH_RECHECKS_MS[rechecks - 1] ?? 0;
  return [
    logged(context, { kind: 'recheck-waiting', recheck: rechecks, waitMs, ...(claimed === null ? {} : { claimed }) }),
    ...sleeping(timer),
  ];
}

export function sleepAgain({ timer }: StandIn): Effects {
  return sleeping(timer);
}

/** No recheck follows; the claim of a push that came meanwhile stays. */
export function settled({ pending }: StandIn, change: Change): Change {
  return pending === 'none' ? { ...change, ...NO_CLAIM } : change;
}

// Follow

export function followBegun(context: StandIn, event: object): Change {
  const window = newTimer(context, 'follow-window', instantOf(event) + FOLLOW_WINDOW_MS);
  return { window, timer: null, calls: context.calls + 1, followRuns: context.followRuns + 1 };
}

export function watchTheWindow({ window }: StandIn): Effects {
  return sleeping(window);
}

export function isWindowOver({ window }: StandIn, at: number): boolean {
  return window !== null && at >= window.until;
}

export function subscribe(context: StandIn): Effects {
  const { call, remoteTaskId, last, followRuns } = context;
  if (remoteTaskId === null) return [];
  return [logged(context, { kind: 'follow-subscribed', followRun: followRuns }), { kind: 'subscribe', call, remoteTaskId, known: last }];
}

type WhyEnded = Extract<WatchFact, { kind: 'follow-ended' }>['why'];

export function followEnded(context: StandIn, why: WhyEnded, errorType?: string): StandInEffect {
  const { followRuns } = context;
  return logged(context, { kind: 'follow-ended', followRun: followRuns, why, ...(errorType === undefined ? {} : { errorType }) });
}

export function followHeard(context: StandIn, turn: RemoteTurn): Effects {
  return [{ kind: 'hang-up', call: context.call }, followEnded(context, 'changed'), ...tellingEffects(context, turn)];
}

export function streamEnded(context: StandIn, { errorType }: StandInEventOf<'stream-ended'>): Effects {
  return [followEnded(context, errorType === undefined ? 'unchanged' : 'error', errorType)];
}

export function followGone(context: StandIn, { errorType }: StandInEventOf<'follow-failed'>): Effects {
  return [followEnded(context, 'gone', errorType), logged(context, { kind: 'watch-changed', mode: 'off', why: 'the agent is gone' })];
}

export function windowOver(context: StandIn): Effects {
  return [{ kind: 'hang-up', call: context.call }, followEnded(context, 'window')];
}

export function hangUpFollow(context: StandIn): Effects {
  const { call, followRuns, isCanceled, replies } = context;
  const why = isCanceled ? 'cancel' : replies.length > 0 ? 'reply' : 'roll';
  return [{ kind: 'hang-up', call }, logged(context, { kind: 'follow-cancelled', followRun: followRuns, why })];
}

export function pause(context: StandIn, at: number): Change {
  return { timer: newTimer(context, 'follow-pause', at + context.followIntervalMs), calls: context.calls + 1 };
}

export function rest(context: StandIn, at: number): Change {
  return { timer: newTimer(context, 'follow-retry', at + FOLLOW_RETRY_MS), calls: context.calls + 1, window: null };
}

// Rolling

export function roll(context: StandIn, event: object): Effects {
  return [logged(context, { kind: 'history-rolled', kept: ['remote_task_id', 'watch', 'last'] }), ...rollAgain(context, event)];
}

export function rollAgain(context: StandIn, event: object): Effects {
  return [{ kind: 'roll', first: rolledFirst(context, instantOf(event)) }];
}

// The one door

/** A cancel ends the stand-in as canceled, unless the remote task has been seen to end. */
export function closed(context: StandIn): Change {
  const { last, isCanceled } = context;
  const isOver = last !== null && isFinal(last);
  const ended: RemoteTurn = isOver || !isCanceled ? (last ?? FAILED_TURN) : { state: 'canceled', text: last?.text ?? null };
  return { ...deletionBegun(context), last: ended, timer: null, window: null };
}

export function deletionBegun(context: StandIn): Change {
  return { ...nextCall(context), deletions: context.deletions + 1 };
}

/** What the parent is owed comes first: nothing is said or tidied up before it has heard. */
export function close(context: StandIn): Effects {
  if (context.untold.length > 0) return [];
  return [logged(context, { kind: 'stand-in-closed', state: endOf(context).state }), ...closeAgain(context)];
}

export function closeAgain(context: StandIn): Effects {
  const { isCanceled, remoteTaskId, untold, hasLostRegistration } = context;
  if (untold.length > 0) return [];
  const mustCancel = isCanceled && remoteTaskId !== null && endOf(context).state === 'canceled';
  return [
    ...(mustCancel ? [{ kind: 'cancel-task', remoteTaskId } as const] : []),
    // Once more: the agent may have taken it only after it had been asked for what it had.
    ...(hasLostRegistration ? deleteLostPush(context) : []),
    ...deletePush(context),
  ];
}

/** Whether nothing is left to do behind the door. */
export function isTidy({ untold, watch, deletions }: StandIn): boolean {
  return untold.length === 0 && (watch?.mode !== 'push' || deletions > MOST_DELETIONS);
}

export function deletePush({ watch, call, remoteTaskId, deletions }: StandIn): Effects {
  if (watch?.mode !== 'push' || remoteTaskId === null || deletions > MOST_DELETIONS) return [];
  return [{ kind: 'delete-push', call, remoteTaskId, configId: watch.configId }];
}

export function notDeleted(context: StandIn, errorType: string): Effects {
  return [logged(context, { kind: 'push-deletion-failed', attempt: context.deletions, errorType })];
}

export function end(context: StandIn): Effects {
  const { state, text } = endOf(context);
  return [{ kind: 'end', state, text: text ?? '' }];
}

function endOf({ last }: StandIn): RemoteTurn {
  return last ?? FAILED_TURN;
}
