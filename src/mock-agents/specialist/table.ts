// Metrics as a table of text, for people.

import type { Json, JsonObject } from '../../model/base/json.ts';

/** More rows than this are no table any more. */
export const MOST_ROWS = 100;
/** A value that is longer is cut. */
const WIDEST = 40;

/** One row for each metric, in the order in which they came: names to the left, values to the right. */
export function tableOf(metrics: JsonObject): string {
  const rows = Object.entries(metrics).map(([name, value]): readonly [string, string] => [inCell(name), inCell(value)]);
  const names = Math.max(...rows.map(([name]) => name.length));
  const values = Math.max(...rows.map(([, value]) => value.length));
  return rows.map(([name, value]) => `${name.padEnd(names)}  ${value.padStart(values)}`).join('\n');
}

function inCell(value: Json): string {
  const text = (typeof value === 'string' ? value : JSON.stringify(value)).replaceAll(/\s+/g, ' ');
  return text.length > WIDEST ? `${text.slice(0, WIDEST - 1)}…` : text;
}
