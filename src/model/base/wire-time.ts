// Instants as texts and numbers from a trace, in milliseconds since the Unix epoch. A text without a zone is read as UTC:
// a trace must read the same wherever it is read.

import type { Json } from './json.ts';
import { plainInstant } from './plain-instant.ts';

const INSTANT = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(:\d{2})?(?:[.,](\d{1,12}))?\s*(Z|[+-]\d{2}:?\d{2})?$/i;

/** The instant that a value states; undefined when it states none. Numbers are seconds, milliseconds, micro- or nanoseconds by their size. */
export function readInstant(value: Json | undefined): number | undefined {
  if (typeof value === 'number') return fromNumber(value);
  if (typeof value !== 'string') return undefined;
  const plain = plainInstant(value);
  if (plain !== undefined) return plain;
  const [matched, date = '', clock = '', seconds = ':00', fraction = '0', zone = 'Z'] = INSTANT.exec(value.trim()) ?? [];
  if (matched === undefined) return /^\d{9,19}(?:\.\d+)?$/.test(value) ? fromNumber(Number(value)) : undefined;
  const offset = /^z$/i.test(zone) ? 'Z' : zone.replace(/^([+-]\d{2}):?(\d{2})$/, '$1:$2');
  const whole = Date.parse(`${date}T${clock}${seconds}${offset}`);
  return Number.isNaN(whole) ? undefined : whole + milliseconds(fraction);
}

/** Digits after the point as milliseconds: whole ones exactly, whatever floating point makes of the rest. */
function milliseconds(fraction: string): number {
  const digits = fraction.padEnd(3, '0');
  return Number(digits.slice(0, 3)) + Number(`0.${digits.slice(3)}0`);
}

/** Years 2001 to 2286 in each unit; a smaller number is a duration or a counter, not an instant. */
function fromNumber(value: number): number | undefined {
  if (value >= 1e18 && value < 1e19) return value / 1e6;
  if (value >= 1e15) return value < 1e16 ? value / 1e3 : undefined;
  if (value >= 1e12) return value < 1e13 ? value : undefined;
  return value >= 1e9 && value < 1e10 ? value * 1000 : undefined;
}
