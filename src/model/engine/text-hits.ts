// What the last searches of a log have found, by what was looked for: rows, so that a filter can let them pass.

/** Searches that are kept; the one begun longest ago goes first. */
const KEPT_SEARCHES = 4;

export class TextHits {
  readonly #rows = new Map<string, number[]>();

  /** A search begins, or begins again: what it had found is forgotten. @returns how it tells what it finds */
  begin(text: string): (row: number) => void {
    const rows: number[] = [];
    this.#rows.delete(text);
    this.#rows.set(text, rows);
    const [oldest] = this.#rows.keys();
    if (this.#rows.size > KEPT_SEARCHES && oldest !== undefined) this.#rows.delete(oldest);
    return (row) => rows.push(row);
  }

  /** In the order in which they were found. */
  of(text: string): readonly number[] {
    return this.#rows.get(text) ?? [];
  }
}
