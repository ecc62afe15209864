import { describe, expect, it } from 'vitest';
import { readInstant } from './wire-time.ts';

describe('readInstant', () => {
  const NOON = Date.UTC(2026, 10, 29, 12, 0, 0);
  it.each([
    ['2026-11-29T12:00:00Z', NOON],
    ['2026-11-29T12:00:00.677Z', NOON + 677],
    ['2026-11-29 12:00:00,5', NOON + 500],
    ['2026-11-29T12:00:00.0005Z', NOON + 0.5],
    ['2026-11-29T14:00:00+02:00', NOON],
    ['2026-11-29T14:00+0200', NOON],
    ['2026-11-29T12:00:00', NOON],
    [NOON, NOON],
    [NOON / 1000, NOON],
    [NOON * 1000, NOON],
    [String(NOON), NOON],
    [12, undefined],
    ['soon', undefined],
    ['2026-13-29T12:00:00Z', undefined],
    [null, undefined],
  ])('[N.9] reads %s as the instant it states', (value, expected) => {
    expect(readInstant(value)).toBe(expected);
  });
});
