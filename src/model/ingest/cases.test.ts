// Incidents rebuilt from public reports: what the reader shows of their tasks and messages.
import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { gapsOf, readTrace } from '../testing/read-trace.ts';
import { foldTrace } from '../testing/trace-truth.ts';

const FOLDER = new URL('../testing/fixtures/cases/', import.meta.url);
interface Expected {
  readonly tasks: readonly {
    readonly id: string;
    readonly contextId?: string;
    readonly states: readonly string[];
    readonly final: string | null;
    readonly artifacts: number;
    readonly artifactText?: Readonly<Record<string, string>>;
  }[];
  readonly messages?: number;
}
const byId = (a: { readonly id: string }, b: { readonly id: string }): number => (a.id < b.id ? -1 : 1);

const CASES = readdirSync(FOLDER, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => {
    const file = readdirSync(new URL(`${name}/`, FOLDER)).find((found) => found.startsWith('input.')) ?? '';
    const [text, expected] = [file, 'expected.json'].map((found) => readFileSync(new URL(`${name}/${found}`, FOLDER), 'utf8'));
    return [name, text ?? '', JSON.parse(expected ?? '') as Expected] as const;
  });
/** What is broken in a case's text, and so must be left unread. */
const UNREAD: ReadonlySet<string> = new Set(['055-capture-cut-in-the-middle-of-a-string']);

describe('incidents rebuilt from public reports', () => {
  it.each(CASES)('[N.4] %s shows the tasks and messages that crossed', (name, text, expected) => {
    const trace = readTrace(text);
    const folded = foldTrace({ rows: trace.rows, valueOf: (row) => trace.valueOf(row), servers: [] });
    expect({
      tasks: folded.tasks.toSorted(byId).map(({ artifacts, ...task }) => ({ ...task, artifacts: artifacts.length })),
      messages: expected.messages === undefined ? undefined : folded.messages,
      unread: trace.unread.length,
      gaps: gapsOf(trace),
    }).toEqual({
      tasks: expected.tasks.map(({ artifactText: _text, ...task }) => task).toSorted(byId),
      messages: expected.messages,
      unread: UNREAD.has(name) ? 1 : 0,
      gaps: [],
    });
    for (const { id, artifactText = {} } of expected.tasks) {
      const artifacts = folded.tasks.find((task) => task.id === id)?.artifacts ?? [];
      for (const [artifactId, told] of Object.entries(artifactText)) {
        expect(artifacts.find((artifact) => artifact.artifactId === artifactId)?.text).toBe(told);
      }
    }
  });
});
