// Typed arrays that grow by doubling: what a million rows are kept in. A column has no holes and is only ever appended to.

type Values = Uint8Array | Uint32Array | Float64Array;
interface ValuesType<V extends Values> {
  new (length: number): V;
}

export class Column<V extends Values> {
  #values: V;
  #length = 0;
  readonly #type: ValuesType<V>;

  constructor(type: ValuesType<V>) {
    this.#type = type;
    this.#values = new type(64);
  }

  get length(): number {
    return this.#length;
  }

  push(value: number): void {
    if (this.#length === this.#values.length) {
      const grown = new this.#type(this.#length * 2);
      grown.set(this.#values);
      this.#values = grown;
    }
    this.#values[this.#length] = value;
    this.#length += 1;
  }

  /** The value at a place inside the column. */
  at(index: number): number {
    return this.#values[index] as number;
  }

  /** Replaces a value that is there: for what becomes known later (where the next move of a task is). */
  set(index: number, value: number): void {
    this.#values[index] = value;
  }
}

export const bytes = (): Column<Uint8Array> => new Column(Uint8Array);
export const counts = (): Column<Uint32Array> => new Column(Uint32Array);
export const numbers = (): Column<Float64Array> => new Column(Float64Array);

/** How many values of an ascending list are below a limit: the place where the limit would be inserted. */
export function countBelow(length: number, at: (index: number) => number, limit: number): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (at(middle) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
