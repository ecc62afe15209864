// From what crossed a wire to rows: requests, answers, events, ends, and values that stand alone. Every format ends here,
// so one thing looks the same in all of them. Pairing is by the key a format gives: a connection, an exchange, a JSON-RPC id.

import type { Observation, ObserveHint } from '../adapters/observation.ts';
import type { Sight, StreamEnd, TextFault } from '../adapters/sight.ts';
import { splitEventStream } from '../base/event-stream.ts';
import type { ValuePath } from '../log/row.ts';
import { parseJson, type Json } from '../base/json.ts';
import type { HttpHeaders } from '../protocol/http.ts';
import type { SeenAnswer } from './answers.ts';
import { eventRow, settle } from './answers.ts';
import type { Body } from './body.ts';
import { NOT_JSON, readBrokenEvent } from './broken-event.ts';
import type { Exchange } from './exchanges.ts';
import { isStreaming } from './exchanges.ts';
import { createLogClock, type LogClock } from './log-clock.ts';
import { askedIn, evidenceOf, type LoggedAt } from './logged-words.ts';
import { createLoggedEnds, type LoggedEnds } from './logged-ends.ts';
import type { SourceReader, Stretch } from './reading.ts';
import { clampLabel, contentOf, stated } from './row-content.ts';
import type { SeenValue } from './standing.ts';
import { standing } from './standing.ts';
import type { Standing, StreamEnds } from './stream-ends.ts';
import type { Seen, Talk } from './talk.ts';
import { answerHint, createTalk, eventHint, fromClient, observeIn, payloadPath, remember, rowOfServer } from './talk.ts';

export interface SeenRequest extends Seen {
  readonly key: string;
  /** The number that the source itself gives. */
  readonly number?: number;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly url?: string | undefined;
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly headers: HttpHeaders;
  readonly body: Body;
  /** There was a body that the source does not show. */
  readonly hidden?: boolean;
}
export interface SeenResponse extends SeenAnswer {
  readonly key: string;
  readonly headers: HttpHeaders;
  readonly body: Body;
  /** How a stream in the body ended, where the source tells; at its end otherwise. */
  readonly ended?: StreamEnd | undefined;
}
export interface SeenEvent extends Seen {
  readonly body: Body;
}
export interface SeenEnd extends Seen {
  readonly key: string;
  readonly ended: 'end' | 'lost' | 'reader-gone';
  readonly why?: string | undefined;
}

export interface Conversation {
  request(seen: SeenRequest): void;
  /** A whole answer; with an event stream as its body, all of its events. */
  response(seen: SeenResponse): void;
  /** Whether a request was seen under a key. */
  isOpen(key: string): boolean;
  /** The head of a streamed answer: no row of its own. */
  head(key: string, seen: Seen): void;
  event(key: string, seen: SeenEvent): void;
  end(seen: SeenEnd): void;
  /** The events of an exchange that stands in the source as a whole have all been told: no row of its own. */
  streamed(key: string, seen: Seen): void;
  /** A value that no transport is shown around; tells what it belongs to. */
  value(seen: SeenValue): Standing;
  /** What is wrong with the text of an exchange, beside what was read of it. */
  fault(key: string, at: Stretch, fault: TextFault): void;
  /** The streams that this source holds as text. */
  readonly streams: StreamEnds;
  /** Reads what stood inside a log record: its rows are the log's. */
  inRecord<T>(read: () => T): T;
  /** How many rows came out of log records. */
  readonly recordRows: number;
  /** What is known of the date of a log whose lines state none. */
  readonly clock: LogClock;
  /** Ends of streams that a log tells in words. */
  readonly ends: LoggedEnds;
  /** Takes note of a record that holds nothing that crossed: it may name a request without its body. */
  passed(logged: LoggedAt): void;
}

