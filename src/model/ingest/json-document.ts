// JSON values that are not one a line: a document over many lines, a list of events, values one after the other. Each value, and each
// element of an outermost list, is a record with its own range; brackets, commas and white space between them are framing. A value
// that the end of the text cuts is read as far as the elements of its lists are whole.

import { stopsInside } from '../base/closed-json.ts';
import { parseJson, type Json } from '../base/json.ts';
import { createValueBoundary, walkJson } from '../base/json-scan.ts';
import { readPrinted } from '../base/printed-value.ts';
import type { Conversation } from './conversation.ts';
import { cutFault } from './cut-text.ts';
import { wholeElements } from './cut-value.ts';
import { readLogValue, type RecordTexts } from './exchange-log.ts';
import { isTraffic } from './log-record.ts';
import { oldestFirst, recordTime } from './record-time.ts';
import { elementRanges, listOfElement } from './record-ranges.ts';
import type { Reading, SourceReader, Stretch } from './reading.ts';
import { TRUNCATED } from './text-faults.ts';

/** Windows grow while nothing is found, so that short values cost little and long ones few steps. */
const SMALL = 1 << 6;
const LARGE = 1 << 16;

interface Progress {
  at: number;
  /** Inside the outermost list. */
  inList: boolean;
  /** Values at the outermost level so far. */
  values: number;
  /** Records of a log in a list: they are read in the order of their times, when all of them are here. */
  records: LogElement[] | undefined;
  readonly most: number;
}
interface LogElement {
  readonly at: Stretch;
  readonly text: string;
  readonly path: string;
  readonly time: number | undefined;
}

/** Reads values from `from` on, or the first `most` of them; returns where something else stands, or the end of the text. */
export function* readJsonDocument(reader: SourceReader, talk: Conversation, from: number, most = Infinity): Reading<number> {
  const progress: Progress = { at: from, inList: false, values: 0, records: undefined, most };
  for (;;) {
    const next = yield* skipFraming(reader, talk, progress);
    if (next === undefined) break;
    if (next === '{' || next === '[' || (next === '"' && progress.inList)) {
      if (!(yield* readValue(reader, talk, progress))) break;
    } else if (progress.inList) yield* skipStrange(reader, progress);
    else break;
    reader.describe();
    yield { wants: 'time', read: progress.at };
  }
  readRecords(talk, progress);
  return progress.at;
}

/** White space, and what holds a list together; the first unit of what comes next, undefined at the end of the text or of what is wanted. */
function* skipFraming(reader: SourceReader, talk: Conversation, progress: Progress): Reading<string | undefined> {
  const from = progress.at;
  let next: string | undefined;
  for (let size = SMALL; progress.values < progress.most; size = Math.min(2 * size, LARGE)) {
    yield* reader.reach(progress.at + SMALL);
    const piece = reader.text.slice(progress.at, progress.at + size);
    if (piece === '') break;
    const blank = /^[\s\uFEFF]*/.exec(piece)?.[0].length ?? 0;
    progress.at += blank;
    const unit = piece[blank];
    if (unit === undefined) continue;
    next = unit;
    if (unit === '[' && !progress.inList && (yield* opensList(reader, progress.at))) progress.inList = true;
    else if (unit === ']' && progress.inList) endList(talk, progress);
    else if (unit !== ',' || !progress.inList) break;
    next = undefined;
    progress.at += 1;
  }
  reader.framing({ from, to: progress.at }, 'white space and brackets');
  return next;
}

