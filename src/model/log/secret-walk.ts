// The search of a text that is JSON: the walk knows under which names a string stands and what it lies in, and that tells what it is.

import type { PlacedText } from '../base/json-scan.ts';
import { decodeJsonString } from '../base/json-scan.ts';
import { maySecret } from './secret-filter.ts';
import { note, type PlacedValue, type Search, type SearchText, type TextRange } from './secret-found.ts';
import { isMasked, isSignature, namedSecret, PLACED_MEMBERS, plainName, secretName } from './secret-names.ts';
import { isCardMember, spotInside, type SecretSpot } from './secret-place-kind.ts';

interface Frame {
  readonly object: boolean;
  /** Plain name of the member that holds this container, undefined in a list. */
  readonly within: string | undefined;
  /** Whether it is a set of headers, or a list or an entry inside one. */
  readonly headers: boolean;
  /** The header whose values are in here, at any depth. */
  readonly header: string | undefined;
  /** Whether names name schemes here: the security of a card, at any depth. */
  readonly schemes: boolean;
  /** Whether it is an element of a list. */
  readonly listed: boolean;
  readonly spot: SecretSpot;
  /** How many secrets had been found when it began. */
  readonly foundBefore: number;
  cardMembers: number;
  key: string | undefined;
  previous: string | undefined;
  /** Strings that may turn out to be at a place when the container closes: by plain name, or by number in a list. */
  readonly kept: Map<string, PlacedValue>;
  readonly besides: Set<string>;
}
export interface PlaceWalker {
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

/** Starts the walk of one value. Strings that are no secret themselves and may hold one are given to `searchText`, one layer down. */
export function createPlaceWalker(text: PlacedText, search: Search, searchText: SearchText): PlaceWalker {
  const frames: Frame[] = [];
  let quote: TextRange | undefined;
  const settle = (broken: boolean): void => {
    const frame = frames.pop();
    if (frame?.object) settleMembers(frame, broken, search);
    else if (frame) settlePair(frame, search);
  };
  const searchInside = (placed: PlacedText): void => {
    if (!search.own && !search.key.isOpen && !maySecret(placed.value)) return;
    const spot = frames.at(-1)?.spot ?? search.spot;
    searchText(placed, { ...search, layer: search.layer + 1, spot: spot.where ? spot : { ...spot, where: 'body' } });
  };
  const placedString = (from: number, to: number): PlacedText => {
    const decoded = decodeJsonString(text.value, from, to);
    return { value: decoded.value, at: (index) => text.at(decoded.at(index)) };
  };
  return {
    open: (_at, container) => {
      frames.push(openFrame(frames.at(-1), container === 'object', search));
    },
    close: () => settle(false),
    key: (from, to) => {
      const frame = frames.at(-1);
      if (!frame) return;
      const placed = placedString(from, to);
      frame.key = placed.value;
      quote = { from: text.at(to), to: text.at(to + 1) };
      const plain = plainName(frame.key);
      if (BESIDES.has(plain)) frame.besides.add(plain);
      if (isCardMember(plain)) frame.cardMembers += 1;
      // A key may be what a list is sorted by: a secret is one in the place of a name, too.
      if (to - from >= 20) searchInside(placed);
    },
    string: (from, to) => {
      const placed = placedString(from, to);
      if (!atPlace(frames.at(-1), placed, search)) searchInside(placed);
    },
    scalar: (from, to) => {
      const value = text.value.slice(from, to);
      // Neither true, false nor null is a secret.
      if (/^[-\d]/.test(value)) atPlace(frames.at(-1), { value, at: (index) => text.at(from + index), quote }, search);
    },
    finish: () => {
      while (frames.length > 0) settle(true);
    },
  };
}

function openFrame(parent: Frame | undefined, object: boolean, search: Search): Frame {
  const key = parent?.object ? parent.key : undefined;
  const plain = key === undefined ? undefined : plainName(key);
  const spot = parent?.spot ?? search.spot;
  return {
    object,
    within: plain ?? parent?.within,
    headers: isHeaders(parent, key, object),
    header: parent && headerOf(parent, key, object),
    schemes: parent?.schemes === true || plain?.startsWith('security') === true,
    listed: parent?.object === false,
    spot: plain === undefined ? spot : spotInside(spot, plain),
    foundBefore: search.found.length,
    cardMembers: 0,
    key: undefined,
    previous: undefined,
    kept: new Map(),
    besides: new Set(),
  };
}

function isHeaders(parent: Frame | undefined, key: string | undefined, object: boolean): boolean {
  return (key !== undefined && HEADERS_MEMBER.test(key)) || (parent?.headers === true && (!parent.object || !object));
}

/** A list under a name of the table holds its values, credentials may be of any form; the value of a span's attribute is wrapped. */
function headerOf(parent: Frame, key: string | undefined, object: boolean): string | undefined {
  if (parent.header !== undefined || key === undefined) return parent.header;
  // Security requirements of a card name schemes, and a scheme may be called like a header.
  if (!parent.schemes) {
    if (secretName(key)?.certain && (!object || plainName(key) === 'credentials')) return key;
    if (isPushToken(parent, key)) return 'push-token';
  }
  const entry = key === 'value' ? entryName(parent) : undefined;
  return entry !== undefined && secretName(entry)?.certain ? entry : undefined;
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
function atPlace(frame: Frame | undefined, value: PlacedValue, search: Search): boolean {
  if (!frame) return false;
  if (frame.object && frame.header === undefined && isPlaced(frame.key)) return keepToken(frame, value);
  const name = frame.header ?? (frame.object ? frame.key : frame.headers ? frame.previous : undefined);
  if (name !== undefined && !frame.schemes && noteNamed(name, value, { search, frame })) {
    frame.previous = undefined;
    return true;
  }
  frame.previous = value.value;
  const plain = frame.object ? plainName(frame.key ?? '') : String(frame.kept.size);
  if (frame.object ? KEPT.has(plain) : frame.listed && frame.kept.size < 3) frame.kept.set(plain, value);
  return false;
}

/** Whether it is the token of a push config shows when the whole object is known; that it is a secret may show before. */
function keepToken(frame: Frame, value: PlacedValue): boolean {
  frame.kept.set('token', value);
  return value.quote === undefined && !frame.schemes && namedSecret('token', value.value) !== undefined;
}

function isPlaced(name: string | undefined): boolean {
  return name !== undefined && name.length < 8 && plainName(name) === 'token';
}

interface Held {
  readonly search: Search;
  readonly frame: Frame;
}

function noteNamed(name: string, value: PlacedValue, { search, frame }: Held): boolean {
  const told = secretName(name);
  // A number is a count unless its name leaves no doubt.
  if (!told || (value.quote && !told.certain)) return false;
  const secret = namedSecret(name, value.value);
  if (!secret) return false;
  note(value, [secret.from, value.value.length], secret, { search: { found: search.found, spot: frame.spot }, fallback: 'body' });
  return true;
}

/** A pair of a header and its value, in a list of pairs. */
function settlePair(frame: Frame, search: Search): void {
  const [name, value] = [frame.kept.get('0'), frame.kept.get('1')];
  if (name && value && frame.kept.size === 2) noteNamed(name.value, value, { search, frame });
}

function settleMembers(frame: Frame, broken: boolean, search: Search): void {
  const value = frame.kept.get('value');
  const entry = entryName(frame);
  if (entry !== undefined && value && !frame.schemes) {
    if (frame.spot.where === 'query' && isSignature(entry)) noteNamed('signed-token', value, { search, frame });
    else noteNamed(entry, value, { search, frame });
  }
  for (const place of PLACED_MEMBERS) {
    const member = frame.kept.get(place.member);
    const inside = frame.within !== undefined && place.within.has(frame.within);
    const beside = place.beside.size > 0 && (broken || [...place.beside].some((name) => frame.besides.has(name)));
    if (!member) continue;
    if (!inside && !beside) {
      if (!frame.schemes) noteNamed(place.member, member, { search, frame });
      continue;
    }
    if (isMasked(member.value)) continue;
    note(member, [0, member.value.length], place, { search: { found: search.found, spot: frame.spot }, fallback: 'body' });
  }
  if (frame.cardMembers >= 2) markCard(frame, search);
}

/** What an object is that has no name to tell it by: all that was found in it was found in a card. */
function markCard({ foundBefore }: Frame, { found }: Search): void {
  for (let index = foundBefore; index < found.length; index += 1) {
    const secret = found[index];
    if (secret && secret.where !== 'url' && secret.where !== 'query') found[index] = { ...secret, where: 'card' };
  }
}
