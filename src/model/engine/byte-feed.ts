// Feeds a log from bytes: unpacked where they are gzip, decoded by the encoding their first bytes tell, in pieces that end where
// lines end. The next piece is read while the one before is at work, and no more than that: a big file is never here as a whole.

import type { ByteSource } from '../base/byte-source.ts';
import { decodePiece, encodingOf, markAt, pieceEnd, type TextEncoding } from '../base/byte-text.ts';
import { gunzip, isGzip } from '../base/gunzip.ts';
import type { PieceOrigin } from '../log/given-text.ts';

/** What a feed does to a log. */
export interface Fed {
  /** `done`: the share of the source's bytes that has been used, 0 to 1. */
  append(text: string, origin: PieceOrigin, done: number): void;
  /** No more text comes; `left`: why bytes of the source are no text of the log, and whether the text is cut by that. */
  finish(left?: Left): void;
  /** Resolves when more text is wanted; with false when none will be. */
  wanted(): Promise<boolean>;
}

/**
 * Bytes that are read at once; the first ones are few, so that something is on screen at once. A block that is long at work grows old,
 * and what is old is given back late: the file would be in memory once more.
 */
const FIRST_BLOCK = 1 << 16;
const BLOCK = 1 << 18;
/** Bytes that are decoded at once. Engines make and drop texts of so many units at next to no cost, and longer ones at a high one. */
const PIECE = 1 << 16;

/** Feeds a log until the source has ended, has broken off or is no longer wanted. Never rejects. */
export async function feedBytes(source: ByteSource, log: Fed): Promise<void> {
  try {
    const start = await source.read(0, Math.min(source.size, 3));
    for await (const step of isGzip(start) ? unpackedPieces(source) : ownPieces(source)) {
      if ('why' in step) return log.finish(step);
      if (!(await log.wanted())) return;
      log.append(step.text, step.origin, step.used / Math.max(source.size, 1));
    }
    log.finish();
  } catch (error) {
    log.finish({ why: `the file could not be read further: ${error instanceof Error ? error.message : String(error)}`, isCut: true });
  }
}

interface Piece {
  readonly text: string;
  readonly origin: PieceOrigin;
  /** How many bytes of the source have been used. */
  readonly used: number;
}
/** Why bytes of a source are no text, and whether what came before is cut by that. */
interface Left {
  readonly why: string;
  readonly isCut: boolean;
}
type Pieces = AsyncGenerator<Piece | Left, void, void>;

/** Pieces of the source itself. The next block is asked for before this one is decoded; what a block leaves is read again with the next. */
async function* ownPieces(source: ByteSource): Pieces {
  const readFrom = async (at: number, length: number): Promise<Uint8Array> => source.read(at, Math.min(at + length, source.size));
  let next: Promise<Uint8Array> | undefined = source.size > 0 ? readFrom(0, FIRST_BLOCK) : undefined;
  const reread = createRereading();
  let encoding: TextEncoding | undefined;
  for (let at = 0; next; ) {
    let bytes: Uint8Array = await next;
    if (bytes.length === 0) return yield { why: `the file ends at byte ${at}, before its end`, isCut: true };
    if (encoding === undefined) {
      const told = encodingOf(bytes);
      encoding = told.encoding;
      bytes = bytes.subarray(told.mark);
      at += told.mark;
    }
    const from = at;
    // A source that gives less than a character at a time gives none.
    const end = pieceEnd(bytes, encoding, at + bytes.length >= source.size) || bytes.length;
    const block = bytes.subarray(0, end);
    at += block.length;
    next = at < source.size ? readFrom(at, Math.min(BLOCK, Math.max(FIRST_BLOCK, at))) : undefined;
    // Its failure is told when it is waited for; nobody may wait for it any more.
    next?.catch(() => undefined);
    const to = at;
    const { readAgain } = source;
    const read = readAgain ? () => readAgain(from, to) : keptBy(source, block);
    yield* piecesOf(block, { from, encoding, again: () => reread(from, read) });
  }
}

