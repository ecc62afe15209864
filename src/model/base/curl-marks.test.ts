import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { markAtEnd, withoutCurlMarks } from './curl-marks.ts';

describe('withoutCurlMarks', () => {
  it('[N.2] takes out what curl says in the middle of a body', () => {
    expect(withoutCurlMarks('{"id":"ab{ [12 bytes data]\ncd"}')).toBe('{"id":"abcd"}');
    expect(withoutCurlMarks('{"id":"ab* Closing connection 0\ncd"}')).toBe('{"id":"abcd"}');
    expect(withoutCurlMarks('{"id":"ab* Connection #0 to host a.example left intact\r\ncd"}')).toBe('{"id":"abcd"}');
    expect(withoutCurlMarks('{"a":\r100   113  100   113    0     0   5650      0 --:--:-- --:--:-- --:--:--  5650\n1}')).toBe('{"a":1}');
    expect(withoutCurlMarks('{"a":"Closing * connection\\n"}')).toBeUndefined();
  });
  it('[N.2] never throws, and takes no time to speak of', () => {
    fc.assert(fc.property(fc.string(), (text) => void withoutCurlMarks(text)));
    const long = `${'* Connection #0 to host '.repeat(20_000)}${'\r  0 0 0'.repeat(20_000)}${'{ [1'.repeat(20_000)}`;
    expect(withoutCurlMarks(long)).toBeUndefined();
    expect(markAtEnd(long)).toBe(-1);
  });
});
