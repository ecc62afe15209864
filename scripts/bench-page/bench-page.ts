// What the bench asks of a browser, beside the page itself: the yardstick and the engine's worker over one file, and what the
// engine answers when it has read it. Each returns milliseconds.

import type { LogId, SearchProgress } from '../../src/model/engine/query.ts';
import { connectEngine, type EngineClient } from '../../src/ui/engine-client.ts';
import { startWorker } from '../../src/ui/workers/start-worker.ts';
import engineUrl from '../../src/ui/workers/engine.worker.ts?worker&url';
import yardstickUrl from './yardstick.worker.ts?worker&url';

interface Reading {
  readonly ms: number;
  readonly firstRowsMs: number;
  /** Until all was read; what is left of `ms` is the judging and the report. */
  readonly readMs: number;
  readonly rows: number;
  readonly findings: number;
}
interface Answers {
  readonly seekMs: number;
  readonly filterMs: number;
  readonly firstHitsMs: number;
  readonly searchMs: number;
  readonly searched: number;
}

let engine: { readonly client: EngineClient; readonly worker: Worker } | undefined;
let log: LogId = 0;

function chosenFile(): File {
  const [file] = document.querySelector<HTMLInputElement>('#file')?.files ?? [];
  if (!file) throw new Error('no file was chosen');
  return file;
}

async function yardstick(): Promise<{ readonly ms: number; readonly records: number }> {
  const worker = new Worker(yardstickUrl, { type: 'module' });
  const answer = new Promise<{ readonly ms: number; readonly records: number }>((resolve, reject) => {
    worker.onmessage = ({ data }) => resolve(data as { ms: number; records: number });
    worker.onerror = ({ message }) => reject(new Error(message));
  });
  worker.postMessage(chosenFile());
  return answer.finally(() => worker.terminate());
}

/** From bytes to report, redaction and audit included, in a worker that is new. */
async function whole(): Promise<Reading> {
  engine?.worker.terminate();
  const { worker, port } = startWorker(engineUrl, location.href, 'engine');
  const client = connectEngine(port);
  engine = { client, worker };
  // The worker's script has loaded when it answers.
  client.close(await client.open('', { name: 'nothing' }));
  const started = performance.now();
  log = await client.openBlob(chosenFile(), { name: 'bench' });
  let firstRowsMs = Number.NaN;
  const stop = client.subscribe(() => {
    if (!Number.isNaN(firstRowsMs)) return;
    void client.query(log, 'rows', { from: 0, count: 50 }).then(({ rows }) => {
      if (rows.length > 0 && Number.isNaN(firstRowsMs)) firstRowsMs = performance.now() - started;
    });
  });
  const { rowCount } = await client.settled(log);
  const readMs = performance.now() - started;
  const report = await client.query(log, 'report', {});
  const ms = performance.now() - started;
  stop();
  return { ms, readMs, firstRowsMs, rows: rowCount, findings: report.findings.length };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

/** What a person waits for in a log that is read: places they jump to, a column filter, a text search. */
async function answers(): Promise<Answers> {
  if (!engine) throw new Error('nothing was read');
  const { client } = engine;
  const { rowCount } = await client.query(log, 'summary', {});
  const seeks: number[] = [];
  for (let step = 1; step <= 15; step += 1) {
    const seq = (step * 7_919 * 101) % rowCount;
    seeks.push(await timed(() => Promise.all([client.query(log, 'rows', { from: seq, count: 50 }), client.query(log, 'row', { seq })])));
  }
  const filterMs = await timed(() => client.query(log, 'rows', { from: 0, count: 50, filter: { channels: ['send'] } }));
  const started = performance.now();
  let firstHitsMs = Number.NaN;
  const last = await new Promise<SearchProgress>((resolve) => {
    client.search(log, 'beneficiary of', (progress) => {
      if (progress.found > 0 && Number.isNaN(firstHitsMs)) firstHitsMs = performance.now() - started;
      if (progress.done) resolve(progress);
    });
  });
  return { seekMs: median(seeks), filterMs, firstHitsMs, searchMs: performance.now() - started, searched: last.searched };
}

Object.assign(window, { bench: { yardstick, whole, answers } });
