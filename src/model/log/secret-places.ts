// Where secrets stand: the search of a text for the places that secret-names.ts names. What is done with a find is redaction.ts's business.
// JSON inside strings, event streams inside strings and header lines are searched too; positions always come out in the outermost text.

import type { PlacedText } from '../base/json-scan.ts';
import { decodeJsonString, walkJson } from '../base/json-scan.ts';
import { countBelow } from './column.ts';
import type { SecretPlace, SecretValue } from './secret-names.ts';
import { isSecretHeader, namedSecret, PLACED_MEMBERS, plainName, SECRET_NAMES } from './secret-names.ts';

interface TextRange {
  readonly from: number;
  readonly to: number;
}

/** A secret and where it stands: UTF-16 units, quotes left out. */
export interface FoundSecret extends SecretPlace {
  readonly from: number;
  readonly to: number;
  /** Decoded; leaves this folder never. */
  readonly secret: string;
  /** Of a secret that is no string: where a quote stands, as they are spelled at its depth. */
  readonly quote?: TextRange;
}

/**
 * One look tells whether a text can have any of the places: the end of a name of the table and what stands after a name, the
 * end of a line included, because data may go on in the next one; or an escape that any letter of a name may hide in.
 */
const HINT =
  /(?:token|credentials|authorization|cookies?|api[-_]?key|secret|password|private[-_]?key)(?:\\*["'])?[ \t]*(?:[:,}\]\r\n]|\\+[rn])|\\u00[2-7]/i;
const MAX_LAYERS = 8;

/** Returns the search: all secrets of a text at the places of the table, in no particular order. */
export function createSecretFinder(): (text: string) => readonly FoundSecret[] {
  return (text) => {
    const found: FoundSecret[] = [];
    if (HINT.test(text)) searchText({ value: text, at: (index) => index }, found, 0);
    return found;
  };
}

function searchText(text: PlacedText, found: FoundSecret[], layer: number): void {
  if (layer > MAX_LAYERS) searchLoose(text, 0, found);
  else if (!beginsLikeJson(text.value) && DATA_LINE.test(text.value)) searchStream(text, found, layer);
  else searchData(text, found, layer);
}

const DATA_LINE = /(?:^|[\r\n])\uFEFF?data:/;

function beginsLikeJson(text: string): boolean {
  return '{["'.includes(/[^\s\uFEFF]/.exec(text)?.[0] ?? ' ');
}

function searchData(text: PlacedText, found: FoundSecret[], layer: number): void {
  if (beginsLikeJson(text.value)) searchJson(text, text.value.search(/[{["]/), found, layer);
  else searchLoose(text, 0, found);
}

/** The data lines of an event are searched as the one text they are, what stands between as what it is. */
function searchStream(text: PlacedText, found: FoundSecret[], layer: number): void {
  let data: TextPart[] = [];
  let others = 0;
  const searchEvent = (): void => {
    if (data.length > 0) searchData(joinParts(text, data), found, layer);
    data = [];
  };
  for (const { index: from, 0: line } of text.value.matchAll(/[^\r\n]+|\r\n|\n|\r/g)) {
    const field = /^\uFEFF?data(?:: ?|$)/.exec(line)?.[0];
    if (field !== undefined) {
      searchOthers(text, [others, from], found);
      // The last line has no end in the data: a text that breaks off there would seem to go on.
      if (data.length > 0) data.push({ text: '\n', from: others });
      others = from + line.length;
      data.push({ text: line.slice(field.length), from: from + field.length });
    } else if (/[\r\n]/.test(line) && endsLine(text.value, from)) searchEvent();
  }
  searchEvent();
  searchOthers(text, [others, text.value.length], found);
}

/** Whether a line end follows on another: that is a blank line. */
function endsLine(text: string, at: number): boolean {
  return at > 0 && (text[at - 1] === '\n' || text[at - 1] === '\r');
}

function searchOthers(text: PlacedText, [from, to]: readonly [number, number], found: FoundSecret[]): void {
  const other = slicePlaced(text, from, to);
  if (HINT.test(other.value)) searchLoose(other, 0, found);
}

/** A piece of a text that is put together from pieces of another, and where it begins there. */
interface TextPart {
  readonly text: string;
  readonly from: number;
}

/** The parts, in order, as one text with the way back. */
function joinParts(text: PlacedText, parts: readonly TextPart[]): PlacedText {
  const starts: number[] = [];
  let length = 0;
  for (const part of parts) {
    starts.push(length);
    length += part.text.length;
  }
  return {
    value: parts.map((part) => part.text).join(''),
    at: (index) => {
      const part = countBelow(starts.length, (number) => starts[number] ?? 0, index + 1) - 1;
      return text.at((parts[part]?.from ?? 0) + index - (starts[part] ?? 0));
    },
  };
}

/** The text with letters where escapes spell them, at any depth: a name in a broken text may be written so. */
function withPlainLetters(text: PlacedText): PlacedText {
  if (!/\\u00[2-7]/.test(text.value)) return text;
  const parts: TextPart[] = [];
  let done = 0;
  for (const { index, 0: escape, 1: code = '' } of text.value.matchAll(/\\{1,64}u00([2-7][0-9a-f])/gi)) {
    const letter = String.fromCharCode(Number.parseInt(code, 16));
    if (!/[-\w]/.test(letter)) continue;
    parts.push({ text: text.value.slice(done, index), from: done }, { text: letter, from: index });
    done = index + escape.length;
  }
  const end = text.value.length;
  return joinParts(text, [...parts, { text: text.value.slice(done), from: done }, { text: '', from: end }]);
}

function slicePlaced(text: PlacedText, from: number, to: number): PlacedText {
  return { value: text.value.slice(from, to), at: (index) => text.at(from + index) };
}

/** Values one after the other, white space and what separates list elements between them; whatever is broken is searched loosely. */
function searchJson(text: PlacedText, from: number, found: FoundSecret[], layer: number): void {
  for (let at = from; at < text.value.length; ) {
    const walker = createPlaceWalker(text, found, layer);
    const end = walkJson(text.value, at, walker);
    walker.finish();
    if (!end.ok) {
      searchLoose(text, at, found);
      return;
    }
    const rest = /[^\s,]/g;
    rest.lastIndex = end.end;
    at = rest.exec(text.value)?.index ?? text.value.length;
  }
}

/** Places by their spelling alone: for text that is no JSON, or no longer. Linear: what a match took is not looked at again. */
function searchLoose(raw: PlacedText, from: number, found: FoundSecret[]): void {
  const text = withPlainLetters(from === 0 ? raw : slicePlaced(raw, from, raw.value.length));
  const plain = text.value;
  let done = 0;
  for (const match of plain.matchAll(LOOSE_NAME)) {
    const start = match.index + match[0].length;
    if (start < done) continue;
    const { before, name = '', after, comma, quote } = match.groups ?? {};
    // A quote around name and value both opens before the name.
    const opening = quote ?? (after === undefined ? before : undefined);
    if (comma !== undefined && (quote === undefined || after === undefined)) continue;
    // In prose only a header's name gives a secret away; any other must begin its line.
    const bare = before === undefined && after === undefined && !isSecretHeader(name);
    if (bare && !/(?:^|[\r\n])[\s<>*|-]*$/.test(plain.slice(Math.max(0, match.index - 20), match.index))) continue;
    const to = looseEnd(plain, start, { opening, member: after !== undefined });
    const secret = looseSecret(name, plain.slice(start, to));
    if (!secret) continue;
    note(text, [start + secret.from, to], secret, found);
    done = to;
  }
  searchLooseEntries(text, found);
}

/** Entries of a header list that say their value before their name. */
function searchLooseEntries(text: PlacedText, found: FoundSecret[]): void {
  for (const match of text.value.matchAll(LOOSE_ENTRY)) {
    const { before = '', value = '', name = '' } = match.groups ?? {};
    const start = match.index + before.length;
    const secret = namedSecret(name, value);
    if (secret) note(text, [start + secret.from, start + value.length], secret, found);
  }
}

const LOOSE_ENTRY = new RegExp(
  String.raw`(?<before>"value\\{0,63}"\s*:\s*(?<quote>\\{0,63}"))(?<value>(?:(?!\k<quote>).)*)\k<quote>\s*,\s*\\{0,63}"(?:name|key)\\{0,63}"\s*:\s*\\{0,63}"(?<name>${SECRET_NAMES})\\{0,63}"`,
  'gi',
);

/**
 * A name of the table, quoted or not, at any depth of escaping, and what stands before its value: a colon, or the comma of a
 * pair or of an entry of a header list.
 */
const LOOSE_NAME = new RegExp(
  String.raw`(?<before>\\{0,63}["'])?(?<![\w-])(?<name>${SECRET_NAMES})(?<after>\\*["'])?[ \t]*(?::|(?<comma>,)\s*(?:\\*["']value\\*["']\s*:)?)[ \t]*(?<quote>\\*["'])?`,
  'gi',
);

/** A value ends at the quote that opened it, else (a header line) with its line, else (a bare member) before what separates members. */
function looseEnd(text: string, from: number, value: { readonly opening: string | undefined; readonly member: boolean }): number {
  const end = /[\r\n]/g;
  if (value.opening === undefined) {
    const bare = value.member ? /[\r\n,}\]\s]/g : end;
    bare.lastIndex = from;
    return bare.exec(text)?.index ?? text.length;
  }
  if (value.opening !== '"') {
    const at = text.indexOf(value.opening, from);
    return at < 0 ? text.length : at;
  }
  const content = /(?:[^"\\]|\\.)*/sy;
  content.lastIndex = from;
  return from + (content.exec(text)?.[0].length ?? 0);
}

function looseSecret(name: string, value: string): SecretValue | undefined {
  const place = PLACED_MEMBERS.find((entry) => entry.member === name.toLowerCase());
  if (place) return value === '' ? undefined : { from: 0, shape: place.shape, place: place.place };
  return namedSecret(name, value);
}

function note(text: PlacedValue, [from, to]: readonly [number, number], place: SecretPlace, found: FoundSecret[]): void {
  if (to <= from) return;
  found.push({
    from: text.at(from),
    to: text.at(to),
    secret: text.value.slice(from, to),
    shape: place.shape,
    place: place.place,
    ...(text.quote ? { quote: text.quote } : {}),
  });
}

/** A string, or a number. */
interface PlacedValue extends PlacedText {
  /** Of a number: where a quote stands. */
  readonly quote?: TextRange | undefined;
}

interface Frame {
  readonly object: boolean;
  /** Plain name of the member that holds this container, undefined in a list. */
  readonly within: string | undefined;
  /** Whether it is a set of headers, or a list or an entry inside one. */
  readonly headers: boolean;
  /** The header whose values are in here, at any depth. */
  readonly header: string | undefined;
  /** Whether it is an element of a list. */
  readonly listed: boolean;
  key: string | undefined;
  previous: string | undefined;
  /** Strings that may turn out to be at a place when the container closes: by plain name, or by number in a list. */
  readonly kept: Map<string, PlacedValue>;
  readonly besides: Set<string>;
}
interface PlaceWalker {
  readonly open: (at: number, container: 'object' | 'array') => void;
  readonly close: (at: number) => void;
  readonly key: (from: number, to: number) => void;
  readonly string: (from: number, to: number) => void;
  readonly scalar: (from: number, to: number) => void;
  /** Settles what a broken text left open. */
  finish(): void;
}

const HEADERS_MEMBER = /headers?$/i;
/** Names of strings that are kept: members of the table, and what an entry of a header list is made of. */
const KEPT: ReadonlySet<string> = new Set(['name', 'key', 'value', ...PLACED_MEMBERS.map(({ member }) => member)]);
const BESIDES: ReadonlySet<string> = new Set(PLACED_MEMBERS.flatMap(({ beside }) => [...beside]));

function createPlaceWalker(text: PlacedText, found: FoundSecret[], layer: number): PlaceWalker {
  const frames: Frame[] = [];
  let quote: TextRange | undefined;
  const settle = (broken: boolean): void => {
    const frame = frames.pop();
    if (frame?.object) settleMembers(frame, broken, found);
    else if (frame) settlePair(frame, found);
  };
  return {
    open: (_at, container) => {
      frames.push(openFrame(frames.at(-1), container === 'object'));
    },
    close: () => settle(false),
    key: (from, to) => {
      const frame = frames.at(-1);
      if (!frame) return;
      frame.key = decodeJsonString(text.value, from, to).value;
      quote = { from: text.at(to), to: text.at(to + 1) };
      const plain = plainName(frame.key);
      if (BESIDES.has(plain)) frame.besides.add(plain);
    },
    string: (from, to) => {
      const decoded = decodeJsonString(text.value, from, to);
      const placed = { value: decoded.value, at: (index: number) => text.at(decoded.at(index)) };
      if (!atPlace(frames.at(-1), placed, found) && HINT.test(placed.value)) searchText(placed, found, layer + 1);
    },
    scalar: (from, to) => {
      const value = text.value.slice(from, to);
      // Neither true, false nor null is a secret.
      if (/^[-\d]/.test(value)) atPlace(frames.at(-1), { value, at: (index) => text.at(from + index), quote }, found);
    },
    finish: () => {
      while (frames.length > 0) settle(true);
    },
  };
}

function openFrame(parent: Frame | undefined, object: boolean): Frame {
  const key = parent?.object ? parent.key : undefined;
  const named = key !== undefined && HEADERS_MEMBER.test(key);
  return {
    object,
    within: key === undefined ? parent?.within : plainName(key),
    headers: named || (parent?.headers === true && (!parent.object || !object)),
    header: parent && headerOf(parent, key, object),
    listed: parent?.object === false,
    key: undefined,
    previous: undefined,
    kept: new Map(),
    besides: new Set(),
  };
}

/** A list under a name of the table holds its values, credentials may be of any form; the value of a span's attribute is wrapped. */
function headerOf(parent: Frame, key: string | undefined, object: boolean): string | undefined {
  if (parent.header !== undefined || key === undefined) return parent.header;
  // Security requirements of a card name schemes, and a scheme may be called like a header.
  if (!parent.within?.startsWith('security')) {
    if (namedSecret(key, 'x') && (!object || plainName(key) === 'credentials')) return key;
    if (isPushToken(parent, key)) return 'push-token';
  }
  const entry = key === 'value' ? entryName(parent) : undefined;
  return entry !== undefined && isSecretHeader(entry) ? entry : undefined;
}

/** The token of a push config, by the name of what holds the config. */
function isPushToken({ within }: Frame, key: string): boolean {
  return PLACED_MEMBERS.some((place) => place.member === 'token' && plainName(key) === 'token' && place.within.has(within ?? ''));
}

/** The header or member that an object with a value is an entry for. */
function entryName({ kept }: Frame): string | undefined {
  return (kept.get('name') ?? kept.get('key'))?.value;
}

/** Whether a string is at a place of its own; what only its whole container can tell is kept until that closes. */
function atPlace(frame: Frame | undefined, value: PlacedValue, found: FoundSecret[]): boolean {
  if (!frame) return false;
  const name = frame.header ?? (frame.object ? frame.key : frame.headers ? frame.previous : undefined);
  if (name !== undefined && noteNamed(name, value, found)) {
    frame.previous = undefined;
    return true;
  }
  frame.previous = value.value;
  const plain = frame.object ? plainName(frame.key ?? '') : String(frame.kept.size);
  if (frame.object ? KEPT.has(plain) : frame.listed && frame.kept.size < 3) frame.kept.set(plain, value);
  return false;
}

function noteNamed(name: string, value: PlacedValue, found: FoundSecret[]): boolean {
  const secret = namedSecret(name, value.value);
  if (secret) note(value, [secret.from, value.value.length], secret, found);
  return secret !== undefined;
}

/** A pair of a header and its value, in a list of pairs. */
function settlePair({ kept }: Frame, found: FoundSecret[]): void {
  const [name, value] = [kept.get('0'), kept.get('1')];
  if (name && value && kept.size === 2) noteNamed(name.value, value, found);
}

function settleMembers(frame: Frame, broken: boolean, found: FoundSecret[]): void {
  const value = frame.kept.get('value');
  const entry = entryName(frame);
  if (entry !== undefined && value) noteNamed(entry, value, found);
  for (const place of PLACED_MEMBERS) {
    const member = frame.kept.get(place.member);
    const inside = frame.within !== undefined && place.within.has(frame.within);
    const beside = place.beside.size > 0 && (broken || [...place.beside].some((name) => frame.besides.has(name)));
    if (member && (inside || beside)) note(member, [0, member.value.length], place, found);
  }
}
