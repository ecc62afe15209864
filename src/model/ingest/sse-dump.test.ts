import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gapsOf, readTrace } from '../testing/read-trace.ts';

const STREAM = readFileSync(new URL('../testing/fixtures/traces/v03-jsonrpc-chunks.sse', import.meta.url), 'utf8');
const LINES = STREAM.split('\n');
const END = fc.constantFrom('\r', '\n', '\r\n');

/** What the rows say, whatever their ranges are. */
function said(text: string, piece = text.length): readonly object[] {
  return readTrace(text, { piece }).rows.map(({ from: _from, to: _to, ...row }) => row);
}

describe('an event stream', () => {
  it.each([['\r'], ['\n'], ['\r\n']])('[N.4] is read with lines that end in %j', (end) => {
    const trace = readTrace(LINES.join(end));
    expect([trace.rows.length, trace.unread, gapsOf(trace)]).toEqual([6, [], []]);
    expect(trace.rows.map((row) => trace.valueOf(row))).not.toContain(undefined);
    expect(said(LINES.join(end))).toEqual(said(STREAM));
  });
  it('[N.1] is read the same however its lines end and however it arrives', () => {
    fc.assert(
      fc.property(fc.array(END, { minLength: 1, maxLength: 9 }), fc.integer({ min: 1, max: 900 }), (ends, piece) => {
        // Each event ends as its blank line does: CR and LF, one after the other, would be one end.
        const text = LINES.map((line, index) => line + (ends[(index >> 1) % ends.length] ?? '')).join('');
        const trace = readTrace(text, { piece });
        expect([trace.unread, gapsOf(trace)]).toEqual([[], []]);
        expect(said(text, piece)).toEqual(said(STREAM));
      }),
      { numRuns: 30 },
    );
  });
  it('[L.7] has its secrets cut where they stand, whatever ends its lines', () => {
    const text = 'event: x\rdata: {"authorization" \rdata: :"Bearer s3cret"}\r\r';
    const [found] = readTrace(text).cuts;
    expect(text.slice(found?.from, found?.to)).toBe('s3cret');
  });
  it('[N.1] names the line that is none of it', () => {
    const trace = readTrace('data: 1\rwhat\r\r');
    expect(trace.unread.map(({ from, to, why }) => [from, to, why])).toContainEqual([8, 13, 'no field of an event stream']);
  });
});
