// How much of a text is looked at while it is read: work counted, and no clock.

import { readSource } from '../ingest/ingest.ts';
import type { SourceText } from '../ingest/sink.ts';

/** How many units are sliced and searched while a text is read that arrives in pieces. */
export function unitsLookedAt(text: string, piece: number): number {
  let units = 0;
  let length = 0;
  const source: SourceText = {
    name: 'counted',
    get length() {
      return length;
    },
    get complete() {
      return length >= text.length;
    },
    slice: (from, to) => {
      const found = text.slice(from, Math.min(to, length));
      units += found.length;
      return found;
    },
    indexOf: (search, from) => {
      const found = text.slice(0, length).indexOf(search, from);
      units += Math.max(0, (found < 0 ? length : found) - from) + 1;
      return found;
    },
  };
  const nothing = (): void => undefined;
  const sink = {
    openSource: () => 1,
    row: nothing,
    exchange: nothing,
    cut: nothing,
    unread: nothing,
    setAside: nothing,
    source: nothing,
    saved: nothing,
  };
  const reading = readSource(source, 0, sink);
  for (let step = reading.next(); !step.done; step = reading.next())
    if (step.value.wants === 'text') length = Math.min(text.length, length + piece);
  return units;
}
