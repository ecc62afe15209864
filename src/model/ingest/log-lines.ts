// Lines of a log: a value after a time, a level, a name, an arrow. What a container's runtime put around a line is taken off, lines that
// it took apart are joined, colours are taken off, and a value that is printed over several lines is followed to its end.

import { csvCell, csvPlaces } from '../base/quoted-layers.ts';
import { hasColourCodes, plainStretches, withoutColourCodes } from '../base/colour-codes.ts';
import type { PlacedText } from '../base/json-scan.ts';
import { applyCuts, type TextCut } from '../log/redaction.ts';
import { writtenLine, type WrittenLine } from '../log/split-lines.ts';
import { resolveValuePath } from '../log/value-path.ts';
import type { Conversation } from './conversation.ts';
import { cutFault } from './cut-text.ts';
import { findEmbedded, type Embedded } from './embedded.ts';
import { isExchangeLine, isTraffic, trafficIn } from './log-record.ts';
import { readLogValue } from './exchange-log.ts';
import { partialMoment } from './log-clock.ts';
import { isLoggers } from './logged-ends.ts';
import { frameIn, momentIn } from './log-words.ts';
import { notSearched, type Line, type Reading, type SourceReader } from './reading.ts';
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

/** A line that may end a value: nothing but brackets, with what a runtime puts behind them. */
const CLOSING = /(?:^|[\s|"])[\s\]})>'"]*[\]})][\s\]})>'",]*(?:\\n".{0,100}\})?\s*$/;
const CLOSING_LENGTH = 160;

