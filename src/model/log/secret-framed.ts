// Secrets that stand under a name in a frame of another kind than a sign and a value on one line: elements of XML, parts of a multipart
// body, blocks of YAML, headers that go on in the next line. Linear: every repetition is bounded or ends where no other can begin.

import type { PlacedText } from '../base/json-scan.ts';
import { note, type Search } from './secret-found.ts';
import { namedSecret } from './secret-names.ts';

/** Searches for values in frames. */
export function searchFramed(text: PlacedText, search: Search): void {
  if (text.value.includes('</')) searchFrames(text, search, ELEMENT);
  if (!/[\r\n]|\\[rn]/.test(text.value)) return;
  if (text.value.includes('name=')) searchFrames(text, search, PART);
  searchFrames(text, search, BLOCK);
  searchFrames(text, search, FOLDED);
}

/** A line end, or what stands for it in a text of JSON that is broken. */
const END = String.raw`(?:\r?\n|(?:\\{1,7}r)?\\{1,7}n)`;
const QUOTE = String.raw`\\{0,7}["']?`;

/** Each has the groups `name` and `value`, the value at its end. */
const ELEMENT = /<(?<name>[A-Za-z][\w:.-]{2,80})(?:\s[^<>]{0,500})?>(?<value>[^<>]{1,20000})(?=<\/)/g;
const PART = new RegExp(
  String.raw`\bname=${QUOTE}(?<name>[\w.[\]-]{3,80})${QUOTE}[^\r\n\\]{0,200}(?:${END}[A-Za-z][\w-]{1,60}:[^\r\n\\]{0,200}){0,5}${END}${END}(?<value>[^\r\n\\]{1,20000})`,
  'g',
);
/** `|` and `>` begin a text that goes on as long as the lines are indented. */
const BLOCK = new RegExp(
  String.raw`(?<![\w.-])(?<name>[A-Za-z][\w.-]{2,80})${QUOTE}:[ \t]{1,8}[|>][+-]?\d?[ \t]{0,8}${END}[ \t]{1,40}(?<value>[^\s\\](?:[^\r\n\\]{0,4000})(?:\r?\n[ \t]{2,40}[A-Za-z0-9+/=_-]{16,4000}(?=\r?\n|$)){0,200})`,
  'g',
);
const FOLDED = new RegExp(
  String.raw`(?<![\w.-])(?<name>[A-Za-z][\w.-]{2,80}):[ \t]{0,8}${END}[ \t]{1,8}(?<value>[^\s\\:{}[\]][^\r\n\\:]{5,4000})(?=[\r\n\\]|$)`,
  'g',
);

function searchFrames(text: PlacedText, search: Search, frame: RegExp): void {
  for (const match of text.value.matchAll(frame)) {
    const { name = '', value = '' } = match.groups ?? {};
    const plain = value.trimEnd();
    const secret = frame === FOLDED && !isHeaderName(name) ? undefined : namedSecret(name, plain);
    if (!secret) continue;
    const from = match.index + match[0].length - value.length;
    note(text, [from + secret.from, from + plain.length], secret, { search, fallback: 'body' });
  }
}

/** A name without a value before an indented line is a member of YAML more often than a header. */
function isHeaderName(name: string): boolean {
  return /^(?:[A-Z][\w]*(?:-[A-Z][\w]*)*|(?:proxy-)?authorization|(?:set-)?cookie|x-[\w-]+)$/.test(name);
}
