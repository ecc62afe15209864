import { describe, expect, it } from 'vitest';
import { digestOf } from './text-digest.ts';

describe('[B.40] a digest of a text', () => {
  it('is the same for equal texts, 0 for the empty one alone, and a safe whole number', () => {
    expect(digestOf('a text')).toBe(digestOf(['a', 'text'].join(' ')));
    expect(digestOf('')).toBe(0);
    expect(digestOf('\0')).toBeGreaterThan(0);
    expect(Number.isSafeInteger(digestOf('größer ☂'.repeat(1000)))).toBe(true);
  });
  it('differs for texts that differ by little, and by its seed', () => {
    const texts = Array.from({ length: 100_000 }, (_, number) => `m-task-${number.toString(16)}-${number % 7}`);
    expect(new Set(texts.map((text) => digestOf(text))).size).toBe(texts.length);
    expect(new Set(texts.map((text) => digestOf(text) & 0x3fffffff)).size).toBeGreaterThan(texts.length - 50);
    expect(digestOf('a', 1)).not.toBe(digestOf('a', 2));
  });
});
