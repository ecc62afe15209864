// One JSON value a line. A line that is broken is unread, and the next one is tried: it costs itself alone. Where lines of another
// kind begin, whoever reads mixed texts goes on.

import { stopsInside } from '../base/closed-json.ts';
import { parseJson, type Json } from '../base/json.ts';
import { walkJson } from '../base/json-scan.ts';
import { readPrinted } from '../base/printed-value.ts';
import { DOCKER } from './begins.ts';
import { cutFault } from './cut-text.ts';
import type { Conversation } from './conversation.ts';
import { readLogValue } from './exchange-log.ts';
import type { Line, Reading, SourceReader } from './reading.ts';
import { TRUNCATED } from './text-faults.ts';

/** So many units are read before somebody else may have a turn: short lines are not asked for one by one. */
const UNITS_PER_TURN = 1 << 13;

/** Reads lines from `from` on; returns where a line stands that is no value of its own, or the end of the text. */
export function* readNdjson(reader: SourceReader, talk: Conversation, from: number): Reading<number> {
  let told = from;
  for (let at = from; ; ) {
    const line = reader.lineNow(at) ?? (yield* reader.lineAt(at));
    if (!line) return at;
    if (!readLine(reader, talk, line)) {
      if (!(yield* isTorn(reader, line))) return at;
      reader.admit(line, line.text);
      reader.unread(line, whereItStopped(reader, line));
    }
    at = line.to;
    reader.describe();
    if (at - told < UNITS_PER_TURN) continue;
    told = at;
    yield { wants: 'time', read: at };
  }
}

/** Whether a line stops inside a value and a whole one stands in the next: the writer was cut off, and the value goes on nowhere. */
function* isTorn(reader: SourceReader, line: Line): Reading<boolean> {
  if (!/^[\s\uFEFF]*[[{]/.test(line.text) || !stopsInside(line.text.replace(/^\uFEFF/, ''))) return false;
  const next = reader.lineNow(line.to) ?? (yield* reader.lineAt(line.to));
  return next !== undefined && /^[[{]/.test(next.text) && parseJson(next.text).ok;
}

const OPEN_BRACE = 0x7b;

/** Whether the line was one of JSON, broken or not. */
function readLine(reader: SourceReader, talk: Conversation, line: Line): boolean {
  if (line.text.charCodeAt(0) !== OPEN_BRACE) {
    if (line.text.trim() === '') {
      reader.framing(line, 'a blank line');
      return true;
    }
    if (!/^[\s\uFEFF]*[[{]/.test(line.text)) return false;
  }
  if (line.text.startsWith(DOCKER)) return false;
  const read = parseJson(line.text);
  if (!read.ok) return readBroken(reader, talk, line);
  const text = reader.admit(line, line.text);
  readLogValue(talk, text === line.text ? read.value : valueOf(text), { at: line, path: 'json', frame: 'line' });
  return true;
}

/** Cuts leave JSON as good as it was. */
function valueOf(text: string): Json {
  const read = parseJson(text);
  return read.ok ? read.value : null;
}

/** A line that is no JSON: printed, cut at the end of the text, broken, or (false) not a line's matter. */
function readBroken(reader: SourceReader, talk: Conversation, line: Line): boolean {
  const plain = line.text.replace(/^\uFEFF/, '');
  const end = walkJson(plain, 0);
  const printed = readPrinted(plain);
  if (printed.ok && plain.slice(printed.end).trim() === '') {
    const text = reader.admit(line, line.text);
    const again = readPrinted(text);
    if (again.ok) readLogValue(talk, again.value, { at: line, path: 'printed', frame: 'line' });
    return true;
  }
  if (end.ok) return false;
  const stops = stopsInside(plain);
  // Only the last line of a text has no line feed.
  const last = line.to - line.from === line.text.length;
  if (stops && !last) return false;
  reader.admit(line, line.text);
  reader.unread(line, whereItStopped(reader, line), '', stops ? cutFault(TRUNCATED.why) : undefined);
  return true;
}

/** Where and why a line stops being JSON, with the place in the source. */
export function whereItStopped(reader: SourceReader, line: Line): string {
  const end = walkJson(line.text, line.text.startsWith('\uFEFF') ? 1 : 0);
  const [at, why] = end.ok ? [end.end, 'there is more text after the value'] : [end.at, end.why];
  return `no JSON: ${reader.place(line.from + at)}: ${why}`;
}
