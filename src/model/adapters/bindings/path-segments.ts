// Pieces of paths and queries, as what they stand for. RFC 3986 §2.1.

/** A piece of a path or a query without its percent signs; as sent where it is no UTF-8 behind them. */
export function decodedSegment(segment: string): string {
  if (!/%[0-9a-f]{2}/i.test(segment)) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    // Not UTF-8 behind the percent signs: then the segment itself is the id, as sent.
    return segment;
  }
}
