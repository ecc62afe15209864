// The two directions of an adapter that takes part in a conversation, as types: the server side turns HTTP into operations,
// the client side operations into HTTP. The kernel server and the lab's client know these and no wire.

import type { Result } from '../base/result.ts';
import type { CallerContext } from '../protocol/caller-context.ts';
import type { HttpHead, HttpHeaders, HttpRequest, RequestHandler } from '../protocol/http.ts';
import type { Operation, OperationKind, OperationResult } from '../protocol/operation.ts';
import type { PushNotificationConfig } from '../protocol/push-notification.ts';
import type { Task } from '../protocol/task.ts';

/** Executes one operation for a verified caller; what a kernel server offers to a binding. Never throws: errors are results. */
export type Execute = (operation: Operation, caller: CallerContext, options: { readonly signal: AbortSignal }) => Promise<OperationResult>;

/** How the caller context reaches the server: one request header (reference policy: plain JSON). */
export interface CallerCarrier {
  encode(caller: CallerContext): Readonly<Record<string, string>>;
  /** From the request's headers; issues when it is missing or malformed. */
  decode(headers: Readonly<Record<string, string>>): Result<CallerContext>;
}

export interface ServingOptions {
  readonly carrier: CallerCarrier;
  /** Dates statuses on the wire: milliseconds since the Unix epoch. */
  readonly now: () => number;
}

export interface AskingOptions {
  readonly requestId: number;
  readonly caller?: CallerContext;
  readonly carrier: CallerCarrier;
  /** Where the agent listens: the path of its card's URL, `/` when not given. A card of A2A is always at its well-known place. */
  readonly path?: string;
  /** The agent's name, where one address has several agents. */
  readonly agent?: string;
}

/** A call to a callback, but for its address. */
export interface Delivery {
  readonly headers: HttpHeaders;
  readonly body: string;
}

/** A protocol as served: binding × dialect × profile. */
export interface ServedProtocol {
  readonly id: string;
  /** What it has words for. To encode any other operation is a fault of the caller's. */
  readonly operations: ReadonlySet<OperationKind>;
  /** An id as this protocol wants ids to be, for a server to give out; absent where any text will do. */
  readonly idOf?: (id: string) => string;
  /** The same with cards as the specification wants them, where this one writes them as the reference does. */
  readonly strict?: ServedProtocol;
  /** The request handler that serves an agent. */
  serve(execute: Execute, options: ServingOptions): RequestHandler;
  /** The HTTP request of an operation. `requestId` is the envelope's id where the binding has one. */
  encodeRequest(operation: Operation, options: AskingOptions): HttpRequest;
  /** A task as it is told to a callback; undefined where the protocol has no callbacks. */
  encodeDelivery(config: PushNotificationConfig, task: Task, date: string): Delivery | undefined;
  /** What an answer says. Text bodies arrive whole, event streams as chunks; a broken answer is an `error` result, never a throw. */
  decodeResponse(operation: Operation, head: HttpHead, body: AsyncIterable<string>): Promise<OperationResult>;
}
