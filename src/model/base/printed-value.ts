// A value as a program prints it when nobody asks for JSON: Python's repr (dicts, models, enums), a JavaScript console, JSON with comments
// or trailing commas. Logs are full of these. What is read is what was printed: nothing is evaluated, and where a text
// is none of these, the place where it stops is told. Linear in the text, and bounded in depth.

import type { Json } from './json.ts';
import { printedNumber } from './printed-number.ts';
import { printedCall } from './printed-call.ts';
import { readPrintedText } from './printed-text.ts';

export type PrintedValue =
  | { readonly ok: true; readonly value: Json; readonly end: number }
  /** `at` is the end of the text where more of it might have made a value. */
  | { readonly ok: false; readonly at: number };

/** As deep as values are looked at anywhere (SPEC.md L.9). */
const DEEPEST = 200;

interface Cursor {
  readonly text: string;
  at: number;
  depth: number;
}

/** What an element is when it says only that others were left out. */
const LEFT_OUT = Symbol('left out');
type Item = Json | typeof LEFT_OUT;

/** Reads the value that begins at `from`, white space and comments before it allowed. Never throws. */
export function readPrinted(text: string, from = 0): PrintedValue {
  const cursor: Cursor = { text, at: from, depth: 0 };
  const value = readItem(cursor);
  return value === undefined || value === LEFT_OUT ? { ok: false, at: cursor.at } : { ok: true, value, end: cursor.at };
}

