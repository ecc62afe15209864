// From what crossed a wire to rows: requests, answers, events, ends, and values that stand alone. Every format ends here,
// so one thing looks the same in all of them. Pairing is by the key a format gives: a connection, an exchange, a JSON-RPC id.

import { observe } from '../adapters/adapters.ts';
import type { Observation, ObserveHint } from '../adapters/observation.ts';
import type { Json } from '../base/json.ts';
import { isJsonObject } from '../base/json.ts';
import type { ValuePath } from '../log/row.ts';
import type { Channel, RowKind } from '../log/row-kind.ts';
import type { HttpHeaders } from '../protocol/http.ts';
import { splitEventStream } from '../log/event-stream.ts';
import { createAgentNames } from './agent-names.ts';
import type { Body } from './body.ts';
import type { Exchange, Exchanges } from './exchanges.ts';
import { createExchanges, isStreaming } from './exchanges.ts';
import type { RowParts, SourceReader, Stretch } from './reading.ts';
import { clampLabel, contentOf, kindOfStanding, stated } from './row-content.ts';

/** Where something stood, the path to the whole of it, and when it was seen. */
export interface Seen {
  readonly at: Stretch;
  readonly path: ValuePath;
  readonly time?: number | undefined;
}
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
}
export interface SeenResponse extends Seen {
  readonly key: string;
  readonly status?: number | undefined;
  readonly headers: HttpHeaders;
  readonly body: Body;
}
/** A value without a transport around it. `side` tells the two ends of an exchange apart where the source names directions. */
export interface SeenValue extends Seen {
  readonly value: Json;
  readonly frame: 'stream' | 'list' | 'alone';
  readonly side?: string | undefined;
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
  /** The head of a streamed answer: no row of its own. */
  head(key: string, seen: Seen): void;
  event(key: string, seen: Seen & { readonly body: Body }): void;
  end(seen: SeenEnd): void;
  value(seen: SeenValue): void;
}

interface Talk {
  readonly reader: SourceReader;
  readonly exchanges: Exchanges;
  readonly names: ReturnType<typeof createAgentNames>;
  /** Where pushes are expected: URLs named in push configs. */
  readonly callbacks: Set<string>;
}

/** Starts the conversation of one source. */
export function createConversation(reader: SourceReader): Conversation {
  const names = createAgentNames();
  const talk: Talk = { reader, names, exchanges: createExchanges(reader.source, reader.sink, names), callbacks: new Set() };
  return {
    request: (seen) => request(talk, seen),
    response: (seen) => response(talk, seen),
    head: (key, seen) => {
      const exchange = talk.exchanges.find(key);
      if (exchange) exchange.streamed = true;
      reader.framing(seen.at, 'the head of a streamed answer');
    },
    event: (key, seen) => event(talk, talk.exchanges.find(key), seen),
    end: (seen) => end(talk, seen),
    value: (seen) => standing(talk, seen),
  };
}

function observeWith(talk: Talk, value: Json, hint: ObserveHint): Observation {
  const observation = observe(value, hint);
  talk.reader.learn(observation);
  if (observation.said.kind === 'request' && observation.said.callbackUrl !== undefined) talk.callbacks.add(observation.said.callbackUrl);
  if (observation.said.kind === 'push-config') talk.callbacks.add(observation.said.url);
  if (observation.said.kind === 'push-configs') observation.said.urls.forEach((url) => talk.callbacks.add(url));
  return observation;
}

function request(talk: Talk, seen: SeenRequest): void {
  const hint: ObserveHint = { direction: 'request', method: seen.method, path: seen.target, headers: seen.headers };
  const observation = observeWith(talk, seen.body.kind === 'json' ? seen.body.value : null, hint);
  const push = isPush(talk, seen, observation);
  const { said } = observation;
  const operation = push ? 'push' : said.kind === 'request' ? said.operation : 'other';
  // Only a fetch of something else is none of our business; a body that an agent could not read is.
  const aside = operation === 'other' && seen.body.kind === 'none' && said.kind !== 'request';
  const exchange = talk.exchanges.open(seen.key, {
    operation,
    aside,
    hint: { method: seen.method, path: seen.target },
    ...stated<Pick<Exchange, 'number' | 'from' | 'to' | 'url' | 'traceparent'>>({
      number: seen.number,
      from: seen.from,
      to: seen.to,
      url: seen.url,
      traceparent: seen.headers['traceparent'],
    }),
  });
  talk.exchanges.learn(exchange, observation);
  if (aside) return talk.reader.setAside(seen.at, `${seen.method} ${seen.target} is no operation of an agent`.slice(0, 200), seen.path);
  const { label, ...content } = contentOf(observation);
  remember(exchange, content);
  const named = said.kind === 'request' && label !== undefined ? label : clampLabel(`${seen.method} ${seen.target}`);
  talk.reader.row(seen.at, {
    ...whoAsks(talk, exchange),
    kind: 'message-sent',
    channel: exchange.channel,
    path: seen.body.kind === 'none' ? seen.path : seen.body.path + (push ? observation.payloadPath : ''),
    ...content,
    label: named,
    ...timeOf(seen, content.time),
  });
}

