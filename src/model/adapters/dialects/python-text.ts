// How the reference's language turns a value into text and a value into a sequence. The vectors pin both where an envelope
// holds something else than it should (`None`, characters of a text): reference semantics, not something to copy elsewhere.

import { isJsonObject, type Json } from '../../base/json.ts';
import { quotedText } from '../../base/quoted-text.ts';

/** The text of a value: a text is itself, everything else as it prints. */
export function pythonText(value: Json): string {
  return typeof value === 'string' ? value : printed(value);
}

function printed(value: Json): string {
  if (value === null) return 'None';
  if (typeof value === 'string') return quotedText(value);
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'number') return printedNumber(value);
  if (isJsonObject(value)) {
    const members = Object.entries(value).map(([key, member]) => `${quotedText(key)}: ${printed(member)}`);
    return `{${members.join(', ')}}`;
  }
  return `[${value.map(printed).join(', ')}]`;
}

/** JSON does not tell 1 from 1.0; whole numbers print as whole. Exponents are padded to two digits. */
function printedNumber(value: number): string {
  return String(value).replace(/e([+-])(\d)$/, 'e$10$2');
}

/** Whether a value counts as false: null, false, 0, and everything empty. */
export function isFalsy(value: Json | undefined): boolean {
  if (value === undefined || value === null || value === false || value === 0 || value === '') return true;
  if (Array.isArray(value)) return value.length === 0;
  return isJsonObject(value) && Object.keys(value).length === 0;
}

/** The items of a value that can be gone through: elements, characters (by code point), keys. Undefined when it cannot. */
export function itemsOf(value: Json): readonly Json[] | undefined {
  if (typeof value === 'string') return Array.from(value);
  if (Array.isArray(value)) return value as readonly Json[];
  return isJsonObject(value) ? Object.keys(value) : undefined;
}
