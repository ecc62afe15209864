import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { closeJson, stopsInside } from './closed-json.ts';

describe('closeJson', () => {
  it('[N.2] keeps what is whole and the string that was cut', () => {
    expect(closeJson('{"a":1,"b":[{"c":"de')).toBe('{"a":1,"b":[{"c":"de"}]}');
    expect(closeJson('{"a":1,"b":[1, "x')).toBe('{"a":1,"b":[1, "x"]}');
    expect(closeJson('{"a":1,"bc')).toBe('{"a":1}');
    expect(closeJson('{"a":1,"bc":')).toBe('{"a":1}');
    expect(closeJson('{"a":1,"b":tru')).toBe('{"a":1}');
    expect(closeJson('{"a":12')).toBe('{}');
    expect(closeJson('{"a":"x\\')).toBe('{"a":"x"}');
    expect(closeJson('{"a":"x\\\\')).toBe('{"a":"x\\\\"}');
    expect(closeJson('{"a":"x\\u00')).toBe('{"a":"x"}');
    expect(closeJson('{"a":1}')).toBeUndefined();
    expect(closeJson('{"a" 1')).toBeUndefined();
    expect(closeJson('text')).toBeUndefined();
  });
  it('[N.2] makes good JSON of any JSON cut anywhere', () => {
    fc.assert(
      fc.property(fc.json(), fc.double({ min: 0, max: 1, noNaN: true }), (json, share) => {
        const text = `{"a":[${json},"x"]}`;
        const end = Math.max(1, Math.floor(share * (text.length - 1)));
        const closed = closeJson(text.slice(0, end));
        expect(closed).toBeDefined();
        JSON.parse(closed ?? '');
      }),
    );
  });
  it('[N.2] knows a text that stops inside a value from one that is no JSON', () => {
    for (const text of ['{', '[1,', '{"a":"b', '{"a":tru', '{"a":-', '{"a":"\\u00', '\uFEFF{"a"', '{"a":"b\n'])
      expect(stopsInside(text)).toBe(true);
    for (const text of ['', '1', 'tru', '{}', '{"a" 1', '{"a":1}}', '<html>', 'data: {']) expect(stopsInside(text)).toBe(false);
  });
});
