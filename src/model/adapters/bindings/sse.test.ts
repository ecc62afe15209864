import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PROPERTY } from '../../testing/arbitraries.ts';
import { createEventReader, encodeEvent, looksLikeEventStream, splitEvents } from './sse.ts';

/** What a reader of chunks gives, with the end of the stream. */
function readChunks(chunks: readonly string[]) {
  const reader = createEventReader();
  return [...chunks.flatMap((chunk) => reader.push(chunk)), ...reader.end()];
}

describe('[X.11] event streams', () => {
  it('reads one event with its range', () => {
    expect(splitEvents('data: {"a":1}\n\n')).toEqual({ events: [{ data: '{"a":1}', from: 0, to: 13 }], rest: 15 });
  });

  it.each([
    ['LF', '\n'],
    ['CR', '\r'],
    ['CRLF', '\r\n'],
  ])('ends lines with %s', (_name, end) => {
    const text = ['event: error', 'id: 7', 'data: a', 'data: b', '', 'data:c', '', ''].join(end);
    expect(splitEvents(text).events).toMatchObject([{ event: 'error', id: '7', data: 'a\nb' }, { data: 'c' }]);
  });

  it('skips a byte order mark, comments and blocks without data', () => {
    const text = '\ufeff: ping\n\nretry: 10\n\n: with data\ndata: x\n\n';
    const { events } = splitEvents(text);
    expect(events).toEqual([{ data: 'x', from: text.indexOf(': with'), to: text.length - 2 }]);
  });

  it('gives the text of a range back', () => {
    const text = 'data: one\r\n\r\nevent: e\r\ndata: two\r\n\r\n';
    expect(splitEvents(text).events.map(({ from, to }) => text.slice(from, to))).toEqual(['data: one', 'event: e\r\ndata: two']);
  });

  it('takes one space after the colon, no more, and a field without a colon', () => {
    expect(splitEvents('data:  x\ndata\ndata:y\n\n').events[0]?.data).toBe(' x\n\ny');
  });

  it('flushes a last event without its blank line only when the text is complete', () => {
    const text = 'data: a\n\ndata: b';
    expect(splitEvents(text).events.map(({ data }) => data)).toEqual(['a', 'b']);
    expect(splitEvents(text, { complete: false })).toEqual({ events: [{ data: 'a', from: 0, to: 7 }], rest: 9 });
  });

  it('reads the same whatever the chunks', () => {
    const line = fc.constantFrom('data: x', 'data:', 'data: {"a":"é😀"}', ': ping', 'event: error', 'id: 1', '', '');
    const text = fc.array(fc.tuple(line, fc.constantFrom('\n', '\r', '\r\n')), { maxLength: 12 }).map((lines) => lines.flat().join(''));
    fc.assert(
      fc.property(text, fc.array(fc.nat(200), { maxLength: 8 }), (whole, cuts) => {
        const at = [...new Set(cuts.map((cut) => Math.min(cut, whole.length)))].sort((a, b) => a - b);
        const chunks = [0, ...at].map((from, index) => whole.slice(from, at[index] ?? whole.length));
        expect(readChunks(chunks)).toEqual(splitEvents(whole).events);
      }),
      PROPERTY,
    );
  });

  it('writes what it reads', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const data = text.replaceAll('\r', '\n');
        expect(splitEvents(encodeEvent(data)).events.map((event) => event.data)).toEqual([data]);
      }),
      PROPERTY,
    );
  });

  it('tells a stream by its first line', () => {
    expect(['data: x', ': ping\n', '\n\nevent: e\n', '{"data":1}', 'dataset: 1'].map(looksLikeEventStream)).toEqual([
      true,
      true,
      true,
      false,
      false,
    ]);
  });
});
