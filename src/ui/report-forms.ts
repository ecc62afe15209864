// The report in its forms, copied or downloaded. Each is made of the same parts as on the command line.

import type { FindingsAnswer } from '../model/projections/findings.ts';
import type { JudgedFile } from '../model/projections/report-forms/judged-file.ts';
import { junitDocument } from '../model/projections/report-forms/junit.ts';
import { markdownReport } from '../model/projections/report-forms/markdown.ts';
import { sarifLog } from '../model/projections/report-forms/sarif.ts';
import type { TraceReport } from '../model/projections/trace-report.ts';
import { downloadText } from './download.ts';

type ReportForm = 'markdown' | 'json' | 'sarif' | 'junit';

export const REPORT_FORMS: readonly { readonly form: ReportForm; readonly label: string }[] = [
  { form: 'markdown', label: 'Copy as Markdown' },
  { form: 'json', label: 'Download JSON' },
  { form: 'sarif', label: 'Download SARIF' },
  { form: 'junit', label: 'Download JUnit' },
];

const VERSION = '1';

/** Gives out the report in a form; resolves with what to tell the person. At most 1 000 findings have their places. */
export function useReportForms(
  report: TraceReport,
  name: string,
  answer: FindingsAnswer | undefined,
): (form: ReportForm) => Promise<string> {
  return async (form) => {
    const judged: JudgedFile = { file: name, report, findings: answer?.findings ?? [], rules: answer?.rules ?? [] };
    if (form === 'markdown') return copied(markdownReport(judged));
    const [text, type, ending] = written(form, judged);
    return `Saved ${downloadText(text, { name: `${name}.${ending}`, type })}.`;
  };
}

function written(form: Exclude<ReportForm, 'markdown'>, judged: JudgedFile): readonly [text: string, type: string, ending: string] {
  if (form === 'json') return [`${JSON.stringify({ file: judged.file, report: judged.report })}\n`, 'application/json', 'report.json'];
  if (form === 'sarif') return [`${JSON.stringify(sarifLog([judged], { version: VERSION }), null, 2)}\n`, 'application/json', 'sarif'];
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
