// The exchanges of one source: what a request told, kept until what answers it has been seen.

import type { Binding, ObserveHint, Observation } from '../adapters/observation.ts';
import type { ExchangeFacts } from '../log/row.ts';
import type { Channel } from '../log/row-kind.ts';
import { CHANNEL_OF } from '../log/row-kind.ts';
import type { OperationKind } from '../protocol/operation.ts';
import type { HttpHeaders } from '../protocol/http.ts';
import type { ContextId, ObservedState, TaskId } from '../protocol/task.ts';
import type { AgentNames } from './agent-names.ts';
import { stated } from './row-content.ts';
import type { IngestSink } from './sink.ts';

/** What is known of an exchange; handed on as a CallSight with each row of it. */
export interface Exchange {
  readonly number: number;
  readonly from?: string;
  readonly to?: string;
  readonly url?: string;
  /** Our word for the operation, `list`, `push` for a delivery, `other` for what is none. */
  readonly operation: string;
  readonly channel: Channel;
  /** Traffic that is no agent's: its answer is set aside too, unless it turns out to be one. */
  readonly aside: boolean;
  /** What is known for the observation of the answer. */
  readonly hint: ObserveHint;
  readonly traceparent?: string;
  /** Of the request, where the source shows them. */
  readonly headers?: HttpHeaders;
  version?: string | undefined;
  binding?: Binding | undefined;
  taskId?: TaskId;
  contextId?: ContextId;
  state?: ObservedState;
  /** Whether its answer is an event stream: a head or an event has been seen. */
  streamed: boolean;
  /** Hints for its answer and events, made once; dropped when more is known. */
  hints?: { readonly response: ObserveHint; readonly event: ObserveHint } | undefined;
  /** What the sink was told last. */
  told: { readonly to: string | undefined; readonly binding: string | undefined; readonly version: string | undefined } | undefined;
}
export type ExchangeStart = Partial<Pick<Exchange, 'number' | 'from' | 'to' | 'url' | 'traceparent' | 'headers' | 'aside'>> &
  Pick<Exchange, 'operation' | 'hint'>;

export interface Exchanges {
  /** Opens an exchange under a key; a key that was used before means the new one from now on. */
  open(key: string, start: ExchangeStart): Exchange;
  find(key: string): Exchange | undefined;
  /** Who answers: the stated name, else the name behind the URL as far as it is known by now. */
  serverOf(exchange: Exchange): string | undefined;
  /** Notes what an answer or an event shows about the exchange, and tells the sink when that is new. */
  learn(exchange: Exchange, observation: Observation | undefined): void;
}

const OPERATIONS: ReadonlySet<string> = new Set(Object.keys(CHANNEL_OF));

/** Whether a word names an operation of ours. */
export function isOperation(word: string): word is OperationKind {
  return OPERATIONS.has(word);
}

export function isStreaming(exchange: Exchange): boolean {
  return exchange.operation === 'stream' || exchange.operation === 'subscribe';
}

/** A request that no operation fits was sent all the same, unless it is none of an agent's business. */
function channelOf({ operation, aside }: ExchangeStart): Channel {
  if (operation === 'push') return 'push';
  if (isOperation(operation)) return CHANNEL_OF[operation];
  return aside ? 'none' : 'send';
}

/** Starts with none open. */
export function createExchanges(source: number, sink: IngestSink, names: AgentNames): Exchanges {
  const byKey = new Map<string, Exchange>();
  let count = 0;
  const serverOf = (exchange: Exchange): string | undefined => exchange.to ?? names.nameOf(exchange.url);
  const tell = (exchange: Exchange): void => {
    const { told, from, binding, version, traceparent } = exchange;
    const to = serverOf(exchange);
    if (told && told.to === to && told.binding === binding && told.version === version) return;
    exchange.told = { to, binding, version };
    const known = stated<Pick<ExchangeFacts, 'from' | 'to' | 'binding' | 'version' | 'traceparent'>>({
      from,
      to,
      binding,
      version,
      traceparent,
    });
    sink.exchange({ source, exchange: exchange.number, operation: exchange.operation, ...known });
  };
  return {
    open: (key, start) => {
      count += 1;
      const exchange: Exchange = {
        aside: false,
        ...start,
        number: start.number ?? count,
        channel: channelOf(start),
        streamed: false,
        told: undefined,
      };
      byKey.set(key, exchange);
      return exchange;
    },
    find: (key) => byKey.get(key),
    serverOf,
    learn: (exchange, observation) => {
      const { version = observation?.version, binding = observation?.binding } = exchange;
      if (version !== exchange.version || binding !== exchange.binding) exchange.hints = undefined;
      exchange.version = version;
      exchange.binding = binding;
      tell(exchange);
    },
  };
}
