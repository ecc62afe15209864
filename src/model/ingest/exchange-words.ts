// The words of exchange logs: how tools spell the members of a line, and by which words a line tells that it is one of those.

import type { Json, JsonObject } from '../base/json.ts';
import { isJsonObject } from '../base/json.ts';
import { memberStep } from '../log/value-path.ts';

/** Spellings of a member, the most usual first. */
const SPELLINGS = {
  time: ['ts', 'timestamp', 'time', '@timestamp', 'at', 'date', 'startedDateTime'],
  stamp: ['ts', 'timestamp', 'time'],
  direction: ['direction', 'dir', 'type', 'event'],
  conn: ['conn', 'connection', 'connectionId', 'exchange', 'exchangeId', 'requestId', 'request_id', 'id'],
  url: ['url', 'uri', 'endpoint'],
  target: ['path', 'target'],
  method: ['method', 'verb', 'httpMethod'],
  status: ['status', 'statusCode', 'status_code'],
  headers: ['headers'],
  requestHeaders: ['requestHeaders', 'request_headers', 'reqHeaders'],
  responseHeaders: ['responseHeaders', 'response_headers', 'resHeaders'],
  body: ['body', 'data', 'payload', 'json', 'raw', 'text'],
  request: ['request', 'req'],
  response: ['response', 'res', 'resp'],
  stream: ['stream', 'events', 'chunks'],
  message: ['message', 'msg', 'payload', 'rpc', 'data', 'body'],
  duration: ['ms', 'duration', 'durationMs', 'duration_ms', 'elapsed'],
  reason: ['reason', 'why', 'error'],
} as const satisfies Readonly<Record<string, readonly string[]>>;
export type Word = keyof typeof SPELLINGS;

export type Turn = 'request' | 'response' | 'event' | 'end' | 'out' | 'in';
export const TURNS: ReadonlyMap<string, Turn> = new Map<string, Turn>([
  ...['request', 'req'].map((word): [string, Turn] => [word, 'request']),
  ...['response', 'res', 'resp', 'reply'].map((word): [string, Turn] => [word, 'response']),
  ...['event', 'chunk', 'frame', 'sse', 'stream'].map((word): [string, Turn] => [word, 'event']),
  ...['end', 'close', 'closed', 'eof'].map((word): [string, Turn] => [word, 'end']),
  ...['out', 'outgoing', 'outbound', 'send', 'sent', '>', '->', '-->'].map((word): [string, Turn] => [word, 'out']),
  ...['in', 'incoming', 'inbound', 'recv', 'receive', 'received', '<', '<-', '<--'].map((word): [string, Turn] => [word, 'in']),
]);
const HTTP_METHOD = /^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)$/i;

export interface Found {
  readonly value: Json;
  readonly path: string;
}

/** The first of a word's spellings that an object has. */
export function find(object: JsonObject, word: Word, path: string): Found | undefined {
  for (const name of SPELLINGS[word]) {
    const value = Object.hasOwn(object, name) ? object[name] : undefined;
    if (value !== undefined && value !== null) return { value, path: `${path}/${memberStep(name)}` };
  }
  return undefined;
}

/** The same, where it is a text. */
export function findText(object: JsonObject, word: Word): string | undefined {
  const found = find(object, word, '')?.value;
  return typeof found === 'string' ? found : undefined;
}

/** The same, where it is a number, or a text of one. */
export function findNumber(object: JsonObject, word: Word): number | undefined {
  const found = find(object, word, '')?.value;
  if (typeof found === 'number') return found;
  return typeof found === 'string' && /^\d{1,9}(?:\.\d+)?$/.test(found) ? Number(found) : undefined;
}

/** Whether an object holds a whole exchange. */
export function isExchange(line: JsonObject): boolean {
  const answered = find(line, 'response', '') ?? find(line, 'stream', '');
  const asked = isJsonObject(find(line, 'request', '')?.value);
  const located = find(line, 'url', '') !== undefined || HTTP_METHOD.test(findText(line, 'method') ?? '');
  return (located && (asked || answered !== undefined)) || (asked && answered !== undefined);
}

const PAIRS = ['conn', 'connection', 'connectionId', 'exchange', 'exchangeId'];

/**
 * Whether a value inside a record is one turn of an exchange by its own words, though it may hold no traffic: the head of a stream, its
 * end. Words that any record may use count only beside a connection.
 */
export function isTurn(value: Json): boolean {
  if (!isJsonObject(value)) return false;
  const paired = PAIRS.some((name) => value[name] !== undefined);
  const word = value['direction'] ?? value['dir'] ?? (paired ? (value['type'] ?? value['event']) : undefined);
  const turn = typeof word === 'string' ? TURNS.get(word.toLowerCase()) : undefined;
  return turn !== undefined && holdsTurn(value, turn, paired);
}

function holdsTurn(value: JsonObject, turn: Turn, paired: boolean): boolean {
  switch (turn) {
    case 'request':
      return find(value, 'url', '') !== undefined || find(value, 'target', '') !== undefined;
    case 'response':
      return paired || findNumber(value, 'status') !== undefined;
    case 'event':
      return paired && find(value, 'body', '') !== undefined;
    case 'end':
      return paired;
    case 'out':
    case 'in':
      return isJsonObject(find(value, 'message', '')?.value);
  }
}
