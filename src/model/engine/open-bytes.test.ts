import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ByteSource } from '../base/byte-source.ts';
import { countedSlices } from '../testing/slice-ports.ts';
import { createEngine } from './engine.ts';

const line = (number: number, note: string): string =>
  `${JSON.stringify({ kind: 'status-update', taskId: `t-${number}`, contextId: 'c', status: { state: 'working' }, note })}\n`;
const TRACE = Array.from({ length: 3_000 }, (_, at) => line(at, `note ${at} é 😀 `.repeat(1 + (at % 7)))).join('');

/** A source that counts how it is read; `again`: whether it can be read again at once. */
function source(bytes: Uint8Array, again = true): ByteSource & { readonly counts: { read: number; again: number; most: number } } {
  const counts = { read: 0, again: 0, most: 0 };
  return {
    counts,
    size: bytes.length,
    read: async (from, to) => {
      counts.read += 1;
      counts.most = Math.max(counts.most, to);
      return Promise.resolve(bytes.slice(from, to));
    },
    ...(again && {
      readAgain: (from: number, to: number) => {
        counts.again += 1;
        return bytes.slice(from, to);
      },
    }),
  };
}

async function open(from: ByteSource) {
  const engine = createEngine(countedSlices(5_000));
  const log = engine.openBytes(from, { name: 'file' });
  const summary = await engine.settled(log);
  const source = engine.query(log, 'source', { source: 0, from: 1, count: 1_000 });
  return { engine, log, summary, source };
}

