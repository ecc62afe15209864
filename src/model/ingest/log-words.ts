// What the words around a value in a log tell: when it was seen, and as what. A log record that calls a value a frame or an event saw
// a stream; one that calls it an answer saw a sample; of any other value without an envelope a log says nothing (SPEC.md N.14).

import type { StandingFrame } from './standing.ts';
import { readInstant } from '../base/wire-time.ts';

const MOMENT = /\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:\d\d(?::\d\d)?(?:[.,]\d{1,12})?(?: ?(?:Z|UTC|[+-]\d\d:?\d\d)(?![\w:]))?/;
const ACCESS_LOG = /(\d\d)\/(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\/(\d{4}):(\d\d:\d\d:\d\d) ([+-]\d{4})/;
/** As spreadsheets and tables of the United States have it. */
const HALF_DAYS = /(?<!\d)(\d{1,2})\/(\d{1,2})\/(\d{4}),? (\d{1,2})(:\d\d(?::\d\d(?:\.\d{1,9})?)?) ?([AP])M\b/;
const MONTHS = 'JanFebMarAprMayJunJulAugSepOctNovDec';
const EPOCH = /(?:^|[\s[({=:@"',|;])(1\d{9}(?:\.\d{1,9})?|1\d{12}(?:\.\d{1,6})?|1\d{15}|1\d{18})(?=[\s\]):,;|"'}]|$)/;
/** As dates of mail and HTTP have it, and as `ctime` prints it. */
const WRITTEN =
  /(?<!\d)(\d{1,2}) (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) (\d{4}),? (\d\d:\d\d:\d\d(?:[.,]\d{1,9})?)(?: ?([+-]\d\d:?\d\d)(?![\w:]))?/;
const CTIME = /\b(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) {1,2}(\d{1,2}) (\d\d:\d\d:\d\d(?:\.\d{1,9})?) (\d{4})(?!\d)/;
/** A prefix is no longer than this. */
const PREFIX = 400;

/** The moment that the words before a value state: the first one, as the collector wrote it. */
export function momentIn(words: string): number | undefined {
  const head = words.slice(0, PREFIX);
  const stated = MOMENT.exec(head)?.[0];
  if (stated !== undefined)
    return readInstant(
      stated
        .replaceAll('/', '-')
        .replace(/ ?UTC$/, 'Z')
        .replace(/ (?=Z|[+-])/, ''),
    );
  const named = withNamedMonth(head);
  if (named !== undefined) return named;
  const halves = HALF_DAYS.exec(head);
  if (halves) return halfDays(halves);
  const epoch = EPOCH.exec(head)?.[1];
  return epoch === undefined ? undefined : readInstant(Number(epoch));
}

function withNamedMonth(head: string): number | undefined {
  const [, day = '', month = '', year = '', clock = '', zone = ''] = ACCESS_LOG.exec(head) ?? WRITTEN.exec(head) ?? [];
  if (day !== '') return dated(year, month, day, clock + zone);
  const [, name = '', date = '', time = '', full = ''] = CTIME.exec(head) ?? [];
  return name === '' ? undefined : dated(full, name, date, time);
}

function dated(year: string, month: string, day: string, clock: string): number | undefined {
  const number = String(MONTHS.indexOf(month) / 3 + 1).padStart(2, '0');
  return readInstant(`${year}-${number}-${day.padStart(2, '0')}T${clock}`);
}

function halfDays([, month = '', day = '', year = '', hour = '', rest = '', half]: readonly string[]): number | undefined {
  const hours = (Number(hour) % 12) + (half === 'P' ? 12 : 0);
  return readInstant(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}T${String(hours).padStart(2, '0')}${rest}Z`);
}

/** Words that tell, looked for close to the value. */
const NEAR = 120;
const PUSHED = /\b(?:web-?hooks?|push(?:ed)?|(?:push )?notifications?|call-?backs?|deliver(?:y|ies|ed))\b/i;
const STREAMED = /\b(?:frames?|events?|chunks?|sse|stream(?:ed|ing)?|yield(?:ed|ing)?|data)\b/i;
const ANSWERED =
  /\b(?:respon(?:se|ded)|answer(?:s|ed)?|repl(?:y|ied)|results?|return(?:s|ed)|poll(?:s|ed|ing)?|got|fetched|get_?task|tasks\/get|message\/send|sendmessage)\b|<-|<=|<<|HTTP\/\d|\b200\b/i;

/** Whether the words before a value say that it was delivered to who had asked to be told. */
export function isPushed(words: string): boolean {
  return PUSHED.test(words.slice(-NEAR).replace(/[_-]/g, ' '));
}

/** As what the words before a value say it was seen; `otherwise` where they do not say. */
export function frameIn(words: string, otherwise: StandingFrame): StandingFrame {
  const near = words.slice(-NEAR).replace(/[_-]/g, ' ');
  if (PUSHED.test(near)) return 'line';
  if (STREAMED.test(near)) return 'event';
  return ANSWERED.test(near) || ANSWERED.test(words.slice(-NEAR)) ? 'answer' : otherwise;
}
