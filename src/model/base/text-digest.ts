// A number that stands for a text where only equality is asked: texts that are kept by the million need not be kept whole.

const FIRST_PRIME = 0x01000193;
const SECOND_PRIME = 0x9e3779b1;
const HIGH = 0x1fffff;

/**
 * 53 bits of a text. Equal texts give equal numbers; two that differ give the same one about once in 10¹⁵ pairs.
 * @param seed digests by different seeds are independent of each other
 * @returns 0 for the empty text and for no other
 */
export function digestOf(text: string, seed = 0): number {
  const { length } = text;
  if (length === 0) return 0;
  let first = 0x811c9dc5 ^ seed;
  let second = Math.imul(length + seed, SECOND_PRIME);
  for (let index = 0; index < length; index += 1) {
    const unit = text.charCodeAt(index);
    first = Math.imul(first ^ unit, FIRST_PRIME);
    second = Math.imul(second ^ (second >>> 15) ^ unit, SECOND_PRIME);
  }
  first = Math.imul(first ^ (first >>> 16), SECOND_PRIME);
  second = Math.imul(second ^ (second >>> 13), FIRST_PRIME);
  return ((second ^ (first >>> 15)) & HIGH) * 0x1_0000_0000 + ((first ^ (second >>> 16)) >>> 0) || 1;
}
