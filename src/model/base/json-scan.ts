// JSON text with positions: where a value ends, where a string's content lies, where and why a text stops being JSON.
// Iterative throughout: nesting in hostile text must not reach the call stack. Values themselves are JSON.parse's business.

/** Called while a text is walked; positions are UTF-16 units in the text given, ranges of strings leave the quotes out. */
export interface JsonWalker {
  readonly open?: (at: number, container: 'object' | 'array') => void;
  /** `at` is the position after the bracket. */
  readonly close?: (at: number) => void;
  readonly key?: (from: number, to: number) => void;
  readonly string?: (from: number, to: number) => void;
  /** A number, true, false or null. */
  readonly scalar?: (from: number, to: number) => void;
}
export type WalkEnd = { readonly ok: true; readonly end: number } | { readonly ok: false; readonly at: number; readonly why: string };

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/** Whether a UTF-16 unit is white space between JSON tokens (RFC 8259 §2). */
function isJsonSpace(unit: number): boolean {
  return unit === 0x20 || unit === 0x0a || unit === 0x0d || unit === 0x09;
}

/** The first position at or after `from` that is no white space; the length of the text when there is none. */
function skipJsonSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && isJsonSpace(text.charCodeAt(at))) at += 1;
  return at;
}

/** What the walk expects next; `end` is after a whole value at the outermost level. */
type Expected = 'value' | 'value-or-close' | 'key' | 'key-or-close' | 'colon' | 'comma-or-close' | 'end';
interface WalkState {
  at: number;
  expected: Expected;
  /** One entry per open container: true for an object. */
  readonly containers: boolean[];
  failure: string | undefined;
}

/**
 * Walks one JSON value strictly (RFC 8259) from `from`, white space before it allowed.
 * @returns where the value ends, or where the text stops being JSON and what was expected there; never throws
 */
export function walkJson(text: string, from: number, walker: JsonWalker = {}): WalkEnd {
  const state: WalkState = { at: from, expected: 'value', containers: [], failure: undefined };
  while (state.expected !== 'end' && state.failure === undefined) {
    state.at = skipJsonSpace(text, state.at);
    if (state.at >= text.length) state.failure = `the text ends where ${WORDS[state.expected]} should follow`;
    else step(text, state, walker);
  }
  return state.failure === undefined ? { ok: true, end: state.at } : { ok: false, at: state.at, why: state.failure };
}

const WORDS: Readonly<Record<Expected, string>> = {
  value: 'a value',
  'value-or-close': 'a value or "]"',
  key: 'a member name in quotes',
  'key-or-close': 'a member name in quotes or "}"',
  colon: '":"',
  'comma-or-close': '"," or a closing bracket',
  end: 'nothing',
};

function step(text: string, state: WalkState, walker: JsonWalker): void {
  const unit = text.charCodeAt(state.at);
  switch (state.expected) {
    case 'value-or-close':
      if (unit === CLOSE_BRACKET) return closeContainer(state, walker);
      return value(text, state, walker);
    case 'value':
      return value(text, state, walker);
    case 'key-or-close':
      if (unit === CLOSE_BRACE) return closeContainer(state, walker);
      return key(text, state, walker);
    case 'key':
      return key(text, state, walker);
    case 'colon':
      if (unit !== COLON) return fail(text, state);
      state.at += 1;
      state.expected = 'value';
      return;
    case 'comma-or-close':
      return comma(text, state, walker);
    case 'end':
      return;
  }
}

function fail(text: string, state: WalkState): void {
  state.failure = `expected ${WORDS[state.expected]}, found ${JSON.stringify(String.fromCodePoint(text.codePointAt(state.at) ?? 0))}`;
}

function afterValue(state: WalkState): void {
  state.expected = state.containers.length === 0 ? 'end' : 'comma-or-close';
}

function closeContainer(state: WalkState, walker: JsonWalker): void {
  state.containers.pop();
  state.at += 1;
  walker.close?.(state.at);
  afterValue(state);
}

function comma(text: string, state: WalkState, walker: JsonWalker): void {
  const inObject = state.containers.at(-1) === true;
  const unit = text.charCodeAt(state.at);
  if (unit === COMMA) {
    state.at += 1;
    state.expected = inObject ? 'key' : 'value';
    return;
  }
  if (unit === (inObject ? CLOSE_BRACE : CLOSE_BRACKET)) closeContainer(state, walker);
  else fail(text, state);
}

function key(text: string, state: WalkState, walker: JsonWalker): void {
  if (text.charCodeAt(state.at) !== QUOTE) return fail(text, state);
  const to = closingQuote(text, state);
  if (to < 0) return;
  walker.key?.(state.at + 1, to);
  state.at = to + 1;
  state.expected = 'colon';
}

