// Where in a text the value at the end of a path stands: the grammar of row.ts walked once more, with positions. Used for the one
// value that somebody looks at, never while reading. A step that has no way back to the text (base64, a dump) ends the walk: what
// has been found by then is the smallest range that is known to hold the value.

import { closeJson } from '../base/closed-json.ts';
import { plainStretches } from '../base/colour-codes.ts';
import { splitEventStream } from '../base/event-stream.ts';
import { csvCell, csvPlaces } from '../base/quoted-layers.ts';
import { decodeJsonString, walkJson, type PlacedText } from '../base/json-scan.ts';
import type { ValuePath } from './row.ts';
import { alignedText, pieceText, type TextPiece } from './text-pieces.ts';
import { resolveValuePath } from './value-path.ts';

/** A range of a text, end excluded. */
export interface ValuePlace {
  readonly from: number;
  readonly to: number;
  /** False: the value lies somewhere inside. */
  readonly isExact: boolean;
}

/** A text inside the text, and the value in it: the whole of it, or where JSON has been entered one of its values. */
interface Standing {
  readonly inside: PlacedText;
  readonly json: Range | undefined;
}
interface Range {
  readonly from: number;
  readonly to: number;
}

/**
 * Finds the value of a row in the text of its range (SPEC.md L.5).
 * @param text the range, secrets cut, as `resolveValuePath` takes it
 * @returns never more than the whole text; never throws
 */
export function placeOfValue(text: string, path: ValuePath): ValuePlace {
  let standing: Standing = { inside: { value: text, at: (index) => index }, json: undefined };
  for (const step of path === '' ? [] : path.split('/')) {
    const next = stepInto(standing, step);
    if (next === undefined) return { ...rangeOf(standing), isExact: false };
    standing = next;
  }
  return { ...rangeOf(standing), isExact: true };
}

function rangeOf({ inside, json }: Standing): Range {
  const { from, to } = json ?? { from: 0, to: inside.value.length };
  return { from: inside.at(from), to: inside.at(to) };
}

function stepInto(standing: Standing, step: string): Standing | undefined {
  if (step.startsWith('.') || step.startsWith('[')) return childOf(standing, step);
  const inside = textOf(standing);
  if (inside === undefined) return undefined;
  if (step !== 'json') return within(inside, placedStep(inside.value, step));
  const from = inside.value.search(/\S/);
  const walked = walkJson(inside.value, Math.max(from, 0));
  return walked.ok ? { inside, json: { from, to: walked.end } } : undefined;
}

/** The text that is looked into: the whole of what was entered last, or the string that its JSON has come to. */
function textOf({ inside, json }: Standing): PlacedText | undefined {
  if (json === undefined) return inside;
  if (inside.value[json.from] !== '"') return undefined;
  return composed(inside, decodeJsonString(inside.value, json.from + 1, json.to - 1));
}

function within(outer: PlacedText, inner: PlacedText | undefined): Standing | undefined {
  return inner && { inside: composed(outer, inner), json: undefined };
}

function composed(outer: PlacedText, inner: PlacedText): PlacedText {
  return { value: inner.value, at: (index) => outer.at(inner.at(index)) };
}

/** A member by its name or an element by its number; of members with one name the last, as in parsing. */
function childOf({ inside, json }: Standing, step: string): Standing | undefined {
  if (json === undefined) return undefined;
  const name = step.startsWith('.') ? step.slice(1).replaceAll('~1', '/').replaceAll('~0', '~') : undefined;
  const index = name === undefined ? Number(step.slice(1, -1)) : -1;
  const text = inside.value;
  let depth = 0;
  let count = -1;
  let key: string | undefined;
  let start = 0;
  let found: Range | undefined;
  const value = (from: number, to: number): void => {
    if (name === undefined ? count === index : key === name) found = { from, to };
  };
  const begins = (from: number): void => {
    if (depth !== 1) return;
    count += 1;
    start = from;
  };
  walkJson(text, json.from, {
    open: (at) => {
      begins(at);
      depth += 1;
    },
    close: (at) => {
      depth -= 1;
      if (depth === 1) value(start, at);
    },
    key: (from, to) => {
      if (depth === 1) key = decodeJsonString(text, from, to).value;
    },
    string: (from, to) => {
      begins(from - 1);
      if (depth === 1) value(from - 1, to + 1);
    },
    scalar: (from, to) => {
      begins(from);
      if (depth === 1) value(from, to);
    },
  });
  return found && { inside, json: found };
}

/** What a step that leads from a text to a text makes of it, with the way back; undefined where there is none. */
function placedStep(text: string, step: string): PlacedText | undefined {
  const [, word, number = '', end] = /^(sse|line|part):(\d+)(?::(\d+))?$/.exec(step) ?? [];
  switch (word ?? step) {
    case 'sse':
      return frameText(text, Number(number));
    case 'line':
      return lineText(text, Number(number));
    case 'part':
      return pieceText([{ text: text.slice(Number(number), Number(end)), at: Number(number) }]);
    case 'plain':
      return pieceText(plainStretches(text).map(({ from, to }) => ({ text: text.slice(from, to), at: from })));
    case 'closed':
      return closedText(text);
    case 'csv':
      return cellText(text);
    case 'escaped':
      return decodeJsonString(text, 0, text.length);
    case 'joined':
    case 'event':
    case 'dechunked':
    case 'unmarked':
    case 'shell':
      return alignedStep(text, step);
    default:
      return undefined;
  }
}

/** Nothing is changed in the text but what is left out. */
function alignedStep(text: string, step: string): PlacedText | undefined {
  const read = resolveValuePath(text, step);
  return read.ok && typeof read.value === 'string' ? alignedText(text, read.value) : undefined;
}

/** What is added at the end of JSON that was cut stands nowhere. */
function closedText(text: string): PlacedText | undefined {
  const value = closeJson(text);
  return value === undefined ? undefined : { value, at: (index) => Math.min(index, text.length) };
}

function cellText(text: string): PlacedText | undefined {
  const value = csvCell(text);
  const places = csvPlaces(text);
  return value === undefined ? undefined : { value, at: (index) => places[index] ?? text.length };
}

function lineText(text: string, number: number): PlacedText | undefined {
  let at = 0;
  for (const [index, line] of text.split(/(\r\n|\n|\r)/).entries()) {
    if (index === 2 * number) return pieceText([{ text: line, at }]);
    at += line.length;
  }
  return undefined;
}

/** The data lines of an event, joined by line feeds. */
function frameText(text: string, number: number): PlacedText | undefined {
  const frame = splitEventStream(text)[number];
  if (frame === undefined) return undefined;
  const pieces: TextPiece[] = [];
  let at = frame.from;
  for (const line of text.slice(frame.from, frame.to).split(/(\r\n|\n|\r)/)) {
    const field = /^\uFEFF?data(?:: ?|$)/.exec(line);
    if (field) {
      if (pieces.length > 0) pieces.push({ text: '\n', at });
      pieces.push({ text: line.slice(field[0].length), at: at + field[0].length });
    }
    at += line.length;
  }
  const placed = pieceText(pieces);
  return placed.value === frame.data ? placed : undefined;
}
