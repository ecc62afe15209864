// JSON with one spelling for one value (RFC 8785): members in the order of their UTF-16 units, no white space, numbers and texts
// as ECMAScript writes them. What is signed must be the same bytes wherever it is written.

import { isJsonObject, type Json } from './json.ts';
import { failure, success, type Result } from './result.ts';

/** Levels of lists and objects inside one another: the walk calls itself, and nothing that is signed is so deep. */
const MOST_LEVELS = 64;

const HALF_A_PAIR = /\p{Surrogate}/u;

/**
 * The one text of a value (RFC 8785 §3.2).
 * @returns an issue for what has none: half a surrogate pair, a number that JSON cannot say, more levels than are walked
 */
export function canonicalJson(value: Json): Result<string> {
  const pieces: string[] = [];
  const fault = write(value, pieces, MOST_LEVELS);
  return fault === undefined ? success(pieces.join('')) : failure({ path: '', message: fault });
}

function write(value: Json, pieces: string[], levels: number): string | undefined {
  if (typeof value === 'string') return writeText(value, pieces);
  if (typeof value === 'number' && !Number.isFinite(value)) return 'a number is beyond what JSON can say';
  if (typeof value !== 'object' || value === null) {
    pieces.push(JSON.stringify(value));
    return undefined;
  }
  if (levels === 0) return `nested deeper than ${MOST_LEVELS} levels`;
  return isJsonObject(value) ? writeMembers(value, pieces, levels - 1) : writeItems(value, pieces, levels - 1);
}

function writeText(text: string, pieces: string[]): string | undefined {
  if (HALF_A_PAIR.test(text)) return 'a text has half a surrogate pair';
  pieces.push(JSON.stringify(text));
  return undefined;
}

function writeItems(items: readonly Json[], pieces: string[], levels: number): string | undefined {
  let separator = '[';
  for (const item of items) {
    pieces.push(separator);
    const fault = write(item, pieces, levels);
    if (fault !== undefined) return fault;
    separator = ',';
  }
  pieces.push(items.length === 0 ? '[]' : ']');
  return undefined;
}

function writeMembers(value: { readonly [key: string]: Json }, pieces: string[], levels: number): string | undefined {
  // Sorting without a comparison is by UTF-16 units, which is the order that the standard asks for.
  const keys = Object.keys(value).sort();
  let separator = '{';
  for (const key of keys) {
    pieces.push(separator);
    const fault = writeText(key, pieces) ?? writeColon(pieces) ?? write(value[key] as Json, pieces, levels);
    if (fault !== undefined) return fault;
    separator = ',';
  }
  pieces.push(keys.length === 0 ? '{}' : '}');
  return undefined;
}

function writeColon(pieces: string[]): undefined {
  pieces.push(':');
}
