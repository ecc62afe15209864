// Rows for what comes back: whole answers, events of a stream, values that stand alone.

import type { Observation, Said } from '../adapters/observation.ts';
import type { Sight } from '../adapters/sight.ts';
import type { Json } from '../base/json.ts';
import type { Channel } from '../log/row-kind.ts';
import type { HttpHeaders } from '../protocol/http.ts';
import type { Exchange } from './exchanges.ts';
import { isStreaming } from './exchanges.ts';
import { withRun } from './last-run.ts';
import type { RowContent } from './row-content.ts';
import { contentOf, kindOfStanding, taskContent } from './row-content.ts';
import type { Seen, Talk } from './talk.ts';
import { payloadPath, remember, rowOfServer } from './talk.ts';
import { shapeFault } from './text-faults.ts';

export interface SeenAnswer extends Seen {
  /** HTTP status, where there was one. */
  readonly status?: number | undefined;
  readonly headers?: HttpHeaders;
  /** What the row is made of, envelope and all. */
  readonly value?: Json | undefined;
  /** What a log says of both the request and this, where nothing else pairs them. */
  readonly pairedBy?: string;
}

/** One row for a whole answer, and one more for each card or listed task in it. */
export function settle(talk: Talk, exchange: Exchange | undefined, seen: SeenAnswer, observation: Observation | undefined): void {
  const said = observation?.said;
  if (said?.kind === 'card') talk.names.learn(said.card, exchange?.url);
  if (exchange) talk.exchanges.learn(exchange, observation);
  if (exchange?.aside && isSilent(said)) {
    return talk.reader.setAside(seen.at, 'the answer to a request that is no operation of an agent', seen.path);
  }
  const content = observation ? contentOf(observation) : {};
  remember(exchange, content);
  const shape = { channel: answerChannel(exchange, said), path: payloadPath(seen, observation) };
  const label = content.label ?? answerLabel(seen, said);
  const sight: Sight = {
    as: 'answer',
    call: exchange,
    value: seen.value,
    observation,
    seenAt: seen.time,
    status: seen.status,
    headers: seen.headers,
  };
  rowOfServer(talk, exchange, seen, {
    ...shape,
    kind: 'call-settled',
    content: { ...content, label, failed: isFailure(content, seen) },
    sight,
  });
  if (said?.kind === 'card') rowOfServer(talk, exchange, seen, { ...shape, kind: 'card-seen', content });
  if (said) furtherRows(talk, exchange, { ...seen, path: said.kind === 'several' ? seen.path : shape.path }, said);
}

/** Rows of their own for what an answer lists. */
function furtherRows(talk: Talk, exchange: Exchange | undefined, seen: Seen, said: Said): void {
  if (said.kind === 'tasks') listedTasks(talk, exchange, seen, said);
  if (said.kind === 'several') severalRows(talk, exchange, seen, said);
}

function isFailure(content: RowContent, { status = 0 }: SeenAnswer): boolean {
  return content.failed === true || status >= 400;
}

function isSilent(said: Said | undefined): boolean {
  return said === undefined || said.kind === 'nothing' || said.kind === 'unrecognised';
}

/** The status, where it is all there is to say or says a failure that the body does not. */
function statusLabel(status: number | undefined, said: Said | undefined): string | undefined {
  return status !== undefined && (isSilent(said) || status >= 300) ? `HTTP ${status}` : undefined;
}

/** What pairs an answer with its request is told where the log alone does. */
function answerLabel({ status, pairedBy }: SeenAnswer, said: Said | undefined): string | undefined {
  return statusLabel(status, said) ?? (pairedBy === undefined ? undefined : `paired by ${pairedBy}`);
}

/** A whole answer to a streaming call was no stream: nothing may be concluded from it as from one. */
function answerChannel(exchange: Exchange | undefined, said: Said | undefined): Channel {
  if (said?.kind === 'card') return 'card';
  if (!exchange) return 'none';
  return isStreaming(exchange) ? 'send' : exchange.channel;
}

