// A text/event-stream body with positions (WHATWG HTML §9.2.6), for texts that are whole. What a frame says is the adapters' business.
// One deliberate difference: a last block without its blank line is kept and marked, because a capture often ends so.

export interface StreamFrame {
  /** Range of the block: field lines, comments and the blank lines after it. */
  readonly from: number;
  readonly to: number;
  /** Data lines joined by line feeds. */
  readonly data: string;
  /** The `event` field, undefined when there was none. */
  readonly event?: string;
  /** Whether the blank line that dispatches it was there. */
  readonly complete: boolean;
}

/** The frames of an event stream that carry data, in order; blocks of comments, pings and empty data go with the frame after them (or the last). */
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
export function blockEnd(text: string, from: number): { readonly textEnd: number; readonly end: number; readonly complete: boolean } {
  const blank = /(?:\r\n|\n|\r(?!\n))(?:\r\n|\n|\r(?!\n))+/g;
  // A block that begins with blank lines is those lines.
  const leading = /[\r\n]+/y;
  leading.lastIndex = from;
  const skipped = leading.exec(text);
  if (skipped) return { textEnd: from, end: from + skipped[0].length, complete: true };
  blank.lastIndex = from;
  const found = blank.exec(text);
  if (!found) return { textEnd: text.length, end: text.length, complete: false };
  return { textEnd: found.index, end: found.index + found[0].length, complete: true };
}

/** Reads the field lines of one block; undefined when it has no data to dispatch. */
export function readBlock(block: string, complete: boolean): Pick<StreamFrame, 'data' | 'event' | 'complete'> | undefined {
  const data: string[] = [];
  let event: string | undefined;
  for (const line of block.split(/\r\n|\n|\r/)) {
    const colon = line.indexOf(':');
    if (colon === 0) continue;
    const field = (colon < 0 ? line : line.slice(0, colon)).replace(/^\uFEFF/, '');
    const value = colon < 0 ? '' : line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1);
    if (field === 'data') data.push(value);
    else if (field === 'event') event = value;
  }
  const joined = data.join('\n');
  if (joined === '') return undefined;
  return { data: joined, complete, ...(event === undefined ? {} : { event }) };
}
