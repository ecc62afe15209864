// The report in its forms, copied or downloaded. Each is made of the same parts as on the command line.

import type { JudgedFile } from '../model/projections/report-forms/judged-file.ts';
import { junitDocument } from '../model/projections/report-forms/junit.ts';
import { markdownReport } from '../model/projections/report-forms/markdown.ts';
import { sarifLog } from '../model/projections/report-forms/sarif.ts';
import { downloadText } from './download.ts';

export type ReportForm = 'markdown' | 'json' | 'sarif' | 'junit';

export const REPORT_FORMS: readonly { readonly form: ReportForm; readonly label: string }[] = [
  { form: 'markdown', label: 'Copy as Markdown' },
  { form: 'json', label: 'Download JSON' },
  { form: 'sarif', label: 'Download SARIF' },
  { form: 'junit', label: 'Download JUnit' },
];

/** Set by the build: the version of this page. */
declare const __VERSION__: string;

/** Gives out a report in a form. @returns what to tell the person */
export async function giveOut(form: ReportForm, judged: JudgedFile): Promise<string> {
  if (form === 'markdown') return copied(markdownReport(judged));
  const [text, type, ending] = written(form, judged);
  return `Saved ${downloadText(text, { name: `${judged.file}.${ending}`, type })}.`;
}

function written(form: Exclude<ReportForm, 'markdown'>, judged: JudgedFile): readonly [text: string, type: string, ending: string] {
  if (form === 'json') return [`${JSON.stringify({ file: judged.file, report: judged.report })}\n`, 'application/json', 'report.json'];
  if (form === 'sarif') return [`${JSON.stringify(sarifLog([judged], { version: __VERSION__ }), null, 2)}\n`, 'application/json', 'sarif'];
  return [junitDocument([judged], ({ severity }) => severity === 'error'), 'application/xml', 'junit.xml'];
}

async function copied(text: string): Promise<string> {
  try {
    await navigator.clipboard.writeText(text);
    return 'Copied as Markdown.';
  } catch {
    // The browser may refuse the clipboard; the file holds the same text.
    return `The browser refused the clipboard. Saved ${downloadText(text, { name: 'report.md', type: 'text/markdown' })}.`;
  }
}
