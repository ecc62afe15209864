// A real log filled by hand, for tests of the log itself and of the projections that read its columns: each row is drawn
// as one line of text, and its value is that line read as JSON.

import { GivenText } from '../log/given-text.ts';
import { Log } from '../log/log.ts';
import type { RowDraft } from '../log/row.ts';
import type { Json } from '../base/json.ts';

export type DrawnRow = Partial<Omit<RowDraft, 'kind' | 'source' | 'from' | 'to' | 'path'>> & {
  readonly kind: RowDraft['kind'];
  /** What the row's line holds; an empty object where it does not matter. */
  readonly value?: Json;
};

/** A log whose rows can be added one by one. */
export function drawLog(name = 'drawn'): { readonly log: Log; readonly add: (row: DrawnRow) => void } {
  const log = new Log();
  const text = new GivenText(name);
  const source = log.addSource(text);
  return {
    log,
    add({ value = {}, ...row }) {
      const from = text.length;
      const line = `${JSON.stringify(value)}\n`;
      text.append(line);
      log.append({ channel: 'none', provenance: 'received', ...row, source, from, to: from + line.length, path: 'json' });
    },
  };
}

/** A log with these rows in it, its order not settled yet. */
export function drawnLog(rows: readonly DrawnRow[]): Log {
  const { log, add } = drawLog();
  rows.forEach(add);
  return log;
}
