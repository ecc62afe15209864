// Secrets that are known by their own looks, wherever they stand: keys with the prefix of who issues them, JSON Web Tokens,
// private keys, passwords in URLs, what follows on the name of a scheme.

import { decodeBase64 } from './secret-base64.ts';
import { findKeys, type OpenKey } from './secret-key-lines.ts';
import type { SecretPlace } from './secret-names.ts';
import { isMasked, looksSecret } from './secret-names.ts';
import { VENDOR_KEYS } from './secret-vendor-keys.ts';

export interface ShapeFind extends SecretPlace {
  readonly from: number;
  readonly to: number;
}

interface Shape extends SecretPlace {
  /** Texts of which one is in every text that has the shape: looked for first, because that is many times faster. */
  readonly hints: readonly string[];
  /** Where it has a group, that is the secret, at its end. */
  readonly pattern: RegExp;
  readonly check?: (secret: string) => boolean;
  /** Where it really ends, given a text and then where its pattern does. */
  readonly ends?: (text: string) => (from: number) => number;
}

/** Nothing that could be the same word stands before; the letter of an escape is none of it. */
const START = String.raw`(?:(?<![A-Za-z0-9_-])|(?<=\\[nrtbf]))`;
/** What was cut before, once or several times in a row. */
const CUT = String.raw`(?:\[cut \d{1,9}: [a-z][a-z-]{0,31}\])+`;
const word = (pattern: string): RegExp => new RegExp(START + pattern, 'g');

