// A number as a program prints it. A whole number that a double cannot hold stays the digits it was written in.

import type { Json } from './json.ts';

const NUMBER = /[-+]?(?:0[xX][\da-fA-F]+|\d[\d_]*n?(?!\.\d|[eE][-+\d])|(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?|Infinity|inf)/y;

/** The number that begins at a position, undefined where none does. */
export function printedNumber(text: string, from: number): { readonly value: Json; readonly end: number } | undefined {
  NUMBER.lastIndex = from;
  const found = NUMBER.exec(text)?.[0];
  if (found === undefined) return undefined;
  const digits = found.replace(/[_n]/g, '').replace(/^\+/, '');
  const value = Number(digits);
  const exact = Number.isFinite(value) && (!/^-?\d{16,}$/.test(digits) || String(value) === digits);
  return { value: exact ? value : digits, end: from + found.length };
}
