import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createEngine } from '../engine/engine.ts';
import type { Answer, LogId } from '../engine/query.ts';
import { countedSlices } from '../testing/slice-ports.ts';

const CASES = new URL('../testing/fixtures/cases/', import.meta.url);
/** Every incident of the fixtures, one open after the other. */
async function forEachCase(look: (log: LogId, name: string) => void): Promise<void> {
  for (const { name } of readdirSync(CASES, { withFileTypes: true }).filter((entry) => entry.isDirectory())) {
    const folder = new URL(`${name}/`, CASES);
    const file = readdirSync(folder).find((each) => each.startsWith('input.')) ?? '';
    const log = await open(readFileSync(new URL(file, folder), 'utf8'), name);
    look(log, name);
    engine.close(log);
  }
}
const engine = createEngine(countedSlices(500));
async function open(text: string, name = 'trace'): Promise<LogId> {
  const log = engine.open(text, { name });
  await engine.settled(log);
  return log;
}
async function overview(text: string, off: readonly string[] = []): Promise<Answer<'overview'>> {
  return engine.query(await open(text), 'overview', { off });
}
const update = (task: number, state: string): string =>
  `${JSON.stringify({ jsonrpc: '2.0', id: task, result: { kind: 'status-update', taskId: `t-${task}`, contextId: 'c', status: { state }, final: state === 'completed' } })}\n`;

describe('the overview of a log', () => {
  it('[P.59] counts tasks by where they ended up, and shows the first five', async () => {
    let text = '';
    for (let task = 0; task < 12; task += 1)
      text += update(task, 'submitted') + update(task, 'working') + (task < 3 ? update(task, 'completed') : '');
    const { taskCount, states, tasks } = await overview(text);
    expect(taskCount).toBe(12);
    expect(states).toEqual([
      { state: 'working', tasks: 9 },
      { state: 'completed', tasks: 3 },
    ]);
    expect(tasks.map(({ taskId, state }) => `${taskId} ${state}`)).toEqual([
      't-0 completed',
      't-1 completed',
      't-2 completed',
      't-3 working',
      't-4 working',
    ]);
  });

  it('[P.59] says the same as the panels that have all of it', async () => {
    await forEachCase((log, name) => {
      const shown = engine.query(log, 'overview', {});
      const findings = engine.query(log, 'findings', { from: 0, count: 5 });
      const report = engine.query(log, 'report', {});
      expect(shown.totals, name).toEqual(findings.totals);
      expect(shown.findings, name).toEqual(
        findings.findings.map(({ id, rule, severity, taskId, why }) => ({ id, rule, severity, taskId, why })),
      );
      expect(shown.delegationCount, name).toBe(report.delegations.length);
      expect(shown.depth, name).toBe(report.depth);
      expect(shown.taskCount, name).toBe(engine.query(log, 'summary', {}).taskCount);
    });
  });

  it('[P.59] leaves out rules that are switched off, and keeps the numbers of the findings', async () => {
    const text = update(1, 'completed') + update(1, 'working') + update(2, 'working');
    const all = await overview(text);
    const [first] = all.findings;
    const rest = await overview(text, [first?.rule ?? '']);
    expect(first).toBeDefined();
    expect(rest.findings).toEqual(all.findings.filter(({ rule }) => rule !== first?.rule));
    expect(rest.rules).toMatchObject({ ran: all.rules.ran - 1, off: 1 });
  });

  it('[P.59] of a text without agent traffic is empty, and says that its rules had nothing to look at', async () => {
    const { taskCount, tasks, delegationCount, findings, rules } = await overview('nothing of this is agent traffic\n');
    expect({ taskCount, tasks, delegationCount, findings }).toEqual({ taskCount: 0, tasks: [], delegationCount: 0, findings: [] });
    expect(rules.idle).toBeGreaterThan(30);
    expect(rules.idle).toBeLessThan(rules.ran);
  });
});

describe('rules that had nothing to look at', () => {
  const idleIn = async (text: string): Promise<readonly string[]> =>
    engine.query(await open(text), 'findings', { from: 0, count: 1 }).rules.flatMap(({ id, idle }) => (idle ? [id] : []));

  it('[J.90] are those whose subject is not in the log', async () => {
    const idle = await idleIn(update(1, 'working') + update(1, 'completed'));
    expect(idle).toEqual(
      expect.arrayContaining(['card-missing-field', 'push-url-ssrf', 'push-auth-not-sent', 'delegation-depth', 'broken-trace-parent']),
    );
    for (const rule of ['illegal-transition', 'secret-in-clear', 'truncated-input', 'stalled-task']) expect(idle).not.toContain(rule);
  });

  it('[J.90] never include one that found something or let something pass', async () => {
    await forEachCase((log, name) => {
      for (const { id, idle, findings, notReported } of engine.query(log, 'findings', { from: 0, count: 1 }).rules)
        expect(idle && findings + notReported > 0, `${name} ${id}`).toBe(false);
    });
  });
});

describe('where a finding shows', () => {
  it('[J.91] is the cut itself for a secret, and its rows are told apart among the marks', async () => {
    const secret = 'sk-live-4242424242424242424242424242';
    const message = { kind: 'message', role: 'user', messageId: 'm', parts: [{ kind: 'text', text: 'hi' }], metadata: { api_key: secret } };
    const call = { jsonrpc: '2.0', id: 1, method: 'message/send', params: { message } };
    const log = await open(JSON.stringify(call, undefined, 1));
    const found = engine.query(log, 'findings', { from: 0, count: 5 }).findings.find(({ rule }) => rule === 'secret-in-clear');
    const [place] = found?.places ?? [];
    const line =
      JSON.stringify(call, undefined, 1)
        .split('\n')
        .findIndex((each) => each.includes(secret)) + 1;
    expect(place).toMatchObject({ line, isExact: true });
    expect((place?.to ?? 0) - (place?.from ?? 0)).toBe(secret.length);
    expect(engine.query(log, 'findingMarks', { chosen: found?.id ?? -1 }).chosen).toEqual(found?.seqs);
    expect(engine.query(log, 'findingMarks', {}).chosen).toEqual([]);
  });
});