const LITERALS: ReadonlyMap<string, Json> = new Map<string, Json>([
  ['True', true],
  ['true', true],
  ['False', false],
  ['false', false],
  ['None', null],
  ['null', null],
  ['undefined', null],
  ['NaN', 'NaN'],
  ['nan', 'NaN'],
  ['Infinity', 'Infinity'],
  ['inf', 'Infinity'],
]);
/** What a console writes for what it does not open. */
const CLOSED_BRACKET = /\[(?:Object|Array|Circular|Function|AsyncFunction|Symbol|Getter|Setter|class)[^[\]]*\]/y;
const NAME = /[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*/y;
const MORE = /\.{3}(?: ?\d+ more (?:items?|properties|characters))?|…/y;

/** Goes on behind white space and comments; the unit that stands there. */
function skipBlank(cursor: Cursor): string {
  const { text } = cursor;
  for (;;) {
    const unit = text[cursor.at] ?? '';
    const end = isBlank(unit) ? cursor.at + 1 : commentEnd(text, cursor.at, unit);
    if (end < 0) return unit;
    cursor.at = end;
  }
}

function isBlank(unit: string): boolean {
  if (unit === '') return false;
  const code = unit.charCodeAt(0);
  return code < 0x80 ? code === 0x20 || (code >= 9 && code <= 13) : /\s/.test(unit);
}

/** Where the comment ends that begins at a place; -1 where none does. By places and not by a pattern: that would keep each comment in mind. */
function commentEnd(text: string, at: number, unit: string): number {
  if (unit !== '#' && unit !== '/') return -1;
  if (text.startsWith('/*', at)) {
    const end = text.indexOf('*/', at + 2);
    return end < 0 ? -1 : end + 2;
  }
  if (unit === '/' && text[at + 1] !== '/') return -1;
  const feed = text.indexOf('\n', at);
  return feed < 0 ? text.length : feed;
}

function take(cursor: Cursor, pattern: RegExp): string | undefined {
  pattern.lastIndex = cursor.at;
  const found = pattern.exec(cursor.text)?.[0];
  if (found !== undefined) cursor.at += found.length;
  return found;
}

function readItem(cursor: Cursor): Item | undefined {
  const unit = skipBlank(cursor);
  cursor.depth += 1;
  const value = cursor.depth > DEEPEST ? undefined : readUnit(cursor, unit);
  cursor.depth -= 1;
  return value;
}

function readUnit(cursor: Cursor, unit: string): Item | undefined {
  switch (unit) {
    case '':
      return undefined;
    case '{':
      return readBraces(cursor);
    case '[':
      return take(cursor, CLOSED_BRACKET) ?? readSequence(cursor, ']');
    case '(':
      return readTuple(cursor);
    case '<':
      return readAngle(cursor);
    case '.':
    case '…':
      return take(cursor, MORE) === undefined ? undefined : LEFT_OUT;
    default:
      return readToken(cursor, unit);
  }
}

function readToken(cursor: Cursor, unit: string): Json | undefined {
  const text = readPrintedText(cursor.text, cursor.at);
  if (text) {
    cursor.at = text.end;
    return text.value;
  }
  if (/[-+\d]/.test(unit)) {
    const number = printedNumber(cursor.text, cursor.at);
    if (!number) return undefined;
    cursor.at = number.end;
    return number.value;
  }
  // A text that was opened and not closed goes on behind the end.
  if (unit === "'" || unit === '"' || unit === '`') return void (cursor.at = cursor.text.length);
  return readNamed(cursor);
}

/** `None`, `Task(id='…')`, `Task { id: '…' }`, `TaskState.working`. */
function readNamed(cursor: Cursor): Json | undefined {
  const name = take(cursor, NAME);
  if (name === undefined) return undefined;
  const literal = LITERALS.get(name);
  if (literal !== undefined) return literal;
  if (cursor.at >= cursor.text.length) return undefined;
  if (cursor.text[cursor.at] === '(') return readCall(cursor, name);
  if (/^ \{/.test(cursor.text.slice(cursor.at, cursor.at + 2))) {
    cursor.at += 1;
    return readItemValue(cursor);
  }
  const word = /\.(\w+)$/.exec(name)?.[1];
  return word;
}

function readItemValue(cursor: Cursor): Json | undefined {
  const item = readItem(cursor);
  return item === LEFT_OUT ? '…' : item;
}

/** The elements up to a bracket; undefined where it does not come. */
function readSequence(cursor: Cursor, close: string): Json[] | undefined {
  const items: Json[] = [];
  cursor.at += 1;
  for (;;) {
    if (skipBlank(cursor) === close) {
      cursor.at += 1;
      return items;
    }
    const item = readItem(cursor);
    if (item === undefined) return undefined;
    if (item !== LEFT_OUT) items.push(item);
    const next = skipBlank(cursor);
    if (next === ',') cursor.at += 1;
    else if (next !== close) return undefined;
  }
}

/** `('a' 'b')` is a text in parentheses; `(1, 2)` and `(1,)` are lists. */
function readTuple(cursor: Cursor): Json | undefined {
  const from = cursor.at;
  const items = readSequence(cursor, ')');
  const [only] = items ?? [];
  return items?.length === 1 && only !== undefined && !/,\s*\)$/.test(cursor.text.slice(Math.max(from, cursor.at - 8), cursor.at))
    ? only
    : items;
}

/** `<TaskState.working: 'working'>` is its value; any other thing in angle brackets is its own text. */
function readAngle(cursor: Cursor): Json | undefined {
  const from = cursor.at;
  if (take(cursor, /<[\w.]+: /y) !== undefined) {
    const value = readItemValue(cursor);
    if (value !== undefined && cursor.text[cursor.at] === '>') {
      cursor.at += 1;
      return value;
    }
    cursor.at = from;
  }
  return take(cursor, /<[^<>\n]{1,200}>/y);
}

/** A dict, an object, or a set: what stands behind the first element tells. */
function readBraces(cursor: Cursor): Json | undefined {
  const entries: [string, Json][] = [];
  const items: Json[] = [];
  cursor.at += 1;
  for (;;) {
    if (skipBlank(cursor) === '}') {
      cursor.at += 1;
      return items.length > 0 && entries.length === 0 ? items : Object.fromEntries(entries);
    }
    if (!readMember(cursor, entries, items)) return undefined;
    const next = skipBlank(cursor);
    if (next === ',') cursor.at += 1;
    else if (next !== '}') return undefined;
  }
}

function readMember(cursor: Cursor, entries: [string, Json][], items: Json[]): boolean {
  const key = readKey(cursor);
  if (key === undefined) return false;
  if (key === LEFT_OUT) return true;
  if (skipBlank(cursor) !== ':') {
    items.push(key);
    return true;
  }
  cursor.at += 1;
  const value = readItemValue(cursor);
  if (value !== undefined) entries.push([typeof key === 'string' ? key : JSON.stringify(key), value]);
  return value !== undefined;
}

function readKey(cursor: Cursor): Item | undefined {
  const from = cursor.at;
  const bare = take(cursor, /[A-Za-z_$][\w$-]*(?=\s*:)/y);
  if (bare !== undefined) return bare;
  cursor.at = from;
  return readItem(cursor);
}

/** The arguments of a call: named ones are members, others elements. */
function readCall(cursor: Cursor, name: string): Json | undefined {
  const named: [string, Json][] = [];
  const placed: Json[] = [];
  cursor.at += 1;
  for (;;) {
    if (skipBlank(cursor) === ')') {
      cursor.at += 1;
      return printedCall(name, placed, named);
    }
    const key = take(cursor, /[A-Za-z_]\w*=(?!=)/y);
    const value = readItemValue(cursor);
    if (value === undefined) return undefined;
    if (key === undefined) placed.push(value);
    else named.push([key.slice(0, -1), value]);
    const next = skipBlank(cursor);
    if (next === ',') cursor.at += 1;
    else if (next !== ')') return undefined;
  }
}
