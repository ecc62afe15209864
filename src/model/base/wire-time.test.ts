import fc from 'fast-check';
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
    ['2026-11-29T12:00:00.Z', undefined],
    ['2026-11-29T12:60:00Z', undefined],
    ['2026-11-2xT12:00:00Z', undefined],
    [null, undefined],
  ])('[N.9] reads %s as the instant it states', (value, expected) => {
    expect(readInstant(value)).toBe(expected);
  });

  it('[N.9] reads the usual spelling as it reads the others', () => {
    const instant = fc.date({ min: new Date(0), max: new Date('2200-01-01T00:00:00Z'), noInvalidDate: true });
    fc.assert(
      fc.property(instant, fc.constantFrom(0, 1, 2, 3), (date, kept) => {
        const whole = date.toISOString();
        const text = kept === 0 ? `${whole.slice(0, 19)}Z` : `${whole.slice(0, 20 + kept)}Z`;
        expect(readInstant(text)).toBe(readInstant(text.replace('T', ' ')));
        expect(readInstant(text)).toBe(Date.parse(text));
      }),
    );
  });
});
