// What a version of A2A puts into the envelopes of JSON-RPC. The server and the client of that binding know envelopes, paths
// and frames; everything that differs by version they ask of this.

import type { Json } from '../../base/json.ts';
import type { Result } from '../../base/result.ts';
import type { PublishedCard } from '../../protocol/agent-card.ts';
import type { HttpHeaders } from '../../protocol/http.ts';
import type { Operation, OperationError, OperationKind, OperationResult } from '../../protocol/operation.ts';
import type { PushNotificationConfig } from '../../protocol/push-notification.ts';
import type { StreamEvent } from '../../protocol/stream-event.ts';
import type { Task } from '../../protocol/task.ts';
import type { DateStatus } from '../dialects/a2a-v03-encode.ts';
import type { Delivery } from '../protocol-port.ts';

/** Operations that are asked by a method. */
export type CalledOperation = Exclude<Operation, { readonly kind: 'card' }>;
type CalledKind = CalledOperation['kind'];

/** An operation, and what its params say about the answer. */
export interface AskedOperation {
  readonly operation: CalledOperation;
  /** How many of the newest messages the answer may hold; undefined: all. */
  readonly historyLength?: number;
  /** Whether listed tasks show their artifacts. */
  readonly includeArtifacts?: boolean;
}

/** What a refusal is about: a callback that comes with a message is refused as setting it would be. */
export function refusedKind({ operation }: AskedOperation): OperationKind {
  return (operation.kind === 'send' || operation.kind === 'stream') && operation.pushConfig ? 'set-push-config' : operation.kind;
}

export type AnsweredResult = Exclude<OperationResult, { readonly kind: 'error' | 'events' | 'card' }>;

/** How an answer is written: dates, and what was asked. */
export interface AnswerOptions {
  readonly date: DateStatus;
  readonly asked: AskedOperation;
}

export interface JsonRpcWire {
  /** What a method asks for, `card` for an extended card; undefined when this version has no such method. */
  readonly operationOf: (method: string) => CalledKind | 'card' | undefined;
  /** The method of an operation; undefined where this version has none. */
  readonly methodOf: (kind: CalledKind) => string | undefined;
  /** What is wrong with a request's headers. */
  readonly objectionTo: (headers: HttpHeaders) => OperationError | undefined;
  /** Headers that every request of this version has. */
  readonly requestHeaders: HttpHeaders;
  readonly encodeCard: (card: PublishedCard) => Json;
  readonly decodeCard: (value: Json) => Result<PublishedCard>;
  readonly encodeParams: (operation: CalledOperation) => Json;
  readonly decodeParams: (kind: CalledKind, params: Json | undefined) => Result<AskedOperation>;
  readonly encodeResult: (result: AnsweredResult, options: AnswerOptions) => Json;
  readonly decodeResult: (operation: CalledOperation, result: Json) => OperationResult;
  /** What of a sequence is said in this version. */
  readonly said: (events: AsyncIterable<StreamEvent>) => AsyncIterable<StreamEvent>;
  readonly encodeEvent: (event: StreamEvent, date: DateStatus) => Json;
  readonly decodeEvent: (value: Json) => Result<StreamEvent>;
  /** What stands in an error's `data`. */
  readonly encodeErrorData: (error: OperationError, operation: OperationKind | undefined) => Json;
  readonly encodeDelivery: (config: PushNotificationConfig, task: Task, date: string) => Delivery;
}
