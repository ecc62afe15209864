// What of a trace was noted before: a million events with one fault tell it once, or a few times, for each task and each call.
// Constant work and, for what was seen already, nothing made.

import type { Sight } from '../../adapters/sight.ts';
import { clueBitsOf, clueFacts, clueSide, type ClueFact } from './version-clues.ts';
import type { ShapeRemark } from './notes.ts';

/** Rows that are named for one fault of one task or call. */
const MOST_SIGHTINGS = 20;

const NOTHING: readonly ClueFact[] = [];

/** Evidence of versions that is new for its conversation. */
export class NewClues {
  readonly #seen = { client: new WeakMap<object, number>(), server: new WeakMap<object, number>() };
  readonly #combinations = new WeakMap<object, Set<number>>();

  /**
   * The evidence in a value that its conversation has not shown before, by the side that wrote it.
   * @param conversation the stream or the call that it belongs to
   */
  of(sight: Sight, conversation: object): readonly ClueFact[] {
    const bits = clueBitsOf(sight);
    if (bits === 0) return NOTHING;
    const seen = this.#seen[clueSide(sight)];
    const before = seen.get(conversation) ?? 0;
    const fresh = bits & ~before;
    if (fresh === 0) return NOTHING;
    seen.set(conversation, before | bits);
    return clueFacts(sight, fresh);
  }

  /**
   * All evidence in a value that stands alone, unless one that shows the very same was seen before: it is judged by itself, and
   * not beside others.
   * @param holder what it is about
   */
  ofLoose(sight: Sight, holder: object): readonly ClueFact[] {
    const bits = clueBitsOf(sight);
    if (bits === 0) return NOTHING;
    const seen = this.#combinations.get(holder) ?? new Set<number>();
    if (seen.has(bits)) return NOTHING;
    this.#combinations.set(holder, seen.add(bits));
    return clueFacts(sight, bits);
  }
}

/** Counts the notes about shapes, so that those of one sort are kept for a few rows of each task, and for every task. */
export class NoteLimit {
  readonly #counts = new WeakMap<object, Map<string, number>>();

  /** Whether a note is among the first of its sort for its holder. */
  takes(note: ShapeRemark, holder: object): boolean {
    const counts = this.#counts.get(holder) ?? new Map<string, number>();
    this.#counts.set(holder, counts);
    const sort = `${note.kind} ${note.noun} ${note.member} ${note.taskId ?? ''}`;
    const count = counts.get(sort) ?? 0;
    counts.set(sort, count + 1);
    return count < MOST_SIGHTINGS;
  }
}