describe('openBytes', () => {
  it('[N.1] reads a file as its text is read, whether it can be read again or not', async () => {
    // More pieces than are kept.
    const text = line(0, 'é'.repeat(400_000)).repeat(8) + TRACE.slice(0, 50_000);
    const whole = createEngine(countedSlices(5_000));
    const given = whole.open(text, { name: 'file' });
    const expected = await whole.settled(given);
    for (const again of [true, false]) {
      const from = source(new TextEncoder().encode(text), again);
      const { engine, log, summary } = await open(from);
      expect(summary).toMatchObject({ ...expected, revision: summary.revision });
      expect(engine.save(log)).toBe(whole.save(given));
      expect(from.counts.again > 0).toBe(again);
    }
  }, 30_000);

  it('[N.1] takes the encoding from a byte order mark', async () => {
    const text = line(1, 'é 😀');
    const wide = Buffer.from(`\uFEFF${text}`, 'utf16le');
    for (const bytes of [Buffer.from(`\uFEFF${text}`), wide, Buffer.from(wide).swap16()]) {
      const { summary, source: shown } = await open(source(bytes));
      expect(summary).toMatchObject({ rowCount: 1, unreadCount: 0, length: text.length });
      expect(shown?.lines[0]?.text).toBe(text.trimEnd());
    }
  });

  it('[N.1] unpacks gzip, several members too', async () => {
    const half = TRACE.indexOf('\n', TRACE.length / 2) - 7;
    const packed = Buffer.concat([gzipSync(TRACE.slice(0, half)), gzipSync(TRACE.slice(half))]);
    const { engine, log, summary } = await open(source(packed));
    expect(summary).toMatchObject({ reading: 'read', rowCount: 3_000, unreadCount: 0, length: TRACE.length });
    expect(engine.query(log, 'source', { source: 0, from: 2_000, count: 1 })?.lines[0]?.text).toBe(TRACE.split('\n')[1_999]);
  });

  it('[N.1] knows UTF-16 by its zeros where no mark tells it', async () => {
    const text = line(1, 'é 😀 naïve').repeat(3_000);
    const wide = Buffer.from(text, 'utf16le');
    for (const bytes of [wide, Buffer.from(wide).swap16()]) {
      const { summary } = await open(source(bytes));
      expect(summary).toMatchObject({ rowCount: 3_000, unreadCount: 0, length: text.length });
    }
  });

  it('[N.1] reads to its end what something else follows in a packed file, and tells of that', async () => {
    const short = TRACE.slice(0, TRACE.indexOf('\n', 40_000) + 1);
    const { summary, engine, log } = await open(source(Buffer.concat([gzipSync(short), Buffer.from('not gzip')])));
    expect(summary).toMatchObject({ reading: 'read', unreadCount: 1, length: short.length });
    expect(summary.rowCount).toBe(short.split('\n').length - 1);
    expect(summary.notices).toEqual([expect.stringContaining('stand 8 bytes that are none')]);
    expect((await engine.settled(engine.reread(log, { alsoCut: ['note 1 '] }))).notices).toEqual(summary.notices);
  });

  it('[N.1] holds nothing for the end of a stream that a broken file cuts', async () => {
    const event = (result: object): string => `data: ${JSON.stringify({ jsonrpc: '2.0', id: 1, result })}\n\n`;
    const status = (at: number): object => ({ state: 'working', timestamp: new Date(Date.UTC(2026, 0, 1, 0, 0, at)).toISOString() });
    const about = { contextId: 'c', taskId: 't', kind: 'status-update', final: false };
    const begin = event({ kind: 'task', id: 't', contextId: 'c', status: { state: 'submitted', timestamp: '2025-12-31T23:59:59Z' } });
    const events =
      begin + Array.from({ length: 200 }, (_, at) => event({ ...about, status: status(at), metadata: { at: at * 7919 } })).join('');
    const packed = gzipSync(events);
    const whole = await open(source(packed));
    const cut = await open(source(packed.subarray(0, packed.length >> 1)));
    const rulesOf = ({ engine, log }: Awaited<ReturnType<typeof open>>): readonly string[] =>
      engine.query(log, 'findings', { from: 0, count: 100 }).findings.map(({ rule }) => rule);
    expect(cut.summary).toMatchObject({ reading: 'canceled' });
    expect(cut.summary.rowCount).toBeGreaterThan(60);
    expect(rulesOf(whole)).toEqual(['missing-final-event']);
    expect(rulesOf(cut)).toEqual(['truncated-input']);
  });

  it('[N.1] says what stopped it, and keeps what came before', async () => {
    const packed = gzipSync(TRACE);
    const broken = await open(source(packed.subarray(0, packed.length - 2_000)));
    expect(broken.summary.notices.join()).toContain('the gzip data is broken');
    expect(broken.summary.rowCount).toBeGreaterThan(1);
    const twice = await open(source(gzipSync(packed)));
    expect(twice.summary.notices.join()).toContain('gzip inside gzip');
    const bytes = new TextEncoder().encode(TRACE);
    const gone = await open({
      size: bytes.length,
      read: (from, to) => (from > 100_000 ? Promise.reject(new Error('the disk is gone')) : Promise.resolve(bytes.subarray(from, to))),
    });
    expect(gone.summary.notices.join()).toContain('the disk is gone');
    expect(gone.summary.rowCount).toBeGreaterThan(50);
    const short = await open({ size: 1_000, read: () => Promise.resolve(new Uint8Array(0)) });
    expect(short.summary.notices.join()).toContain('the file ends at byte 0');
  });

  it('[L.8] reads no further ahead than the reader needs, and stops with it', async () => {
    const bytes = new TextEncoder().encode(TRACE.repeat(30));
    const from = source(bytes);
    const engine = createEngine(countedSlices(2));
    const log = engine.openBytes(from, { name: 'big' });
    const length = await new Promise<number>((resolve) => {
      engine.subscribe(() => {
        const summary = engine.query(log, 'summary', {});
        if (summary.rowCount < 100 || summary.reading !== 'reading') return;
        engine.cancel(log);
        resolve(summary.length);
      });
    });
    await engine.settled(log);
    // What is still to come is reckoned by what has come.
    expect(length / (TRACE.length * 30)).toBeCloseTo(1, 1);
    expect(from.counts.most).toBeLessThan(bytes.length / 2);
  });

  it('[N.1] reads whatever bytes there are, and never fails', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => {
        const { summary } = await open(source(bytes));
        expect(summary.read).toBe(summary.length);
      }),
      { numRuns: 60 },
    );
  });
});
