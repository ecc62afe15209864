// One member of gzip (RFC 1952 §2.3) unpacked by our own hand: tells where it ends, whatever follows it, and hands on all that was good
// of one that breaks.

import type { ByteSource } from './byte-source.ts';
import { inflateBlocks, type PackedInput } from './inflate-stream.ts';

const BLOCK = 1 << 17;
/** What is read ahead, so that no code of the packed data is cut. */
const AHEAD = 1 << 10;
const FIXED_HEADER = 10;
const TRAILER = 8;

/** Where in the source the member ends, or why it does not. */
export type MemberEnd = { readonly end: number } | { readonly why: string };

/**
 * Unpacks the member that begins at `from`. Rejects only as the source does.
 * @returns its end, or what is wrong with it; what was unpacked before was yielded, with the packed bytes used so far
 */
export async function* unpackMember(
  source: ByteSource,
  from: number,
): AsyncGenerator<{ readonly bytes: Uint8Array; readonly used: number }, MemberEnd, void> {
  const input: PackedInput = { bytes: new Uint8Array(0), at: 0, isLast: from >= source.size };
  let read = from;
  const refill = async (): Promise<void> => {
    const next = await source.read(read, Math.min(read + BLOCK, source.size));
    read += next.length;
    input.isLast = read >= source.size || next.length === 0;
    input.bytes = joined(input.bytes.subarray(input.at), next);
    input.at = 0;
  };
  const reach = async (length: number): Promise<void> => {
    while (!input.isLast && input.bytes.length - input.at < length) await refill();
  };
  await reach(BLOCK);
  const begins = gzipHeaderLength(input.bytes);
  if (begins < 0) return { why: 'its header is cut or broken' };
  input.at = begins;
  const blocks = inflateBlocks(input);
  const check = createCrc();
  for (let step = blocks.next(); ; step = blocks.next()) {
    if (step.done) {
      if (step.value !== undefined) return { why: step.value };
      await reach(TRAILER);
      return trailerOf(input, check, read);
    }
    if (step.value === 'more') await reach(AHEAD);
    else if (step.value.length > 0) {
      check.add(step.value);
      yield { bytes: step.value, used: read - (input.bytes.length - Math.min(input.at, input.bytes.length)) };
    }
  }
}

/** What stands behind the packed data: its checksum and its length, which must agree with what was unpacked. */
function trailerOf({ bytes, at }: PackedInput, check: Crc, read: number): MemberEnd {
  if (bytes.length - at < TRAILER) return { why: 'the data is cut' };
  const view = new DataView(bytes.buffer, bytes.byteOffset + at, TRAILER);
  if (view.getUint32(0, true) !== check.value || view.getUint32(4, true) !== check.length) return { why: 'its checksum does not agree' };
  return { end: read - (bytes.length - at - TRAILER) };
}

const HAS_CRC = 2;
const HAS_EXTRA = 4;
const HAS_NAME = 8;
const HAS_COMMENT = 16;

/** How long the header is that bytes begin with; -1 where it is none, or not all here. */
export function gzipHeaderLength(bytes: Uint8Array): number {
  const flags = bytes[3] ?? 0;
  let at = FIXED_HEADER;
  if (flags & HAS_EXTRA) at += 2 + (bytes[at] ?? 0) + 256 * (bytes[at + 1] ?? 0);
  for (const flag of [HAS_NAME, HAS_COMMENT]) {
    if (!(flags & flag)) continue;
    const end = bytes.indexOf(0, at);
    if (end < 0) return -1;
    at = end + 1;
  }
  if (flags & HAS_CRC) at += 2;
  return at <= bytes.length ? at : -1;
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array {
  if (one.length === 0) return other;
  const bytes = new Uint8Array(one.length + other.length);
  bytes.set(one);
  bytes.set(other, one.length);
  return bytes;
}

interface Crc {
  readonly value: number;
  /** Of what was added, as the trailer states it: modulo 2³². */
  readonly length: number;
  add(bytes: Uint8Array): void;
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value;
});

/** The checksum of RFC 1952 §8, added to as bytes come. */
function createCrc(): Crc {
  let value = 0xffffffff;
  let length = 0;
  return {
    get value() {
      return (value ^ 0xffffffff) >>> 0;
    },
    get length() {
      return length >>> 0;
    },
    add: (bytes) => {
      for (const byte of bytes) value = (CRC_TABLE[(value ^ byte) & 0xff] ?? 0) ^ (value >>> 8);
      length += bytes.length;
    },
  };
}
