// What was in hand when a row was made: handed on beside the row to whoever judges what crossed, and kept by nobody. A record is
// parsed once while it is read; all that wants to know its value looks at it then. Secrets have been cut from all of it.

import type { Json } from '../base/json.ts';
import type { HttpHeaders } from '../protocol/http.ts';
import type { Binding, Observation, ObserveHint } from './observation.ts';

/** An exchange, one object for as long as it lasts; grows while more of it is seen. */
export interface CallSight {
  /** As on its rows: unique in its source. */
  readonly number: number;
  /** Our word for the operation; `push` for a delivery, `list`, `other`. */
  readonly operation: string;
  readonly from?: string;
  readonly to?: string;
  readonly url?: string;
  /** Method and path of the request, where there was an HTTP request. */
  readonly hint: ObserveHint;
  /** Of the request, names in lower case; undefined where the source shows none. */
  readonly headers?: HttpHeaders;
  readonly traceparent?: string;
  readonly version?: string | undefined;
  readonly binding?: Binding | undefined;
}

/** What is wrong with the text itself, by the rule that says so. */
export interface TextFault {
  readonly rule: 'sse-malformed-frame' | 'unterminated-sse-frame' | 'truncated-input' | 'unsupported-protocol';
  /** One sentence without the text itself. */
  readonly why: string;
  /** What can not be read is known to be no event of a task. */
  readonly hidesNothing?: true;
  /** It is the fault of an event of a stream. */
  readonly ofEvent?: true;
}

/** How a stream ended, as far as the source shows: `complete` at its end, `lost` broken off, `reader-gone`, `cut` where the text stops. */
export type StreamEnd = 'complete' | 'lost' | 'reader-gone' | 'cut';

export type SpanKind = 'internal' | 'server' | 'client' | 'producer' | 'consumer' | 'unspecified';

/** What a span says, whatever format it came in. Ids are in lower case and without leading zeros; unknown is absent, never ''. */
export interface SpanSight {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentId?: string;
  /** Spans that it names beside its parent. */
  readonly links: readonly { readonly traceId: string; readonly spanId: string }[];
  readonly name: string;
  readonly kind: SpanKind;
  /** Milliseconds since the epoch. */
  readonly start?: number;
  readonly end?: number;
  readonly failed: boolean;
  /** `service.name` of who recorded it. */
  readonly service?: string;
  /** `gen_ai.agent.name`: who acts, in a client span who is asked to. */
  readonly agentName?: string;
  /** `gen_ai.operation.name`. */
  readonly operation?: string;
  /** Method of the protocol: `message/send`, `SendMessage`. */
  readonly method?: string;
  readonly taskId?: string;
  readonly contextId?: string;
  /** Tasks in whose service it says to be, and tasks it refers to. */
  readonly parentTaskIds: readonly string[];
  readonly httpMethod?: string;
  /** Path of the request, without query. */
  readonly path?: string;
  /** The host that serves: of a client span who is asked, of a server span its own. */
  readonly host?: string;
  /** The service that is asked, where a client span names one. */
  readonly peerService?: string;
  readonly userAgent?: string;
  /** Whether any attribute or event of it speaks of agents or of an agent protocol. */
  readonly speaksOfAgents: boolean;
}

export interface Sight {
  /**
   * A request; the whole answer to one; an event of a stream; an element of a list of events; a value that nothing surrounds;
   * the end of a stream; a span or what was recorded in it; nothing but text.
   */
  readonly as: 'request' | 'answer' | 'event' | 'element' | 'value' | 'end' | 'span' | 'text';
  /** The call it belongs to; undefined where nothing pairs it. */
  readonly call?: CallSight | undefined;
  /** The value as it crossed, envelope and all; undefined where there was no JSON. */
  readonly value?: Json | undefined;
  readonly observation?: Observation | undefined;
  /** When the capture saw it, in milliseconds since the epoch: never a time that the value itself states. */
  readonly seenAt?: number | undefined;
  /** Of an answer. */
  readonly status?: number | undefined;
  readonly headers?: HttpHeaders | undefined;
  readonly ended?: StreamEnd | undefined;
  readonly fault?: TextFault | undefined;
  /** Of a row that shows a span, and of the rows about what was recorded in it. */
  readonly span?: SpanSight | undefined;
}
