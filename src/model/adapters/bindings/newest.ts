/** The newest of a list; all where no number is asked for. */
export function newest<T>(items: Iterable<T>, count: number | undefined): readonly T[] {
  const all = Array.from(items);
  if (count === undefined || count >= all.length) return all;
  return all.slice(all.length - count);
}
