import { expect, it } from 'vitest';
import { RECORDING } from '../model/testing/small-recording.ts';
import { connectEngine } from './engine-client.ts';
import engineWorker from './workers/engine.worker.ts?worker&url';
import { startWorker } from './workers/start-worker.ts';

it('[L.8] answers from a worker of its own, started from a blob', async () => {
  const { worker, port } = startWorker(engineWorker, location.href, 'engine');
  const engine = connectEngine(port);
  const log = await engine.open(RECORDING, { name: 'episode' });
  const { rowCount } = await engine.settled(log);
  expect((await engine.query(log, 'rows', { from: 0, count: 1_000 })).rows).toHaveLength(rowCount);
  expect(await engine.save(log)).toBe(RECORDING);
  worker.terminate();
});
