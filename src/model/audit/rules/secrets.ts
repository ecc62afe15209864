// Secrets that stand readable in a trace, judged from the list of what was cut on the way in: where one stood decides how bad it is.

import type { CallCase, Casebook, SecretSeen, TaskCase } from '../casebook/casebook.ts';
import { placeKind, type PlaceKind } from '../../log/secret-place-kind.ts';
import type { Rule, Severity, Verdicts } from '../rule.ts';
import { judgeOf } from './judging-version.ts';
import { createVerdictSheet } from './verdict-sheet.ts';

interface Judged {
  readonly severity: Severity;
  readonly where: string;
}

const WORDS: Readonly<Record<PlaceKind, string>> = {
  header: 'a header of the capture',
  'push-config': 'a push config',
  url: 'a URL',
  query: 'the query of a URL',
  metadata: 'metadata',
  message: 'a message',
  artifact: 'an artifact',
  card: 'an agent card',
  body: 'a body',
  prose: 'text beside the traffic',
};

function judged({ cut, as, operation }: SecretSeen): Judged {
  const place = placeKind(cut);
  const where = WORDS[place];
  switch (place) {
    case 'header':
    case 'prose':
      return { severity: 'info', where };
    case 'push-config': {
      const isRead = cut.side === undefined ? as === 'answer' : cut.side === 'response';
      return isRead ? { severity: 'warning', where: `${where} that a server gave back` } : { severity: 'info', where };
    }
    case 'body':
      return operation === 'set-push-config' ? { severity: 'info', where: 'a push config' } : { severity: 'error', where };
    default:
      return { severity: 'error', where };
  }
}

/** The task of what it stood in, else the one that the exchange turned out to be about; cards mean none. */
function taskOf({ task, call, as }: SecretSeen): TaskCase | null {
  if (as === 'card') return null;
  return task ?? answeredTask(call) ?? null;
}

function answeredTask(call: CallCase | undefined): TaskCase | undefined {
  return call?.answers.find(({ sighting }) => sighting !== undefined)?.sighting?.task ?? call?.stream?.task;
}

function check(book: Casebook): Verdicts {
  const sheet = createVerdictSheet();
  for (const seen of book.secrets) {
    const { severity, where } = judged(seen);
    const what = `A secret (${seen.cut.shape}) stands readable in ${where}`;
    const why =
      severity === 'error'
        ? `${what}, at ${seen.cut.place}: every agent and log on the way can read it.`
        : severity === 'warning'
          ? `${what}, at ${seen.cut.place}: a read should not return stored secrets.`
          : `${what}, where it belongs; whoever gets the capture can read it.`;
    const version = judgeOf(book, { call: seen.call, task: seen.task });
    const { source, from, to } = seen.cut;
    sheet.find({ task: taskOf(seen), severity, rows: [seen.row], why, version, at: { source, from, to } });
  }
  return sheet.verdicts();
}

export const SECRET_RULES: readonly Rule[] = [
  {
    id: 'secret-in-clear',
    title: 'A secret can be read in the trace',
    meaning:
      'A token, key, password or JWT is readable. In a message, metadata, an artifact, a card or a URL that is a fault; in a header or a push config it is where the protocol puts it, and the capture should be handled as a secret.',
    remedy: 'Send credentials in headers or in the flows the card declares; servers mask stored ones when they give them back.',
    channels: ['R', 'S', 'P', 'W', 'C', 'L'],
    severities: 'error in places not meant for secrets; warning when read back; info where the protocol puts them',
    spec: { '0.2': '§4', '0.3': '§4, §5.4', '1.0': '§7.6.3, §13.2, §13.4' },
    check,
  },
];
