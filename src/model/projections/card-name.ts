// Whose card a row shows. Readers put the name on the row; it is read from the card only where it does not stand there whole.

import type { LogView } from '../log/log-view.ts';
import { observeRow } from './observed-row.ts';

/** A row's label holds no more than this: a longer name is cut there. */
const LONGEST_LABEL = 80;

/** The name on the card of a `card-seen` or `card-published` row; undefined where it cannot be read. */
export function nameOnCard(log: LogView, row: number): string | undefined {
  const label = log.label(row);
  if (label !== undefined && label.length < LONGEST_LABEL) return label;
  const fact = log.fact(row);
  if (fact?.kind === 'card-published') return fact.card.name;
  const said = observeRow(log, row)?.said;
  return said?.kind === 'card' ? said.card.card.name : label;
}
