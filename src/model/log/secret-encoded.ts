// Secrets under an encoding. Base64 and hexadecimal are cut where they hold the secret, and as a whole where that cannot be: packed data,
// folded lines. Percent-encoding and the entities of markup are decoded in place. What is packed in a way that cannot be unpacked here
// is told as not looked into.

import type { PlacedText } from '../base/json-scan.ts';
import { inflate } from '../base/inflate.ts';
import { otherPackingOf, packingOf } from '../base/packing.ts';
import { base64Texts } from './secret-base64.ts';
import { joinParts, withoutOverlaps, type FoundSecret, type Search, type SearchText } from './secret-found.ts';
import { hexTexts, type HiddenText } from './secret-hidden.ts';
import type { TextPiece } from './text-pieces.ts';

/** Searches what a text says in base64, hexadecimal, percent-encoding and entities. */
export function searchEncoded(text: PlacedText, search: Search, searchText: SearchText): void {
  for (const hidden of base64Texts(text.value, search.own)) searchHidden(text, hidden, { search, searchText });
  for (const hidden of hexTexts(text.value)) searchHidden(text, hidden, { search, searchText });
  const decoded = withoutPercents(text);
  if (decoded) searchText(decoded, { ...search, layer: search.layer + 1 });
  const plain = withoutEntities(text);
  if (plain) searchText(plain, { ...search, layer: search.layer + 1 });
}

interface Searching {
  readonly search: Search;
  readonly searchText: SearchText;
}

const PLACEHOLDER_ONLY = /^(?:\[cut \d{1,9}: [a-z][a-z-]{0,31}\])+$/;

function searchHidden(text: PlacedText, hidden: HiddenText, searching: Searching): void {
  const unpacked = !hidden.isText ? unpackedText(text, hidden, searching.search) : undefined;
  const value = unpacked ?? hidden.value;
  if (value === undefined) return;
  const found: FoundSecret[] = [];
  const { search, searchText } = searching;
  const placed = { value, at: (index: number) => index };
  // Names and shapes mean nothing among bytes; what a person chose is looked for everywhere.
  if (hidden.isText || unpacked !== undefined) searchText(placed, { ...search, found, layer: search.layer + 1 });
  else search.own?.(placed, { found });
  if (found.length === 0) return;
  const layer = unpacked === undefined ? hidden.layer : `packed ${hidden.layer}`;
  const cuts = unpacked === undefined && hidden.cut ? piecesIn(hidden, value, found) : undefined;
  for (const cut of cuts ?? wholeOf(hidden, found)) {
    search.found.push({
      ...cut,
      place: cut.place.endsWith(`, in ${layer}`) ? cut.place : `${cut.place}, in ${layer}`,
      from: text.at(cut.from),
      to: text.at(cut.to),
    });
  }
}

/** The finds as cuts in the letters; undefined where one of them cannot be made. */
function piecesIn({ cut: cutOut }: HiddenText, value: string, found: readonly FoundSecret[]): readonly FoundSecret[] | undefined {
  const cuts: FoundSecret[] = [];
  for (const secret of withoutOverlaps(found)) {
    const piece = cutOut?.({ first: secret.from, last: secret.to, around: secret.wrap ?? wrapOf(value, secret) });
    if (!piece) return undefined;
    const last = cuts.at(-1);
    if (last && piece.from < last.to) {
      // Two secrets share a letter: they go as one.
      cuts[cuts.length - 1] = { ...last, to: piece.to, wrap: [last.wrap?.[0] ?? '', piece.after] };
      continue;
    }
    const { quote: _quote, ...rest } = secret;
    cuts.push({ ...rest, from: piece.from, to: piece.to, ...(piece.before || piece.after ? { wrap: [piece.before, piece.after] } : {}) });
  }
  return cuts;
}

function wrapOf(value: string, { quote }: FoundSecret): readonly [string, string] {
  const spelled = quote ? value.slice(quote.from, quote.to) : '';
  return [spelled, spelled];
}

/** The whole stretch, for the first secret in it that was not cut before. */
function wholeOf({ from, to }: HiddenText, found: readonly FoundSecret[]): readonly FoundSecret[] {
  const secret = found.find((each) => !PLACEHOLDER_ONLY.test(each.secret));
  if (!secret) return [];
  const { quote: _quote, wrap: _wrap, ...rest } = secret;
  return [{ ...rest, from, to }];
}

/** So much is unpacked of a piece: what packs better than a hundredth is no text that somebody wrote. */
const MOST_RATIO = 100;
const MOST_BYTES = 1 << 23;

function unpackedText(text: PlacedText, { bytes, from, to }: HiddenText, { unsearched }: Search): string | undefined {
  if (!bytes) return undefined;
  const packing = packingOf(bytes);
  const unpacked = packing ? inflate(bytes, packing, Math.min(MOST_BYTES, MOST_RATIO * bytes.length + 4096)) : undefined;
  if (unpacked?.ok) return UTF8.decode(unpacked.bytes);
  const why = packing ? `packed with ${packing}: ${unpacked?.ok === false ? unpacked.why : ''}` : packerOf(bytes);
  if (why !== undefined && isSurelyPacked(bytes)) unsearched.push({ from: text.at(from), to: text.at(to), why });
  return undefined;
}
const UTF8 = new TextDecoder('utf-8');

/** Two bytes of zlib may be anything's. */
function isSurelyPacked([first]: Uint8Array): boolean {
  return first !== 0x78;
}

function packerOf(bytes: Uint8Array): string | undefined {
  const word = otherPackingOf(bytes);
  return word === undefined ? undefined : `packed with ${word}, which is not unpacked here`;
}

/** The text with the letters that percents stand for, undefined where there are none. Bytes beyond ASCII are no part of names. */
function withoutPercents(text: PlacedText): PlacedText | undefined {
  if (!text.value.includes('%')) return undefined;
  return decodedText(text, /%(?:25)?[2-7][0-9A-Fa-f]/g, (escape) => String.fromCharCode(Number.parseInt(escape.slice(-2), 16)));
}

const ENTITIES: Readonly<Record<string, string>> = { quot: '"', apos: "'", amp: '&', lt: '<', gt: '>' };

/** The text with the signs that the entities of markup stand for, undefined where there are none. */
function withoutEntities(text: PlacedText): PlacedText | undefined {
  if (!text.value.includes('&')) return undefined;
  return decodedText(text, /&(?:quot|apos|amp|lt|gt|#(?:x[2-7][0-9A-Fa-f]|[3-9]\d|1[01]\d|12[0-6]));/g, (entity) => {
    const name = entity.slice(1, -1);
    if (!name.startsWith('#')) return ENTITIES[name] ?? entity;
    return String.fromCharCode(name[1] === 'x' ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1)));
  });
}

function decodedText(text: PlacedText, escapes: RegExp, letterOf: (escape: string) => string): PlacedText | undefined {
  const parts: TextPiece[] = [];
  let done = 0;
  for (const { index, 0: escape } of text.value.matchAll(escapes)) {
    parts.push({ text: text.value.slice(done, index), at: done }, { text: letterOf(escape), at: index });
    done = index + escape.length;
  }
  if (done === 0) return undefined;
  return joinParts(text, [...parts, { text: text.value.slice(done), at: done }, { text: '', at: text.value.length }]);
}
