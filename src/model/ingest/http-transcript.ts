// HTTP as a terminal or a document shows it: `curl -v` with its commands, marks and notes, `curl -i`, heads and bodies as they crossed,
// files of REST clients. Request and answer belong together by place; what is none of it is set aside.

import type { Conversation } from './conversation.ts';
import { createCalls } from './http-transcript-calls.ts';
import { readAnswerBody, readRequestBody, readStanding, readStreamBlock, standsAlone } from './http-transcript-bodies.ts';
import { createCursor } from './http-transcript-cursor.ts';
import { closeAnswer, closeStream, readFailure, readNote } from './http-transcript-ends.ts';
import { readAnswerHead, readCommand, readRequestHead } from './http-transcript-heads.ts';
import { FIELD_LINE, lineKind, meterEnd } from './http-transcript-lines.ts';
import type { Transcript } from './http-transcript-state.ts';
import type { Line, Reading, SourceReader } from './reading.ts';

/** Reads all exchanges from `from`. */
export function* readTranscript(reader: SourceReader, talk: Conversation, from: number): Reading<void> {
  const calls = createCalls(talk);
  const transcript: Transcript = {
    reader,
    talk,
    cursor: createCursor(reader, from),
    calls,
    current: undefined,
    answer: undefined,
    stream: undefined,
  };
  const { cursor } = transcript;
  for (let line = yield* cursor.lineAt(from); line; line = yield* cursor.lineAt(cursor.at)) {
    yield* step(transcript, line);
    reader.describe();
    yield { wants: 'time', read: cursor.at };
  }
  closeAnswer(transcript, 'end of text');
  closeStream(transcript, 'end of text');
  calls.finish();
  reader.describe();
}

function* step(transcript: Transcript, line: Line): Reading<void> {
  const kind = lineKind(line.text);
  switch (kind) {
    case 'command':
      return yield* readCommand(transcript, line);
    case 'marked-request':
    case 'request':
      return yield* readRequestHead(transcript, kind === 'marked-request');
    case 'marked-response':
    case 'response':
      return yield* readAnswerHead(transcript, kind === 'marked-response');
    case 'closing':
    case 'note':
    case 'gone':
      return readNote(transcript, line, kind);
    case 'failure':
      return readFailure(transcript, line);
    case 'blank':
      return transcript.reader.framing(transcript.cursor.take(line.to), 'a blank line');
    case 'marked-out':
    case 'marked-in':
    case 'text':
      return yield* readText(transcript, line);
  }
}

/** What is no head and no note: a body of what has begun, a value by itself, or prose. */
function* readText(transcript: Transcript, line: Line): Reading<void> {
  const { cursor, reader, stream, current, answer } = transcript;
  const meter = meterEnd(line.text);
  if (meter > 0) return reader.framing(cursor.take(line.from + meter), 'a progress meter');
  if (stream && (yield* readStreamBlock(transcript, stream))) return;
  if (current?.expectsBody && !answer && (yield* readRequestBody(transcript, current, line))) return;
  if (answer && (yield* readAnswerBody(transcript, line))) return;
  if ((FIELD_LINE.test(line.text) || standsAlone(line.text)) && (yield* readStanding(transcript, line))) return;
  yield* readProse(transcript, line);
}

function* readProse({ cursor, reader, calls }: Transcript, line: Line): Reading<void> {
  let { to } = line;
  for (let next = yield* cursor.lineAt(to); next; next = yield* cursor.lineAt(to)) {
    if (lineKind(next.text) !== 'text' || FIELD_LINE.test(next.text) || standsAlone(next.text) || meterEnd(next.text) > 0) break;
    to = next.to;
    yield { wants: 'time', read: cursor.at };
  }
  const piece = cursor.take(to);
  calls.then(() => reader.setAside(piece, 'text between exchanges'));
}
