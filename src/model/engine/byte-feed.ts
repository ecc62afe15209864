// Feeds a log from bytes: unpacked where they are gzip, decoded by the encoding their first bytes tell, in pieces that end where
// lines end. The next piece is read while the one before is at work, and no more than that: a big file is never here as a whole.

import type { ByteSource } from '../base/byte-source.ts';
import { bytesOfUnits, decodePiece, encodingOf, pieceEnd, type TextEncoding } from '../base/byte-text.ts';
import { gunzip, isGzip } from '../base/gunzip.ts';
import type { PieceOrigin } from '../log/given-text.ts';

/** What a feed does to a log. */
export interface Fed {
  /** `done`: the share of the source's bytes that has been used, 0 to 1. */
  append(text: string, origin: PieceOrigin, done: number): void;
  finish(): void;
  /** The source does not go on: what is there stays. */
  breakOff(why: string): void;
  /** Resolves when more text is wanted; with false when none will be. */
  wanted(): Promise<boolean>;
}

/** Bytes of a piece; the first ones are short, so that something is on screen at once. */
const FIRST_PIECE = 1 << 16;
const PIECE = 1 << 20;

/** Feeds a log until the source has ended, has broken off or is no longer wanted. Never rejects. */
export async function feedBytes(source: ByteSource, log: Fed): Promise<void> {
  try {
    const decoder = new PieceDecoder(source);
    for await (const block of unpackedBlocks(source)) {
      if ('why' in block) return log.breakOff(block.why);
      for (const { text, origin } of decoder.add(block)) {
        if (!(await log.wanted())) return;
        log.append(text, origin, block.used / Math.max(source.size, 1));
      }
    }
    for (const { text, origin } of decoder.end()) log.append(text, origin, 1);
    log.finish();
  } catch (error) {
    log.breakOff(`the file could not be read further: ${error instanceof Error ? error.message : String(error)}`);
  }
}

interface Block {
  readonly bytes: Uint8Array;
  /** How many bytes of the source have been used. */
  readonly used: number;
  /** Whether these are the source's own bytes, at `used - bytes.length`. */
  readonly own: boolean;
}
type Blocks = AsyncGenerator<Block | { readonly why: string }, void, void>;

/** The bytes in blocks, packings taken off. */
async function* unpackedBlocks(source: ByteSource): Blocks {
  const start = await source.read(0, Math.min(source.size, 3));
  if (!isGzip(start)) return yield* ownBlocks(source);
  yield* unpackedOf(source);
}

/** The next block is asked for before this one is handed on. */
async function* ownBlocks(source: ByteSource): Blocks {
  const sizeAt = (at: number): number => Math.min(at < PIECE ? Math.max(FIRST_PIECE, at) : PIECE, source.size - at);
  let next = source.size > 0 ? source.read(0, sizeAt(0)) : undefined;
  for (let at = 0; next; ) {
    const bytes = await next;
    if (bytes.length === 0) return yield { why: `the file ends at byte ${at}, before its end` };
    at += bytes.length;
    next = at < source.size ? source.read(at, at + sizeAt(at)) : undefined;
    // Its failure is told when it is waited for; nobody may wait for it any more.
    next?.catch(() => undefined);
    yield { bytes, used: at, own: true };
  }
}

/** Gathers what is unpacked into blocks of a piece. */
async function* unpackedOf(source: ByteSource): Blocks {
  let waiting: Uint8Array[] = [];
  let length = 0;
  let used = 0;
  let size = FIRST_PIECE;
  for await (const step of gunzip(source)) {
    if ('why' in step) {
      if (length > 0) yield { bytes: joined(waiting, length), used, own: false };
      return yield step;
    }
    if (used === 0 && isGzip(step.bytes)) return yield { why: 'gzip inside gzip is not unpacked' };
    waiting.push(step.bytes);
    length += step.bytes.length;
    used = step.used;
    if (length < size) continue;
    yield { bytes: joined(waiting, length), used, own: false };
    [waiting, length, size] = [[], 0, PIECE];
  }
  if (length > 0) yield { bytes: joined(waiting, length), used, own: false };
}

function joined(pieces: readonly Uint8Array[], length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

interface Piece {
  readonly text: string;
  readonly origin: PieceOrigin;
}

/** Decodes blocks into pieces that end where lines end, or at least where characters do. */
class PieceDecoder {
  readonly #source: ByteSource;
  #encoding: TextEncoding | undefined;
  /** Bytes after the last piece, and at which byte they stand. */
  #rest: Uint8Array = new Uint8Array(0);
  #at = 0;
  #own = true;

  constructor(source: ByteSource) {
    this.#source = source;
  }

  add(block: Block): readonly Piece[] {
    const bytes = this.#rest.length === 0 ? block.bytes : joined([this.#rest, block.bytes], this.#rest.length + block.bytes.length);
    this.#own = block.own;
    return this.#take(bytes, false);
  }

  /** What is left when no more bytes follow. */
  end(): readonly Piece[] {
    return this.#take(this.#rest, true);
  }

  #take(given: Uint8Array, isLast: boolean): readonly Piece[] {
    let bytes = given;
    if (this.#encoding === undefined) {
      // Too few to tell.
      if (bytes.length < 3 && !isLast) {
        this.#rest = bytes;
        return [];
      }
      const { encoding, mark } = encodingOf(bytes);
      this.#encoding = encoding;
      this.#at = mark;
      bytes = bytes.subarray(mark);
    }
    const end = pieceEnd(bytes, this.#encoding, isLast);
    this.#rest = bytes.subarray(end);
    return end === 0 ? [] : [this.#piece(bytes.subarray(0, end), this.#encoding)];
  }

  #piece(bytes: Uint8Array, encoding: TextEncoding): Piece {
    const from = this.#at;
    const to = from + bytes.length;
    this.#at = to;
    const again = this.#again(bytes, from, to);
    const reload = (): string => decodePiece(again(), encoding);
    const bytesOf = (units: number): number => bytesOfUnits(again(), encoding, units);
    return { text: decodePiece(bytes, encoding), origin: { from, to, reload, bytesOf } };
  }

  /** How to get at the bytes of a piece later: from the source, from where it keeps unpacked ones, else from memory. */
  #again(bytes: Uint8Array, from: number, to: number): () => Uint8Array {
    const { readAgain, keep } = this.#source;
    if (this.#own && readAgain) return () => readAgain(from, to);
    return keep ? keep(bytes) : () => bytes;
  }
}
