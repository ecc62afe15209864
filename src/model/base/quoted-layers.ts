// Two ways in which a text stands quoted inside another, beside JSON's own: a cell of CSV doubles its quotes (RFC 4180 §2.7), and a piece
// cut out of a JSON string keeps its escapes without the quotes around it.

/** The text in a cell of CSV, given with its quotes; undefined where it is none. */
export function csvCell(text: string): string | undefined {
  if (text.length < 2 || !text.startsWith('"') || !text.endsWith('"')) return undefined;
  const inner = text.slice(1, -1);
  return /(?:^|[^"])(?:"")*"(?:[^"]|$)/.test(inner) ? undefined : inner.replaceAll('""', '"');
}

/** Where the units of a cell's text stand in the cell, and where it ends. */
export function csvPlaces(cell: string): readonly number[] {
  const places: number[] = [];
  for (let at = 1; at < cell.length - 1; at += cell.startsWith('""', at) ? 2 : 1) places.push(at);
  places.push(cell.length - 1);
  return places;
}

/** The text whose escapes a piece of a JSON string holds; undefined where it holds others. */
export function unescapedText(text: string): string | undefined {
  try {
    const value = JSON.parse(`"${text}"`) as unknown;
    return typeof value === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}
