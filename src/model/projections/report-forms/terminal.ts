// The report as a person reads it in a terminal: what it is, what went on in it, what is wrong, worst first, and what could not
// be read. SPEC.md O.5.

import type { FindingView } from '../findings.ts';
import type { ReportedDelegation, ReportedStretch, ReportedTask } from '../trace-report.ts';
import { kindOfFile, tally, visible, type JudgedFile } from './judged-file.ts';

export interface TerminalLook {
  /** Columns; long sentences are wrapped. */
  readonly width: number;
  readonly colour: boolean;
}

/** Rows of a list that are shown; what is left out is counted. */
const MOST = 50;
const INDENT = '  ';

/** The report of one file, with a line feed at its end. */
export function terminalReport(judged: JudgedFile, look: TerminalLook): string {
  const { file, report, findings } = judged;
  const lines = [
    bold(visible(file), look),
    `${INDENT}${kindOfFile(report)}${report.agents.length === 0 ? '' : ` · ${report.agents.map(visible).join(', ')}`}`,
    `${INDENT}${counts(judged)}`,
    ...judged.doubts.flatMap((doubt) => wrapped(visible(doubt), look.width - 2).map((line) => `${INDENT}${line}`)),
    ...section('Tasks', report.tasks.map(taskLine), look),
    ...section(`Delegations, ${report.depth} deep`, report.delegations.map(delegationLine), look),
    ...section(
      `Findings: ${tally(findings)}`,
      findings.map((finding) => findingLines(finding, look)).flat(),
      look,
      Number.POSITIVE_INFINITY,
    ),
    ...section('Could not be read', report.unread.map(stretchLine), look),
    ...section('Set aside', report.setAside.map(stretchLine), look),
  ];
  return `${lines.join('\n')}\n`;
}

function counts({ report }: JudgedFile): string {
  const { messages, events, pushes, errors, spans, redacted } = report;
  const words = [`${messages} messages`, `${events} stream events`];
  if (pushes > 0) words.push(`${pushes} deliveries`);
  if (errors.length > 0) words.push(`${errors.length} error answers`);
  if (spans) words.push(`${spans.count} spans in ${spans.traces} traces`);
  words.push(`${redacted} secrets cut`);
  return words.join(' · ');
}

function section(title: string, lines: readonly string[], look: TerminalLook, most = MOST): readonly string[] {
  if (lines.length === 0 && !title.startsWith('Findings')) return [];
  const left = lines.length - most;
  return ['', bold(title, look), ...lines.slice(0, most), ...(left > 0 ? [`${INDENT}… and ${left} more`] : [])];
}

function taskLine({ id, states, final, artifacts }: ReportedTask): string {
  const way = states.length === 0 ? 'no status seen' : states.join(' → ');
  const made = artifacts.map(({ artifactId, name }) => visible(name ?? artifactId)).join(', ');
  return `${INDENT}${visible(id)}  ${way}${final === null ? '  (not ended)' : ''}${made === '' ? '' : `  [${made}]`}`;
}

function delegationLine({ from, fromTask, to, toTask, evidence }: ReportedDelegation): string {
  const end = (agent: string | undefined, task: string | undefined): string =>
    `${visible(agent ?? 'unknown')}${task === undefined ? '' : ` (${visible(task)})`}`;
  return `${INDENT}${end(from, fromTask)} → ${end(to, toTask)}  ${evidence}`;
}

function findingLines(finding: FindingView, look: TerminalLook): readonly string[] {
  const { severity, rule, taskId, places, why, spec } = finding;
  const place = places[0];
  const where = place === undefined ? '' : `  line ${place.line}, event ${place.seq}`;
  const head = `${INDENT}${paint(severity, look)}  ${bold(rule, look)}${taskId === null ? '' : `  ${visible(taskId)}`}${where}`;
  const clause = spec === undefined ? '' : ` (${spec})`;
  return [head, ...wrapped(visible(why) + clause, look.width - 11).map((line) => `${INDENT.repeat(2)}       ${line}`)];
}

function stretchLine({ from, to, why }: ReportedStretch): string {
  return `${INDENT}bytes ${from} to ${to}: ${visible(why)}`;
}

function wrapped(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > Math.max(width, 30)) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

const COLOURS: Readonly<Record<FindingView['severity'], string>> = { error: '31', warning: '33', info: '36' };

function paint(severity: FindingView['severity'], { colour }: TerminalLook): string {
  const word = severity.padEnd(7);
  return colour ? `\u001b[${COLOURS[severity]}m${word}\u001b[0m` : word;
}

function bold(text: string, { colour }: TerminalLook): string {
  return colour ? `\u001b[1m${text}\u001b[0m` : text;
}
