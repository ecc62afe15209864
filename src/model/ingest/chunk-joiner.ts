// Streamed answers come in chunks, and a frame of an event stream need not end where a chunk does (SPEC.md N.5).
// What a chunk line completes is told here, with the range and the path that lead back to it.

import { splitEventStream } from '../base/event-stream.ts';
import type { ValuePath } from '../log/row.ts';
import type { Stretch } from './reading.ts';

export interface JoinedFrame {
  readonly at: Stretch;
  /** From the text of the range to the data of the frame. */
  readonly path: ValuePath;
  readonly data: string;
}
export interface ChunkJoiner {
  /** The frames that this chunk completes, in order. */
  add(line: Stretch, text: string): readonly JoinedFrame[];
  /** What was left open when the stream ended: data without the blank line that would have sent it. */
  rest(): JoinedFrame | undefined;
  /** Whether a frame is too long to be one, and why the rest is not read. */
  readonly exhausted: boolean;
}

/** A frame over more lines or units than this is no frame. */
const MAX_LINES = 1 << 16;
const MAX_LENGTH = 1 << 24;
const BLANK_LINE = /(?:\r\n|\n|\r(?!\n))(?:\r\n|\n|\r)/;

/** Starts an exchange's stream. `exchange` is the number in its chunk lines. Linear: text is split only when a block ends in it. */
export function createChunkJoiner(exchange: number): ChunkJoiner {
  let range: Stretch = { from: 0, to: 0 };
  let lines = 0;
  let text = '';
  let told = 0;
  let exhausted = false;
  const framesOf = (): readonly { readonly complete: boolean; readonly joined: JoinedFrame }[] => {
    const path = lines === 1 ? 'json/.text' : `chunks:${exchange}`;
    return splitEventStream(text).map((frame, index) => ({
      complete: frame.complete,
      joined: { at: range, path: `${path}/sse:${index}`, data: frame.data },
    }));
  };
  return {
    get exhausted() {
      return exhausted;
    },
    add: (line, chunk) => {
      if (exhausted) return [];
      range = { from: lines === 0 ? line.from : range.from, to: line.to };
      const ends = BLANK_LINE.test(text.slice(-3) + chunk);
      lines += 1;
      text += chunk;
      exhausted = lines > MAX_LINES || text.length > MAX_LENGTH;
      if (!ends) return [];
      const done = framesOf().filter((frame) => frame.complete);
      const fresh = done.slice(told).map((frame) => frame.joined);
      // Whatever is open now began in this line, so its range does too.
      range = line;
      [lines, text] = [1, chunk];
      told = splitEventStream(chunk).filter((frame) => frame.complete).length;
      if (endsBlock(chunk)) [lines, text, told] = [0, '', 0];
      return fresh;
    },
    rest: () => (lines === 0 ? undefined : framesOf().find((frame) => !frame.complete)?.joined),
  };
}

function endsBlock(text: string): boolean {
  return new RegExp(`${BLANK_LINE.source}$`).test(text.slice(-4));
}