function value(text: string, state: WalkState, walker: JsonWalker): void {
  const unit = text.charCodeAt(state.at);
  if (unit === OPEN_BRACE || unit === OPEN_BRACKET) {
    const object = unit === OPEN_BRACE;
    walker.open?.(state.at, object ? 'object' : 'array');
    state.containers.push(object);
    state.at += 1;
    state.expected = object ? 'key-or-close' : 'value-or-close';
    return;
  }
  if (unit !== QUOTE) return scalar(text, state, walker);
  const to = closingQuote(text, state);
  if (to < 0) return;
  walker.string?.(state.at + 1, to);
  state.at = to + 1;
  afterValue(state);
}

function scalar(text: string, state: WalkState, walker: JsonWalker): void {
  // Sticky, and without nested repetition: linear on any text.
  const pattern = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
  pattern.lastIndex = state.at;
  const found = pattern.exec(text);
  if (!found) return fail(text, state);
  walker.scalar?.(state.at, state.at + found[0].length);
  state.at += found[0].length;
  afterValue(state);
}

/** Position of the quote that closes the string opened at `state.at`, or -1 with the failure noted at the unit at fault. */
function closingQuote(text: string, state: WalkState): number {
  for (let at = state.at + 1; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === QUOTE) return at;
    if (unit === BACKSLASH) {
      const length = escapeLength(text, at);
      if (length === 0)
        return failAt(state, at, at + 1 < text.length ? 'an escape that JSON does not know' : 'the text ends inside a string');
      at += length - 1;
    } else if (unit < 0x20) return failAt(state, at, 'a control character inside a string');
  }
  return failAt(state, text.length, 'the text ends inside a string');
}

function failAt(state: WalkState, at: number, why: string): -1 {
  state.at = at;
  state.failure = why;
  return -1;
}

function escapeLength(text: string, at: number): number {
  const unit = text[at + 1];
  if (unit === undefined) return 0;
  if (unit !== 'u') return '"\\/bfnrt'.includes(unit) ? 2 : 0;
  return /^[0-9a-fA-F]{4}$/.test(text.slice(at + 2, at + 6)) ? 6 : 0;
}

/** The content of a JSON string as text, with the way back: `at(i)` is where unit `i` of the value stands in the source. */
export interface PlacedText {
  readonly value: string;
  readonly at: (index: number) => number;
}

const ESCAPES: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

/** Decodes the content of a JSON string (range without quotes). Escapes that JSON does not know stand for themselves. */
export function decodeJsonString(text: string, from: number, to: number): PlacedText {
  const raw = text.slice(from, to);
  if (!raw.includes('\\')) return { value: raw, at: (index) => from + index };
  const pieces: string[] = [];
  const offsets: number[] = [];
  for (let at = 0; at < raw.length; ) {
    offsets.push(from + at);
    const length = raw[at] === '\\' ? escapeLength(raw, at) : 0;
    pieces.push(decodedUnit(raw, at, length));
    at += Math.max(length, 1);
  }
  offsets.push(to);
  return { value: pieces.join(''), at: (index) => offsets[index] ?? to };
}

function decodedUnit(raw: string, at: number, escape: number): string {
  if (escape === 6) return String.fromCharCode(Number.parseInt(raw.slice(at + 2, at + 6), 16));
  const unit = raw[at + Math.max(escape, 1) - 1] ?? '';
  return escape === 2 ? (ESCAPES[unit] ?? unit) : unit;
}

/** Finds where a value ends while its text is still arriving: brackets and quotes only, so JSON.parse must have the last word. */
export interface ValueBoundary {
  /** Position after the value in `text`, or -1 when it goes on. Feed the text that follows, each unit once; the first unit of all must begin the value. */
  feed(text: string, from: number): number;
}

/** Starts a search for the end of one value that is an object, an array or a string; resumable, linear in what it is fed. */
export function createValueBoundary(): ValueBoundary {
  let depth = 0;
  let inString = false;
  let escaped = false;
  return {
    feed(text, from) {
      for (let at = from; at < text.length; at += 1) {
        const unit = text.charCodeAt(at);
        if (inString) {
          if (escaped) escaped = false;
          else if (unit === BACKSLASH) escaped = true;
          else if (unit === QUOTE) inString = false;
        } else if (unit === QUOTE) inString = true;
        else if (unit === OPEN_BRACE || unit === OPEN_BRACKET) depth += 1;
        else if (unit === CLOSE_BRACE || unit === CLOSE_BRACKET) depth -= 1;
        if (depth <= 0 && !inString) return at + 1;
      }
      return -1;
    },
  };
}

/** Line and column of a position, both from 1; the column counts UTF-16 units. */
export function lineAndColumn(text: string, at: number): readonly [line: number, column: number] {
  let line = 1;
  let start = 0;
  for (let feed = text.indexOf('\n'); feed >= 0 && feed < at; feed = text.indexOf('\n', start)) {
    line += 1;
    start = feed + 1;
  }
  return [line, at - start + 1];
}
