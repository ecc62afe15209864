// What the reading of a transcript knows at a line.

import type { Conversation } from './conversation.ts';
import type { Calls, TranscriptCall } from './http-transcript-calls.ts';
import type { Cursor, Piece } from './http-transcript-cursor.ts';
import type { TranscriptHead } from './http-transcript-head.ts';
import type { SourceReader } from './reading.ts';

/** The head of an answer whose body has not come yet. */
export interface PendingAnswer {
  readonly head: TranscriptHead;
  readonly piece: Piece;
  /** Curl has told that the connection is done with. */
  closed: boolean;
  /** Its chunks were looked at, and do not agree with their lengths. */
  torn?: true;
}

export interface Transcript {
  readonly reader: SourceReader;
  readonly talk: Conversation;
  readonly cursor: Cursor;
  readonly calls: Calls;
  /** The exchange whose request stands last. */
  current: TranscriptCall | undefined;
  answer: PendingAnswer | undefined;
  /** The exchange whose stream goes on here. */
  stream: TranscriptCall | undefined;
}
