import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bytesInMemory, type ByteSource } from './byte-source.ts';
import { gunzip, GUNZIP_LIMITS, isGzip, type GunzipLimits } from './gunzip.ts';

async function unpack(
  source: ByteSource,
  limits: GunzipLimits = GUNZIP_LIMITS,
): Promise<{ bytes: Buffer; why: string | undefined; used: number }> {
  const pieces: Uint8Array[] = [];
  let why: string | undefined;
  let used = 0;
  for await (const step of gunzip(source, limits)) {
    if (!('bytes' in step)) why = 'why' in step ? step.why : step.after;
    else {
      pieces.push(step.bytes);
      used = step.used;
    }
  }
  return { bytes: Buffer.concat(pieces), why, used };
}

/** Bytes that pack badly and hold what looks like the beginning of a member. */
function noise(length: number, seed: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let state = seed;
  for (let at = 0; at < length; at += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    bytes[at] = state >>> 24;
  }
  return bytes;
}

describe('gunzip', () => {
  it('[N.1] unpacks members one after the other', async () => {
    const members = fc.array(fc.uint8Array({ maxLength: 300 }), { minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(members, async (contents) => {
        const packed = Buffer.concat(contents.map((content) => gzipSync(content)));
        expect(isGzip(packed)).toBe(true);
        const { bytes, why } = await unpack(bytesInMemory(packed));
        expect(why).toBeUndefined();
        expect(bytes.equals(Buffer.concat(contents))).toBe(true);
      }),
      { numRuns: 40 },
    );
  });

  it('[N.1] unpacks what is longer than it reads at a time, members ending anywhere', async () => {
    const contents = [noise(300_000, 1), noise(131_072 - 18, 2), noise(500_000, 3)];
    const packed = Buffer.concat(contents.map((content) => gzipSync(content)));
    const { bytes, why, used } = await unpack(bytesInMemory(packed));
    expect(why).toBeUndefined();
    expect(bytes.equals(Buffer.concat(contents))).toBe(true);
    expect(used).toBe(packed.length);
  });

  it('[N.1] is not misled by what looks like the beginning of a member', async () => {
    const inner = gzipSync('inner');
    // Stored, not compressed: the packed bytes hold a whole member with a plausible length before it.
    const content = Buffer.concat([noise(400, 4), Buffer.from([200, 0, 0, 0]), inner, noise(200_000, 5)]);
    const { bytes, why } = await unpack(bytesInMemory(gzipSync(content, { level: 0 })));
    expect(why).toBeUndefined();
    expect(bytes.equals(content)).toBe(true);
  });

  it('[N.1] says where it stopped, and keeps what came before', async () => {
    const packed = gzipSync(noise(400_000, 6));
    const cut = await unpack(bytesInMemory(packed.subarray(0, 300_000)));
    expect(cut.why).toContain('broken');
    expect(cut.bytes.length).toBeGreaterThan(100_000);
    const flipped = Buffer.from(packed);
    flipped.fill(0xff, 200_000, 200_064);
    expect((await unpack(bytesInMemory(flipped))).why).toContain('broken');
  });

  it('[N.1] keeps all of a member that something else follows, and says how much that is', async () => {
    const contents = [Buffer.from('short'), Buffer.from('a log of words, words, words\n'.repeat(30_000)), Buffer.from(noise(300_000, 8))];
    for (const content of contents) {
      for (const level of [0, 1, 9]) {
        const packed = Buffer.concat([gzipSync('first'), gzipSync(content, { level })]);
        for (const behind of [noise(5_000, 9), Buffer.from('x'), Buffer.from('{"kind":"task"}\n'), packed.subarray(0, 2)]) {
          const { bytes, why } = await unpack(bytesInMemory(Buffer.concat([packed, behind])));
          expect(why).toBe(`behind the end of the gzip data stand ${behind.length} bytes that are none: they are not read`);
          expect(bytes.equals(Buffer.concat([Buffer.from('first'), content]))).toBe(true);
        }
        // What fills up a block of a tape is nothing.
        const filled = await unpack(bytesInMemory(Buffer.concat([packed, Buffer.alloc(700)])));
        expect(filled.why).toBeUndefined();
        expect(filled.bytes.length).toBe(content.length + 5);
      }
    }
  }, 30_000);

  it('[N.1] keeps of a member that is cut what was packed before the cut', async () => {
    const content = Buffer.from(Array.from({ length: 20_000 }, (_, at) => `line ${at} ${(at * 7919) % 10_007}\n`).join(''));
    const packed = gzipSync(content);
    for (const share of [0.1, 0.5, 0.9, 0.999]) {
      const { bytes, why } = await unpack(bytesInMemory(packed.subarray(0, Math.floor(share * packed.length))));
      expect(why).toContain('the data is cut');
      expect(content.subarray(0, bytes.length).equals(bytes)).toBe(true);
      expect(bytes.length).toBeGreaterThan(share * content.length * 0.9 - 40_000);
    }
    const last = Buffer.from(packed);
    last[last.length - 6] = (last[last.length - 6] ?? 0) ^ 1;
    const unchecked = await unpack(bytesInMemory(last));
    expect(unchecked).toMatchObject({ why: 'the gzip data is broken: its checksum does not agree' });
    expect(unchecked.bytes.equals(content)).toBe(true);
  });

  it('[N.6] unpacks no member more than twice, whatever in it looks like the beginning of another', async () => {
    const head = Buffer.from([200, 0, 0, 0, 0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]);
    const content = Buffer.concat(Array.from({ length: 40_000 }, () => head));
    const packed = gzipSync(content, { level: 0 });
    let read = 0;
    const source: ByteSource = {
      size: packed.length,
      read: (from, to) => {
        read += to - from;
        return Promise.resolve(packed.subarray(from, to));
      },
    };
    const { bytes, why } = await unpack(source);
    expect(why).toBeUndefined();
    expect(bytes.equals(content)).toBe(true);
    expect(read).toBeLessThan(3 * packed.length);
  });

  it('[N.6] makes no fault of bytes that are broken anywhere', async () => {
    const packed = gzipSync(Buffer.from(noise(3_000, 10)).map((byte) => byte & 15));
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: packed.length - 1 }), fc.integer({ min: 0, max: 255 }), async (at, byte) => {
        const broken = Buffer.from(packed);
        broken[at] = byte;
        const { bytes, why } = await unpack(bytesInMemory(broken));
        expect(why !== undefined || bytes.length === 3_000).toBe(true);
      }),
      { numRuns: 80 },
    );
  });

  it('[N.1] does not unpack a bomb', async () => {
    const bomb = gzipSync(new Uint8Array(4_000_000));
    const { bytes, why } = await unpack(bytesInMemory(bomb), { most: 1 << 30, ratio: 100, afterBytes: 500_000 });
    expect(why).toContain('100 times');
    expect(bytes.length).toBeLessThan(700_000);
    expect((await unpack(bytesInMemory(bomb), { ...GUNZIP_LIMITS, most: 1_000_000 })).why).toContain('more than 1000000 bytes');
  });

  it('[N.1] rejects when the source breaks off, as the source does', async () => {
    const packed = gzipSync(noise(400_000, 7));
    const source: ByteSource = {
      size: packed.length,
      read: (from, to) => (from > 200_000 ? Promise.reject(new Error('the disk is gone')) : Promise.resolve(packed.subarray(from, to))),
    };
    await expect(unpack(source)).rejects.toThrow('the disk is gone');
  });
});
