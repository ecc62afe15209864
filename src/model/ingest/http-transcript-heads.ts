// Where exchanges of a transcript begin and are answered: commands, heads of requests, heads of answers.

import { isEventStream, NO_BODY, readBody } from './body.ts';
import { pathInto } from './http-transcript-calls.ts';
import { readCurlCommand } from './http-transcript-command.ts';
import type { Piece } from './http-transcript-cursor.ts';
import { closeAnswer, closeStream } from './http-transcript-ends.ts';
import { isHeaderLine, readHead, type TranscriptHead } from './http-transcript-head.ts';
import { commandStart, FIELD_LINE, isStart, lineKind } from './http-transcript-lines.ts';
import type { Transcript } from './http-transcript-state.ts';
import type { Line, Reading } from './reading.ts';

/** More lines than this are no command. */
const MOST_LINES = 1 << 14;

/** Reads a command over all its lines: the request that it makes, until a head shows it as it crossed. */
export function* readCommand(transcript: Transcript, line: Line): Reading<void> {
  closeAnswer(transcript, 'next');
  closeStream(transcript, 'next');
  const { cursor, calls, reader, current } = transcript;
  if (current) calls.settle(current);
  const piece = cursor.take(yield* commandEnd(transcript, line));
  reader.framing(piece, 'a command');
  const call = calls.open(piece.from, piece.cutFrom);
  const command = readCurlCommand(piece.text, commandStart(piece.text));
  Object.assign(call, { to: piece.to, byCommand: true, url: command?.url, method: command?.method, headers: command?.headers ?? {} });
  if (command?.body) {
    const { value, from, to } = command.body;
    const path = `${pathInto(call, piece.cutFrom + from, to - from)}/shell`;
    call.body = value === '' ? NO_BODY : readBody(value, path, call.headers['content-type'] ?? '');
  }
  transcript.current = call;
}

/** The end of the line in which a command ends; of a quote that is never closed, the first line alone is the command. */
function* commandEnd({ cursor, reader }: Transcript, line: Line): Reading<number> {
  let { to } = line;
  for (let count = 1, tried = 1; count < MOST_LINES; count += 1) {
    // Tried when the lines have doubled, so that a long command is not read over and over.
    const next = yield* cursor.lineAt(to);
    const over = !next || isStart(lineKind(next.text));
    if (over || count >= tried) {
      tried = 2 * count;
      const command = readCurlCommand(reader.text.slice(line.from, to), commandStart(line.text));
      const end = command && line.from + command.to;
      if (end !== undefined && (end < to || over)) return lineEnd(reader.text.slice(end, to), end);
      if (over) return line.to;
    }
    if (next) to = next.to;
    yield { wants: 'time', read: cursor.at };
  }
  return line.to;
}

function lineEnd(rest: string, from: number): number {
  const feed = rest.indexOf('\n');
  return from + (feed < 0 ? rest.length : feed + 1);
}

/** Reads the head of a request, with curl's marks or as it crossed. */
export function* readRequestHead(transcript: Transcript, marked: boolean): Reading<void> {
  const goesOn = requestGoesOn(transcript, marked);
  const piece = yield* takeHead(transcript, marked);
  beginRequest(transcript, piece, { head: readHead(piece.text), marked, goesOn });
}

/** Whether the request of a command is the one whose head comes here; what was before has its end otherwise. */
export function requestGoesOn(transcript: Transcript, marked: boolean): boolean {
  const { current, answer, calls } = transcript;
  if (marked && current?.byCommand === true && !current.marked && !current.answered && !answer) return true;
  closeAnswer(transcript, 'next');
  closeStream(transcript, 'next');
  if (current) calls.settle(current);
  return false;
}

/** Opens an exchange, or goes on with the one that a command began. */
export function beginRequest(
  transcript: Transcript,
  piece: Piece,
  { head, marked, goesOn }: { readonly head: TranscriptHead; readonly marked: boolean; readonly goesOn: boolean },
): void {
  const { calls, reader, current } = transcript;
  reader.framing(piece, 'the head of a request');
  const call = goesOn && current ? current : calls.open(piece.from, piece.cutFrom);
  const { method = call.method, target, headers } = head;
  Object.assign(call, { method, target, headers: { ...call.headers, ...headers }, marked, to: piece.to, expectsBody: !marked });
  transcript.current = call;
}

/** Reads the head of an answer; what was asked is all there then. */
export function* readAnswerHead(transcript: Transcript, marked: boolean): Reading<void> {
  closeAnswer(transcript, 'next');
  closeStream(transcript, 'next');
  const piece = yield* takeHead(transcript, marked);
  beginAnswer(transcript, piece, readHead(piece.text));
}

/** Waits for the body that belongs to a head. */
export function beginAnswer(transcript: Transcript, piece: Piece, head: TranscriptHead): void {
  const { calls, reader, current } = transcript;
  if (current) calls.settle(current);
  reader.framing(piece, 'the head of an answer');
  // An interim answer is followed by the one that counts (RFC 9110 §15.2).
  if (head.status === undefined || head.status >= 200) transcript.answer = { head, piece, closed: false };
}

/** A head ends with its empty line, which belongs to it, or where something else begins. */
function* takeHead({ cursor }: Transcript, marked: boolean): Reading<Piece> {
  const first = yield* cursor.lineAt(cursor.at);
  let to = first?.to ?? cursor.at;
  let streams = false;
  for (let line = yield* cursor.lineAt(to); line; line = yield* cursor.lineAt(to)) {
    const { text } = line;
    const empty = isHeadEnd(text, marked);
    if (!empty && (!isHeadLine(text, marked) || (streams && FIELD_LINE.test(text)))) break;
    streams ||= isEventStream(/^content-type:\s*(.*)/i.exec(text)?.[1] ?? '');
    to = line.to;
    if (empty) break;
  }
  return cursor.take(to);
}

function isHeadEnd(line: string, marked: boolean): boolean {
  return marked ? line.length < 60 && /[<>]\s*$/.test(line) : line.trim() === '';
}

function isHeadLine(line: string, marked: boolean): boolean {
  const kind = lineKind(line);
  if (marked) return kind === 'marked-out' || kind === 'marked-in';
  // Fields of HTTP/2 look like the beginning of a head, and stand in one.
  return isHeaderLine(line) && (!isStart(kind) || line.startsWith(':'));
}
