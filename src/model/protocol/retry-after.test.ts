import { describe, expect, it } from 'vitest';
import { readRetryAfter } from './retry-after.ts';

const NOW = Date.UTC(2026, 0, 1, 0, 0, 0);

describe('readRetryAfter', () => {
  it('[Q.3] reads whole seconds', () => {
    expect(['0', '120', ' 3 '].map((text) => readRetryAfter(text, NOW))).toEqual([0, 120_000, 3_000]);
    expect(readRetryAfter('99999999999999999999', NOW)).toBe(1e12);
  });
  it('[Q.3] reads dates in the three forms, and takes a past one for now', () => {
    expect(readRetryAfter('Thu, 01 Jan 2026 00:00:30 GMT', NOW)).toBe(30_000);
    expect(readRetryAfter('Thursday, 01-Jan-26 00:00:30 GMT', NOW)).toBe(30_000);
    expect(readRetryAfter('Thu Jan  1 00:00:30 2026', NOW)).toBe(30_000);
    expect(readRetryAfter('Wed, 31 Dec 2025 00:00:00 GMT', NOW)).toBe(0);
  });
  it.each(['', '-1', '1.5', '1e3', 'soon', '2026-01-01T00:00:30Z', 'Thu, 99 Jan 2026 00:00:30 GMT', 'Thu', '1'.repeat(21)])(
    '[Q.3] knows no pause in %j',
    (text) => {
      expect(readRetryAfter(text, NOW)).toBeUndefined();
    },
  );
});
