// Whole numbers that a double cannot hold: they stay the digits they were written in, as a text. Only they: every other number is the one
// that JSON.parse makes of it.

import { walkJson } from './json-scan.ts';

const MAY_HAVE = /[:,[]\s*-?(?:\d{16}|[\d.]+[eE]\+?\d{3})/;
const WHOLE = /^-?\d{16,}$/;
/** `1e309` is the shortest that no double holds at all. */
const SHORTEST = 5;

/** A JSON text with quotes around its numbers that are too long; the text itself where it has none. */
export function withLongNumbersQuoted(text: string): string {
  if (!MAY_HAVE.test(text)) return text;
  const pieces: string[] = [];
  let done = 0;
  walkJson(text, 0, {
    scalar: (from, to) => {
      const digits = to - from < SHORTEST ? '' : text.slice(from, to);
      if (digits === '' || isHeld(digits)) return;
      pieces.push(text.slice(done, from), '"', digits, '"');
      done = to;
    },
  });
  return done === 0 ? text : pieces.join('') + text.slice(done);
}

/** Whether a double holds what the digits say: a whole number to its last digit, any other as far as a double goes. A word is none. */
function isHeld(digits: string): boolean {
  const number = Number(digits);
  if (!Number.isFinite(number)) return Number.isNaN(number);
  return !WHOLE.test(digits) || BigInt(number).toString() === digits;
}

/** Whether a value that was parsed has a number in the place of an id that is beyond what a double holds. One look, at no cost. */
export function hasLongId(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { id, taskId, params, result } = value as { readonly [name: string]: unknown };
  return isLong(id) || isLong(taskId) || hasOwnLongId(params) || hasOwnLongId(result);
}

function hasOwnLongId(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { id, taskId } = value as { readonly [name: string]: unknown };
  return isLong(id) || isLong(taskId);
}

function isLong(id: unknown): boolean {
  return typeof id === 'number' && !Number.isSafeInteger(id) && (Number.isInteger(id) || !Number.isFinite(id));
}
