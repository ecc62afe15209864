import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MOST_UNPACKED, nameInTrace, packTrace, unpackTrace } from './trace-in-link.ts';

const why = async (packed: string): Promise<string> => {
  const read = await unpackTrace(packed);
  return read.ok ? `unpacked ${read.value.length}` : read.issues.map(({ message }) => message).join(' ');
};

describe('a trace in a link', () => {
  it('[U.31] comes out as it went in, in characters that a link keeps', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 400 }), async (text) => {
        const packed = await packTrace(text);
        expect(packed).toMatch(/^gzip\.[\w-]+$/);
        expect(await unpackTrace(packed)).toMatchObject({ ok: true, value: text });
      }),
      { numRuns: 60 },
    );
  });

  it('[U.31] is much shorter than its text', async () => {
    const line = JSON.stringify({ jsonrpc: '2.0', id: 1, result: { kind: 'status-update', taskId: 't-1', status: { state: 'working' } } });
    expect((await packTrace(`${line}\n`.repeat(200))).length).toBeLessThan(1_000);
  });

  it('[U.31] is refused past 1 MB, however small the link is', async () => {
    expect(await why(await packTrace('a'.repeat(MOST_UNPACKED)))).toBe(`unpacked ${MOST_UNPACKED}`);
    const bomb = await packTrace('a'.repeat(40 * MOST_UNPACKED));
    expect(bomb.length).toBeLessThan(60_000);
    expect(await why(bomb)).toBe('The trace in it unpacks to more than 1 MB; it was not unpacked.');
    expect(await why(`gzip.${'A'.repeat(2_000_000)}`)).toBe('The trace in it is longer than a link carries.');
  });

  it('[U.31] is refused in words when it is garbage, cut, or packed in a way of another version', async () => {
    const packed = await packTrace('a trace of some length, so that its end can be missing');
    const broken = 'The trace in it is broken: a part of the link may be missing.';
    expect(await why('gzip.AAAA')).toBe(broken);
    expect(await why('gzip.A')).toBe(broken);
    expect(await why(packed.slice(0, -12))).toBe(broken);
    expect(await why('zstd.KLUv_Q')).toBe('The trace in it is packed as “zstd”; this page unpacks gzip.');
    expect(await why('<script>')).toBe('What should be a trace in it is none.');
    expect(await why(await packTrace(''))).toBe('The trace in it is empty.');
  });

  it('[U.31] never throws, whatever a link holds', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ maxLength: 300 }), async (text) => {
        for (const packed of [text, `gzip.${text}`]) expect(typeof (await unpackTrace(packed)).ok).toBe('boolean');
      }),
      { numRuns: 100 },
    );
  });

  it('[U.31] is called as its saved form calls itself', () => {
    expect(nameInTrace('{"inspector":"saved","version":2,"name":"night.ndjson"}\n{}')).toBe('night.ndjson');
    expect(['', 'not JSON', '{"name":7}', '{"name":" "}'].map(nameInTrace)).toEqual(Array(4).fill('trace of a link'));
  });
});
