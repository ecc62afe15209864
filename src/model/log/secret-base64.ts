// Base64 as it hides text: long stretches of its letters, standard or for URLs, what they say, and how a secret is cut out of them: the
// letters that hold it go, and what else those letters held is encoded again around the placeholder. So a body in base64 with a secret
// in it can be read when the secret is cut.

import { otherPackingOf, packingOf } from '../base/packing.ts';
import type { OwnSearch } from './own-texts.ts';
import { isText, type HiddenCut, type HiddenRange, type HiddenText } from './secret-hidden.ts';

/** Shorter ones hide no JSON with a secret in it, and no user with a password that is worth the search. */
const SHORTEST = 32;
/** Of a text that a person has chosen, any stretch may hold all. */
const SHORTEST_FOR_OWN = 6;
/** Looked at first: a picture or a document shows itself as no text in its first bytes. */
const HEAD = 96;

const LETTERS = 'A-Za-z0-9+/_-';
/** A stretch, whole lines of one that is folded, or what stands before something that was cut out of one. */
const startOf = (shortest: number): RegExp =>
  new RegExp(
    String.raw`(?<![${LETTERS}])(?:(?:[A-Za-z0-9+/]{60,76}\r?\n){1,100000}[A-Za-z0-9+/]{1,76}={0,2}|[${LETTERS}]{${shortest}}|[${LETTERS}]{4,}={0,2}(?=\[cut \d))`,
    'g',
  );
/** The rest of a stretch in pieces: a pattern keeps a way back for each letter, and a stretch may have tens of millions. */
const REST = new RegExp(String.raw`[${LETTERS}]{1,65536}|(?<!=)={1,2}`, 'y');
const START = startOf(SHORTEST);
const OWN_START = startOf(SHORTEST_FOR_OWN);
/** What goes on with a stretch: what was cut out of it, and letters behind that or behind padding. */
const NEXT = /\[cut \d{1,9}: [a-z][a-z-]{0,31}\]|(?<=[=\]])[A-Za-z0-9+/_-]{2,}={0,2}/y;

/** The stretches of a text that may be base64, as text or as bytes. */
export function* base64Texts(text: string, own?: OwnSearch): Generator<HiddenText> {
  const isOwn = own !== undefined;
  const start = isOwn ? OWN_START : START;
  let done = 0;
  for (const match of text.matchAll(start)) {
    if (match.index < done) continue;
    const end = runEnd(text, match.index + match[0].length);
    const run = text.slice(match.index, end);
    done = chainEnd(text, end);
    // The most of all runs end here: identifiers, hashes, pictures.
    if (!/[g-zG-Z]/.test(run) || (own && run.length < SHORTEST && done === end && !own.mayHide(run))) continue;
    const head = done === end ? bytesOf(run.slice(0, HEAD)) : undefined;
    if (done === end && (head === undefined || !(isOwn || isText(utf8(head), run.length > HEAD) || isPacked(head)))) continue;
    const hidden = hiddenIn(text, [match.index, done], isOwn);
    if (hidden) yield hidden;
  }
}

/** Where the letters end that a stretch begins with, padding included. */
function runEnd(text: string, from: number): number {
  let end = from;
  while (text[end - 1] !== '=') {
    REST.lastIndex = end;
    if (!REST.test(text)) return end;
    end = REST.lastIndex;
  }
  return end;
}

function chainEnd(text: string, from: number): number {
  let end = from;
  for (;;) {
    NEXT.lastIndex = end;
    const next = NEXT.exec(text)?.[0];
    if (next === undefined) return end;
    end += next.length;
  }
}

/** Bytes that begin like what packers write: looked into, or told that they are not. */
function isPacked(bytes: Uint8Array): boolean {
  return (packingOf(bytes) ?? otherPackingOf(bytes)) !== undefined;
}

interface Segment {
  readonly from: number;
  readonly to: number;
  /** Where it begins in what the whole stretch says. */
  readonly start: number;
  readonly says: string;
  /** Undefined for a placeholder. */
  readonly bytes: Uint8Array | undefined;
}

const SEGMENT = /\[cut \d{1,9}: [a-z][a-z-]{0,31}\]|[A-Za-z0-9+/_\r\n-]+={0,2}/g;

