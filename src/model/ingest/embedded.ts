// Values in the middle of a text: what a log line says after its words. JSON, JSON in a quoted text, and what a program printed instead
// of JSON are found by trying where one may begin. Bounded: a text has few tries, and each is linear.

import { isJsonObject, parseJson, type Json } from '../base/json.ts';
import { walkJson } from '../base/json-scan.ts';
import { hasLongId } from '../base/long-numbers.ts';
import { readPrintedText } from '../base/printed-text.ts';
import { csvCell, unescapedText } from '../base/quoted-layers.ts';
import { readPrinted } from '../base/printed-value.ts';

export interface Embedded {
  /** Where it stands in the text, quotes around it included. */
  readonly from: number;
  readonly to: number;
  /** Steps of a ValuePath from that stretch to the value. */
  readonly steps: string;
  readonly value: Json;
  /** What stands before the value inside the same quotes. */
  readonly words?: string;
}
export interface EmbeddedValues {
  readonly found: readonly Embedded[];
  /** Where a value begins that the end of the text cuts; -1 where none does. */
  readonly open: number;
  /** How many units were looked at, those that were looked at again counted again. */
  readonly looked: number;
}

const START = /[{[]|\b[A-Z]\w*\((?=\w+=|['"[{])/g;
const JSON_LIKE = /\{\s*(?:["}]|$)|\[\s*(?:[[{]|$)/y;
const PRINTED_LIKE = /\{\s*(?:[bBrRuU]?['"]|[A-Za-z_$][\w$]*\s*:)|\[\s*(?:[{(]|[A-Z]\w*\()|[A-Z]\w*\(/y;
const MOST_TRIES = 16;
const MOST_FOUND = 16;
/** What is looked at in all: so many times the text, and so many units of a short one (SPEC.md N.6). */
const MOST_LOOKS = 4;
const LEAST_LOOKED = 1 << 16;

/**
 * All values in a text that are objects with members, or lists with objects in them; in order.
 * @param whole whether no more text will come: then a value that is not closed is none, and what stands inside it may be one
 */
export function findEmbedded(text: string, whole = false): EmbeddedValues {
  const found: Embedded[] = [];
  const search: Search = { text, looked: 0 };
  const most = MOST_LOOKS * text.length + LEAST_LOOKED;
  START.lastIndex = 0;
  for (let tries = 0; tries < MOST_TRIES && found.length < MOST_FOUND && search.looked < most; ) {
    START.lastIndex = Math.max(START.lastIndex, found.at(-1)?.to ?? 0);
    const start = START.exec(text);
    if (!start) break;
    const next = tryAt(search, start.index);
    if (next === 'open' && !whole) return { found, open: start.index, looked: search.looked };
    if (typeof next === 'object') found.push(next);
    if (next !== 'nothing') tries += 1;
  }
  return { found, open: -1, looked: search.looked };
}

interface Search {
  readonly text: string;
  looked: number;
}

/** `nothing`: no try was worth it; `open`: the text ends inside; `broken`: it is none. */
type Attempt = Embedded | 'nothing' | 'broken' | 'open';

function tryAt(search: Search, at: number): Attempt {
  const { text } = search;
  const quoted = text.startsWith('""', at + 1) ? (csvInside(search, at) ?? quotedAt(search, at)) : quotedAt(search, at);
  if (quoted && quoted !== 'broken') return quoted;
  const bare = bareAt(search, at);
  return bare === 'nothing' && quoted === 'broken' ? 'broken' : bare;
}

function bareAt(search: Search, at: number): Attempt {
  const { text } = search;
  if (text.startsWith('\\"', at + 1)) return escapedAt(search, at);
  let ends = false;
  if (fits(JSON_LIKE, text, at)) {
    const rest = restAt(search, at);
    if (rest) return rest;
    const end = walkJson(text, at);
    search.looked += (end.ok ? end.end : end.at) - at;
    if (end.ok) return worthy(text.slice(at, end.end), { from: at, to: end.end, steps: 'json' });
    ends = end.at >= text.length;
  } else if (!fits(PRINTED_LIKE, text, at)) return 'nothing';
  const printed = fits(PRINTED_LIKE, text, at) ? readPrinted(text, at) : undefined;
  if (printed) search.looked += (printed.ok ? printed.end : printed.at) - at;
  if (printed?.ok) return isWorthy(printed.value) ? { from: at, to: printed.end, steps: 'printed', value: printed.value } : 'broken';
  return ends || (printed !== undefined && printed.at >= text.length) ? 'open' : 'broken';
}

/** The value that is all the rest of the text, as most are: found out without a walk. */
function restAt(search: Search, at: number): Embedded | undefined {
  const { text } = search;
  const to = text.trimEnd().length;
  if (text[to - 1] !== '}' && text[to - 1] !== ']') return undefined;
  try {
    const value = JSON.parse(text.slice(at, to)) as Json;
    search.looked += to - at;
    return isWorthy(value) && !hasLongId(value) ? { from: at, to, steps: 'json', value } : undefined;
  } catch {
    return undefined;
  }
}

function fits(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at;
  return pattern.test(text);
}

function worthy(json: string, place: Omit<Embedded, 'value'>): Attempt {
  const read = parseJson(json);
  return read.ok && isWorthy(read.value) ? { ...place, value: read.value } : 'broken';
}

function isWorthy(value: Json): boolean {
  if (Array.isArray(value)) return (value as readonly Json[]).some(isJsonObject);
  return isJsonObject(value) && Object.keys(value).length > 0;
}

/** A value in a quoted text: `"{\"a\":1}"` as JSON or a Go program quotes it, `'{"a":1}'` or `b'{"a":1}'` as Python does. */
function quotedAt(search: Search, at: number): Embedded | 'broken' | undefined {
  const { text } = search;
  const quote = text[at - 1];
  if (quote === '"' && /["']"/.test(text.slice(at + 1, at + 3))) return csvAt(search, at - 1);
  if (quote !== '"' && quote !== "'") return undefined;
  // A quote that stands after a name, a colon or white space opens a text; one that closes a text does not stand before a bracket.
  if (quote === '"' && text[at + 1] !== '\\' && !/[[{]\s*(?:[\]}]|\\?["'])/.test(text.slice(at, at + 8))) return undefined;
  const prefix = quote === "'" ? (/[bBrRuU]{1,2}$/.exec(text.slice(Math.max(0, at - 3), at - 1))?.[0] ?? '') : '';
  const from = at - 1 - prefix.length;
  return quote === '"' ? jsonTextAt(search, from) : printedTextAt(search, from);
}

function jsonTextAt(search: Search, from: number): Embedded | 'broken' {
  const { text } = search;
  const end = walkJson(text, from);
  search.looked += (end.ok ? end.end : end.at) - from;
  if (!end.ok) return 'broken';
  const inner = parseJson(text.slice(from, end.end));
  return inner.ok && typeof inner.value === 'string' ? insideText(inner.value, { from, to: end.end, steps: 'json' }) : 'broken';
}

function printedTextAt(search: Search, from: number): Embedded | 'broken' {
  const inner = readPrintedText(search.text, from);
  // A quote that nothing closes was looked for in all the rest.
  search.looked += (inner?.end ?? search.text.length) - from;
  return inner ? insideText(inner.value, { from, to: inner.end, steps: 'printed' }) : 'broken';
}

function csvAt(search: Search, from: number): Embedded | 'broken' {
  const cell = cellAt(search, from);
  const inner = csvCell(cell);
  return inner === undefined ? 'broken' : insideText(inner, { from, to: from + cell.length, steps: 'csv' });
}

function cellAt(search: Search, from: number): string {
  const { text } = search;
  let quote = text[from] === '"' ? text.indexOf('"', from + 1) : -1;
  while (quote >= 0 && text[quote + 1] === '"') quote = text.indexOf('"', quote + 2);
  search.looked += (quote < 0 ? text.length : quote) - from;
  return quote < 0 ? '' : text.slice(from, quote + 1);
}

const CELL_START = /(?:^|[,;\t\n])"(?!")/g;
const LONGEST_WORDS = 2000;

/** A value after words in a cell of CSV, whose quotes are doubled; undefined where no cell is around it. */
function csvInside(search: Search, at: number): Embedded | undefined {
  const { text } = search;
  if (text[at - 1] === '"') return undefined;
  const near = Math.max(0, at - LONGEST_WORDS);
  const start = [...text.slice(near, at).matchAll(CELL_START)].at(-1);
  if (!start) return undefined;
  const from = near + start.index + start[0].length - 1;
  const cell = cellAt(search, from);
  const inner = csvCell(cell);
  if (inner === undefined || from + cell.length <= at) return undefined;
  const begin = text.slice(from + 1, at).replaceAll('""', '"').length;
  const end = walkJson(inner, begin);
  if (!end.ok) return undefined;
  const place = { from, to: from + cell.length, steps: `csv/part:${begin}:${end.end}/json`, words: inner.slice(0, begin) };
  const found = worthy(inner.slice(begin, end.end), place);
  return typeof found === 'object' ? found : undefined;
}

/** A piece of a JSON string that lost its quotes: it ends with the last bracket that stands after it. */
function escapedAt(search: Search, at: number): Attempt {
  const { text } = search;
  search.looked += text.length - at;
  const to = Math.max(text.lastIndexOf('}'), text.lastIndexOf(']')) + 1;
  const inner = to > at ? unescapedText(text.slice(at, to)) : undefined;
  return inner === undefined ? 'broken' : insideText(inner, { from: at, to, steps: 'escaped' });
}

function insideText(inner: string, place: Omit<Embedded, 'value'>): Embedded | 'broken' {
  const read = parseJson(inner);
  if (read.ok) return isWorthy(read.value) ? { ...place, steps: `${place.steps}/json`, value: read.value } : 'broken';
  const printed = readPrinted(inner);
  if (!printed.ok || inner.slice(printed.end).trim() !== '' || !isWorthy(printed.value)) return 'broken';
  return { ...place, steps: `${place.steps}/printed`, value: printed.value };
}
