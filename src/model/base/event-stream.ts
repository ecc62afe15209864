// Event streams as text (WHATWG HTML §9.2.6): fields, lines and blank lines, and nothing about what they carry. Lines may end in
// CR, LF or both. Two deliberate differences: a last block without its blank line is kept and marked, because a capture often
// ends so; and an event whose data is empty is none, because there is nothing in it to read.

export interface StreamEvent {
  /** Data lines joined by line feeds; never empty. */
  readonly data: string;
  /** The `event` field, undefined when there was none. */
  readonly event?: string;
  /** Whether the blank line that dispatches it was there. */
  readonly complete: boolean;
}
export interface StreamFrame extends StreamEvent {
  /** Range of the block: field lines, comments and the blank lines after it. */
  readonly from: number;
  readonly to: number;
}

/** The frames of a whole event stream that carry data, in order; blocks of comments, pings and empty data go with the frame after them (or the last). */
export function splitEventStream(text: string): readonly StreamFrame[] {
  const frames: StreamFrame[] = [];
  let from = 0;
  for (let at = 0; at < text.length; ) {
    const block = blockEnd(text, at);
    const frame = readBlock(text.slice(at, block.textEnd), block.complete);
    if (frame) {
      frames.push({ ...frame, from, to: block.end });
      from = block.end;
    }
    at = block.end;
  }
  const last = frames.at(-1);
  if (last && from < text.length) frames[frames.length - 1] = { ...last, to: text.length };
  return frames;
}

/** Where the block that starts at `from` ends: before its blank line, and after all blank lines that follow. */
function blockEnd(text: string, from: number): { readonly textEnd: number; readonly end: number; readonly complete: boolean } {
  // A block that begins with blank lines is those lines.
  const leading = /[\r\n]+/y;
  leading.lastIndex = from;
  const skipped = leading.exec(text);
  if (skipped) return { textEnd: from, end: from + skipped[0].length, complete: true };
  const blank = /(?:\r\n|\n|\r(?!\n))(?:\r\n|\n|\r(?!\n))+/g;
  blank.lastIndex = from;
  const found = blank.exec(text);
  if (!found) return { textEnd: text.length, end: text.length, complete: false };
  return { textEnd: found.index, end: found.index + found[0].length, complete: true };
}

/** Reads the field lines of one block; undefined when it has no data to dispatch. */
export function readBlock(block: string, complete: boolean): StreamEvent | undefined {
  const open = newBlock();
  for (const line of block.split(/\r\n|\n|\r/)) readField(line, open);
  return dispatched(open, complete);
}

/** Reads a stream that arrives in chunks, cut anywhere; linear in what it is fed. */
export interface EventReader {
  /** The events that a chunk completes. A line that ends in CR waits for what follows: its LF may be in the next chunk. */
  push(chunk: string): readonly StreamEvent[];
  /** What was left open when the stream ended. */
  end(): readonly StreamEvent[];
}

export function createEventReader(): EventReader {
  let waiting = '';
  let open = newBlock();
  return {
    push: (chunk) => {
      const goesOn = !waiting.endsWith('\r') && !/[\r\n]/.test(chunk);
      waiting += chunk;
      if (goesOn) return [];
      const events: StreamEvent[] = [];
      const line = /([^\r\n]*)(?:\r\n|\n|\r(?!$))/y;
      let done = 0;
      for (let found = line.exec(waiting); found; found = line.exec(waiting)) {
        done = line.lastIndex;
        if (found[1]) readField(found[1], open);
        else {
          const event = dispatched(open, true);
          if (event) events.push(event);
          open = newBlock();
        }
      }
      waiting = waiting.slice(done);
      return events;
    },
    end: () => {
      // All that can be left is one line, with or without the CR that ends it; a CR alone is the blank line.
      if (waiting !== '' && waiting !== '\r') readField(waiting.replace(/\r$/, ''), open);
      const event = dispatched(open, waiting === '\r');
      waiting = '';
      open = newBlock();
      return event ? [event] : [];
    },
  };
}

/** One event with a text as its data; line ends in it become line feeds. */
export function encodeEvent(data: string, event?: string): string {
  const lines = data.split(/\r\n|\r|\n/).map((line) => `data: ${line}\n`);
  return `${event === undefined ? '' : `event: ${event}\n`}${lines.join('')}\n`;
}

/** Whether a text looks like an event stream: its first line that says anything starts with a field or a comment. */
export function looksLikeEventStream(text: string): boolean {
  return /^\uFEFF?[\r\n]*(?:data|event|id|retry)?:/.test(text);
}

interface OpenBlock {
  readonly data: string[];
  event: string | undefined;
}

function newBlock(): OpenBlock {
  return { data: [], event: undefined };
}

function readField(line: string, open: OpenBlock): void {
  const colon = line.indexOf(':');
  if (colon === 0) return;
  const field = (colon < 0 ? line : line.slice(0, colon)).replace(/^\uFEFF/, '');
  const value = colon < 0 ? '' : line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1);
  if (field === 'data') open.data.push(value);
  else if (field === 'event') open.event = value;
}

function dispatched(open: OpenBlock, complete: boolean): StreamEvent | undefined {
  const data = open.data.join('\n');
  if (data === '') return undefined;
  return { data, complete, ...(open.event === undefined ? {} : { event: open.event }) };
}
