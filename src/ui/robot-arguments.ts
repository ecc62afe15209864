// What a script hands to `window.inspector`, checked before anything of the page sees it: types end at the console. Each
// refusal is a TypeError whose sentence names the argument, what it must be, and what came (rule U.12).

import { isJsonObject, type Json } from '../model/base/json.ts';

/** Deeper than any knob; a value that contains itself ends here too. */
const DEEPEST = 20;

/** An object of options under known names only. @throws TypeError otherwise */
export function optionsOf(argument: string, value: unknown, known: readonly string[]): void {
  if (!isJsonObject(value)) throw refused(argument, 'an object', value);
  const unknown = Object.keys(value).find((key) => !known.includes(key));
  if (unknown !== undefined) throw new TypeError(`${argument} has no “${unknown}”; known are ${known.join(', ')}.`);
}

/** @throws TypeError when the value is no text */
export function textOf(argument: string, value: unknown): void {
  if (typeof value !== 'string') throw refused(argument, 'a text', value);
}

/** A whole number, from `least` on. @throws TypeError otherwise */
export function integerOf(argument: string, value: unknown, least = Number.MIN_SAFE_INTEGER): void {
  if (Number.isSafeInteger(value) && (value as number) >= least) return;
  throw refused(argument, least === Number.MIN_SAFE_INTEGER ? 'a whole number' : `a whole number from ${least}`, value);
}

/** Knobs by name, each of them JSON: they go into links and to a worker. @throws TypeError otherwise */
export function knobsOf(argument: string, value: unknown): void {
  if (!isPlainObject(value)) throw refused(argument, 'an object of knobs by name', value);
  for (const [name, knob] of Object.entries(value))
    if (!isPlainJson(knob, DEEPEST)) throw refused(`${argument}.${name}`, `JSON, at most ${DEEPEST} levels deep`, knob);
}

function isPlainJson(value: unknown, depth: number): value is Json {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (depth === 0) return false;
  if (Array.isArray(value)) return value.every((item) => isPlainJson(item, depth - 1));
  return isPlainObject(value) && Object.values(value).every((item) => isPlainJson(item, depth - 1));
}

function isPlainObject(value: unknown): value is object {
  if (!isJsonObject(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function refused(argument: string, wanted: string, value: unknown): TypeError {
  return new TypeError(`${argument} must be ${wanted}, not ${shown(value)}.`);
}

/** Enough of a value to know it again; only what can be written without asking the value itself. */
function shown(value: unknown): string {
  if (typeof value === 'string') return `“${value.length > 40 ? `${value.slice(0, 39)}…` : value}”`;
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'an object of another kind';
  return typeof value === 'function' ? 'a function' : String(value);
}
