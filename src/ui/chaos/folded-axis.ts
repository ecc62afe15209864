// A time axis on which long silences are folded: what happens within milliseconds stays readable beside a pause of half a minute,
// and each fold says how long it is.

export interface Fold {
  readonly from: number;
  readonly to: number;
  /** Where it is drawn, as parts of the width. */
  readonly left: number;
  readonly right: number;
}
export interface FoldedAxis {
  /** Place of a time as a part of the width, from 0 to 1. */
  place(time: number): number;
  readonly folds: readonly Fold[];
}

/** A silence longer than this part of the whole is folded, where the whole is long. */
const LONGEST_GAP = 1_000;
const LONG_WHOLE = 5_000;
const FOLD_WIDTH = 0.18;

/**
 * @param times when something happened, in any order; at least one
 * @param longestGap what is longer is folded, however short the whole is
 */
export function foldedAxis(times: readonly number[], longestGap?: number): FoldedAxis {
  const sorted = [...new Set(times)].toSorted((a, b) => a - b);
  const first = sorted[0] ?? 0;
  const last = sorted.at(-1) ?? first;
  const gaps = last - first > LONG_WHOLE || longestGap !== undefined ? gapsOf(sorted, longestGap ?? LONGEST_GAP) : [];
  const shown = last - first - gaps.reduce((sum, { from, to }) => sum + to - from, 0);
  const foldWidth = gaps.length === 0 ? 0 : shown > 0 ? Math.min(FOLD_WIDTH, 0.6 / gaps.length) : 1 / gaps.length;
  const linear = 1 - foldWidth * gaps.length;
  const scale = shown > 0 ? linear / shown : 0;
  const place = (time: number): number => {
    let at = 0;
    let from = first;
    for (const gap of gaps) {
      if (time <= gap.from) break;
      at += (gap.from - from) * scale;
      const inside = Math.min(time, gap.to) - gap.from;
      at += (inside / (gap.to - gap.from)) * foldWidth;
      from = Math.min(time, gap.to);
    }
    return Math.min(at + Math.max(time - from, 0) * scale, 1);
  };
  return { place, folds: gaps.map(({ from, to }) => ({ from, to, left: place(from), right: place(to) })) };
}

function gapsOf(sorted: readonly number[], longestGap: number): readonly { readonly from: number; readonly to: number }[] {
  return sorted.flatMap((to, index) => {
    const from = sorted[index - 1];
    return from !== undefined && to - from > longestGap ? [{ from, to }] : [];
  });
}

const BEND = 100;

/** Place of a length of time on an axis that gives small times room: the same for all rows, up to `longest`. */
export function bentPlace(milliseconds: number, longest: number): number {
  return Math.log1p(Math.max(milliseconds, 0) / BEND) / Math.log1p(longest / BEND);
}
