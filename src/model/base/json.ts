// JSON as data: what crosses a wire or a worker boundary, and nothing else.

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

/** Parses a text as JSON. Fails with the parser's own reason; never throws. */
export function parseJson(text: string): Result<Json> {
  try {
    return success(JSON.parse(text) as Json);
  } catch (error) {
    return failure({ path: '', message: `not JSON: ${error instanceof Error ? error.message : String(error)}` });
  }
}
