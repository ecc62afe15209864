// Bodies in a transcript: JSON by its brackets, event streams block by block, other text up to where something else begins.

import { stopsInside } from '../base/closed-json.ts';
import { chunkEnd, dechunked } from '../base/chunked-text.ts';
import { readBlock } from '../base/event-stream.ts';
import { createValueBoundary } from '../base/json-scan.ts';
import { isJsonObject, member, parseJson, type Json } from '../base/json.ts';
import { markAtEnd, withoutCurlMarks } from '../base/curl-marks.ts';
import type { ValuePath } from '../log/row.ts';
import { isEventStream, readBody, type Body } from './body.ts';
import { isBeat } from './broken-event.ts';
import { frameBody } from './conversation.ts';
import { cutFault } from './cut-text.ts';
import { isAnswerTo, pathInto, type TranscriptCall } from './http-transcript-calls.ts';
import type { Piece } from './http-transcript-cursor.ts';
import { closeAnswer, closeStream } from './http-transcript-ends.ts';
import { httpDate, type TranscriptHead } from './http-transcript-head.ts';
import { bodyLength, FIELD_LINE, isStart, lineKind } from './http-transcript-lines.ts';
import type { Transcript } from './http-transcript-state.ts';
import type { Line, Reading, Stretch, SourceReader } from './reading.ts';

/** Whether a line begins a value. */
export function standsAlone(line: string): boolean {
  return /^\uFEFF?\s*(?:\{\s*(?:["}]|$)|\[\s*(?:[[{"\]]|$))/.test(line);
}

/** Reads the body of a request; false where the line is none. */
export function* readRequestBody(transcript: Transcript, call: TranscriptCall, line: Line): Reading<boolean> {
  call.expectsBody = false;
  if (standsAlone(line.text)) {
    const { piece, whole } = yield* takeJson(transcript, line);
    return setRequestBody(transcript, call, piece, whole);
  }
  if (!promisesBody(call.headers) || FIELD_LINE.test(line.text)) return false;
  const piece = yield* takeText(transcript, line, call.headers);
  return setRequestBody(transcript, call, piece, true);
}

function setRequestBody({ calls, talk, reader }: Transcript, call: TranscriptCall, piece: Piece, whole: boolean): boolean {
  reader.framing(piece, 'the body of a request');
  call.to = piece.to;
  call.body = bodyIn(piece.text, pathInto(call, piece.cutFrom, piece.text.length));
  if (whole || call.body.kind === 'json') return true;
  calls.settle(call);
  calls.then(() => talk.fault(call.key, piece, cutFault('The body of the request stops inside a value.')));
  return true;
}

function promisesBody(headers: TranscriptHead['headers']): boolean {
  const length = headers['content-length'];
  return length === undefined ? 'content-type' in headers || 'transfer-encoding' in headers : Number(length) > 0;
}

/** Reads the body of an answer; false where the line is none. */
export function* readAnswerBody(transcript: Transcript, line: Line): Reading<boolean> {
  const { answer, cursor, reader } = transcript;
  if (!answer) return false;
  const { head } = answer;
  if (/chunked/i.test(head.headers['transfer-encoding'] ?? '') && CHUNK_SIZE.test(line.text)) {
    const end = answer.torn ? undefined : yield* endOfChunks(transcript, line);
    answer.torn = true;
    if (end !== undefined) return tellChunked(transcript, cursor.take(end));
    reader.framing(cursor.take(line.to), 'the size of a chunk');
    return true;
  }
  if (FIELD_LINE.test(line.text)) return yield* openStream(transcript, line);
  if (isEventStream(head.headers['content-type'] ?? '') || !(standsAlone(line.text) || promisesBody(head.headers))) {
    closeAnswer(transcript, 'next');
    return false;
  }
  if (standsAlone(line.text)) {
    const { piece, whole } = yield* takeJson(transcript, line);
    tellAnswer(transcript, piece, whole);
  } else tellAnswer(transcript, yield* takeText(transcript, line, head.headers), true);
  return true;
}

