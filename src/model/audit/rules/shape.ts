// Members that are missing, and names that are spelled otherwise than in the schema.

import type { Casebook, ShapeNote } from '../casebook/casebook.ts';
import type { Rule, Verdicts } from '../rule.ts';
import { ACP, judgeOf } from './judging-version.ts';
import { taskOfExchange } from './messages.ts';
import { createVerdictSheet } from './verdict-sheet.ts';
import { isExplained, mixturesOf } from './version-evidence.ts';

function checkMissing(book: Casebook): Verdicts {
  const sheet = createVerdictSheet();
  const mixed = mixturesOf(book);
  for (const note of book.shapes) {
    if (note.kind !== 'missing') continue;
    const version = judgeOf(book, note);
    if (!isOdd(note, version)) continue;
    const task = taskOfExchange(note);
    if (isExplained(note, mixed)) {
      sheet.pass(
        task,
        [note.row],
        `${nounName(note.noun)} lacks ${note.member}, which the other version in this conversation does not have: that is reported.`,
      );
      continue;
    }
    const why = `${nounName(note.noun)} lacks ${note.member}, which ${version === ACP ? 'ACP' : version} requires.`;
    sheet.find({ task, severity: 'error', rows: [note.row], why, version });
  }
  return sheet.verdicts();
}

/** Whether the version that judges is one for which the note was made. */
function isOdd({ versions }: ShapeNote, version: string): boolean {
  if (version === ACP) return versions.includes('0.9');
  if (versions.includes('0.9')) return false;
  const short = /^\d+\.\d+/.exec(version)?.[0] ?? version;
  return versions.includes(short.startsWith('1.') ? '1.0' : short);
}

const NOUNS: Readonly<Record<string, string>> = {
  task: 'A task',
  status: 'A status',
  'status-update': 'A status update',
  'artifact-update': 'An artifact update',
  message: 'A message',
  artifact: 'An artifact',
  part: 'A part',
  request: 'A request',
  'task-list': 'A list of tasks',
  run: 'A run',
};

function nounName(noun: string): string {
  return NOUNS[noun] ?? `A ${noun}`;
}

function checkNames(book: Casebook): Verdicts {
  const sheet = createVerdictSheet();
  for (const note of book.shapes) {
    if (note.kind !== 'snake-case') continue;
    const isOfCard = CARD_NOUNS.has(note.noun);
    const version = isOfCard ? (note.version ?? '') : judgeOf(book, note);
    if (version === ACP) continue;
    const task = isOfCard ? null : taskOfExchange(note);
    const given = note.path.slice(note.path.lastIndexOf('.') + 1);
    const why = `${isOfCard ? 'The card' : nounName(note.noun)} says ${given} for ${note.member}: readers of the schema do not see it.`;
    sheet.find({ task, severity: 'error', rows: [note.row], why, ...(version === '' ? {} : { version }) });
  }
  return sheet.verdicts();
}

const CARD_NOUNS: ReadonlySet<string> = new Set(['card', 'capabilities', 'interface', 'skill', 'scheme', 'flows', 'flow']);

export const SHAPE_RULES: readonly Rule[] = [
  {
    id: 'missing-required-field',
    title: 'A member that is required and missing',
    meaning:
      'A member that the version requires is absent or null, and not because another version is spoken. An empty text is not absent.',
    remedy: 'The sender must write the member; SDKs of that version refuse the value or read it as something else.',
    channels: ['S', 'P', 'R', 'W'],
    severities: 'error',
    spec: {
      '': 'A2A 0.3.0 a2a.json (required)',
      '0.1': 'A2A 0.1 a2a.json (required)',
      '0.2': 'A2A 0.2 a2a.json (required)',
      '1.0': 'A2A 1.0 a2a.proto (field_behavior REQUIRED), §5.7',
      acp: 'ACP OpenAPI (required)',
    },
    check: checkMissing,
  },
  {
    id: 'field-naming',
    title: 'A member under another spelling',
    meaning:
      'A member of the schema is spelled otherwise, as snake_case for example. Nothing is said of names in metadata, in data, in the parameters of extensions, or in ACP; members that the schema does not have are no fault.',
    remedy: 'The sender must write the names of the schema, in camelCase.',
    channels: ['S', 'P', 'W', 'R', 'C'],
    severities: 'error',
    spec: {
      '': 'A2A 0.3.0 a2a.json (names)',
      '0.1': 'A2A 0.1 a2a.json (names)',
      '0.2': 'A2A 0.2 a2a.json (names)',
      '1.0': 'A2A 1.0 §5.5 MUST',
    },
    check: checkNames,
  },
];
