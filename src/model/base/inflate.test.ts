import { deflateSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inflate } from './inflate.ts';
import { packingOf } from './packing.ts';

const MOST = 1 << 20;
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('[L.7] inflate', () => {
  it('unpacks what others pack, at every level and in both wrappings', () => {
    const text = fc.oneof(
      fc.string({ maxLength: 400 }),
      fc.string({ maxLength: 20 }).map((piece) => piece.repeat(300)),
    );
    fc.assert(
      fc.property(text, fc.integer({ min: 0, max: 9 }), (given, level) => {
        const packed = { gzip: new Uint8Array(gzipSync(given, { level })), zlib: new Uint8Array(deflateSync(given, { level })) };
        for (const packing of ['gzip', 'zlib'] as const) {
          expect(packingOf(packed[packing])).toBe(packing);
          const unpacked = inflate(packed[packing], packing, MOST);
          expect(unpacked.ok && Array.from(unpacked.bytes)).toEqual(Array.from(bytesOf(given)));
        }
      }),
      { numRuns: 60 },
    );
  });
  it('says why where it cannot, and makes no more than it may', () => {
    const bomb = new Uint8Array(gzipSync('0'.repeat(1 << 20)));
    expect(inflate(bomb, 'gzip', 1000)).toEqual({ ok: false, why: 'it holds more than 1000 bytes' });
    const torn = new Uint8Array(gzipSync('some words, and others')).subarray(0, 20);
    expect(inflate(torn, 'gzip', MOST)).toEqual({ ok: false, why: 'the data is cut' });
  });
  it('never throws, whatever the bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        for (const packing of ['gzip', 'zlib'] as const) expect(inflate(bytes, packing, 4096)).toHaveProperty('ok');
      }),
    );
  });
});
