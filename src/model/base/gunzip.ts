// Unpacks gzip (RFC 1952) as it is read: several members one after the other, each with a decompressor of its own, because the
// platform's one takes what follows its member for a fault. Bounded: a small file can hold more than any memory.

import type { ByteSource } from './byte-source.ts';
import { unpackMember } from './gzip-member.ts';

/** Some unpacked bytes and how many packed ones have been used; or why it does not go on; or what follows the end and is no gzip. */
export type Unpacked = { readonly bytes: Uint8Array; readonly used: number } | { readonly why: string } | { readonly after: string };

export interface GunzipLimits {
  /** Most unpacked bytes. */
  readonly most: number;
  /** Most unpacked bytes for a packed one, asked once `afterBytes` have come out. */
  readonly ratio: number;
  readonly afterBytes: number;
}
const MIB = 1 << 20;
/** What is written is text: logs pack to a twentieth, seldom to a hundredth; a bomb comes near a thousandth. */
export const GUNZIP_LIMITS: GunzipLimits = { most: 2048 * MIB, ratio: 500, afterBytes: 64 * MIB };

const BLOCK = 1 << 17;
const HEADER = 10;
const TRAILER = 8;
/** No deflate stream unpacks to more (RFC 1951 §3.2.5: 258 bytes from two bits). */
const MOST_RATIO = 1032;

/** Whether bytes begin like gzip. */
export function isGzip(start: Uint8Array): boolean {
  return start[0] === 0x1f && start[1] === 0x8b && start[2] === 0x08;
}

/** Unpacks a source from front to back. Never throws for what the bytes are; a source that breaks off rejects. */
export async function* gunzip(source: ByteSource, limits: GunzipLimits = GUNZIP_LIMITS): AsyncGenerator<Unpacked, void, void> {
  const state: MemberState = { start: 0, end: 0, given: 0 };
  let total = 0;
  while (state.start < source.size) {
    const steps = memberSteps(source, state);
    for (let step = await steps.next(); ; step = await steps.next()) {
      if (step.done) {
        if (step.value !== undefined) return yield { why: `the gzip data is broken: ${step.value}` };
        break;
      }
      total += step.value.bytes.length;
      if (isBomb(total, step.value.used, limits)) {
        await steps.return(undefined);
        return yield { why: bombWords(total, limits) };
      }
      yield step.value;
    }
    Object.assign(state, { start: state.end, given: 0 });
    const rest = await foreignLength(source, state.start);
    if (rest > 0) return yield { after: `behind the end of the gzip data stand ${rest} bytes that are none: they are not read` };
    if (rest < 0) return;
  }
}

/**
 * One member, by the platform's decompressor as far as that goes: where it breaks off (at an end that was none, at what follows the end, in
 * broken data), the member is unpacked once more by hand, without what was handed on. So no member is unpacked more than twice.
 * @returns why the member does not go on; undefined at its end
 */
async function* memberSteps(
  source: ByteSource,
  state: MemberState,
): AsyncGenerator<{ readonly bytes: Uint8Array; readonly used: number }, string | undefined, void> {
  const member = new Member(source, state);
  try {
    for (let bytes = await member.next(); bytes; bytes = await member.next()) yield { bytes, used: member.used };
    return undefined;
  } catch {
    if (member.sourceFault) throw member.sourceFault;
  } finally {
    await member.close();
  }
  const byHand = unpackMember(source, state.start);
  let made = 0;
  for (let step = await byHand.next(); ; step = await byHand.next()) {
    if (step.done) {
      if ('why' in step.value) return step.value.why;
      state.end = step.value.end;
      return undefined;
    }
    const { bytes, used } = step.value;
    const known = Math.max(0, state.given - made);
    made += bytes.length;
    if (known < bytes.length) yield { bytes: bytes.subarray(known), used };
  }
}

/** How many bytes from a place on are no gzip; -1 where they are zeros, which fill up blocks of a tape, and nothing follows. */
async function foreignLength(source: ByteSource, from: number): Promise<number> {
  if (from >= source.size) return 0;
  const start = await source.read(from, Math.min(from + BLOCK, source.size));
  if (isGzip(start)) return 0;
  for (let at = from, bytes = start; ; bytes = await source.read(at, Math.min(at + BLOCK, source.size))) {
    if (bytes.some((byte) => byte !== 0)) return source.size - from;
    at += bytes.length;
    if (at >= source.size || bytes.length === 0) return -1;
  }
}

function isBomb(total: number, used: number, { most, ratio, afterBytes }: GunzipLimits): boolean {
  return total > most || (total > afterBytes && total > ratio * Math.max(used, 1));
}

