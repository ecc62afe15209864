import { describe, expect, it } from 'vitest';
import { chunkEnd, dechunked } from './chunked-text.ts';

describe('bodies in chunks', () => {
  it.each([
    ['5\r\nhello\r\n0\r\n\r\n', 'hello'],
    ['5\nhello\n6;name=value\n world\n0\n\n', 'hello world'],
    ['3\r\né1\r\n4\r\n😀\r\n0\r\n\r\n', 'é1😀'],
    // The length counts what a secret was before it was cut.
    ['20\r\n[cut]\r\n3\r\nabc\r\n0\r\n\r\n', '[cut]abc'],
    ['4\r\na\nbc\r\n0\r\n\r\n', 'a\nbc'],
    ['no chunk', undefined],
    ['', ''],
  ])('%j is %j', (text, body) => {
    expect(dechunked(text)).toBe(body);
  });

  it('counts bytes, not units', () => {
    expect([chunkEnd('é1x', 0, 3), chunkEnd('😀x', 0, 4), chunkEnd('😀', 0, 3), chunkEnd('ab', 0, 3)]).toEqual([2, 2, -1, -1]);
  });
});
