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
}

/** How a stream ended, as far as the source shows: `complete` at its end, `lost` broken off, `reader-gone`, `cut` where the text stops. */
export type StreamEnd = 'complete' | 'lost' | 'reader-gone' | 'cut';

export interface Sight {
  /**
   * A request; the whole answer to one; an event of a stream; an element of a list of events; a value that nothing surrounds;
   * the end of a stream; nothing but text.
   */
  readonly as: 'request' | 'answer' | 'event' | 'element' | 'value' | 'end' | 'text';
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
}
