// Secrets under an encoding: base64 whose text holds one is cut as a whole, because its letters cannot be cut out of it one by one;
// percent-encoding is decoded in place.

import type { PlacedText } from '../base/json-scan.ts';
import { base64Texts } from './secret-base64.ts';
import { joinParts, note, type FoundSecret, type Search, type SearchText, type TextPart } from './secret-found.ts';

/** Searches what a text says in base64 and percent-encoding. */
export function searchEncoded(text: PlacedText, search: Search, searchText: SearchText): void {
  searchBase64(text, search, searchText);
  const decoded = withoutPercents(text);
  if (decoded) searchText(decoded, { ...search, layer: search.layer + 1 });
}

const PLACEHOLDER_ONLY = /^(?:\[cut \d{1,9}: [a-z][a-z-]{0,31}\])+$/;

function searchBase64(text: PlacedText, search: Search, searchText: SearchText): void {
  for (const { from, to, decoded } of base64Texts(text.value)) {
    const inner: FoundSecret[] = [];
    searchText({ value: decoded, at: (index) => index }, { ...search, found: inner, layer: search.layer + 1 });
    const secret = inner.find((found) => !PLACEHOLDER_ONLY.test(found.secret));
    if (!secret) continue;
    note(
      text,
      [from, to],
      { shape: secret.shape, place: `${secret.place}, in base64` },
      { search: { ...search, spot: spotOf(secret) }, fallback: secret.where },
    );
  }
}

function spotOf({ where, side }: FoundSecret): Search['spot'] {
  return { where, side };
}

/** The text with the letters that percents stand for, undefined where there are none. Bytes beyond ASCII are no part of names. */
function withoutPercents(text: PlacedText): PlacedText | undefined {
  if (!text.value.includes('%')) return undefined;
  const parts: TextPart[] = [];
  let done = 0;
  for (const { index, 0: escape } of text.value.matchAll(/%(?:25)?[2-7][0-9A-Fa-f]/g)) {
    const letter = String.fromCharCode(Number.parseInt(escape.slice(-2), 16));
    parts.push({ text: text.value.slice(done, index), from: done }, { text: letter, from: index });
    done = index + escape.length;
  }
  if (done === 0) return undefined;
  return joinParts(text, [...parts, { text: text.value.slice(done), from: done }, { text: '', from: text.value.length }]);
}
