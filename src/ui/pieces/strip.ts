// Rows counted per equal stretch of an axis, as a strip: where a row stands on it, and which row a place is.

interface Counted {
  readonly count: number;
}
export interface Strip {
  /** Where a row stands, from 0 to 1. */
  placeOf(seq: number): number;
  /** The row at a place from 0 to 1; in a stretch without rows the last one before it. */
  rowAt(place: number): number;
  /** Stretches between rows that hold none, from 0 to 1. */
  readonly idle: readonly { readonly from: number; readonly to: number }[];
}

/** Source: SPEC.md U.9. */
export function stripOf(buckets: readonly Counted[]): Strip {
  const before = [0];
  for (const { count } of buckets) before.push((before.at(-1) ?? 0) + count);
  const parts = Math.max(buckets.length, 1);
  const total = before.at(-1) ?? 0;
  return {
    placeOf(seq) {
      // The last bucket that begins at or before the row: of those that begin there, the one that holds it.
      let low = 0;
      let high = parts - 1;
      while (low < high) {
        const middle = Math.ceil((low + high) / 2);
        if ((before[middle] ?? total) <= seq) low = middle;
        else high = middle - 1;
      }
      const count = buckets[low]?.count ?? 0;
      return Math.min(1, (low + (count === 0 ? 0 : (seq - (before[low] ?? 0) + 0.5) / count)) / parts);
    },
    rowAt(place) {
      const at = Math.min(Math.max(place, 0), 1) * parts;
      const bucket = Math.min(Math.floor(at), parts - 1);
      const count = buckets[bucket]?.count ?? 0;
      const first = before[bucket] ?? 0;
      const row = count === 0 ? first - 1 : first + Math.min(Math.floor((at - bucket) * count), count - 1);
      return Math.min(Math.max(row, 0), Math.max(total - 1, 0));
    },
    idle: idleOf(buckets),
  };
}

function idleOf(buckets: readonly Counted[]): Strip['idle'] {
  const idle: { from: number; to: number }[] = [];
  let last = -1;
  buckets.forEach(({ count }, index) => {
    if (count === 0) return;
    if (last >= 0 && index - last > 1) idle.push({ from: (last + 1) / buckets.length, to: index / buckets.length });
    last = index;
  });
  return idle;
}
