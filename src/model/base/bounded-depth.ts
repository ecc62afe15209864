// How deep a value may be nested. JSON.parse reads any depth, but JSON.stringify, structured clone and every walk that calls
// itself end in an overflow of the stack some thousands of levels down, and a hostile text of a few kilobytes gets there.

import { isJsonObject, type Json } from './json.ts';

/** Levels of lists and objects inside one another that are kept; no message of the protocols comes near. */
const MOST_LEVELS = 200;

/**
 * A value with nothing nested deeper than `levels` lists and objects; what is below stands as a text that says so. SPEC.md L.9.
 * @returns the very value given when nothing is cut; what is not on the way to a cut is shared, never copied
 */
export function boundedDepth(value: Json, levels = MOST_LEVELS): Json {
  return bounded(value, levels, `deeper than ${levels} levels, see Source`);
}

// Calls itself, but never deeper than the levels asked for.
function bounded(value: Json, left: number, below: string): Json {
  if (Array.isArray(value)) return boundedList(value as readonly Json[], left, below);
  if (!isJsonObject(value)) return value;
  const keys = Object.keys(value);
  if (keys.length === 0) return value;
  if (left === 0) return below;
  let changed: Map<string, Json> | undefined;
  for (const key of keys) {
    const item = value[key] as Json;
    if (typeof item !== 'object' || item === null) continue;
    const kept = bounded(item, left - 1, below);
    if (kept !== item) (changed ??= new Map<string, Json>()).set(key, kept);
  }
  // From entries, not by assignment: a member may be called `__proto__`.
  return changed === undefined ? value : Object.fromEntries(keys.map((key) => [key, changed.get(key) ?? (value[key] as Json)]));
}

function boundedList(list: readonly Json[], left: number, below: string): Json {
  if (list.length === 0) return list;
  if (left === 0) return below;
  let copy: Json[] | undefined;
  for (let index = 0; index < list.length; index += 1) {
    const item = list[index] as Json;
    if (typeof item !== 'object' || item === null) continue;
    const kept = bounded(item, left - 1, below);
    if (kept !== item) (copy ??= [...list])[index] = kept;
  }
  return copy ?? list;
}
