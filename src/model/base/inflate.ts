// Unpacks what is packed with deflate in the wrappings of gzip (RFC 1952) and zlib (RFC 1950), at once and in memory: for the short
// pieces that stand inside a text. Files are unpacked as they are read, by gunzip.ts. Never throws and never hangs: what it makes is
// bounded, and each step takes bits.

import { gzipHeaderLength } from './gzip-member.ts';
import { inflateBlocks, type PackedInput } from './inflate-stream.ts';
import type { Packing } from './packing.ts';

/** The unpacked bytes, or in words why there are none. */
export type Inflated = { readonly ok: true; readonly bytes: Uint8Array } | { readonly ok: false; readonly why: string };

const ZLIB_HEADER = 2;

/** Unpacks bytes that begin as `packing` says. @param most bytes that are made at most: more are a fault */
export function inflate(bytes: Uint8Array, packing: Packing, most: number): Inflated {
  const start = packing === 'gzip' ? gzipHeaderLength(bytes) : ZLIB_HEADER;
  if (start < 0) return { ok: false, why: 'its head has no end' };
  const input: PackedInput = { bytes, at: start, isLast: true };
  const blocks = inflateBlocks(input);
  const pieces: Uint8Array[] = [];
  let length = 0;
  for (let step = blocks.next(); ; step = blocks.next()) {
    if (step.done) return step.value === undefined ? { ok: true, bytes: joined(pieces, length) } : { ok: false, why: step.value };
    // All of it is here: it never asks for more.
    if (step.value === 'more') continue;
    length += step.value.length;
    if (length > most) return { ok: false, why: `it holds more than ${most} bytes` };
    pieces.push(step.value);
  }
}

function joined(pieces: readonly Uint8Array[], length: number): Uint8Array {
  const [only] = pieces;
  if (only && pieces.length === 1) return only;
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}
