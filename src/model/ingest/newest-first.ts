// Exports of logs often begin with their newest record. Where the times of all records only go down, the text is read record by record from
// its end, so that what came first is seen first: requests before answers, working before completed (SPEC.md N.13).

import { parseJson } from '../base/json.ts';
import { isNewestFirst, recordTime } from './record-time.ts';
import { partialMoment, relativeTimes } from './log-clock.ts';
import { momentIn } from './log-words.ts';
import type { Reading, SourceReader, Stretch } from './reading.ts';
import type { SourceText } from './sink.ts';

/** What is looked at before the whole text is waited for. */
const PROBE = 1 << 16;
const LONGEST_HEAD = 400;

/** The records of a text from the oldest on, where its newest comes first; undefined where that is not provable. Waits for the whole text only if its beginning says so. */
export function* newestFirstRecords(reader: SourceReader): Reading<readonly Stretch[] | undefined> {
  const { text } = reader;
  yield* reader.reach(PROBE);
  const whole = text.complete && text.length <= PROBE;
  const timeOf = scaleOf(text.slice(0, PROBE), whole);
  const head = recordsIn(text.slice(0, PROBE), whole, timeOf);
  if (!isNewestFirst(head.map(({ time }) => time))) return undefined;
  while (!text.complete) yield { wants: 'text', read: 0 };
  const records: Timed[] = [];
  for (let at = 0; at < text.length; ) {
    const line = yield* reader.lineAt(at);
    if (!line) break;
    addLine(records, { time: timeOf(line.text), from: at, to: line.to });
    at = line.to;
    if (records.length % 1000 === 0) yield { wants: 'time', read: 0 };
  }
  return isNewestFirst(records.map(({ time }) => time)) ? records.reverse() : undefined;
}

interface Timed extends Stretch {
  from: number;
  to: number;
  readonly time: number | undefined;
}

type TimeOf = (line: string) => number | undefined;

/** Times as they are stated; where no line states one in full, those without a year as far as they can be compared. */
function scaleOf(text: string, whole: boolean): TimeOf {
  const lines = text.split('\n');
  if (!whole) lines.pop();
  if (lines.some((line) => lineTime(line) !== undefined)) return lineTime;
  const times = relativeTimes(lines.map((line) => partialMoment(line)));
  return times === undefined ? lineTime : (line) => relativeTimes([partialMoment(line)])?.[0];
}

function recordsIn(text: string, whole: boolean, timeOf: TimeOf): readonly Timed[] {
  const records: Timed[] = [];
  const end = whole ? text.length : text.lastIndexOf('\n') + 1;
  for (let at = 0; at < end; ) {
    const feed = text.indexOf('\n', at);
    const to = feed < 0 ? end : feed + 1;
    addLine(records, { time: timeOf(text.slice(at, feed < 0 ? end : feed)), from: at, to });
    at = to;
  }
  return records;
}

/** A line that states no time goes with the record before it. */
function addLine(records: Timed[], line: Timed): void {
  const last = records.at(-1);
  if (line.time === undefined && last) last.to = line.to;
  else records.push(line);
}

function lineTime(line: string): number | undefined {
  if (!/^[\s\uFEFF]*\{/.test(line))
    return /^\s*(?:[\]})]|"(?!\d))/.test(line) ? undefined : momentIn(line.slice(0, LONGEST_HEAD).replace(/[{[(].*$/s, ''));
  const read = parseJson(line);
  return read.ok ? recordTime(read.value) : undefined;
}

/** A reader of one stretch of a text, as if the text ended there. */
export function readerOf(reader: SourceReader, { to }: Stretch): SourceReader {
  const text: SourceText = {
    name: reader.text.name,
    length: to,
    complete: true,
    slice: (from, end) => reader.text.slice(from, Math.min(end, to)),
    indexOf: (search, from) => {
      const found = reader.text.slice(from, to).indexOf(search);
      return found < 0 ? -1 : from + found;
    },
  };
  return {
    ...reader,
    get rowCount() {
      return reader.rowCount;
    },
    text,
    lineAt: (from) => lineIn(text, from),
    lineNow: () => undefined,
    reach: () => nothing(),
  };
}

function* lineIn(text: SourceText, from: number): ReturnType<SourceReader['lineAt']> {
  const feed = text.indexOf('\n', from);
  if (feed >= 0) return { from, to: feed + 1, text: text.slice(from, feed) };
  return text.length > from ? { from, to: text.length, text: text.slice(from, text.length) } : undefined;
}

function* nothing(): Reading<void> {
  return;
}
