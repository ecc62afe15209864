// Unpacks what is packed with deflate (RFC 1951), in the wrappings of gzip (RFC 1952) and zlib (RFC 1950), at once and in memory: for the
// short pieces that stand inside a text. Files are unpacked as they are read, by gunzip.ts. Never throws and never hangs: what it makes
// is bounded, and each step takes bits.

/** The unpacked bytes, or in words why there are none. */
export type Inflated = { readonly ok: true; readonly bytes: Uint8Array } | { readonly ok: false; readonly why: string };

/** How bytes begin that are packed. */
export type Packing = 'gzip' | 'zlib';

/** What bytes are packed with, by how they begin; undefined where they are not packed in a way that is unpacked here. */
export function packingOf(bytes: Uint8Array): Packing | undefined {
  const [first = 0, second = 0, third = 0] = bytes;
  if (first === 0x1f && second === 0x8b && third === 8) return 'gzip';
  return first === 0x78 && (second & 0x20) === 0 && (first * 256 + second) % 31 === 0 ? 'zlib' : undefined;
}

interface Bits {
  readonly bytes: Uint8Array;
  at: number;
  held: number;
  count: number;
}
interface Made {
  bytes: Uint8Array;
  length: number;
  readonly most: number;
}
/** How many codes there are of each length, and the symbols in the order of their codes. */
interface Codes {
  readonly counts: Uint16Array;
  readonly symbols: Uint16Array;
}

class PackingFault extends Error {}

/** Unpacks bytes that begin as `packing` says. @param most bytes that are made at most: more are a fault */
export function inflate(bytes: Uint8Array, packing: Packing, most: number): Inflated {
  try {
    const start = packing === 'gzip' ? gzipStart(bytes) : 2;
    const made: Made = { bytes: new Uint8Array(Math.min(most, 4 * bytes.length + 64)), length: 0, most };
    const bits: Bits = { bytes, at: start, held: 0, count: 0 };
    while (!inflateBlock(bits, made)) continue;
    return { ok: true, bytes: made.bytes.subarray(0, made.length) };
  } catch (error) {
    if (error instanceof PackingFault) return { ok: false, why: error.message };
    throw error;
  }
}

/** Where the packed data begins behind the head of gzip and its optional fields. */
function gzipStart(bytes: Uint8Array): number {
  const flags = bytes[3] ?? 0;
  let at = 10;
  if (flags & 4) at += 2 + (bytes[at] ?? 0) + 256 * (bytes[at + 1] ?? 0);
  for (const flag of [8, 16]) {
    if (!(flags & flag)) continue;
    const end = bytes.indexOf(0, at);
    if (end < 0) throw new PackingFault('its head has no end');
    at = end + 1;
  }
  return flags & 2 ? at + 2 : at;
}

/** Whether it was the last block. */
function inflateBlock(bits: Bits, made: Made): boolean {
  const isLast = take(bits, 1) === 1;
  const kind = take(bits, 2);
  if (kind === 0) copyStored(bits, made);
  else if (kind === 1) inflateCodes(bits, made, FIXED);
  else if (kind === 2) inflateCodes(bits, made, readCodes(bits));
  else throw new PackingFault('a block of an unknown kind');
  return isLast;
}

function take(bits: Bits, count: number): number {
  while (bits.count < count) {
    const next = bits.bytes[bits.at];
    if (next === undefined) throw new PackingFault('it ends too early');
    bits.held |= next << bits.count;
    bits.at += 1;
    bits.count += 8;
  }
  const value = bits.held & ((1 << count) - 1);
  bits.held >>>= count;
  bits.count -= count;
  return value;
}

function put(made: Made, byte: number): void {
  if (made.length >= made.most) throw new PackingFault(`it holds more than ${made.most} bytes`);
  if (made.length === made.bytes.length) {
    const grown = new Uint8Array(Math.min(made.most, 2 * made.bytes.length + 64));
    grown.set(made.bytes);
    made.bytes = grown;
  }
  made.bytes[made.length] = byte;
  made.length += 1;
}

function copyStored(bits: Bits, made: Made): void {
  bits.held = 0;
  bits.count = 0;
  const length = (bits.bytes[bits.at] ?? 0) + 256 * (bits.bytes[bits.at + 1] ?? 0);
  bits.at += 4;
  if (bits.at + length > bits.bytes.length) throw new PackingFault('it ends too early');
  for (let index = 0; index < length; index += 1) put(made, bits.bytes[bits.at + index] ?? 0);
  bits.at += length;
}

