// What the specialist can say about figures. Plain arithmetic, the same in every browser.

import type { JsonObject } from '../../model/base/json.ts';

/** More figures than this are refused. */
export const MOST_FIGURES = 10_000;

/** Decimal places that are kept. */
const DECIMALS = 2;

/** The measures of at least one figure. */
export function statisticsOf(values: readonly number[]): JsonObject {
  const sorted = [...values].sort((one, other) => one - other);
  const count = sorted.length;
  const sum = sorted.reduce((total, value) => total + value, 0);
  const mean = sum / count;
  const variance = sorted.reduce((total, value) => total + (value - mean) ** 2, 0) / count;
  return {
    count,
    sum: rounded(sum),
    mean: rounded(mean),
    median: rounded(medianOf(sorted)),
    min: rounded(sorted[0] ?? 0),
    max: rounded(sorted[count - 1] ?? 0),
    standard_deviation: rounded(Math.sqrt(variance)),
  };
}

function medianOf(sorted: readonly number[]): number {
  const middle = sorted.length / 2;
  const upper = sorted[Math.floor(middle)] ?? 0;
  return Number.isInteger(middle) ? ((sorted[middle - 1] ?? 0) + upper) / 2 : upper;
}

function rounded(value: number): number {
  return Number(value.toFixed(DECIMALS));
}