function bombWords(total: number, { most, ratio }: GunzipLimits): string {
  if (total > most) return `the gzip data holds more than ${most} bytes: the rest is not unpacked`;
  return `the gzip data unpacks to more than ${ratio} times its length: the rest is not unpacked`;
}

/** What is used of the platform's streams, alike in pages and in Node. */
interface Unpacking {
  readonly readable: { getReader(): UnpackedReader };
  readonly writable: { getWriter(): PackedWriter };
}
interface UnpackedReader {
  read(): Promise<{ readonly done: false; readonly value: Uint8Array } | { readonly done: true }>;
  cancel(): Promise<void>;
}
interface PackedWriter {
  readonly ready: Promise<unknown>;
  write(chunk: Uint8Array): Promise<void>;
  close(): Promise<void>;
  abort(): Promise<void>;
}

interface MemberState {
  /** Of the packed bytes: where the member starts, and where it ends as far as is known. */
  start: number;
  end: number;
  /** Bytes of the member that were handed on. */
  given: number;
}

/** One member being unpacked: packed bytes go in as fast as unpacked ones are taken. */
class Member {
  used: number;
  sourceFault: Error | undefined;
  readonly #source: ByteSource;
  readonly #state: MemberState;
  readonly #reader: UnpackedReader;
  readonly #writer: PackedWriter;
  #closed = false;

  constructor(source: ByteSource, state: MemberState) {
    this.#source = source;
    this.#state = state;
    this.used = state.start;
    const unpacking = new DecompressionStream('gzip') as unknown as Unpacking;
    this.#reader = unpacking.readable.getReader();
    this.#writer = unpacking.writable.getWriter();
    void this.#feed();
  }

  /** The next unpacked bytes; undefined at the member's end. */
  async next(): Promise<Uint8Array | undefined> {
    const step = await this.#reader.read();
    if (step.done) return undefined;
    this.#state.given += step.value.length;
    return step.value;
  }

  async close(): Promise<void> {
    this.#closed = true;
    // Either may have failed already, and that was told.
    await this.#reader.cancel().catch(() => undefined);
    await this.#writer.abort().catch(() => undefined);
  }

  /** Feeds the member up to the place where the next one begins, or to the end of the source. */
  async #feed(): Promise<void> {
    const { start } = this.#state;
    try {
      for (let at = start; !this.#closed; ) {
        const bytes = await this.#read(at);
        const isLast = at + bytes.length >= this.#source.size;
        const next = this.#nextMember(bytes, at);
        const end = next ?? (isLast ? bytes.length : bytes.length - HEADER);
        this.#state.end = at + end;
        await this.#writer.ready;
        at += end;
        this.used = at;
        await this.#writer.write(bytes.subarray(0, end));
        if (next !== undefined || isLast) return await this.#writer.close();
      }
    } catch {
      // The reading end fails with the same reason, and tells it.
      await this.#writer.abort().catch(() => undefined);
    }
  }

  async #read(at: number): Promise<Uint8Array> {
    try {
      return await this.#source.read(at, Math.min(at + BLOCK + HEADER, this.#source.size));
    } catch (error) {
      this.sourceFault = error instanceof Error ? error : new Error(String(error));
      throw this.sourceFault;
    }
  }

  /** Where in some bytes the next member begins, if one does. */
  #nextMember(bytes: Uint8Array, at: number): number | undefined {
    const { start, given } = this.#state;
    for (let from = bytes.indexOf(0x1f); from >= 0; from = bytes.indexOf(0x1f, from + 1)) {
      if (from + HEADER > bytes.length) return undefined;
      const packed = at + from - start;
      if (packed < HEADER + TRAILER || from < 4 || !isHeader(bytes, from)) continue;
      // Before it stands how much the member holds: a number that the member cannot hold is none.
      const held = sizeBefore(bytes, from);
      if (held >= given && held <= packed * MOST_RATIO) return from;
    }
    return undefined;
  }
}

function isHeader(bytes: Uint8Array, at: number): boolean {
  const [flags = 255, extra = 255, system = 254] = [bytes[at + 3], bytes[at + 8], bytes[at + 9]];
  return (
    isGzip(bytes.subarray(at, at + 3)) && flags < 0x20 && (extra === 0 || extra === 2 || extra === 4) && (system <= 13 || system === 255)
  );
}

function sizeBefore(bytes: Uint8Array, at: number): number {
  return new DataView(bytes.buffer, bytes.byteOffset + at - 4, 4).getUint32(0, true);
}
