// Every planted secret in every format that is read, looked for in everything that the engine ever answers. The recall is what the
// last test states; what is missed is listed there, with the reason, and nothing else may be.

import { describe, expect, it } from 'vitest';
import { judgedFile } from '../projections/report-forms/judged-file.ts';
import { junitDocument } from '../projections/report-forms/junit.ts';
import { markdownReport } from '../projections/report-forms/markdown.ts';
import { sarifLog } from '../projections/report-forms/sarif.ts';
import { terminalReport } from '../projections/report-forms/terminal.ts';
import { CARRIERS } from '../testing/secret-carriers.ts';
import { plantSecrets, type Plant } from '../testing/secret-corpus.ts';
import { countedSlices } from '../testing/slice-ports.ts';
import { createEngine } from './engine.ts';
import { OpenLog } from './open-log.ts';
import type { Engine, LogId } from './query.ts';

const END = Number.MAX_SAFE_INTEGER;
const SEED = 20_260_101;
const PLANTS = plantSecrets(SEED);
/** So many plants share a log: a log of all of them would hide which one is at fault, a log for each takes long to open. */
const TOGETHER = 130;

/** Everything that leaves the engine, as one text; a link and what a page keeps are made of ids and numbers among these. */
async function everything(engine: Engine, log: LogId): Promise<string> {
  const { rowCount } = engine.query(log, 'summary', {});
  const sources = engine.query(log, 'sources', {});
  const taskIds = engine.query(log, 'tasks', { cursor: END, from: 0, count: 100 }).tasks.map(({ taskId }) => taskId);
  return JSON.stringify([
    engine.query(log, 'summary', {}),
    engine.query(log, 'rows', { from: 0, count: 1000 }),
    Array.from({ length: rowCount }, (_, seq) => engine.query(log, 'row', { seq })),
    engine.query(log, 'log', { from: 0, count: 1000 }),
    sources.map(({ index }) => engine.query(log, 'source', { source: index, from: 1, count: 1000 })),
    taskIds.map((taskId) => engine.query(log, 'task', { taskId, cursor: END })),
    engine.query(log, 'timeline', { grouping: 'agent', width: 600, laneFrom: 0, laneCount: 10, cursor: END }),
    engine.query(log, 'chains', { cursor: END, limit: 100 }),
    engine.query(log, 'cards', { cursor: END }),
    engine.query(log, 'findings', { from: 0, count: 1000 }),
    engine.save(log),
    await reports(engine, log),
  ]);
}

/** The report in its five forms. */
async function reports(engine: Engine, log: LogId): Promise<readonly string[]> {
  const report = engine.query(log, 'report', {});
  const judged = await judgedFile('planted', { report }, (from) => engine.query(log, 'findings', { from, count: 1000 }));
  return [
    JSON.stringify(report),
    terminalReport(judged, { width: 120, colour: false }),
    markdownReport(judged),
    JSON.stringify(sarifLog([judged], { version: '1' })),
    junitDocument([judged], () => true),
  ];
}

/** The rows as the log keeps them, with all that is in its columns. */
function columns(text: string): string {
  const open = new OpenLog(0, 'planted');
  open.append(text);
  open.finish();
  open.readWhile(() => true);
  return JSON.stringify(Array.from({ length: open.log.rowCount }, (_, row) => open.log.row(row)));
}

/** A text with all that its encodings say: what somebody would find who looks for a secret. */
function revealed(text: string): string {
  const percents = text.includes('%') ? text.replace(/%(?:25)?([2-7][0-9A-Fa-f])/g, (_, code: string) => letterOf(code)) : '';
  const hidden = Array.from(text.matchAll(/[A-Za-z0-9+/_-]{8,}={0,2}/g), ([letters]) => `${fromBase64(letters)}\n${fromHex(letters)}`);
  return [
    text,
    percents,
    ...hidden,
    ...hidden.flatMap((inner) => Array.from(inner.matchAll(/[A-Za-z0-9+/]{24,}/g), ([letters]) => fromBase64(letters))),
  ].join('\n');
}

const letterOf = (code: string): string => String.fromCharCode(Number.parseInt(code, 16));
const fromHex = (text: string): string => (/^(?:[0-9a-f]{2})+$/.test(text) ? text.replace(/../g, letterOf) : '');
const fromBase64 = (text: string): string => {
  const plain = text.replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, '');
  return atob(plain.slice(0, plain.length - (plain.length % 4 === 1 ? 1 : 0)));
};

/** Whether a text holds a secret or half of one, plain or as JSON spells it at some depth. */
function holds(text: string, { secrets }: Plant): boolean {
  return secrets.some((secret) => {
    const once = JSON.stringify(secret).slice(1, -1);
    return text.includes(secret) || text.includes(once) || text.includes(JSON.stringify(once).slice(1, -1));
  });
}

/** Where two texts part, short enough to read. */
function difference(one: string, other: string): string {
  if (one === other) return '';
  let at = 0;
  while (one[at] === other[at]) at += 1;
  return `${one.slice(Math.max(0, at - 80), at + 80)} | ${other.slice(Math.max(0, at - 80), at + 80)}`;
}

/** What the rows are about, without their places: these move when a text lies in a saved file. */
function rowsOf(engine: Engine, log: LogId): string {
  const { rowCount } = engine.query(log, 'summary', {});
  const rows = Array.from({ length: Math.ceil(rowCount / 1000) }, (_, page) =>
    engine.query(log, 'rows', { from: page * 1000, count: 1000 }),
  );
  return rows
    .flatMap((page) => page.rows.map(({ kind, label, taskId, state, failed }) => JSON.stringify([kind, label, taskId, state, failed])))
    .join('\n');
}

async function missed(write: (exchanges: readonly Plant['exchange'][]) => string, plants: readonly Plant[]): Promise<readonly string[]> {
  const engine = createEngine(countedSlices(1000));
  const text = write(plants.map(({ exchange }) => exchange));
  const log = engine.open(text, { name: 'planted' });
  await engine.settled(log);
  const told = revealed(`${await everything(engine, log)}\n${columns(text)}`);
  expect(engine.query(log, 'summary', {}).redacted).toBeGreaterThan(plants.length / 2);
  const saved = engine.save(log);
  const again = engine.open(saved, { name: 'planted' });
  await engine.settled(again);
  expect(difference(engine.save(again), saved)).toBe('');
  expect(difference(rowsOf(engine, again), rowsOf(engine, log))).toBe('');
  return plants.filter((plant) => holds(told, plant)).map(({ name }) => name);
}

/** What is not found, format by format, and why. */
const KNOWN_MISSES: Readonly<Record<string, readonly string[]>> = {};

describe(`[L.7] of ${PLANTS.length} planted secrets in ${Object.keys(CARRIERS).length} formats, all but those listed are cut`, {
  timeout: 120_000,
}, () => {
  it.each(Object.entries(CARRIERS))(
    'in %s',
    async (format, write) => {
      const misses: string[] = [];
      for (let from = 0; from < PLANTS.length; from += TOGETHER) misses.push(...(await missed(write, PLANTS.slice(from, from + TOGETHER))));
      expect(misses).toEqual(KNOWN_MISSES[format] ?? []);
    },
    60_000,
  );
});