/** A delivery: sent to a callback that a config named, or carrying a notification token, or bringing a client's own news to a URL. */
function isPush(talk: Talk, seen: SeenRequest, observation: Observation): boolean {
  const { kind } = observation.said;
  if (seen.method.toUpperCase() !== 'POST' || kind === 'request') return false;
  if (kind === 'task' || kind === 'status-update' || kind === 'artifact-update') return true;
  return 'x-a2a-notification-token' in seen.headers || (seen.url !== undefined && talk.callbacks.has(seen.url));
}

function response(talk: Talk, seen: SeenResponse): void {
  const exchange = talk.exchanges.find(seen.key);
  if (exchange?.operation === 'push') return delivered(talk, exchange, seen);
  if (seen.body.kind === 'stream') return streamedBody(talk, exchange, seen, seen.body);
  const hint: ObserveHint = {
    ...answerHint(exchange),
    headers: seen.headers,
    ...(seen.status === undefined ? {} : { status: seen.status }),
  };
  const body = seen.body.kind === 'json' ? seen.body : undefined;
  const observation = body ? observeWith(talk, body.value, hint) : undefined;
  settle(talk, exchange, { ...seen, path: seen.body.kind === 'none' ? seen.path : seen.body.path }, observation);
}

function answerHint(exchange: Exchange | undefined): ObserveHint {
  if (!exchange) return { direction: 'response' };
  const { operation, version, binding } = exchange;
  return {
    ...exchange.hint,
    direction: 'response',
    ...stated<Pick<ObserveHint, 'operation' | 'version' | 'binding'>>({
      operation:
        operation === 'push' || operation === 'other' || operation === 'list' ? undefined : (operation as ObserveHint['operation']),
      version,
      binding,
    }),
  };
}

/** One row for a whole answer, and one more for each card or listed task in it. */
function settle(
  talk: Talk,
  exchange: Exchange | undefined,
  seen: Seen & { readonly status?: number | undefined },
  observation: Observation | undefined,
): void {
  const said = observation?.said;
  const status = seen.status ?? 0;
  if (said?.kind === 'card') talk.names.learn(said.card, exchange?.url);
  if (exchange) talk.exchanges.learn(exchange, observation);
  const silent = said === undefined || said.kind === 'nothing' || said.kind === 'unrecognised';
  if (exchange?.aside && silent)
    return talk.reader.setAside(seen.at, 'the answer to a request that is no operation of an agent', seen.path);
  const content = observation ? contentOf(observation) : {};
  const failed = content.failed === true || status >= 400;
  const label = content.label ?? (seen.status === undefined || (status < 300 && !silent) ? undefined : `HTTP ${status}`);
  const base = { ...whoAnswers(talk, exchange), channel: answerChannel(exchange, said?.kind) };
  const path = seen.path + (observation ? payloadPath(observation) : '');
  if (exchange) remember(exchange, content);
  talk.reader.row(seen.at, {
    kind: 'call-settled',
    ...base,
    path,
    ...aboutTask(exchange),
    ...content,
    ...stated<Pick<RowParts, 'label'>>({ label }),
    ...(failed ? { failed } : {}),
    ...timeOf(seen, content.time),
  });
  if (said?.kind === 'card') talk.reader.row(seen.at, { kind: 'card-seen', ...base, path, ...content, ...timeOf(seen) });
}

/** A whole answer to a streaming call was no stream: nothing may be concluded from it as from one. */
function answerChannel(exchange: Exchange | undefined, said: string | undefined): Channel {
  if (said === 'card') return 'card';
  if (!exchange) return 'none';
  return isStreaming(exchange) ? 'send' : exchange.channel;
}

