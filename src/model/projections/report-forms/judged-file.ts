// One file with all that is said of it: what every form of a report is made from. Text from a trace is never trusted: each form
// escapes it by its own rules, and what cannot be seen is shown.

import type { FindingsAnswer, FindingView, RuleView } from '../findings.ts';
import type { TraceReport } from '../trace-report.ts';

export interface JudgedFile {
  /** As it was named by whoever asked. */
  readonly file: string;
  readonly report: TraceReport;
  /** In the order of the report, with their places. */
  readonly findings: readonly FindingView[];
  readonly rules: readonly RuleView[];
  /** Sentences about what its format may be as well. */
  readonly doubts: readonly string[];
}

/** Asks for a page of findings from a place on. */
type AskFindings = (from: number) => FindingsAnswer | Promise<FindingsAnswer>;

/** Puts a file together: an answer holds a page of findings, a report all of them. */
export async function judgedFile(
  file: string,
  { report, doubts = [] }: { readonly report: TraceReport; readonly doubts?: readonly string[] | undefined },
  ask: AskFindings,
): Promise<JudgedFile> {
  const findings: FindingView[] = [];
  for (;;) {
    const page = await ask(findings.length);
    findings.push(...page.findings);
    if (page.findings.length === 0 || findings.length >= page.total) return { file, report, findings, rules: page.rules, doubts };
  }
}

/** Controls, separators of lines and marks that turn the direction of writing: invisible, and able to disguise what follows. */
const INVISIBLE = /[\p{Cc}\p{Cs}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;

/** One line of text in which nothing is hidden. */
export function visible(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(INVISIBLE, (unit) => `\\u${(unit.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`);
}

/** `2 errors, 1 warning`; `no findings` where there are none. */
export function tally(findings: readonly { readonly severity: string }[]): string {
  const count = (severity: string): number => findings.filter((finding) => finding.severity === severity).length;
  const words = [
    counted(count('error'), 'error'),
    counted(count('warning'), 'warning'),
    count('info') === 0 ? '' : `${count('info')} for information`,
  ].filter((word) => word !== '');
  return words.length === 0 ? 'no findings' : words.join(', ');
}

function counted(count: number, word: string): string {
  return count === 0 ? '' : `${count} ${word}${count === 1 ? '' : 's'}`;
}

/** What a file turned out to be, in a line. */
export function kindOfFile({ format, protocol, versions, bindings }: TraceReport): string {
  const spoken = [protocol === 'none' ? 'no agent protocol' : protocol, ...versions].join(' ');
  return [format, spoken, ...bindings].join(' · ');
}