function hiddenIn(text: string, [from, to]: readonly [number, number], isOwn: boolean): HiddenText | undefined {
  const segments: Segment[] = [];
  let start = 0;
  for (const match of text.slice(from, to).matchAll(SEGMENT)) {
    const bytes = match[0].startsWith('[') ? undefined : bytesOf(match[0]);
    if (!bytes && !match[0].startsWith('[')) return undefined;
    const says = bytes ? saidBy(bytes, isOwn) : match[0];
    segments.push({ from: from + match.index, to: from + match.index + match[0].length, start, says, bytes });
    start += says.length;
  }
  const value = segments.map(({ says }) => says).join('');
  const [only] = segments;
  const isWhole = segments.length === 1 && only?.bytes !== undefined;
  const isFolded = text.slice(from, to).includes('\n');
  const isExact = !isFolded && !value.includes('\uFFFD');
  const dashed = /[-_]/.test(text.slice(from, to));
  return {
    from,
    to,
    value: isOwn || isText(value, false) ? value : undefined,
    isText: isText(value, false),
    bytes: isWhole ? only.bytes : undefined,
    cut: isExact ? (range) => cutOut(segments, range, dashed) : undefined,
    layer: 'base64',
  };
}

/** As text; bytes that are none letter by letter, where what a person chose may stand among them. */
function saidBy(bytes: Uint8Array, isOwn: boolean): string {
  const text = utf8(bytes);
  return isOwn && text.includes('\uFFFD') ? Array.from(bytes, (byte) => String.fromCharCode(byte)).join('') : text;
}

/** Where the letters stand that hold a range of what is said, and what they hold beside it, encoded. */
function cutOut(segments: readonly Segment[], { first, last, around }: HiddenRange, dashed: boolean): HiddenCut | undefined {
  const head = segments.find(({ start, says }) => first < start + says.length);
  const tail = segments.find(({ start, says }) => last <= start + says.length);
  if (!head || !tail) return undefined;
  const [fromByte, toByte] = [byteAt(head, first), byteAt(tail, last)];
  const headGroup = Math.floor(fromByte / 3);
  let tailGroup = Math.ceil(toByte / 3);
  // What is encoded again ends where a letter does: what follows is decoded by itself.
  while (((tail.bytes?.[tailGroup * 3] ?? 0) & 0xc0) === 0x80) tailGroup += 1;
  const before = head.bytes?.subarray(headGroup * 3, fromByte) ?? NO_BYTES;
  const after = tail.bytes?.subarray(toByte, tailGroup * 3) ?? NO_BYTES;
  return {
    from: head.bytes ? head.from + headGroup * 4 : head.from,
    to: tail.bytes ? Math.min(tail.from + tailGroup * 4, tail.to) : tail.to,
    before: encoded([...before, ...unitsOf(around[0])], dashed),
    after: encoded([...unitsOf(around[1]), ...after], dashed),
  };
}
const NO_BYTES = new Uint8Array(0);

/** Quotes and letters of an encoding: ASCII. */
function unitsOf(text: string): readonly number[] {
  return Array.from(text, (letter) => letter.charCodeAt(0));
}

function byteAt({ start, says, bytes }: Segment, index: number): number {
  const before = says.slice(0, index - start);
  return bytes && bytes.length !== says.length ? new TextEncoder().encode(before).length : before.length;
}

function encoded(bytes: readonly number[], dashed: boolean): string {
  const text = btoa(String.fromCharCode(...bytes));
  return dashed ? text.replaceAll('+', '-').replaceAll('/', '_') : text;
}

/** What a base64 text says as UTF-8, either alphabet, padded or not; undefined when it is none. */
export function decodeBase64(text: string): string | undefined {
  const bytes = bytesOf(text);
  return bytes && utf8(bytes);
}

function bytesOf(text: string): Uint8Array | undefined {
  const plain = /[\r\n]/.test(text) ? text.replace(/[\r\n]+/g, '') : text;
  const standard = (/[-_]/.test(plain) ? plain.replaceAll('-', '+').replaceAll('_', '/') : plain).replace(/=+$/, '');
  if (standard.length % 4 === 1 || !/^[A-Za-z0-9+/]*$/.test(standard)) return undefined;
  const binary = atob(standard);
  const bytes = new Uint8Array(binary.length);
  for (let index = 0; index < binary.length; index += 1) bytes[index] = binary.charCodeAt(index);
  return bytes;
}

function utf8(bytes: Uint8Array): string {
  return UTF8.decode(bytes);
}
const UTF8 = new TextDecoder('utf-8', { ignoreBOM: true });
