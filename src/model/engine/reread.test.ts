// A log read again from the same text: with its missing rest, and with more of it cut.

import { describe, expect, it } from 'vitest';
import { countedSlices } from '../testing/slice-ports.ts';
import { createEngine } from './engine.ts';
import type { Engine, LogId } from './query.ts';

const status = (task: string, state: string, final: boolean) =>
  `{"jsonrpc":"2.0","id":1,"result":{"kind":"status-update","taskId":"${task}","contextId":"c-1","status":{"state":"${state}"},"final":${final}}}\n`;

async function opened(text: string, name = 'trace.ndjson'): Promise<{ engine: Engine; log: LogId }> {
  const engine = createEngine(countedSlices(5));
  const log = engine.open(text, { name });
  await engine.settled(log);
  return { engine, log };
}

const statesOf = (engine: Engine, log: LogId) =>
  engine.query(log, 'rows', { from: 0, count: 100 }).rows.flatMap(({ state }) => (state === undefined ? [] : [state]));
const textOf = (engine: Engine, log: LogId) =>
  engine
    .query(log, 'sources', {})
    .map(({ index }) =>
      engine
        .query(log, 'source', { source: index, from: 1, count: 100 })
        ?.lines.map(({ text }) => text)
        .join('\n'),
    )
    .join('\n');

/** Everything that shows a text of the log. */
const shown = (engine: Engine, log: LogId): string =>
  JSON.stringify([
    textOf(engine, log),
    engine.query(log, 'rows', { from: 0, count: 1000 }),
    engine.query(log, 'log', { from: 0, count: 1000 }),
    engine.query(log, 'report', {}),
    engine.save(log),
  ]);