// Every repetition is bounded or ends at a unit that cannot begin another match of its own: linear on any text.
const SHAPES: readonly Shape[] = [
  {
    shape: 'jwt',
    place: 'JWT',
    hints: ['eyJ'],
    pattern: word(String.raw`eyJ[\w-]{6,}\.[\w-]{4,}\.[\w-]*(?:\.[\w-]*){0,2}(?:~[\w-]*)*`),
    check: isJwt,
  },
  {
    shape: 'jwt',
    place: 'JWE',
    hints: ['eyJ'],
    // With a key that is agreed on the second part is empty; a signature without its text has three parts and is public.
    pattern: word(String.raw`eyJ[\w-]{6,}\.\.[\w-]{4,}\.[\w-]+\.[\w-]+`),
    check: isJwt,
  },
  ...VENDOR_KEYS.map(
    ({ place, hints, pattern, check = hasDigit }): Shape => ({ shape: 'api-key', place, hints, pattern: word(pattern), check }),
  ),
  {
    shape: 'token',
    place: 'macaroon',
    hints: ['MDA'],
    // What a macaroon begins with is four digits of a length and the word "location".
    pattern: word(String.raw`MDA[\w+/-]{5}Y2F0aW9u[\w+/-]{16,}={0,2}`),
  },
  {
    shape: 'token',
    place: 'biscuit',
    hints: ['EiQIABIg', 'IkCAASI', 'SJAgAEi'],
    // The key that comes next in the chain stands in each block: its head, at any of the three places that base64 can have it.
    pattern: word(String.raw`(?:biscuit:)?E[g-v][\w-]{8,}={0,2}(?![\w-])`),
    check: (secret) => /EiQIABIg|IkCAASI|SJAgAEi/.test(secret),
  },
  {
    shape: 'token',
    place: 'SAML assertion',
    hints: ['Assertion'],
    // What stands between its tags: the empty group begins there.
    pattern: /<(?:[A-Za-z][\w.-]{0,31}:)?(?:Encrypted)?Assertion(?=[\s>])[^<>]{0,4000}>()/g,
    ends: createAssertionEnds,
  },
  {
    shape: 'password',
    place: 'URL',
    hints: ['@'],
    pattern: new RegExp(String.raw`:\\{0,9}/\\{0,9}/[^\s/?#@:"'<>\\[\]]{0,128}:((?!\[cut )[^\s/?#@"'<>\\]{1,256}|${CUT})(?=@)`, 'g'),
    check: (secret) => !isMasked(secret),
  },
  {
    shape: 'authorization',
    place: 'scheme',
    hints: ['earer ', 'EARER '],
    pattern: word(String.raw`[Bb](?:earer|EARER)[ \t]{1,4}([\w.~+/-]{6,}={0,2})(?!["']?[ \t]*=)`),
    check: (secret) => !isMasked(secret) && looksSecret(secret) && !isWord(secret),
  },
  {
    shape: 'authorization',
    place: 'scheme',
    hints: ['asic ', 'ASIC '],
    pattern: word('[Bb](?:asic|ASIC)[ \\t]{1,4}([A-Za-z0-9+/]{6,}={0,2})(?![A-Za-z0-9+/=])'),
    check: isUserAndPassword,
  },
  {
    shape: 'password',
    place: 'URL',
    hints: ['@'],
    // A token in the place of a user.
    pattern: new RegExp(String.raw`:\\{0,9}/\\{0,9}/((?!\[cut )[\w.~%-]{20,400}|${CUT})(?=@(?!\w{1,40}\.ingest\.))`, 'g'),
    check: (secret) => secret.startsWith('[cut ') || (hasDigit(secret) && /[A-Za-z]/.test(secret) && !/\.[a-z]/i.test(secret)),
  },
  {
    shape: 'token',
    place: 'webhook URL',
    hints: ['hooks.slack.com'],
    pattern: /hooks\.slack\.com\\{0,9}\/(?:services|workflows|triggers)\\{0,9}\/([\w\\/-]{20,})/g,
  },
  {
    shape: 'token',
    place: 'webhook URL',
    hints: ['webhooks'],
    pattern: /discord(?:app)?\.com\\{0,9}\/api\\{0,9}\/(?:v\d{1,2}\\{0,9}\/)?webhooks\\{0,9}\/\d{1,20}\\{0,9}\/([\w-]{12,})/g,
  },
  {
    shape: 'token',
    place: 'webhook URL',
    hints: ['IncomingWebhook'],
    pattern: /IncomingWebhook\\{0,9}\/([\w\\/-]{12,})/g,
  },
  {
    shape: 'password',
    place: 'netrc',
    hints: ['login'],
    pattern:
      /\b(?:machine\s{1,40}\S{1,255}|default)\s{1,40}login\s{1,40}\S{1,255}\s{1,40}(?:account\s{1,40}\S{1,255}\s{1,40})?password\s{1,40}((?!\[cut )\S{1,256}|\[cut \d{1,9}: [a-z-]{1,32}\])/g,
    check: (secret) => !isMasked(secret),
  },
  {
    shape: 'password',
    place: 'pgpass',
    hints: ['5432:', '*:'],
    pattern:
      /(?<![^\s"'])[\w.*-]{1,255}:(?:5432|\*):[\w*.-]{1,64}:[\w*.-]{1,64}:((?!\[cut )[^\s:"'\\]{1,256}|\[cut \d{1,9}: [a-z-]{1,32}\])(?=[\s"'\\]|$)/g,
    check: (secret) => !isMasked(secret),
  },
];

/** A secret that was cut before counts as one, in the place where it stands. */
const CUT_BEFORE = /\[cut \d{1,9}: ([a-z][a-z-]{0,31})\]/g;

/** All shapes in a text, in no particular order. @param key a private key that is open in the texts before */
export function findShapes(text: string, key: OpenKey): readonly ShapeFind[] {
  const found: ShapeFind[] = findKeys(text, key).map((range) => ({ ...range, shape: 'private-key', place: 'private key' }));
  for (const shape of SHAPES) {
    if (!shape.hints.some((hint) => text.includes(hint))) continue;
    const endOf = shape.ends?.(text);
    let done = 0;
    for (const match of text.matchAll(shape.pattern)) {
      const secret = match[1] ?? match[0];
      const to = match.index + match[0].length;
      if (match.index < done || (shape.check && !shape.check(secret))) continue;
      done = endOf?.(to) ?? to;
      found.push({ from: to - secret.length, to: done, shape: shape.shape, place: shape.place });
    }
  }
  if (!text.includes('[cut ')) return found;
  for (const { index, 0: all, 1: shape = '' } of text.matchAll(CUT_BEFORE))
    found.push({ from: index, to: index + all.length, shape, place: 'cut before' });
  return found;
}

const ASSERTION_END = /<\/(?:[A-Za-z][\w.-]{0,31}:)?(?:Encrypted)?Assertion\s{0,8}>/g;

/** Where what stands in an assertion ends: before its last tag, or, where that is missing, with the text. */
function createAssertionEnds(text: string): (from: number) => number {
  const ends = Array.from(text.matchAll(ASSERTION_END), (match) => match.index);
  let next = 0;
  return (from) => {
    while ((ends[next] ?? Number.POSITIVE_INFINITY) < from) next += 1;
    return ends[next] ?? text.length;
  };
}

function isJwt(text: string): boolean {
  const header = decodeBase64(text.slice(0, text.indexOf('.')));
  return header !== undefined && /^\{\s*"/.test(header);
}

function hasDigit(text: string): boolean {
  return /\d/.test(text);
}

/** A word of prose, hyphens and dots in it: `authentication`, `token-based`, `tokens.` */
function isWord(text: string): boolean {
  return /^[A-Za-z]+(?:[-.][A-Za-z]*)*$/.test(text) && text.length < 32 && !/[a-z][A-Z]|[A-Z]{2}[a-z]/.test(text);
}

function isUserAndPassword(text: string): boolean {
  const decoded = decodeBase64(text);
  return decoded !== undefined && /^[^:\s]*:.+$/.test(decoded);
}
