// JSON as data: what crosses a wire or a worker boundary, and nothing else.

import { lineAndColumn, walkJson } from './json-scan.ts';
import { hasLongId, withLongNumbersQuoted } from './long-numbers.ts';
import { failure, success, type Result } from './result.ts';

export type JsonPrimitive = null | boolean | number | string;
export type Json = JsonPrimitive | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json;
}

/** Whether a JSON value is an object (not null, not a list). */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The member of an object under its own key, never one inherited (`__proto__`, `constructor`); undefined when absent or when the value is no object. */
export function member(value: unknown, key: string): Json | undefined {
  return isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** The member as text, undefined when it is absent or not a string. */
export function textMember(value: unknown, key: string): string | undefined {
  const found = member(value, key);
  return typeof found === 'string' ? found : undefined;
}

/** Parses a text as `parseJson` does, and keeps every whole number that a double cannot hold as its digits: for whoever looks at a value. */
export function parseExactJson(text: string): Result<Json> {
  return parseJson(withLongNumbersQuoted(text));
}

/**
 * Parses a text as one JSON value (RFC 8259); a byte order mark before it is no fault, and ids too long for a number are texts. Never throws.
 * @returns the value, or an issue that says where the text stops being JSON and why
 */
export function parseJson(text: string): Result<Json> {
  const plain = text.startsWith('\uFEFF') ? text.slice(1) : text;
  try {
    const value = JSON.parse(plain) as Json;
    return success(hasLongId(value) ? (JSON.parse(withLongNumbersQuoted(plain)) as Json) : value);
  } catch {
    // The engine's own message differs between browsers, so the place and the reason come from our walk.
    const end = walkJson(plain, 0);
    const [at, why] = end.ok ? [end.end, 'there is more text after the value'] : [end.at, end.why];
    const [line, column] = lineAndColumn(plain, at);
    return failure({ path: '', message: `not JSON at line ${line}, column ${column}: ${why}` });
  }
}
