// Where the lines of a text start. Lines end with a line feed; the rest after the last one is a line if it is not empty.

import { counts, countBelow } from './column.ts';

interface LinedText {
  readonly length: number;
  indexOf(search: string, from: number): number;
}

export class LineIndex {
  readonly #text: LinedText;
  readonly #starts = counts();
  #scanned = 0;

  constructor(text: LinedText) {
    this.#text = text;
    this.#starts.push(0);
  }

  /** Looks at the text that has come since; costs what has come. */
  extend(): void {
    while (this.#scanned < this.#text.length) {
      const end = this.#text.indexOf('\n', this.#scanned);
      if (end < 0) {
        this.#scanned = this.#text.length;
        return;
      }
      this.#scanned = end + 1;
      this.#starts.push(this.#scanned);
    }
  }

  get count(): number {
    this.extend();
    const open = this.#starts.at(this.#starts.length - 1);
    return open < this.#text.length ? this.#starts.length : this.#starts.length - 1;
  }

  /** The line of a position, from 1. */
  lineOf(position: number): number {
    this.extend();
    return countBelow(this.#starts.length, (index) => this.#starts.at(index), position + 1);
  }

  /** Where a line starts and where it ends, its line feed not included. */
  range(line: number): { readonly from: number; readonly to: number } {
    this.extend();
    const from = this.#starts.at(line - 1);
    return { from, to: line < this.#starts.length ? this.#starts.at(line) - 1 : this.#text.length };
  }
}
