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
    if ('why' in step) why = step.why;
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
