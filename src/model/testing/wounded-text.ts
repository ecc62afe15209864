// Damage: places in a text where units are missing and others stand instead. A property draws it, a text suffers it.

import fc from 'fast-check';

export interface Wound {
  /** Share of the text before it. */
  readonly at: number;
  /** Units that are missing. */
  readonly cut: number;
  /** What stands instead. */
  readonly put: string;
}

/** Draws wounds; `puts` are what damages most: brackets, quotes, beginnings of something else. */
export function woundsWith(
  puts: readonly string[],
  { mostCut, ...lengths }: { readonly mostCut: number; readonly minLength?: number; readonly maxLength: number },
): fc.Arbitrary<readonly Wound[]> {
  const wound = fc.record({ at: fc.double({ min: 0, max: 1, noNaN: true }), cut: fc.nat(mostCut), put: fc.constantFrom(...puts) });
  return fc.array(wound, lengths);
}

/** A text with its wounds, one after the other. */
export function wounded(text: string, wounds: readonly Wound[]): string {
  return wounds.reduce((whole, { at, cut, put }) => {
    const from = Math.floor(at * whole.length);
    return whole.slice(0, from) + put + whole.slice(from + cut);
  }, text);
}
