// The order of a log. While it is read, rows stand in order of arrival; at the end the order is settled once. Times alone
// never reorder rows: clocks of different hosts do not agree, so only what is provable moves a row (SPEC.md L.3).

/** What settling needs to know of the rows. */
export interface OrderedRows {
  readonly rowCount: number;
  sourceOf(row: number): number;
  /** Where the row's carrier starts: rows of one carrier stay in the order in which it holds them. */
  startOf(row: number): number;
  /** Whether a source says that its newest record comes first. */
  isNewestFirst(source: number): boolean;
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
