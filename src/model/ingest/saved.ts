// The saved form, read back. An episode's recording and a saved paste come in by this one way, like any text (SPEC.md L.6):
// recorded lines become rows by the conventions of conversation.ts, facts become kernel rows, embedded sources are opened and read.

import { invariant, unreachable } from '../base/assert.ts';
import { isJsonObject, parseJson, type Json } from '../base/json.ts';
import type { Result } from '../base/result.ts';
import { GivenText } from '../log/given-text.ts';
import type { RecordedLine, SavedSourceLine } from '../log/saved-form.ts';
import { upgradedHeader } from './saved-upgrades.ts';
import { isReadAs, type ReadAs } from '../log/read-as.ts';
import { SAVED_FORM_VERSION, VIRTUAL_EPOCH } from '../log/saved-form.ts';
import { isEventStream, readBody } from './body.ts';
import { admitCarrier, createCarriedText, type CarriedText } from './carried-secrets.ts';
import type { ChunkJoiner } from './chunk-joiner.ts';
import { createChunkJoiner } from './chunk-joiner.ts';
import type { Conversation } from './conversation.ts';
import { frameBody } from './conversation.ts';
import { factContent } from './fact-row.ts';
import { whereItStopped } from './ndjson.ts';
import type { Line, Reading, SourceReader, Stretch } from './reading.ts';
import type { Seen } from './talk.ts';
import { decodeSavedHeader, decodeSavedLine } from './saved-line.ts';
import type { IngestSink } from './sink.ts';
import { createTornSecrets, type TornSecrets } from './torn-secrets.ts';

/** Reads an embedded source that has been opened, into a sink; given by the face, because it reads any format. */
export type ReadInner = (
  text: GivenText,
  to: { readonly source: number; readonly sink: IngestSink; readonly as: ReadAs | undefined },
) => Reading<void>;

interface Saved {
  readonly reader: SourceReader;
  readonly talk: Conversation;
  /** Chunks of streamed answers by exchange. */
  readonly joiners: Map<number, ChunkJoiner>;
  /** Streamed answers that are no event streams: the text so far, and where it began. */
  readonly plain: Map<number, { from: number; text: string; status: number }>;
  /** Embedded sources whose text is being collected, by their number in the file. */
  readonly inner: Map<number, Embedded>;
  readonly torn: TornSecrets;
  /** Whether the header has been read. */
  headed: boolean;
}

interface Embedded {
  readonly text: GivenText;
  readonly carried: CarriedText;
  /** Where the line stands that names it. */
  readonly from: number;
  /** What a person chose to read it as. */
  readonly as: ReadAs | undefined;
}

/** Reads all lines from `from`, the header included. */
export function* readSaved(reader: SourceReader, talk: Conversation, from: number, readInner: ReadInner): Reading<void> {
  const torn = createTornSecrets(reader);
  const saved: Saved = { reader, talk, joiners: new Map(), plain: new Map(), inner: new Map(), torn, headed: false };
  for (let at = from; ; ) {
    const line = yield* withheld(saved, reader.lineAt(at));
    if (!line) break;
    const next = readSavedLine(saved, line);
    at = line.to;
    if (next === 'source') yield* readCollected(saved, readInner, { keep: 1, read: at });
    reader.describe();
    yield { wants: 'time', read: Math.min(at, withheldFrom(saved)) };
  }
  // A stream may be open when the file ends.
  for (const exchange of [...saved.joiners.keys(), ...saved.plain.keys()]) saved.torn.end(exchange);
  yield* readCollected(saved, readInner, { keep: 0, read: reader.text.length });
}

/** An embedded text is searched when it is read as a whole: no line that carries it is shown before. */
function withheldFrom({ inner }: Saved): number {
  let from = Number.POSITIVE_INFINITY;
  for (const embedded of inner.values()) from = Math.min(from, embedded.from);
  return from;
}

function* withheld<T>(saved: Saved, reading: Reading<T>): Reading<T> {
  for (;;) {
    const step = reading.next();
    if (step.done) return step.value;
    yield { wants: step.value.wants, read: Math.min(step.value.read, withheldFrom(saved)) };
  }
}

