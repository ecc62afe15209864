// A line of an exchange log, in the three dialects that tools write, and a value that stands alone:
// (A) one turn a line: `direction` request, response, event or end, paired by `conn`;
// (B) one whole exchange a line: `request` and `response` or `stream`, with `url`, `method`, `status`;
// (C) `direction` out or in with one JSON-RPC message.
// Member names are looked up in a table of spellings; which dialect a line is in is told by what it has, line by line.

import { boundedDepth } from '../base/bounded-depth.ts';
import type { Json, JsonObject } from '../base/json.ts';
import { hostOf, targetOf } from '../base/url-parts.ts';
import { isJsonObject } from '../base/json.ts';
import type { HttpHeaders } from '../protocol/http.ts';
import { isEventStream, NO_BODY, readBody } from './body.ts';
import type { Body } from './body.ts';
import type { Conversation } from './conversation.ts';
import { find, findNumber, findText, isExchange, TURNS, type Found } from './exchange-words.ts';
import { exportedRecords } from './log-export.ts';
import type { LoggedAt } from './logged-words.ts';
import { isTraffic, trafficIn } from './log-record.ts';
import { frameIn } from './log-words.ts';
import type { Stretch } from './reading.ts';
import { recordTime } from './record-time.ts';
import type { StandingFrame } from './standing.ts';
import type { Seen } from './talk.ts';
import { readInstant } from '../base/wire-time.ts';

/** How a value of a log stands. */
export interface LogPlace {
  readonly at: Stretch;
  /** Leads to the value. */
  readonly path: string;
  /** How it stands where nothing tells more. */
  readonly frame: StandingFrame;
  /** Of the record around it. */
  readonly time?: number | undefined;
  /** Before it. */
  readonly words?: string;
  /** Of a document that may list the records of a log. */
  readonly records?: RecordTexts;
}
/** The text of a document, record by record. */
export interface RecordTexts {
  /** Where records stand, by their paths from the document on; empty where that cannot be told. */
  find(paths: readonly string[]): ReadonlyMap<string, Stretch>;
  /** Sets aside a record that says nothing of agents. */
  setAside(record: Stretch): void;
  /** Accounts for what lies around the records. */
  around(): void;
}

/**
 * Reads one value of a log, whatever it is; ends in at least one row, set aside or unread stretch.
 * @returns whether a log record was taken off around what crossed
 */
export function readLogValue(talk: Conversation, value: Json, place: LogPlace): 'plain' | 'record' {
  const { at, path, frame } = place;
  if (Array.isArray(value)) return readList(talk, value as readonly Json[], place);
  if (isJsonObject(value) && !isPlain(value)) {
    const seen: Seen = { at, path, time: place.time ?? recordTime(value) };
    if (readDialect(talk, value, seen)) return 'plain';
    if (!isTraffic(value) && talk.inRecord(() => readExport(talk, value, place) || readRecord(talk, value, seen, place))) return 'record';
  }
  if (frame === 'line' && isJsonObject(value) && toldEnd(talk, value, { at, path, time: place.time ?? recordTime(value) })) return 'record';
  const time = place.time ?? (isJsonObject(value) ? readInstant(find(value, 'stamp', '')?.value) : undefined);
  talk.value({ value, at, path, frame, time });
  return 'plain';
}

const WORDS_OF_RECORD = ['message', 'msg', 'event', 'error', 'err', 'exception', '@message', '@mt'];

/** Whether a record of a log says in words that a stream is over; where not, it may name a request. */
function toldEnd(talk: Conversation, record: JsonObject, seen: Seen): boolean {
  if (isPlain(record)) return false;
  talk.passed({ words: '', record });
  if (seen.time === undefined) return false;
  const said = WORDS_OF_RECORD.map((name) => record[name]).filter((text) => typeof text === 'string');
  const end = said.length === 0 ? undefined : talk.ends.find(said.join(' '));
  if (end) talk.inRecord(() => talk.ends.tell(end, seen));
  return end !== undefined;
}

/** What needs no second look: a million of these make a big trace. */
function isPlain(value: JsonObject): boolean {
  return 'jsonrpc' in value || 'statusUpdate' in value || 'artifactUpdate' in value || PLAIN_KINDS.has(value['kind']);
}

const PLAIN_KINDS: ReadonlySet<Json | undefined> = new Set<Json | undefined>(['task', 'message', 'status-update', 'artifact-update']);

/** A line of one of the dialects; false where it is in none. */
function readDialect(talk: Conversation, value: JsonObject, seen: Seen): boolean {
  const turn = TURNS.get((findText(value, 'direction') ?? '').toLowerCase());
  if ((turn === 'out' || turn === 'in') && readMessage(talk, value, seen, turn)) return true;
  if (turn !== undefined && turn !== 'out' && turn !== 'in' && readTurn(talk, value, seen, turn)) return true;
  if (!isExchange(value)) return false;
  readExchange(talk, value, seen);
  return true;
}

