// Faults of the text itself: frames of an event stream, cut input, other protocols. The reader finds them; here it is decided whose
// they are and which of them says it all.

import type { Casebook, FaultSeen, StreamCase } from '../casebook/casebook.ts';
import type { Found, Rule, Verdicts } from '../rule.ts';
import { judgeOf } from './judging-version.ts';
import { taskOfExchange } from './messages.ts';
import { createVerdictSheet } from './verdict-sheet.ts';

function checkMalformed(book: Casebook): Verdicts {
  const sheet = createVerdictSheet();
  for (const seen of strayEvents(book)) {
    const why = 'The data of this event belongs to another protocol: it is none of the shapes that this stream may hold.';
    sheet.find({ task: taskOf(seen, book), severity: 'error', rows: [seen.row], why, version: versionOf(book, seen) });
  }
  for (const seen of faultsOf(book, 'sse-malformed-frame')) {
    const rows = [Math.max(seen.row, 0)];
    if (isForeign(streamOf(seen, book)))
      sheet.pass(null, rows, 'Nothing in this stream is of A2A or ACP: it is no broken stream of theirs.');
    else sheet.find({ task: taskOf(seen, book), severity: 'error', rows, why: seen.fault.why, version: versionOf(book, seen) });
  }
  return sheet.verdicts();
}

/** Events of another protocol in a stream of ours. */
function strayEvents(book: Casebook): readonly FaultSeen[] {
  const foreign = new Map<StreamCase, boolean>();
  return faultsOf(book, 'unsupported-protocol').filter((seen) => {
    const stream = seen.stream ?? seen.call?.stream;
    if (seen.fault.ofEvent !== true || !stream || stream.frames.length === 0) return false;
    const isOther = foreign.get(stream) ?? isForeign(stream);
    foreign.set(stream, isOther);
    return !isOther;
  });
}

/** Whether a stream answers no call of ours and holds JSON of which nothing is understood. */
function isForeign(stream: StreamCase | undefined): boolean {
  if (!stream || stream.frames.length === 0 || (stream.call && stream.call.operation !== 'other')) return false;
  return stream.frames.every(({ kind }) => kind === 'other');
}

function checkUnterminated(book: Casebook): Verdicts {
  const sheet = createVerdictSheet();
  const cut = new Set(faultsOf(book, 'truncated-input').map(keyOf));
  for (const seen of faultsOf(book, 'unterminated-sse-frame')) {
    // A text that stops inside a value is cut: that says more.
    if (cut.has(keyOf(seen))) continue;
    sheet.find({
      task: taskOf(seen, book),
      severity: 'warning',
      rows: [Math.max(seen.row, 0)],
      why: seen.fault.why,
      version: versionOf(book, seen),
    });
  }
  return sheet.verdicts();
}

function keyOf({ stream, source }: FaultSeen): StreamCase | number {
  return stream ?? source;
}

function checkTruncated(book: Casebook): Verdicts {
  const sheet = createVerdictSheet();
  for (const seen of faultsOf(book, 'truncated-input')) {
    sheet.find({
      task: taskOf(seen, book),
      severity: 'warning',
      rows: [Math.max(seen.row, 0)],
      why: seen.fault.why,
      version: versionOf(book, seen),
    });
  }
  return sheet.verdicts();
}

function checkProtocols(book: Casebook): Verdicts {
  const found = new Map<string, Found & { readonly rows: number[] }>();
  const stray = new Set(strayEvents(book));
  for (const seen of faultsOf(book, 'unsupported-protocol')) {
    if (stray.has(seen)) continue;
    const { fault, row, source } = seen;
    const key = `${source} ${fault.why}`;
    const known = found.get(key);
    if (known) {
      if (known.rows.length < 100) known.rows.push(row);
    } else found.set(key, { task: null, severity: 'info', rows: [Math.max(row, 0)], why: fault.why });
  }
  return { found: [...found.values()] };
}

function faultsOf(book: Casebook, rule: FaultSeen['fault']['rule']): readonly FaultSeen[] {
  return book.faults.filter(({ fault }) => fault.rule === rule);
}

/** The task of the stream that a fault stands in; a fault in the first event of a text comes before its stream. */
function taskOf(seen: FaultSeen, book: Casebook): ReturnType<typeof taskOfExchange> {
  return taskOfExchange({ task: seen.task, call: seen.call, stream: streamOf(seen, book) });
}

function streamOf({ stream, call, source, fault }: FaultSeen, book: Casebook): StreamCase | undefined {
  const own = stream ?? call?.stream;
  if (own || call || !fault.rule.includes('sse')) return own;
  return book.streams.find((other) => other.source === source && other.call === undefined);
}

function versionOf(book: Casebook, seen: FaultSeen): string | undefined {
  const stream = streamOf(seen, book);
  return stream || seen.task ? judgeOf(book, { stream, task: seen.task }) : undefined;
}

const SSE = 'WHATWG HTML §9.2.6';

export const TEXT_RULES: readonly Rule[] = [
  {
    id: 'sse-malformed-frame',
    title: 'An event that can not be read',
    meaning:
      'A complete event of a stream whose data is not JSON, or is none of the shapes that a stream may bring. Comments, empty data, several data lines, a missing space and CR line ends are all fine.',
    remedy: 'The server must write each event as data lines that together are one JSON value, and end it with a blank line.',
    channels: ['L', 'S'],
    severities: 'error',
    spec: {
      '': `${SSE}; A2A 0.3.0 §3.3.1`,
      '0.1': SSE,
      '0.2': `${SSE}; A2A 0.2 §3.3.1`,
      '1.0': `${SSE}; A2A 1.0 §9.4.2, §11.7`,
      acp: SSE,
    },
    check: checkMalformed,
  },
  {
    id: 'unterminated-sse-frame',
    title: 'A last event without a blank line',
    meaning: 'No blank line ends the last event of a stream: clients that follow the specification drop it. It is read here all the same.',
    remedy: 'The server must end every event with a blank line, the last one too.',
    channels: ['L'],
    severities: 'warning',
    spec: { '': SSE },
    check: checkUnterminated,
  },
  {
    id: 'truncated-input',
    title: 'A text that stops inside a value',
    meaning: 'The capture or the paste was cut. Nothing is said about the end of a stream whose text is cut.',
    remedy: 'Whoever captured it should take the rest as well; it can be appended to the open trace.',
    channels: ['L'],
    severities: 'warning',
    spec: { '': 'RFC 8259' },
    check: checkTruncated,
  },
  {
    id: 'unsupported-protocol',
    title: 'Another protocol',
    meaning: 'This is something else, for example the Agent Client Protocol, which shares the letters ACP.',
    remedy: 'Nothing is wrong: it is named and not judged.',
    channels: ['L'],
    severities: 'info',
    spec: { '': 'the method tables of A2A and ACP' },
    check: checkProtocols,
  },
];
