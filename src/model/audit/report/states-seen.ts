// The states that a task was seen in, in the order in which it went through them: by time stamp where every status has one, else
// by observation. A copy of what was seen tells nothing; a stretch of one state keeps its two ends alone.

import type { ObservedState } from '../../protocol/task.ts';
import { readInstant } from '../../base/wire-time.ts';
import { isTerminal } from '../../kernel/transition-table.ts';
import type { CommonWords } from '../casebook/common-words.ts';
import type { PackedReader, PackedWriter } from '../casebook/packed-bytes.ts';

export interface StatesSeen {
  see(state: ObservedState, timestamp: string | undefined): void;
  /** The same, by an instant in milliseconds. */
  seeAt(state: ObservedState, stamp: number | undefined): void;
  /** Whether a later status than one of this time has been seen. */
  isOlder(timestamp: string | undefined): boolean;
  /** Repeats collapsed. */
  inOrder(): readonly ObservedState[];
  /** Whether the last that was seen is an ending. */
  isOver(): boolean;
  write(to: PackedWriter, words: CommonWords): void;
}

interface Sighted {
  readonly state: ObservedState;
  readonly from: number | undefined;
  to: number | undefined;
}

/** Starts with none. */
export function createStates(): StatesSeen {
  return new States();
}

/** Reads what was written of some. */
export function readStates(from: PackedReader, words: CommonWords): StatesSeen {
  const states = new States();
  states.read(from, words);
  return states;
}

/** A class and not closures: there is one for every task of a trace. */
class States implements StatesSeen {
  readonly #seen: Sighted[] = [];
  #latest = Number.NEGATIVE_INFINITY;
  #dated = true;
  #last: string | undefined;
  #lastStamp: number | undefined;

  see(state: ObservedState, timestamp: string | undefined): void {
    // The newest time stamp comes again and again; reading one costs more than comparing it.
    const stamp = timestamp === this.#last && this.#seen.length > 0 ? this.#lastStamp : readInstant(timestamp);
    this.#last = timestamp;
    this.#lastStamp = stamp;
    this.seeAt(state, stamp);
  }

  seeAt(state: ObservedState, stamp: number | undefined): void {
    if (stamp === undefined) this.#dated = false;
    else if (stamp > this.#latest) this.#latest = stamp;
    const before = this.#seen.at(-1);
    if (before?.state === state && (before.to === stamp || (before.to !== undefined && stamp !== undefined && before.to <= stamp))) {
      before.to = stamp;
      return;
    }
    if (stamp !== undefined && isKnown(this.#seen, state, stamp)) return;
    this.#seen.push({ state, from: stamp, to: stamp });
  }

  isOlder(timestamp: string | undefined): boolean {
    return this.#latest > (readInstant(timestamp) ?? Number.POSITIVE_INFINITY);
  }

  isOver(): boolean {
    return isTerminal(this.#seen.at(-1)?.state);
  }

  write(to: PackedWriter, words: CommonWords): void {
    to.byte(this.#dated ? 1 : 0);
    to.whole(this.#seen.length);
    let base = 0;
    for (const { state, from, to: until } of this.#seen) {
      to.whole(words.number(state));
      to.number(from, base);
      to.number(until, from ?? 0);
      base = until ?? base;
    }
  }

  read(from: PackedReader, words: CommonWords): void {
    this.#dated = from.byte() === 1;
    let base = 0;
    for (let left = from.whole(); left > 0; left -= 1) {
      const state = words.word(from.whole()) as ObservedState;
      const begin = from.number(base);
      const until = from.number(begin ?? 0);
      this.#seen.push({ state, from: begin, to: until });
      base = until ?? base;
      this.#latest = Math.max(this.#latest, begin ?? this.#latest, until ?? this.#latest);
    }
  }

  inOrder(): readonly ObservedState[] {
    return collapsed(this.#dated ? byTime(this.#seen) : this.#seen.map(({ state }) => state));
  }
}

/** Looked for among the last ones: a copy comes soon after, and a task has few states. */
const LOOK_BACK = 64;

function isKnown(seen: readonly Sighted[], state: ObservedState, stamp: number): boolean {
  for (let index = seen.length - 1; index >= Math.max(0, seen.length - LOOK_BACK); index -= 1) {
    const { state: known, from = Number.NaN, to = Number.NaN } = seen[index]!;
    if (known === state && from <= stamp && stamp <= to) return true;
  }
  return false;
}

function byTime(seen: readonly Sighted[]): readonly ObservedState[] {
  const ends = seen.flatMap(({ state, from = 0, to = 0 }) =>
    from === to
      ? [{ state, at: from }]
      : [
          { state, at: from },
          { state, at: to },
        ],
  );
  // The sort is stable: of equal times the first that was seen stays first.
  return ends.sort((a, b) => a.at - b.at).map(({ state }) => state);
}

function collapsed(states: readonly ObservedState[]): readonly ObservedState[] {
  return states.filter((state, index) => state !== states[index - 1]);
}
