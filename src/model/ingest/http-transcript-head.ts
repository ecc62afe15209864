// Heads of requests and answers as text: the start line, and header lines with or without curl's marks.

import type { HttpHeaders } from '../protocol/http.ts';

export interface TranscriptHead {
  /** Of a request. */
  readonly method?: string;
  /** As the request line has it: a path, or a whole URL. */
  readonly target?: string;
  /** Of an answer. */
  readonly status?: number;
  readonly headers: HttpHeaders;
}

const MARK = /^(?:\d\d:\d\d:\d\d(?:\.\d{1,9})? )?(?:\[\d+-[\dx]+\] )?[<>] ?/;
const HEADER = /^(:?[!#$%&'*+.^_`|~\w-]{1,200}):[ \t]?([^\r\n]*)$/;

/** Reads a head; lines that are neither its start nor headers are passed over. */
export function readHead(text: string): TranscriptHead {
  const headers = new Map<string, string>();
  let start: Pick<TranscriptHead, 'method' | 'target' | 'status'> = {};
  for (const given of text.split('\n')) {
    const line = given.replace(/\r$/, '').replace(MARK, '');
    const [, method, target] = /^([A-Z]{3,7}) ((?:[^\s[]|\[cut \d{1,9}: [a-z][a-z-]{0,31}\]|\[)+)(?: HTTP\/[\d.]+)?\s*$/.exec(line) ?? [];
    const status = /^HTTP\/[\d.]+ (\d{3})/.exec(line)?.[1];
    const [, name, value = ''] = HEADER.exec(line) ?? [];
    if (method !== undefined && target !== undefined) start = { method, target };
    else if (status !== undefined) start = { status: Number(status) };
    else if (name !== undefined) addHeader(headers, name.toLowerCase(), value.trim());
  }
  return { ...pseudoStart(headers), ...start, headers: Object.fromEntries(headers) };
}

/** The start line as HTTP/2 writes it (RFC 9113 §8.3). */
function pseudoStart(headers: ReadonlyMap<string, string>): Pick<TranscriptHead, 'method' | 'target' | 'status'> {
  const [method, target, status] = [':method', ':path', ':status'].map((name) => headers.get(name));
  return {
    ...(method === undefined ? {} : { method }),
    ...(target === undefined ? {} : { target }),
    ...(status === undefined ? {} : { status: Number(status) }),
  };
}

function addHeader(headers: Map<string, string>, name: string, value: string): void {
  const known = headers.get(name);
  headers.set(name, known === undefined ? value : `${known}, ${value}`);
}

/** Whether a line of an unmarked head is a header. */
export function isHeaderLine(line: string): boolean {
  return HEADER.test(line.replace(/\r$/, ''));
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** The instant of a `Date` header (RFC 9110 §5.6.7), in milliseconds since the epoch: to the second. */
export function httpDate(value: string | undefined): number | undefined {
  const [, day = '', month = '', year = '', clock = ''] =
    /^\w{3}, (\d{2}) (\w{3}) (\d{4}) (\d{2}:\d{2}:\d{2}) GMT$/.exec(value ?? '') ?? [];
  const number = MONTHS.indexOf(month) + 1;
  if (number === 0) return undefined;
  const instant = Date.parse(`${year}-${String(number).padStart(2, '0')}-${day}T${clock}Z`);
  return Number.isNaN(instant) ? undefined : instant;
}
