import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PROPERTY } from '../testing/arbitraries.ts';
import type { StreamEvent } from './event-stream.ts';
import { createEventReader, encodeEvent, looksLikeEventStream, readBlock, splitEventStream } from './event-stream.ts';

/** What a reader of chunks gives, with the end of the stream. */
function readChunks(chunks: readonly string[]): readonly StreamEvent[] {
  const reader = createEventReader();
  return [...chunks.flatMap((chunk) => reader.push(chunk)), ...reader.end()];
}
/** What a whole text gives, places left out. */
function readWhole(text: string): readonly StreamEvent[] {
  return splitEventStream(text).map(({ from: _from, to: _to, ...event }) => event);
}

describe('[X.11] event streams', () => {
  it.each([
    ['LF', '\n'],
    ['CR', '\r'],
    ['CRLF', '\r\n'],
  ])('end lines with %s', (_name, end) => {
    const text = ['event: error', 'id: 7', 'data: a', 'data: b', '', 'data:c', '', ''].join(end);
    expect(readWhole(text)).toEqual([
      { event: 'error', data: 'a\nb', complete: true },
      { data: 'c', complete: true },
    ]);
  });

  it('take one space after the colon, no more, and a field without a colon', () => {
    expect(readWhole('data:  x\ndata\ndata:y\n\n')).toEqual([{ data: ' x\n\ny', complete: true }]);
  });

  it('[N.3] cover the text, join data lines, leave pings out and keep a last frame without its blank line', () => {
    const text = '\uFEFF: hi\n\nevent: error\ndata: a\ndata: b\n\ndata\n\n:ping\r\n\r\ndata:c\r\n\r\n\nretry: 10\n\ndata: d';
    const frames = splitEventStream(text);
    expect(frames.map(({ data, event, complete }) => ({ data, event, complete }))).toEqual([
      { data: 'a\nb', event: 'error', complete: true },
      { data: 'c', event: undefined, complete: true },
      { data: 'd', event: undefined, complete: false },
    ]);
    expect(frames.map(({ from, to }) => text.slice(from, to)).join('')).toBe(text);
  });

  it('begin after a byte order mark', () => {
    expect(readWhole('\uFEFFdata: x\n\n')).toEqual([{ data: 'x', complete: true }]);
    expect(readBlock('\uFEFFdata: x', false)).toEqual({ data: 'x', complete: false });
  });

  it('read the same whatever the chunks', () => {
    const line = fc.constantFrom('data: x', 'data:', 'data: {"a":"é😀"}', ': ping', 'event: error', 'id: 1', '', '');
    const text = fc.array(fc.tuple(line, fc.constantFrom('\n', '\r', '\r\n')), { maxLength: 12 }).map((lines) => lines.flat().join(''));
    fc.assert(
      fc.property(text, fc.array(fc.nat(200), { maxLength: 8 }), (whole, cuts) => {
        const at = [...new Set(cuts.map((cut) => Math.min(cut, whole.length)))].sort((a, b) => a - b);
        const chunks = [0, ...at].map((from, index) => whole.slice(from, at[index] ?? whole.length));
        expect(readChunks(chunks)).toEqual(readWhole(whole));
      }),
      PROPERTY,
    );
  });

  it('are read as they are written', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (text) => {
        const data = text.replaceAll('\r', '\n');
        expect(readChunks([encodeEvent(data)])).toEqual([{ data, complete: true }]);
      }),
      PROPERTY,
    );
  });

  it('are told by their first line', () => {
    const texts = ['data: x', ': ping\n', '\n\nevent: e\n', '{"data":1}', 'dataset: 1'];
    expect(texts.map(looksLikeEventStream)).toEqual([true, true, true, false, false]);
  });
});
