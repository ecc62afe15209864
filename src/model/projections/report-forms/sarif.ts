// The report as SARIF 2.1.0, for code scanning and pipelines: one run over all files, a result a finding, a rule a rule.

import type { FindingView, RuleView } from '../findings.ts';
import { visible, type JudgedFile } from './judged-file.ts';

const LEVELS: Readonly<Record<FindingView['severity'], string>> = { error: 'error', warning: 'warning', info: 'note' };

/** The log file as a plain value. */
export function sarifLog(files: readonly JudgedFile[], tool: { readonly version: string }): object {
  const rules = files[0]?.rules ?? [];
  const indexOf = new Map(rules.map(({ id }, index) => [id, index]));
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'Delegation Inspector', version: tool.version, rules: rules.map(ruleDescriptor) } },
        columnKind: 'utf16CodeUnits',
        artifacts: files.map(({ file }) => ({ location: { uri: uriOf(file) } })),
        results: files.flatMap((judged, artifact) => judged.findings.map((finding) => result(finding, { judged, artifact, indexOf }))),
      },
    ],
  };
}

function ruleDescriptor({ id, title, meaning, remedy, spec }: RuleView): object {
  const clauses = Object.entries(spec).map(([version, clause]) => (version === '' ? clause : `${version}: ${clause}`));
  return {
    id,
    shortDescription: { text: title },
    fullDescription: { text: meaning },
    help: { text: [remedy, ...clauses].filter((line) => line !== '').join('\n') },
  };
}

interface Around {
  readonly judged: JudgedFile;
  readonly artifact: number;
  readonly indexOf: ReadonlyMap<string, number>;
}

function result(finding: FindingView, { judged, artifact, indexOf }: Around): object {
  const { rule, severity, why, taskId, places, spec } = finding;
  return {
    ruleId: rule,
    ruleIndex: indexOf.get(rule) ?? -1,
    level: LEVELS[severity],
    message: { text: visible(why) },
    locations: places
      .filter(({ source }) => source === 0)
      .map(({ from, to, line, seq }) => ({
        physicalLocation: {
          artifactLocation: { uri: uriOf(judged.file), index: artifact },
          region: { startLine: line, charOffset: from, charLength: to - from },
        },
        properties: { event: seq },
      })),
    partialFingerprints: { ruleAndTask: `${rule}/${visible(taskId ?? '')}` },
    properties: { ...(taskId === null ? {} : { task: visible(taskId) }), ...(spec === undefined ? {} : { spec }) },
  };
}

/** A path as a relative reference: what has a meaning in a URI is escaped, the separators of any system become slashes. */
function uriOf(file: string): string {
  return file.replaceAll('\\', '/').split('/').map(encodeURIComponent).join('/');
}
