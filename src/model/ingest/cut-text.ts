// Texts that stop before their end: a capture or a paste was cut there, or a connection broke.

import type { TextFault } from '../adapters/sight.ts';
import { walkJson } from '../base/json-scan.ts';

/** The fault of a text that was cut. */
export function cutFault(why: string): TextFault {
  return { rule: 'truncated-input', why };
}

/** A token of JSON of which the rest is missing: an escape, a word, a number. */
const BROKEN_TOKEN = /^(?:\\(?:u[\da-f]{0,3})?|t|tr|tru|f|fa|fal|fals|n|nu|nul|-|-?\d+(?:\.|(?:\.\d+)?e[+-]?))\s*$/i;

/** Whether a text begins as JSON and stops in the middle of it. */
export function stopsInside(text: string): boolean {
  if (!/^[\s\uFEFF]*[[{"]/.test(text)) return false;
  const plain = text.startsWith('\uFEFF') ? text.slice(1) : text;
  const end = walkJson(plain, 0);
  if (end.ok) return false;
  return end.at >= plain.trimEnd().length || (plain.length - end.at < 40 && BROKEN_TOKEN.test(plain.slice(end.at)));
}
