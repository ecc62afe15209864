// Incidents rebuilt from public reports: what the reader shows of their tasks and messages.
import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { gapsOf, readTrace } from '../testing/read-trace.ts';
import { foldTrace } from '../testing/trace-truth.ts';

const FOLDER = new URL('../testing/fixtures/cases/', import.meta.url);
interface Expected {
  readonly format: string;
  readonly tasks: readonly {
    readonly id: string;
    readonly contextId?: string;
    readonly states: readonly string[];
    readonly final: string | null;
    readonly artifacts: number;
  }[];
  readonly messages?: number;
}
const byId = (a: { readonly id: string }, b: { readonly id: string }): number => (a.id < b.id ? -1 : 1);

/** The cases whose container is one of those named. */
function casesIn(...formats: readonly string[]): readonly (readonly [string, string, Expected])[] {
  return readdirSync(FOLDER, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => {
      const file = readdirSync(new URL(`${name}/`, FOLDER)).find((found) => found.startsWith('input.')) ?? '';
      const [text, expected] = [file, 'expected.json'].map((found) => readFileSync(new URL(`${name}/${found}`, FOLDER), 'utf8'));
      const told = JSON.parse(expected ?? '') as Expected;
      return formats.includes(told.format) ? [[name, text ?? '', told] as const] : [];
    });
}

describe('incidents as HAR and HTTP transcripts', () => {
  it.each(casesIn('har'))('[N.4] %s shows the tasks and messages that crossed', (_name, text, expected) => {
    const trace = readTrace(text);
    const folded = foldTrace({ rows: trace.rows, valueOf: (row) => trace.valueOf(row), servers: [] });
    expect({
      format: trace.sources.get(0)?.format,
      tasks: folded.tasks.toSorted(byId).map(({ artifacts, ...task }) => ({ ...task, artifacts: artifacts.length })),
      messages: expected.messages === undefined ? undefined : folded.messages,
      unread: trace.unread,
      gaps: gapsOf(trace),
    }).toEqual({
      format: expected.format === 'har' ? 'har' : 'curl',
      tasks: expected.tasks.toSorted(byId),
      messages: expected.messages,
      unread: [],
      gaps: [],
    });
  });
});
