// Typed arrays in blocks: what a million rows are kept in. A column has no holes and is only ever appended to. Its first block grows by
// doubling; full ones stay where they are, so that a long column is never copied, and never twice as long as what it holds.

type Values = Uint8Array | Uint32Array | Float64Array;
interface ValuesType<V extends Values> {
  new (length: number): V;
}

const BLOCK_BITS = 14;
const BLOCK = 1 << BLOCK_BITS;
const IN_BLOCK = BLOCK - 1;

export class Column<V extends Values> {
  readonly #blocks: V[];
  /** The last block. */
  #values: V;
  #length = 0;
  readonly #type: ValuesType<V>;

  constructor(type: ValuesType<V>) {
    this.#type = type;
    this.#values = new type(64);
    this.#blocks = [this.#values];
  }

  get length(): number {
    return this.#length;
  }

  push(value: number): void {
    const place = this.#length & IN_BLOCK;
    if (place === 0 && this.#length > 0) this.#begin(new this.#type(BLOCK));
    else if (place === this.#values.length) this.#grow();
    this.#values[place] = value;
    this.#length += 1;
  }

  /** The value at a place inside the column. */
  at(index: number): number {
    return this.#blocks[index >>> BLOCK_BITS]?.[index & IN_BLOCK] as number;
  }

  /** Replaces a value that is there: for what becomes known later (where the next move of a task is). */
  set(index: number, value: number): void {
    const block = this.#blocks[index >>> BLOCK_BITS];
    if (block) block[index & IN_BLOCK] = value;
  }

  #begin(block: V): void {
    this.#values = block;
    this.#blocks.push(block);
  }

  /** Of the first block alone: others are full from the beginning. */
  #grow(): void {
    const grown = new this.#type(this.#values.length * 2);
    grown.set(this.#values);
    this.#values = grown;
    this.#blocks[0] = grown;
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