function readSavedLine(saved: Saved, line: Line): 'source' | undefined {
  const { reader } = saved;
  if (line.text.trim() === '') return void reader.framing(line, 'a blank line');
  const read = parseJson(line.text);
  const decoded = read.ok ? decodeSavedLine(read.value) : undefined;
  if (decoded?.ok && isEmbedded(decoded.value)) return readEmbedded(saved, line, decoded.value);
  const text = reader.admit(line, line.text);
  if (!read.ok) return void reader.unread(line, whereItStopped(reader, line));
  if (isJsonObject(read.value) && 'delegationInspector' in read.value) return void readHeader(saved, line, read.value);
  // What is told of a line is told of what is left of it: no label carries a secret.
  const shown = text === line.text ? decoded : decodeSavedLine(parsedAgain(text));
  if (shown?.ok && !isEmbedded(shown.value)) return void readRecorded(saved, line, shown.value);
  return void reader.unread(line, `${reader.place(line.from)}: ${whyNot(shown)}`);
}

function whyNot(decoded: Result<unknown> | undefined): string {
  return (decoded?.ok === false ? decoded.issues[0]?.message : undefined) ?? 'this is no line of the saved form';
}

function isEmbedded(line: RecordedLine | SavedSourceLine): line is SavedSourceLine {
  return line.line === 'text' || line.line === 'source';
}

/** A cut text is as good JSON as it was before. */
function parsedAgain(text: string): Json {
  const read = parseJson(text);
  invariant(read.ok, 'L.7', 'a cut line is no JSON any more');
  return read.value;
}

function readHeader(saved: Saved, line: Line, value: Json): void {
  const { reader } = saved;
  const read = decodeSavedHeader(upgradedHeader(value));
  if (!read.ok) return reader.unread(line, `${reader.place(line.from)}: ${read.issues[0]?.message ?? 'no header'}`);
  if (saved.headed) return reader.unread(line, `${reader.place(line.from)}: a second header; the first one counts`);
  saved.headed = true;
  const { version, name = reader.text.name, settings, episode } = read.value;
  // A saved file inside another does not rename the log it lies in.
  if (reader.layer === 0) reader.sink.saved({ name, settings, ...(episode ? { episode } : {}) });
  const issues = read.issues.map((issue) => issue.message);
  if (version !== undefined && version !== SAVED_FORM_VERSION) issues.unshift(otherVersion(version));
  if (issues.length === 0) return reader.framing(line, 'the header of the saved form');
  reader.unread(line, issues.join('. '));
}

function otherVersion(version: number): string {
  return `saved form version ${version}; this page reads version ${SAVED_FORM_VERSION}: lines that are the same in both are read all the same`;
}

function readEmbedded(saved: Saved, line: Line, recorded: SavedSourceLine): 'source' | undefined {
  const { reader } = saved;
  if (recorded.line === 'source') {
    admitCarrier(reader, line);
    const as = recorded.as !== undefined && isReadAs(recorded.as) ? recorded.as : undefined;
    saved.inner.set(recorded.source, { text: new GivenText(recorded.name), carried: createCarriedText(reader), from: line.from, as });
    if (as === recorded.as) reader.framing(line, 'the name of an embedded source');
    else reader.unread(line, `${reader.place(line.from)}: "as" is no reading that this page knows; what the text is was found out`);
    return saved.inner.size > 1 ? 'source' : undefined;
  }
  const embedded = saved.inner.get(recorded.source);
  if (!embedded) {
    reader.admit(line, line.text);
    return void reader.unread(line, `text of a source ${recorded.source} that no line has named`);
  }
  embedded.text.append(recorded.text);
  embedded.carried.add(line, recorded.text);
  return void reader.framing(line, 'the text of an embedded source');
}

/** Opens and reads what has been collected, but for the newest `keep`, whose text is still to come; `read` of this text is done. */
function* readCollected(
  saved: Saved,
  readInner: ReadInner,
  { keep, read }: { readonly keep: 0 | 1; readonly read: number },
): Reading<void> {
  for (const [number, { text, carried, as }] of [...saved.inner].slice(0, saved.inner.size - keep)) {
    text.finish();
    const source = saved.reader.sink.openSource(text.name, text.slice(0, text.length));
    for (const step of readInner(text, { source, sink: carried.sink(source), as }))
      yield { wants: 'time', read: Math.min(read, carried.carrierOf(step.read)) };
    saved.inner.delete(number);
  }
}