/** `seen.path` leads to the list's holder. */
function listedTasks(talk: Talk, exchange: Exchange | undefined, seen: Seen, said: Extract<Said, { kind: 'tasks' }>): void {
  const channel = answerChannel(exchange, said);
  said.tasks.forEach((task, index) => {
    const path = `${seen.path}/.tasks/[${index}]`;
    rowOfServer(talk, exchange, seen, { kind: 'task-snapshot', channel, path, content: taskContent(task) });
  });
}

/** A row for each of several things. */
function severalRows(talk: Talk, exchange: Exchange | undefined, seen: Seen, said: Extract<Said, { kind: 'several' }>): void {
  // A stream may be framed as a list: what answers a streaming call came one after the other all the same.
  const streamed = exchange !== undefined && isStreaming(exchange);
  for (const { value, observation: seenAlone } of said.items) {
    const observation = withRun(talk, exchange, seenAlone);
    const kind = kindOfStanding(observation.said);
    if (kind === undefined) continue;
    if (observation.said.kind === 'card') talk.names.learn(observation.said.card);
    talk.reader.learn(observation);
    const content = contentOf(observation);
    remember(exchange, content);
    const channel: Channel = kind === 'card-seen' ? 'card' : streamed ? 'stream' : (exchange?.channel ?? 'none');
    const sight: Sight = { as: streamed ? 'event' : 'element', call: exchange, value, observation, seenAt: seen.time };
    const path = seen.path + observation.payloadPath;
    rowOfServer(talk, exchange, seen, { kind, channel, path, content, sight });
  }
}

/** A row for a value in a stream; `exchange` where the stream is known. */
export function eventRow(
  talk: Talk,
  exchange: Exchange | undefined,
  seen: Seen & { readonly value?: Json; readonly frame?: string },
  seenAlone: Observation,
): void {
  const observation = withRun(talk, exchange, seenAlone);
  if (observation.said.kind === 'several') return severalRows(talk, exchange, seen, observation.said);
  const kind = kindOfStanding(observation.said);
  const as = seen.frame === 'list' ? 'element' : 'event';
  const sight: Sight = { as, call: exchange, value: seen.value, observation, seenAt: seen.time };
  if (kind === undefined) return asideRow(talk, seen, sight);
  if (observation.said.kind === 'card') talk.names.learn(observation.said.card);
  if (exchange) talk.exchanges.learn(exchange, observation);
  const content = contentOf(observation);
  remember(exchange, content);
  const channel = kind === 'card-seen' ? 'card' : 'stream';
  rowOfServer(talk, exchange, seen, { kind, channel, path: payloadPath(seen, observation), content, sight });
}

/** A row for a value that nothing surrounds. */
export function standingRow(talk: Talk, seen: Seen & { readonly value: Json; readonly channel: Channel }, observation: Observation): void {
  const { said } = observation;
  if (said.kind === 'several') return severalRows(talk, undefined, seen, said);
  const kind = kindOfStanding(said);
  const sight: Sight = { as: 'value', value: seen.value, observation, seenAt: seen.time };
  if (kind === undefined) return asideRow(talk, seen, sight);
  if (said.kind === 'card') talk.names.learn(said.card);
  const path = payloadPath(seen, observation);
  if (said.kind === 'tasks' && said.tasks.length > 0) {
    talk.reader.note(seen.at, sight);
    return listedTasks(talk, undefined, { ...seen, path }, said);
  }
  const channel: Channel = kind === 'card-seen' ? 'card' : seen.channel;
  rowOfServer(talk, undefined, seen, { kind, channel, path, content: contentOf(observation), sight });
}

/** Sets aside what says nothing of agents; what may say something and is not read yet is unread. */
function asideRow(talk: Talk, seen: Seen, sight: Sight): void {
  const said = sight.observation?.said;
  if (said?.kind !== 'unrecognised') return talk.reader.setAside(seen.at, 'an empty value', seen.path);
  const fault = shapeFault(sight.as, said);
  talk.reader.note(seen.at, fault ? { ...sight, fault } : sight);
  talk.reader.setAside(seen.at, said.why, seen.path);
}