/** Reads what crossed in a record; false where nothing did. */
function readRecord(talk: Conversation, record: Json, seen: Seen, said: Pick<LogPlace, 'frame' | 'words'>): boolean {
  const hits = trafficIn(record, seen.path, said.words);
  for (const { value, path, words, exchange } of hits) {
    const inner: Seen = { ...seen, path, time: exchange ? (recordTime(value) ?? seen.time) : seen.time };
    if (!exchange) talk.value({ ...inner, value, frame: frameIn(words, said.frame), logged: loggedIn(record, said.words, words) });
    else if (isJsonObject(value) && !readDialect(talk, value, inner)) readRecord(talk, value, inner, { frame: said.frame, words });
  }
  return hits.length > 0;
}

/** What a record says beside a value in it: its members, the words before the record, and those that lead to the value. */
function loggedIn(record: Json, before: string | undefined, words: string): LoggedAt {
  const said = before === undefined || before === '' ? words : `${before} ${words}`;
  return isJsonObject(record) ? { words: said, record } : { words: said };
}

/** The records that a document lists, each with its own range where the text of the document is at hand; false where none holds what crossed. */
function readExport(talk: Conversation, value: JsonObject, { at, path, records: texts }: LogPlace): boolean {
  const records = exportedRecords(value, path);
  const ranges = texts && records.length > 0 ? texts.find(records.map((record) => record.path)) : NO_RANGES;
  const silent: Stretch[] = [];
  let found = false;
  for (const record of records) {
    const own = ranges.get(record.path);
    const seen: Seen = { at: own ?? at, path: own ? 'json' : record.path, time: record.time };
    if (readExported(talk, record.value, seen)) found = true;
    else if (own) silent.push(own);
    // A document in which no record says anything is read as what else it may be.
    if (found) for (const record of silent.splice(0)) texts?.setAside(record);
  }
  if (found && ranges.size > 0) texts?.around();
  return found;
}

const NO_RANGES: ReadonlyMap<string, Stretch> = new Map();

function readExported(talk: Conversation, value: Json, seen: Seen): boolean {
  if (isJsonObject(value) && readDialect(talk, value, seen)) return true;
  if (!isTraffic(value)) return readRecord(talk, value, seen, { frame: 'line' });
  talk.value({ ...seen, value, frame: 'line' });
  return true;
}

function readList(talk: Conversation, list: readonly Json[], { at, path, time }: LogPlace): 'plain' {
  if (list.length === 0) talk.value({ value: list, at, path, frame: 'alone' });
  list.forEach((value, index) => talk.value({ value, at, path: `${path}/[${index}]`, frame: 'list', time }));
  return 'plain';
}

/** (C) A JSON-RPC message with its direction, URL or not. */
function readMessage(talk: Conversation, line: JsonObject, seen: Seen, side: string): boolean {
  const found = find(line, 'message', seen.path);
  if (!found) return false;
  const body = readBody(found.value, found.path);
  if (body.kind !== 'json') return false;
  talk.value({ ...seen, value: body.value, path: body.path, frame: 'alone', side });
  return true;
}

/** (A) One turn of an exchange. */
function readTurn(talk: Conversation, line: JsonObject, seen: Seen, turn: 'request' | 'response' | 'event' | 'end'): boolean {
  const conn = find(line, 'conn', '')?.value;
  const key = `conn ${conn === undefined ? '' : JSON.stringify(boundedDepth(conn))}`;
  const headers = headersOf(find(line, 'headers', '')?.value);
  const body = bodyOf(line, seen.path, headers);
  if (turn === 'request') {
    const where = whereTo(line, headers);
    if (!where) return false;
    talk.request({ ...seen, key, ...where, method: findText(line, 'method') ?? 'POST', headers, body });
  } else if (turn === 'response') {
    // Nothing but its id pairs an answer that names no connection.
    if (!talk.isOpen(key) && conn === undefined && body.kind === 'json' && isJsonObject(body.value) && 'jsonrpc' in body.value)
      return false;
    readHeadOrAnswer(talk, key, seen, { status: findNumber(line, 'status'), headers, body });
  } else if (turn === 'event') {
    if (body.kind === 'none') return false;
    talk.event(key, { ...seen, body });
  } else endTurn(talk, key, seen, findText(line, 'reason'));
  return true;
}

function readHeadOrAnswer(
  talk: Conversation,
  key: string,
  seen: Seen,
  answer: { readonly status: number | undefined; readonly headers: HttpHeaders; readonly body: Body },
): void {
  if (answer.body.kind === 'none' && isEventStream(answer.headers['content-type'] ?? '')) talk.head(key, seen);
  else talk.response({ ...seen, key, ...answer });
}

function endTurn(talk: Conversation, key: string, seen: Seen, why: string | undefined): void {
  if (why === undefined) return talk.end({ ...seen, key, ended: 'end' });
  talk.end({ ...seen, key, why, ended: /client|reader|abort/i.test(why) ? 'reader-gone' : 'lost' });
}

