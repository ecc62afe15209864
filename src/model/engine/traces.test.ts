import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { partsText } from '../projections/row-text.ts';
import { countedSlices } from '../testing/slice-ports.ts';
import { createEngine } from './engine.ts';
import type { LogId } from './query.ts';

const TRACES = new URL('../testing/fixtures/traces/', import.meta.url);
const read = (file: string): string => readFileSync(new URL(file, TRACES), 'utf8');

interface Truth {
  readonly format: string;
  readonly version: string;
  readonly tasks: readonly {
    readonly id: string;
    readonly contextId: string;
    readonly states: readonly string[];
    readonly artifacts: readonly { readonly artifactId: string; readonly name: string; readonly parts: number; readonly text: string }[];
  }[];
}
const truth = JSON.parse(read('truth.json')) as Readonly<Record<string, Truth>>;
/** The formats that are read so far. */
const readable = Object.entries(truth).filter(([, { format }]) =>
  ['sse', 'ndjson', 'json', 'har', 'curl', 'otlp', 'jaeger'].includes(format),
);

const engine = createEngine(countedSlices(100));
async function open(text: string, name: string): Promise<LogId> {
  const log = engine.open(text, { name });
  await engine.settled(log);
  return log;
}
const END = Number.MAX_SAFE_INTEGER;
/** The longest trace has a thousand kilobytes and is read several times. */
const PATIENCE = 30_000;

describe('traces of the official SDK', () => {
  it.each(readable)(
    '[P.4] [P.9] %s shows the tasks, moves and artifacts that crossed',
    async (file, { tasks }) => {
      const log = await open(read(file), file);
      const found = engine.query(log, 'tasks', { cursor: END, from: 0, count: 1000 }).tasks.map(({ taskId }) => {
        const task = engine.query(log, 'task', { taskId, cursor: END });
        return {
          id: taskId,
          contextId: task?.contextId,
          states: task?.moves.map(({ to }) => to),
          artifacts: task?.artifacts.map(({ artifact: { artifactId, name, parts } }) => ({
            artifactId,
            name,
            parts: parts.length,
            text: partsText(parts.filter(({ kind }) => kind === 'text')).slice(0, 200),
          })),
        };
      });
      const byId = (a: { id: string }, b: { id: string }): number => (a.id < b.id ? -1 : 1);
      // The truth joins texts without a space between them.
      const plain = (text: string): string => text.replaceAll(' ', '').slice(0, 150);
      const comparable = (list: readonly { id: string; contextId: unknown; states: unknown; artifacts: unknown }[]): unknown =>
        list.toSorted(byId).map(({ id, contextId, states, artifacts }) => ({
          id,
          contextId,
          states,
          artifacts: (artifacts as Truth['tasks'][number]['artifacts']).map((artifact) => ({
            artifactId: artifact.artifactId,
            name: artifact.name,
            parts: artifact.parts,
            text: plain(artifact.text),
          })),
        }));
      expect(comparable(found as never)).toEqual(comparable(tasks));
    },
    PATIENCE,
  );

  it.each(readable)(
    '[L.6] %s saved, opened and saved again is the same text, rows and tasks',
    async (file) => {
      const log = await open(read(file), file);
      const saved = engine.save(log);
      const again = await open(saved, 'another name');
      expect(engine.save(again)).toBe(saved);
      const rowsOf = (id: LogId) => engine.query(id, 'rows', { from: 0, count: 1000 });
      expect(rowsOf(again)).toEqual(rowsOf(log));
      const tasksOf = (id: LogId) => engine.query(id, 'tasks', { cursor: END, from: 0, count: 1000 });
      expect(tasksOf(again)).toEqual(tasksOf(log));
    },
    PATIENCE,
  );
});