/** Where a body ends that is in chunks to its last; undefined where lengths and text do not agree, or the last is missing. */
function* endOfChunks({ cursor, reader }: Transcript, first: Line): Reading<number | undefined> {
  for (let line: Line | undefined = first; line; ) {
    if (!CHUNK_SIZE.test(line.text)) return undefined;
    const size = Number.parseInt(line.text, 16);
    const next: Line | undefined = yield* cursor.lineAt(line.to);
    if (size === 0) return next?.text === '' ? next.to : line.to;
    if (size > LONGEST_CHUNK || !mayLook(reader, line.to, size)) return undefined;
    yield* reader.reach(line.to + size + 2);
    const text = reader.text.slice(line.to, line.to + size + 2);
    const end = chunkEnd(text, 0, size);
    const after = end < 0 ? -1 : text.startsWith('\r\n', end) ? 2 : text.startsWith('\n', end) ? 1 : -1;
    if (after < 0) {
      reader.again.units += text.length;
      return undefined;
    }
    line = yield* cursor.lineAt(line.to + end + after);
    yield { wants: 'time', read: cursor.at };
  }
  return undefined;
}

/** Whether a chunk may be looked for: where many lengths lie, what they name is looked at no more often than a few times (SPEC.md N.6). */
function mayLook({ again }: SourceReader, read: number, units: number): boolean {
  return again.units === 0 || again.units + units < 4 * read + MOST_AGAIN;
}

const MOST_AGAIN = 1 << 20;
/** Nobody waits for a longer one: what it holds is read line by line. */
const LONGEST_CHUNK = 1 << 24;

function tellChunked(transcript: Transcript, piece: Piece): true {
  const { answer } = transcript;
  const path = `${pathInto(answer?.piece ?? piece, piece.cutFrom, piece.text.length)}/dechunked`;
  const text = dechunked(piece.text) ?? '';
  tellAnswerBody(transcript, piece, readBody(text, path, answer?.head.headers['content-type'] ?? ''), true);
  return true;
}

const CHUNK_SIZE = /^[\da-f]{1,8}(?:;[^\r\n]*)?\s*$/i;

function tellAnswer(transcript: Transcript, piece: Piece, whole: boolean): void {
  const { answer } = transcript;
  if (answer) tellAnswerBody(transcript, piece, bodyIn(piece.text, pathInto(answer.piece, piece.cutFrom, piece.text.length)), whole);
}

/** Tells the answer whose head has come, with its body. */
export function tellAnswerBody(transcript: Transcript, piece: Piece, body: Body, whole: boolean): void {
  const { answer, calls, talk, reader } = transcript;
  if (!answer) return;
  transcript.answer = undefined;
  reader.framing(piece, 'the body of an answer');
  const { head } = answer;
  const call = calls.unanswered(body.kind === 'json' ? body.value : undefined) ?? calls.orphan();
  call.answered = true;
  const at = { from: answer.piece.from, to: piece.to };
  const seen = { key: call.key, at, path: '', time: httpDate(head.headers['date']) };
  calls.then(() => {
    talk.response({ ...seen, status: head.status, headers: head.headers, body });
    if (!whole && body.kind !== 'json') talk.fault(call.key, at, cutFault('The body of the answer stops inside a value.'));
  });
}

/** JSON, with what curl writes between its pieces taken out where that is needed; else text. */
export function bodyIn(text: string, path: ValuePath): Body {
  const read = parseJson(text);
  if (read.ok) return { kind: 'json', value: read.value, path: `${path}/json` };
  const plain = withoutCurlMarks(text);
  const again = plain === undefined ? undefined : parseJson(plain);
  return again?.ok ? { kind: 'json', value: again.value, path: `${path}/unmarked/json` } : { kind: 'text', text, path };
}

