// Where secrets stand: the table, and the search for its places in a text. What is done with a find is redaction.ts's business.
// JSON inside strings, event streams inside strings and header lines are searched too; positions always come out in the outermost text.

import { splitEventStream } from '../base/event-stream.ts';
import type { PlacedText } from '../base/json-scan.ts';
import { decodeJsonString, walkJson } from '../base/json-scan.ts';

/** A secret and where it stands: UTF-16 units, quotes left out. */
export interface FoundSecret {
  readonly from: number;
  readonly to: number;
  /** Decoded; leaves this folder never. */
  readonly secret: string;
  readonly shape: string;
  readonly place: string;
}

/** Headers whose value is a secret, and its shape. `x-caller-context` is none: it is the stand-in for a verified token, to be read. */
export const HEADER_PLACES: ReadonlyMap<string, string> = new Map([
  ['authorization', 'authorization'],
  ['proxy-authorization', 'authorization'],
  ['cookie', 'cookie'],
  ['set-cookie', 'cookie'],
  ['x-api-key', 'api-key'],
  ['api-key', 'api-key'],
  ['apikey', 'api-key'],
  ['x-goog-api-key', 'api-key'],
  ['x-auth-token', 'token'],
  ['x-access-token', 'token'],
  ['x-csrf-token', 'token'],
  ['x-amz-security-token', 'token'],
  ['x-a2a-notification-token', 'token'],
]);

/** Members whose string value is a secret. Push notification configs: A2A 0.3 §6.8 and 6.9, 1.0 §4.3. */
export const MEMBER_PLACES: readonly {
  readonly member: string;
  /** Name of the member that holds the object; any when left out. */
  readonly within?: ReadonlySet<string>;
  /** A member that the same object must have when `within` does not hold: a config by its looks. */
  readonly beside?: string;
  readonly shape: string;
  readonly place: string;
}[] = [
  {
    member: 'token',
    within: new Set([
      'pushNotificationConfig',
      'pushNotification',
      'taskPushNotificationConfig',
      'push_notification_config',
      'task_push_notification_config',
      'push_notification',
    ]),
    beside: 'url',
    shape: 'token',
    place: 'config.token',
  },
  { member: 'credentials', within: new Set(['authentication']), shape: 'credentials', place: 'config.authentication.credentials' },
  // A list of cookies as browsers export them.
  { member: 'value', within: new Set(['cookies']), shape: 'cookie', place: 'cookies' },
];

