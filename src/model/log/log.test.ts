import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawLog, drawnLog } from '../testing/drawn-log.ts';
import { GivenText } from './given-text.ts';
import { Log } from './log.ts';
import type { RowDraft } from './row.ts';
import { CHANNELS, PROVENANCES, ROW_KINDS } from './row-kind.ts';

const optional = { requiredKeys: ['kind', 'channel', 'source', 'from', 'to', 'path', 'provenance'] } as const;
const name = fc.constantFrom('a', 'b', '__proto__', '');
const drafts = fc.array(
  fc.record(
    {
      kind: fc.constantFrom(...ROW_KINDS),
      channel: fc.constantFrom(...CHANNELS),
      source: fc.nat(1),
      from: fc.nat(50),
      to: fc.nat(50),
      path: fc.constantFrom('', 'json', 'json/.body'),
      provenance: fc.constantFrom(...PROVENANCES),
      taskId: name,
      contextId: name,
      agent: name,
      peer: name,
      exchange: fc.integer({ min: 1, max: 4 }),
      time: fc.double({ noNaN: true }),
      state: fc.constantFrom('working', 'completed', 'unknown' as const),
      final: fc.boolean(),
      label: name,
      failed: fc.boolean(),
    },
    { requiredKeys: [...optional.requiredKeys] },
  ),
  { maxLength: 100 },
);

function logOf(rows: readonly RowDraft[]): Log {
  const log = new Log();
  for (const source of ['one', 'two']) {
    const text = new GivenText(source);
    text.append(`${' '.repeat(60)}\n`);
    log.addSource(text);
  }
  rows.forEach((row) => log.append(row));
  return log;
}

describe('Log', () => {
  it('[L.1] gives every row back as it was given', () => {
    fc.assert(
      fc.property(drafts, (rows) => {
        const log = logOf(rows);
        expect(rows.map((_, row) => log.row(row))).toEqual(rows);
      }),
    );
  });

  it('[L.4] lists the rows of every task, agent, kind and exchange', () => {
    fc.assert(
      fc.property(drafts, (given) => {
        const rows = given as RowDraft[];
        const log = logOf(rows);
        const where = (holds: (row: RowDraft) => boolean): number[] => rows.flatMap((row, index) => (holds(row) ? [index] : []));
        for (const id of ['a', 'b', '__proto__', '']) {
          expect([...log.rowsOfTask(id)]).toEqual(where((row) => row.taskId === id));
          expect([...log.rowsOfAgent(id)]).toEqual(where((row) => row.agent === id));
        }
        for (const kind of ROW_KINDS) expect([...log.rowsOfKind(kind)]).toEqual(where((row) => row.kind === kind));
        rows.forEach((row, index) => {
          const same = where((other) => other.exchange === row.exchange && other.source === row.source);
          expect([...log.rowsOfExchange(index)]).toEqual(row.exchange === undefined ? [index] : same);
        });
      }),
    );
  });

  it('[L.3] turns a source round that says its newest record comes first, and keeps row numbers', () => {
    const { log, add } = drawLog();
    for (const taskId of ['late', 'middle', 'early']) add({ kind: 'status-update', taskId, agent: 'a' });
    log.describeSource({ source: 0, name: 'drawn', format: 'log', protocols: [], versions: [], bindings: [], newestFirst: true });
    expect(log.settle()).toBe(true);
    expect([0, 1, 2].map((seq) => log.taskKey(log.rowAt(seq)))).toEqual(['early', 'middle', 'late']);
    expect([0, 1, 2].map((row) => log.seqOf(row))).toEqual([2, 1, 0]);
    expect([...log.rowsOfAgent('a')]).toEqual([2, 1, 0]);
    expect(log.taskKey(0)).toBe('late');
  });

  it('[L.3] leaves the order of arrival where nothing proves another, whatever the times say', () => {
    const log = drawnLog([
      { kind: 'status-update', time: 200 },
      { kind: 'status-update', time: 100 },
    ]);
    expect(log.settle()).toBe(false);
    expect([0, 1].map((seq) => log.rowAt(seq))).toEqual([0, 1]);
  });

  it('[L.3] puts spans in the order in which they began, each with what was recorded in it, and leaves what is between them', () => {
    const log = new Log();
    log.addSource(new GivenText('spans'));
    const span = (from: number, time: number | undefined, kind: 'span-seen' | 'span-event' | 'call-settled', label: string): void =>
      log.append({
        kind,
        channel: 'span',
        source: 0,
        from,
        to: from + 1,
        path: '',
        provenance: 'received',
        label,
        ...(time !== undefined && { time }),
      });
    span(0, 300, 'span-seen', 'late');
    span(0, 350, 'span-event', 'late ends');
    span(1, 100, 'span-seen', 'early');
    span(1, 90, 'span-event', 'early, by a clock that is off');
    span(1, 320, 'span-event', 'early ends');
    span(2, undefined, 'span-seen', 'undated');
    span(3, 50, 'call-settled', 'no span');
    expect(log.settle()).toBe(true);
    expect([0, 1, 2, 3, 4, 5, 6].map((seq) => log.rowAt(seq))).toEqual([2, 3, 0, 4, 5, 6, 1]);
    expect([...log.rowsOfKind('span-seen')]).toEqual([2, 0, 5]);
  });

  it('[L.2] takes no row after its order was settled', () => {
    const { log, add } = drawLog();
    log.settle();
    expect(() => add({ kind: 'status-update' })).toThrow('[L.2]');
  });

  it('[L.5] cuts secrets from every value and every stretch of text that is read', () => {
    const { log, add } = drawLog();
    add({ kind: 'status-update', value: { token: 'sesame', rest: 'open' } });
    const from = log.sourceView(0)?.text.indexOf('sesame', 0) ?? -1;
    log.addCut({ source: 0, from, to: from + 'sesame'.length, number: 1, shape: 'token', place: 'token' });
    expect(log.value(0)).toEqual({ token: '[cut 1: token]', rest: 'open' });
    for (let at = 0; at < 30; at += 1)
      for (let to = at; to < 30; to += 1) {
        const read = log.sourceView(0)?.read(at, to) ?? '';
        expect(/sesame|esam|ses/.test(read)).toBe(false);
      }
  });

  it('[L.5] parses a carrier once for all the rows in it', () => {
    const log = new Log();
    const text = new GivenText('stream');
    const frames = Array.from({ length: 500 }, (_, index) => `data: {"n":${index}}\n\n`).join('');
    text.append(JSON.stringify({ body: frames }));
    log.addSource(text);
    let reads = 0;
    const source = log.sourceView(0);
    if (!source) throw new Error('no source');
    const read = source.read.bind(source);
    source.read = (from, to) => {
      reads += 1;
      return read(from, to);
    };
    for (let index = 0; index < 500; index += 1)
      log.append({
        kind: 'status-update',
        channel: 'stream',
        provenance: 'received',
        source: 0,
        from: 0,
        to: text.length,
        path: `json/.body/sse:${index}/json`,
      });
    expect(Array.from({ length: 500 }, (_, row) => log.value(row))).toEqual(Array.from({ length: 500 }, (_, n) => ({ n })));
    expect(reads).toBe(1);
  });
});
