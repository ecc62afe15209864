// Secrets that are known by their own looks, wherever they stand: keys with the prefix of who issues them, JSON Web Tokens,
// private keys, passwords in URLs, what follows on the name of a scheme.

import { decodeBase64 } from './secret-base64.ts';
import type { SecretPlace } from './secret-names.ts';
import { isMasked, looksSecret } from './secret-names.ts';

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

/** A key by the prefix of who issues it: `hints` are the prefixes. */
function key(place: string, hints: readonly string[], pattern: string): Shape {
  return { shape: 'api-key', place, hints, pattern: word(pattern), check: hasDigit };
}

// Every repetition is bounded or ends at a unit that cannot begin another match of its own: linear on any text.
const SHAPES: readonly Shape[] = [
  { shape: 'jwt', place: 'JWT', hints: ['eyJ'], pattern: word(String.raw`eyJ[\w-]{6,}\.[\w-]{4,}\.[\w-]*(?:\.[\w-]*){0,2}`), check: isJwt },
  { ...key('API key', ['sk-'], String.raw`sk-[\w-]{16,}`), check: isSecretKey },
  key('AWS access key id', ['AKIA', 'ASIA', 'ABIA', 'ACCA'], '(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Za-z0-9])'),
  key(
    'GitHub token',
    ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_', 'github_pat_'],
    String.raw`(?:gh[pousr]_[A-Za-z0-9]{20,}|github_pat_\w{20,})`,
  ),
  key('GitLab token', ['glpat-', 'gldt-', 'glrt-', 'glptt-', 'glcbt-'], String.raw`gl(?:pat|dt|rt|ptt|cbt)-[\w-]{16,}`),
  key('Slack token', ['xox', 'xapp-'], String.raw`(?:xox[abeoprs]|xapp)-[\w-]{10,}`),
  key('Google API key', ['AIza', 'ya29.', 'GOCSPX-'], String.raw`(?:AIza[\w-]{30,}|ya29\.[\w-]{16,}|GOCSPX-[\w-]{16,})`),
  key('Stripe key', ['k_live_', 'k_test_', 'whsec_'], '(?:[sr]k_(?:live|test)_[A-Za-z0-9]{10,}|whsec_[A-Za-z0-9+/=]{16,})'),
  key('npm token', ['npm_'], 'npm_[A-Za-z0-9]{30,}'),
  key('PyPI token', ['pypi-'], String.raw`pypi-[\w-]{32,}`),
  { ...key('Hugging Face token', ['hf_', 'api_org_'], '(?:hf|api_org)_[A-Za-z0-9]{24,}'), check: isMixed },
  key('SendGrid key', ['SG.'], String.raw`SG\.[\w-]{12,}\.[\w-]{16,}`),
  key('Twilio key', ['SK'], 'SK[0-9a-f]{32}(?![0-9A-Za-z])'),
  key(
    'API key',
    ['gsk_', 'xai-', 'r8_', 'dop_v1_', 'shpat_', 'shpss_', 'lin_api_', 'ntn_', 'figd_', 'tvly-', 'pplx-', 'nvapi-'],
    '(?:(?:gsk|r8|dop_v1|shpat|shpss|lin_api|ntn|figd)_|(?:xai|tvly|pplx|nvapi)-)[A-Za-z0-9_-]{20,}',
  ),
  {
    shape: 'private-key',
    place: 'private key',
    hints: ['-----BEGIN '],
    pattern: /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g,
    ends: createKeyEnds,
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
    shape: 'token',
    place: 'webhook URL',
    hints: ['hooks.slack.com'],
    pattern: /hooks\.slack\.com\\{0,9}\/(?:services|workflows)\\{0,9}\/([A-Za-z0-9_\\/]{20,})/g,
  },
  { shape: 'token', place: 'bot token', hints: [':AA'], pattern: /(?<![\w-])(?:bot)?(\d{8,10}:AA[\w-]{32,34})(?![\w-])/g },
];

/** A secret that was cut before counts as one, in the place where it stands. */
const CUT_BEFORE = /\[cut \d{1,9}: ([a-z][a-z-]{0,31})\]/g;

/** All shapes in a text, in no particular order. */
export function findShapes(text: string): readonly ShapeFind[] {
  const found: ShapeFind[] = [];
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

const KEY_END = /-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;
const LONGEST_KEY = 20_000;

/** The ends of private keys in a text, asked from front to back: its last line, or, where that is missing, the last unit that can be part of one. */
function createKeyEnds(text: string): (from: number) => number {
  const ends = Array.from(text.matchAll(KEY_END), (match) => match.index + match[0].length);
  let next = 0;
  return (from) => {
    while ((ends[next] ?? Number.POSITIVE_INFINITY) <= from) next += 1;
    const end = ends[next];
    if (end !== undefined && end - from <= LONGEST_KEY) return end;
    // In JSON that is broken the line ends are escapes.
    return from + (/^[A-Za-z0-9+/=\s\\]*/.exec(text.slice(from, from + LONGEST_KEY))?.[0].length ?? 0);
  };
}

function isJwt(text: string): boolean {
  const header = decodeBase64(text.slice(0, text.indexOf('.')));
  return header !== undefined && /^\{\s*"/.test(header);
}

/** `sk-` begins words, too: one stretch of it must be long, and something in it a digit. */
function isSecretKey(text: string): boolean {
  return /\d/.test(text) && /[A-Za-z0-9]{12}/.test(text);
}

/** Letters of both sizes, or a digit among them: no word in small letters. */
function isMixed(text: string): boolean {
  return /\d/.test(text) || (/[a-z]/.test(text) && /[A-Z]/.test(text));
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