/** One look tells whether a text can have any of the places: a name of the table, quoted or not, and what stands after a name. */
const HINT = /(?:token|credentials|authorization|cookies?|api-?key)\\*["']?\s*[:,}\]]/i;
const MAX_LAYERS = 8;

/** Only schemes that are known: another first word may be the secret's own. */
const SCHEME =
  /^(?:bearer|basic|digest|negotiate|ntlm|dpop|hoba|mutual|token|apikey|aws4-hmac-sha256|scram-sha-\d+|gnap|privatetoken) +(?=\S)/i;

/** Which part of a header's value is the secret; the scheme word before it is none. Undefined for headers that carry none. */
export function headerSecret(
  name: string,
  value: string,
): { readonly from: number; readonly shape: string; readonly place: string } | undefined {
  const header = name.toLowerCase();
  const shape = HEADER_PLACES.get(header);
  if (shape === undefined || value === '') return undefined;
  const scheme = shape === 'authorization' ? (SCHEME.exec(value)?.[0].length ?? 0) : 0;
  return { from: scheme, shape, place: `header ${header}` };
}

/** Returns the search: all secrets of a text at the places of the table, in no particular order. */
export function createSecretFinder(): (text: string) => readonly FoundSecret[] {
  return (text) => {
    const found: FoundSecret[] = [];
    if (HINT.test(text)) searchText({ value: text, at: (index) => index }, found, 0);
    return found;
  };
}

function searchText(text: PlacedText, found: FoundSecret[], layer: number): void {
  if (layer > MAX_LAYERS) return;
  const plain = text.value;
  const first = /[^\s\uFEFF]/.exec(plain);
  if (first && '{["'.includes(first[0])) searchJson(text, first.index, found, layer);
  else if (/^(?:data|event|id|retry)?:/.test(plain.slice(first?.index ?? 0, 8))) searchStream(text, found, layer);
  else searchLoose(text, 0, found);
}

function searchStream(text: PlacedText, found: FoundSecret[], layer: number): void {
  for (const frame of splitEventStream(text.value)) {
    const start = text.value.indexOf('data:', frame.from);
    const brace = text.value.slice(start, frame.to).search(/[{[]/);
    // Data on several lines has line starts in between, so it is searched without its structure.
    const several = frame.data.includes('\n');
    if (several || brace < 0) searchLoose(slicePlaced(text, frame.from, frame.to), 0, found);
    else searchJson(slicePlaced(text, start + brace, frame.to), 0, found, layer);
  }
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
function searchLoose(text: PlacedText, from: number, found: FoundSecret[]): void {
  const plain = text.value;
  let done = from;
  for (const match of plain.slice(from).matchAll(LOOSE_NAME)) {
    const start = from + match.index + match[0].length;
    if (start < done) continue;
    const [, before, name = '', after, opening = after === undefined ? before : undefined] = match;
    const to = looseEnd(plain, start, { opening, member: after !== undefined });
    const secret = looseSecret(name.toLowerCase(), plain.slice(start, to));
    if (!secret) continue;
    note(text, [start + secret.from, to], secret, found);
    done = to;
  }
}

/** A name of the table, quoted or not, at any depth of escaping, and what stands before its value. */
const LOOSE_NAME = new RegExp(
  `(\\\\*["'])?(?<![\\w-])(${[...HEADER_PLACES.keys(), 'token', 'credentials'].join('|')})(\\\\*["'])?[ \\t]*:[ \\t]*(\\\\*["'])?`,
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

function looseSecret(name: string, value: string): Omit<FoundSecret, 'to' | 'secret'> | undefined {
  const place = MEMBER_PLACES.find((entry) => entry.member === name);
  if (place) return value === '' ? undefined : { from: 0, shape: place.shape, place: place.place };
  return headerSecret(name, value);
}

function note(
  text: PlacedText,
  [from, to]: readonly [number, number],
  place: { readonly shape: string; readonly place: string },
  found: FoundSecret[],
): void {
  if (to <= from) return;
  found.push({ from: text.at(from), to: text.at(to), secret: text.value.slice(from, to), shape: place.shape, place: place.place });
}

interface Frame {
  readonly object: boolean;
  /** Name of the member that holds this container, undefined in a list. */
  readonly within: string | undefined;
  /** Whether it is a set of headers, or a list or an entry inside one. */
  readonly headers: boolean;
  /** The header whose values a list holds. */
  readonly header: string | undefined;
  key: string | undefined;
  previous: string | undefined;
  /** Strings that may turn out to be at a place when the object closes, by name. */
  readonly members: Map<string, PlacedText>;
  readonly besides: Set<string>;
}
interface PlaceWalker {
  readonly open: (at: number, container: 'object' | 'array') => void;
  readonly close: (at: number) => void;
  readonly key: (from: number, to: number) => void;
  readonly string: (from: number, to: number) => void;
  /** Settles what a broken text left open. */
  finish(): void;
}

const HEADERS_MEMBER = /headers?$/i;
/** Names of strings that are kept: members of the table, and what an entry of a header list is made of. */
const KEPT: ReadonlySet<string> = new Set(['name', 'value', ...MEMBER_PLACES.map((place) => place.member)]);
const BESIDES: ReadonlySet<string> = new Set(MEMBER_PLACES.flatMap((place) => place.beside ?? []));

function createPlaceWalker(text: PlacedText, found: FoundSecret[], layer: number): PlaceWalker {
  const frames: Frame[] = [];
  const settle = (broken: boolean): void => {
    const frame = frames.pop();
    if (frame) settleMembers(frame, broken, found);
  };
  return {
    open: (_at, container) => {
      frames.push(openFrame(frames.at(-1), container === 'object'));
    },
    close: () => settle(false),
    key: (from, to) => {
      const frame = frames.at(-1);
      if (frame) frame.key = decodeJsonString(text.value, from, to).value;
      if (frame?.key !== undefined && BESIDES.has(frame.key)) frame.besides.add(frame.key);
    },
    string: (from, to) => {
      const decoded = decodeJsonString(text.value, from, to);
      const placed = { value: decoded.value, at: (index: number) => text.at(decoded.at(index)) };
      if (!atPlace(frames.at(-1), placed, found) && HINT.test(placed.value)) searchText(placed, found, layer + 1);
    },
    finish: () => {
      while (frames.length > 0) settle(true);
    },
  };
}

function openFrame(parent: Frame | undefined, object: boolean): Frame {
  const within = parent?.object ? parent.key : undefined;
  const named = within !== undefined && HEADERS_MEMBER.test(within);
  return {
    object,
    within: within ?? parent?.within,
    headers: named || (parent?.headers === true && (!parent.object || !object)),
    header: parent?.headers && parent.object && !object ? within : undefined,
    key: undefined,
    previous: undefined,
    members: new Map(),
    besides: new Set(),
  };
}

/** Whether a string is at a header's place; what only its whole object can tell is kept until that closes. */
function atPlace(frame: Frame | undefined, value: PlacedText, found: FoundSecret[]): boolean {
  if (!frame) return false;
  const header = frame.object ? frame.key : (frame.header ?? frame.previous);
  frame.previous = value.value;
  if (frame.headers && header !== undefined && noteHeader(header, value, found)) return true;
  if (frame.object && frame.key !== undefined && KEPT.has(frame.key)) frame.members.set(frame.key, value);
  return false;
}

function noteHeader(name: string, value: PlacedText, found: FoundSecret[]): boolean {
  const secret = headerSecret(name, value.value);
  if (secret) note(value, [secret.from, value.value.length], secret, found);
  return secret !== undefined;
}

function settleMembers(frame: Frame, broken: boolean, found: FoundSecret[]): void {
  const name = frame.members.get('name');
  const value = frame.members.get('value');
  if (frame.headers && name && value) noteHeader(name.value, value, found);
  for (const place of MEMBER_PLACES) {
    const member = frame.members.get(place.member);
    const inside = frame.within !== undefined && place.within?.has(frame.within);
    if (!member || !(inside || (place.beside !== undefined && (broken || frame.besides.has(place.beside))))) continue;
    note(member, [0, member.value.length], place, found);
  }
}
