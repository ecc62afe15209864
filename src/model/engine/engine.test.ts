import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { savedLine } from '../log/saved-form.ts';
import { countedSlices } from '../testing/slice-ports.ts';
import { RECORDING } from '../testing/small-recording.ts';
import { createEngine } from './engine.ts';
import type { Engine, LogId } from './query.ts';

const END = Number.MAX_SAFE_INTEGER;

/** Everything a person could see of a log: the projections over the whole and at every cursor. */
function picture(engine: Engine, log: LogId): unknown {
  const { rowCount, ...summary } = engine.query(log, 'summary', {});
  const cursors = Array.from({ length: rowCount + 1 }, (_, index) => index - 1);
  return {
    facts: { ...summary, log: 0, revision: 0 },
    rows: engine.query(log, 'rows', { from: 0, count: 1000 }),
    details: cursors.slice(1).map((seq) => engine.query(log, 'row', { seq })?.value),
    tasks: cursors.map((cursor) => engine.query(log, 'task', { taskId: 'task-1', cursor })),
    timeline: engine.query(log, 'timeline', { grouping: 'agent', width: 600, laneFrom: 0, laneCount: 10, cursor: END }),
  };
}

async function opened(engine: Engine, text: string): Promise<LogId> {
  const log = engine.open(text, { name: 'given name' });
  await engine.settled(log);
  return log;
}

describe('createEngine', () => {
  it('[L.6] saves an episode as its recording, and opens it again to the same picture', async () => {
    const engine = createEngine(countedSlices(3));
    const log = await opened(engine, RECORDING);
    expect(engine.save(log)).toBe(RECORDING);
    expect(engine.query(log, 'summary', {})).toMatchObject({
      name: 'small episode',
      reading: 'read',
      hasKernelRows: true,
      unreadCount: 0,
      episode: { lesson: 'streamed-delegation', seed: '1', policy: 'reference', knobs: {} },
      settings: { stallSeconds: 20, depth: 5, retrySeconds: 60 },
      redacted: 1,
      taskCount: 1,
      agents: ['payments-investigator', 'sanctions-screening-agent'],
    });
    expect(picture(engine, await opened(engine, engine.save(log)))).toEqual(picture(engine, log));
  });

  it('[L.2] reads the same from pieces, wherever they are torn apart and however long a slice is', async () => {
    const whole = createEngine(countedSlices(1000));
    const expected = picture(whole, await opened(whole, RECORDING));
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(RECORDING.length), { maxLength: 12 }), fc.integer({ min: 1, max: 6 }), async (cuts, steps) => {
        const engine = createEngine(countedSlices(steps));
        const log = engine.begin({ name: 'given name' });
        const edges = [0, ...cuts.sort((a, b) => a - b), RECORDING.length];
        for (let index = 1; index < edges.length; index += 1) {
          engine.append(log, RECORDING.slice(edges[index - 1], edges[index]));
          await Promise.resolve();
        }
        engine.finish(log);
        await engine.settled(log);
        expect(picture(engine, log)).toEqual(expected);
      }),
      { numRuns: 15 },
    );
  });

  it('[L.8] answers while it reads, and tells of every slice', async () => {
    const engine = createEngine(countedSlices(1));
    const counts: number[] = [];
    engine.subscribe((log) => counts.push(engine.query(log, 'rows', { from: 0, count: 1 }).total));
    const log = engine.begin({ name: 'a' });
    engine.append(log, RECORDING.slice(0, 1500));
    await Promise.resolve().then(() => Promise.resolve());
    engine.append(log, RECORDING.slice(1500));
    engine.finish(log);
    await engine.settled(log);
    await Promise.resolve();
    expect(counts.length).toBeGreaterThan(5);
    expect(counts).toEqual(counts.toSorted((a, b) => a - b));
    expect(counts.at(-1)).toBe(engine.query(log, 'summary', {}).rowCount);
    const revision = engine.query(log, 'summary', {}).revision;
    expect(revision).toBeGreaterThanOrEqual(counts.length);
  });

  it('[N.1] says what a cancel left unread, and keeps what was read', async () => {
    const engine = createEngine(countedSlices(1));
    const log = engine.begin({ name: 'a' });
    const half = RECORDING.slice(0, 2_000);
    engine.append(log, half);
    for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
    engine.cancel(log, 'the file broke off');
    engine.append(log, 'what still arrives');
    const summary = await engine.settled(log);
    expect(summary).toMatchObject({ reading: 'canceled', length: half.length, unreadCount: 1 });
    expect(summary.rowCount).toBeGreaterThan(0);
    expect(summary.read + summary.unreadLength).toBe(half.length);
    expect(summary.notices.join()).toContain('the file broke off');
  });

  it('[L.8] keeps logs apart, and refuses to answer about one that is closed', async () => {
    const engine = createEngine(countedSlices(2));
    const first = engine.open(RECORDING, { name: 'first' });
    const second = engine.open('no agent traffic at all\n', { name: 'second' });
    await Promise.all([engine.settled(first), engine.settled(second)]);
    expect(engine.query(second, 'summary', {})).toMatchObject({ name: 'second', hasKernelRows: false, format: 'unknown' });
    engine.close(first);
    expect(() => engine.query(first, 'summary', {})).toThrow('[L.8]');
    expect(engine.query(second, 'summary', {}).name).toBe('second');
  });

  it('[L.6] saves a text that is no agent traffic whole, and whatever is in it', async () => {
    const engine = createEngine(countedSlices(50));
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: fc.constantFrom('{', '"', 'a', '\n', '\r', '\0', '\uFEFF', '\uD800', '😀', ':', ' ', ']'), maxLength: 300 }),
        async (text) => {
          const saved = engine.save(await opened(engine, text));
          const again = await opened(engine, saved);
          expect(engine.save(again)).toBe(saved);
        },
      ),
      { numRuns: 20 },
    );
  });

  it('[L.6] saves a file of recorded lines and embedded sources as it stands, however often', async () => {
    const engine = createEngine(countedSlices(5));
    const [header = '', ...recorded] = RECORDING.split(/(?<=\n)/);
    const inner = (number: number, text: string): string =>
      savedLine({ line: 'source', source: number, name: `inner ${number}` }) + savedLine({ line: 'text', source: number, text });
    const secret = '{"kind":"message","role":"agent","messageId":"m","parts":[],"metadata":{"authorization":"Bearer s3cret"}}';
    // A saved file lies in this one, and a text with a secret in that.
    const nested = header + inner(0, `${secret}\n${secret}\n`);
    const given = header + recorded.join('') + inner(0, nested) + inner(1, secret);
    const first = await opened(engine, given);
    const texts = [engine.save(first)];
    const rows = [engine.query(first, 'rows', { from: 0, count: 1000 })];
    for (let round = 0; round < 3; round += 1) {
      const again = await opened(engine, texts.at(-1) ?? '');
      texts.push(engine.save(again));
      rows.push(engine.query(again, 'rows', { from: 0, count: 1000 }));
    }
    expect(rows[0]?.rows.filter(({ kind }) => kind === 'message-received')).toHaveLength(3);
    expect(texts[0]).toBe(given.replaceAll('s3cret', '[cut 2: authorization]'));
    expect(new Set(texts).size).toBe(1);
    // Ranges move with the first cut and stay from then on.
    expect(rows.slice(2)).toEqual(rows.slice(1, -1));
    const kinds = rows.map((page) => page.rows.map(({ kind }) => kind).join());
    expect(new Set(kinds).size).toBe(1);
  });
});