/** Reads the record that begins with a line; returns where it ends, or where it begins when nothing in it is agent traffic. */
export function* readLogLines(log: LogLines, first: Line): Reading<number> {
  let record = recordOf([first]);
  if (record.written?.partial) record = yield* joined(log, first);
  if (!/[{[(]/.test(record.placed.value)) return yield* readWords(log, record, first);
  let values = findEmbedded(record.placed.value);
  if (values.open >= 0) {
    const longer = yield* followed(log, record, values.open);
    if (longer === 'cut') return readCutRecord(log, record);
    record = longer ?? record;
    values = findEmbedded(record.placed.value, true);
  }
  const traffic = trafficAmong(values.found);
  if (traffic.length === 0) return yield* readWords(log, record, first);
  log.before();
  readValues(log, record, traffic, yield* inferredTime(log, record, traffic[0]?.from ?? 0));
  return record.to;
}

interface Traffic extends Embedded {
  /** Whether it is traffic itself, and no record around some. */
  readonly bare: boolean;
}

function trafficAmong(values: readonly Embedded[]): readonly Traffic[] {
  const traffic: Traffic[] = [];
  for (const each of values) {
    const { value } = each;
    const bare = isTraffic(value);
    if (bare || isExchangeLine(value) || trafficIn(value, '').length > 0) traffic.push({ ...each, bare });
  }
  return traffic;
}

/** A line that only has words: it may tell that a stream is over. */
function* readWords(log: LogLines, record: LogRecord, first: Line): Reading<number> {
  const { reader, talk } = log;
  const words = record.placed.value;
  talk.passed({ words });
  const end = talk.ends.find(words);
  if (end === undefined || !isLoggers(words)) return withoutTraffic(log, record, first);
  const time = (yield* inferredTime(log, record, words.length)) ?? momentIn(record.written?.time ?? words) ?? momentIn(words);
  log.before();
  const { from, to } = record;
  reader.admit({ from, to }, reader.text.slice(from, to));
  talk.inRecord(() => talk.ends.tell(end, { at: { from, to }, path: '', time }));
  return to;
}

/** A line without traffic is prose; lines that were one are so together. */
function withoutTraffic({ reader, before }: LogLines, record: LogRecord, first: Line): number {
  if (!record.written?.partial || record.to === first.to) return first.from;
  before();
  reader.admit(record, reader.text.slice(record.from, record.to));
  reader.setAside(record, 'a line of a log that is no agent traffic');
  return record.to;
}

interface LogRecord {
  readonly lines: readonly Line[];
  readonly from: number;
  readonly to: number;
  readonly placed: Placed;
  /** From the lines to what was written. */
  readonly steps: readonly string[];
  /** Of the first line, where something stands around it. */
  readonly written: WrittenLine | undefined;
}

/** What was written, and where in the source each unit of it begins and ends. */
interface Placed extends PlacedText {
  /** Where the unit before an index ends. */
  readonly end: (index: number) => number;
}

function recordOf(lines: readonly Line[]): LogRecord {
  const [first] = lines;
  const from = first?.from ?? 0;
  const to = lines.at(-1)?.to ?? from;
  const written = writtenLine(first?.text ?? '');
  if (lines.length === 1 && first && !written && !hasColourCodes(first.text)) {
    const place = (index: number): number => from + index;
    return { lines, from, to, placed: { value: `${first.text}\n`, at: place, end: place }, steps: [], written };
  }
  const pieces = lines.map((line) => pieceOf(line, written !== undefined));
  const placed = placedIn(pieces);
  const steps = written ? ['joined'] : [];
  if (!hasColourCodes(placed.value)) return { lines, from, to, placed, steps, written };
  return { lines, from, to, placed: withoutColours(placed), steps: [...steps, 'plain'], written };
}

interface Piece {
  readonly from: number;
  readonly text: PlacedText;
}

function pieceOf(line: Line, taken: boolean): Piece {
  const written = taken ? writtenLine(line.text)?.written : undefined;
  return { from: line.from, text: written ?? { value: `${line.text}\n`, at: (index) => index } };
}

function placedIn(pieces: readonly Piece[]): Placed {
  const starts: number[] = [];
  let value = '';
  for (const { text } of pieces) {
    starts.push(value.length);
    value += text.value;
  }
  // An end belongs to the piece of the unit before it.
  const find = (index: number, unit: number): number => {
    const at = Math.max(0, lastAtMost(starts, unit));
    const piece = pieces[at];
    return piece ? piece.from + piece.text.at(index - (starts[at] ?? 0)) : index;
  };
  return { value, at: (index) => find(index, index), end: (index) => find(index, index - 1) };
}

function withoutColours(placed: Placed): Placed {
  const stretches = plainStretches(placed.value);
  const starts: number[] = [];
  let length = 0;
  for (const { from, to } of stretches) {
    starts.push(length);
    length += to - from;
  }
  const find = (index: number, unit: number): number => {
    const at = Math.max(0, lastAtMost(starts, unit));
    return (stretches[at]?.from ?? 0) + index - (starts[at] ?? 0);
  };
  return {
    value: withoutColourCodes(placed.value),
    at: (index) => placed.at(find(index, index)),
    end: (index) => placed.end(find(index, index - 1)),
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
  const by = writtenLine(first.text)?.by;
  for (let at = first.to; lines.length < MOST_LINES; ) {
    const line = yield* reader.lineAt(at);
    const written = line && writtenLine(line.text);
    if (!line || written?.by !== by) break;
    lines.push(line);
    at = line.to;
    if (!written?.partial) break;
  }
  return recordOf(lines);
}

/** The record with the lines after it that a value at `open` goes on in; undefined where it does not, `cut` where the text ends in it. */
function* followed({ reader }: LogLines, record: LogRecord, open: number): Reading<LogRecord | 'cut' | undefined> {
  const lines = [...record.lines];
  let units = record.placed.value.length;
  // Looked at again only after it has doubled: a value of many lines costs twice its length.
  for (let tried = units; lines.length < MOST_LINES && units < MOST_UNITS; ) {
    const line = yield* reader.lineAt(lines.at(-1)?.to ?? record.to);
    if (!line) return goesOn(recordOf(lines), open) === 'on' ? 'cut' : undefined;
    if (writtenLine(line.text)?.by !== record.written?.by) return undefined;
    lines.push(line);
    units += line.to - line.from;
    if (units < 2 * tried && !mayClose(line.text)) continue;
    tried = units;
    const longer = recordOf(lines);
    if (goesOn(longer, open) === 'over') return longer;
    if (!spend(reader, record.to, units)) return undefined;
  }
  return undefined;
}

/** Whether a value goes on at the end of a record; `bare` where it has hardly begun. */
function goesOn({ placed }: LogRecord, open: number): 'on' | 'over' | 'bare' {
  const value = placed.value.slice(open);
  if (findEmbedded(value).open !== 0) return 'over';
  return /^\S+?\s*["'[{]/.test(value) ? 'on' : 'bare';
}

function mayClose(line: string): boolean {
  return CLOSING.test(line.slice(-CLOSING_LENGTH));
}

/** What is looked at again and again stays in proportion to what has been read (SPEC.md N.6). */
function spend({ again }: SourceReader, read: number, units: number): boolean {
  again.units += units;
  return again.units < 16 * read + MOST_UNITS;
}

/** A record in whose value the text stops. */
function readCutRecord({ reader, before }: LogLines, record: LogRecord): number {
  before();
  const at = { from: record.from, to: reader.text.length };
  reader.admit(at, reader.text.slice(at.from, at.to));
  reader.unread(at, `the text stops inside a value: ${reader.place(at.to)}`, '', cutFault(TRUNCATED.why));
  return at.to;
}

/** The time of a record that states it without its year or without its date. */
function* inferredTime({ reader, talk }: LogLines, { placed, written, from, to }: LogRecord, valueAt: number): Reading<number | undefined> {
  const words = placed.value.slice(0, valueAt);
  const partial = written?.time === undefined ? partialMoment(words) : undefined;
  if (partial === undefined || momentIn(words) !== undefined) return undefined;
  return yield* talk.clock.complete(reader, { from, to }, partial);
}

/** Cuts what is secret in a record and reads its values as they then are. */
function readValues({ reader, talk }: LogLines, record: LogRecord, traffic: readonly Traffic[], inferred: number | undefined): void {
  const cuts = admitRecord(reader, record, traffic);
  const inRecord = cuts.map((cut) => ({ ...cut, from: cut.from - record.from, to: cut.to - record.from }));
  reader.spoken.add(record, reader.text.slice(record.from, record.to), inRecord);
  const { steps, placed } = record;
  let text = placed.value;
  let values = traffic;
  if (cuts.length > 0) {
    const raw = applyCuts(reader.text.slice(record.from, record.to), record.from, cuts);
    const read = resolveValuePath(raw, steps.join('/'));
    text = read.ok && typeof read.value === 'string' ? read.value : text;
    values = trafficAmong(findEmbedded(text, true).found);
  }
  const head = record.written?.time;
  for (const { from, to, steps: inner, value, bare, words: own = '' } of values) {
    const words = text.slice(0, from) + own;
    const path = [...steps, `part:${from}:${to}`, inner].join('/');
    const time = inferred ?? momentIn(head ?? words) ?? momentIn(words);
    const frame = frameIn(words, 'line');
    if (bare) talk.value({ at: record, path, value, frame, time, logged: { words, rest: text.slice(to) } });
    else readLogValue(talk, value, { at: record, path, frame, time, words });
  }
}

/** The values of a record are searched each by itself: their structure shows what is secret in them. */
function admitRecord(reader: SourceReader, { placed, written }: LogRecord, values: readonly Embedded[]): readonly TextCut[] {
  const cuts: TextCut[] = [];
  const tell = (cut: TextCut, from: number, to: number): void => {
    const place = { from: placed.at(from), to: placed.end(to) };
    const moved = { ...cut, ...place, ...(written?.by === 'docker' && cut.quotes ? { quotes: escaped(cut.quotes) } : {}) };
    cuts.push(moved);
    reader.sink.cut({ ...moved, source: reader.source });
  };
  const search = (from: number, to: number): void => {
    if (from >= to) return;
    for (const cut of reader.cutter.findCuts(placed.value.slice(from, to))) tell(cut, from + cut.from, from + cut.to);
    for (const { from: start, to: end, why } of reader.cutter.unsearched()) {
      reader.sink.unread({ source: reader.source, from: placed.at(from + start), to: placed.end(from + end), why: notSearched(why) });
    }
  };
  let done = 0;
  for (const { from, to, steps } of values) {
    search(done, from);
    if (steps.startsWith('csv')) searchCell(reader, placed.value.slice(from, to), (cut, start, end) => tell(cut, from + start, from + end));
    else search(from, to);
    done = to;
  }
  search(done, placed.value.length);
  return cuts;
}

/** The quotes of a cell of CSV are doubled: what is secret in it is looked for without that. */
function searchCell({ cutter }: SourceReader, cell: string, tell: (cut: TextCut, from: number, to: number) => void): void {
  const places = csvPlaces(cell);
  for (const cut of cutter.findCuts(csvCell(cell) ?? '')) {
    const quotes = cut.quotes?.map((quote) => quote.replaceAll('"', '""')) as [string, string] | undefined;
    tell({ ...cut, ...(quotes && { quotes }) }, places[cut.from] ?? 0, places[cut.to] ?? cell.length - 1);
  }
}

/** Inside a text of JSON a quote is escaped once more. */
function escaped([before, after]: readonly [string, string]): readonly [string, string] {
  return [JSON.stringify(before).slice(1, -1), JSON.stringify(after).slice(1, -1)];
}
