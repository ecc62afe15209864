// Where the reading of a transcript stands: lines are looked at, and stretches taken from front to back, each looked through for
// secrets as it is taken.

import type { Line, Reading, SourceReader, Stretch } from './reading.ts';

/** A stretch that was taken, and its text without secrets. */
export interface Piece extends Stretch {
  readonly text: string;
  /** How long the text before it is, secrets cut: for places inside a range of several pieces. */
  readonly cutFrom: number;
}

export interface Cursor {
  readonly at: number;
  /** The line at a position, which is not before the cursor; its text without its end. Waits for text. */
  lineAt(from: number): Reading<Line | undefined>;
  /** Takes all up to a position. */
  take(to: number): Piece;
  /** Goes on at a position, where another reader has taken what lies before. */
  moveTo(to: number): void;
}

/** Starts at the beginning. */
export function createCursor(reader: SourceReader): Cursor {
  let at = 0;
  let cutLength = 0;
  const { text } = reader;
  return {
    get at() {
      return at;
    },
    *lineAt(start) {
      for (let searched = start; ; ) {
        const feed = text.indexOf('\n', searched);
        if (feed >= 0) return { from: start, to: feed + 1, text: text.slice(start, feed).replace(/\r$/, '') };
        if (text.complete) return text.length > start ? { from: start, to: text.length, text: text.slice(start, text.length) } : undefined;
        searched = Math.max(start, text.length);
        // What has been taken has been looked through, and nothing after it.
        yield { wants: 'text', read: at };
      }
    },
    take: (to) => {
      const stretch = { from: at, to };
      const piece = { ...stretch, text: reader.admit(stretch, text.slice(at, to)), cutFrom: cutLength };
      at = to;
      cutLength += piece.text.length;
      return piece;
    },
    moveTo: (to) => {
      at = to;
    },
  };
}
