// The report as JUnit XML: a suite a file, a case a rule that was asked. Findings of severity error fail their case; others stand
// in its output, so that a pipeline is red exactly when the command's exit code says so.

import type { FindingView } from '../findings.ts';
import { visible, type JudgedFile } from './judged-file.ts';

/** The document, with a line feed at its end. `fails` says which findings fail their case. */
export function junitDocument(files: readonly JudgedFile[], fails: (finding: FindingView) => boolean): string {
  const suites = files.map((judged) => suite(judged, fails));
  const sum = (of: (counted: { readonly tests: number; readonly failures: number }) => number): number =>
    suites.reduce((total, each) => total + of(each), 0);
  const totals = `tests="${sum(({ tests }) => tests)}" failures="${sum(({ failures }) => failures)}"`;
  const body = suites.map(({ xml }) => xml).join('\n');
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="Delegation Inspector" ${totals}>\n${body}\n</testsuites>\n`;
}

interface Suite {
  readonly xml: string;
  readonly tests: number;
  readonly failures: number;
}

function suite({ file, rules, findings }: JudgedFile, fails: (finding: FindingView) => boolean): Suite {
  const asked = rules.filter(({ off }) => !off);
  const cases = asked.map(({ id, title }) => {
    const own = findings.filter(({ rule }) => rule === id);
    const failed = own.filter(fails);
    const others = own.filter((finding) => !fails(finding));
    const failure =
      failed.length === 0 ? '' : `<failure type="${id}" message="${xml(sentence(failed[0]))}">${xml(lines(failed))}</failure>`;
    const output = others.length === 0 ? '' : `<system-out>${xml(lines(others))}</system-out>`;
    const content = `<testcase classname="${xml(visible(file))}" name="${xml(`${id}: ${title}`)}">${failure}${output}</testcase>`;
    return { content: `    ${content}`, failed: failed.length > 0 };
  });
  const failures = cases.filter(({ failed }) => failed).length;
  const head = `  <testsuite name="${xml(visible(file))}" tests="${cases.length}" failures="${failures}">`;
  return { xml: [head, ...cases.map(({ content }) => content), '  </testsuite>'].join('\n'), tests: cases.length, failures };
}

function sentence(finding: FindingView | undefined): string {
  return finding === undefined ? '' : visible(finding.why);
}

function lines(findings: readonly FindingView[]): string {
  return findings
    .map((finding) => {
      const { severity, taskId, places } = finding;
      const place = places[0] === undefined ? '' : ` (line ${places[0].line}, event ${places[0].seq})`;
      return `${severity}${taskId === null ? '' : ` ${visible(taskId)}`}: ${sentence(finding)}${place}`;
    })
    .join('\n');
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };

function xml(text: string): string {
  return text.replace(/[&<>"']/g, (unit) => ENTITIES[unit] ?? unit);
}