function readRecorded(saved: Saved, line: Line, recorded: RecordedLine): void {
  const { reader, talk } = saved;
  const seen: Seen = { at: line, path: 'json', time: VIRTUAL_EPOCH + recorded.at };
  const key = 'exchange' in recorded ? `exchange ${recorded.exchange}` : '';
  switch (recorded.line) {
    case 'request': {
      const { exchange, from, to, method, path: target, headers } = recorded;
      return talk.request({ ...seen, key, number: exchange, from, to, method, target, headers, body: bodyOf(recorded) });
    }
    case 'response':
      return talk.response({ ...seen, key, status: recorded.status, headers: recorded.headers, body: bodyOf(recorded) });
    case 'head':
      return readHead(saved, key, seen, recorded);
    case 'chunk':
      return readChunk(saved, key, { ...seen, at: line }, recorded);
    case 'end':
    case 'lost':
    case 'hung-up':
      return readEnd(saved, key, seen, recorded);
    case 'fact': {
      const content = factContent(recorded.fact);
      const { kind } = recorded.fact;
      return reader.row(line, { kind, channel: 'kernel', path: 'json/.fact', agent: recorded.by, ...content, time: seen.time ?? 0 });
    }
    case 'episode-ended':
      return reader.row(line, {
        kind: 'episode-ended',
        channel: 'kernel',
        path: 'json',
        label: recorded.end.slice(0, 80),
        time: seen.time ?? 0,
      });
    default:
      return unreachable(recorded);
  }
}

function bodyOf(recorded: { readonly body: string; readonly headers: Readonly<Record<string, string>> }): ReturnType<typeof readBody> {
  return readBody(recorded.body, 'json/.body', recorded.headers['content-type'] ?? '');
}

function readHead(saved: Saved, key: string, seen: Seen, head: Extract<RecordedLine, { line: 'head' }>): void {
  if (isEventStream(head.headers['content-type'] ?? '')) saved.joiners.set(head.exchange, createChunkJoiner(head.exchange));
  else saved.plain.set(head.exchange, { from: -1, text: '', status: head.status });
  saved.talk.head(key, seen);
}

function readChunk(saved: Saved, key: string, seen: Seen & { readonly at: Line }, chunk: Extract<RecordedLine, { line: 'chunk' }>): void {
  const plain = saved.plain.get(chunk.exchange);
  if (plain) {
    saved.torn.add(chunk.exchange, seen.at, false);
    if (plain.from < 0) plain.from = seen.at.from;
    plain.text += chunk.text;
    return saved.reader.framing(seen.at, 'a piece of an answer');
  }
  let joiner = saved.joiners.get(chunk.exchange);
  // A head that is missing from the file does not cost the chunks.
  if (!joiner) saved.joiners.set(chunk.exchange, (joiner = createChunkJoiner(chunk.exchange)));
  const frames = joiner.add(seen.at, chunk.text);
  saved.torn.add(chunk.exchange, seen.at, frames.length > 0);
  for (const frame of frames) saved.talk.event(key, { ...seen, at: frame.at, path: frame.path, body: frameBody(frame.data, frame.path) });
  if (joiner.exhausted) saved.reader.unread(seen.at, 'an event without an end: it is too long to be one');
  else if (frames.length === 0) saved.reader.framing(seen.at, 'a piece of an event, a comment or a ping');
}

function readEnd(saved: Saved, key: string, seen: Seen, ended: Extract<RecordedLine, { line: 'end' | 'lost' | 'hung-up' }>): void {
  const plain = saved.plain.get(ended.exchange);
  const rest = saved.joiners.get(ended.exchange)?.rest();
  saved.torn.end(ended.exchange);
  saved.plain.delete(ended.exchange);
  saved.joiners.delete(ended.exchange);
  if (rest) leftOpen(saved, key, seen, rest);
  if (plain && ended.line === 'end') {
    const at: Stretch = { from: plain.from < 0 ? seen.at.from : plain.from, to: seen.at.to };
    const body = readBody(plain.text, plain.from < 0 ? 'json' : `chunks:${ended.exchange}`);
    return saved.talk.response({ ...seen, at, key, status: plain.status, headers: {}, body });
  }
  if (ended.line === 'lost') return saved.talk.end({ ...seen, key, ended: 'lost', why: ended.why });
  saved.talk.end({ ...seen, key, ended: ended.line === 'end' ? 'end' : 'reader-gone' });
}

/** An event whose blank line never came: read when it is whole JSON, unread when it was cut off. */
function leftOpen(
  saved: Saved,
  key: string,
  seen: Seen,
  rest: { readonly at: Stretch; readonly path: string; readonly data: string },
): void {
  const body = frameBody(rest.data, rest.path);
  if (body.kind === 'json') saved.talk.event(key, { ...seen, at: rest.at, path: rest.path, body });
  else saved.reader.unread(rest.at, 'the stream ended inside this event', rest.path);
}
