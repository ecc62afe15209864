import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { TraceReport } from '../../src/model/projections/trace-report.ts';
import { incidentsIn } from '../../src/model/testing/incidents.ts';

const FIXTURES = 'src/model/testing/fixtures';
const truth = JSON.parse(readFileSync(`${FIXTURES}/traces/truth.json`, 'utf8')) as Record<string, Truth>;

interface Truth {
  readonly format: string;
  readonly tasks: readonly { readonly id: string; readonly states: readonly string[]; readonly final: string | null }[];
  readonly messages: number;
  readonly events: number;
  readonly push: number;
  readonly errors: readonly { readonly code: number }[];
  readonly agents: readonly string[];
  readonly spans?: number;
  readonly delegations?: readonly Readonly<Record<string, string>>[];
}
const CASES = `${FIXTURES}/cases/`;
const incidents = incidentsIn({ list: (path) => readdirSync(CASES + path), read: (path) => readFileSync(CASES + path, 'utf8') });
const caseFile = (name: string): string => CASES + incidents.inputOf(name);
const figures = (tasks: Truth['tasks']): string[] => tasks.map(({ id, states, final }) => `${id} ${states.join(' ')} ${final}`).sort();

/** All fixtures in one call, as a pipeline would: the command builds itself where it is stale. */
function reportsOf(files: readonly string[]): ReadonlyMap<string, TraceReport> {
  const { stdout, stderr } = spawnSync(process.execPath, ['scripts/inspect.mjs', '--json', ...files], {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  expect(stderr).toBe('');
  const lines = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { file: string; report: TraceReport });
  return new Map(lines.map(({ file, report }) => [file, report]));
}

describe('the command line', () => {
  const files = [...Object.keys(truth).map((file) => `${FIXTURES}/traces/${file}`), ...incidents.names.map(caseFile)];
  const reports = reportsOf(files);

  it('[O.1] reports every file it is given', () => {
    expect([...reports.keys()]).toEqual(files);
  });

  it.each(Object.entries(truth))('[O.2] %s comes out as its truth says', (file, expected) => {
    const report = reports.get(`${FIXTURES}/traces/${file}`);
    const ends = (list: readonly Readonly<Partial<Record<string, string>>>[]): string[] =>
      list.map((each) => `${each['from']} ${each['fromTask']} ${each['to']} ${each['toTask']}`).sort();
    expect({
      format: report?.format,
      tasks: figures(report?.tasks ?? []),
      messages: report?.messages,
      events: report?.events,
      pushes: report?.pushes,
      errors: report?.errors.map(({ code }) => code),
      agents: report?.agents,
      spans: report?.spans?.count,
      ...(expected.delegations ? { delegations: ends((report?.delegations ?? []) as never) } : {}),
    }).toEqual({
      format: expected.format,
      tasks: figures(expected.tasks),
      messages: expected.messages,
      events: expected.events,
      pushes: expected.push,
      errors: expected.errors.map(({ code }) => code),
      agents: expected.agents,
      spans: expected.spans,
      ...(expected.delegations ? { delegations: ends(expected.delegations) } : {}),
    });
  });

  it.each(incidents.names)('[O.2] %s: delegations and depth', (name) => {
    const { delegation } = incidents.open(name).expected;
    const report = reports.get(caseFile(name));
    expect(report).toBeDefined();
    if (!delegation || !report) return;
    const edges = new Set(report.delegations.map(({ from, to }) => `${from} → ${to}`));
    expect({ edges: [...edges].sort(), depth: report.depth }).toEqual({
      edges: delegation.edges.map(([from, to]) => `${from} → ${to}`).sort(),
      depth: delegation.maxDepth,
    });
  });
});
