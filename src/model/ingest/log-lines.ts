// Lines of a log: a value after a time, a level, a name, an arrow. What a container's runtime put around a line is taken off, lines that
// it took apart are joined, colours are taken off, and a value that is printed over several lines is followed to its end.

import { hasColourCodes, plainStretches, withoutColourCodes } from '../base/colour-codes.ts';
import type { PlacedText } from '../base/json-scan.ts';
import { applyCuts, type TextCut } from '../log/redaction.ts';
import { criPrefix } from '../log/split-lines.ts';
import { resolveValuePath } from '../log/value-path.ts';
import type { Conversation } from './conversation.ts';
import { cutFault } from './cut-text.ts';
import { findEmbedded, type Embedded } from './embedded.ts';
import { isTraffic, trafficIn } from './log-record.ts';
import { readLogValue } from './exchange-log.ts';
import { frameIn, momentIn } from './log-words.ts';
import type { Line, Reading, SourceReader } from './reading.ts';
import { TRUNCATED } from './text-faults.ts';

export interface LogLines {
  readonly reader: SourceReader;
  readonly talk: Conversation;
  /** Called before something is told of a line. */
  readonly before: () => void;
}

/** A value goes over no more lines and units than this. */
const MOST_LINES = 4000;
const MOST_UNITS = 1 << 20;

