import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GivenText } from './given-text.ts';

function given(pieces: readonly string[]): GivenText {
  const text = new GivenText('pieces');
  for (const piece of pieces) text.append(piece);
  return text;
}
const pieces = fc.array(fc.string({ unit: fc.constantFrom('a', 'b', '\n', '😀'), maxLength: 12 }), { maxLength: 30 });

describe('GivenText', () => {
  it('[L.5] reads the same from pieces as from the whole', () => {
    fc.assert(
      fc.property(pieces, fc.nat(80), fc.nat(80), (parts, from, length) => {
        const whole = parts.join('');
        const text = given(parts);
        expect(text.length).toBe(whole.length);
        expect(text.slice(from, from + length)).toBe(whole.slice(from, from + length));
      }),
    );
  });

  it('[L.5] finds a text wherever the seams are', () => {
    fc.assert(
      fc.property(
        pieces,
        fc.string({ unit: fc.constantFrom('a', 'b', '\n'), minLength: 1, maxLength: 4 }),
        fc.nat(60),
        (parts, search, from) => {
          expect(given(parts).indexOf(search, from)).toBe(parts.join('').indexOf(search, from));
        },
      ),
    );
  });

  it('[L.5] reads on while a text arrives in many pieces', () => {
    const text = new GivenText('many');
    let reads = 0;
    for (let index = 0; index < 50_000; index += 1) {
      text.append('0123456789');
      reads += text.slice(text.length - 10, text.length) === '0123456789' ? 1 : 0;
    }
    expect(reads).toBe(50_000);
    expect(text.length).toBe(500_000);
  });

  it('[L.5] reads the same when what could be read again was dropped, and keeps only what was used last', () => {
    fc.assert(
      fc.property(pieces, fc.array(fc.tuple(fc.nat(200), fc.nat(40)), { maxLength: 20 }), (parts, reads) => {
        const whole = parts.join('');
        const kept = 12;
        const text = new GivenText('file', kept);
        let readAgain = 0;
        let from = 0;
        for (const part of parts) {
          const to = from + new TextEncoder().encode(part).length;
          const reload = (): string => {
            readAgain += part.length;
            return part;
          };
          text.append(part, { from, to, reload, bytesOf: (units) => new TextEncoder().encode(part.slice(0, units)).length });
          from = to;
        }
        for (const [at, length] of reads) {
          expect(text.slice(at, at + length)).toBe(whole.slice(at, at + length));
          expect(text.indexOf('b\n', at)).toBe(whole.indexOf('b\n', at));
        }
        if (whole.length <= kept) expect(readAgain).toBe(0);
        text.slice(0, text.length);
        readAgain = 0;
        text.slice(0, text.length);
        expect(readAgain).toBeGreaterThanOrEqual(whole.length - Math.max(kept, ...parts.map(({ length }) => length)));
      }),
    );
  });

  it('[N.1] knows at which byte a unit stands, whatever the pieces came from', () => {
    fc.assert(
      fc.property(pieces, fc.nat(200), fc.boolean(), (parts, at, isFile) => {
        const text = new GivenText('bytes');
        let from = 3;
        for (const part of parts) {
          const bytes = new TextEncoder().encode(part);
          const bytesOf = (units: number): number => new TextEncoder().encode(part.slice(0, units)).length;
          text.append(part, isFile ? { from, to: from + bytes.length, bytesOf } : undefined);
          from += bytes.length;
        }
        const whole = parts.join('');
        const position = Math.min(at, whole.length);
        const before = new TextEncoder().encode(whole.slice(0, position)).length;
        expect(text.byteAt(at)).toBe(before + (isFile && whole !== '' ? 3 : 0));
      }),
    );
  });

  it('[L.2] takes no text after its end', () => {
    const text = given(['a']);
    text.finish();
    expect(() => text.append('b')).toThrow('[L.2]');
  });
});

describe('the lines of a text', () => {
  it('[L.5] knows the same lines whether the text grew or was there', () => {
    fc.assert(
      fc.property(pieces, (parts) => {
        const text = new GivenText('lines');
        const { lines } = text;
        for (const part of parts) text.append(part);
        const whole = parts.join('');
        const expected = whole.split('\n');
        if (expected.at(-1) === '') expected.pop();
        expect(lines.count).toBe(expected.length);
        expected.forEach((line, index) => {
          const { from, to } = lines.range(index + 1);
          expect(text.slice(from, to)).toBe(line);
          expect(lines.lineOf(from)).toBe(index + 1);
          expect(lines.lineOf(to)).toBe(index + 1);
          const end = whole.indexOf('\n', from);
          expect(lines.endAfter(from)).toBe(end < 0 ? -1 : end + 1);
          expect(lines.endAfter(to)).toBe(end < 0 ? -1 : end + 1);
        });
      }),
    );
  });
});
