// What the search of a text hands on: a secret with its range in the outermost text, and the state it goes on with inside a layer.

import type { PlacedText } from '../base/json-scan.ts';
import type { OwnSearch } from './own-texts.ts';
import type { OpenKey } from './secret-key-lines.ts';
import type { SecretPlace } from './secret-names.ts';
import { placeOf, type PlaceKind, type SecretSide, type SecretSpot } from './secret-place-kind.ts';
import { pieceText, type TextPiece } from './text-pieces.ts';

export interface TextRange {
  readonly from: number;
  readonly to: number;
}

/** A secret and where it stands: UTF-16 units, quotes left out. */
export interface FoundSecret extends SecretPlace {
  readonly from: number;
  readonly to: number;
  /** Decoded; leaves this folder never. */
  readonly secret: string;
  readonly where: PlaceKind;
  readonly side?: SecretSide | undefined;
  /** Of a secret that is no string: where a quote stands, as they are spelled at its depth. */
  readonly quote?: TextRange;
  /** What must stand around the placeholder, as it is spelled in the outermost text: it is cut out of an encoding. */
  readonly wrap?: readonly [before: string, after: string];
}

/** A stretch that may hold a secret and cannot be looked into, and why not. */
export interface Unsearched extends TextRange {
  readonly why: string;
}

/** One search: what it has found, how many layers deep it is, and what is known of the place that the text at hand stands at. */
export interface Search {
  readonly found: FoundSecret[];
  readonly layer: number;
  readonly spot: SecretSpot;
  /** Looks for what a person has chosen, in every layer. */
  readonly own?: OwnSearch | undefined;
  readonly unsearched: Unsearched[];
  /** A private key that goes on in the texts after this one. */
  readonly key: OpenKey;
}
/** Goes on with the search in a text that was found inside another. */
export type SearchText = (text: PlacedText, search: Search) => void;

/** A string, or a number. */
export interface PlacedValue extends PlacedText {
  /** Of a number: where a quote stands. */
  readonly quote?: TextRange | undefined;
}

/** Takes a secret down. `fallback` is what its place is where neither its name nor what it lies in tells. */
export function note(
  text: PlacedValue,
  [from, to]: readonly [number, number],
  place: SecretPlace,
  { search, fallback }: { readonly search: Pick<Search, 'found' | 'spot'>; readonly fallback: PlaceKind },
): void {
  if (to <= from) return;
  search.found.push({
    from: text.at(from),
    to: text.at(to),
    secret: text.value.slice(from, to),
    shape: place.shape,
    place: place.place,
    where: placeOf(place, search.spot, fallback),
    side: search.spot.side,
    ...(text.quote ? { quote: text.quote } : {}),
  });
}

const SEEN_BEFORE = 'cut before';

/**
 * In order of place; of two that overlap the one that begins first stays, and of two that begin together the longer. What the
 * other has beyond it is cut on its own. A placeholder that a name tells about is what the name says.
 */
export function withoutOverlaps(found: readonly FoundSecret[]): readonly FoundSecret[] {
  const sorted = [...found].sort(
    (a, b) => a.from - b.from || b.to - a.to || Number(a.place === SEEN_BEFORE) - Number(b.place === SEEN_BEFORE),
  );
  const kept: FoundSecret[] = [];
  let end = -1;
  for (const secret of sorted) {
    if (secret.to <= end) continue;
    kept.push(secret.from < end ? beginningAt(secret, end) : secret);
    end = secret.to;
  }
  return kept;
}

function beginningAt(secret: FoundSecret, from: number): FoundSecret {
  return secret.wrap ? { ...secret, from, wrap: ['', secret.wrap[1]] } : { ...secret, from };
}

/** The pieces of a text, in order, as one text with the way back to where that text came from. */
export function joinParts(text: PlacedText, parts: readonly TextPiece[]): PlacedText {
  const { value, at } = pieceText(parts);
  return { value, at: (index) => text.at(at(index)) };
}

export function slicePlaced(text: PlacedText, from: number, to: number): PlacedText {
  return { value: text.value.slice(from, to), at: (index) => text.at(from + index) };
}

const PLACEHOLDERS = /(?:\[cut \d{1,9}: [a-z][a-z-]{0,31}\])+/y;

/** Where the placeholders that begin at a position end; the position itself where none does. */
export function afterPlaceholders(text: string, from: number): number {
  if (text.charCodeAt(from) !== 0x5b) return from;
  PLACEHOLDERS.lastIndex = from;
  return from + (PLACEHOLDERS.exec(text)?.[0].length ?? 0);
}

/** No value that stands in the open is longer, unless it has turned out to be a secret. */
const LONGEST_BARE = 4096;

/**
 * Where a value in the open ends: before the first unit of the class that ends it. Looks only so far, because what is no secret is
 * looked at again for the names inside it; `isWhole` tells whether the end was met.
 */
export function bareEnd(text: string, from: number, stop: RegExp): { readonly to: number; readonly isWhole: boolean } {
  const near = text.slice(from, from + LONGEST_BARE);
  const at = near.search(stop);
  if (at >= 0) return { to: from + at, isWhole: true };
  return { to: from + near.length, isWhole: from + near.length >= text.length };
}

/** The rest of a value that has turned out to be a secret: its end, however far. */
export function farEnd(text: string, from: number, stop: RegExp): number {
  const far = new RegExp(stop.source, 'g');
  far.lastIndex = from;
  return far.exec(text)?.index ?? text.length;
}