/** Blocks read again, the last one remembered: whoever looks at a piece looks at its neighbours next, and a read costs by itself. */
function createRereading(): (block: number, read: () => Uint8Array) => Uint8Array {
  let remembered: { readonly block: number; readonly bytes: Uint8Array } | undefined;
  return (block, read) => {
    if (remembered?.block !== block) remembered = { block, bytes: read() };
    return remembered.bytes;
  };
}

interface BlockOrigin {
  readonly from: number;
  readonly encoding: TextEncoding;
  readonly again: () => Uint8Array;
  /** Of the source, at the end of the block, where they are not the block's own. */
  readonly used?: number;
}

/** A block in pieces that end where lines end, as far as they can. */
function* piecesOf(block: Uint8Array, origin: BlockOrigin): Generator<Piece, void, void> {
  const { from, encoding, again } = origin;
  for (let at = 0; at < block.length; ) {
    const bytes = block.subarray(at, at + PIECE);
    const length = pieceEnd(bytes, encoding, at + bytes.length >= block.length) || bytes.length;
    const start = at;
    const range = (): Uint8Array => again().subarray(start, start + length);
    at += length;
    yield { ...decoded(bytes.subarray(0, length), { from: from + start, encoding, again: range }), used: origin.used ?? from + at };
  }
}

/** Pieces of what a source holds as gzip; positions are those in the unpacked bytes. */
async function* unpackedPieces(source: ByteSource): Pieces {
  const reread = createRereading();
  let encoding: TextEncoding | undefined;
  let from = 0;
  let rest: Uint8Array = new Uint8Array(0);
  for await (const block of unpackedBlocks(source)) {
    if ('why' in block) return yield block;
    let bytes = rest.length === 0 ? block.bytes : joined([rest, block.bytes], rest.length + block.bytes.length);
    if (encoding === undefined) {
      const told = encodingOf(bytes);
      encoding = told.encoding;
      bytes = bytes.subarray(told.mark);
      from = told.mark;
    }
    const whole = bytes.subarray(0, pieceEnd(bytes, encoding, block.isLast));
    rest = bytes.subarray(whole.length);
    const [start, read] = [from, keptBy(source, whole)];
    yield* piecesOf(whole, { from, encoding, again: () => reread(start, read), used: block.used });
    from += whole.length;
  }
}

/** Bytes that cannot be read again: kept where the source keeps them, else in memory. */
function keptBy({ keep }: ByteSource, bytes: Uint8Array): () => Uint8Array {
  return keep ? keep(bytes) : () => bytes;
}

function decoded(
  bytes: Uint8Array,
  { from, encoding, again }: { readonly from: number; readonly encoding: TextEncoding; readonly again: () => Uint8Array },
): Omit<Piece, 'used'> {
  // Places are mostly asked for in order.
  let last = { units: 0, bytes: 0 };
  return {
    text: decodePiece(bytes, encoding),
    origin: {
      from,
      to: from + bytes.length,
      reload: () => decodePiece(again(), encoding),
      bytesOf: (units) => {
        last = markAt(again(), encoding, units, units < last.units ? { units: 0, bytes: 0 } : last);
        return last.bytes;
      },
    },
  };
}

type Block = { readonly bytes: Uint8Array; readonly used: number; readonly isLast: boolean } | Left;

/** Gathers what is unpacked into blocks; the last one may be empty. */
async function* unpackedBlocks(source: ByteSource): AsyncGenerator<Block, void, void> {
  let waiting: Uint8Array[] = [];
  let length = 0;
  let used = 0;
  let size = FIRST_BLOCK;
  for await (const step of gunzip(source)) {
    if (!('bytes' in step)) {
      yield { bytes: joined(waiting, length), used, isLast: true };
      return yield 'why' in step ? { why: step.why, isCut: true } : { why: step.after, isCut: false };
    }
    if (used === 0 && isGzip(step.bytes)) return yield { why: 'gzip inside gzip is not unpacked', isCut: true };
    waiting.push(step.bytes);
    length += step.bytes.length;
    used = step.used;
    if (length < size) continue;
    yield { bytes: joined(waiting, length), used, isLast: false };
    [waiting, length, size] = [[], 0, BLOCK];
  }
  yield { bytes: joined(waiting, length), used, isLast: true };
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