/** Starts the conversation of one source. */
export function createConversation(reader: SourceReader): Conversation {
  const talk = createTalk(reader);
  const ends = createLoggedEnds(talk);
  let recordRows = 0;
  return {
    get recordRows() {
      return recordRows;
    },
    inRecord: (read) => {
      const before = reader.rowCount;
      const done = read();
      recordRows += reader.rowCount - before;
      return done;
    },
    request: (seen) => request(talk, seen),
    response: (seen) => response(talk, seen),
    head: (key, seen) => {
      const exchange = talk.exchanges.find(key);
      if (exchange) exchange.streamed = true;
      reader.framing(seen.at, 'the head of a streamed answer');
    },
    event: (key, seen) => event(talk, talk.exchanges.find(key), seen),
    end: (seen) => end(talk, seen),
    streamed: (key, seen) => reader.note(seen.at, { as: 'end', call: talk.exchanges.find(key), seenAt: seen.time, ended: 'complete' }),
    isOpen: (key) => talk.exchanges.find(key) !== undefined,
    value: (seen) => {
      const found = standing(talk, seen);
      ends.saw(found, seen.frame === 'event');
      return found;
    },
    fault: (key, at, fault) => reader.note(at, { as: 'text', call: talk.exchanges.find(key), fault }),
    streams: talk.streams,
    clock: createLogClock(),
    ends,
    passed: (logged) => {
      const asked = talk.logged.waits ? askedIn(logged) : undefined;
      if (asked !== undefined) talk.logged.passed(evidenceOf(logged, null), asked);
    },
  };
}

function request(talk: Talk, seen: SeenRequest): void {
  const hint: ObserveHint = { direction: 'request', method: seen.method, path: seen.target, headers: seen.headers };
  const observation = observeIn(talk, seen.body.kind === 'json' ? seen.body.value : null, hint);
  const exchange = openFor(talk, seen, observation);
  talk.exchanges.learn(exchange, observation);
  const asked = `${seen.method} ${seen.target}`;
  if (exchange.aside) return talk.reader.setAside(seen.at, `${asked.slice(0, 200)} is no operation of an agent`, seen.path);
  const content = contentOf(observation);
  remember(exchange, content);
  const label = (observation.said.kind === 'request' ? content.label : undefined) ?? clampLabel(asked);
  const body = seen.body.kind === 'none' ? seen.path : seen.body.path;
  const path = exchange.operation === 'push' ? payloadPath({ ...seen, path: body }, observation) : body;
  const sight: Sight = { as: 'request', call: exchange, value: valueOf(seen.body), observation, seenAt: seen.time, headers: seen.headers };
  talk.reader.row(
    seen.at,
    { ...fromClient(talk, exchange, seen, content), kind: 'message-sent', channel: exchange.channel, path, label },
    sight,
  );
}

function openFor(talk: Talk, seen: SeenRequest, observation: Observation): Exchange {
  const { said } = observation;
  const operation = isPush(talk, seen, observation) ? 'push' : said.kind === 'request' ? said.operation : 'other';
  return talk.exchanges.open(seen.key, {
    operation,
    // Only a fetch of something else is none of our business; a body that an agent could not read is.
    aside: operation === 'other' && said.kind !== 'request' && seen.body.kind === 'none' && seen.hidden !== true,
    hint: { method: seen.method, path: seen.target },
    ...stated<Pick<Exchange, 'number' | 'from' | 'to' | 'url' | 'traceparent' | 'headers'>>({
      number: seen.number,
      from: seen.from,
      to: seen.to,
      url: seen.url,
      traceparent: seen.headers['traceparent'],
      headers: seen.headers,
    }),
  });
}

/** A delivery: it brings news of a task, carries a notification token, or goes to a callback that a config named. */
function isPush(talk: Talk, seen: SeenRequest, observation: Observation): boolean {
  const { kind } = observation.said;
  if (seen.method.toUpperCase() !== 'POST' || kind === 'request') return false;
  if (kind === 'task' || kind === 'status-update' || kind === 'artifact-update') return true;
  return Object.hasOwn(seen.headers, 'x-a2a-notification-token') || (seen.url !== undefined && talk.callbacks.has(seen.url));
}

function response(talk: Talk, seen: SeenResponse): void {
  const exchange = talk.exchanges.find(seen.key);
  if (exchange?.operation === 'push') return delivered(talk, exchange, seen);
  if (seen.body.kind === 'stream') return streamedBody(talk, exchange, seen, seen.body);
  const hint: ObserveHint = {
    ...answerHint(exchange),
    headers: seen.headers,
    ...stated<Pick<ObserveHint, 'status'>>({ status: seen.status }),
  };
  const observation = seen.body.kind === 'json' ? observeIn(talk, seen.body.value, hint) : undefined;
  const answer = { ...seen, path: seen.body.kind === 'none' ? seen.path : seen.body.path, value: valueOf(seen.body) };
  settle(talk, exchange, answer, observation);
}

