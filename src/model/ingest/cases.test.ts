// Incidents rebuilt from public reports: what the reader shows of their tasks and messages.
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { incidentsIn } from '../testing/incidents.ts';
import { gapsOf, readTrace } from '../testing/read-trace.ts';
import { foldTrace } from '../testing/trace-truth.ts';

const FOLDER = new URL('../testing/fixtures/cases/', import.meta.url);
const incidents = incidentsIn({
  list: (path) => readdirSync(new URL(path, FOLDER)),
  read: (path) => readFileSync(new URL(path, FOLDER), 'utf8'),
});

const byId = (a: { readonly id: string }, b: { readonly id: string }): number => (a.id < b.id ? -1 : 1);

/** What is broken in a case's text, and so must be left unread. */
const UNREAD: ReadonlySet<string> = new Set(['055-capture-cut-in-the-middle-of-a-string']);

describe('incidents rebuilt from public reports', () => {
  it.each(incidents.names)('[N.4] %s shows the tasks and messages that crossed', (name) => {
    const { text, expected } = incidents.open(name);
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
