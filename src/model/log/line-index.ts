// Where the lines of a text start. Lines end with a line feed; the rest after the last one is a line if it is not empty.

import { counts, countBelow } from './column.ts';

export class LineIndex {
  readonly #starts = counts();
  #length = 0;
  /** Of the line asked for last, less one. */
  #asked = 0;

  constructor() {
    this.#starts.push(0);
  }

  /** Takes in the text that follows on what it has seen; costs what has come. */
  add(text: string): void {
    for (let feed = text.indexOf('\n'); feed >= 0; feed = text.indexOf('\n', feed + 1)) this.#starts.push(this.#length + feed + 1);
    this.#length += text.length;
  }

  get count(): number {
    const open = this.#starts.at(this.#starts.length - 1);
    return open < this.#length ? this.#starts.length : this.#starts.length - 1;
  }

  /** The line of a position, from 1. */
  lineOf(position: number): number {
    return countBelow(this.#starts.length, (index) => this.#starts.at(index), position + 1);
  }

  /** Where a line starts and where it ends, its line feed not included. */
  range(line: number): { readonly from: number; readonly to: number } {
    const from = this.#starts.at(line - 1);
    return { from, to: line < this.#starts.length ? this.#starts.at(line) - 1 : this.#length };
  }

  /**
   * Where the line that holds a position ends, its line feed included; -1 while it has no line feed. Asked in order, one line after the
   * other, it costs nothing.
   */
  endAfter(position: number): number {
    const starts = this.#starts;
    let line = this.#asked + 1;
    if (line >= starts.length || starts.at(line - 1) > position || starts.at(line) <= position) {
      if (line + 1 < starts.length && starts.at(line) <= position && starts.at(line + 1) > position) line += 1;
      else line = this.lineOf(position);
    }
    if (line >= starts.length) return -1;
    this.#asked = line - 1;
    return starts.at(line);
  }
}
