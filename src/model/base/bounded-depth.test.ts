import { describe, expect, it } from 'vitest';
import { boundedDepth } from './bounded-depth.ts';
import type { Json } from './json.ts';

const parsed = (text: string): Json => JSON.parse(text) as Json;

describe('boundedDepth', () => {
  it('[L.9] gives back the very value when nothing is too deep', () => {
    const value = parsed('{"a":[1,{"b":[]}],"c":null}');
    expect(boundedDepth(value, 3)).toBe(value);
    expect(boundedDepth('text', 0)).toBe('text');
  });

  it('[L.9] puts a text in the place of what is too deep, and shares the rest', () => {
    const value = parsed('{"a":[[1]],"b":{"c":{"d":[2]}},"e":[3],"__proto__":{"f":{"g":4}}}');
    const cut = boundedDepth(value, 2) as { readonly e: Json };
    expect(JSON.stringify(cut)).toBe(
      '{"a":["deeper than 2 levels, see Source"],"b":{"c":"deeper than 2 levels, see Source"},"e":[3],"__proto__":{"f":"deeper than 2 levels, see Source"}}',
    );
    expect(cut.e).toBe((value as unknown as { readonly e: Json }).e);
    expect(JSON.stringify(value)).toContain('"d":[2]');
  });

  it('[L.9] makes values of any depth fit to be written and cloned', () => {
    for (const text of [`${'['.repeat(100_000)}${']'.repeat(100_000)}`, `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`]) {
      const cut = boundedDepth(parsed(text));
      expect(JSON.stringify(cut)).toContain('deeper than 200 levels, see Source');
      expect(structuredClone(cut)).toEqual(cut);
    }
  });
});
