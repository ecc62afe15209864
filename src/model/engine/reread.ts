// The text of a log handed to another: the same text again, with what a person has added to it, or read with more to cut.
// The text as given stays in the engine; pieces that can be read again from a file are not copied.

import type { PieceOrigin } from '../log/given-text.ts';
import type { ReadAs } from '../log/read-as.ts';
import type { OpenLog } from './open-log.ts';

/** What the rest of a text does to the log it goes to. */
export interface Refed {
  append(text: string, origin: PieceOrigin | undefined, done: number): void;
  finish(left?: OpenLog['left']): void;
  /** Resolves when more text is wanted; with false when none will be. */
  wanted(): Promise<boolean>;
}

/** A pasted rest comes in pieces, too: a slice of reading must not wait for all of it. */
const PIECE = 1 << 20;

/** The source inside a saved text: what a person adds, or wants read another way, is that one's. */
function innerOf({ log }: OpenLog): ReturnType<typeof log.sourceView> {
  return log.source(0)?.format === 'saved' && log.sourceCount > 1 ? log.sourceView(1) : undefined;
}

/** What a text is to be read as again: what is chosen now, else what was chosen before, for itself or for what is saved in it. */
export function chosenReading(before: OpenLog, more: { readonly append?: string; readonly as?: ReadAs }): ReadAs | undefined {
  const doubt = more.append === undefined || more.append === '' ? undefined : innerOf(before)?.doubt;
  return more.as ?? before.readAs ?? (doubt?.byHand === true ? doubt.chosen.as : undefined);
}

/** Feeds a log with the text of another and what is added to it. Of a saved text it is the text inside that goes on. */
export async function feedAgain(
  before: OpenLog,
  more: { readonly append: string; readonly as?: ReadAs | undefined },
  log: Refed,
): Promise<void> {
  const { append: added, as } = more;
  const goesOnInside = added !== '' || (as !== undefined && as !== 'saved');
  const given = (goesOnInside ? innerOf(before)?.text : undefined) ?? before.text;
  const length = Math.max(given.length + added.length, 1);
  let done = 0;
  for (const piece of given.pieces()) {
    if (!(await log.wanted())) return;
    done += piece.text.length;
    log.append(piece.text, piece.origin, done / length);
  }
  for (let from = 0; from < added.length; from += PIECE) {
    if (!(await log.wanted())) return;
    log.append(added.slice(from, from + PIECE), undefined, (given.length + Math.min(from + PIECE, added.length)) / length);
  }
  // What a person adds goes on where the text was cut.
  log.finish(added === '' ? before.left : undefined);
}
