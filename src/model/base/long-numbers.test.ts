import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PROPERTY } from '../testing/arbitraries.ts';
import { parseExactJson, parseJson } from './json.ts';
import { withLongNumbersQuoted } from './long-numbers.ts';

describe('numbers beyond double precision', () => {
  it('[N.16] stay their digits, as a text, wherever they stand', () => {
    const text = '{"a":12345678901234567890,"b":[-98765432109876543211, 1, 1.5e300, 9007199254740993],"c":"x: 12345678901234567890"}';
    expect(parseExactJson(text)).toMatchObject({
      ok: true,
      value: { a: '12345678901234567890', b: ['-98765432109876543211', 1, 1.5e300, '9007199254740993'], c: 'x: 12345678901234567890' },
    });
    expect(withLongNumbersQuoted('[9007199254740992]')).toBe('[9007199254740992]');
  });
  it('[N.16] stay what they were where no double comes near', () => {
    const digits = '9'.repeat(400);
    expect(parseExactJson(`{"id":${digits},"b":[1e400,-2.5E+999,false,1e308]}`)).toMatchObject({
      ok: true,
      value: { id: digits, b: ['1e400', '-2.5E+999', false, 1e308] },
    });
    expect(parseJson(`{"id":${digits},"b":[true]}`)).toMatchObject({ ok: true, value: { id: digits } });
    expect(parseJson('{"result":{"id":1e999}}')).toMatchObject({ ok: true, value: { result: { id: '1e999' } } });
  });
  it('[N.16] are kept in the ids of every value that is read', () => {
    for (const text of [
      '{"id":12345678901234567891}',
      '{"result":{"taskId":12345678901234567891}}',
      '{"params":{"id":12345678901234567891}}',
    ]) {
      expect(JSON.stringify(parseJson(text))).toContain('"12345678901234567891"');
    }
  });
  it('[N.16] are the only ones that change', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        // The digits that a double is written in need not be the ones it holds.
        const isBeyond = (value: unknown): boolean =>
          typeof value === 'number' && /^-?\d+$/.test(String(value)) && BigInt(value).toString() !== String(value);
        const asText = (_key: string, value: unknown): unknown => (isBeyond(value) ? String(value) : value);
        expect(parseExactJson(text)).toEqual({ ok: true, value: JSON.parse(text, asText) as unknown, issues: [] });
      }),
      PROPERTY,
    );
  });
});
