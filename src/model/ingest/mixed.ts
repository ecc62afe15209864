// Text in which anything may follow on anything: a card, then a request, then a stream, with prose between them; a log; a format that
// turns into another half-way. At each line it is decided what begins there, and the reader of that kind reads as far as it can. What
// nothing begins with is prose: it is looked through for values in the middle of lines, and set aside where it has none (SPEC.md N.12).

import { beginningOf } from './begins.ts';
import type { FormatTools } from './formats.ts';
import { readJsonDocument } from './json-document.ts';
import { readLogLines, type LogLines } from './log-lines.ts';
import { readNdjson } from './ndjson.ts';
import type { Line, Reading, Stretch } from './reading.ts';
import { readEventStream } from './sse-dump.ts';
import { unknownReason } from './unknown.ts';

/** What is read of a text whose beginning another reader has read. */
export interface Begun {
  readonly from: number;
  /** The format word of what was read so far; undefined where nothing was. */
  readonly format: string | undefined;
  /** Reads an HTTP transcript from a line on; returns where it ends. */
  readonly readHttp: (from: number) => Reading<number>;
  /** Format words of what said something in other parts of the text, where this is one of several. */
  readonly kinds?: Set<string>;
}

interface Course {
  readonly tools: FormatTools;
  readonly begun: Begun;
  /** Format words of what said something. */
  readonly kinds: Set<string>;
  /** Lines that say nothing of agents, not told yet. */
  prose: Stretch | undefined;
  /** Up to here they have been looked through for secrets. */
  admitted: number;
  told: boolean;
  at: number;
  /** The format word that was told last. */
  word: string;
}

/** Prose is looked through for secrets in pieces of this size, so that what goes over lines is found. */
const PIECE = 1 << 16;
const LONGEST_NAME = 12;

/** Reads a text to its end, whatever comes. */
export function* readMixed(tools: FormatTools, begun: Begun): Reading<void> {
  const { from, format } = begun;
  const { kinds = new Set<string>() } = begun;
  if (format !== undefined && tools.reader.rowCount > tools.talk.recordRows) kinds.add(format);
  if (format !== undefined && tools.talk.recordRows > 0) kinds.add('log');
  const course: Course = {
    tools,
    begun,
    kinds,
    prose: undefined,
    admitted: from,
    told: from > 0 || begun.kinds !== undefined,
    at: from,
    word: '',
  };
  for (;;) {
    const line = yield* tools.reader.lineAt(course.at);
    if (!line) break;
    yield* readFrom(course, line);
    describe(course);
    yield { wants: 'time', read: course.prose ? course.admitted : course.at };
  }
  endProse(course, true);
  describe(course);
}

function describe(course: Course): void {
  const word = wordOf(course);
  course.tools.reader.describe(word === course.word ? undefined : word);
  course.word = word;
}

/** The word for a text of these kinds: lines of JSON in a log are the log's. */
function wordOf({ kinds, begun }: Course): string {
  if (kinds.has('log')) kinds.delete('ndjson');
  const [only] = kinds;
  return kinds.size > 1 ? 'mixed' : (only ?? begun.format ?? 'unknown');
}

function* readFrom(course: Course, line: Line): Reading<void> {
  switch (beginningOf(line.text)) {
    case 'blank':
      return addBlank(course, line);
    case 'fence':
      endProse(course);
      course.tools.reader.framing(line, 'a code fence');
      course.at = line.to;
      course.told = true;
      return;
    case 'stream':
      return yield* tryKind(course, 'sse', line);
    case 'http':
      return yield* tryKind(course, 'curl', line);
    case 'json':
      if (isUnderHead(course)) return yield* tryKind(course, 'log', line);
      return yield* tryKind(course, (yield* isOneOfLines(course, line)) ? 'ndjson' : 'json', line);
    case 'text':
      return yield* tryKind(course, 'log', line);
  }
}

