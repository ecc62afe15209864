import { afterEach, describe, expect, it } from 'vitest';
import { createEngine } from '../model/engine/engine.ts';
import { RECORDING } from '../model/testing/small-recording.ts';
import { connectEngine, type EngineClient } from './engine-client.ts';
import { serveEngine } from './workers/engine-protocol.ts';
import { createSlicePort } from './workers/slice-port.ts';

const ports: MessagePort[] = [];
function connect(): EngineClient {
  const { port1, port2 } = new MessageChannel();
  ports.push(port1, port2);
  serveEngine(createEngine(createSlicePort()), port2);
  return connectEngine(port1);
}
afterEach(() => {
  for (const port of ports.splice(0)) port.close();
});

describe('connectEngine', () => {
  it('[L.8] opens, asks and saves across a port', async () => {
    const engine = connect();
    const log = await engine.open(RECORDING, { name: 'episode' });
    const summary = await engine.settled(log);
    expect(summary).toMatchObject({ log, reading: 'read', name: 'small episode' });
    expect(await engine.query(log, 'summary', {})).toEqual(summary);
    expect((await engine.query(log, 'rows', { from: 0, count: 3 })).rows.map(({ seq }) => seq)).toEqual([0, 1, 2]);
    expect(await engine.save(log)).toBe(RECORDING);
    expect(engine.pending).toBe(0);
  });

  it('[L.8] reads a file in the worker, characters whole', async () => {
    const engine = connect();
    const text = `${JSON.stringify({ note: '😀 é' })}\n`.repeat(40_000);
    const log = await engine.openBlob(new Blob([text]), { name: 'file' });
    expect(await engine.settled(log)).toMatchObject({ length: text.length, reading: 'read' });
    const source = await engine.query(log, 'source', { source: 0, from: 40_000, count: 1 });
    expect(source?.lines[0]?.text).toBe(JSON.stringify({ note: '😀 é' }));
  });

  it('[N.1] says why a file could not be read to its end', async () => {
    const engine = connect();
    const broken = {
      size: 10,
      slice: () => ({ arrayBuffer: () => Promise.reject(new Error('the disk is gone')) }),
    } as unknown as Blob;
    // Structured cloning would refuse this stand-in for a file, so it is handed to the serving end directly.
    const { port1, port2 } = new MessageChannel();
    ports.push(port1, port2);
    const served = createEngine(createSlicePort());
    serveEngine(served, port2);
    port2.onmessage?.({ data: { type: 'open-blob', call: 1, name: 'file', blob: broken } } as MessageEvent);
    const summary = await served.settled(1);
    expect(summary.reading).toBe('canceled');
    expect(summary.notices.join()).toContain('the disk is gone');
    expect(engine.pending).toBe(0);
  });

  it('[L.8] takes text in pieces and tells of what grows', async () => {
    const engine = connect();
    const told: [number, number][] = [];
    const stop = engine.subscribe((log, revision) => told.push([log, revision]));
    const log = await engine.begin({ name: 'live' });
    for (let at = 0; at < RECORDING.length; at += 1_000) engine.append(log, RECORDING.slice(at, at + 1_000));
    engine.finish(log);
    const { rowCount } = await engine.settled(log);
    expect(rowCount).toBeGreaterThan(10);
    expect(told.every(([id]) => id === log)).toBe(true);
    expect(told.map(([, revision]) => revision)).toEqual(told.map(([, revision]) => revision).toSorted((a, b) => a - b));
    stop();
  });

  it('[L.8] searches across a port, and can be told to stop', async () => {
    const engine = connect();
    const log = await engine.open(`${JSON.stringify({ note: 'needle' })}\n`.repeat(3), { name: 'searched' });
    await engine.settled(log);
    const stopped = engine.search(log, 'needle', () => expect.unreachable('it was told to stop'));
    stopped();
    const seqs = await new Promise((resolve) => {
      const hits: number[] = [];
      engine.search(log, 'NEEDLE', (progress) => {
        hits.push(...progress.hits.map(({ seq }) => seq));
        if (progress.done) resolve(hits);
      });
    });
    expect(seqs).toEqual([0, 1, 2]);
    engine.close(log);
    const closed = await new Promise((resolve) => engine.search(log, 'needle', resolve));
    expect(closed).toMatchObject({ hits: [], done: true });
  });

  it('[L.8] refuses a question about a log that is closed, and answers the next one', async () => {
    const engine = connect();
    const first = await engine.open(RECORDING, { name: 'a' });
    const second = await engine.open(RECORDING, { name: 'b' });
    engine.close(first);
    engine.append(first, 'text on its way to a log that is closed');
    await expect(engine.query(first, 'summary', {})).rejects.toThrow('closed');
    expect((await engine.settled(second)).log).toBe(second);
  });
});