const LENGTHS = [3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258];
const LENGTH_BITS = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0];
const DISTANCES = [
  1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385,
  24577,
];
const DISTANCE_BITS = [0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13];
const BLOCK_END = 256;

function inflateCodes(bits: Bits, made: Made, { literals, distances }: BlockCodes): void {
  for (;;) {
    const symbol = symbolOf(bits, literals);
    if (symbol === BLOCK_END) return;
    if (symbol < BLOCK_END) put(made, symbol);
    else copyBack(bits, made, { length: lengthOf(bits, symbol - BLOCK_END - 1), distances });
  }
}

function lengthOf(bits: Bits, index: number): number {
  const base = LENGTHS[index];
  if (base === undefined) throw new PackingFault('a length that there is not');
  return base + take(bits, LENGTH_BITS[index] ?? 0);
}

function copyBack(bits: Bits, made: Made, { length, distances }: { readonly length: number; readonly distances: Codes }): void {
  const symbol = symbolOf(bits, distances);
  const base = DISTANCES[symbol];
  if (base === undefined) throw new PackingFault('a distance that there is not');
  const distance = base + take(bits, DISTANCE_BITS[symbol] ?? 0);
  if (distance > made.length) throw new PackingFault('a distance to before its beginning');
  for (let index = 0; index < length; index += 1) put(made, made.bytes[made.length - distance] ?? 0);
}

function symbolOf(bits: Bits, { counts, symbols }: Codes): number {
  let code = 0;
  let first = 0;
  let index = 0;
  for (let length = 1; length <= 15; length += 1) {
    code |= take(bits, 1);
    const count = counts[length] ?? 0;
    if (code - count < first) return symbols[index + code - first] ?? 0;
    index += count;
    first = (first + count) << 1;
    code <<= 1;
  }
  throw new PackingFault('a code that there is not');
}

function codesOf(lengths: readonly number[]): Codes {
  const counts = new Uint16Array(16);
  for (const length of lengths) counts[length] = (counts[length] ?? 0) + 1;
  counts[0] = 0;
  const starts = new Uint16Array(16);
  for (let length = 1; length < 15; length += 1) starts[length + 1] = (starts[length] ?? 0) + (counts[length] ?? 0);
  const symbols = new Uint16Array(lengths.length);
  lengths.forEach((length, symbol) => {
    if (length === 0) return;
    symbols[starts[length] ?? 0] = symbol;
    starts[length] = (starts[length] ?? 0) + 1;
  });
  return { counts, symbols };
}

interface BlockCodes {
  readonly literals: Codes;
  readonly distances: Codes;
}

const FIXED: BlockCodes = {
  literals: codesOf(Array.from({ length: 288 }, (_, symbol) => (symbol < 144 ? 8 : symbol < 256 ? 9 : symbol < 280 ? 7 : 8))),
  distances: codesOf(Array.from({ length: 30 }, () => 5)),
};

/** In this order stand the lengths of the codes that the lengths of the codes are written in (RFC 1951 §3.2.7). */
const ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

function readCodes(bits: Bits): BlockCodes {
  const literalCount = take(bits, 5) + 257;
  const distanceCount = take(bits, 5) + 1;
  const orderCount = take(bits, 4) + 4;
  const small = Array.from({ length: ORDER.length }, () => 0);
  for (const symbol of ORDER.slice(0, orderCount)) small[symbol] = take(bits, 3);
  const codes = codesOf(small);
  const lengths: number[] = [];
  while (lengths.length < literalCount + distanceCount) {
    const symbol = symbolOf(bits, codes);
    const [value, times] = symbol < 16 ? [symbol, 1] : repeated(bits, symbol, lengths.at(-1));
    for (let index = 0; index < times; index += 1) lengths.push(value);
  }
  if (lengths.length > literalCount + distanceCount) throw new PackingFault('more lengths than there are codes');
  return { literals: codesOf(lengths.slice(0, literalCount)), distances: codesOf(lengths.slice(literalCount)) };
}

function repeated(bits: Bits, symbol: number, last: number | undefined): readonly [length: number, times: number] {
  if (symbol === 17) return [0, 3 + take(bits, 3)];
  if (symbol === 18) return [0, 11 + take(bits, 7)];
  if (last === undefined) throw new PackingFault('a length repeated before there is one');
  return [last, 3 + take(bits, 2)];
}
