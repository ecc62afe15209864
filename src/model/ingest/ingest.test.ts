import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { gapsOf, readTrace } from '../testing/read-trace.ts';
import { foldTrace } from '../testing/trace-truth.ts';
import type { TaskTruth } from '../testing/trace-truth.ts';

const FOLDER = new URL('../testing/fixtures/traces/', import.meta.url);
const textOf = (file: string): string => readFileSync(new URL(file, FOLDER), 'utf8');
const FILES = readdirSync(FOLDER).filter((file) => file !== 'truth.json');
const READ = FILES.filter((file) => !/\.(?:jaeger\.json|otlp\.jsonl)$/.test(file));

interface Truth {
  readonly version: string;
  readonly format: string;
  readonly binding: string;
  readonly tasks: readonly TaskTruth[];
  readonly messages: number;
  readonly events: number;
  readonly errors: readonly { readonly code: number; readonly reason?: string }[];
  readonly push: number;
  readonly agents: readonly string[];
}
/** What the file garbles is told besides, and is not what crossed. */
const asMeant = (tasks: readonly TaskTruth[]): readonly TaskTruth[] =>
  tasks.map((task) => ({
    ...task,
    artifacts: task.artifacts.map(({ artifactId, name, parts, text }) => ({
      artifactId,
      ...(name === undefined ? {} : { name }),
      parts,
      text,
    })),
  }));
const byId = (tasks: readonly TaskTruth[]): readonly TaskTruth[] => [...tasks].sort((a, b) => (a.id < b.id ? -1 : 1));
const TRUTH = JSON.parse(textOf('truth.json')) as Readonly<Record<string, Truth>>;

describe('traces of the official SDK', () => {
  it.each(READ)('[N.4] %s says what its truth says', (file) => {
    const trace = readTrace(textOf(file), { name: file });
    const servers = [...new Set([...trace.exchanges.values()].flatMap((facts) => (facts.operation === 'push' ? [] : (facts.to ?? []))))];
    const { tasks, messages, events, errors, pushes, agents } = foldTrace({
      rows: trace.rows,
      valueOf: (row) => trace.valueOf(row),
      servers,
    });
    const truth = TRUTH[file];
    const facts = trace.sources.get(0);
    const expectedErrors = (truth?.errors ?? []).map(({ code, reason }) => ({ code, ...(reason === undefined ? {} : { reason }) }));
    expect({
      format: facts?.format,
      versions: facts?.versions,
      tasks: byId(tasks),
      messages,
      events,
      errors: errors.map(({ code, reason }, index) => ({ code, ...(expectedErrors[index]?.reason === undefined ? {} : { reason }) })),
      pushes,
      agents,
      unread: trace.unread,
      gaps: gapsOf(trace),
    }).toEqual({
      format: truth?.format,
      versions: truth ? [truth.version] : [],
      tasks: byId(asMeant(truth?.tasks ?? [])),
      messages: truth?.messages,
      events: truth?.events,
      errors: expectedErrors,
      pushes: truth?.push,
      agents: truth?.agents,
      unread: [],
      gaps: [],
    });
  });
  it.each(FILES)('[N.1] every unit of %s is accounted for', (file) => {
    expect(gapsOf(readTrace(textOf(file)))).toEqual([]);
  });
});
