// Times of a log that state no year, or no date at all: `Nov 29 23:01:02` of syslog, `I1129 23:01:02.5` of klog, `12:00:01,123`. What is
// missing is taken from where the text states an instant in full near by, or from the line before; where nothing does, a line has no
// time, and only its place tells when it was written (SPEC.md N.72).

import { momentIn } from './log-words.ts';
import type { Reading, SourceReader, Stretch } from './reading.ts';

/** A time of which the year, or all of the date, is not stated. */
export interface PartialMoment {
  /** From 0; undefined where only the clock is stated. */
  readonly month: number | undefined;
  readonly day: number;
  /** Milliseconds of the day. */
  readonly clock: number;
}

const MONTHS = 'JanFebMarAprMayJunJulAugSepOctNovDec';
const MONTH = '(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)';
const CLOCK = '(\\d\\d):(\\d\\d):(\\d\\d)(?:[.,](\\d{1,9}))?(?![\\d:])';
const SYSLOG = new RegExp(`^(?:<\\d{1,3}>)?\\W{0,2}${MONTH} {1,2}(\\d{1,2}) ${CLOCK}(?! \\d{4}\\b)`);
const DAY_FIRST = new RegExp(`^\\W{0,2}(\\d{1,2})[ /-]${MONTH} ${CLOCK}`);
const KLOG = new RegExp(`^[IWEFD](\\d\\d)(\\d\\d) ${CLOCK}`);
const LOGCAT = new RegExp(`^(\\d\\d)-(\\d\\d) ${CLOCK}`);
const ONLY_CLOCK = new RegExp(`^\\W{0,2}(?:[A-Z]{3,8}\\W{1,3})?${CLOCK}(?=[\\s\\]|)-]|$)`);

/** The time without a year that a line begins with; undefined where it begins with none. */
export function partialMoment(line: string): PartialMoment | undefined {
  const head = line.slice(0, 80);
  const [, name = '', day = '', ...clock] = SYSLOG.exec(head) ?? [];
  if (name !== '') return moment(MONTHS.indexOf(name) / 3, day, clock);
  const [, first = '', named = '', ...rest] = DAY_FIRST.exec(head) ?? [];
  if (named !== '') return moment(MONTHS.indexOf(named) / 3, first, rest);
  const [, month = '', date = '', ...last] = KLOG.exec(head) ?? LOGCAT.exec(head) ?? [];
  if (month !== '') return moment(Number(month) - 1, date, last);
  const [found, ...only] = ONLY_CLOCK.exec(head) ?? [];
  return found === undefined ? undefined : moment(undefined, '1', only);
}

function moment(month: number | undefined, day: string, clock: readonly (string | undefined)[]): PartialMoment | undefined {
  const [hour, minute, second] = clock.slice(0, 3).map(Number);
  const fraction = Number(`0.${clock[3] ?? '0'}`) * 1000;
  if (hour === undefined || minute === undefined || second === undefined) return undefined;
  const date = Number(day);
  if (hour > 23 || minute > 59 || second > 60 || date < 1 || date > 31 || (month !== undefined && (month < 0 || month > 11)))
    return undefined;
  return { month, day: date, clock: ((hour * 60 + minute) * 60 + second) * 1000 + fraction };
}

const DAY = 86_400_000;
const YEAR = 366 * DAY;
/** No date is taken from what is further away. */
const FURTHEST = 31 * DAY;

/** The instant of a partial moment that is nearest to another one; undefined where that is too far away to tell the year. */
function nearest({ month, day, clock }: PartialMoment, to: number): number | undefined {
  if (month === undefined) {
    const today = Math.floor(to / DAY) * DAY + clock;
    return today - to > DAY / 2 ? today - DAY : to - today > DAY / 2 ? today + DAY : today;
  }
  const year = new Date(to).getUTCFullYear();
  const near = [year - 1, year, year + 1].map((each) => Date.UTC(each, month, day) + clock);
  const found = near.reduce((best, each) => (Math.abs(each - to) < Math.abs(best - to) ? each : best));
  return Math.abs(found - to) <= FURTHEST ? found : undefined;
}

/**
 * Times of records without a year on one scale, for comparing them; undefined where one is followed by another that is half a day or half
 * a year earlier: then the clock went round.
 */
export function relativeTimes(moments: readonly (PartialMoment | undefined)[]): readonly (number | undefined)[] | undefined {
  const times: (number | undefined)[] = [];
  let last: { readonly time: number; readonly dated: boolean } | undefined;
  for (const each of moments) {
    const dated = each?.month !== undefined;
    const time = each && (dated ? Date.UTC(2000, each.month ?? 0, each.day) : 0) + each.clock;
    if (time !== undefined) {
      if (last && (last.dated !== dated || Math.abs(last.time - time) > (dated ? YEAR : DAY) / 2)) return undefined;
      last = { time, dated };
    }
    times.push(time);
  }
  return times;
}

export interface LogClock {
  /** The instant of a record whose time lacks its year; undefined where nothing near by states one. Waits for text. */
  complete(reader: SourceReader, at: Stretch, partial: PartialMoment): Reading<number | undefined>;
}

/** So far around a line a full instant is looked for. */
const AROUND = 1 << 16;
const INSTANT =
  /\b(?:\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?:Z|[+-]\d\d:?\d\d)?|\d{1,2} (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d\d:\d\d:\d\d)/g;

interface Anchor {
  readonly at: number;
  readonly time: number;
}

/** Starts with no instant known. */
export function createLogClock(): LogClock {
  const anchors: Anchor[] = [];
  let searched = 0;
  let last: Anchor | undefined;
  const search = (text: string, from: number): void => {
    for (const found of text.matchAll(INSTANT)) {
      const time = momentIn(found[0]);
      const known = anchors.at(-1);
      // Instants that say the same day add nothing.
      if (
        time !== undefined &&
        (known === undefined || Math.abs(known.time - time) > DAY / 4 || from + found.index - known.at > AROUND / 4)
      )
        anchors.push({ at: from + found.index, time });
    }
  };
  return {
    *complete(reader, at, partial) {
      const to = at.to + AROUND;
      if (searched < to) {
        const from = Math.max(searched, at.from - AROUND);
        yield* reader.reach(to);
        search(reader.text.slice(from, to), from);
        searched = Math.min(to, reader.text.length);
      }
      const time = completed(partial, [last, ...around(anchors, at.from)], at.from);
      if (time !== undefined) last = { at: at.from, time };
      return time;
    },
  };
}

/** The last instant before a place and the first one behind it. */
function around(anchors: readonly Anchor[], place: number): readonly (Anchor | undefined)[] {
  let low = 0;
  let high = anchors.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((anchors[middle]?.at ?? 0) <= place) low = middle + 1;
    else high = middle;
  }
  return [anchors[low - 1], anchors[low]];
}

/** Completed by the nearest in the text that is near enough in time. */
function completed(partial: PartialMoment, anchors: readonly (Anchor | undefined)[], place: number): number | undefined {
  const known = anchors.filter((anchor) => anchor !== undefined);
  known.sort((a, b) => Math.abs(a.at - place) - Math.abs(b.at - place));
  for (const { time } of known) {
    const found = nearest(partial, time);
    if (found !== undefined) return found;
  }
  return undefined;
}
