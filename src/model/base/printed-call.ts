// `Name(…)` as Python prints an object: a model is its members under the names that cross the wire, a wrapper around one value is
// that value, a moment is its ISO text.

import type { Json } from './json.ts';

/** What a printed call says. `named` are its keyword arguments, `placed` the others. */
export function printedCall(name: string, placed: readonly Json[], named: readonly (readonly [string, Json])[]): Json {
  const short = name.slice(name.lastIndexOf('.') + 1);
  if (short === 'datetime' && placed.length >= 3 && placed.every((part) => typeof part === 'number')) {
    return moment(placed, named);
  }
  const [first] = placed;
  if (/[dD]ict$/.test(short)) return dictionary(placed.at(-1), named);
  if (named.length === 0) return placed.length === 1 && first !== undefined ? first : placed;
  const [only] = named;
  if (placed.length === 0 && named.length === 1 && only?.[0] === 'root') return only[1];
  return Object.fromEntries(named.map(([key, value]) => [wireName(key), value]));
}

/** Attributes are spelled with underscores in Python and in camel case on the wire: a printed object shows the former. */
function wireName(key: string): string {
  return key.replace(/(?<=[a-z0-9])_([a-z0-9])/g, (_whole, letter: string) => letter.toUpperCase());
}

function dictionary(given: Json | undefined, named: readonly (readonly [string, Json])[]): Json {
  if (Array.isArray(given)) {
    const pairs = (given as readonly Json[]).filter((pair): pair is readonly [Json, Json] => Array.isArray(pair) && pair.length === 2);
    return Object.fromEntries(pairs.map(([key, value]) => [typeof key === 'string' ? key : JSON.stringify(key), value]));
  }
  return typeof given === 'object' && given !== null ? given : Object.fromEntries(named);
}

function moment(placed: readonly Json[], named: readonly (readonly [string, Json])[]): string {
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0, micro = 0] = placed.map(Number);
  const two = (part: number): string => String(part).padStart(2, '0');
  const fraction = micro === 0 ? '' : `.${String(micro).padStart(6, '0')}`;
  const clock = `${two(hour)}:${two(minute)}:${two(second)}${fraction}`;
  const zone = named.some(([key, value]) => key === 'tzinfo' && value !== null) ? '+00:00' : '';
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}T${clock}${zone}`;
}
