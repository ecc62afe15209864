// Order of names. JavaScript compares UTF-16 units, which puts U+1F600 before U+FF5E; names are ordered by code point.

const FIRST_SURROGATE = 0xd800;
const LAST_SURROGATE = 0xdfff;

/**
 * Compares two texts by Unicode code points (SPEC.md D.4).
 * @returns negative, zero or positive, as a sort function wants it
 */
export function compareByCodePoint(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length);
  for (let index = 0; index < shorter; index += 1) {
    const left = a.charCodeAt(index);
    const right = b.charCodeAt(index);
    if (left !== right) return weight(left) - weight(right);
  }
  return a.length - b.length;
}

/** Lifts surrogate units above all others: a pair stands for a code point beyond every single unit. */
function weight(unit: number): number {
  return unit >= FIRST_SURROGATE && unit <= LAST_SURROGATE ? unit + 0x10000 : unit;
}

const SURROGATE = /[\ud800-\udfff]/;

/** A sorted copy, by code points of a text of each item. Texts without surrogates sort alike by units, which is much faster. */
export function sortedByCodePoint<T>(items: Iterable<T>, textOf: (item: T) => string): T[] {
  const list = [...items];
  if (list.some((item) => SURROGATE.test(textOf(item)))) return list.sort((a, b) => compareByCodePoint(textOf(a), textOf(b)));
  return list.sort((a, b) => compareByUnit(textOf(a), textOf(b)));
}

function compareByUnit(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
