// What the parts of a conversation share: who has been met, which exchanges are open, and the members that rows have in common.

import { observe } from '../adapters/adapters.ts';
import type { Observation, ObserveHint } from '../adapters/observation.ts';
import type { Json } from '../base/json.ts';
import type { ValuePath } from '../log/row.ts';
import type { AgentNames } from './agent-names.ts';
import { createAgentNames } from './agent-names.ts';
import type { Exchange, Exchanges } from './exchanges.ts';
import { createExchanges, isOperation } from './exchanges.ts';
import type { RowParts, SourceReader, Stretch } from './reading.ts';
import type { RowContent } from './row-content.ts';
import { stated } from './row-content.ts';

/** Where something stood, the path to the whole of it, and when it was seen. */
export interface Seen {
  readonly at: Stretch;
  readonly path: ValuePath;
  readonly time?: number | undefined;
}

export interface Talk {
  readonly reader: SourceReader;
  readonly exchanges: Exchanges;
  readonly names: AgentNames;
  /** Where pushes are expected: URLs named in push configs. */
  readonly callbacks: Set<string>;
}

export function createTalk(reader: SourceReader): Talk {
  const names = createAgentNames();
  return { reader, names, exchanges: createExchanges(reader.source, reader.sink, names), callbacks: new Set() };
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
  if (!exchange) return { direction: 'response' };
  const { operation, version, binding } = exchange;
  return {
    ...exchange.hint,
    direction: 'response',
    ...(isOperation(operation) ? { operation } : {}),
    ...stated<Pick<ObserveHint, 'version' | 'binding'>>({ version, binding }),
  };
}

type Who = Partial<Pick<RowParts, 'agent' | 'peer' | 'exchange'>>;

export function whoAsks(talk: Talk, exchange: Exchange): Who {
  return stated<Required<Who>>({ agent: exchange.from, peer: talk.exchanges.serverOf(exchange), exchange: exchange.number });
}

export function whoAnswers(talk: Talk, exchange: Exchange | undefined): Who {
  if (!exchange) return {};
  return stated<Required<Who>>({ agent: talk.exchanges.serverOf(exchange), peer: exchange.from, exchange: exchange.number });
}

/** The task that the exchange is about, as far as it has shown. */
export function aboutTask(exchange: Exchange | undefined): Pick<RowParts, 'taskId' | 'contextId'> {
  return stated<Pick<RowParts, 'taskId' | 'contextId'>>({ taskId: exchange?.taskId, contextId: exchange?.contextId });
}

export function remember(exchange: Exchange | undefined, content: RowContent): void {
  if (!exchange) return;
  if (content.taskId !== undefined) exchange.taskId = content.taskId;
  if (content.contextId !== undefined) exchange.contextId = content.contextId;
  if (content.state !== undefined) exchange.state = content.state;
}

/** The time of the observation where the source states it, else the time that the value itself states, else none. */
export function timeOf(seen: Seen, own?: number): Pick<RowParts, 'time'> {
  return stated<Pick<RowParts, 'time'>>({ time: seen.time ?? own });
}

/** To what the row is about; an error keeps its envelope, whose shape tells what sort of error it is. */
export function payloadPath(seen: Seen, observation: Observation | undefined): ValuePath {
  return observation === undefined || observation.said.kind === 'error' ? seen.path : seen.path + observation.payloadPath;
}
