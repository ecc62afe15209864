// Instants in the one form that nearly everybody writes, read without a pattern: a trace states one in nearly every record.

/** The day that was read last, as a number, and when it began: a trace is of few days. */
const lastDay = { number: -1, began: Number.NaN };

/** An instant as nearly everybody writes it, `2026-01-05T08:00:00.123Z`; undefined for what is written otherwise. */
export function plainInstant(text: string): number | undefined {
  const { length } = text;
  if (length !== 20 && (length < 22 || length > 24)) return undefined;
  for (let index = length === 20 ? 1 : 0; index < MARKS.length; index += 1) {
    const mark = MARKS[index];
    if (mark && text.charCodeAt(mark.at) !== mark.unit) return undefined;
  }
  if (text.charCodeAt(length - 1) !== 0x5a) return undefined;
  const hours = digits(text, 11, 13);
  const minutes = digits(text, 14, 16);
  const seconds = digits(text, 17, 19);
  const fraction = length === 20 ? 0 : digits(text, 20, length - 1) * (SCALE[length - 21] ?? Number.NaN);
  const began = dayOf(text);
  if (!(hours < 24 && minutes < 60 && seconds < 60)) return undefined;
  const instant = began + ((hours * 60 + minutes) * 60 + seconds) * 1000 + fraction;
  return Number.isNaN(instant) ? undefined : instant;
}

/** What stands between the digits; the point only where there is a fraction. */
const MARKS = [
  { at: 19, unit: 0x2e },
  { at: 10, unit: 0x54 },
  { at: 4, unit: 0x2d },
  { at: 7, unit: 0x2d },
  { at: 13, unit: 0x3a },
  { at: 16, unit: 0x3a },
] as const;

/** Of one, two or three digits after the point. */
const SCALE: readonly number[] = [Number.NaN, 100, 10, 1];

function dayOf(text: string): number {
  const number = digits(text, 0, 4) * 10_000 + digits(text, 5, 7) * 100 + digits(text, 8, 10);
  if (number !== lastDay.number) {
    lastDay.number = number;
    lastDay.began = Date.parse(`${text.slice(0, 10)}T00:00:00Z`);
  }
  return lastDay.began;
}

/** Some digits as a number; NaN where one is none. */
function digits(text: string, from: number, to: number): number {
  let number = 0;
  for (let at = from; at < to; at += 1) {
    const digit = text.charCodeAt(at) - 0x30;
    if (digit < 0 || digit > 9) return Number.NaN;
    number = number * 10 + digit;
  }
  return number;
}
