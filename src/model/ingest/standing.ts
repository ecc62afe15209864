// Values without a transport around them: a line of JSON-RPC, an event of a dump, an element of a list. What pairs them is the
// JSON-RPC id alone, so a pair holds only as far as ids are not used twice.

import type { Observation, ObserveHint } from '../adapters/observation.ts';
import type { Sight } from '../adapters/sight.ts';
import { boundedDepth } from '../base/bounded-depth.ts';
import type { Json } from '../base/json.ts';
import { isJsonObject } from '../base/json.ts';
import { eventRow, settle, standingRow } from './answers.ts';
import type { Exchange } from './exchanges.ts';
import { isStreaming } from './exchanges.ts';
import { contentOf } from './row-content.ts';
import type { Seen, Talk } from './talk.ts';
import { answerHint, eventHint, fromClient, observeIn, remember } from './talk.ts';

/** `side` tells the two ends of an exchange apart where the source names directions. */
export interface SeenValue extends Seen {
  readonly value: Json;
  readonly frame: 'stream' | 'list' | 'alone';
  readonly side?: string | undefined;
}

/** Reads one value: a request opens an exchange, an answer with its id belongs to it, anything else stands for itself. */
export function standing(talk: Talk, seen: SeenValue): void {
  const id = answeredId(seen.value);
  const exchange = id === undefined ? undefined : talk.exchanges.find(rpcKey(seen.side ?? '', id));
  const observation = observeIn(talk, seen.value, hintFor(exchange, seen));
  const { kind } = observation.said;
  if (kind === 'request') return standingRequest(talk, seen, observation);
  if (exchange) {
    // An error before any event is the whole answer; after one it ends the stream.
    const streamed = isStreaming(exchange) && (kind !== 'error' || exchange.streamed);
    exchange.streamed = streamed;
    if (streamed) eventRow(talk, exchange, seen, observation);
    else settle(talk, exchange, seen, observation);
  } else if (seen.frame !== 'alone') eventRow(talk, undefined, seen, observation);
  else if (id !== undefined && kind !== 'status-update' && kind !== 'artifact-update') settle(talk, undefined, seen, observation);
  else standingRow(talk, seen, observation);
}

const NO_HINT: ObserveHint = {};

function hintFor(exchange: Exchange | undefined, seen: SeenValue): ObserveHint {
  if (exchange) return answerHint(exchange);
  return seen.frame === 'stream' ? eventHint(undefined) : NO_HINT;
}

/** The id of the request that a JSON-RPC answer answers; undefined for what is none. */
function answeredId(value: Json): Json | undefined {
  if (!isJsonObject(value) || !('id' in value) || 'method' in value) return undefined;
  return 'result' in value || 'error' in value ? value['id'] : undefined;
}

function standingRequest(talk: Talk, seen: SeenValue, observation: Observation): void {
  const { said } = observation;
  if (said.kind !== 'request') return;
  const key = rpcKey(opposite(seen.side ?? ''), said.rpcId ?? null);
  const exchange = talk.exchanges.open(key, { operation: said.operation, hint: {} });
  talk.exchanges.learn(exchange, observation);
  const content = contentOf(observation);
  remember(exchange, content);
  const columns = fromClient(talk, exchange, seen, content);
  const sight: Sight = { as: 'request', call: exchange, value: seen.value, observation, seenAt: seen.time };
  talk.reader.row(seen.at, { ...columns, kind: 'message-sent', channel: exchange.channel, path: seen.path }, sight);
}

/** Ids are counted by each client: a key holds for the newest request with that id. */
function rpcKey(side: string, id: Json): string {
  return `rpc ${side} ${JSON.stringify(boundedDepth(id))}`;
}

/** The side on which the answer will be seen. */
function opposite(side: string): string {
  return side === 'out' ? 'in' : side === 'in' ? 'out' : side;
}
