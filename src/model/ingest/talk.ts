// What the parts of a conversation share: who has been met, which exchanges are open, and the members that rows have in common.

import { observe } from '../adapters/adapters.ts';
import type { Observation, ObserveHint } from '../adapters/observation.ts';
import type { Sight } from '../adapters/sight.ts';
import type { Json } from '../base/json.ts';
import type { ValuePath } from '../log/row.ts';
import type { TaskId } from '../protocol/task.ts';
import type { AgentNames } from './agent-names.ts';
import { createAgentNames } from './agent-names.ts';
import type { Exchange, Exchanges } from './exchanges.ts';
import { createExchanges, isOperation } from './exchanges.ts';
import { createLoggedCalls, type LoggedCalls } from './logged-calls.ts';
import { createRpcCalls, type RpcCalls } from './rpc-calls.ts';
import type { RowColumns, RowParts, SourceReader, Stretch } from './reading.ts';
import type { RowContent } from './row-content.ts';
import { stated } from './row-content.ts';
import { createStreamEnds, type StreamEnds } from './stream-ends.ts';

/** Where something stood, the path to the whole of it, and when it was seen. */
export interface Seen {
  readonly at: Stretch;
  readonly path: ValuePath;
  readonly time?: number | undefined;
}

export interface Talk {
  readonly reader: SourceReader;
  readonly exchanges: Exchanges;
  /** Exchanges that nothing but a JSON-RPC id pairs. */
  readonly calls: RpcCalls;
  /** Exchanges of a log that only what it says beside them pairs. */
  readonly logged: LoggedCalls;
  readonly names: AgentNames;
  /** Where pushes are expected: URLs named in push configs. */
  readonly callbacks: Set<string>;
  /** The run of ACP that an event outside any exchange brought last. */
  lastRun?: TaskId;
  readonly streams: StreamEnds;
}

export function createTalk(reader: SourceReader): Talk {
  const names = createAgentNames();
  const exchanges = createExchanges(reader.source, reader.sink, names);
  return {
    reader,
    names,
    exchanges,
    calls: createRpcCalls(),
    logged: createLoggedCalls(),
    callbacks: new Set(),
    streams: createStreamEnds(reader),
  };
}

/** Observes a value and takes note of what later ones are understood by. */
export function observeIn(talk: Talk, value: Json, hint: ObserveHint): Observation {
  const observation = observe(value, hint);
  const { said } = observation;
  talk.reader.learn(observation);
  if (said.kind === 'request' && said.callbackUrl !== undefined) talk.callbacks.add(said.callbackUrl);
  if (said.kind === 'push-config') talk.callbacks.add(said.url);
  if (said.kind === 'push-configs') said.urls.forEach((url) => talk.callbacks.add(url));
  return observation;
}

/** What the request told about its answer. */
export function answerHint(exchange: Exchange | undefined): ObserveHint {
  return exchange ? hintsOf(exchange).response : ANSWER;
}

/** What the request told about the events of its answer. */
export function eventHint(exchange: Exchange | undefined): ObserveHint {
  return exchange ? hintsOf(exchange).event : EVENT;
}

const ANSWER: ObserveHint = { direction: 'response' };
const EVENT: ObserveHint = { direction: 'event' };

/** Of an exchange whose request had nothing around it. */
export const BARE: ObserveHint = {};
/** Hints of such exchanges, by what they tell: a big trace has a hundred thousand exchanges and a handful of these. */
const BARE_HINTS = new Map<string, NonNullable<Exchange['hints']>>();
const MOST_BARE = 256;

function hintsOf(exchange: Exchange): NonNullable<Exchange['hints']> {
  if (exchange.hints) return exchange.hints;
  if (exchange.hint !== BARE) return (exchange.hints = makeHints(exchange));
  const key = `${exchange.operation} ${exchange.version ?? ''} ${exchange.binding ?? ''}`;
  let hints = BARE_HINTS.get(key);
  if (!hints) {
    hints = makeHints(exchange);
    if (BARE_HINTS.size < MOST_BARE) BARE_HINTS.set(key, hints);
  }
  exchange.hints = hints;
  return hints;
}

function makeHints(exchange: Exchange): NonNullable<Exchange['hints']> {
  const { operation, version, binding } = exchange;
  const base: ObserveHint = {
    ...exchange.hint,
    ...(isOperation(operation) ? { operation } : {}),
    ...stated<Pick<ObserveHint, 'version' | 'binding'>>({ version, binding }),
  };
  return { response: { ...base, ...ANSWER }, event: { ...base, ...EVENT } };
}

/** What a row is, and where its value is. */
export interface RowShape {
  readonly kind: RowParts['kind'];
  readonly channel: RowParts['channel'];
  readonly path: ValuePath;
  readonly content?: RowContent;
  readonly sight?: Sight;
}

const NOTHING: RowContent = {};

/** A row of whoever was asked. One literal and no spreading: this runs once an event. */
export function rowOfServer(talk: Talk, exchange: Exchange | undefined, seen: Seen, shape: RowShape): void {
  const content = shape.content ?? NOTHING;
  const columns: RowParts = {
    kind: shape.kind,
    channel: shape.channel,
    path: shape.path,
    agent: exchange && talk.exchanges.serverOf(exchange),
    peer: exchange?.from,
    exchange: exchange?.number,
    taskId: content.taskId || exchange?.taskId,
    contextId: content.contextId || exchange?.contextId,
    state: content.state,
    final: content.final,
    label: content.label,
    failed: content.failed,
    // The time of the observation where the source states it, else the time that the value itself states.
    time: seen.time ?? content.time,
  };
  talk.reader.row(seen.at, columns, shape.sight);
}

/** Columns of a request. */
export function fromClient(talk: Talk, exchange: Exchange, seen: Seen, content: RowContent): RowColumns {
  return {
    taskId: content.taskId,
    contextId: content.contextId,
    state: content.state,
    final: content.final,
    label: content.label,
    failed: content.failed,
    agent: exchange.from,
    peer: talk.exchanges.serverOf(exchange),
    exchange: exchange.number,
    time: seen.time ?? content.time,
  };
}

export function remember(exchange: Exchange | undefined, content: RowContent): void {
  if (!exchange) return;
  if (content.taskId) exchange.taskId = content.taskId;
  if (content.contextId) exchange.contextId = content.contextId;
  if (content.state) exchange.state = content.state;
}

/** To what the row is about; an error keeps its envelope, whose shape tells what sort of error it is. */
export function payloadPath(seen: Seen, observation: Observation | undefined): ValuePath {
  if (observation === undefined || observation.said.kind === 'error' || observation.payloadPath === '') return seen.path;
  return joinedPath(seen.path, observation.payloadPath);
}

/** Paths that were joined before: in a big trace a handful, and one text of each is looked up faster than new ones. */
const JOINED = new Map<ValuePath, Map<string, ValuePath>>();
const MOST_JOINED = 256;

function joinedPath(path: ValuePath, steps: string): ValuePath {
  let bySteps = JOINED.get(path);
  const known = bySteps?.get(steps);
  if (known !== undefined) return known;
  const joined = path + steps;
  if (!bySteps && JOINED.size < MOST_JOINED) JOINED.set(path, (bySteps = new Map<string, ValuePath>()));
  if (bySteps && bySteps.size < MOST_JOINED) bySteps.set(steps, joined);
  return joined;
}
