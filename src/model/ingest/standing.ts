// Values without a transport around them: a line of JSON-RPC, an event of a dump, an element of a list. What pairs them is the
// JSON-RPC id alone, so a pair holds only as far as ids are not used twice.

import { observe } from '../adapters/adapters.ts';
import type { Observation, ObserveHint } from '../adapters/observation.ts';
import type { Sight } from '../adapters/sight.ts';
import type { Json } from '../base/json.ts';
import { isJsonObject } from '../base/json.ts';
import { eventRow, settle, standingRow } from './answers.ts';
import type { Exchange } from './exchanges.ts';
import { isStreaming } from './exchanges.ts';
import { askedIn, evidenceOf, type LoggedAt } from './logged-words.ts';
import { isPushed } from './log-words.ts';
import type { Channel } from '../log/row-kind.ts';
import type { Standing } from './stream-ends.ts';
import { contentOf } from './row-content.ts';
import { createSpanRows, putExport } from './spans-rows.ts';
import type { Seen, Talk } from './talk.ts';
import { answerHint, BARE, eventHint, fromClient, observeIn, remember } from './talk.ts';

export interface SeenValue extends Seen {
  readonly value: Json;
  readonly frame: StandingFrame;
  /** Tells the two ends of an exchange apart where the source names directions. */
  readonly side?: string | undefined;
  /** What a log says beside it. */
  readonly logged?: LoggedAt | undefined;
}
/**
 * How a value stands: an event of a stream that is here as text; what a log calls an event; an element of a list; what a log calls an
 * answer; a value on a line of its own; a document.
 */
export type StandingFrame = 'stream' | 'event' | 'list' | 'answer' | 'line' | 'alone';

/** Reads one value: a request opens an exchange, an answer with its id belongs to it, anything else stands for itself. */
export function standing(talk: Talk, seen: SeenValue): Standing {
  const id = answeredId(seen.value);
  const call = id === undefined ? undefined : talk.calls.find(seen.side ?? '', id);
  const observation = observeIn(talk, seen.value, hintFor(call, seen));
  const logged =
    call === undefined && seen.logged && !isInEnvelope(seen.value) ? loggedCall(talk, seen, seen.logged, observation) : undefined;
  if (logged) {
    makeRow(talk, { ...seen, pairedBy: logged.pairedBy }, logged);
    return logged;
  }
  const found: Standing = { call, observation };
  if (seen.frame === 'stream') talk.streams.before(seen.at, found);
  makeRow(talk, seen, found);
  return found;
}

function isInEnvelope(value: Json): boolean {
  return !isJsonObject(value) || 'jsonrpc' in value;
}

/** The call of a log that a value without an envelope answers; what was pushed answers none. */
function loggedCall(
  talk: Talk,
  { value, frame }: SeenValue,
  logged: LoggedAt,
  alone: Observation,
): (Standing & { readonly pairedBy: string }) | undefined {
  talk.logged.saw(alone);
  if (!talk.logged.waits || alone.said.kind === 'request' || alone.said.kind === 'nothing' || isPushed(logged.words)) return undefined;
  const answer = { observation: alone, isEvent: frame === 'event', isAnswer: frame === 'answer' };
  const found = talk.logged.answered(evidenceOf(logged, value), answer);
  if (!found) return undefined;
  const { call, by } = found;
  return { call, pairedBy: by, observation: observe(value, isStreaming(call) ? eventHint(call) : answerHint(call)) };
}

function makeRow(talk: Talk, seen: SeenValue & { readonly pairedBy?: string }, { call: exchange, observation }: Standing): void {
  const { kind } = observation.said;
  if (kind === 'request') return standingRequest(talk, seen, observation);
  if (exchange) {
    // An error before any event is the whole answer; after one it ends the stream.
    const streamed = isStreaming(exchange) && (kind !== 'error' || exchange.streamed);
    exchange.streamed = streamed;
    if (streamed) eventRow(talk, exchange, seen, observation);
    else settle(talk, exchange, seen, observation);
  } else if (STREAMED.has(seen.frame)) {
    if (!holdsSpans(talk, seen, observation)) eventRow(talk, undefined, seen, observation);
  } else if (answeredId(seen.value) !== undefined && !isUpdate(observation)) settle(talk, undefined, seen, observation);
  else if (!holdsSpans(talk, seen, observation)) {
    standingRow(talk, { ...seen, channel: standingChannel(seen.frame, observation) }, observation);
  }
}

const STREAMED: ReadonlySet<StandingFrame> = new Set<StandingFrame>(['stream', 'event', 'list']);

function isUpdate({ said }: Observation): boolean {
  return said.kind === 'status-update' || said.kind === 'artifact-update';
}

/**
 * Through what a value was seen that nothing surrounds. An update in an envelope can have come in a stream only; what stands bare on a line of
 * its own is the body of a delivery, unless a log calls it an answer; of a document nobody can tell.
 */
function standingChannel(frame: StandingFrame, observation: Observation): Channel {
  if (observation.binding === 'jsonrpc') return isUpdate(observation) ? 'stream' : 'none';
  return frame === 'line' ? 'push' : frame === 'answer' ? 'poll' : 'none';
}

/** An export of spans among other values: its spans are read, and what they recorded with them. */
function holdsSpans(talk: Talk, seen: SeenValue, { said }: Observation): boolean {
  if (said.kind !== 'unrecognised' || (said.looksLike !== 'otlp' && said.looksLike !== 'jaeger')) return false;
  return putExport(
    createSpanRows(talk.reader, (inner) => standing(talk, inner)),
    seen.value,
    seen,
  );
}

const NO_HINT: ObserveHint = {};

function hintFor(exchange: Exchange | undefined, seen: SeenValue): ObserveHint {
  if (exchange) return answerHint(exchange);
  return seen.frame === 'stream' || seen.frame === 'event' ? eventHint(undefined) : NO_HINT;
}

/** The id of the request that a JSON-RPC answer answers; undefined for what is none. */
function answeredId(value: Json): Json | undefined {
  if (!isJsonObject(value) || !('id' in value) || 'method' in value) return undefined;
  return 'result' in value || 'error' in value ? value['id'] : undefined;
}

function standingRequest(talk: Talk, seen: SeenValue, observation: Observation): void {
  const { said } = observation;
  if (said.kind !== 'request') return;
  const side = opposite(seen.side ?? '');
  const id = said.rpcId ?? null;
  const exchange = talk.exchanges.open(RPC_KEY, { operation: said.operation, hint: BARE });
  if (said.rpcId === undefined && seen.logged) talk.logged.open(exchange, evidenceOf(seen.logged, seen.value), askedIn(seen.logged));
  talk.calls.note(side, id, exchange);
  talk.exchanges.learn(exchange, observation);
  const content = contentOf(observation);
  remember(exchange, content);
  const columns = fromClient(talk, exchange, seen, content);
  const sight: Sight = { as: 'request', call: exchange, value: seen.value, observation, seenAt: seen.time };
  talk.reader.row(seen.at, Object.assign(columns, { kind: 'message-sent', channel: exchange.channel, path: seen.path } as const), sight);
}

/** Such exchanges are found by their ids, and nobody asks for this key. */
const RPC_KEY = 'rpc';

/** The side on which the answer will be seen. */
function opposite(side: string): string {
  return side === 'out' ? 'in' : side === 'in' ? 'out' : side;
}
