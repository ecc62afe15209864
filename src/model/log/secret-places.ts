// Where secrets stand: the search of a text layer by layer. What is done with a find is redaction.ts's business.
// JSON inside strings, event streams inside strings, header lines, dumps of bytes and encodings are searched too; positions always come
// out in the outermost text. What is encrypted inside a text is not opened.

import type { PlacedText } from '../base/json-scan.ts';
import { walkJson } from '../base/json-scan.ts';
import { searchDumps } from './secret-dump.ts';
import { searchEncoded } from './secret-encoded.ts';
import { maySecret } from './secret-filter.ts';
import type { OwnSearch } from './own-texts.ts';
import { joinParts, note, slicePlaced, type FoundSecret, type Search, type Unsearched } from './secret-found.ts';
import { noKey, settleKey } from './secret-key-lines.ts';
import { searchFramed } from './secret-framed.ts';
import { searchCommands, searchNamed } from './secret-loose.ts';
import { NO_SPOT } from './secret-place-kind.ts';
import { findShapes } from './secret-shapes.ts';
import { createPlaceWalker } from './secret-walk.ts';
import type { TextPiece } from './text-pieces.ts';

const MAX_LAYERS = 8;

/** A search that goes from text to text: what one opens may go on in the next. */
export interface SecretFinder {
  /** All secrets of a text, in no particular order, some of them maybe twice. */
  readonly find: (text: string) => readonly FoundSecret[];
  /** What in the text that was searched last could not be looked into. */
  readonly unsearched: () => readonly Unsearched[];
}

/** Starts a search. @param own what a person has chosen */
export function createSecretFinder(own?: OwnSearch): SecretFinder {
  const key = noKey();
  let unsearched: Unsearched[] = NONE_UNSEARCHED;
  return {
    find: (text) => {
      if (unsearched.length > 0) unsearched = NONE_UNSEARCHED;
      if (!own && !key.isOpen && !maySecret(text)) return NOTHING;
      if (unsearched === NONE_UNSEARCHED) unsearched = [];
      const search: Search = { found: [], layer: 0, spot: NO_SPOT, own, unsearched, key };
      searchText({ value: text, at: (index) => index }, search);
      if (key.isOpen) settleKey(key);
      return search.found;
    },
    unsearched: () => unsearched,
  };
}
const NOTHING: readonly FoundSecret[] = [];
const NONE_UNSEARCHED: Unsearched[] = [];

function searchText(text: PlacedText, search: Search): void {
  search.own?.(text, search);
  if (search.layer > MAX_LAYERS) searchLoose(text, 0, search);
  else if (!beginsLikeJson(text.value) && DATA_LINE.test(text.value)) searchStream(text, search);
  else searchData(text, search);
}

const DATA_LINE = /(?:^|[\r\n])\uFEFF?data:/;

function beginsLikeJson(text: string): boolean {
  return '{["'.includes(/[^\s\uFEFF]/.exec(text)?.[0] ?? ' ');
}

function searchData(text: PlacedText, search: Search): void {
  if (beginsLikeJson(text.value)) searchJson(text, text.value.search(/[{["]/), search);
  else searchLoose(text, 0, search);
}

/** The data lines of an event are searched as the one text they are, what stands between as what it is. */
function searchStream(text: PlacedText, search: Search): void {
  let data: TextPiece[] = [];
  let others = 0;
  const searchEvent = (): void => {
    if (data.length > 0) searchData(joinParts(text, data), search);
    data = [];
  };
  for (const { index: from, 0: line } of text.value.matchAll(/[^\r\n]+|\r\n|\n|\r/g)) {
    const field = /^\uFEFF?data(?:: ?|$)/.exec(line)?.[0];
    if (field !== undefined) {
      searchOthers(text, [others, from], search);
      // The last line has no end in the data: a text that breaks off there would seem to go on.
      if (data.length > 0) data.push({ text: '\n', at: others });
      others = from + line.length;
      data.push({ text: line.slice(field.length), at: from + field.length });
    } else if (/[\r\n]/.test(line) && endsLine(text.value, from)) searchEvent();
  }
  searchEvent();
  searchOthers(text, [others, text.value.length], search);
}

/** Whether a line end follows on another: that is a blank line. */
function endsLine(text: string, at: number): boolean {
  return at > 0 && (text[at - 1] === '\n' || text[at - 1] === '\r');
}

function searchOthers(text: PlacedText, [from, to]: readonly [number, number], search: Search): void {
  const other = slicePlaced(text, from, to);
  if (search.own || search.key.isOpen || maySecret(other.value)) searchLoose(other, 0, search);
}

/** Values one after the other, white space and what separates list elements between them; whatever is broken is searched loosely. */
function searchJson(text: PlacedText, from: number, search: Search): void {
  let name = from;
  for (let at = from; at < text.value.length; ) {
    const walker = createPlaceWalker(text, search, searchText);
    const end = walkJson(text.value, at, walker);
    walker.finish();
    if (!end.ok) {
      // A text in quotes that breaks off was a name.
      searchLoose(text, name, search);
      return;
    }
    name = text.value[at] === '"' ? at : end.end;
    const rest = /[^\s,]/g;
    rest.lastIndex = end.end;
    at = rest.exec(text.value)?.index ?? text.value.length;
    if (name === end.end) name = at;
  }
}

/** By spelling and looks alone: for text that is no JSON, or no longer. */
function searchLoose(text: PlacedText, from: number, search: Search): void {
  const rest = withPlainLetters(from === 0 ? text : slicePlaced(text, from, text.value.length));
  searchNamed(rest, search);
  searchFramed(rest, search);
  searchCommands(rest, search);
  for (const shape of findShapes(rest.value, search.key)) note(rest, [shape.from, shape.to], shape, { search, fallback: 'prose' });
  if (search.layer > MAX_LAYERS) return;
  searchEncoded(rest, search, searchText);
  searchDumps(rest, search, searchText);
}

/** The text with letters where escapes spell them, at any depth: a name in a broken text may be written so. */
function withPlainLetters(text: PlacedText): PlacedText {
  if (!/\\u00[2-7]/.test(text.value)) return text;
  const parts: TextPiece[] = [];
  let done = 0;
  for (const { index, 0: escape, 1: code = '' } of text.value.matchAll(/\\{1,64}u00([2-7][0-9a-f])/gi)) {
    const letter = String.fromCharCode(Number.parseInt(code, 16));
    if (!/[-\w]/.test(letter)) continue;
    parts.push({ text: text.value.slice(done, index), at: done }, { text: letter, at: index });
    done = index + escape.length;
  }
  const end = text.value.length;
  return joinParts(text, [...parts, { text: text.value.slice(done), at: done }, { text: '', at: end }]);
}
