// What a remote task says of itself, as a stand-in takes it: one function for the end of a turn, a fetched task and each event
// of a follow, so that all three report a change in the same way. SPEC.md W.10.

import type { ObservedState, TaskState } from '../../protocol/task.ts';
import { INTERRUPTED_STATES, isTerminal } from '../transition-table.ts';

/** A remote agent that keeps a task open for the next message has completed what it was asked. */
const AWAITING_NEXT_MESSAGE = 'awaiting-next-message';

/** Characters of a remote agent's text that are kept. */
const MOST_TEXT = 10_000;

export interface ToldStatus {
  readonly state: ObservedState;
  readonly subState?: string | undefined;
  /** Text of the status message; undefined where there is none. */
  readonly text?: string | undefined;
}

export interface RemoteTurn {
  readonly state: TaskState;
  /** Without secrets; null where the status has no message, which says nothing of the text that is known. */
  readonly text: string | null;
}

/** Cuts the secrets out of a text. The same text comes out the same. */
export type Scrub = (text: string) => string;

/** A status as a turn. @returns undefined for a state that is none of ours: nothing is concluded from it */
export function remoteTurn({ state, subState, text }: ToldStatus, scrub: Scrub): RemoteTurn | undefined {
  if (state === 'unknown') return undefined;
  return {
    state: state === 'input-required' && subState === AWAITING_NEXT_MESSAGE ? 'completed' : state,
    text: text === undefined ? null : scrub(text).slice(0, MOST_TEXT),
  };
}

/** What is known once a turn has been heard: its own text, or the known one where it has none. */
export function afterHearing(known: RemoteTurn | null, turn: RemoteTurn): RemoteTurn {
  return turn.text === null && known !== null ? { state: turn.state, text: known.text } : turn;
}

/** Whether a turn differs from what is known: the pair of state and text is compared, after secrets were cut. */
export function isChange(known: RemoteTurn | null, turn: RemoteTurn): boolean {
  return known === null || known.state !== turn.state || (turn.text !== null && turn.text !== known.text);
}

export function isFinal({ state }: RemoteTurn): boolean {
  return isTerminal(state);
}

/** Whether the parent gets a note, which wakes its model, or only sees the row move (SPEC.md W.11). */
export function leavesNote({ state }: RemoteTurn): boolean {
  return isTerminal(state) || INTERRUPTED_STATES.has(state);
}