/** (B) A whole exchange: `request` is its body, or (as in a HAR) holds method, URL, headers and body; `response` likewise. */
function readExchange(talk: Conversation, line: JsonObject, seen: Seen): void {
  const key = 'line';
  const asked = find(line, 'request', seen.path);
  const inner = innerRequest(asked?.value);
  const head = inner ?? line;
  const headers = headersIn(head, inner ? 'headers' : 'requestHeaders');
  const body = inner ? bodyOf(inner, asked?.path ?? '', headers) : asked ? readBody(asked.value, asked.path) : NO_BODY;
  const where = whereTo(head, headers) ?? { target: '/', url: undefined };
  const method = findText(head, 'method') ?? (body.kind === 'none' ? 'GET' : 'POST');
  talk.request({ ...seen, key, ...where, method, headers, body });
  const duration = findNumber(line, 'duration') ?? 0;
  readAnswer(talk, line, { ...seen, key, time: seen.time === undefined ? undefined : seen.time + duration });
}

function innerRequest(value: Json | undefined): JsonObject | undefined {
  if (!isJsonObject(value) || 'jsonrpc' in value) return undefined;
  return (find(value, 'url', '') ?? findText(value, 'method')) ? value : undefined;
}

function headersIn(holder: JsonObject, word: 'headers' | 'requestHeaders' | 'responseHeaders'): HttpHeaders {
  return headersOf((find(holder, word, '') ?? (word === 'requestHeaders' ? find(holder, 'headers', '') : undefined))?.value);
}

type KeyedSeen = Seen & { readonly key: string };

function readAnswer(talk: Conversation, line: JsonObject, seen: KeyedSeen): void {
  const stream = find(line, 'stream', seen.path);
  if (stream && Array.isArray(stream.value)) {
    const elements = stream.value as readonly Json[];
    elements.forEach((element, index) => readElement(talk, element, { ...seen, path: `${stream.path}/[${index}]` }));
    return talk.streamed(seen.key, seen);
  }
  const answer = find(line, 'response', seen.path) ?? stream;
  const inner = isJsonObject(answer?.value) && findNumber(answer.value, 'status') !== undefined ? answer.value : undefined;
  const status = findNumber(inner ?? line, 'status');
  if (!answer && status === undefined) return;
  const headers = inner ? headersIn(inner, 'headers') : headersIn(line, 'responseHeaders');
  talk.response({ ...seen, status, headers, body: answer ? answerBody(answer, inner, headers) : NO_BODY });
}

function answerBody(answer: Found, inner: JsonObject | undefined, headers: HttpHeaders): Body {
  return inner ? bodyOf(inner, answer.path, headers) : readBody(answer.value, answer.path, headers['content-type'] ?? '');
}

/** An element of a stream: the event itself, or an object that holds it with its time. */
function readElement(talk: Conversation, element: Json, seen: KeyedSeen): void {
  const held = isJsonObject(element) && find(element, 'time', '') !== undefined ? find(element, 'body', seen.path) : undefined;
  const time = held && isJsonObject(element) ? (readInstant(find(element, 'time', '')?.value) ?? seen.time) : seen.time;
  talk.event(seen.key, { ...seen, time, body: readBody(held?.value ?? element, held?.path ?? seen.path) });
}

function bodyOf(line: JsonObject, path: string, headers: HttpHeaders): Body {
  const found = find(line, 'body', path);
  return found ? readBody(found.value, found.path, headers['content-type'] ?? '') : NO_BODY;
}

function whereTo(line: JsonObject, headers: HttpHeaders): { readonly url: string | undefined; readonly target: string } | undefined {
  const stated = findText(line, 'url') ?? findText(line, 'target');
  if (stated === undefined) return undefined;
  if (hostOf(stated) !== undefined) return { url: stated, target: targetOf(stated) };
  const host = headers['host'];
  return { url: host === undefined ? undefined : `http://${host}${stated}`, target: stated };
}

/** Headers as an object of texts or lists, as entries with name and value, or as pairs; names in lower case. */
export function headersOf(value: Json | undefined): HttpHeaders {
  // Entries are not spread as arguments: there may be more of them than a call takes.
  const entries: [string, Json | undefined][] = isJsonObject(value) ? Object.entries(value) : [];
  if (Array.isArray(value)) {
    for (const entry of value as readonly Json[]) {
      if (Array.isArray(entry)) entries.push([headerText(entry[0] as Json | undefined), entry[1] as Json | undefined]);
      else if (isJsonObject(entry)) entries.push([headerText(entry['name']), entry['value']]);
    }
  }
  const texts = entries.map(([name, text]): [string, string] => [
    name.toLowerCase(),
    Array.isArray(text) ? text.map(headerText).join(', ') : headerText(text),
  ]);
  return Object.fromEntries(texts);
}

function headerText(value: Json | undefined): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
}
