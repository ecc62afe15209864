import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodePiece, encodingOf, markAt, pieceEnd, type TextEncoding, type TextMark } from './byte-text.ts';

const letters = fc.string({ unit: fc.constantFrom('a', 'é', '€', '😀', '\n', '\u0000'), maxLength: 20 });
function encoded(text: string, encoding: TextEncoding): Uint8Array {
  if (encoding === 'utf-8') return new TextEncoder().encode(text);
  const bytes = new Uint8Array(text.length * 2);
  const view = new DataView(bytes.buffer);
  for (let at = 0; at < text.length; at += 1) view.setUint16(at * 2, text.charCodeAt(at), encoding === 'utf-16le');
  return bytes;
}
const encodings = fc.constantFrom<TextEncoding>('utf-8', 'utf-16le', 'utf-16be');

const START: TextMark = { units: 0, bytes: 0 };

describe('text from bytes', () => {
  it('[N.1] takes for UTF-16 what has a zero in every other byte, and nothing else', () => {
    expect(encodingOf(encoded('{"kind":"task"} é', 'utf-16le'))).toEqual({ encoding: 'utf-16le', mark: 0 });
    expect(encodingOf(encoded('{"kind":"task"} é', 'utf-16be'))).toEqual({ encoding: 'utf-16be', mark: 0 });
    for (const text of ['', 'a', '{"kind":"task"}', '\0\0\0\0\0\0', 'SQLite format 3\0\x10\0\x01\x01\0'])
      expect(encodingOf(encoded(text, 'utf-8'))).toEqual({ encoding: 'utf-8', mark: 0 });
  });

  it('[N.1] reads the same in pieces as whole, wherever the bytes are parted', () => {
    fc.assert(
      fc.property(letters, encodings, fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 30 }), (text, encoding, steps) => {
        const bytes = encoded(text, encoding);
        let read = '';
        let from = 0;
        let seen = 0;
        for (const step of [...steps, bytes.length]) {
          seen = Math.min(seen + step, bytes.length);
          const end = pieceEnd(bytes.subarray(from, seen), encoding, seen === bytes.length);
          read += decodePiece(bytes.subarray(from, from + end), encoding);
          from += end;
        }
        expect(read).toBe(text);
      }),
    );
  });

  it('[N.1] knows the byte of every unit', () => {
    fc.assert(
      fc.property(letters, encodings, (text, encoding) => {
        const bytes = encoded(text, encoding);
        let units = 0;
        let last = START;
        for (const letter of text) {
          const expected = { units, bytes: encoded(text.slice(0, units), encoding).length };
          expect(markAt(bytes, encoding, units, START)).toEqual(expected);
          last = markAt(bytes, encoding, units, last);
          expect(last).toEqual(expected);
          units += letter.length;
        }
        expect(markAt(bytes, encoding, text.length, last).bytes).toBe(bytes.length);
      }),
    );
  });

  it('[N.1] knows it in broken text as well', () => {
    const broken = fc.uint8Array({ maxLength: 12 });
    const likely = fc.array(fc.constantFrom(0x61, 0xc3, 0xa9, 0xe2, 0x82, 0xac, 0xf0, 0x9f, 0x98, 0x80, 0xed, 0xf4, 0xff), {
      maxLength: 12,
    });
    fc.assert(
      fc.property(
        fc.oneof(
          broken,
          likely.map((bytes) => Uint8Array.from(bytes)),
        ),
        (bytes) => {
          const text = decodePiece(bytes, 'utf-8');
          let last = START;
          for (let units = 0; units <= text.length; units += 1) {
            const end = markAt(bytes, 'utf-8', units, START).bytes;
            last = markAt(bytes, 'utf-8', units, last);
            expect(last.bytes).toBe(end);
            const isInPair = /[\uD800-\uDBFF]$/.test(text.slice(0, units));
            expect(decodePiece(bytes.subarray(0, end), 'utf-8')).toBe(text.slice(0, isInPair ? units - 1 : units));
          }
        },
      ),
      { numRuns: 500 },
    );
  });

  it('[N.1] takes the encoding from a byte order mark', () => {
    expect(encodingOf(Uint8Array.of(0xef, 0xbb, 0xbf, 0x7b))).toEqual({ encoding: 'utf-8', mark: 3 });
    expect(encodingOf(Uint8Array.of(0xff, 0xfe, 0x7b, 0))).toEqual({ encoding: 'utf-16le', mark: 2 });
    expect(encodingOf(Uint8Array.of(0xfe, 0xff, 0, 0x7b))).toEqual({ encoding: 'utf-16be', mark: 2 });
    expect(encodingOf(Uint8Array.of(0x7b))).toEqual({ encoding: 'utf-8', mark: 0 });
  });
});