function delivered(talk: Talk, exchange: Exchange, seen: SeenResponse): void {
  const status = seen.status ?? 0;
  talk.exchanges.learn(exchange, undefined);
  talk.reader.row(seen.at, {
    ...whoAnswers(talk, exchange),
    kind: 'push-received',
    channel: 'push',
    path: seen.body.kind === 'none' ? seen.path : seen.body.path,
    ...aboutTask(exchange),
    ...stated<Pick<RowParts, 'state' | 'label'>>({ state: exchange.state, label: seen.status === undefined ? undefined : String(status) }),
    ...(status >= 400 ? { failed: true } : {}),
    ...timeOf(seen),
  });
}

function streamedBody(talk: Talk, exchange: Exchange | undefined, seen: SeenResponse, body: Extract<Body, { kind: 'stream' }>): void {
  const frames = splitEventStream(body.text);
  if (frames.length === 0) return settle(talk, exchange, { ...seen, path: body.path }, undefined);
  frames.forEach((frame, index) => {
    const path = `${body.path}/sse:${index}`;
    event(talk, exchange, { at: seen.at, path, time: seen.time, body: frameBody(frame.data, path) });
  });
}

/** The data of a frame as a body. */
export function frameBody(data: string, path: ValuePath): Body {
  try {
    return { kind: 'json', value: JSON.parse(data) as Json, path: `${path}/json` };
  } catch {
    return { kind: 'text', text: data, path };
  }
}

function event(talk: Talk, exchange: Exchange | undefined, seen: Seen & { readonly body: Body }): void {
  if (exchange) exchange.streamed = true;
  if (seen.body.kind !== 'json') return talk.reader.unread(seen.at, 'the data of this event is not JSON', seen.path);
  const observation = observeWith(talk, seen.body.value, { ...answerHint(exchange), direction: 'event' });
  eventRow(talk, exchange, { ...seen, path: seen.body.path }, observation);
}

function eventRow(talk: Talk, exchange: Exchange | undefined, seen: Seen, observation: Observation): void {
  const kind = kindOfStanding(observation.said);
  if (kind === undefined) return asideOrUnread(talk, seen, observation);
  if (exchange) talk.exchanges.learn(exchange, observation);
  const content = contentOf(observation);
  if (exchange) remember(exchange, content);
  const channel = kind === 'card-seen' ? 'card' : 'stream';
  talk.reader.row(seen.at, {
    ...whoAnswers(talk, exchange),
    ...aboutTask(exchange),
    ...valueRow(kind, channel, { ...seen, path: seen.path + payloadPath(observation) }, content),
  });
}

function valueRow(kind: RowKind, channel: Channel, seen: Seen, content: ReturnType<typeof contentOf>): RowParts {
  return { kind, channel, path: seen.path, ...content, ...timeOf(seen, content.time) };
}

function asideOrUnread(talk: Talk, seen: Seen, { said }: Observation): void {
  if (said.kind === 'unrecognised') return talk.reader.setAside(seen.at, reasonFor(said.looksLike, said.why), seen.path);
  talk.reader.setAside(seen.at, 'an empty value', seen.path);
}

const LOOKS: Readonly<Record<string, string>> = {
  otlp: 'OTLP spans',
  har: 'a HAR',
  jaeger: 'Jaeger spans',
  'acp-run': 'a run of the Agent Communication Protocol',
};

function reasonFor(looksLike: string | undefined, why: string): string {
  return looksLike === undefined ? why : `looks like ${LOOKS[looksLike] ?? looksLike}; this page cannot read them yet`;
}

function end(talk: Talk, seen: SeenEnd): void {
  const exchange = talk.exchanges.find(seen.key);
  const label =
    seen.ended === 'reader-gone' ? 'reader gone' : seen.ended === 'lost' ? clampLabel(`lost: ${seen.why ?? 'no reason given'}`) : undefined;
  const streamed = exchange === undefined || exchange.streamed || isStreaming(exchange);
  talk.reader.row(seen.at, {
    ...whoAnswers(talk, exchange),
    kind: streamed || seen.ended === 'end' ? 'stream-ended' : 'call-settled',
    channel: streamed ? 'stream' : exchange.channel,
    path: seen.path,
    ...aboutTask(exchange),
    ...stated<Pick<RowParts, 'label'>>({ label }),
    ...(seen.ended === 'lost' ? { failed: true } : {}),
    ...timeOf(seen),
  });
}

