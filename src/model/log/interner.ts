// Strings as numbers: equal strings have equal ids, ids go up from 1 in order of first sight, 0 is "none".

import { invariant } from '../base/assert.ts';

export class Interner {
  readonly #ids = new Map<string, number>();
  readonly #strings: string[] = [];
  /** The string asked for last, and its id: rows that follow on each other are often alike. */
  #last = '';
  #lastId = 0;

  /** All strings, in order of first sight; the string of id n stands at n - 1. */
  get strings(): readonly string[] {
    return this.#strings;
  }

  /** The id of a string, a new one at first sight; 0 for undefined. */
  add(text: string | undefined): number {
    if (text === undefined) return 0;
    if (text === this.#last && this.#lastId > 0) return this.#lastId;
    let id = this.#ids.get(text);
    if (id === undefined) {
      id = this.#strings.push(text);
      this.#ids.set(text, id);
    }
    this.#last = text;
    this.#lastId = id;
    return id;
  }

  /** The id of a string that may not be there: 0. */
  find(text: string): number {
    return this.#ids.get(text) ?? 0;
  }

  /** The string of an id; undefined for 0. */
  text(id: number): string | undefined {
    if (id === 0) return undefined;
    const found = this.#strings[id - 1];
    // The words are only made when they are needed: this runs many times a row.
    if (found === undefined) invariant(false, 'L.1', `no string has the id ${id}`);
    return found;
  }
}
