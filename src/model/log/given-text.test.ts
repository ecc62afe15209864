import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GivenText } from './given-text.ts';
import { LineIndex } from './line-index.ts';

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

  it('[L.2] takes no text after its end', () => {
    const text = given(['a']);
    text.finish();
    expect(() => text.append('b')).toThrow('[L.2]');
  });
});

describe('LineIndex', () => {
  it('[L.5] knows the same lines whether the text grew or was there', () => {
    fc.assert(
      fc.property(pieces, (parts) => {
        const text = new GivenText('lines');
        const lines = new LineIndex(text);
        for (const part of parts) {
          text.append(part);
          lines.extend();
        }
        const whole = parts.join('');
        const expected = whole.split('\n');
        if (expected.at(-1) === '') expected.pop();
        expect(lines.count).toBe(expected.length);
        expected.forEach((line, index) => {
          const { from, to } = lines.range(index + 1);
          expect(text.slice(from, to)).toBe(line);
          expect(lines.lineOf(from)).toBe(index + 1);
          expect(lines.lineOf(to)).toBe(index + 1);
        });
      }),
    );
  });
});
