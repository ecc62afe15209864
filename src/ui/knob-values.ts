// A knob's value in words.

import type { Json } from '../model/base/json.ts';

/** A value in a sentence: text as it is, anything else as JSON; an empty list or no value is `none`. */
export function jsonWord(value: Json): string {
  if (typeof value === 'string') return value === '' ? 'empty' : value;
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map((each: Json) => jsonWord(each)).join(', ');
  return value === null ? 'none' : JSON.stringify(value);
}
