// One quick look tells whether a text can hold a secret at all. It runs over every record of a file, a million times, so it asks
// with the searches that an engine of regular expressions does fastest, and asks more only where one of those has met something.

import { mayDump } from './secret-dump.ts';
import { MAYBE_NAMED } from './secret-names.ts';

/** Whether a text may hold a secret; quick to say no, and never wrong in saying it for what the search finds. */
export function maySecret(text: string): boolean {
  return (hasPiece(text) && (MAYBE_NAMED.test(text) || MAYBE_SHAPED.test(text))) || hasSign(text) || hasLongRun(text);
}

/**
 * Whether a piece of a name or of a shape is there. Long alternatives of like length are searched in leaps, and one letter alone is
 * found at once: so there are few of the first kind, and what begins with a rare capital waits for that.
 */
function hasPiece(text: string): boolean {
  if (COMMON_WORDS.test(text) || COMMON_ENDS.test(text)) return true;
  if (hasSecretKey(text) || hasDashedKey(text)) return true;
  if (text.includes('zati') || text.includes('ZATI')) return true;
  if (text.includes('J') && (text.includes('yJ') || text.includes('JWT'))) return true;
  if (text.includes('B') && /B(?:asic|ASIC|EGIN)/.test(text)) return true;
  if (text.includes('A') && AWS_OR_GOOGLE.test(text)) return true;
  return text.includes('G') && (text.includes('G.') || text.includes('GOCSP'));
}

/** `task-` and `desk-` end like a key begins: a key has no letter or digit before it, but for the letter of an escape. */
function hasSecretKey(text: string): boolean {
  for (let at = text.indexOf('sk-'); at >= 0; at = text.indexOf('sk-', at + 3)) {
    if (!isLetterOrDigit(text.charCodeAt(at - 1)) || text[at - 2] === '\\') return true;
  }
  return false;
}

function isLetterOrDigit(unit: number): boolean {
  return (unit >= 0x61 && unit <= 0x7a) || (unit >= 0x41 && unit <= 0x5a) || (unit >= 0x30 && unit <= 0x39);
}

const COMMON_WORDS = /token|cookie|secret|creden/i;
const COMMON_ENDS = /pass|hook|auth["\\]|[a-z_-]key|bear|curl/i;

/** Pieces of prefixes, each of them asked for by a letter that is rare. */
function hasDashedKey(text: string): boolean {
  if (text.includes('xox') || text.includes('xapp-') || text.includes('ypi-') || text.includes('q0')) return true;
  return text.includes('AK-') || (text.includes('gl') && GITLAB_KEY.test(text));
}
const GITLAB_KEY = /gl(?:pat|rt|dt|ptt|cbt|agent|oas|soat|ft|imt)-/;
const AWS_OR_GOOGLE = /(?:A[KSB]IA|ACCA|AIza|:AA)[\w-]{16}/;

/** Of what has a piece: whether a shape is likely. */
const MAYBE_SHAPED =
  /eyJ|(?:(?:(?<![A-Za-z0-9])|(?<=\\[nrtbf]))sk|xox[abeoprs]|xapp|pypi|gl(?:pat|rt|dt|ptt|cbt|agent|oas|soat|ft|imt)|NR(?:AK|JS|II)|PMAK|tskey|sq0[a-z]{3})-\w|(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]|AIza|GOCSPX|SG\.|AGE-SECRET|:AA[\w-]{20}|(?:bearer|basic)[ \t]|-BEGIN |curl -|hooks\.slack|webhooks\\*\/|IncomingWebhook|\blogin\s/i;

/** What is told by a single sign: rare in what agents say, and looked at more closely where it is met. */
function hasSign(text: string): boolean {
  if (text.includes('[cut ') || text.includes('PRIVATE KEY')) return true;
  if (text.includes('@') && MAYBE_URL_PASSWORD.test(text)) return true;
  if (isFramed(text)) return true;
  if (text.includes('=') && MAYBE_PARAMETER.test(text)) return true;
  if (text.includes('%') && ESCAPED_LETTER.test(text)) return true;
  if (text.includes('\\') && ESCAPED_LETTER.test(text)) return true;
  return text.includes('\n') && mayDump(text);
}

/** Markup and files of passwords. */
function isFramed(text: string): boolean {
  return (text.includes('&') && text.includes('&quot;')) || text.includes('Assertion') || text.includes('*:') || text.includes('5432:');
}

const MAYBE_URL_PASSWORD = /:[\\/]{2,20}(?:[^\s/?#@"']{0,128}:[^\s/?#"']{1,256}|[\w.~%-]{20,400})@/;
const MAYBE_PARAMETER = /[?&;#](?:sig|code|x-(?:amz|goog|oss|ms)-signature|signature)=|pwd=/i;
const ESCAPED_LETTER = /\\u00[2-7]|%[2-7][0-9A-Fa-f]/;

/** Keys with a prefix and an underscore are that long, and so is a name with a value in base64. */
const SHORTEST_RUN = 32;
/** Each stretch of that length has a unit in it that is looked at and has eight of its own before it. */
const STRIDE = SHORTEST_RUN - 8;

/**
 * Whether a stretch of base64 letters is so long that a key may be in it, or text hidden. One unit in so many is looked at, and from
 * there back to where the stretch begins: most begin near by. Hexadecimal (hashes, ids, trace contexts) and words are neither.
 */
function hasLongRun(text: string): boolean {
  for (let at = STRIDE - 1; at < text.length; at += STRIDE) {
    let from = at;
    while (from >= 0 && isRunUnit(text.charCodeAt(from))) from -= 1;
    if (at - from < 8) continue;
    let to = at + 1;
    while (to < text.length && isRunUnit(text.charCodeAt(to))) to += 1;
    if (to - from > SHORTEST_RUN && mayHide(text, from + 1, to)) return true;
    at = Math.max(at, to - 1);
  }
  return false;
}

/** A stretch that holds text, or a key; a hash or an id holds neither. */
function mayHide(text: string, from: number, to: number): boolean {
  const run = text.slice(from, to);
  if (!/[g-zG-Z]/.test(run)) return HEX_TEXT_HEAD.test(run) || isKeyBeside(text, from, to);
  return /\d/.test(run);
}

/** Text in hexadecimal shows by its first letters: six of a hash are that by chance once in four hundred times. */
const HEX_TEXT_HEAD = /^(?:(?:0[9ad]|[2-7][\da-f]){6}|(?:0[9AD]|[2-7][\dA-F]){6})/;

/** Keys that are hexadecimal and have their mark beside that. */
function isKeyBeside(text: string, from: number, to: number): boolean {
  const before = text.charCodeAt(from - 1);
  if (before === 0x2e) return true;
  if (before === 0x2d) return /(?:key-|gl(?:oas|rt)-|PMAK-[\da-f]{24}-)$/.test(text.slice(Math.max(0, from - 30), from));
  return text.startsWith('-us', to);
}

/** Letters of base64 in either alphabet, but for the dash: where text is encoded it is rare, and where ids are written it is not. */
function isRunUnit(unit: number): boolean {
  return (
    (unit >= 0x61 && unit <= 0x7a) || (unit >= 0x41 && unit <= 0x5a) || (unit >= 0x2f && unit <= 0x39) || unit === 0x2b || unit === 0x5f
  );
}
