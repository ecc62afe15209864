// What an agent may do, and what an agent is. Everything that is not here (network, storage, real time, dice) it must not
// touch: work that leaves the microtask queue goes through `hold`, or the lab ends the agent for acting out of turn.

import type { Json } from '../model/base/json.ts';
import type { Fact } from '../model/log/fact.ts';
import type { HttpHead, HttpRequest, RequestHandler } from '../model/protocol/http.ts';
import type { Millis } from './lanes.ts';

/** The answer to a call of one's own: its head, and a body that is read once. */
export interface CallAnswer extends HttpHead {
  readonly body: AsyncIterable<string>;
}

/** A call that got no answer, or not to its end. */
export class CallLost extends Error {
  override readonly name = 'CallLost';
}

/** Lists of texts, by name. Virtual time waits for each wish; a rejection means that nothing was kept. */
export interface AgentStorage {
  load(list: string): Promise<readonly string[]>;
  append(list: string, text: string): Promise<void>;
  /** Puts one text in the place of the whole list: all of it or nothing. */
  replace(list: string, text: string): Promise<void>;
}

export interface AgentIo {
  readonly agent: string;
  readonly settings: Json;
  /** Which life of the agent this is, from 1: it remembers nothing of those before. */
  readonly life: number;
  /** Virtual milliseconds since the episode began. */
  readonly now: () => Millis;
  /** From the seed. */
  readonly random: () => number;
  /** Rejects with the signal's reason when that is aborted first. */
  readonly sleep: (ms: Millis, signal?: AbortSignal) => Promise<void>;
  /** A background timer alone does not keep an episode going. Returns the timer's number. */
  readonly after: (ms: Millis, then: () => void, background?: true) => number;
  readonly cancel: (timer: number) => void;
  /** Rejects with a CallLost when no answer will come; the body throws one when it will not come to its end. */
  readonly call: (
    to: string,
    request: HttpRequest,
    options?: { readonly signal?: AbortSignal; readonly credit?: number },
  ) => Promise<CallAnswer>;
  readonly fact: (fact: Fact) => void;
  /** What outlives this agent: a later life of it finds it again, and it ends with the episode. */
  readonly storage: AgentStorage;
  /** For work that ends outside the microtask queue (a digest, an import): the turn lasts until it is over. */
  readonly hold: <T>(work: Promise<T>) => Promise<T>;
  /** Ends this agent. */
  readonly fatal: (why: string) => never;
}

/** An agent is a request handler, made once it is known who it is. */
export type Behaviour = (io: AgentIo) => RequestHandler;
export type Behaviours = Readonly<Record<string, Behaviour>>;

const NATIVE_ERRORS = [TypeError, SyntaxError, RangeError, ReferenceError, EvalError, URIError];

/**
 * What may be written about an error into a log that must be the same in every browser: messages of our own errors, but only
 * the names of native ones (TypeError, SyntaxError), whose messages differ between browsers.
 */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return 'something that is no Error';
  const isNative = error instanceof DOMException || NATIVE_ERRORS.some((native) => error instanceof native);
  return isNative ? error.name : error.message;
}

/** Ends an agent from where nobody is left to stop: `fatal` tells the lab, and then throws to stop whoever called it. */
export function endAgent(fatal: AgentIo['fatal'], error: unknown): void {
  try {
    fatal(`throw: ${describeError(error)}`);
  } catch {
    // The lab has been told.
  }
}
