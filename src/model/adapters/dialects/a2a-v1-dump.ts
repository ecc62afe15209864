// Dumps of the 1.x library's own objects (a log of what was in memory, not of what crossed): a choice is written
// `{"$case": name, "value": …}`, enums are numbers, bytes are a printed buffer. Here they are put back into wire shape.

import { isJsonObject, type Json, type JsonObject } from '../../base/json.ts';
import type { DeclaredLoss } from './losses.ts';
import type { ObjectPlace } from './reading.ts';

/** What this dialect loses: what 1.0 loses, and what only memory holds. */
export const LOSSES: readonly DeclaredLoss[] = [
  { when: 'decode', path: '*.extensions', why: 'the nouns keep no list of extension URIs' },
  { when: 'decode', path: 'statusUpdate.metadata', why: 'a status update carries no metadata inside' },
  { when: 'decode', path: 'artifactUpdate.metadata', why: 'an artifact update carries no metadata inside' },
  { when: 'decode', path: '*.$case', why: 'a mark of the library; which member a choice is shows by its value' },
];

/** A dumped choice: which member it stands for, and its value. */
export function dumpedChoice(value: Json | undefined): { readonly name: string; readonly value: Json } | undefined {
  if (!isJsonObject(value)) return undefined;
  const name = value['$case'];
  if (typeof name !== 'string') return undefined;
  // Older libraries write the value under the member's name.
  const inner = value['value'] ?? value[name];
  return { name, value: inner ?? null };
}

/** A dumped part in wire shape; undefined when it is no dump. */
export function dumpedPart(part: ObjectPlace): ObjectPlace | undefined {
  const choice = dumpedChoice(part.value['content']);
  if (!choice) return undefined;
  const { content: _content, ...facts } = part.value;
  const value: JsonObject = { ...facts, [choice.name]: choice.name === 'raw' ? bufferText(choice.value) : choice.value };
  return { value, path: part.path };
}

/** A printed buffer as base64; anything else as it is. */
function bufferText(value: Json): Json {
  const bytes = bufferBytes(value);
  if (!bytes) return value;
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}

function bufferBytes(value: Json): readonly number[] | undefined {
  if (!isJsonObject(value)) return undefined;
  const list: unknown = value['type'] === 'Buffer' ? value['data'] : undefined;
  const items: readonly unknown[] | undefined = Array.isArray(list) ? list : indexed(value);
  if (!items?.every((item) => Number.isInteger(item) && Number(item) >= 0 && Number(item) <= 255)) return undefined;
  return items as readonly number[];
}

/** A printed typed array: an object whose keys are 0, 1, 2, … */
function indexed(value: JsonObject): readonly unknown[] | undefined {
  const keys = Object.keys(value);
  return keys.length > 0 && keys.every((key, index) => key === String(index)) ? Object.values(value) : undefined;
}
