// What the stand-in's machine is made of: its events, and the few actions and guards that its moves name.

import { assign, setup } from 'xstate';
import type { FirstEvent, StandInEventKind, StandInEventOf } from './stand-in-event.ts';
import type { StandInEffect } from './stand-in-effect.ts';
import { isCalledAway, type Change, type StandIn } from './stand-in-state.ts';

/** An event as XState names it, around the event of the history. */
export type MachineEvent = { [K in StandInEventKind]: { readonly type: K; readonly lived: StandInEventOf<K> } }[StandInEventKind];

/** Moves are written with these names. */
export const standInSetup = setup({
  types: { context: {} as StandIn, events: {} as MachineEvent, input: {} as FirstEvent },
  actions: {
    keep: assign((_, change: Change) => change),
    /** Does nothing: whoever moves the machine reads the effects off. */
    perform: (_, _effects: readonly StandInEffect[]) => undefined,
  },
  guards: {
    isCalledAway: ({ context }) => isCalledAway(context),
    mayLeave: ({ context }) => isCalledAway(context) || context.isRollDue,
    isAwaited: ({ context }, answer: { readonly call: number }) => answer.call === context.call,
  },
});
