// The text of a source as it was given: whole, or in pieces while it is still arriving. Pieces are never joined as a whole:
// appending costs what is appended, reading costs what is read. A piece that can be read again from where it came from is
// dropped when others were used since, so that a big file is never held as text.

import { invariant } from '../base/assert.ts';
import { countBelow } from './column.ts';
import { LineIndex } from './line-index.ts';

/** Small pieces are merged up to this many units, so that a text of many short lines is no long list. */
const MERGE_LIMIT = 1 << 20;
/** Units of pieces that could be read again and are kept all the same: those that were used last. */
const KEPT_UNITS = 1 << 18;

/** Where a piece came from. */
export interface PieceOrigin {
  /** Its range of bytes in what the text was decoded from. */
  readonly from: number;
  readonly to: number;
  /** Decodes the piece again; without it the text stays. */
  readonly reload?: () => string;
  /** How many of the piece's bytes its first units took. */
  readonly bytesOf: (units: number) => number;
}

export class GivenText {
  readonly name: string;
  readonly lines = new LineIndex();
  /** Undefined where a piece was dropped. */
  readonly #pieces: (string | undefined)[] = [];
  readonly #origins: (PieceOrigin | undefined)[] = [];
  /** Where each piece starts; one more than there are pieces, the last is the length. */
  readonly #starts: number[] = [0];
  /** The bytes at which pieces end, for the first pieces: counted when somebody asks. */
  readonly #byteEnds: number[] = [];
  /** Droppable pieces that are here, the one used longest ago first; those that nobody has used yet are no part of it. */
  readonly #kept: number[] = [];
  #keptUnits = 0;
  /** The piece used last: most reads go on where the one before ended. */
  #current = -1;
  #counted = { piece: '', units: 0, bytes: 0 };
  #complete = false;
  #isCut = false;

  readonly #mostKept: number;

  /** @param mostKept units of pieces used last that stay although they could be read again */
  constructor(name: string, mostKept = KEPT_UNITS) {
    this.name = name;
    this.#mostKept = mostKept;
  }

  get length(): number {
    return this.#starts[this.#pieces.length] ?? 0;
  }

  get complete(): boolean {
    return this.#complete;
  }

  /** Whether there would have been more of it, had it not been cut where it came from. */
  get isCut(): boolean {
    return this.#isCut;
  }

  /** Bytes of what the text was decoded from, up to the end of the text; of the text as UTF-8 where it was given as text. */
  get byteLength(): number {
    return this.#byteEnd(this.#pieces.length - 1);
  }