/** Reads the record that begins with a line; returns where it ends, or where it begins when nothing in it is agent traffic. */
export function* readLogLines(log: LogLines, first: Line): Reading<number> {
  let record = recordOf([first]);
  if (criPrefix(first.text)?.partial) record = yield* joined(log, first);
  if (!/[{[(]/.test(record.placed.value)) return first.from;
  const { open } = findEmbedded(record.placed.value);
  const longer = open < 0 ? undefined : yield* followed(log, record, open);
  if (longer === 'cut') return readCutRecord(log, record);
  record = longer ?? record;
  const traffic = findEmbedded(record.placed.value, true).found.filter(
    (embedded) => isTraffic(embedded.value) || trafficIn(embedded.value, '').length > 0,
  );
  if (traffic.length === 0) return first.from;
  log.before();
  readValues(log, record, traffic);
  return record.to;
}

interface LogRecord {
  readonly lines: readonly Line[];
  readonly from: number;
  readonly to: number;
  /** What was written, and where each unit of it stands in the source. */
  readonly placed: PlacedText;
  /** From the lines to what was written. */
  readonly steps: readonly string[];
}

function recordOf(lines: readonly Line[]): LogRecord {
  const [first] = lines;
  const from = first?.from ?? 0;
  const to = lines.at(-1)?.to ?? from;
  const isJoined = lines.every((line) => criPrefix(line.text) !== undefined);
  const pieces = isJoined ? lines.map(withoutPrefix) : lines.map((line) => ({ from: line.from, text: `${line.text}\n` }));
  const steps = isJoined ? ['joined'] : [];
  const text = pieces.map((piece) => piece.text).join('');
  const placed = placedIn(pieces, text);
  if (!hasColourCodes(text)) return { lines, from, to, placed, steps };
  return { lines, from, to, placed: withoutColours(placed), steps: [...steps, 'plain'] };
}

interface Piece {
  readonly from: number;
  readonly text: string;
}

function withoutPrefix(line: Line): Piece {
  const prefix = criPrefix(line.text);
  const text = line.text.slice(prefix?.length ?? 0).replace(/\r$/, '');
  return { from: line.from + (prefix?.length ?? 0), text: prefix?.partial ? text : `${text}\n` };
}

function placedIn(pieces: readonly Piece[], value: string): PlacedText {
  const [only] = pieces;
  if (pieces.length === 1 && only) return { value, at: (index) => only.from + index };
  const starts: number[] = [];
  let length = 0;
  for (const piece of pieces) {
    starts.push(length);
    length += piece.text.length;
  }
  return {
    value,
    at: (index) => {
      const piece = Math.max(0, lastAtMost(starts, index));
      return (pieces[piece]?.from ?? 0) + index - (starts[piece] ?? 0);
    },
  };
}

function withoutColours(placed: PlacedText): PlacedText {
  const stretches = plainStretches(placed.value);
  const starts: number[] = [];
  let length = 0;
  for (const { from, to } of stretches) {
    starts.push(length);
    length += to - from;
  }
  return {
    value: withoutColourCodes(placed.value),
    at: (index) => {
      const stretch = Math.max(0, lastAtMost(starts, index));
      return placed.at((stretches[stretch]?.from ?? 0) + index - (starts[stretch] ?? 0));
    },
  };
}

/** The last of some ascending numbers that is not above a number; -1 where all are. */
function lastAtMost(numbers: readonly number[], most: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? 0) <= most) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** A line that a runtime took apart, with the lines that go on with it. */
function* joined({ reader }: LogLines, first: Line): Reading<LogRecord> {
  const lines = [first];
  for (let at = first.to; lines.length < MOST_LINES; ) {
    const line = yield* reader.lineAt(at);
    const prefix = line && criPrefix(line.text);
    if (!line || !prefix) break;
    lines.push(line);
    at = line.to;
    if (!prefix.partial) break;
  }
  return recordOf(lines);
}

/** The record with the lines after it that a value at `open` goes on in; undefined where it does not, `cut` where the text ends in it. */
function* followed({ reader }: LogLines, record: LogRecord, open: number): Reading<LogRecord | 'cut' | undefined> {
  const lines = [...record.lines];
  const prefixed = record.steps[0] === 'joined';
  let units = record.placed.value.length;
  // Looked at again only after it has doubled: a value of many lines costs twice its length.
  for (let tried = units; lines.length < MOST_LINES && units < MOST_UNITS; ) {
    const line = yield* reader.lineAt(lines.at(-1)?.to ?? record.to);
    if (line && prefixed === (criPrefix(line.text) !== undefined)) {
      lines.push(line);
      units += line.to - line.from;
      if (units < 2 * tried && !/^[\s\]})>'"]*[\]})][\s\]})>'"]*$/.test(line.text)) continue;
    } else if (line) return undefined;
    tried = units;
    const longer = recordOf(lines);
    const value = longer.placed.value.slice(open);
    const goesOn = findEmbedded(value).open === 0;
    if (!line) return goesOn && /^\S+?\s*["'[{]/.test(value) ? 'cut' : undefined;
    if (!goesOn) return longer;
    if (!spend(reader, units)) return undefined;
  }
  return undefined;
}

function spend({ again }: SourceReader, units: number): boolean {
  again.units += units;
  return again.units < MOST_UNITS * 64;
}

/** A record in whose value the text stops. */
function readCutRecord({ reader, before }: LogLines, record: LogRecord): number {
  before();
  const at = { from: record.from, to: reader.text.length };
  reader.admit(at, reader.text.slice(at.from, at.to));
  reader.unread(at, `the text stops inside a value: ${reader.place(at.to)}`, '', cutFault(TRUNCATED.why));
  return at.to;
}

/** Cuts what is secret in a record and reads its values as they then are. */
function readValues({ reader, talk }: LogLines, record: LogRecord, traffic: readonly Embedded[]): void {
  const cuts = admitRecord(reader, record, traffic);
  const { steps, placed } = record;
  let text = placed.value;
  let values = traffic;
  if (cuts.length > 0) {
    const raw = applyCuts(reader.text.slice(record.from, record.to), record.from, cuts);
    const read = resolveValuePath(raw, steps.join('/'));
    text = read.ok && typeof read.value === 'string' ? read.value : text;
    values = findEmbedded(text, true).found;
  }
  const head = criPrefix(record.lines[0]?.text ?? '')?.time;
  for (const { from, to, steps: inner, value } of values) {
    const words = text.slice(0, from);
    const path = [...steps, `part:${from}:${to}`, inner].join('/');
    const time = momentIn(head ?? words) ?? momentIn(words);
    const frame = frameIn(words, 'line');
    if (isTraffic(value)) talk.value({ at: record, path, value, frame, time });
    else readLogValue(talk, value, { at: record, path, frame, time, words });
  }
}

/** The values of a record are searched each by itself: their structure shows what is secret in them. */
function admitRecord(reader: SourceReader, { placed }: LogRecord, values: readonly Embedded[]): readonly TextCut[] {
  const cuts: TextCut[] = [];
  let done = 0;
  const search = (from: number, to: number): void => {
    for (const cut of from < to ? reader.cutter.findCuts(placed.value.slice(from, to)) : []) {
      const place = { from: placed.at(from + cut.from), to: placed.at(from + cut.to - 1) + 1 };
      const moved = { ...cut, ...place };
      cuts.push(moved);
      reader.sink.cut({ ...moved, source: reader.source });
    }
  };
  for (const { from, to } of values) {
    search(done, from);
    search(from, to);
    done = to;
  }
  search(done, placed.value.length);
  return cuts;
}
