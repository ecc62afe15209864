// A value as Python's repr prints it, for tests that read it back.

import type { Json } from '../base/json.ts';
import { isJsonObject } from '../base/json.ts';
import { quotedText } from '../base/quoted-text.ts';

/** The text that `repr` gives for the same value. */
export function pythonPrinted(value: Json): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'string') return quotedText(value);
  if (typeof value === 'number') return String(value);
  if (isJsonObject(value)) {
    return `{${Object.entries(value)
      .map(([key, member]) => `${quotedText(key)}: ${pythonPrinted(member)}`)
      .join(', ')}}`;
  }
  return `[${value.map(pythonPrinted).join(', ')}]`;
}
