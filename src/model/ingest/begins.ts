// What begins with a line, as far as its first units tell: asked wherever one kind of text may have turned into another.

import { withoutColourCodes } from '../base/colour-codes.ts';

export type Beginning = 'blank' | 'fence' | 'json' | 'stream' | 'http' | 'text';

const HEAD_LENGTH = 512;
export const DOCKER = '{"log":"';
const FENCE = /^\s{0,3}(?:`{3,}|~{3,})[\w+-]*\s*$/;
const STREAM = /^\uFEFF?(?:data|event|id|retry):(?!\/\/)/;
export const JSON_START = /^[\s\uFEFF]*(?:\{\s*(?:["}]|$)|\[\s*(?:[[{"\]]|$))/;
const REQUEST_LINE = /^(?:> )?[A-Z]{3,8} (?:[^\s[]|\[cut \d{1,9}: [a-z][a-z-]{0,31}\]|\[)+ HTTP\/\d/;
const STATUS_LINE = /^(?:< )?HTTP\/\d(?:\.\d)? \d{3}/;
const CURL = /^(?:\$ |% |> )?curl\s+(?:-|'|"|https?:)/;
const CURL_NOTE = /^\* (?:Trying |Connected |Host |Uses proxy|Connection #|Request completely|upload completely|Mark bundle|  )/;

/** The beginning of a line, given without its end. A line of text may hold more than words: that is for whoever reads it. */
export function beginningOf(line: string): Beginning {
  const head = withoutColourCodes(line.length > HEAD_LENGTH ? line.slice(0, HEAD_LENGTH) : line);
  if (head.trim() === '' && line.length <= HEAD_LENGTH) return 'blank';
  // A line of Docker's may be a piece of one: it is a line of a log before it is JSON.
  if (JSON_START.test(head)) return head.startsWith(DOCKER) ? 'text' : 'json';
  if (STREAM.test(head)) return 'stream';
  if (FENCE.test(head)) return 'fence';
  return REQUEST_LINE.test(head) || STATUS_LINE.test(head) || CURL.test(head) || CURL_NOTE.test(head) ? 'http' : 'text';
}

const DATED = /^\W{0,2}\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:\d\d/;

/** Whether a line that is no field of an event stream begins something of its own, and is no mere stray line. */
export function beginsOther(line: string): boolean {
  const beginning = beginningOf(line);
  return beginning === 'json' || beginning === 'http' || beginning === 'fence' || DATED.test(line);
}