/** Loggers of .NET write level and name on a line of their own, and what is logged under it. */
const DOTNET_HEAD = /(?:^|\n)(?:trce|dbug|info|warn|fail|crit): [^\s[]{1,200}\[\d{1,9}\]\r?\n$/;

function isUnderHead({ tools, prose, at }: Course): boolean {
  return prose?.to === at && DOTNET_HEAD.test(tools.reader.text.slice(Math.max(prose.from, at - 240), at));
}

/** A value on a line is one of many where the next line begins one, too. */
function* isOneOfLines({ tools, begun }: Course, line: Line): Reading<boolean> {
  if (!/[}\]]\s*$/.test(line.text.slice(-LONGEST_NAME))) return false;
  // A record of several is one of them, though it is looked at alone.
  if (begun.kinds !== undefined) return true;
  for (let at = line.to, blanks = 0; blanks < 3; blanks += 1) {
    const next = yield* tools.reader.lineAt(at);
    if (!next) return false;
    const beginning = beginningOf(next.text);
    if (beginning !== 'blank') return beginning === 'json';
    at = next.to;
  }
  return false;
}

/** Lets the reader of a kind read from a line on; a line that it cannot begin with is prose. */
function* tryKind(course: Course, kind: string, line: Line): Reading<void> {
  const { reader, talk } = course.tools;
  const before = { rows: reader.rowCount, records: talk.recordRows };
  if (kind !== 'log') endProse(course);
  if (kind !== 'sse' && kind !== 'log') talk.streams.finish('complete');
  const to = yield* kindFrom(course, kind, line);
  const [rows, records] = [reader.rowCount - before.rows, talk.recordRows - before.records];
  if (rows > records) course.kinds.add(kind);
  if (records > 0) course.kinds.add('log');
  if (to > line.from) {
    course.at = to;
    course.told = true;
  } else if (kind === 'log') addProse(course, line);
  else yield* tryKind(course, 'log', line);
}

function* kindFrom(course: Course, kind: string, line: Line): Reading<number> {
  const { reader, talk } = course.tools;
  switch (kind) {
    case 'sse':
      return yield* readEventStream(reader, talk, line.from);
    case 'ndjson':
      return yield* readNdjson(reader, talk, line.from);
    case 'json':
      return yield* readJsonDocument(reader, talk, line.from, 1);
    case 'curl':
      return yield* course.begun.readHttp(line.from);
    default:
      return yield* readLogLines(logLines(course), line);
  }
}

function logLines(course: Course): LogLines {
  return { reader: course.tools.reader, talk: course.tools.talk, before: () => endProse(course) };
}

function addBlank(course: Course, line: Line): void {
  if (course.prose) addProse(course, line);
  else {
    course.tools.reader.framing(line, 'a blank line');
    course.at = line.to;
  }
}

function addProse(course: Course, line: Line): void {
  if (!course.prose) course.admitted = line.from;
  course.prose = { from: course.prose?.from ?? line.from, to: line.to };
  course.at = line.to;
  if (line.to - course.admitted >= PIECE) admitProse(course);
}

function admitProse(course: Course): void {
  const { reader } = course.tools;
  const { to } = course.prose ?? { to: 0 };
  if (to > course.admitted) reader.admit({ from: course.admitted, to }, reader.text.slice(course.admitted, to));
  course.admitted = to;
}

/** Tells the prose. Where a text is nothing else, no format fits it, and none of it can be said to have been read. */
function endProse(course: Course, atEnd = false): void {
  const { prose } = course;
  if (!prose) return;
  admitProse(course);
  const { reader } = course.tools;
  if (atEnd && !course.told && prose.from === firstText(course)) reader.unread({ from: 0, to: prose.to }, unknownReason(reader));
  else if (PARTING.test(reader.text.slice(prose.from, Math.min(prose.to, prose.from + 64))) && prose.to - prose.from <= 64) {
    reader.framing(prose, 'what parts values');
  } else reader.setAside(prose, 'text that is no agent traffic');
  course.prose = undefined;
  course.told = true;
}

const PARTING = /^[\s,;\])}]*$/;

/** Where the first line stands that is not blank, if nothing was read before it. */
function firstText({ tools, prose }: Course): number {
  const head = tools.reader.text.slice(0, prose?.from ?? 0);
  return head.trim() === '' ? (prose?.from ?? 0) : -1;
}
