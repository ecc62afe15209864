// Unpacks deflate (RFC 1951) piece by piece, where the platform's decompressor cannot help: it keeps what it had unpacked to itself when
// the data breaks, and does not tell where the data ended when something else follows. Bounded memory, linear, never throws.

/** Packed bytes as they arrive. Whoever unpacks asks for more; whoever has them adds. */
export interface PackedInput {
  bytes: Uint8Array;
  /** Of the next byte in `bytes`. */
  at: number;
  /** No more bytes follow these. */
  isLast: boolean;
}
/** `more`: the input is to be refilled, what is left of it first. */
export type InflateStep = Uint8Array | 'more';

/** What is unpacked refers to no more than this before it (RFC 1951 §2). */
const WINDOW = 1 << 15;
/** Room for what is unpacked, at first: most pieces inside a text are short. */
const FIRST_ROOM = 1 << 10;
/** The longest that one code can make. */
const LONGEST_COPY = 258;
/** The longest a code with its extra bits can be, in bytes; and the lengths of a block's codes. */
const SYMBOL_BYTES = 8;
const HEADER_BYTES = 400;
const LONGEST_CODE = 15;
const END_OF_BLOCK = 256;

interface State {
  readonly input: PackedInput;
  held: number;
  count: number;
  out: Uint8Array;
  /** Where the next unpacked byte goes, and up to where they were handed on. */
  to: number;
  handed: number;
}
/** By the next bits, lowest first: the symbol and the length of its code; 0 for none. */
interface Codes {
  readonly table: Uint16Array;
  readonly bits: number;
}

/**
 * Unpacks from `input.at` on; after the last block `input.at` is behind it.
 * @returns undefined at the end of the packed data, else why it does not go on; what was unpacked before has been handed on
 */
export function* inflateBlocks(input: PackedInput): Generator<InflateStep, string | undefined, void> {
  const state: State = { input, held: 0, count: 0, out: new Uint8Array(FIRST_ROOM), to: 0, handed: 0 };
  for (let isLastBlock = false; !isLastBlock; ) {
    if (!hasBytes(state, HEADER_BYTES)) yield 'more';
    isLastBlock = take(state, 1) === 1;
    const why = yield* readBlock(state, take(state, 2));
    if (why !== undefined) {
      yield handOn(state);
      return why;
    }
  }
  yield handOn(state);
  // Bytes that were looked at and not used are whose comes next.
  input.at -= state.count >> 3;
  return undefined;
}

function* readBlock(state: State, type: number): Generator<InflateStep, string | undefined, void> {
  if (type === 0) return yield* copyStored(state);
  if (type === 3) return 'a block of no known kind';
  const codes = type === 1 ? FIXED : readCodes(state);
  if (!codes) return isOver(state) ? CUT : 'a block whose codes do not fit together';
  return yield* readSymbols(state, codes);
}

const CUT = 'the data is cut';

/** Whether the input has so many bytes, or all that will come. */
function hasBytes({ input }: State, length: number): boolean {
  return input.isLast || input.bytes.length - input.at >= length;
}

/** Whether more was taken than there is. */
function isOver({ input, count }: State): boolean {
  return input.at - (count >> 3) > input.bytes.length;
}

/** The next bits as a number; zeros behind the end. */
function take(state: State, bits: number): number {
  fill(state, bits);
  const value = state.held & ((1 << bits) - 1);
  state.held >>>= bits;
  state.count -= bits;
  return value;
}

function fill(state: State, bits: number): void {
  const { input } = state;
  while (state.count < bits) {
    state.held |= (input.bytes[input.at] ?? 0) << state.count;
    input.at += 1;
    state.count += 8;
  }
}

/** What was unpacked since it was handed on last; the window stays. */
function handOn(state: State): Uint8Array {
  const bytes = state.out.slice(state.handed, state.to);
  if (state.to > WINDOW) {
    state.out.copyWithin(0, state.to - WINDOW, state.to);
    state.to = WINDOW;
  }
  state.handed = state.to;
  return bytes;
}

/** Whether so many bytes can be put, once there is as much room as there may be. */
function hasRoom(state: State, length: number): boolean {
  const { out, to } = state;
  if (to + length <= out.length) return true;
  if (out.length >= 2 * WINDOW) return false;
  state.out = new Uint8Array(Math.min(4 * out.length, 2 * WINDOW));
  state.out.set(out);
  return true;
}

function put(state: State, byte: number): void {
  state.out[state.to] = byte;
  state.to += 1;
}

/** A block as it is (RFC 1951 §3.2.4). */
function* copyStored(state: State): Generator<InflateStep, string | undefined, void> {
  const { input } = state;
  take(state, state.count & 7);
  const length = take(state, 16);
  if (take(state, 16) !== (length ^ 0xffff)) return isOver(state) ? CUT : 'a block whose length does not agree with itself';
  for (let left = length; left > 0; left -= 1) {
    if (!hasBytes(state, 1)) yield 'more';
    if (!hasRoom(state, 1)) yield handOn(state);
    if (state.count === 0 && input.at >= input.bytes.length) return CUT;
    put(state, take(state, 8));
  }
  return isOver(state) ? CUT : undefined;
}

const LENGTHS = [3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258];
const LENGTH_BITS = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0];
const DISTANCES = [
  1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385,
  24577,
];
const DISTANCE_BITS = [0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13];

interface BlockCodes {
  readonly symbols: Codes;
  readonly distances: Codes;
}

