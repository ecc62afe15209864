import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countedSlices } from '../testing/slice-ports.ts';
import { createEngine } from './engine.ts';
import type { LogId, SearchHit, SearchProgress } from './query.ts';

const TOKEN = 'Bearer abcdef0123456789abcdef0123456789';

async function found(text: string, wanted: string): Promise<{ hits: readonly SearchHit[]; last: SearchProgress }> {
  const engine = createEngine(countedSlices(3));
  const log = engine.open(text, { name: 'searched' });
  await engine.settled(log);
  return search(engine, log, wanted);
}

async function search(
  engine: ReturnType<typeof createEngine>,
  log: LogId,
  wanted: string,
): Promise<{ hits: readonly SearchHit[]; last: SearchProgress }> {
  const hits: SearchHit[] = [];
  return new Promise((resolve) => {
    engine.search(log, wanted, (progress) => {
      hits.push(...progress.hits);
      if (progress.done) resolve({ hits, last: progress });
    });
  });
}

const line = (note: string): string =>
  `${JSON.stringify({ kind: 'status-update', taskId: 't', contextId: 'c', status: { state: 'working' }, note })}\n`;

describe('search', () => {
  it('[P.2] finds a text in every record that holds it, once a record, in order', async () => {
    const notes = fc.array(fc.constantFrom('needle', 'a NEEDLE and a needle', 'hay', 'née', 'İ needle'), { maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(notes, async (given) => {
        const { hits, last } = await found(given.map(line).join(''), 'Needle');
        expect(hits.map(({ seq }) => seq)).toEqual(given.flatMap((note, seq) => (/needle/i.test(note) ? [seq] : [])));
        expect(last).toMatchObject({ done: true, found: hits.length, searched: last.length });
      }),
      { numRuns: 40 },
    );
  });

  it('[P.2] says where the text stands in the source', async () => {
    const text = line('one') + line('İ — two');
    const { hits } = await found(text, 'TWO');
    expect(hits.map(({ from, to }) => text.slice(from, to))).toEqual(['two']);
  });

  it('[P.2] finds what is escaped inside a JSON string', async () => {
    const { hits } = await found(line('he said "yes"'), 'said "yes"');
    expect(hits).toHaveLength(1);
  });

  it('[P.2] goes on over the seams of what it looks through at a time', async () => {
    const text = Array.from({ length: 30_000 }, (_, at) => line(`note number ${at} of many`)).join('');
    const { hits, last } = await found(text, 'of many');
    expect(last.found).toBe(30_000);
    expect(hits).toHaveLength(20_000);
    expect(hits.every(({ from, to }) => text.slice(from, to) === 'of many')).toBe(true);
  });

  it('[L.7] finds no secret, and finds what stands in its place', async () => {
    const exchange = (index: number): string =>
      `${JSON.stringify({
        request: { method: 'POST', url: 'https://a.example/', headers: { authorization: TOKEN }, body: '{}' },
        response: { status: 200, headers: {}, body: `the end of ${index}` },
      })}\n`;
    const text = exchange(1) + exchange(2);
    for (const wanted of ['abcdef', 'Bearer a', TOKEN, '9abcdef0123456789"']) expect((await found(text, wanted)).hits).toEqual([]);
    expect((await found(text, '[cut 1: ')).hits).toHaveLength(2);
    const { hits } = await found(text, 'the end of 2');
    expect(hits.map(({ from, to }) => text.slice(from, to))).toEqual(['the end of 2']);
  });

  it('[L.8] tells nothing more once it is stopped, and is done with a log that is closed', async () => {
    const engine = createEngine(countedSlices(3));
    const log = engine.open(line('needle'), { name: 'searched' });
    await engine.settled(log);
    let told = 0;
    engine.search(log, 'needle', () => (told += 1))();
    const closed = search(engine, log, 'needle');
    engine.close(log);
    expect((await closed).hits).toEqual([]);
    expect(told).toBe(0);
  });

  it('[P.2] has nothing to find where nothing is looked for', async () => {
    expect((await found(line('needle'), '')).last).toEqual({ hits: [], found: 0, searched: 0, length: 0, done: true });
  });
});
