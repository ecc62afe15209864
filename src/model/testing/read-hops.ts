// A trace read into a hop finder, as the auditor would feed it.

import { createHopFinder, type HopFinder } from '../audit/hops/hops.ts';
import type { Sight } from '../adapters/sight.ts';
import { readSource } from '../ingest/ingest.ts';
import { GivenText } from '../log/given-text.ts';
import type { RowDraft } from '../log/row.ts';

export interface ReadHops {
  readonly finder: HopFinder;
  readonly rows: readonly { readonly draft: RowDraft; readonly sight: Sight | undefined }[];
}

/** Reads a text whole. */
export function readHops(text: string): ReadHops {
  const finder = createHopFinder();
  const rows: { draft: RowDraft; sight: Sight | undefined }[] = [];
  const given = new GivenText('trace');
  given.append(text);
  given.finish();
  const nothing = (): void => undefined;
  const sink = {
    openSource: () => 1,
    row: (draft: RowDraft, sight?: Sight) => {
      finder.see(rows.length, draft, sight);
      rows.push({ draft, sight });
    },
    exchange: nothing,
    cut: nothing,
    unread: nothing,
    setAside: nothing,
    source: nothing,
    saved: nothing,
  };
  const reading = readSource(given, 0, sink);
  while (!reading.next().done);
  return { finder, rows };
}
