// The order of what several exchanges did, where a capture lists them one by one though they overlap in time. Each exchange hands
// in its acts with the times at which they happened; they are told in the order that these times prove. Within one exchange the
// order given stays, whatever the times say.

import type { ReadProgress } from './sink.ts';

/** One thing that crossed: a request, a frame, an answer, an end. */
export interface Act {
  /** When, in milliseconds since the epoch: for the order alone. */
  readonly when: number;
  readonly tell: () => void;
}

/** What is held at most, in units of text; exchanges beyond it are read again when their turn comes. */
const HELD_UNITS = 1 << 25;

interface Scene {
  readonly times: Float64Array;
  /** The acts, while they are held. */
  acts: readonly Act[] | undefined;
  readonly again: () => readonly Act[];
}

export interface Stage {
  /**
   * Takes in the acts of one exchange, of at least one.
   * @param units how much text they were made of
   * @param again makes the same acts once more, so that not all of a big capture is held at once
   */
  add(acts: readonly Act[], units: number, again: () => readonly Act[]): void;
  /** Tells everything in order, and forgets it; yields after each act. */
  play(read: number): Generator<ReadProgress, void, void>;
}

/** Starts with nothing to tell. */
export function createStage(): Stage {
  const scenes: Scene[] = [];
  let held = 0;
  return {
    add: (acts, units, again) => {
      const keeps = held + units <= HELD_UNITS;
      if (keeps) held += units;
      scenes.push({ times: monotone(acts), acts: keeps ? acts : undefined, again });
    },
    *play(read) {
      for (const [number, step] of inOrder(scenes)) {
        const scene = scenes[number];
        if (!scene) continue;
        scene.acts ??= scene.again();
        scene.acts[step]?.tell();
        if (step === scene.times.length - 1) scene.acts = [];
        yield { wants: 'time', read };
      }
      scenes.length = 0;
    },
  };
}

/** An act is never before the one before it. */
function monotone(acts: readonly Act[]): Float64Array {
  const times = new Float64Array(acts.length);
  let last = Number.NEGATIVE_INFINITY;
  acts.forEach(({ when }, step) => {
    last = Math.max(last, when);
    times[step] = last;
  });
  return times;
}

/**
 * All acts by time. What is due when an exchange begins comes before its request, so that whoever waits for an answer before the
 * next request has it. Ties beyond that stay in the order of the capture.
 */
function* inOrder(scenes: readonly Scene[]): Generator<readonly [scene: number, step: number], void, void> {
  const starts = scenes.map((scene, number) => ({ number, at: scene.times[0] ?? 0 })).sort((a, b) => a.at - b.at || a.number - b.number);
  const open = createOpenScenes();
  for (const { number, at } of starts) {
    for (let next = open.take(at); next; next = open.take(at)) yield next;
    open.add(number, scenes[number]?.times ?? new Float64Array());
  }
  for (let next = open.take(Number.POSITIVE_INFINITY); next; next = open.take(Number.POSITIVE_INFINITY)) yield next;
}

interface OpenScene {
  readonly number: number;
  readonly rank: number;
  readonly times: Float64Array;
  step: number;
}

interface OpenScenes {
  add(number: number, times: Float64Array): void;
  /** Takes the earliest act that is due by a time; of several the one whose exchange began first. */
  take(until: number): readonly [scene: number, step: number] | undefined;
}

/** A heap by the time of the next act: a capture may have thousands of exchanges open at once. */
function createOpenScenes(): OpenScenes {
  const heap: OpenScene[] = [];
  let count = 0;
  return {
    add: (number, times) => {
      heap.push({ number, times, step: 0, rank: count });
      count += 1;
      siftUp(heap);
    },
    take: (until) => {
      const [first] = heap;
      if (!first || due(first) > until) return undefined;
      const taken = [first.number, first.step] as const;
      first.step += 1;
      if (first.step >= first.times.length) {
        const last = heap.pop();
        if (last && last !== first) heap[0] = last;
      }
      siftDown(heap);
      return taken;
    },
  };
}

function due({ times, step }: OpenScene): number {
  return times[step] ?? 0;
}

function isBefore(one: OpenScene, other: OpenScene): boolean {
  const [left, right] = [due(one), due(other)];
  return left < right || (left === right && one.rank < other.rank);
}

function swap(heap: OpenScene[], one: number, other: number): void {
  const [first, second] = [heap[one], heap[other]];
  if (!first || !second) return;
  heap[one] = second;
  heap[other] = first;
}

function siftUp(heap: OpenScene[]): void {
  for (let at = heap.length - 1; at > 0; ) {
    const parent = (at - 1) >> 1;
    const [here, above] = [heap[at], heap[parent]];
    if (!here || !above || !isBefore(here, above)) return;
    swap(heap, at, parent);
    at = parent;
  }
}

function siftDown(heap: OpenScene[]): void {
  for (let at = 0; ; ) {
    let least = at;
    for (const child of [2 * at + 1, 2 * at + 2]) {
      const [candidate, best] = [heap[child], heap[least]];
      if (candidate && best && isBefore(candidate, best)) least = child;
    }
    if (least === at) return;
    swap(heap, at, least);
    at = least;
  }
}
