// Texts that are made of pieces of another text, with the way back: where a unit of the made text stands in the other one.

import type { PlacedText } from '../base/json-scan.ts';

export interface TextPiece {
  readonly text: string;
  /** Where it stands in the other text. */
  readonly at: number;
}

/** Joins pieces. A position at the end is that after the last piece. */
export function pieceText(pieces: readonly TextPiece[]): PlacedText {
  const starts: number[] = [];
  let length = 0;
  for (const { text } of pieces) {
    starts.push(length);
    length += text.length;
  }
  return {
    value: pieces.map(({ text }) => text).join(''),
    at: (index) => {
      // The last piece that starts at or before the position; at the very end the last one of all.
      let low = 0;
      let high = index >= length ? pieces.length : starts.length;
      while (high - low > 1) {
        const middle = (low + high) >> 1;
        if ((starts[middle] ?? 0) <= index) low = middle;
        else high = middle;
      }
      const piece = pieces[low];
      return piece === undefined ? 0 : piece.at + Math.min(index - (starts[low] ?? 0), piece.text.length);
    },
  };
}

/** After a stretch that is left out, so many units must be equal for the texts to go on together. */
const RUN = 8;

/**
 * Finds where a text stands that is another one with stretches left out.
 * @returns undefined where it is not; linear in the length of both
 */
export function alignedText(whole: string, kept: string): PlacedText | undefined {
  const pieces: TextPiece[] = [];
  let at = 0;
  for (let done = 0; done < kept.length; ) {
    at = whole.indexOf(kept.slice(done, done + RUN), at);
    if (at < 0) return undefined;
    let length = 0;
    while (done + length < kept.length && whole[at + length] === kept[done + length]) length += 1;
    pieces.push({ text: kept.slice(done, done + length), at });
    done += length;
    at += length;
  }
  return pieceText(pieces);
}