function* readSymbols(state: State, { symbols, distances }: BlockCodes): Generator<InflateStep, string | undefined, void> {
  for (;;) {
    if (!hasBytes(state, SYMBOL_BYTES)) yield 'more';
    if (!hasRoom(state, LONGEST_COPY)) yield handOn(state);
    const symbol = symbolOf(state, symbols);
    if (isOver(state)) return CUT;
    if (symbol === END_OF_BLOCK) return undefined;
    if (symbol >= 0 && symbol < END_OF_BLOCK) put(state, symbol);
    else {
      const why = copyBack(state, symbol, distances);
      if (why !== undefined) return why;
    }
  }
}

/** Bytes once more that stood before (RFC 1951 §3.2.5). */
function copyBack(state: State, symbol: number, distances: Codes): string | undefined {
  const index = symbol - END_OF_BLOCK - 1;
  const length = (LENGTHS[index] ?? 0) + take(state, LENGTH_BITS[index] ?? 0);
  const far = symbolOf(state, distances);
  const distance = (DISTANCES[far] ?? 0) + take(state, DISTANCE_BITS[far] ?? 0);
  if (isOver(state)) return CUT;
  if (length === 0 || distance === 0) return 'a code that stands for nothing';
  if (distance > state.to) return 'it refers to what was before its beginning';
  for (let left = length; left > 0; left -= 1) put(state, state.out[state.to - distance] ?? 0);
  return undefined;
}

/** The symbol whose code comes next, -1 where none begins like this. */
function symbolOf(state: State, { table, bits }: Codes): number {
  fill(state, bits);
  const entry = table[state.held & ((1 << bits) - 1)] ?? 0;
  const length = entry & 15;
  if (length === 0) return -1;
  state.held >>>= length;
  state.count -= length;
  return entry >> 4;
}

const CODE_LENGTH_ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

/** The codes that a block brings along (RFC 1951 §3.2.7). */
function readCodes(state: State): BlockCodes | undefined {
  const symbolCount = take(state, 5) + 257;
  const distanceCount = take(state, 5) + 1;
  const lengthCount = take(state, 4) + 4;
  const own = new Uint8Array(19);
  for (let index = 0; index < lengthCount; index += 1) own[CODE_LENGTH_ORDER[index] ?? 0] = take(state, 3);
  const codes = codesOf(own);
  const lengths = codes && readLengths(state, codes, symbolCount + distanceCount);
  const symbols = lengths && codesOf(lengths.subarray(0, symbolCount));
  const distances = lengths && codesOf(lengths.subarray(symbolCount));
  return symbols && distances && !isOver(state) ? { symbols, distances } : undefined;
}

function readLengths(state: State, codes: Codes, count: number): Uint8Array | undefined {
  const lengths = new Uint8Array(count);
  for (let at = 0; at < count; ) {
    const symbol = symbolOf(state, codes);
    if (symbol < 0 || (symbol === 16 && at === 0)) return undefined;
    if (symbol < 16) {
      lengths[at] = symbol;
      at += 1;
      continue;
    }
    const repeated = symbol === 16 ? (lengths[at - 1] ?? 0) : 0;
    const times = symbol === 16 ? 3 + take(state, 2) : symbol === 17 ? 3 + take(state, 3) : 11 + take(state, 7);
    if (at + times > count) return undefined;
    lengths.fill(repeated, at, at + times);
    at += times;
  }
  return lengths;
}

/** Codes by their lengths (RFC 1951 §3.2.2); undefined where there are more than fit. */
function codesOf(lengths: Uint8Array): Codes | undefined {
  const counts = new Uint16Array(LONGEST_CODE + 1);
  for (const length of lengths) if (length > 0) counts[length] = (counts[length] ?? 0) + 1;
  const bits = Math.max(
    1,
    counts.findLastIndex((count) => count > 0),
  );
  const next = new Uint16Array(LONGEST_CODE + 2);
  let left = 1;
  for (let length = 1; length <= LONGEST_CODE; length += 1) {
    left = 2 * left - (counts[length] ?? 0);
    if (left < 0) return undefined;
    next[length + 1] = ((next[length] ?? 0) + (counts[length] ?? 0)) << 1;
  }
  const table = new Uint16Array(1 << bits);
  lengths.forEach((length, symbol) => {
    if (length === 0) return;
    const code = next[length] ?? 0;
    next[length] = code + 1;
    for (let at = reversed(code, length); at < table.length; at += 1 << length) table[at] = (symbol << 4) | length;
  });
  return { table, bits };
}

function reversed(code: number, length: number): number {
  let value = 0;
  for (let bit = 0; bit < length; bit += 1) value |= ((code >> bit) & 1) << (length - 1 - bit);
  return value;
}

function lengthsOfRuns(...runs: readonly (readonly [length: number, times: number])[]): Uint8Array {
  return Uint8Array.from(runs.flatMap(([length, times]) => Array.from({ length: times }, () => length)));
}

const NO_CODES: Codes = { table: new Uint16Array(2), bits: 1 };
/** The codes of blocks that bring none along (RFC 1951 §3.2.6). */
const FIXED: BlockCodes = {
  symbols: codesOf(lengthsOfRuns([8, 144], [9, 112], [7, 24], [8, 8])) ?? NO_CODES,
  distances: codesOf(lengthsOfRuns([5, 30])) ?? NO_CODES,
};
