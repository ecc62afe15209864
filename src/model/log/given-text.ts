// The text of a source as it was given: whole, or in pieces while it is still arriving. Pieces are kept and never joined
// as a whole: appending costs what is appended, reading costs what is read.

import { countBelow } from './column.ts';
import { invariant } from '../base/assert.ts';

/** Small pieces are merged up to this many units, so that a text of many short lines is no long list. */
const MERGE_LIMIT = 1 << 20;

export class GivenText {
  readonly name: string;
  readonly #pieces: string[] = [];
  /** Where each piece starts; one more than there are pieces, the last is the length. */
  readonly #starts: number[] = [0];
  #complete = false;

  constructor(name: string) {
    this.name = name;
  }

  get length(): number {
    return this.#starts[this.#pieces.length] ?? 0;
  }

  get complete(): boolean {
    return this.#complete;
  }

  append(text: string): void {
    invariant(!this.#complete, 'L.2', `text after the end of ${this.name}`);
    if (text === '') return;
    let piece = text;
    let last = this.#pieces.at(-1);
    // Merging equals with equals keeps the cost of a unit logarithmic, however short the pieces are.
    while (last !== undefined && last.length <= piece.length && last.length + piece.length <= MERGE_LIMIT) {
      piece = last + piece;
      this.#pieces.pop();
      this.#starts.pop();
      last = this.#pieces.at(-1);
    }
    this.#pieces.push(piece);
    this.#starts.push((this.#starts.at(-1) ?? 0) + piece.length);
  }

  /** No more text will come. */
  finish(): void {
    this.#complete = true;
  }

  /** The text of a range; what lies outside is not there. */
  slice(from: number, to: number): string {
    const end = Math.min(to, this.length);
    let index = this.#pieceAt(from);
    let text = '';
    for (let at = from; at < end; index += 1) {
      const start = this.#starts[index] ?? 0;
      const piece = this.#pieces[index] ?? '';
      text += piece.slice(at - start, end - start);
      at = start + piece.length;
    }
    return text;
  }

  /** First position of a text at or after `from`, -1 when it is not there (yet). */
  indexOf(search: string, from: number): number {
    for (let index = this.#pieceAt(from); index < this.#pieces.length; index += 1) {
      const start = this.#starts[index] ?? 0;
      const piece = this.#pieces[index] ?? '';
      const found = piece.indexOf(search, Math.max(0, from - start));
      if (found >= 0) return start + found;
      // A text may stand across the seam: from the last units of this piece into the next ones.
      const seam = Math.max(from, start + piece.length - search.length + 1);
      const across = this.slice(seam, start + piece.length + search.length - 1).indexOf(search);
      if (across >= 0) return seam + across;
    }
    return -1;
  }

  #pieceAt(position: number): number {
    return Math.max(0, countBelow(this.#pieces.length, (index) => this.#starts[index] ?? 0, position + 1) - 1);
  }
}
