// JSON values that are not one a line: a document over many lines, a list of events, values one after the other. Each value, and each
// element of an outermost list, is a record with its own range; brackets, commas and white space between them are framing.

import { createValueBoundary, walkJson } from '../base/json-scan.ts';
import type { Json } from '../base/json.ts';
import type { Conversation } from './conversation.ts';
import { readLogValue } from './exchange-log.ts';
import type { Reading, SourceReader } from './reading.ts';

/** Windows grow while nothing is found, so that short values cost little and long ones few steps. */
const SMALL = 1 << 6;
const LARGE = 1 << 16;

interface Progress {
  at: number;
  /** Inside the outermost list. */
  inList: boolean;
}

/** Reads all values from `from`. */
export function* readJsonDocument(reader: SourceReader, talk: Conversation, from: number): Reading<void> {
  const progress: Progress = { at: from, inList: false };
  for (;;) {
    const next = yield* skipFraming(reader, progress);
    if (next === undefined) return;
    if (next === '{' || next === '[' || next === '"') yield* readValue(reader, talk, progress);
    else yield* skipStrange(reader, progress);
    reader.describe();
    yield { wants: 'time', read: progress.at };
  }
}

/** White space, and what holds a list together; the first unit of what comes next, undefined at the end. */
function* skipFraming(reader: SourceReader, progress: Progress): Reading<string | undefined> {
  const from = progress.at;
  let next: string | undefined;
  for (let size = SMALL; ; size = Math.min(2 * size, LARGE)) {
    yield* reader.reach(progress.at + 1);
    const piece = reader.text.slice(progress.at, progress.at + size);
    if (piece === '') break;
    const blank = /^[\s\uFEFF]*/.exec(piece)?.[0].length ?? 0;
    progress.at += blank;
    const unit = piece[blank];
    if (unit === undefined) continue;
    if (unit === '[' && !progress.inList) progress.inList = true;
    else if (unit === ']' && progress.inList) progress.inList = false;
    else if (unit !== ',' || !progress.inList) {
      next = unit;
      break;
    }
    progress.at += 1;
  }
  reader.framing({ from, to: progress.at }, 'white space and brackets');
  return next;
}

function* readValue(reader: SourceReader, talk: Conversation, progress: Progress): Reading<void> {
  const from = progress.at;
  const to = yield* valueEnd(reader, from);
  const at = { from, to };
  const given = reader.text.slice(from, to);
  const text = reader.admit(at, given);
  progress.at = to;
  let value: Json;
  try {
    value = JSON.parse(text) as Json;
  } catch {
    const end = walkJson(given, 0);
    const [stop, why] = end.ok ? [end.end, 'there is more text after the value'] : [end.at, end.why];
    return reader.unread(at, `no JSON: ${reader.place(from + stop)}: ${why}`);
  }
  if (progress.inList && !isLogLine(value)) talk.value({ value, at, path: 'json', frame: 'list' });
  else readLogValue(talk, value, at, 'json');
}

/** An element that says of itself how it crossed is read like a line of a log. */
function isLogLine(value: Json): boolean {
  return typeof value === 'object' && value !== null && ('direction' in value || 'dir' in value || 'url' in value) && !('skills' in value);
}

/** The end of the value at `from` by its brackets and quotes, or of the text. */
function* valueEnd(reader: SourceReader, from: number): Reading<number> {
  const boundary = createValueBoundary();
  let at = from;
  for (let size = SMALL; ; size = Math.min(2 * size, LARGE)) {
    yield* reader.reach(at + 1);
    const piece = reader.text.slice(at, at + size);
    if (piece === '') return at;
    const end = boundary.feed(piece, 0);
    if (end >= 0) return at + end;
    at += piece.length;
    yield { wants: 'time', read: from };
  }
}

/** What begins no value is unread up to where one may begin: a bracket, the next line, or the next element of a list. */
function* skipStrange(reader: SourceReader, progress: Progress): Reading<void> {
  const from = progress.at;
  const stops = progress.inList ? /[,\]\n{[]/ : /[\n{[]/;
  let to = from + 1;
  for (let size = SMALL; ; size = Math.min(2 * size, LARGE)) {
    yield* reader.reach(to + 1);
    const piece = reader.text.slice(to, to + size);
    const stop = piece.search(stops);
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
