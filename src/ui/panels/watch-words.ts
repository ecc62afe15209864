// The words of a watch: verdicts of doorbells, flaws of deliveries, and what a log cannot tell.

import type { DeliveryFlaw, WatchedDelivery } from '../../model/projections/watch-deliveries.ts';
import type { HeardThrough } from '../../model/projections/watch-track.ts';
import type { WatchUnknown } from '../../model/projections/watch-unknowns.ts';
import { countOf, formatBytes, formatDuration } from '../format.ts';

/** The ways of hearing as the lanes and columns are headed. */
export const WAY_WORDS: Readonly<Record<HeardThrough, string>> = { send: 'answer', push: 'push', stream: 'follow', poll: 'poll' };

/** What the next look said to a claim. */
export function doorbellWords({ doorbell, look }: WatchedDelivery): string {
  const after = look?.ms === undefined ? '' : ` after ${formatDuration(look.ms)}`;
  switch (doorbell) {
    case 'agreed':
      return `look agreed${after}`;
    case 'agreed-later':
      return `look disagreed (${look?.state}), a later one agreed`;
    case 'disagreed':
      return `look disagreed: ${look?.state}${after}`;
    case 'moved-on':
      return `looked${after}: already ${look?.state}`;
    case 'looking':
      return look?.answerSeq === undefined ? 'look not answered yet' : 'looked: no state came back';
    case 'not-looked':
      return 'nobody has looked';
    case 'no-claim':
      return `looked${after}; it claims no state`;
  }
}

/** A flaw in one or two words, and in a sentence. */
export function flawWords(flaw: DeliveryFlaw): { readonly word: string; readonly why: string } {
  switch (flaw.kind) {
    case 'early':
      return { word: 'early', why: 'It came before the request for this callback was answered.' };
    case 'after-end':
      return { word: 'late: after the end', why: 'The task was known to have ended.' };
    case 'after-delete':
      return { word: 'late: after the delete', why: 'This callback had been deleted.' };
    case 'older-news':
      return { word: 'late: older news', why: 'Something newer was known before it came.' };
    case 'doubled':
      return flaw.elsewhere
        ? { word: 'doubled: other callback', why: 'The same body had gone to another callback of this task.' }
        : { word: 'doubled', why: 'The same body had come before.' };
    case 'unauthenticated':
      return flaw.why === 'nothing'
        ? { word: 'unauthenticated', why: 'It brings no token and no authorization.' }
        : { word: 'other token', why: 'Its token is not the one that was given with the config.' };
    case 'oversized':
      return { word: 'oversized', why: `${formatBytes(flaw.length)}: a careful receiver reads 65 536 bytes and answers 413.` };
    case 'refused':
      return { word: `refused: ${flaw.status}`, why: 'The receiver did not accept it.' };
    case 'unanswered':
      return { word: 'no answer', why: 'No answer of the receiver has been seen.' };
  }
}

/** What cannot be known, in a sentence. */
export function unknownWords(unknown: WatchUnknown): string {
  switch (unknown.kind) {
    case 'no-deliveries':
      return 'A callback stands and no delivery is here: nothing was sent, it was lost, or only the receiver saw it. A log of the client’s own calls cannot show which.';
    case 'no-looks':
      return 'No look follows a delivery: either the body was taken at its word, or the looks were recorded elsewhere.';
    case 'no-config':
      return 'Who asked for these deliveries, and with which token, is not in this log.';
    case 'no-heads':
      return `The headers of ${countOf(unknown.count, 'delivery', 'deliveries')} are not in this log: whether a token came with them cannot be known.`;
    case 'no-answers':
      return `What the receiver answered to ${countOf(unknown.count, 'delivery', 'deliveries')} is not in this log.`;
    case 'no-comparison':
      return 'Tokens are masked in this log: whether they are the right ones cannot be known.';
    case 'open-streams':
      return `${countOf(unknown.count, 'stream')} without an end: counted as open up to the last event.`;
    case 'no-times':
      return 'No row states a time: order is shown, and no length of time is known.';
    case 'no-origin':
      return `Since when ${countOf(unknown.count, 'state')} had been so is not stated: how late it was heard cannot be known.`;
  }
}