function standing(talk: Talk, seen: SeenValue): void {
  const { value, side = '' } = seen;
  const answers = isJsonObject(value) && ('result' in value || 'error' in value) && 'id' in value && !('method' in value);
  const exchange = answers ? talk.exchanges.find(rpcKey(side, value['id'] ?? null)) : undefined;
  const hint: ObserveHint = exchange ? answerHint(exchange) : seen.frame === 'stream' ? { direction: 'event' } : {};
  const observation = observeWith(talk, value, hint);
  if (observation.said.kind === 'request') return standingRequest(talk, seen, observation);
  const streamed = exchange ? isStreaming(exchange) && (observation.said.kind !== 'error' || exchange.streamed) : seen.frame !== 'alone';
  if (exchange && streamed) exchange.streamed = true;
  const kind = kindOfStanding(observation.said);
  if (streamed || kind === undefined) {
    if (!exchange || streamed) return eventRow(talk, exchange, seen, observation);
  }
  const update = kind === 'status-update' || kind === 'artifact-update';
  if (exchange || (answers && !update)) return settle(talk, exchange, seen, observation);
  if (kind === undefined) return asideOrUnread(talk, seen, observation);
  if (observation.said.kind === 'card') talk.names.learn(observation.said.card);
  const channel: Channel = kind === 'card-seen' ? 'card' : update ? 'stream' : 'none';
  talk.reader.row(seen.at, valueRow(kind, channel, { ...seen, path: seen.path + payloadPath(observation) }, contentOf(observation)));
}

function standingRequest(talk: Talk, seen: SeenValue, observation: Observation): void {
  const { said } = observation;
  if (said.kind !== 'request') return;
  const exchange = talk.exchanges.open(rpcKey(opposite(seen.side ?? ''), said.rpcId ?? null), { operation: said.operation, hint: {} });
  talk.exchanges.learn(exchange, observation);
  const content = contentOf(observation);
  remember(exchange, content);
  talk.reader.row(seen.at, {
    ...whoAsks(talk, exchange),
    kind: 'message-sent',
    channel: exchange.channel,
    path: seen.path,
    ...content,
    ...timeOf(seen),
  });
}

/** JSON-RPC ids are counted by each client: a key holds for the newest request with that id. */
function rpcKey(side: string, id: Json): string {
  return `rpc ${side} ${JSON.stringify(id)}`;
}

/** The side on which the answer will be seen. */
function opposite(side: string): string {
  return side === 'out' ? 'in' : side === 'in' ? 'out' : side;
}

function remember(exchange: Exchange, content: Pick<RowParts, 'taskId' | 'contextId' | 'state'>): void {
  if (content.taskId !== undefined) exchange.taskId = content.taskId;
  if (content.contextId !== undefined) exchange.contextId = content.contextId;
  if (content.state !== undefined) exchange.state = content.state;
}

function aboutTask(exchange: Exchange | undefined): Pick<RowParts, 'taskId' | 'contextId'> {
  return stated<Pick<RowParts, 'taskId' | 'contextId'>>({ taskId: exchange?.taskId, contextId: exchange?.contextId });
}

function whoAsks(talk: Talk, exchange: Exchange): Partial<Pick<RowParts, 'agent' | 'peer' | 'exchange'>> {
  return stated<Pick<RowParts, 'agent' | 'peer' | 'exchange'>>({
    agent: exchange.from,
    peer: talk.exchanges.serverOf(exchange),
    exchange: exchange.number,
  });
}

function whoAnswers(talk: Talk, exchange: Exchange | undefined): Partial<Pick<RowParts, 'agent' | 'peer' | 'exchange'>> {
  if (!exchange) return {};
  return stated<Pick<RowParts, 'agent' | 'peer' | 'exchange'>>({
    agent: talk.exchanges.serverOf(exchange),
    peer: exchange.from,
    exchange: exchange.number,
  });
}

/** To what the row is about; an error keeps its envelope, whose shape tells what sort of error it is. */
function payloadPath(observation: Observation): ValuePath {
  return observation.said.kind === 'error' ? '' : observation.payloadPath;
}

/** The time of the observation where the source states it, else the time that the value itself states, else none. */
function timeOf(seen: Seen, own?: number): Pick<RowParts, 'time'> {
  return stated<Pick<RowParts, 'time'>>({ time: seen.time ?? own });
}
