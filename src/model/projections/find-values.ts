// Times and durations as they are typed into the find field.

/** A time as typed: on the calendar, on the clock of the day that the log begins on, or so long after its beginning. */
export type TimePoint =
  | { readonly kind: 'date'; readonly time: number }
  | { readonly kind: 'clock'; readonly time: number }
  | { readonly kind: 'after'; readonly time: number };
/** Bounds; each belongs to the range, unless it says not. A single time is as long as it is exact: `02:14` is that minute. */
export interface TimeBounds {
  readonly from?: TimePoint;
  readonly to?: TimePoint;
  readonly isFromOut?: boolean;
  readonly isToOut?: boolean;
}
/** Milliseconds. */
export interface DurationBounds {
  readonly from: number;
  readonly to: number;
  readonly isFromOut: boolean;
  readonly isToOut: boolean;
}
type Refused = { readonly why: string };

const TIME_HELP = 'A time is 02:14, 02:14:12.5, 2026-11-29T02:14Z or 5s after the first; with >, <, or two of them with .. between.';
const DURATION_HELP = 'A duration has a unit: >2s, <500ms, 1s..5s, >1min.';
const DAY = 86_400_000;
const MINUTE = 60_000;

/** A point, and how long it is by what it states. */
type Exact = { readonly point: TimePoint; readonly length: number };

/** Reads `>02:14`, `<=…`, `a..b`, `a..`, `..b` or one time. */
export function readTimes(text: string): TimeBounds | Refused {
  const range = /^(.*?)\.\.(.*)$/.exec(text);
  if (range) return readRange(range[1] ?? '', range[2] ?? '');
  const sign = /^[<>]=?/.exec(text)?.[0] ?? '';
  const exact = readTime(text.slice(sign.length));
  if (!exact) return { why: TIME_HELP };
  const { point, length } = exact;
  if (sign.startsWith('>')) return { from: point, isFromOut: sign === '>' };
  if (sign.startsWith('<')) return { to: point, isToOut: sign === '<' };
  return { from: point, to: { ...point, time: point.time + length }, isToOut: true };
}

function readRange(first: string, last: string): TimeBounds | Refused {
  const from = readTime(first);
  const to = readTime(last);
  const isRead = (first === '' || from !== undefined) && (last === '' || to !== undefined);
  if (!isRead || (!from && !to)) return { why: TIME_HELP };
  return { ...(from ? { from: from.point } : {}), ...(to ? { to: to.point } : {}) };
}

function readTime(text: string): Exact | undefined {
  const after = /^\+?(\d{1,9}(?:\.\d{1,6})?) ?s$/i.exec(text);
  if (after) return { point: { kind: 'after', time: Number(after[1]) * 1_000 }, length: precisionOf(after[1] ?? '') * 1_000 };
  const clock = /^(\d{1,2}):(\d{2})(?::(\d{2}(?:\.\d{1,9})?))?$/.exec(text);
  if (clock) return readClock(clock);
  return readDate(text);
}

function readClock([, hours = '', minutes = '', seconds]: RegExpExecArray): Exact | undefined {
  if (Number(hours) > 23 || Number(minutes) > 59 || Number(seconds ?? 0) >= 60) return undefined;
  const time = (Number(hours) * 60 + Number(minutes)) * 60_000 + Number(seconds ?? 0) * 1_000;
  return { point: { kind: 'clock', time }, length: seconds === undefined ? 60_000 : precisionOf(seconds) * 1_000 };
}

const DATE = /^\d{4}-\d{2}-\d{2}(?:t(\d{2}:\d{2})(:\d{2}(?:\.\d{1,9})?)?(z|[+-]\d{2}:\d{2})?)?$/i;

/** Without a zone it is UTC, as times are shown. */
function readDate(text: string): Exact | undefined {
  const match = DATE.exec(text);
  if (!match) return undefined;
  const [, clock, seconds, zone] = match;
  const time = Date.parse(clock !== undefined && zone === undefined ? `${text}Z` : text.toUpperCase());
  if (Number.isNaN(time)) return undefined;
  const length = clock === undefined ? DAY : seconds === undefined ? 60_000 : precisionOf(seconds) * 1_000;
  return { point: { kind: 'date', time }, length };
}

/** `12` is as long as one, `12.5` as a tenth. */
function precisionOf(number: string): number {
  const decimals = number.split('.')[1]?.length ?? 0;
  return 10 ** -decimals;
}

/** A stretch of time in milliseconds since the Unix epoch. */
export interface TimeStretch {
  readonly from: number;
  readonly to: number;
  readonly isFromOut: boolean;
  readonly isToOut: boolean;
}

/** @param start when the log begins; a clock time before it is meant on the next day where the log goes on beyond midnight */
export function stretchOf(bounds: TimeBounds, log: { readonly start: number; readonly end: number }): TimeStretch {
  const { start, end } = log;
  const midnight = Math.floor(start / DAY) * DAY;
  const place = ({ kind, time }: TimePoint): number => {
    if (kind === 'date') return time;
    if (kind === 'after') return start + time;
    return midnight + time < start - MINUTE && end >= midnight + DAY ? midnight + DAY + time : midnight + time;
  };
  return {
    from: bounds.from ? place(bounds.from) : Number.NEGATIVE_INFINITY,
    to: bounds.to ? place(bounds.to) : Number.POSITIVE_INFINITY,
    isFromOut: bounds.isFromOut === true,
    isToOut: bounds.isToOut === true,
  };
}

/** Whether a value lies within bounds. */
export function isWithin(value: number, { from, to, isFromOut, isToOut }: TimeStretch): boolean {
  return (isFromOut ? value > from : value >= from) && (isToOut ? value < to : value <= to);
}

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, sec: 1_000, m: 60_000, min: 60_000, h: 3_600_000 };

/** Reads `>2s`, `<=500ms`, `1s..5s`, `2s..` or one duration, which is as long as it is exact. */
export function readDuration(text: string): DurationBounds | Refused {
  const range = /^(.*?)\.\.(.*)$/.exec(text);
  if (range) {
    const from = range[1] === '' ? 0 : readLength(range[1] ?? '')?.time;
    const to = range[2] === '' ? Number.POSITIVE_INFINITY : readLength(range[2] ?? '')?.time;
    if (from === undefined || to === undefined || text === '..') return { why: DURATION_HELP };
    return { from, to, isFromOut: false, isToOut: false };
  }
  const sign = /^[<>]=?/.exec(text)?.[0] ?? '';
  const length = readLength(text.slice(sign.length));
  if (!length) return { why: DURATION_HELP };
  const { time, exact } = length;
  if (sign.startsWith('>')) return { from: time, to: Number.POSITIVE_INFINITY, isFromOut: sign === '>', isToOut: false };
  if (sign.startsWith('<')) return { from: 0, to: time, isFromOut: false, isToOut: sign === '<' };
  return { from: time, to: time + exact, isFromOut: false, isToOut: true };
}

function readLength(text: string): { readonly time: number; readonly exact: number } | undefined {
  const match = /^(\d{1,9}(?:\.\d{1,6})?) ?([a-z]{1,3})$/i.exec(text);
  const unit = UNITS[match?.[2]?.toLowerCase() ?? ''];
  if (!match || unit === undefined) return undefined;
  return { time: Number(match[1]) * unit, exact: precisionOf(match[1] ?? '') * unit };
}
