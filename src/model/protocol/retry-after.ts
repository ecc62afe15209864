// `Retry-After`: how long a server asks to be left alone. RFC 9110 section 10.2.3: whole seconds, or an HTTP date.

/** Longer than any deadline; a number that large is none to wait for. */
const MOST_SECONDS = 1e9;

/**
 * Reads the header's value.
 * @param value as it crossed
 * @param now milliseconds since the Unix epoch, for dates
 * @returns milliseconds from now, 0 for a date that has passed, undefined for what is neither form
 */
export function readRetryAfter(value: string, now: number): number | undefined {
  const text = value.trim();
  if (/^\d{1,20}$/.test(text)) return Math.min(Number(text), MOST_SECONDS) * 1000;
  const date = httpDate(text);
  return date === undefined ? undefined : Math.max(0, date - now);
}

/** Only forms that begin with the name of a day: a bare number or a local time must not pass for a date. RFC 9110 section 5.6.7. */
const HTTP_DATE = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]{0,6},? [\w :-]{10,30}$/;

function httpDate(text: string): number | undefined {
  if (!HTTP_DATE.test(text)) return undefined;
  // The asctime form names no zone and is UTC all the same.
  const millis = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`);
  return Number.isNaN(millis) ? undefined : millis;
}
