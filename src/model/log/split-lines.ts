// Lines that were one line before a container runtime, or an event before a printer, got hold of it. The reader and every later
// look at a value join them by these same rules.

import { parseJson, textMember } from '../base/json.ts';

/** The prefix that CRI runtimes write: a time, a stream, and whether the line goes on (`P`) or ends here (`F`). */
const CRI = /^(\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:?\d\d)) (?:stdout|stderr) ([PF])(?:[:\w]*)(?: |$)/;

export interface CriPrefix {
  readonly time: string;
  /** Whether the next line goes on where this one stops. */
  readonly partial: boolean;
  readonly length: number;
}

/** What a CRI runtime put before a line; undefined where it put nothing. */
export function criPrefix(line: string): CriPrefix | undefined {
  const [whole, time = '', tag] = CRI.exec(line.slice(0, 80)) ?? [];
  return whole === undefined ? undefined : { time, partial: tag === 'P', length: whole.length };
}

/** Lines of a container log as the text that the container wrote: CRI lines without their prefix, or the texts of Docker's `log` members. */
export function joinSplitLines(text: string): string {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map(writtenIn)
    .join('');
}

function writtenIn(line: string): string {
  const prefix = criPrefix(line);
  if (prefix) return line.slice(prefix.length).replace(/\r$/, '') + (prefix.partial ? '' : '\n');
  const read = line.startsWith('{') ? parseJson(line) : undefined;
  return (read?.ok ? textMember(read.value, 'log') : undefined) ?? line;
}

const FIELD = /^\uFEFF?(event|id|retry|data)?:(?: )?/;

/** The data of an event whose lines go on without `data:`, as documents print it: other fields and comments are left out. */
export function unprefixedEvent(text: string): string {
  const data: string[] = [];
  for (const line of text.split(/\r\n|\n|\r/)) {
    const [field, name] = FIELD.exec(line) ?? [];
    if (field === undefined) data.push(line);
    else if (name === 'data') data.push(line.slice(field.length));
  }
  return data.join('\n').trim();
}
