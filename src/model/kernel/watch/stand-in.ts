// A stand-in as a fold of its history. Whoever performs its effects keeps one of these and moves it; whoever comes after a crash
// makes the same one from the same events. SPEC.md W.20.

import { initialTransition, transition, type SnapshotFrom } from 'xstate';
import type { StandInStateName } from '../../log/watch-fact.ts';
import type { FirstEvent, StandInEvent } from './stand-in-event.ts';
import type { StandInEffect } from './stand-in-effect.ts';
import { standInMachine } from './stand-in-machine.ts';
import type { MachineEvent } from './stand-in-setup.ts';
import type { StandIn } from './stand-in-state.ts';
import type { Doorbell } from './push-validator.ts';

type Snapshot = SnapshotFrom<typeof standInMachine>;

export interface StandInMoment {
  readonly state: StandInStateName;
  readonly standIn: StandIn;
  /** Events of the history so far. */
  readonly events: number;
  readonly snapshot: Snapshot;
}

export interface Move {
  readonly moment: StandInMoment;
  /** In the order in which they are to be done. */
  readonly effects: readonly StandInEffect[];
}

/** The stand-in of a history that has just begun. */
export function beginStandIn(first: FirstEvent): Move {
  const [snapshot, actions] = initialTransition(standInMachine, first);
  return { moment: momentOf(snapshot, 1), effects: effectsOf(actions) };
}

/**
 * Moves a stand-in by one event.
 * @returns undefined where the event changes nothing: a stale answer, a timer that is no longer waited for; it is not to be saved
 */
export function moveStandIn(moment: StandInMoment, event: StandInEvent): Move | undefined {
  const named = { type: event.kind, lived: event } as MachineEvent;
  if (!moment.snapshot.can(named)) return undefined;
  const [snapshot, actions] = transition(standInMachine, moment.snapshot, named);
  return { moment: momentOf(snapshot, moment.events + 1), effects: effectsOf(actions) };
}

/**
 * The stand-in of a saved history.
 * @returns undefined where the history is empty or does not begin with a beginning
 */
export function standInOf(history: readonly StandInEvent[]): StandInMoment | undefined {
  const [first, ...rest] = history;
  if (first?.kind !== 'stand-in-begun' && first?.kind !== 'stand-in-resumed') return undefined;
  let { moment } = beginStandIn(first);
  for (const event of rest) moment = moveStandIn(moment, event)?.moment ?? moment;
  return moment;
}

/** What a push is judged against. Closed from the moment a cancel is known: nothing that rings after it is heard. */
export function doorbellOf({ state, standIn }: StandInMoment): Doorbell {
  const isClosed = state === 'closing' || state === 'ended' || standIn.isCanceled;
  return { isClosed, watch: standIn.watch, remoteTaskId: standIn.remoteTaskId };
}

function momentOf(snapshot: Snapshot, events: number): StandInMoment {
  return { state: innermost(snapshot.value), standIn: snapshot.context, events, snapshot };
}

function innermost(value: Snapshot['value']): StandInStateName {
  let inner: unknown = value;
  while (typeof inner === 'object' && inner !== null) inner = Object.values(inner)[0];
  return inner as StandInStateName;
}

function effectsOf(actions: readonly { readonly type: string; readonly params: unknown }[]): readonly StandInEffect[] {
  const effects: StandInEffect[] = [];
  for (const { type, params } of actions) if (type === 'perform') effects.push(...(params as readonly StandInEffect[]));
  return effects;
}
