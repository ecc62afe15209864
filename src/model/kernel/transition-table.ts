// The lifecycle as a table, generated from the machine when this file is loaded: bulk replay asks the table a million
// times where the machine would be too slow. A test holds table and machine equal. SPEC.md T.1–T.4.

import { invariant } from '../base/assert.ts';
import { TASK_STATES, type TaskState } from '../protocol/task.ts';
import { lifecycleMachine } from './lifecycle.ts';

type MovesByState = Readonly<Record<TaskState, ReadonlySet<TaskState>>>;

function byState<T>(make: (state: TaskState) => T): Readonly<Record<TaskState, T>> {
  return Object.fromEntries(TASK_STATES.map((state) => [state, make(state)])) as Record<TaskState, T>;
}

function nodeOf(state: TaskState) {
  const node = lifecycleMachine.states[state];
  invariant(node, 'T.1', `the machine has no state ${state}`);
  return node;
}

function statesWhere(holds: (state: TaskState) => boolean): ReadonlySet<TaskState> {
  return new Set(TASK_STATES.filter(holds));
}

/** Legal targets of every state, in the order of TASK_STATES. */
export const TRANSITIONS: MovesByState = byState((state) => {
  const { on } = nodeOf(state);
  return statesWhere((target) => on[target] !== undefined);
});

/** States that accept nothing more. */
export const TERMINAL_STATES: ReadonlySet<TaskState> = statesWhere((state) => nodeOf(state).type === 'final');

/** States in which the callee waits for its caller. */
export const INTERRUPTED_STATES: ReadonlySet<TaskState> = statesWhere((state) => nodeOf(state).tags.includes('interrupted'));

/** Whether a state accepts nothing more; an observed word that is none of ours, or none at all, is not terminal. */
export function isTerminal(state: string | undefined): boolean {
  return TERMINAL_STATES.has(state as TaskState);
}

interface IllegalTransition {
  readonly kind: 'illegal-transition';
  readonly from: TaskState;
  readonly to: TaskState;
  readonly reason: string;
}
export type Advance = { readonly ok: true; readonly state: TaskState } | { readonly ok: false; readonly error: IllegalTransition };

/**
 * One move of a task.
 * @returns the new state, or why the lifecycle refuses it; never throws. SPEC.md T.1, T.2.
 */
export function advance(from: TaskState, to: TaskState): Advance {
  if (TRANSITIONS[from].has(to)) return { ok: true, state: to };
  const reason = TERMINAL_STATES.has(from) ? `${from} is terminal; cannot move to ${to}` : `${from} -> ${to} is not a legal transition`;
  return { ok: false, error: { kind: 'illegal-transition', from, to, reason } };
}

export interface Reach {
  /** States reachable in one or more moves, in the order of TASK_STATES. */
  readonly states: readonly TaskState[];
  /** Fewest moves to a terminal state, 0 from a terminal one; undefined for a trap, of which there is none (T.3). */
  readonly movesToTerminal: number | undefined;
}

/** Where a task may still get from a state: breadth first over the table. */
export function reachFrom(start: TaskState): Reach {
  const distance = new Map<TaskState, number>();
  let frontier: readonly TaskState[] = [start];
  let movesToTerminal = isTerminal(start) ? 0 : undefined;
  for (let moves = 1; frontier.length > 0; moves += 1) {
    const next = [...new Set(frontier.flatMap((state) => [...TRANSITIONS[state]]))].filter((state) => !distance.has(state));
    for (const state of next) distance.set(state, moves);
    if (movesToTerminal === undefined && next.some(isTerminal)) movesToTerminal = moves;
    frontier = next;
  }
  return { states: TASK_STATES.filter((state) => distance.has(state)), movesToTerminal };
}

/** The lifecycle as drawn: states with their kind, and every legal move. */
export function lifecycleDrawing(): {
  readonly states: readonly { readonly state: TaskState; readonly terminal: boolean; readonly interrupted: boolean }[];
  readonly moves: readonly { readonly from: TaskState; readonly to: TaskState }[];
} {
  return {
    states: TASK_STATES.map((state) => ({ state, terminal: isTerminal(state), interrupted: INTERRUPTED_STATES.has(state) })),
    moves: TASK_STATES.flatMap((from) => [...TRANSITIONS[from]].map((to) => ({ from, to }))),
  };
}
