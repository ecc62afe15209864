// What may be concluded from what was seen of a peer's task. A poll shows samples: the later one must be reachable from the
// earlier one. A stream shows every move: each must be one that the lifecycle knows. SPEC.md Q.5, Q.6.

import type { PeerTask } from '../protocol/peer.ts';
import { TASK_STATES, type TaskState } from '../protocol/task.ts';
import { reachFrom, TRANSITIONS } from './transition-table.ts';

const REACHABLE: Readonly<Record<string, ReadonlySet<TaskState>>> = Object.fromEntries(
  TASK_STATES.map((state) => [state, new Set([state, ...reachFrom(state).states])]),
);

/** Whether two events of a stream in a row may show these states; a state that stays is no move. SPEC.md Q.5. */
export function isOneMove(from: TaskState, to: TaskState): boolean {
  return TRANSITIONS[from].has(to);
}

/** Whether two samples may show these states, in this order; the same state twice may. SPEC.md Q.6. */
export function isReachable(from: TaskState, to: TaskState): boolean {
  return REACHABLE[from]?.has(to) ?? false;
}

/** What an event of a stream is: the next move, one that says nothing new, or one that no honest stream has. */
export type EventVerdict = { readonly kind: 'move' | 'repeat' } | { readonly kind: 'violation'; readonly why: string };

const MOVE: EventVerdict = { kind: 'move' };
const REPEAT: EventVerdict = { kind: 'repeat' };

/** Holds the events of one stream to their order. The first one shows the present state, which is a sample. */
export class StreamOrder {
  readonly #stateOfSeq = new Map<number, TaskState>();
  readonly #heartbeat: boolean;
  #lastSeq = -Infinity;
  #last: TaskState | undefined;
  #progressAt = -Infinity;

  /** @param heartbeat whether the peer's card promises signs of life: events that repeat the state with a later `lastProgressAt` */
  constructor(heartbeat: boolean) {
    this.#heartbeat = heartbeat;
  }

  take({ state, seq, lastProgressAt }: Pick<PeerTask, 'state' | 'seq' | 'lastProgressAt'>): EventVerdict {
    const beats = this.#heartbeat && lastProgressAt !== undefined && lastProgressAt > this.#progressAt;
    if (lastProgressAt !== undefined && beats) this.#progressAt = lastProgressAt;
    if (seq !== undefined) {
      const said = this.#stateOfSeq.get(seq);
      // Delivered again: what at-least-once means.
      if (said === state) return REPEAT;
      if (said !== undefined) return { kind: 'violation', why: `event ${seq} said ${said} first and then ${state}` };
      if (seq < this.#lastSeq) return { kind: 'violation', why: `event ${seq} came after event ${this.#lastSeq}` };
      this.#stateOfSeq.set(seq, state);
      this.#lastSeq = seq;
    }
    const from = this.#last;
    this.#last = state;
    if (from === undefined) return MOVE;
    if (from === state && beats) return REPEAT;
    return isOneMove(from, state) ? MOVE : { kind: 'violation', why: `the stream moved from ${from} to ${state}` };
  }
}
