// Secrets by the name that stands before them, in text that is no JSON or no longer: header lines, command lines, settings, forms,
// parameters of URLs, members of broken JSON and of what other languages print. Linear: what a match took is not looked at again.

import { closingQuote } from '../base/printed-text.ts';
import type { PlacedText } from '../base/json-scan.ts';
import { afterPlaceholders, bareEnd, farEnd, note, type Search } from './secret-found.ts';
import { bareValue, isCode } from './secret-bare.ts';
import { looksSecret, PLACED_MEMBERS, plainName, secretName, valueSecret } from './secret-names.ts';
import type { SecretName, SecretValue } from './secret-names.ts';

/** The last word of a name, and what stands between a name and its value, at any depth of escaping. */
const LOOSE_NAME =
  /(?:access[-_ ]?key|token|credential|authorization|cookie|secret|password|passwd|passphrase|passcode|pwd|pass|auth|jwt|bearer|assertion|verifier|samlresponse|key|signature|sig|code)s?(?<after>\\{0,63}["'])?\]?[ \t]{0,16}(?:(?<sep>:=|=>|==?|:|%3[AaDd])|(?<comma>,)\s{0,64}(?<entry>\\{0,63}["']value\\{0,63}["']\s{0,64}:)?)[ \t]{0,16}(?:b(?=\\{0,63}["'])|(?:\[\]string)?\{(?=\\{0,63}"))?(?<quote>\\{0,63}["'])?/gi;
const LONGEST_NAME = 80;

/** One name that was met, with what stands around it. */
interface Named {
  readonly text: string;
  /** Where the name begins and where its value does. */
  readonly from: number;
  readonly start: number;
  readonly name: string;
  /** The quotes before and after the name, and the one before the value. */
  readonly before: string | undefined;
  readonly after: string | undefined;
  readonly quote: string | undefined;
  readonly sep: string;
  readonly entry: boolean;
}
/** Where a value ends, and which part of it is a secret. */
interface Value {
  readonly to: number;
  readonly secret: SecretValue | undefined;
}

/** Searches for names with their values. */
export function searchNamed(text: PlacedText, search: Search): void {
  let done = 0;
  for (const match of text.value.matchAll(LOOSE_NAME)) {
    const named = readName(text.value, match);
    if (named.start < done || named.from < done) continue;
    const value = readValue(named);
    if (!value?.secret) continue;
    const { secret, to } = value;
    const fallback = named.after === undefined && named.sep !== '=' ? 'prose' : 'body';
    note(text, [named.start + secret.from, to], secret, { search, fallback });
    done = to;
  }
  searchEntries(text, search);
}

function readName(text: string, match: RegExpExecArray): Named {
  const { after, sep, comma = '', entry, quote } = match.groups ?? {};
  const word = /^[a-z-_ ]+/i.exec(match[0])?.[0].trimEnd() ?? '';
  let from = match.index;
  while (from > 0 && match.index - from < LONGEST_NAME && isNameUnit(text.charCodeAt(from - 1))) from -= 1;
  // The letter of an escape is none of the name.
  if (text[from - 1] === '\\' && from < match.index && 'nrt'.includes(text[from] ?? '-')) from += 1;
  return {
    text,
    from,
    start: match.index + match[0].length,
    name: text.slice(from, match.index) + word,
    before: quoteBefore(text, from),
    after,
    quote,
    sep: sep ?? comma,
    entry: entry !== undefined,
  };
}

function isNameUnit(unit: number): boolean {
  const lower = unit | 0x20;
  return (lower >= 0x61 && lower <= 0x7a) || (unit >= 0x30 && unit <= 0x39) || unit === 0x2d || unit === 0x2e || unit === 0x5f;
}

function quoteBefore(text: string, at: number): string | undefined {
  const quote = text[at - 1];
  if (quote !== '"' && quote !== "'") return undefined;
  let from = at - 1;
  while (from > 0 && at - from < 64 && text[from - 1] === '\\') from -= 1;
  return text.slice(from, at);
}

/** What stands under a name: undefined when the name says nothing here. */
function readValue(named: Named): Value | undefined {
  if (/(?:^|[^a-z])(?:sig|signature|code)$/i.test(named.name)) return signatureValue(named);
  const told = secretName(named.name);
  if (!told) return undefined;
  if (named.sep === ',') {
    if (named.quote === undefined || named.after === undefined || !(told.header || named.entry)) return undefined;
    return quoted(named, told, named.quote);
  }
  if (named.after !== undefined) return memberValue(named, told);
  if (named.sep.startsWith('%')) return certainly(named, told, encodedEnd(named));
  if (named.quote !== undefined) return quoted(named, told, named.quote);
  // A quote around name and value both opens before the name.
  if (named.before !== undefined && (named.sep === ':' || named.sep === '=')) return quoted(named, told, named.before);
  if (told.header && named.sep === ':') return headerValue(named, told);
  return bareValue(named, told);
}

/** A value to the quote that opened it. */
function quoted(named: Named, told: SecretName, quote: string): Value {
  const to = quotedEnd(named.text, named.start, quote);
  return { to, secret: valueSecret(told, named.text.slice(named.start, to)) };
}

function quotedEnd(text: string, from: number, quote: string): number {
  // By places: a pattern that takes one unit after the other runs out of stack in a text of many millions.
  const at = quote === '"' ? closingQuote(text, from, quote) : text.indexOf(quote, from);
  return at < 0 ? text.length : at;
}

/** A member of JSON that is broken, or of a dictionary that another language prints. */
function memberValue(named: Named, told: SecretName): Value {
  const { text, start, quote } = named;
  const to = quote === undefined ? bareEnd(text, afterPlaceholders(text, start), /[,}\]\s]/).to : quotedEnd(text, start, quote);
  const value = text.slice(start, to);
  // What no quote encloses is a number or what was cut, or else a piece of a program.
  if (quote === undefined && !/^(?:-?\d[\w.+-]*|\[cut .*)$/.test(value)) return { to, secret: undefined };
  // What a broken text holds beside it is not known: a token may be one of a push config.
  const placed = PLACED_MEMBERS.find(({ member }) => member === plainName(named.name));
  if (placed) return { to, secret: valueSecret({ ...placed, certain: true, header: false }, value) };
  return { to, secret: valueSecret(told, value) };
}

/** Schemes whose credentials are one word: what follows on that is a comment or a log's own. */
const ONE_WORD = /^(?:bearer|basic|token|dpop|apikey|negotiate|privatetoken)[ \t]+/i;

/** A header to the end of its line. */
function headerValue({ text, start }: Named, told: SecretName): Value {
  const scheme = ONE_WORD.exec(text.slice(start, start + 40))?.[0].length ?? 0;
  const cutEnd = afterPlaceholders(text, start + scheme);
  // In a string of JSON that is torn apart, the line ends are escapes.
  const stop = scheme > 0 ? /[\s"'\\]/g : /[\r\n]|\\{1,63}[rn]/g;
  stop.lastIndex = start + scheme;
  const end = cutEnd > start + scheme ? cutEnd : (stop.exec(text)?.index ?? text.length);
  const to = told.shape === 'cookie' ? foldedEnd(text, end) : end;
  return { to, secret: valueSecret(told, text.slice(start, to)) };
}

const FOLD = /(?:\r?\n|(?:\\{1,7}r)?\\{1,7}n)[ \t]{1,8}(?=[\w.-]{1,64}=)[^\r\n\\]{1,4000}/y;

/** A list of cookies goes on in lines that are indented. */
function foldedEnd(text: string, from: number): number {
  let end = from;
  if (text[from - 1] !== ';') return end;
  for (FOLD.lastIndex = end; FOLD.test(text); FOLD.lastIndex = end) end = FOLD.lastIndex;
  return end;
}

/** The end of a value in percent-encoding: what would end a parameter, plain or encoded. */
function encodedEnd({ text, start }: Named): number {
  const stop = /%(?:25)?(?:26|23|22|2[cC]|20|3[bB])|[&#\s"'<>\\]/;
  const { to, isWhole } = bareEnd(text, afterPlaceholders(text, start), stop);
  return isWhole ? to : farEnd(text, to, stop);
}

function certainly({ text, start }: Named, told: SecretName, to: number): Value {
  return { to, secret: valueSecret({ ...told, certain: true }, text.slice(start, to)) };
}

const OAUTH = /oauth|callback|redirect|grant_type|[?&]state=/i;

/** What signs a URL (shared access signatures), and the code of an authorization: secrets as parameters and nowhere else. */
function signatureValue(named: Named): Value | undefined {
  const { text, from, start, sep } = named;
  if (sep !== '=' || !'?&#;'.includes(text[from - 1] ?? ' ')) return undefined;
  const { to } = bareEnd(text, afterPlaceholders(text, start), /[&#\s"'<>\\;]/);
  const code = /code$/i.test(named.name);
  if (code && !OAUTH.test(text.slice(Math.max(0, from - 300), to + 100))) return undefined;
  const value = text.slice(start, to);
  const told = { shape: code ? 'code' : 'signature', place: `parameter ${named.name}`, certain: true, header: false };
  if (isCode(value) || !(looksSecret(value) || afterPlaceholders(value, 0) > 0)) return undefined;
  return { to, secret: valueSecret(told, value) };
}

/** Entries of a list of headers that say their value before their name. */
function searchEntries(text: PlacedText, search: Search): void {
  for (const match of text.value.matchAll(LOOSE_ENTRY)) {
    const { before = '', value = '', name = '' } = match.groups ?? {};
    const start = match.index + before.length;
    const told = secretName(name);
    const secret = told?.certain ? valueSecret(told, value) : undefined;
    if (secret) note(text, [start + secret.from, start + value.length], secret, { search, fallback: 'body' });
  }
}

const LOOSE_ENTRY =
  /(?<before>"value\\{0,63}"\s{0,64}:\s{0,64}(?<quote>\\{0,63}"))(?<value>(?:(?!\k<quote>).)*)\k<quote>\s{0,64},\s{0,64}\\{0,63}"(?:name|key)\\{0,63}"\s{0,64}:\s{0,64}\\{0,63}"(?<name>[\w.-]{3,80})\\{0,63}"/gi;

/** Command lines of curl: what its options carry that no name stands before. */
export function searchCommands(text: PlacedText, search: Search): void {
  for (const command of text.value.matchAll(/\bcurl(?:\.exe)?(?=[ \t])(?:[^\r\n\\^]|[\\^](?:\r\n|[^]))*/g)) {
    for (const option of command[0].matchAll(OPTION)) {
      const secret = option.groups?.['user'] ?? option.groups?.['cookie'] ?? option.groups?.['bearer'] ?? '';
      const shape = option.groups?.['user'] !== undefined ? 'password' : option.groups?.['cookie'] !== undefined ? 'cookie' : 'token';
      const to = command.index + option.index + option[0].length;
      const told = { shape, place: 'header authorization', certain: true, header: true };
      if (valueSecret(told, secret)) note(text, [to - secret.length, to], told, { search, fallback: 'header' });
    }
  }
}

const PIECE = String.raw`(?:\[cut \d{1,9}: [a-z-]{1,32}\])+|[^\s"'\\]+`;
const OPTION = new RegExp(
  String.raw`(?<=\s)(?:(?:-u|--user|-U|--proxy-user)[= \t]{0,8}\\{0,9}["']?[^\s:"'\\]{1,128}:(?<user>${PIECE})|(?:-b|--cookie)[= \t]{1,8}\\{0,9}["']?(?<cookie>(?:\[cut \d{1,9}: [a-z-]{1,32}\])+|[^\s"'\\=]{1,64}=[^"'\\\r\n]+)|--oauth2-bearer[= \t]{1,8}\\{0,9}["']?(?<bearer>${PIECE}))`,
  'g',
);