describe('reading again', () => {
  it('[L.10] reads the whole when the rest of a cut paste is appended', async () => {
    const whole = status('t-1', 'working', false) + status('t-1', 'completed', true);
    for (const at of [whole.length - 30, whole.length - 1, 150, 10]) {
      const { engine, log } = await opened(whole.slice(0, at));
      const again = engine.reread(log, { append: whole.slice(at) });
      const summary = await engine.settled(again);
      expect(summary).toMatchObject({ name: 'trace.ndjson', unreadCount: 0, rowCount: 2, length: whole.length });
      expect(statesOf(engine, again)).toEqual(['working', 'completed']);
      expect(statesOf(engine, log).length).toBeLessThanOrEqual(2);
    }
  });

  it('[L.10] appends to the text inside a saved file', async () => {
    const { engine, log } = await opened(status('t-1', 'working', false).slice(0, -40));
    const saved = await opened(engine.save(log));
    const again = saved.engine.reread(saved.log, { append: status('t-1', 'working', false).slice(-40) });
    expect(await saved.engine.settled(again)).toMatchObject({ name: 'trace.ndjson', unreadCount: 0, rowCount: 1 });
  });

  it('[L.11] cuts a chosen text at every place, and keeps the rest readable', async () => {
    const said = (text: string) =>
      `${JSON.stringify({
        kind: 'message',
        messageId: 'm-1',
        role: 'agent',
        parts: [
          { kind: 'text', text },
          { kind: 'data', data: { account: 88_776_655, inner: JSON.stringify({ who: 'Ada Lovelace', account: 88_776_655 }) } },
        ],
      })}\n`;
    const { engine, log } = await opened(said('a letter from Ada Lovelace') + said('for\nAda Lovelace, 88776655'));
    const again = engine.reread(log, { alsoCut: ['Ada Lovelace', '8877665'] });
    const summary = await engine.settled(again);
    expect(summary).toMatchObject({ unreadCount: 0, rowCount: 2, cutShapes: [{ shape: 'own', secrets: 2, places: 9 }] });
    expect(shown(engine, again)).not.toMatch(/Lovelace|8877665/);
    expect(shown(engine, log)).toContain('Lovelace');
    // And no finding says that a secret was where it should not be: the sender did nothing.
    expect(engine.query(again, 'report', {}).findings.map(({ rule }) => rule)).not.toContain('secret-in-trace');
  });

  it('[L.11] keeps what was cut when it is read again, saved and opened', async () => {
    const { engine, log } = await opened(status('t-own-1', 'working', false));
    const first = engine.reread(log, { alsoCut: ['t-own-1'] });
    await engine.settled(first);
    const second = engine.reread(first, { append: status('t-own-1', 'completed', true) });
    await engine.settled(second);
    expect(shown(engine, second)).not.toContain('t-own-1');
    expect(engine.query(second, 'summary', {}).taskCount).toBe(1);
    const reopened = await opened(engine.save(second));
    expect(engine.save(second)).toBe(reopened.engine.save(reopened.log));
    expect(reopened.engine.query(reopened.log, 'summary', {}).cutShapes).toEqual([{ shape: 'own', secrets: 1, places: 2 }]);
  });

  it('[L.11] cuts inside base64, and never through an escape', async () => {
    const encoded = Buffer.from('a long line in base64 that names Ada Lovelace and goes on for a while').toString('base64');
    const { engine, log } = await opened(
      `${JSON.stringify({ kind: 'message', messageId: 'm', role: 'agent', parts: [{ kind: 'text', text: `x\nnote-for-you ${encoded}` }] })}\n`,
    );
    const again = engine.reread(log, { alsoCut: ['note-for-you', 'Ada Lovelace'] });
    expect(await engine.settled(again)).toMatchObject({ unreadCount: 0, rowCount: 1 });
    expect(shown(engine, again)).not.toContain(encoded);
    expect(shown(engine, again)).not.toContain('note-for-you');
  });

  it('[L.6] tells by shape what was cut', async () => {
    const call = (token: string) =>
      `{"ts":1,"dir":"req","method":"POST","headers":{"authorization":"Bearer ${token}"},"body":{"jsonrpc":"2.0","id":1,"method":"tasks/get","params":{"id":"t-1"}}}\n`;
    const { engine, log } = await opened(call('abcdefgh12345678') + call('abcdefgh12345678') + call('zyxwvuts87654321'));
    expect(engine.query(log, 'summary', {}).cutShapes).toMatchObject([{ secrets: 2, places: 3 }]);
  });

  it('[L.6] keeps in the saved form what a person chose to read a text as', async () => {
    const text = `${status('t-1', 'working', false)}${status('t-1', 'completed', true)}`;
    const { engine, log } = await opened(text);
    const byHand = engine.reread(log, { as: 'log' });
    await engine.settled(byHand);
    const saved = engine.save(byHand);
    expect(JSON.parse(saved.split('\n')[1] ?? '')).toEqual({ line: 'source', source: 0, name: 'trace.ndjson', as: 'log' });
    const back = await opened(saved, 'saved.json');
    const summary = await back.engine.settled(back.log);
    expect(summary.doubts?.join()).toContain('Read as a log, or text with traffic in it: it was chosen by hand.');
    expect(back.engine.save(back.log)).toBe(saved);
    // What nobody chose is not in it, and is found out again.
    expect(engine.save(log)).not.toContain('"as":');
    // The rest of the text inside is read the same way, and another choice is one for the text inside.
    const more = await back.engine.settled(back.engine.reread(back.log, { append: status('t-2', 'working', false) }));
    expect(more.doubts?.join()).toContain('Read as a log');
    const other = await back.engine.settled(back.engine.reread(back.log, { as: 'ndjson' }));
    expect(other).toMatchObject({ rowCount: 2, unreadCount: 0 });
    expect(other.doubts?.join()).toContain('Read as JSON, one value a line: it was chosen by hand');
  });

  it('[L.6] finds out what a saved text is where it names a reading that is none', async () => {
    const lines = [
      { delegationInspector: 'saved', version: 2, name: 'x', settings: {} },
      { line: 'source', source: 0, name: 'x', as: 'tea leaves' },
      { line: 'text', source: 0, text: status('t-1', 'working', false) },
    ];
    const { engine, log } = await opened(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    expect(statesOf(engine, log)).toContain('working');
    expect((await engine.settled(log)).unreadCount).toBe(1);
  });
});
