import { describe, expect, it } from 'vitest';
import { compareByCodePoint } from './code-point-order.ts';
import { quotedList, quotedText } from './quoted-text.ts';

describe('quoted text', () => {
  it.each([
    ['plain', "'plain'"],
    ['', "''"],
    ["o'hare", '"o\'hare"'],
    ['say "it"', '\'say "it"\''],
    [`both ' and "`, `'both \\' and "'`],
    ['back\\slash', "'back\\\\slash'"],
    ['a\nb\tc\r', "'a\\nb\\tc\\r'"],
    ['\u0000\u001b\u007f\u0085\u00a0\u00ad', "'\\x00\\x1b\\x7f\\x85\\xa0\\xad'"],
    ['\u200b\u2028\ufeff\ue000', "'\\u200b\\u2028\\ufeff\\ue000'"],
    ['\ud800', "'\\ud800'"],
    ['\u{e0001}', "'\\U000e0001'"],
    ['é 😀 日本', "'é 😀 日本'"],
  ])('quotes %j', (text, quoted) => {
    expect(quotedText(text)).toBe(quoted);
  });

  it('quotes lists', () => {
    expect(quotedList([])).toBe('[]');
    expect(quotedList(['a', "b'c"])).toBe(`['a', "b'c"]`);
  });
});

describe('code point order', () => {
  it('[D.4] puts what lies beyond the basic plane last, where UTF-16 units would not', () => {
    const names = ['😀', 'ﾟ', 'b', 'B', '', 'ba', '10', '9', '\u{1f600}a'];
    expect([...names].sort(compareByCodePoint)).toEqual(['', '10', '9', 'B', 'b', 'ba', 'ﾟ', '😀', '😀a']);
    expect([...names].sort()).not.toEqual([...names].sort(compareByCodePoint));
  });

  it('[D.4] orders like the lists of code points do', () => {
    const names = ['a', '\uffff', '\u{10000}', '\u{10ffff}', 'a\u{10000}', 'a\uffff', 'é', 'z'];
    for (const a of names) {
      for (const b of names) {
        expect(Math.sign(compareByCodePoint(a, b))).toBe(byLists(a, b));
      }
    }
  });
});

function byLists(a: string, b: string): number {
  const [left, right] = [[...a], [...b]].map((list) => list.map((character) => character.codePointAt(0) ?? 0)) as [number[], number[]];
  const at = left.findIndex((code, index) => code !== right[index]);
  if (at < 0) return Math.sign(left.length - right.length);
  return at >= right.length ? 1 : Math.sign((left[at] ?? 0) - (right[at] ?? 0));
}
