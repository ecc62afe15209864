// Takes down in the book what is odd in the shape of a value and which versions it speaks. Constant work for a value that is
// well formed and in the version of its stream: most of a big trace.

import type { Sight } from '../../adapters/sight.ts';
import type { CallCase, ShapeNote, StreamCase, TaskCase, VersionClue } from '../casebook/casebook.ts';
import { NewClues, NoteLimit } from './first-sightings.ts';
import { shapeNotesOf } from './shape-notes.ts';

/** Where a value stood. */
export interface Standing {
  readonly row: number;
  readonly source: number;
  readonly task: TaskCase | undefined;
  readonly call: CallCase | undefined;
  readonly stream: StreamCase | undefined;
}

interface Shelf {
  readonly shapes: ShapeNote[];
  readonly clues: VersionClue[];
}

export class ShapeKeeper {
  readonly #shelf: Shelf;
  readonly #most: number;
  readonly #newClues = new NewClues();
  readonly #limit = new NoteLimit();

  /** @param most notes of either sort that are kept in all */
  constructor(shelf: Shelf, most: number) {
    this.#shelf = shelf;
    this.#most = most;
  }

  /** Whether there is anything to look for: a stream that goes on well formed in one version tells nothing new. */
  wants({ observation }: Sight, stream: StreamCase | undefined): boolean {
    if (!observation) return false;
    return observation.wellFormed !== true || observation.version === undefined || observation.version !== stream?.version;
  }

  see(sight: Sight, standing: Standing): void {
    const { observation } = sight;
    if (!observation) return;
    const isWell = observation.wellFormed === true;
    if (!isWell && this.#shelf.shapes.length < this.#most) this.#noteShapes(sight, standing);
    const isKnown = isWell && observation.version !== undefined && observation.version === standing.stream?.version;
    if (!isKnown && this.#shelf.clues.length < this.#most) this.#noteClues(sight, standing);
  }

  #noteShapes(sight: Sight, { row, task, call, stream }: Standing): void {
    for (const note of shapeNotesOf(sight)) {
      if (!this.#limit.takes(note, task ?? stream ?? call ?? this.#shelf)) continue;
      this.#shelf.shapes.push({ ...note, row, task, call, stream, version: sight.observation?.version });
    }
  }

  #noteClues(sight: Sight, standing: Standing): void {
    const conversation = standing.stream ?? standing.call;
    const clues = conversation ? this.#newClues.of(sight, conversation) : this.#newClues.ofLoose(sight, standing.task ?? this.#shelf);
    const { row, source, task, call, stream } = standing;
    // Member by member: an object that is spread together takes twice the memory.
    for (const { where, versions, by } of clues) this.#shelf.clues.push({ row, where, versions, call, stream, task, source, by });
  }
}
