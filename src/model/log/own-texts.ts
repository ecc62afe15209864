// Texts that a person has chosen to have cut, beside what is known for a secret: wherever exactly that text stands, whether it is
// spelled as it was chosen, with more or fewer of JSON's backslashes, or as URLs, markup and bytes spell it. Each layer that an
// encoding hides is searched by itself. SPEC.md L.11.

import type { PlacedText } from '../base/json-scan.ts';
import type { Search, TextRange } from './secret-found.ts';

/** What the cut of a chosen text is called. */
export const OWN_SHAPE = 'own';
const OWN_PLACE = 'chosen by hand';
/** Shorter texts stand everywhere, and say nothing. */
const SHORTEST_OWN_TEXT = 4;
/** JSON in JSON, and once more. */
const DEPTHS = 2;

/** Looks for the chosen texts in one layer of a text, and takes down where they stand. */
export interface OwnSearch {
  (text: PlacedText, search: Pick<Search, 'found'>): void;
  /** Whether a short stretch of base64 can have one of them in it. */
  readonly mayHide: (letters: string) => boolean;
}

/**
 * Whether a text can be cut: long enough, and within one value, so that what is left is as good as it was.
 * @returns why not, in words; undefined where it can
 */
export function whyNotOwn(text: string): string | undefined {
  if (text.trim().length < SHORTEST_OWN_TEXT) return `Choose at least ${SHORTEST_OWN_TEXT} characters.`;
  if (/[\r\n]/.test(text)) return 'Choose a text within one line.';
  if (/\[cut \d+: /.test(text)) return 'Choose a text without anything that is cut already.';
  if (/["{}[\]]|\\$/.test(text)) return 'Choose a text inside one value, without quotation marks and brackets.';
  return undefined;
}

/** @returns undefined where nothing is to be looked for */
export function createOwnSearch(texts: readonly string[]): OwnSearch | undefined {
  const sought = texts
    .filter((text) => text.length >= SHORTEST_OWN_TEXT)
    .map((text) => ({ secret: plain(text), spellings: spellingsOf(text) }));
  if (sought.length === 0) return undefined;
  const cores = texts.flatMap((text) => base64Cores(plain(text)));
  const find = (text: PlacedText, { found }: Pick<Search, 'found'>): void => {
    for (const { secret, spellings } of sought) {
      for (const spelling of spellings) {
        for (let at = text.value.indexOf(spelling); at >= 0; at = text.value.indexOf(spelling, at + spelling.length)) {
          const range = wholeOf(text.value, { from: at, to: at + spelling.length });
          found.push({ ...placed(text, range), secret, shape: OWN_SHAPE, place: OWN_PLACE, where: 'body', ...quoteOf(text, range) });
        }
      }
    }
  };
  return Object.assign(find, { mayHide: (letters: string) => cores.some((core) => letters.includes(core)) });
}

/** The letters of base64 that a text makes by itself, at each of the three places that it can have in a stretch, in both alphabets. */
function base64Cores(text: string): readonly string[] {
  const bytes = asBytes(text);
  return [0, 1, 2].flatMap((lead) => {
    const letters = btoa('\0'.repeat(lead) + bytes);
    const core = letters.slice(Math.ceil((lead * 8) / 6), Math.floor(((lead + bytes.length) * 8) / 6));
    return [core, core.replaceAll('+', '-').replaceAll('/', '_')];
  });
}

function placed(text: PlacedText, { from, to }: TextRange): TextRange {
  return { from: text.at(from), to: text.at(to) };
}

/** With fewer and more backslashes than it was chosen with, and as URLs, forms, markup and bytes spell it. */
function spellingsOf(text: string): readonly string[] {
  const spellings = new Set<string>([text]);
  let [fewer, more]: [string, string] = [text, text];
  for (let depth = 0; depth < DEPTHS; depth += 1) {
    fewer = unescaped(fewer);
    more = JSON.stringify(more).slice(1, -1);
    for (const spelling of [fewer, more]) spellings.add(spelling);
  }
  const meant = plain(text);
  for (const spelling of [...inPercents(meant), inEntities(meant), ...inAscii(meant), asBytes(meant), ...inHex(meant)])
    spellings.add(spelling);
  return [...spellings].filter((spelling) => spelling.length >= SHORTEST_OWN_TEXT);
}

/** As a URL and as a form have it, once and twice encoded. */
function inPercents(text: string): readonly string[] {
  const once = encodeURIComponent(withoutLoneHalves(text));
  return [once, once.replaceAll('%20', '+'), encodeURIComponent(once), once.toLowerCase() === once ? once : lowerPercents(once)];
}

function lowerPercents(text: string): string {
  return text.replace(/%[0-9A-F]{2}/g, (escape) => escape.toLowerCase());
}

/** Half of a pair stands for no letter, and cannot be encoded. */
function withoutLoneHalves(text: string): string {
  return text.replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '\uFFFD');
}

function inEntities(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** As JSON spells it whose writer keeps to ASCII, at two depths. */
function inAscii(text: string): readonly string[] {
  const once = text.replace(/[^ -~]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return [once, once.replaceAll('\\', '\\\\')];
}

function inHex(text: string): readonly string[] {
  const digits = Array.from(new TextEncoder().encode(text), (byte) => byte.toString(16).padStart(2, '0')).join('');
  return [digits, digits.toUpperCase()];
}

/** Its bytes, one a unit: what a layer says that is no text. */
function asBytes(text: string): string {
  return String.fromCharCode(...new TextEncoder().encode(text));
}

function plain(text: string): string {
  return unescaped(unescaped(text));
}

function unescaped(text: string): string {
  if (!text.includes('\\')) return text;
  try {
    const value: unknown = JSON.parse(`"${text}"`);
    return typeof value === 'string' ? value : text;
  } catch {
    // Backslashes that are none of JSON's stay what they are.
    return text;
  }
}

const NUMBER = /^[-\d.eE+]+$/;
const NUMBER_UNIT = /[-\d.eE+]/;

/** An escape that would be torn apart, and a number that stands in the open, are cut as a whole. */
function wholeOf(text: string, { from, to }: TextRange): TextRange {
  const before = text.slice(Math.max(0, from - 6), from);
  const escape = /(\\+)(?:u[0-9a-fA-F]{0,3})?$/.exec(before);
  if (escape && (escape[1] ?? '').length % 2 === 1) return { from: from - escape[0].length + (escape[1] ?? '').length - 1, to };
  if (!NUMBER.test(text.slice(from, to))) return { from, to };
  let [start, end] = [from, to];
  while (start > 0 && from - start < 64 && NUMBER_UNIT.test(text[start - 1] ?? '')) start -= 1;
  while (end < text.length && end - to < 64 && NUMBER_UNIT.test(text[end] ?? '')) end += 1;
  return isBare(text, start, end) ? { from: start, to: end } : { from, to };
}

/** A number between the signs that stand around a value. */
function isBare(text: string, from: number, to: number): boolean {
  return /[:,[]\s{0,8}$/.test(text.slice(Math.max(0, from - 9), from)) && /^\s{0,8}[,}\]]/.test(text.slice(to, to + 9));
}

/** A bare number becomes a text, with quotes as they are spelled near by. */
function quoteOf(text: PlacedText, { from, to }: TextRange): { readonly quote?: TextRange } {
  if (!NUMBER.test(text.value.slice(from, to)) || !isBare(text.value, from, to)) return {};
  const before = text.value.slice(Math.max(0, from - 512), from);
  const quote = /(\\*")[^"]*$/.exec(before);
  if (!quote) return {};
  const at = from - before.length + quote.index;
  return { quote: placed(text, { from: at, to: at + (quote[1] ?? '').length }) };
}
