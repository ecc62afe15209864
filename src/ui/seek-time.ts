// From a time to a row, by halving: a log is not searched, it is asked.

import type { LogSummary } from '../model/engine/query.ts';
import { VIRTUAL_EPOCH } from '../model/log/saved-form.ts';
import type { AxisUnit } from '../model/projections/timeline.ts';
import type { EngineClient } from './engine-client.ts';

/** The last row at or before a time (milliseconds since the Unix epoch); rows without a time count as before. */
export async function lastRowBefore(time: number, summary: LogSummary, engine: EngineClient): Promise<number> {
  let low = 0;
  let high = Math.max(summary.rowCount - 1, 0);
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const row = (await engine.query(summary.log, 'rows', { from: middle, count: 1 })).rows[0];
    if (row?.time === undefined || row.time <= time) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The same for a place on the timeline's axis. */
export function lastRowAt(at: number, unit: AxisUnit, summary: LogSummary, engine: EngineClient): Promise<number> {
  return lastRowBefore(unit === 'virtual' ? VIRTUAL_EPOCH + at : at, summary, engine);
}

/** Reads what was typed as a position: a row number, a clock time, seconds of virtual time, `+5 s` from here. */
export async function findPosition(text: string, summary: LogSummary, engine: EngineClient, cursor: number): Promise<number | undefined> {
  const trimmed = text.trim();
  if (/^\d+$/.test(trimmed)) return Number(trimmed) < summary.rowCount ? Number(trimmed) : undefined;
  const start = summary.episode ? VIRTUAL_EPOCH : summary.firstTime;
  if (start === undefined) return undefined;
  const here = async () => (await engine.query(summary.log, 'row', { seq: Math.max(cursor, 0) }))?.view.time ?? start;
  const time = await timeOf(trimmed, start, here);
  return time === undefined ? undefined : lastRowBefore(time, summary, engine);
}

async function timeOf(text: string, start: number, here: () => Promise<number>): Promise<number | undefined> {
  const relative = /^([+−-])\s*(\d+(?:\.\d+)?)\s*s$/.exec(text);
  if (relative) return (await here()) + Number(relative[2]) * 1000 * (relative[1] === '+' ? 1 : -1);
  const seconds = /^(\d+(?:\.\d+)?)\s*s$/.exec(text);
  if (seconds) return start + Number(seconds[1]) * 1000;
  const clock = /^(\d{1,2}):(\d{2})(?::(\d{2}(?:\.\d+)?))?$/.exec(text);
  if (!clock || Number(clock[1]) > 23 || Number(clock[2]) > 59 || Number(clock[3] ?? 0) >= 60) return undefined;
  const midnight = Math.floor(start / 86_400_000) * 86_400_000;
  return midnight + (Number(clock[1]) * 60 + Number(clock[2])) * 60_000 + Number(clock[3] ?? 0) * 1000;
}
