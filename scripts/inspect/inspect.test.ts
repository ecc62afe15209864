import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { inspect } from './inspect.ts';

const CASES = 'src/model/testing/fixtures/cases';
const ERRORS = `${CASES}/014-cancel-race-two-terminals/input.har`;
const HEALTHY = `${CASES}/009-sse-comments-and-pings/input.sse`;
const WARNING = `${CASES}/029-stuck-working-python-repr-log/input.log`;

async function run(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  let [out, err] = ['', ''];
  const code = await inspect(args, { out: (text) => void (out += text), err: (text) => void (err += text) });
  return { code, out, err };
}

function fileOf(content: string | Uint8Array, name = 'trace.txt'): string {
  const file = join(mkdtempSync(join(tmpdir(), 'inspect-')), name);
  writeFileSync(file, content);
  return file;
}

describe('the command', () => {
  it('[O.7] ends with 0, 1 or 2 as what it found says, the highest of several files', async () => {
    expect((await run(HEALTHY)).code).toBe(0);
    expect((await run(WARNING)).code).toBe(0);
    expect((await run(HEALTHY, ERRORS)).code).toBe(1);
    const gone = await run(HEALTHY, 'no/such/file', ERRORS);
    expect(gone.code).toBe(2);
    expect(gone.err).toBe('inspect: no/such/file: there is no such file\n');
    expect(gone.out).toContain('illegal-transition');
    expect((await run('src')).code).toBe(2);
  });

  it('[O.7] fails on the rules that are named, and on nothing else', async () => {
    expect((await run('--fail-on', 'stalled-task', WARNING)).code).toBe(1);
    expect((await run('--fail-on', 'stalled-task', ERRORS)).code).toBe(0);
    expect((await run('--fail-on', 'stalled-task', '--fail-on', 'cancel-race', ERRORS)).code).toBe(1);
    const wrong = await run('--fail-on', 'stall', ERRORS);
    expect(wrong).toEqual({ code: 2, out: '', err: 'inspect: "stall" is no rule. Did you mean stalled-task?\nTry --help.\n' });
  });

  it('[O.7] says what is wrong with its arguments', async () => {
    expect((await run()).err).toContain('Name a file');
    expect((await run('--json', '--sarif', ERRORS)).err).toContain('--json and --sarif exclude each other');
    expect((await run('--depth', '2.5', ERRORS)).err).toContain('whole number');
    expect((await run('--nonsense')).code).toBe(2);
    expect((await run('--help')).out).toContain('--fail-on');
    expect((await run('--rules')).out.trim().split('\n')).toHaveLength(47);
  });

  it('[O.1] writes one line a file, with the name as it was given', async () => {
    const { out } = await run('--json', HEALTHY, ERRORS);
    const lines = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { file: string; report: { format: string; findings: unknown[] } });
    expect(lines.map(({ file, report }) => [file, report.format, report.findings.length])).toEqual([
      [HEALTHY, 'sse', 0],
      [ERRORS, 'har', 2],
    ]);
  });

  it('[O.1] moves thresholds and leaves rules out', async () => {
    expect((await run('--stall-seconds', '100000', '--json', WARNING)).out).not.toContain('stalled-task"');
    expect((await run('--off', 'illegal-transition', ERRORS)).code).toBe(0);
  });

  it('[O.1] reads what is packed, and whatever else a file may be', async () => {
    const task = '{"kind":"task","id":"t","contextId":"c","status":{"state":"completed"}}';
    const report = async (content: string | Uint8Array) =>
      (JSON.parse((await run('--json', fileOf(content))).out) as { report: { format: string; tasks: { id: string }[]; unread: unknown[] } })
        .report;
    expect((await report(gzipSync(task))).tasks.map(({ id }) => id)).toEqual(['t']);
    expect((await report(Buffer.from(`\ufeff${task}`, 'utf16le'))).tasks.map(({ id }) => id)).toEqual(['t']);
    expect(await report(Uint8Array.from({ length: 500 }, (_, index) => (index * 73) % 256))).toMatchObject({
      format: 'unknown',
      tasks: [],
    });
    expect((await report('')).format).toBe('unknown');
  });

  it('[O.5] lets no trace write to the terminal', async () => {
    const id = 't\u001b[31m\u202e';
    const { out } = await run(fileOf(`{"kind":"task","id":${JSON.stringify(id)},"contextId":"c","status":{"state":"working"}}`));
    expect(out).toContain('t\\u001b[31m\\u202e');
    expect(out).not.toContain('\u001b');
  });

  it('[O.6] lets no trace write Markdown', async () => {
    const id = '`x` | [a](http://b) <b> @all';
    const { out } = await run(
      '--markdown',
      fileOf(`{"kind":"task","id":${JSON.stringify(id)},"contextId":"c","status":{"state":"working"}}`),
    );
    expect(out).toContain('| `` `x` \\| [a](http://b) <b> @all `` |');
  });

  it('[O.1] writes SARIF that names rules, lines and messages', async () => {
    const log = JSON.parse((await run('--sarif', ERRORS, HEALTHY)).out) as {
      version: string;
      runs: { tool: { driver: { rules: { id: string }[] } }; artifacts: unknown[]; results: Record<string, unknown>[] }[];
    };
    expect(log.version).toBe('2.1.0');
    const [sarif] = log.runs;
    expect(sarif?.tool.driver.rules).toHaveLength(47);
    expect(sarif?.artifacts).toHaveLength(2);
    expect(sarif?.results.map(({ ruleId, level }) => `${String(ruleId)} ${String(level)}`)).toEqual([
      'illegal-transition error',
      'cancel-race warning',
    ]);
    for (const result of sarif?.results ?? []) {
      expect(sarif?.tool.driver.rules[result['ruleIndex'] as number]?.id).toBe(result['ruleId']);
      expect(result['locations']).not.toEqual([]);
    }
  });

  it('[O.7] writes JUnit that is red exactly when the exit code is', async () => {
    const { out } = await run('--junit', ERRORS, HEALTHY);
    expect(out).toContain('<testsuites name="Delegation Inspector" tests="94" failures="1">');
    expect(out.match(/<failure /g)).toHaveLength(1);
    expect(out).toContain('<system-out>warning t-4161');
  });
});