/** Words in brackets are no list. */
function* opensList(reader: SourceReader, at: number): Reading<boolean> {
  yield* reader.reach(at + LARGE);
  return /^\[\s*(?:[[{"\]]|$)/.test(reader.text.slice(at, at + SMALL)) || /^\[\s*(?:[[{"\]]|$)/.test(reader.text.slice(at, at + LARGE));
}

function endList(talk: Conversation, progress: Progress): void {
  progress.inList = false;
  progress.values += 1;
  readRecords(talk, progress);
}

/** Reads the value at hand; false where something else stands after what could be read of it. */
function* readValue(reader: SourceReader, talk: Conversation, progress: Progress): Reading<boolean> {
  const from = progress.at;
  const { to, closed } = yield* valueEnd(reader, from);
  const given = reader.text.slice(from, to);
  const read = closed ? parseJson(given) : undefined;
  if (!read?.ok) return readBroken(reader, talk, progress, { given, closed });
  const at = { from, to };
  const text = reader.admit(at, given);
  progress.at = to;
  take(talk, progress, {
    at,
    value: text === given ? read.value : jsonOf(text),
    text,
    path: 'json',
    records: recordTexts(reader, at, given),
  });
  return true;
}

/** The records of a document by their places in its text: what lies around them is framing, and the records that say nothing of agents are set aside. */
function recordTexts(reader: SourceReader, whole: Stretch, given: string): RecordTexts {
  let ranges: ReadonlyMap<string, Stretch> = new Map();
  const moved = ({ from, to }: Stretch): Stretch => ({ from: whole.from + from, to: whole.from + to });
  return {
    find: (paths) => {
      const inside = elementRanges(given, 'json', new Set(paths.map(listOfElement)));
      ranges = new Map(Array.from(inside, ([path, range]): [string, Stretch] => [path, moved(range)]));
      return ranges;
    },
    setAside: (record) => reader.setAside(record, 'a record of a log that is no agent traffic', 'json'),
    around: () => {
      let done = whole.from;
      for (const { from, to } of [...ranges.values()].sort((a, b) => a.from - b.from)) {
        reader.framing({ from: done, to: from }, 'what leads to the records of a log');
        done = to;
      }
      reader.framing({ from: done, to: whole.to }, 'what leads to the records of a log');
    },
  };
}

function jsonOf(text: string): Json {
  const read = parseJson(text);
  return read.ok ? read.value : null;
}

interface Taken {
  readonly at: Stretch;
  readonly value: Json;
  readonly text: string;
  readonly path: string;
  readonly records?: RecordTexts;
}

function take(talk: Conversation, progress: Progress, { at, value, text, path, records }: Taken): void {
  if (!progress.inList) {
    progress.values += 1;
    readLogValue(talk, value, { at, path, frame: 'alone', ...(records && { records }) });
    return;
  }
  const time = recordTime(value);
  if (isTraffic(value) && !isLogLine(value)) talk.value({ value, at, path, frame: 'list' });
  else if (time === undefined) readLogValue(talk, value, { at, path, frame: 'list' });
  else (progress.records ??= []).push({ at, text, path, time });
}

/** An element that says of itself how it crossed is read like a line of a log. */
function isLogLine(value: Json): boolean {
  return typeof value === 'object' && value !== null && ('direction' in value || 'dir' in value || 'url' in value) && !('skills' in value);
}

/** Reads the log records of a list, the oldest first. */
function readRecords(talk: Conversation, progress: Progress): void {
  for (const { at, text, path } of oldestFirst(progress.records ?? [])) {
    const value = path === 'json' ? jsonOf(text) : printedOf(text);
    readLogValue(talk, value, { at, path, frame: 'line' });
  }
  progress.records = undefined;
}

function printedOf(text: string): Json {
  const read = readPrinted(text);
  return read.ok ? read.value : null;
}

/** What is no JSON: a printed value, a value that the text's end cuts, or a broken one, of which only as much is unread as is known to be. */
function readBroken(
  reader: SourceReader,
  talk: Conversation,
  progress: Progress,
  { given, closed }: { readonly given: string; readonly closed: boolean },
): boolean {
  const from = progress.at;
  const printed = readPrinted(given);
  if (printed.ok && printed.end > 2) {
    const at = { from, to: from + printed.end };
    const text = reader.admit(at, given.slice(0, printed.end));
    progress.at = at.to;
    take(talk, progress, { at, value: printedOf(text), text, path: 'printed' });
    return true;
  }
  if (!closed && stopsInside(given)) return readCut(reader, talk, progress, given);
  const end = walkJson(given, 0);
  const [stop, why] = end.ok ? [end.end, 'there is more text after the value'] : [end.at, end.why];
  const at = { from, to: from + brokenLength(reader, from, given, stop) };
  reader.admit(at, given.slice(0, at.to - from));
  reader.unread(at, `no JSON: ${reader.place(from + stop)}: ${why}`);
  progress.at = at.to;
  return progress.inList;
}

/** Where a broken value is given up: after the line that broke it, and the lines that by their look go on with it. */
function brokenLength(reader: SourceReader, from: number, given: string, stop: number): number {
  let end = given.indexOf('\n', Math.max(stop - 1, 0));
  while (end >= 0 && /[\s}\]",]/.test(given[end + 1] ?? 'x')) end = given.indexOf('\n', end + 1);
  if (end < 0) return given.length;
  // What is looked at again and again is lost at last: reading stays linear (SPEC.md N.6).
  reader.again.units += given.length - end;
  return reader.again.units > 4 * (from + given.length) + LARGE ? given.length : end + 1;
}

/** The whole elements of a value that was cut, and the fault. */
function readCut(reader: SourceReader, talk: Conversation, progress: Progress, given: string): boolean {
  const whole = { from: progress.at, to: progress.at + given.length };
  progress.at = whole.to;
  let done = whole.from;
  for (const element of wholeElements(given)) {
    const at = { from: whole.from + element.from, to: whole.from + element.to };
    const read = parseJson(given.slice(element.from, element.to));
    if (!read.ok || !isTraffic(read.value)) continue;
    admitBetween(reader, done, at.from);
    const text = reader.admit(at, given.slice(element.from, element.to));
    readLogValue(talk, jsonOf(text), { at, path: 'json', frame: 'list' });
    done = at.to;
  }
  admitBetween(reader, done, whole.to);
  reader.unread({ from: done, to: whole.to }, `the text stops inside a value: ${reader.place(whole.to)}`, '', cutFault(TRUNCATED.why));
  return true;
}

function admitBetween(reader: SourceReader, from: number, to: number): void {
  if (from >= to) return;
  reader.admit({ from, to }, reader.text.slice(from, to));
  reader.framing({ from, to }, 'the beginning of a value that is cut');
}

/** The end of the value at `from` by its brackets and quotes, or of the text. */
function* valueEnd(reader: SourceReader, from: number): Reading<{ readonly to: number; readonly closed: boolean }> {
  const boundary = createValueBoundary();
  let at = from;
  for (let size = SMALL; ; size = Math.min(2 * size, LARGE)) {
    yield* reader.reach(at + 1);
    const piece = reader.text.slice(at, at + size);
    if (piece === '') return { to: at, closed: false };
    const end = boundary.feed(piece, 0);
    if (end >= 0) return { to: at + end, closed: true };
    at += piece.length;
    yield { wants: 'time', read: from };
  }
}

/** What begins no value in a list is unread up to where one may begin: a bracket, the next line, or the next element. */
function* skipStrange(reader: SourceReader, progress: Progress): Reading<void> {
  const from = progress.at;
  let to = from + 1;
  for (let size = SMALL; ; size = Math.min(2 * size, LARGE)) {
    yield* reader.reach(to + 1);
    const piece = reader.text.slice(to, to + size);
    const stop = piece.search(/[,\]\n{[]/);
    to += stop < 0 ? piece.length : stop;
    if (stop >= 0 || piece === '') break;
    yield { wants: 'time', read: from };
  }
  const at = { from, to };
  const text = reader.text.slice(from, to);
  reader.admit(at, text);
  const scalar = walkJson(text, 0);
  if (scalar.ok && text.slice(scalar.end).trim() === '') reader.setAside(at, 'a value that says nothing of agents');
  else reader.unread(at, `no JSON: ${reader.place(at.from)}: ${scalar.ok ? 'there is more text after the value' : scalar.why}`);
  progress.at = to;
}
