// The order of a log. While it is read, rows stand in order of arrival; at the end the order is settled once. Times alone
// never reorder rows: clocks of different hosts do not agree, so only what is provable moves a row (SPEC.md L.3). Spans are the
// exception: exporters write each when it is over, so their arrival proves nothing, and the times at which they began prove more.

/** What settling needs to know of the rows. */
export interface OrderedRows {
  readonly rowCount: number;
  sourceOf(row: number): number;
  /** Where the row's carrier starts: rows of one carrier stay in the order in which it holds them. */
  startOf(row: number): number;
  /** Whether a source says that its newest record comes first. */
  isNewestFirst(source: number): boolean;
  /** Whether the row shows a span; what was recorded in the span follows it. */
  isSpan(row: number): boolean;
  /** In milliseconds since the epoch, NaN where nothing tells. */
  timeOf(row: number): number;
}

/**
 * The settled order: the row at each place.
 * @returns undefined where it is the order of arrival
 */
export function settledOrder(rows: OrderedRows): Uint32Array | undefined {
  let moved = false;
  const order = new Uint32Array(rows.rowCount);
  for (let from = 0; from < rows.rowCount; ) {
    const source = rows.sourceOf(from);
    let to = from + 1;
    while (to < rows.rowCount && rows.sourceOf(to) === source) to += 1;
    if (rows.isNewestFirst(source)) {
      reverseCarriers(rows, order, { from, to });
      moved = true;
    } else {
      for (let row = from; row < to; row += 1) order[row] = row;
      if (orderSpans(rows, order, { from, to })) moved = true;
    }
    from = to;
  }
  return moved ? order : undefined;
}

/** Writes the carriers of a stretch of rows in reverse, the rows of each in their own order. */
function reverseCarriers(rows: OrderedRows, order: Uint32Array, stretch: { readonly from: number; readonly to: number }): void {
  let place = stretch.to;
  for (let from = stretch.from; from < stretch.to; ) {
    let to = from + 1;
    while (to < stretch.to && rows.startOf(to) === rows.startOf(from)) to += 1;
    place -= to - from;
    for (let row = from; row < to; row += 1) order[place + row - from] = row;
    from = to;
  }
}

/** Puts spans, and what was recorded in them, in the order of their times; the rows of one span stay in theirs. Tells whether any moved. */
function orderSpans(rows: OrderedRows, order: Uint32Array, { from, to }: { readonly from: number; readonly to: number }): boolean {
  const times = new Float64Array(to - from);
  let hasSpans = false;
  let isSorted = true;
  let last = Number.NEGATIVE_INFINITY;
  for (let row = from, inSpan = -1; row < to; row += 1) {
    const carrier = rows.startOf(row);
    const begins = rows.isSpan(row);
    hasSpans ||= begins;
    const goesOn = !begins && inSpan === carrier;
    if (!goesOn) inSpan = begins ? carrier : -1;
    const time = begins || goesOn ? rows.timeOf(row) : Number.NaN;
    // What is no span's, or has no time, stays behind what it stood behind.
    const placed = Number.isNaN(time) ? last : goesOn ? Math.max(last, time) : time;
    if (placed < last) isSorted = false;
    times[row - from] = placed;
    last = placed;
  }
  if (!hasSpans || isSorted) return false;
  order.subarray(from, to).sort((one, other) => (times[one - from] ?? 0) - (times[other - from] ?? 0) || one - other);
  return true;
}
