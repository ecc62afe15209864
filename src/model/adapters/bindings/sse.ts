// Event streams as text: fields, lines and blank lines, and nothing about what they carry. WHATWG "server-sent events";
// A2A uses `data` only, now and then `event`. Lines may end in CR, LF or both; a comment line starts with a colon; several
// data lines are one text; the last event may lack its blank line when the stream was cut.

/** One event, and where it stands: from its first line to the end of its last, line ends and the blank line excluded. */
export interface SseEvent {
  readonly event?: string;
  /** Data lines joined by line feeds; `''` when the field was there and empty. */
  readonly data: string;
  readonly id?: string;
  readonly from: number;
  readonly to: number;
}

interface OpenEvent {
  event?: string;
  id?: string;
  data: string[];
  from: number;
  to: number;
}

/**
 * Reads the events of a text. Blocks without a data field (comments, pings) are no events.
 * @param text the stream so far, from its beginning (a byte order mark is skipped) or from a line start
 * @param options `complete: false` when more text may follow: the last block then waits for its blank line
 * @returns the events in order, and `rest`, where an unfinished block begins (the text's length when there is none)
 */
export function splitEvents(
  text: string,
  options: { readonly complete?: boolean } = {},
): { readonly events: readonly SseEvent[]; readonly rest: number } {
  const complete = options.complete ?? true;
  const events: SseEvent[] = [];
  let open: OpenEvent | undefined;
  let rest = 0;
  let position = text.startsWith('\ufeff') ? 1 : 0;
  while (position < text.length) {
    const line = lineAt(text, position);
    if (!complete && mayGoOn(text, line)) return { events, rest };
    const next = line.next ?? text.length;
    if (line.end > position) {
      open ??= { data: [], from: position, to: position };
      readField(text.slice(position, line.end), open);
      open.to = line.end;
    } else {
      finish(open, events);
      open = undefined;
      rest = next;
    }
    position = next;
  }
  if (!complete) return { events, rest };
  finish(open, events);
  return { events, rest: text.length };
}

/** A line without its end may go on; one that ends in CR may have its LF in the next chunk. */
function mayGoOn(text: string, line: Line): boolean {
  return line.next === undefined || (line.next === text.length && text.endsWith('\r'));
}

/** Reads a stream that arrives in chunks, cut anywhere. Ranges count from the first chunk's first unit. */
export function createEventReader(): { push(chunk: string): readonly SseEvent[]; end(): readonly SseEvent[] } {
  let waiting = '';
  let offset = 0;
  const take = (complete: boolean): readonly SseEvent[] => {
    const { events, rest } = splitEvents(waiting, { complete });
    const base = offset;
    waiting = waiting.slice(rest);
    offset += rest;
    return events.map((event) => ({ ...event, from: event.from + base, to: event.to + base }));
  };
  return {
    push: (chunk) => {
      const undecided = waiting.endsWith('\r');
      waiting += chunk;
      return undecided || /[\r\n]/.test(chunk) ? take(false) : [];
    },
    end: () => take(true),
  };
}

/** One event with a JSON text as its data. */
export function encodeEvent(json: string, event?: string): string {
  const lines = json.split(/\r\n|\r|\n/).map((line) => `data: ${line}\n`);
  return `${event === undefined ? '' : `event: ${event}\n`}${lines.join('')}\n`;
}

/** Whether a text looks like an event stream: its first line that says anything starts with a field or a comment. */
export function looksLikeEventStream(text: string): boolean {
  return /^\ufeff?[\r\n]*(?:data|event|id|retry|):/.test(text);
}

interface Line {
  readonly end: number;
  /** Where the next line begins; undefined when the line has no end. */
  readonly next: number | undefined;
}

function lineAt(text: string, from: number): Line {
  for (let end = from; end < text.length; end += 1) {
    const unit = text.charCodeAt(end);
    if (unit === 10) return { end, next: end + 1 };
    if (unit === 13) return { end, next: text.charCodeAt(end + 1) === 10 ? end + 2 : end + 1 };
  }
  return { end: text.length, next: undefined };
}

function readField(line: string, open: OpenEvent): void {
  const colon = line.indexOf(':');
  if (colon === 0) return;
  const name = colon < 0 ? line : line.slice(0, colon);
  const value = colon < 0 ? '' : line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1);
  if (name === 'data') open.data.push(value);
  else if (name === 'event') open.event = value;
  else if (name === 'id') open.id = value;
}

function finish(open: OpenEvent | undefined, events: SseEvent[]): void {
  if (!open || open.data.length === 0) return;
  events.push({
    ...(open.event !== undefined && { event: open.event }),
    data: open.data.join('\n'),
    ...(open.id !== undefined && { id: open.id }),
    from: open.from,
    to: open.to,
  });
}
