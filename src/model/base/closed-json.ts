// JSON that was cut: what is whole in it, with the brackets closed that were left open. A string that was cut ends where the text does.

import { closingQuote } from './printed-text.ts';
import { walkJson, type WalkEnd } from './json-scan.ts';

/**
 * Closes a JSON text that stops inside a value.
 * @returns good JSON with all that was whole, and the string in which the text stops as far as it goes; undefined where the text
 * is whole, or is no JSON even as far as it goes
 */
export function closeJson(text: string): string | undefined {
  const closers: string[] = [];
  let kept = 0;
  const end = walkJson(text, 0, {
    open: (at, container) => {
      closers.push(container === 'object' ? '}' : ']');
      kept = at + 1;
    },
    close: (at) => {
      closers.pop();
      kept = at;
    },
    string: (_from, to) => void (kept = to + 1),
    // A number at the very end may have had more digits.
    scalar: (_from, to) => void (kept = to < text.length ? to : kept),
  });
  if (closers.length === 0 || !isCutAt(text, end)) return undefined;
  const rest = text.slice(kept);
  const opened = beforeOpenString(rest);
  // A name that is not closed is no value; it is told by where it stands: in an object, without a colon before it.
  const isValue = opened !== undefined && (closers.at(-1) === ']' || opened.includes(':'));
  const head = isValue ? withoutCutEscape(text.slice(0, kept) + rest) + '"' : text.slice(0, kept);
  const closed = head + closers.reverse().join('');
  return isJson(closed) ? closed : undefined;
}

const SPACE = /\s*/y;

function afterSpace(text: string, from: number): number {
  SPACE.lastIndex = from;
  SPACE.test(text);
  return SPACE.lastIndex;
}

/** What stands between the last whole value and a string that is not closed, with its quote: a comma, a member's name. */
function beforeOpenString(rest: string): string | undefined {
  let at = afterSpace(rest, 0);
  if (rest[at] === ',') at = afterSpace(rest, at + 1);
  if (rest[at] !== '"') return undefined;
  const close = closingQuote(rest, at + 1, '"');
  const colon = close < 0 ? -1 : afterSpace(rest, close + 1);
  const value = rest[colon] === ':' ? afterSpace(rest, colon + 1) : -1;
  return rest.slice(0, (rest[value] === '"' ? value : at) + 1);
}

function withoutCutEscape(text: string): string {
  const slashes = /\\*$/.exec(text.slice(-100))?.[0].length ?? 0;
  if (slashes % 2 === 1) return text.slice(0, -1);
  const cut = /(\\+)u[\da-f]{0,3}$/i.exec(text.slice(-100));
  return cut && (cut[1]?.length ?? 0) % 2 === 1 ? text.slice(0, -(cut[0].length - (cut[1]?.length ?? 0) + 1)) : text;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** A token of JSON of which the rest is missing: an escape, a word, a number. */
const BROKEN_TOKEN = /^(?:\\(?:u[\da-f]{0,3})?|t|tr|tru|f|fa|fal|fals|n|nu|nul|-|-?\d+(?:\.|(?:\.\d+)?e[+-]?))\s*$/i;

/** Whether a text begins as JSON and stops in the middle of it. */
export function stopsInside(text: string): boolean {
  if (!/^[\s\uFEFF]*[[{"]/.test(text)) return false;
  const plain = text.startsWith('\uFEFF') ? text.slice(1) : text;
  return isCutAt(plain, walkJson(plain, 0));
}

/** Whether what a walk stopped at is the end of the text, or a token that the end has broken. */
function isCutAt(text: string, end: WalkEnd): boolean {
  if (end.ok) return false;
  return end.at >= text.trimEnd().length || (text.length - end.at < 40 && BROKEN_TOKEN.test(text.slice(end.at)));
}
