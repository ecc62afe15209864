// When a log record was written, and in which order records are to be read. An export often has its newest record first; that is
// provable where the times of all its records say so, and then the records are read from the end (SPEC.md N.13).

import { isJsonObject, type Json } from '../base/json.ts';
import { readInstant } from '../base/wire-time.ts';

const NAMES = [
  'ts',
  'timestamp',
  'time',
  '@timestamp',
  'at',
  'date',
  'startedDateTime',
  '@t',
  'asctime',
  'datetime',
  'eventTime',
  '_time',
  'TimeGenerated',
  'timeGenerated',
  '__REALTIME_TIMESTAMP',
  'receiveTimestamp',
  'ingestionTime',
  'timeMillis',
  'epochMillis',
  'timestampMs',
  'ts_ms',
  'timeUnixNano',
  '_SOURCE_REALTIME_TIMESTAMP',
  'eventTimestamp',
  'log_time',
  'instant',
];
const HOLDERS = ['_source', 'attributes', 'fields', 'content', 'record', 'result'];

/** The time that a record states of itself; undefined where it states none. */
export function recordTime(record: Json): number | undefined {
  if (Array.isArray(record)) return listTime(record as readonly Json[]);
  if (!isJsonObject(record)) return undefined;
  for (const name of NAMES) {
    const time = Object.hasOwn(record, name) ? instantOf(record[name]) : undefined;
    if (time !== undefined) return time;
  }
  for (const holder of HOLDERS) {
    const inner = record[holder];
    const time = isJsonObject(inner) ? recordTime(inner) : undefined;
    if (time !== undefined) return time;
  }
  return undefined;
}

/** An instant, or its seconds and nanoseconds apart (protobuf's timestamps, log4j's `instant`), or one that MongoDB exports. */
function instantOf(value: Json | undefined): number | undefined {
  if (!isJsonObject(value)) return readInstant(value);
  const seconds = readInstant(value['seconds'] ?? value['epochSecond']);
  const nanos = value['nanos'] ?? value['nanoOfSecond'] ?? 0;
  if (seconds !== undefined) return seconds + (typeof nanos === 'number' ? nanos / 1e6 : 0);
  return readInstant(value['$date']);
}

/** `[time, line]` as Loki has it, or a row of fields with names as CloudWatch Insights has it. */
function listTime(record: readonly Json[]): number | undefined {
  const [first, second] = record;
  if (record.length >= 2 && record.length <= 3 && typeof second === 'string') return readInstant(first);
  for (const field of record.slice(0, 32)) {
    if (isJsonObject(field) && (field['field'] === '@timestamp' || field['field'] === 'timestamp')) return readInstant(field['value']);
  }
  return undefined;
}

/** Whether times only ever go down, and do go down: then the newest record comes first. */
export function isNewestFirst(times: readonly (number | undefined)[]): boolean {
  let last: number | undefined;
  let moved = false;
  for (const time of times) {
    if (time === undefined) continue;
    if (last !== undefined && time > last) return false;
    moved ||= last !== undefined && time < last;
    last = time;
  }
  return moved;
}

/** Records of one list from the oldest on, as far as that is provable: turned round where the newest comes first, else as they stand. */
export function oldestFirst<T extends { readonly time: number | undefined }>(records: readonly T[]): readonly T[] {
  return isNewestFirst(records.map(({ time }) => time)) ? [...records].reverse() : records;
}

/** Records of several lists of one export, whose times are one clock's: ties stay in the order of the lists. */
export function merged<T extends { readonly time: number | undefined }>(lists: readonly (readonly T[])[]): readonly T[] {
  const records = lists.flatMap((list) => oldestFirst(list));
  if (lists.length < 2 || records.some(({ time }) => time === undefined)) return records;
  return records.sort((a, b) => (a.time ?? 0) - (b.time ?? 0));
}
