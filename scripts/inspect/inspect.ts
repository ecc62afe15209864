// The command: every file goes through the engine of the page, and comes out as a report.

import { resolve } from 'node:path';
import { RULES } from '../../src/model/audit/audit.ts';
import { createEngine } from '../../src/model/engine/engine.ts';
import type { Engine } from '../../src/model/engine/query.ts';
import type { FindingView } from '../../src/model/projections/findings.ts';
import { judgedFile, type JudgedFile } from '../../src/model/projections/report-forms/judged-file.ts';
import { junitDocument } from '../../src/model/projections/report-forms/junit.ts';
import { markdownReport } from '../../src/model/projections/report-forms/markdown.ts';
import { sarifLog } from '../../src/model/projections/report-forms/sarif.ts';
import { terminalReport } from '../../src/model/projections/report-forms/terminal.ts';
import { decodeArguments, HELP, type Asked } from './arguments.ts';
import { openBytes } from './file-bytes.ts';

declare const __VERSION__: string | undefined;

/** Set by the build of the command. */
const VERSION = typeof __VERSION__ === 'undefined' ? 'unbuilt' : __VERSION__;

/** What is written by whom, so that a test can look at it. */
interface Streams {
  out(text: string): void;
  err(text: string): void;
}
const STANDARD: Streams = {
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
};

/** Runs the command. @returns its exit code: 0, 1 or 2 */
export async function inspect(args: readonly string[], streams: Streams = STANDARD): Promise<number> {
  const asked = decodeArguments(
    args,
    RULES.map(({ id }) => id),
  );
  if (typeof asked === 'string') {
    streams.err(`inspect: ${asked}\nTry --help.\n`);
    return 2;
  }
  if (asked.wants !== 'reports') {
    streams.out(asked.wants === 'help' ? HELP : asked.wants === 'version' ? `${VERSION}\n` : listOfRules());
    return 0;
  }
  return inspectFiles(createEngine(nodeSlices()), asked, streams);
}

async function inspectFiles(engine: Engine, asked: Asked, streams: Streams): Promise<number> {
  const judged: JudgedFile[] = [];
  let code = 0;
  for (const [index, file] of asked.files.entries()) {
    const one = await judgeFile(engine, file, asked).catch(reasonOf);
    if (typeof one === 'string') {
      streams.err(`inspect: ${file}: ${one}\n`);
      code = 2;
      continue;
    }
    if (one.findings.some((finding) => fails(finding, asked))) code = Math.max(code, 1);
    // Documents over all files are written at the end; the others as soon as they are there.
    if (asked.form === 'sarif' || asked.form === 'junit') judged.push(one);
    else streams.out((index > 0 && asked.form !== 'json' ? '\n' : '') + written(one, asked));
  }
  if (asked.form === 'sarif') streams.out(`${JSON.stringify(sarifLog(judged, { version: VERSION }), null, 2)}\n`);
  if (asked.form === 'junit') streams.out(junitDocument(judged, (finding) => fails(finding, asked)));
  return code;
}

async function judgeFile(engine: Engine, file: string, { settings, off, as }: Asked): Promise<JudgedFile> {
  const opened = await openBytes(file === '-' ? file : resolve(process.env['INIT_CWD'] ?? '.', file));
  const log = engine.openBytes(opened.source, { name: file, as });
  try {
    const { doubts } = await engine.settled(log);
    const report = engine.query(log, 'report', { settings, off });
    return await judgedFile(file, { report, doubts }, (from) => engine.query(log, 'findings', { from, count: 1000, settings, off }));
  } finally {
    engine.close(log);
    opened.close();
  }
}

function written(judged: JudgedFile, { form }: Asked): string {
  if (form === 'json') return `${JSON.stringify({ file: judged.file, report: judged.report })}\n`;
  if (form === 'markdown') return markdownReport(judged);
  const { columns, isTTY } = process.stdout;
  const colour = isTTY && process.env['NO_COLOR'] === undefined && process.env['TERM'] !== 'dumb';
  return terminalReport(judged, { width: Math.min(columns || 100, 140), colour });
}

function fails({ rule, severity }: FindingView, { failOn }: Asked): boolean {
  return failOn.length > 0 ? failOn.includes(rule) : severity === 'error';
}

function reasonOf(error: unknown): string {
  const code = (error as { readonly code?: unknown }).code;
  if (code === 'ENOENT') return 'there is no such file';
  if (code === 'EISDIR') return 'this is a folder; name the files in it';
  if (code === 'EACCES') return 'it may not be read';
  return error instanceof Error ? error.message : String(error);
}

function listOfRules(): string {
  return RULES.map(({ id, severities, title }) => `${id.padEnd(32)} ${severities.padEnd(28)} ${title}\n`).join('');
}

/** Slices of 20 ms; nobody asks in between, but timers and input have their turn. */
function nodeSlices(): Parameters<typeof createEngine>[0] {
  let begun = performance.now();
  return {
    elapsed: () => performance.now() - begun,
    restart: () => {
      begun = performance.now();
    },
    next: () => new Promise<void>((resolve) => setImmediate(resolve)),
  };
}
