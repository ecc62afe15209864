// Values written one after the other into blocks of bytes: what ended long ago is kept so, at a few bytes a value.

import { invariant } from '../../base/assert.ts';

const BLOCK_BITS = 16;
const BLOCK = 1 << BLOCK_BITS;
/** Numbers up to 2^53 in groups of seven bits. */
const GROUP = 0x80;
const MOST_BYTES = 10;
/** So many units are made a text at once. */
const MOST_UNITS = 1024;

/** Records of bytes, found again by the place at which they begin. */
export class PackedBytes {
  readonly #blocks: Uint8Array[] = [];
  #used = BLOCK;

  /** Keeps a record and tells its place; at most one block long. */
  keep(record: Uint8Array): number {
    invariant(record.length <= BLOCK, 'L.1', 'a packed record is longer than a block');
    if (this.#used + record.length > BLOCK) {
      this.#blocks.push(new Uint8Array(BLOCK));
      this.#used = 0;
    }
    const block = this.#blocks.length - 1;
    this.#blocks[block]?.set(record, this.#used);
    const place = block * BLOCK + this.#used;
    this.#used += record.length;
    return place;
  }

  /** Reads from a place on. */
  at(place: number): PackedReader {
    const bytes = this.#blocks[Math.floor(place / BLOCK)];
    invariant(bytes !== undefined, 'L.1', 'nothing was packed here');
    return new PackedReader(bytes, place % BLOCK);
  }
}

/** Writes one record; used again and again. */
export class PackedWriter {
  #bytes = new Uint8Array(1024);
  #view = new DataView(this.#bytes.buffer);
  #length = 0;
  /** Texts of this record: one that comes again is written as its number. */
  readonly #texts: string[] = [];

  get length(): number {
    return this.#length;
  }

  /** What was written since the last reset; valid until the next write. */
  get record(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  reset(): void {
    this.#length = 0;
    this.#texts.length = 0;
  }

  byte(value: number): void {
    this.#room(1);
    this.#bytes[this.#length] = value;
    this.#length += 1;
  }

  /** A whole number from 0 to 2^53. */
  whole(value: number): void {
    this.#room(MOST_BYTES);
    let rest = value;
    while (rest >= GROUP) {
      this.#bytes[this.#length] = (rest % GROUP) + GROUP;
      this.#length += 1;
      rest = Math.floor(rest / GROUP);
    }
    this.#bytes[this.#length] = rest;
    this.#length += 1;
  }

  /** Any number or none; whole ones near `base` in few bytes. */
  number(value: number | undefined, base: number): void {
    if (value === undefined) return this.byte(0);
    const apart = value - base;
    if (Number.isSafeInteger(apart) && base + apart === value && Math.abs(apart) < 2 ** 50) {
      return this.whole(2 + (apart < 0 ? -apart * 2 - 1 : apart * 2));
    }
    this.byte(1);
    this.#room(8);
    this.#view.setFloat64(this.#length, value);
    this.#length += 8;
  }

  /** A text or none. */
  text(value: string | undefined): void {
    if (value === undefined) return this.whole(0);
    const known = this.#texts.indexOf(value);
    if (known >= 0) return this.whole(known + 2);
    this.#texts.push(value);
    this.whole(1);
    let isWide = false;
    for (let index = 0; index < value.length; index += 1) if (value.charCodeAt(index) > 0xff) isWide = true;
    this.whole(value.length * 2 + (isWide ? 1 : 0));
    this.#room(value.length * 2);
    for (let index = 0; index < value.length; index += 1) {
      const unit = value.charCodeAt(index);
      if (isWide) {
        this.#bytes[this.#length] = unit >>> 8;
        this.#length += 1;
      }
      this.#bytes[this.#length] = unit & 0xff;
      this.#length += 1;
    }
  }

  #room(count: number): void {
    if (this.#length + count <= this.#bytes.length) return;
    const grown = new Uint8Array(2 * (this.#length + count));
    grown.set(this.#bytes);
    this.#bytes = grown;
    this.#view = new DataView(grown.buffer);
  }
}

/** Reads one record in the order in which it was written. */
export class PackedReader {
  readonly #bytes: Uint8Array;
  #at: number;
  readonly #texts: string[] = [];

  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes;
    this.#at = at;
  }

  byte(): number {
    const value = this.#bytes[this.#at] as number;
    this.#at += 1;
    return value;
  }

  whole(): number {
    let value = 0;
    for (let scale = 1; ; scale *= GROUP) {
      const group = this.byte();
      if (group < GROUP) return value + group * scale;
      value += (group - GROUP) * scale;
    }
  }

  number(base: number): number | undefined {
    const told = this.whole();
    if (told === 0) return undefined;
    if (told === 1) {
      const value = new DataView(this.#bytes.buffer, this.#bytes.byteOffset).getFloat64(this.#at);
      this.#at += 8;
      return value;
    }
    const folded = told - 2;
    return folded % 2 === 0 ? base + folded / 2 : base - (folded + 1) / 2;
  }

  text(): string | undefined {
    const told = this.whole();
    if (told === 0) return undefined;
    if (told > 1) return this.#texts[told - 2];
    const length = this.whole();
    const isWide = length % 2 === 1;
    const text = isWide ? this.#wideText(Math.floor(length / 2)) : this.#narrowText(length / 2);
    this.#texts.push(text);
    return text;
  }
  #narrowText(length: number): string {
    let text = '';
    for (let left = length; left > 0; left -= MOST_UNITS) {
      const from = this.#at;
      this.#at += Math.min(left, MOST_UNITS);
      // At once: a text that grows by a letter at a time is a chain of as many objects.
      text += String.fromCharCode.apply(null, this.#bytes.subarray(from, this.#at) as unknown as number[]);
    }
    return text;
  }

  #wideText(length: number): string {
    let text = '';
    for (let left = length; left > 0; left -= 1) {
      const high = this.byte();
      text += String.fromCharCode((high << 8) | this.byte());
    }
    return text;
  }
}
