// Which of many states to show where there is room for one: the worst. Kept in blocks of blocks, so that the worst of any
// stretch is found by looking at a few dozen places.

import { bytes, type Column } from '../log/column.ts';
import type { ObservedState } from '../protocol/task.ts';

/** From least to most in need of a look. */
const BY_SEVERITY: readonly ObservedState[] = [
  'completed',
  'submitted',
  'working',
  'unknown',
  'input-required',
  'auth-required',
  'canceled',
  'rejected',
  'failed',
];
const SEVERITY = new Map<ObservedState, number>(BY_SEVERITY.map((state, index) => [state, index + 1]));
const BLOCK = 32;

/** 0 where there is no state. */
function severityOf(state: ObservedState | undefined): number {
  return state === undefined ? 0 : (SEVERITY.get(state) ?? 0);
}

export class WorstStates {
  /** Level n holds the worst of each block of BLOCK ** (n + 1) places; a level is made when its second block begins. */
  readonly #levels: Column<Uint8Array>[] = [];
  /** The worst of the first block: most lanes of tasks have no other, and need no column. */
  #first = 0;
  #length = 0;

  add(state: ObservedState | undefined): void {
    const severity = severityOf(state);
    let block = this.#length;
    this.#length += 1;
    if (block < BLOCK) {
      if (this.#first < severity) this.#first = severity;
      return;
    }
    for (let level = 0; block >= BLOCK; level += 1) {
      block = Math.floor(block / BLOCK);
      const column = (this.#levels[level] ??= this.#begin(level));
      if (block === column.length) column.push(severity);
      else if (column.at(block) < severity) column.set(block, severity);
    }
  }

  /** A level with its first block, which is over. */
  #begin(level: number): Column<Uint8Array> {
    const column = bytes();
    const below = this.#levels[level - 1];
    let worst = this.#first;
    for (let at = 0; below && at < BLOCK; at += 1) worst = Math.max(worst, below.at(at));
    column.push(worst);
    return column;
  }

  /**
   * The worst state of the places from `from` up to and without `to`.
   * @param stateAt the state of a place, as it was added
   */
  worst(from: number, to: number, stateAt: (place: number) => ObservedState | undefined): ObservedState | undefined {
    let worst = 0;
    let read = (place: number): number => severityOf(stateAt(place));
    let low = from;
    let high = to;
    for (let level = 0; low < high; level += 1) {
      const column = this.#levels[level];
      const wider = column !== undefined && column.length > 1;
      while (low < high && (!wider || low % BLOCK !== 0)) worst = Math.max(worst, read(low++));
      while (low < high && high % BLOCK !== 0) worst = Math.max(worst, read(--high));
      low /= BLOCK;
      high /= BLOCK;
      if (column) read = (place) => column.at(place);
    }
    return BY_SEVERITY[worst - 1];
  }
}