/** The callback's answer to a delivery: what was delivered stands in the request. */
function delivered(talk: Talk, exchange: Exchange, seen: SeenResponse): void {
  talk.exchanges.learn(exchange, undefined);
  const path = seen.body.kind === 'none' ? seen.path : seen.body.path;
  const content = { state: exchange.state, label: seen.status?.toString(), failed: (seen.status ?? 0) >= 400 };
  const sight: Sight = {
    as: 'answer',
    call: exchange,
    value: valueOf(seen.body),
    seenAt: seen.time,
    status: seen.status,
    headers: seen.headers,
  };
  rowOfServer(talk, exchange, seen, { kind: 'push-received', channel: 'push', path, content, sight });
}

function streamedBody(talk: Talk, exchange: Exchange | undefined, seen: SeenResponse, body: Extract<Body, { kind: 'stream' }>): void {
  const frames = splitEventStream(body.text);
  if (frames.length === 0) return settle(talk, exchange, { ...seen, path: body.path }, undefined);
  frames.forEach((frame, index) => {
    const path = `${body.path}/sse:${index}`;
    event(talk, exchange, { ...seen, path, body: frameBody(frame.data, path) });
    if (!frame.complete) talk.reader.note(seen.at, { as: 'text', call: exchange, fault: UNTERMINATED });
  });
  talk.reader.note(seen.at, { as: 'end', call: exchange, seenAt: seen.time, ended: seen.ended ?? 'complete' });
}

const ENDS: Readonly<Record<SeenEnd['ended'], StreamEnd>> = { end: 'complete', lost: 'lost', 'reader-gone': 'reader-gone' };

/** Fault of a frame that no blank line ends. */
export const UNTERMINATED: TextFault = {
  rule: 'unterminated-sse-frame',
  why: 'No blank line ends the last event of the stream; clients that follow the specification drop it.',
};

function valueOf(body: Body): Json | undefined {
  return body.kind === 'json' ? body.value : undefined;
}

/** The data of a frame as a body. */
export function frameBody(data: string, path: ValuePath): Body {
  const read = parseJson(data);
  return read.ok ? { kind: 'json', value: read.value, path: `${path}/json` } : { kind: 'text', text: data, path };
}

function event(talk: Talk, exchange: Exchange | undefined, seen: SeenEvent): void {
  if (exchange) exchange.streamed = true;
  if (seen.body.kind !== 'json') return brokenEvent(talk, exchange, seen);
  const observation = observeIn(talk, seen.body.value, eventHint(exchange));
  eventRow(talk, exchange, { ...seen, path: seen.body.path, value: seen.body.value }, observation);
}

/** An event whose data is not one JSON value: what can be read of it is. */
function brokenEvent(talk: Talk, exchange: Exchange | undefined, seen: SeenEvent): void {
  const { values, fault } = seen.body.kind === 'text' ? readBrokenEvent(seen.body.text) : { values: [], fault: NOT_JSON };
  for (const { value, steps } of values) {
    eventRow(talk, exchange, { ...seen, path: `${seen.path}/${steps}`, value }, observeIn(talk, value, eventHint(exchange)));
  }
  if (values.length === 0) talk.reader.unread(seen.at, 'the data of this event is not JSON', seen.path);
  talk.reader.note(seen.at, { as: 'text', call: exchange, fault });
}

/** A stream's end; a call that was to be answered whole settles without its answer. */
function end(talk: Talk, seen: SeenEnd): void {
  const exchange = talk.exchanges.find(seen.key);
  const streamed = exchange === undefined || exchange.streamed || isStreaming(exchange);
  const content = { label: endLabel(seen), failed: seen.ended === 'lost' };
  rowOfServer(talk, exchange, seen, {
    kind: streamed || seen.ended === 'end' ? 'stream-ended' : 'call-settled',
    channel: streamed ? 'stream' : exchange.channel,
    path: seen.path,
    content,
    sight: { as: 'end', call: exchange, seenAt: seen.time, ended: ENDS[seen.ended] },
  });
}

function endLabel({ ended, why }: SeenEnd): string | undefined {
  if (ended === 'end') return undefined;
  return ended === 'lost' ? clampLabel(`lost: ${why ?? 'no reason given'}`) : 'reader gone';
}
