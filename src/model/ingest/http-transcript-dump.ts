// Transcripts of `curl --trace` and `--trace-ascii`: blocks of bytes that were sent or received. Blocks of one kind that follow one
// another are one piece: a head, a body, some events of a stream.

import { readCurlDump } from '../base/curl-dump.ts';
import { splitEventStream } from '../base/event-stream.ts';
import { isEventStream } from './body.ts';
import { frameBody } from './conversation.ts';
import { beginStream, bodyIn, tellAnswerBody } from './http-transcript-bodies.ts';
import { pathInto, type TranscriptCall } from './http-transcript-calls.ts';
import type { Piece } from './http-transcript-cursor.ts';
import { closeAnswer, closeStream } from './http-transcript-ends.ts';
import { readHead } from './http-transcript-head.ts';
import { beginAnswer, beginRequest, requestGoesOn } from './http-transcript-heads.ts';
import { FIELD_LINE, lineKind } from './http-transcript-lines.ts';
import type { Transcript } from './http-transcript-state.ts';
import type { Line, Reading } from './reading.ts';

/** What a heading says of its block. */
function blockKind(line: string): string {
  return /(?:=>|<=) (?:Send|Recv) [A-Za-z ]{1,20}(?=,)/.exec(line)?.[0] ?? '';
}

/** Reads the blocks of one kind that begin with a heading. */
export function* readDump(transcript: Transcript, line: Line): Reading<void> {
  const kind = blockKind(line.text);
  if (kind === '=> Send header') {
    const goesOn = requestGoesOn(transcript, true);
    const piece = yield* takeBlocks(transcript, line, kind);
    return beginRequest(transcript, piece, { head: readHead(readCurlDump(piece.text) ?? ''), marked: true, goesOn });
  }
  if (kind === '<= Recv header') {
    closeAnswer(transcript, 'next');
    closeStream(transcript, 'next');
    const piece = yield* takeBlocks(transcript, line, kind);
    return beginAnswer(transcript, piece, readHead(readCurlDump(piece.text) ?? ''));
  }
  const piece = yield* takeBlocks(transcript, line, kind);
  transcript.reader.framing(piece, kind.endsWith(' data') ? 'bytes of a body' : 'bytes of a handshake');
  if (kind === '=> Send data') sentBody(transcript, piece);
  else if (kind === '<= Recv data') receivedBody(transcript, piece);
}

/** Blocks of one kind, up to a note, another kind, or what is no line of a dump. */
function* takeBlocks({ cursor }: Transcript, first: Line, kind: string): Reading<Piece> {
  let { to } = first;
  for (let line = yield* cursor.lineAt(to); line; line = yield* cursor.lineAt(to)) {
    const belongs = /^[\da-f]{4,8}: ?/.test(line.text) || (lineKind(line.text) === 'dump' && blockKind(line.text) === kind);
    if (!belongs) break;
    to = line.to;
    yield { wants: 'time', read: cursor.at };
  }
  return cursor.take(to);
}

function sentBody({ current: call }: Transcript, piece: Piece): void {
  if (!call) return;
  call.to = piece.to;
  call.body = bodyIn(readCurlDump(piece.text) ?? '', `${pathInto(call, piece.cutFrom, piece.text.length)}/dump`);
}

function receivedBody(transcript: Transcript, piece: Piece): void {
  const { answer } = transcript;
  const text = readCurlDump(piece.text) ?? '';
  const streams =
    answer === undefined
      ? transcript.stream !== undefined
      : isEventStream(answer.head.headers['content-type'] ?? '') || FIELD_LINE.test(text);
  if (streams) {
    const call = transcript.stream ?? beginStream(transcript, undefined);
    if (call) tellFrames(transcript, call, piece, text);
  } else if (answer) {
    const path = `${pathInto(answer.piece, piece.cutFrom, piece.text.length)}/dump`;
    tellAnswerBody(transcript, piece, bodyIn(text, path), true);
  }
}

function tellFrames({ calls, talk }: Transcript, call: TranscriptCall, piece: Piece, text: string): void {
  call.last = piece;
  splitEventStream(text).forEach((frame, index) => {
    const path = `dump/sse:${index}`;
    calls.then(() => talk.event(call.key, { at: piece, path, body: frameBody(frame.data, path) }));
  });
}
