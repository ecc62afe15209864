// HTTP as a terminal or a document shows it: `curl -v` with its commands, marks and notes, `curl -i`, heads and bodies as they crossed,
// files of REST clients. Request and answer belong together by place; what is none of it is set aside.

import type { Conversation } from './conversation.ts';
import { createCalls } from './http-transcript-calls.ts';
import { readAnswerBody, readRequestBody, readStanding, readStreamBlock, readUnheaded, standsAlone } from './http-transcript-bodies.ts';
import { createCursor } from './http-transcript-cursor.ts';
import { readDump } from './http-transcript-dump.ts';
import { closeAnswer, closeStream, readFailure, readNote } from './http-transcript-ends.ts';
import { readAnswerHead, readCommand, readRequestHead } from './http-transcript-heads.ts';
import { FIELD_LINE, lineKind, meterEnd } from './http-transcript-lines.ts';
import type { Transcript } from './http-transcript-state.ts';
import { readLogLines } from './log-lines.ts';
import type { Line, Reading, SourceReader } from './reading.ts';

/** Reads transcripts of one source, which may have other things between them. */
export interface TranscriptReader {
  /** Reads on from a line; returns where something else begins. */
  readFrom(from: number): Reading<number>;
  /** The source is over: what was held back is told. */
  finish(): void;
}

/** Starts without any exchange. */
export function createTranscript(reader: SourceReader, talk: Conversation): TranscriptReader {
  let begun: Transcript | undefined;
  return {
    *readFrom(from) {
      begun ??= startTranscript(reader, talk);
      begun.cursor.moveTo(from);
      return yield* readLines(begun, function* () {
        // Whoever reads what stands between may know what it is.
        return false;
      });
    },
    finish: () => begun && finishTranscript(begun),
  };
}

/** Reads a text that is a transcript from beginning to end: what stands between may be lines of a log. */
export function* readTranscript(reader: SourceReader, talk: Conversation, from: number): Reading<void> {
  const transcript = startTranscript(reader, talk);
  transcript.cursor.moveTo(from);
  yield* readLines(transcript, readBetween);
  finishTranscript(transcript);
}

function startTranscript(reader: SourceReader, talk: Conversation): Transcript {
  return { reader, talk, cursor: createCursor(reader), calls: createCalls(talk), current: undefined, answer: undefined, stream: undefined };
}

function finishTranscript(transcript: Transcript): void {
  closeAnswer(transcript, 'end of text');
  closeStream(transcript, 'end of text');
  transcript.calls.finish();
}

/** Reads a line that is of no exchange; false where it is not to be read here. */
type ReadBetween = (transcript: Transcript, line: Line) => Reading<boolean>;

function* readLines(transcript: Transcript, between: ReadBetween): Reading<number> {
  const { cursor, reader } = transcript;
  for (let line = yield* cursor.lineAt(cursor.at); line; line = yield* cursor.lineAt(cursor.at)) {
    if (!(yield* step(transcript, line)) && !(yield* between(transcript, line))) return cursor.at;
    reader.describe();
    yield { wants: 'time', read: cursor.at };
  }
  return cursor.at;
}

/** Reads what begins with a line; false for a line that is of no exchange. */
function* step(transcript: Transcript, line: Line): Reading<boolean> {
  const kind = lineKind(line.text);
  switch (kind) {
    case 'command':
      yield* readCommand(transcript, line);
      return true;
    case 'marked-request':
    case 'request':
      yield* readRequestHead(transcript, kind === 'marked-request');
      return true;
    case 'marked-response':
    case 'response':
      yield* readAnswerHead(transcript, kind === 'marked-response');
      return true;
    case 'closing':
    case 'note':
    case 'gone':
      readNote(transcript, line, kind);
      return true;
    case 'dump':
      yield* readDump(transcript, line);
      return true;
    case 'failure':
      readFailure(transcript, line);
      return true;
    case 'blank':
      transcript.reader.framing(transcript.cursor.take(line.to), 'a blank line');
      return true;
    case 'marked-out':
    case 'marked-in':
    case 'text':
      return yield* readText(transcript, line);
  }
}

/** What is no head and no note: a body of what has begun, or an answer without its head. */
function* readText(transcript: Transcript, line: Line): Reading<boolean> {
  const { cursor, reader, stream, current } = transcript;
  const meter = meterEnd(line.text);
  if (meter > 0) {
    reader.framing(cursor.take(line.from + meter), 'a progress meter');
    return true;
  }
  if (stream && (yield* readStreamBlock(transcript, stream))) return true;
  if (current?.expectsBody && !transcript.answer && (yield* readRequestBody(transcript, current, line))) return true;
  if (transcript.answer && (yield* readAnswerBody(transcript, line))) return true;
  return yield* readUnheaded(transcript, line);
}

/** A value by itself, lines of a log, or prose. */
function* readBetween(transcript: Transcript, line: Line): Reading<boolean> {
  const { cursor, reader, talk, calls } = transcript;
  if (standsAlone(line.text) || FIELD_LINE.test(line.text)) return yield* readStanding(transcript, line);
  const to = yield* readLogLines({ reader, talk, before: () => undefined }, line);
  if (to > line.from) {
    cursor.moveTo(to);
    reader.describe('mixed');
    return true;
  }
  const piece = cursor.take(line.to);
  calls.then(() => reader.setAside(piece, 'text between exchanges'));
  return true;
}
