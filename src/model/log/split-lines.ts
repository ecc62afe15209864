// Lines that were one line before a container's runtime got hold of them, or an event before a printer did. The reader and every
// later look at a value take off what stands around them by these same rules.

import { decodeJsonString, walkJson, type PlacedText } from '../base/json-scan.ts';

/** What a program wrote, in a line that something else put its own words around. */
export interface WrittenLine {
  /** Who put them there: a CRI runtime, Docker's json-file driver, a tool that follows several containers. */
  readonly by: 'cri' | 'docker' | 'follower';
  /** What was written, with its line feed where it ends here; positions are in the line. */
  readonly written: PlacedText;
  /** Whether the next line goes on where this one stops. */
  readonly partial: boolean;
  /** When the runtime took the line. */
  readonly time?: string;
}

/** A time, a stream, and whether the line goes on (`P`) or ends here (`F`). */
const CRI = /^(\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:?\d\d)) (?:stdout|stderr) ([PF])(?:[:\w]*)(?: |$)/;
/** `agent-1  | `, `[pod/agent-5d/agent] `. */
const FOLLOWER = /^(?:[\w.-]{1,100} +\| ?|\[pod\/[\w./-]{1,200}\] )/;
const HEAD = 320;

/** What was written in a line, given without its line feed; undefined where nothing stands around it. */
export function writtenLine(line: string): WrittenLine | undefined {
  if (line.startsWith('{"log":"')) return dockerLine(line);
  const head = line.slice(0, HEAD);
  const [cri, time = '', tag] = CRI.exec(head) ?? [];
  if (cri !== undefined) return { by: 'cri', time, partial: tag === 'P', written: writtenAfter(line, cri.length, tag === 'P' ? '' : '\n') };
  const follower = FOLLOWER.exec(head)?.[0];
  return follower === undefined ? undefined : { by: 'follower', partial: false, written: writtenAfter(line, follower.length, '\n') };
}

function writtenAfter(line: string, from: number, end: string): PlacedText {
  return { value: line.slice(from).replace(/\r$/, '') + end, at: (index) => from + index };
}

function dockerLine(line: string): WrittenLine | undefined {
  const found: { key: string; readonly texts: Map<string, readonly [number, number]> } = { key: '', texts: new Map() };
  let depth = 0;
  const end = walkJson(line, 0, {
    open: () => void (depth += 1),
    close: () => void (depth -= 1),
    key: (from, to) => void (found.key = depth === 1 ? line.slice(from, Math.min(to, from + 20)) : ''),
    string: (from, to) => void (depth === 1 && found.texts.set(found.key, [from, to])),
  });
  const text = found.texts.get('log');
  if (!end.ok || !text || line.slice(end.end).trim() !== '') return undefined;
  const written = decodeJsonString(line, text[0], text[1]);
  const time = found.texts.get('time');
  return { by: 'docker', written, partial: !written.value.endsWith('\n'), ...(time && { time: line.slice(time[0], time[1]) }) };
}

/** Lines with something around them as the text that was written; a line without is itself. */
export function joinSplitLines(text: string): string {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => writtenLine(line)?.written.value ?? `${line}\n`)
    .join('');
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