  /** Appends text; with `origin` it stays a piece of its own. */
  append(text: string, origin?: PieceOrigin): void {
    invariant(!this.#complete, 'L.2', `text after the end of ${this.name}`);
    if (text === '') return;
    this.lines.add(text);
    let piece = text;
    let last = this.#pieces.at(-1);
    // Merging equals with equals keeps the cost of a unit logarithmic, however short the pieces are.
    while (last !== undefined && this.#canMerge(last, piece, origin)) {
      piece = last + piece;
      this.#pieces.pop();
      this.#origins.pop();
      this.#starts.pop();
      this.#byteEnds.splice(this.#pieces.length);
      last = this.#pieces.at(-1);
    }
    this.#pieces.push(piece);
    this.#origins.push(origin);
    this.#starts.push((this.#starts.at(-1) ?? 0) + piece.length);
  }

  /** No more text will come. @param isCut whether there would have been more */
  finish(isCut = false): void {
    this.#isCut = isCut;
    this.#complete = true;
  }

  /** The text of a range; what lies outside is not there. */
  slice(from: number, to: number): string {
    const current = this.#pieces[this.#current];
    const at = from - (this.#starts[this.#current] ?? 0);
    // Most reads are of the piece that was read last.
    if (current !== undefined && at >= 0 && to - from + at <= current.length) return current.slice(at, to - from + at);
    const end = Math.min(to, this.length);
    if (from >= end) return '';
    let index = this.#pieceAt(from);
    let start = this.#starts[index] ?? 0;
    let piece = this.#piece(index);
    if (end <= start + piece.length) return piece.slice(from - start, end - start);
    let text = '';
    for (let at = from; at < end; index += 1) {
      start = this.#starts[index] ?? 0;
      piece = this.#piece(index);
      text += piece.slice(at - start, end - start);
      at = start + piece.length;
    }
    return text;
  }

  /** The pieces in order, each with where it came from: for a log that is read again from the same text. */
  *pieces(): Generator<{ readonly text: string; readonly origin: PieceOrigin | undefined }, void, void> {
    for (let index = 0; index < this.#pieces.length; index += 1) yield { text: this.#piece(index), origin: this.#origins[index] };
  }

  /** First position of a text at or after `from`, -1 when it is not there (yet). */
  indexOf(search: string, from: number): number {
    for (let index = this.#pieceAt(from); index < this.#pieces.length; index += 1) {
      const start = this.#starts[index] ?? 0;
      const piece = this.#piece(index);
      const found = piece.indexOf(search, Math.max(0, from - start));
      if (found >= 0) return start + found;
      if (search.length === 1) continue;
      // A text may stand across the seam: from the last units of this piece into the next ones.
      const seam = Math.max(from, start + piece.length - search.length + 1);
      const across = this.slice(seam, start + piece.length + search.length - 1).indexOf(search);
      if (across >= 0) return seam + across;
    }
    return -1;
  }

  /** Where the line that holds a position ends, its line feed included; -1 when there is none (yet). */
  lineEnd(position: number): number {
    return this.lines.endAfter(position);
  }

  /** The number of the line that holds a position, from 1, and where it starts. */
  lineOf(position: number): { readonly line: number; readonly from: number } {
    const line = this.lines.lineOf(position);
    return { line, from: this.lines.range(line).from };
  }

  /**
   * The byte at which a unit stands in what the text was decoded from; in the text as UTF-8 where it was given as text.
   * Linear in the piece it stands in, unless the piece is plain ASCII; places asked for in order cost what lies between them.
   */
  byteAt(position: number): number {
    const at = Math.min(Math.max(position, 0), this.length);
    const index = Math.min(this.#pieceAt(at), this.#pieces.length - 1);
    if (index < 0) return 0;
    const start = this.#starts[index] ?? 0;
    const origin = this.#origins[index];
    const from = origin?.from ?? this.#byteEnd(index - 1);
    const isPlain = this.#byteEnd(index) - from === (this.#starts[index + 1] ?? 0) - start;
    if (isPlain) return from + at - start;
    return from + (origin ? origin.bytesOf(at - start) : this.#utf8Before(index, at - start));
  }

  /** How many bytes the first units of a piece take as UTF-8: from the place asked for last, where that lies before it. */
  #utf8Before(index: number, units: number): number {
    const piece = this.#piece(index);
    const last = this.#counted;
    const goesOn = last.piece === piece && last.units <= units;
    const from = goesOn ? last.units : 0;
    const bytes = (goesOn ? last.bytes : 0) + utf8Length(piece.slice(from, units));
    // A lone half of a pair takes three bytes, a whole pair four: inside one nothing is remembered.
    if (!isInsidePair(piece, units)) this.#counted = { piece, units, bytes };
    return bytes;
  }

  /** The byte at which a piece ends. */
  #byteEnd(index: number): number {
    for (let next = this.#byteEnds.length; next <= index; next += 1) {
      this.#byteEnds.push(this.#origins[next]?.to ?? (this.#byteEnds[next - 1] ?? 0) + utf8Length(this.#piece(next)));
    }
    return this.#byteEnds[index] ?? 0;
  }

  #canMerge(last: string, piece: string, origin: PieceOrigin | undefined): boolean {
    if (origin !== undefined || this.#origins.at(-1) !== undefined) return false;
    return last.length <= piece.length && last.length + piece.length <= MERGE_LIMIT;
  }

  #pieceAt(position: number): number {
    const current = this.#current;
    const start = this.#starts[current] ?? Number.POSITIVE_INFINITY;
    if (position >= start && position < (this.#starts[current + 1] ?? 0)) return current;
    return Math.max(0, countBelow(this.#pieces.length, (index) => this.#starts[index] ?? 0, position + 1) - 1);
  }

  /** The text of a piece, read again where it was dropped. */
  #piece(index: number): string {
    const here = this.#pieces[index];
    if (here !== undefined && index === this.#current) return here;
    this.#current = index;
    const origin = this.#origins[index];
    const piece = here ?? origin?.reload?.() ?? '';
    if (!origin?.reload) return piece;
    this.#pieces[index] = piece;
    this.#keep(index);
    return piece;
  }

  #keep(index: number): void {
    const known = this.#kept.indexOf(index);
    if (known >= 0) this.#kept.splice(known, 1);
    else this.#keptUnits += this.#unitsOf(index);
    this.#kept.push(index);
    while (this.#keptUnits > this.#mostKept && this.#kept.length > 1) {
      const dropped = this.#kept.shift() ?? 0;
      this.#pieces[dropped] = undefined;
      this.#keptUnits -= this.#unitsOf(dropped);
    }
  }

  #unitsOf(index: number): number {
    return (this.#starts[index + 1] ?? 0) - (this.#starts[index] ?? 0);
  }
}

/** Whether a text would be torn between the two halves of a pair of surrogates. */
function isInsidePair(text: string, at: number): boolean {
  const before = text.charCodeAt(at - 1);
  return before >= 0xd800 && before < 0xdc00;
}

function utf8Length(text: string): number {
  return new TextEncoder().encode(text).length;
}
