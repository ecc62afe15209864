// The report for an incident ticket. Everything that comes from a trace stands in code spans or has its marks escaped: no trace
// can make a link, a heading or a mention. SPEC.md O.6.

import type { FindingView } from '../findings.ts';
import type { ReportedDelegation, ReportedTask } from '../trace-report.ts';
import { kindOfFile, tally, visible, type JudgedFile } from './judged-file.ts';

const MOST = 50;

/** The report of one file, with a line feed at its end. */
export function markdownReport({ file, report, findings, doubts }: JudgedFile): string {
  const { tasks, delegations, unread, setAside, redacted, settings } = report;
  const blocks = [
    `## Trace report: ${code(file)}`,
    `${plain(kindOfFile(report))}${report.agents.length === 0 ? '' : `, agents: ${report.agents.map(code).join(', ')}`}  \n` +
      `${report.messages} messages, ${report.events} stream events, ${report.pushes} deliveries, ${report.errors.length} error answers, ` +
      `${redacted} secrets cut`,
    doubts.map(plain).join('  \n'),
    `### Findings: ${tally(findings)}`,
    findings.length === 0 ? '' : listed(findings, findingItem),
    tasks.length === 0 ? '' : `### Tasks\n\n| task | states | artifacts |\n| --- | --- | --- |\n${listed(tasks, taskRow)}`,
    delegations.length === 0
      ? ''
      : `### Delegations, ${report.depth} deep\n\n| from | to | evidence |\n| --- | --- | --- |\n${listed(delegations, delegationRow)}`,
    unread.length === 0 ? '' : `### Could not be read\n\n${listed(unread, stretchItem)}`,
    setAside.length === 0 ? '' : `### Set aside\n\n${listed(setAside, stretchItem)}`,
    `Thresholds: a task stalls after ${settings.stallSeconds} s, a chain is deep from more than ${settings.depth} hops on, ` +
      `a retry is one within ${settings.retrySeconds} s.`,
  ];
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}

function listed<T>(items: readonly T[], line: (item: T) => string): string {
  const left = items.length - MOST;
  return [...items.slice(0, MOST).map(line), ...(left > 0 ? [`\n… and ${left} more`] : [])].join('\n');
}

function findingItem({ severity, rule, taskId, why, spec, places }: FindingView): string {
  const place = places[0];
  const where = place === undefined ? '' : `, line ${place.line} (event ${place.seq})`;
  const clause = spec === undefined ? '' : ` *${plain(spec)}*`;
  return `- **${severity}** ${code(rule)}${taskId === null ? '' : `, task ${code(taskId)}`}${where}: ${plain(why)}${clause}`;
}

function taskRow({ id, states, final, artifacts }: ReportedTask): string {
  const way = states.length === 0 ? 'no status seen' : states.join(' → ');
  const made = artifacts.map(({ artifactId, name }) => code(name ?? artifactId)).join(', ');
  return `| ${code(id)} | ${way}${final === null ? ' (not ended)' : ''} | ${made} |`;
}

function delegationRow({ from, fromTask, to, toTask, evidence }: ReportedDelegation): string {
  const end = (agent: string | undefined, task: string | undefined): string =>
    `${code(agent ?? 'unknown')}${task === undefined ? '' : ` (${code(task)})`}`;
  return `| ${end(from, fromTask)} | ${end(to, toTask)} | ${evidence} |`;
}

function stretchItem({ from, to, why }: { readonly from: number; readonly to: number; readonly why: string }): string {
  return `- bytes ${from} to ${to}: ${plain(why)}`;
}

/** A code span that holds any text: its fence is longer than any run of backticks in it; a bar would end a table's cell. */
function code(text: string): string {
  const shown = visible(text).replaceAll('|', '\\|');
  const runs = shown.match(/`+/g) ?? [];
  const fence = '`'.repeat(1 + runs.reduce((longest, run) => Math.max(longest, run.length), 0));
  const gap = shown.startsWith('`') || shown.endsWith('`') ? ' ' : '';
  return shown === '' ? '(empty)' : `${fence}${gap}${shown}${gap}${fence}`;
}

/** A sentence without a meaning in Markdown: marks are escaped, angle brackets are entities, and mentions are broken. */
function plain(text: string): string {
  return visible(text)
    .replace(/[\\`*_{}[\]#|~]/g, (mark) => `\\${mark}`)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(/@(?=\w)/g, '@\u2060')
    .replace(/:\/\//g, ':\u2060//');
}
