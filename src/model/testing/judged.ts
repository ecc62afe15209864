// A text read and judged: what a test of a rule looks at, without an engine around it.

import { createAuditor, type Auditor, type Judgement } from '../audit/audit.ts';
import { readSource } from '../ingest/ingest.ts';
import { GivenText } from '../log/given-text.ts';
import type { RowDraft } from '../log/row.ts';
import { DEFAULT_SETTINGS, type LogSettings } from '../log/saved-form.ts';

export interface Judged extends Judgement {
  readonly rows: readonly RowDraft[];
  readonly auditor: Auditor;
  /** `rule taskId severity` of each finding, sorted: what cases are compared by. */
  readonly said: readonly string[];
}

/** Reads a text as an engine would and judges it. */
export function judgeText(text: string, name = 'trace', settings: Partial<LogSettings> = {}): Judged {
  const given = new GivenText(name);
  given.append(text);
  given.finish();
  const auditor = createAuditor();
  const rows: RowDraft[] = [];
  let sources = 1;
  const reading = readSource(given, 0, {
    openSource: () => sources++,
    row: (draft, sight) => {
      rows.push(draft);
      if (sight) auditor.see(rows.length - 1, draft, sight);
    },
    noted: ({ source }, sight) => auditor.note(rows.length - 1, source, sight),
    exchange: () => undefined,
    cut: (cut) => auditor.cut(cut),
    unread: () => undefined,
    setAside: () => undefined,
    source: (facts) => auditor.protocol(facts.source, facts.protocols),
    saved: () => undefined,
  });
  while (!reading.next().done);
  const judgement = auditor.judge({ ...DEFAULT_SETTINGS, ...settings });
  const said = judgement.findings.map(({ rule, taskId, severity }) => `${rule} ${taskId ?? '-'} ${severity}`).sort();
  return { ...judgement, rows, auditor, said };
}