/** Takes a value by its brackets; it goes no further than to where another exchange begins. */
function* takeJson({ cursor }: Transcript, line: Line): Reading<{ readonly piece: Piece; readonly whole: boolean }> {
  const boundary = createValueBoundary();
  let next: Line | undefined = line;
  let at = line.from + Math.max(0, line.text.search(/[[{]/));
  for (let text = line.text.slice(at - line.from); next; text = next?.text ?? '') {
    // A mark of curl's holds brackets, and goes with its line end.
    const mark = markAtEnd(text);
    const end = boundary.feed(mark < 0 ? `${text}\n` : text.slice(0, mark), 0);
    if (end >= 0) return { piece: cursor.take(at + end), whole: true };
    at = next.to;
    next = yield* cursor.lineAt(at);
    if (next && isStart(lineKind(next.text))) break;
    yield { wants: 'time', read: cursor.at };
  }
  return { piece: cursor.take(at), whole: false };
}

/** Takes text up to where something else begins, or to the length that its head states, if a line ends there. */
function* takeText({ cursor }: Transcript, line: Line, headers: TranscriptHead['headers']): Reading<Piece> {
  const stated = Number(headers['content-length'] ?? Number.NaN);
  let length = 0;
  let to = line.from;
  for (let next: Line | undefined = line; next; next = yield* cursor.lineAt(to)) {
    const kind = lineKind(next.text);
    if (to > line.from && (isStart(kind) || kind === 'closing' || kind === 'failure' || kind === 'gone')) break;
    const own = bodyLength(next.text);
    to = own < next.text.length ? next.from + own : next.to;
    length += byteLength(next.text.slice(0, own));
    if (own < next.text.length || length === stated || length + 1 === stated || length + 2 === stated) break;
    length += to - next.from - next.text.length;
    yield { wants: 'time', read: cursor.at };
  }
  return cursor.take(to);
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** The first event of an answer that is a stream. */
function* openStream(transcript: Transcript, line: Line): Reading<boolean> {
  const call = beginStream(transcript, dataOf(line.text));
  return call !== undefined && (yield* readStreamBlock(transcript, call));
}

/** The answer whose head has come is a stream. */
export function beginStream(transcript: Transcript, value: Json | undefined): TranscriptCall | undefined {
  const { answer, calls, talk } = transcript;
  if (!answer) return undefined;
  transcript.answer = undefined;
  const call = calls.unanswered(value) ?? calls.orphan();
  const { piece, head } = answer;
  call.answered = true;
  calls.then(() => talk.head(call.key, { at: piece, path: '', time: httpDate(head.headers['date']) }));
  transcript.stream = call;
  return call;
}

/** The value that the first data line of an event states, if it does. */
function dataOf(line: string): Json | undefined {
  const read = /^data: ?\{/.test(line) ? parseJson(line.slice(5)) : undefined;
  return read?.ok ? read.value : undefined;
}

interface Block extends Stretch {
  /** Whether a blank line ends it. */
  readonly complete: boolean;
}

/** Reads one block of a stream; false where the line belongs to none, and the stream is held. */
export function* readStreamBlock(transcript: Transcript, call: TranscriptCall): Reading<boolean> {
  const block = yield* blockAt(transcript);
  if (!block) {
    closeStream(transcript, 'next');
    return false;
  }
  const { cursor, reader, calls, talk } = transcript;
  const piece = cursor.take(block.to);
  call.last = piece;
  call.unterminated = undefined;
  call.broken = undefined;
  const { frame, path } = frameIn(piece.text, block.complete);
  if (!frame) {
    reader.framing(piece, 'a comment or a ping');
    return true;
  }
  const body = frameBody(frame.data, path);
  if (body.kind === 'text' && isBeat(frame.event)) {
    calls.then(() => reader.setAside(piece, 'a ping'));
    return true;
  }
  if (!block.complete && body.kind === 'json') call.unterminated = piece;
  if (!block.complete && body.kind !== 'json') {
    call.broken = piece;
    calls.then(() => reader.unread(piece, 'the last event of the stream stops inside its data', path));
  } else calls.then(() => talk.event(call.key, { at: piece, path, body }));
  return true;
}

function frameIn(text: string, complete: boolean): { readonly frame: ReturnType<typeof readBlock>; readonly path: ValuePath } {
  const plain = withoutCurlMarks(text);
  return plain === undefined
    ? { frame: readBlock(text, complete), path: 'sse:0' }
    : { frame: readBlock(plain, complete), path: 'unmarked/sse:0' };
}

/** Lines up to a blank one. Before a block a line that is no field ends the stream; the size of a chunk goes with what follows it. */
function* blockAt({ cursor }: Transcript): Reading<Block | undefined> {
  const from = cursor.at;
  let to = from;
  for (let line = yield* cursor.lineAt(from); line; line = yield* cursor.lineAt(to)) {
    const kind = lineKind(line.text);
    if (kind === 'blank' && to > from) return { from, to: line.to, complete: true };
    const own = bodyLength(line.text);
    if (isStart(kind) || kind === 'closing' || kind === 'failure' || kind === 'gone' || own === 0) break;
    if (to === from && !FIELD_LINE.test(line.text) && !CHUNK_SIZE.test(line.text)) return undefined;
    to = own < line.text.length ? line.from + own : line.to;
    if (own < line.text.length) break;
    yield { wants: 'time', read: cursor.at };
  }
  return to === from ? undefined : { from, to, complete: false };
}

/** Reads more of a stream that was interrupted, or an answer that has no head; false where the line is none. */
export function* readUnheaded(transcript: Transcript, line: Line): Reading<boolean> {
  const { calls, current } = transcript;
  const open = current && !current.answered ? current : undefined;
  if (FIELD_LINE.test(line.text)) {
    const value = dataOf(line.text);
    const interrupted = calls.interrupted(value);
    const call = ownerOf(value, interrupted, open && calls.unanswered(value));
    if (!call) return false;
    if (call === interrupted) calls.dropEnd(call);
    calls.settle(call);
    return yield* readOn(transcript, call);
  }
  if (!open || !standsAlone(line.text)) return false;
  // What a command prints is its answer; elsewhere a value must say that it is one.
  const id = /^\s*\{\s*"(?:jsonrpc|id|result|error)"/.test(line.text) || line.text.trim() === '{';
  if (open.marked || !(open.byCommand || id)) return false;
  const { piece, whole } = yield* takeJson(transcript, line);
  tellUnheaded(transcript, piece, whole);
  return true;
}

/** What a command prints is its own, unless the id says that it is another's. */
function ownerOf(
  value: Json | undefined,
  interrupted: TranscriptCall | undefined,
  open: TranscriptCall | undefined,
): TranscriptCall | undefined {
  const others = interrupted && open && isAnswerTo(interrupted, value) && !isAnswerTo(open, value);
  return others ? interrupted : (open ?? interrupted);
}

function* readOn(transcript: Transcript, call: TranscriptCall): Reading<boolean> {
  call.answered = true;
  transcript.stream = call;
  return yield* readStreamBlock(transcript, call);
}

function tellUnheaded(transcript: Transcript, piece: Piece, whole: boolean): void {
  const { calls, talk, reader } = transcript;
  const body = bodyIn(piece.text, pathInto(piece, piece.cutFrom, piece.text.length));
  const value = body.kind === 'json' ? body.value : undefined;
  const answers = isJsonObject(value) && (member(value, 'result') !== undefined || member(value, 'error') !== undefined);
  const call = calls.unanswered(value);
  if (!call || (!call.byCommand && !answers)) return tellStanding(transcript, piece, body);
  reader.framing(piece, 'the body of an answer');
  calls.settle(call);
  call.answered = true;
  calls.then(() => {
    talk.response({ key: call.key, at: piece, path: '', headers: {}, body });
    if (!whole && value === undefined) talk.fault(call.key, piece, cutFault('The body of the answer stops inside a value.'));
  });
}

/** Reads what stands by itself: a value, or a stream of which nobody knows the call. */
export function* readStanding(transcript: Transcript, line: Line): Reading<boolean> {
  if (FIELD_LINE.test(line.text)) return yield* readOn(transcript, transcript.calls.orphan());
  const { piece } = yield* takeJson(transcript, line);
  tellStanding(transcript, piece, bodyIn(piece.text, pathInto(piece, piece.cutFrom, piece.text.length)));
  return true;
}

function tellStanding({ calls, talk, reader }: Transcript, piece: Piece, body: Body): void {
  calls.then(() => {
    if (body.kind === 'json') talk.value({ value: body.value, at: piece, path: body.path, frame: 'alone' });
    else if (stopsInside(piece.text)) reader.unread(piece, 'the text stops inside a value', '', cutFault('The text stops inside a value.'));
    else reader.unread(piece, 'no JSON');
  });
}
