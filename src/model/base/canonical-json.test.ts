import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PROPERTY } from '../testing/arbitraries.ts';
import { canonicalJson } from './canonical-json.ts';
import type { Json } from './json.ts';

function textOf(value: Json): string | undefined {
  const written = canonicalJson(value);
  return written.ok ? written.value : written.issues[0]?.message;
}

/** The same value with the members of every object the other way round. */
function turned(value: Json): Json {
  if (Array.isArray(value)) return value.map(turned);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, item]) => [key, turned(item)]),
  );
}

describe('[I.14] one value has one text', () => {
  it('writes the example of the standard', () => {
    const value: Json = {
      numbers: [333333333.33333329, 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
      string: '\u20ac$\u000F\u000aA\'\u0042\u0022\u005c\\"\/',
      literals: [null, true, false],
    };
    expect(textOf(value)).toBe(
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    );
  });

  it('orders members by UTF-16 units, as the standard shows', () => {
    const keys = ['\u20ac', '\r', '\ufb33', '1', '\u{1f600}', '\u0080', '\u00f6'];
    const text = textOf(Object.fromEntries(keys.map((key) => [key, 0])));
    const written = Object.keys(JSON.parse(text ?? '') as object);
    expect(written).toEqual(['1', '\r', '\u0080', '\u00f6', '\u20ac', '\u{1f600}', '\ufb33']);
  });

  it('is the same for the same value, and says it whole', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const written = canonicalJson(value as Json);
        expect(written).toEqual(canonicalJson(turned(value as Json)));
        if (written.ok) expect(JSON.parse(written.value)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
      PROPERTY,
    );
  });

  it('keeps empty lists and objects, and members of any name', () => {
    expect(textOf({ b: [], a: {}, ['__proto__x']: [[], {}] })).toBe('{"__proto__x":[[],{}],"a":{},"b":[]}');
    expect(textOf(JSON.parse('{"b":1,"__proto__":2}') as Json)).toBe('{"__proto__":2,"b":1}');
  });

  it.each<readonly [string, Json, RegExp]>([
    ['half a pair in a text', '\ud800', /surrogate/],
    ['half a pair in a name', { '\udc00': 1 }, /surrogate/],
    ['a number that is none', JSON.parse('[1e999]') as Json, /number/],
    ['any depth', JSON.parse('['.repeat(50_000) + ']'.repeat(50_000)) as Json, /deeper/],
  ])('has no text for %s', (_name, value, why) => {
    expect(textOf(value)).toMatch(why);
  });
});
