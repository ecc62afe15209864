// Serving: one request handler, many exchanges. A stream is pulled only while the reader has granted credit, so a reader
// that holds stops the handler and not the wire.

import type { HttpRequest, HttpResponse, RequestHandler } from '../../model/protocol/http.ts';
import { describeError } from '../agent-io.ts';
import type { Input } from '../lanes.ts';
import type { TurnLedger } from './turn-ledger.ts';

interface Served {
  readonly exchange: number;
  readonly stop: AbortController;
  credit: number;
  /** Wakes a stream that waits for credit. */
  pulse?: (() => void) | undefined;
}

type RequestInput = Extract<Input, { readonly input: 'request' }>;

export interface Serving {
  request(input: RequestInput): void;
  credit(exchange: number, count: number): void;
  abort(exchange: number, why: string): void;
}

/**
 * Serves a handler over a ledger. A handler that throws loses its exchange and nothing else.
 * @param handler asked for each request, so that it can be made after the serving
 */
export function createServing(ledger: TurnLedger, handler: () => RequestHandler): Serving {
  const served = new Map<number, Served>();

  const answer = async (one: Served, response: HttpResponse): Promise<void> => {
    const { exchange } = one;
    const head = { status: response.status, headers: response.headers };
    if (typeof response.body === 'string') return ledger.note({ op: 'head', exchange, head, text: response.body });
    ledger.note({ op: 'head', exchange, head });
    return sendChunks(ledger, one, response.body);
  };
  const serve = async (one: Served, request: HttpRequest, peer: string): Promise<void> => {
    const { signal } = one.stop;
    try {
      const response = await handler()(request, { signal, peer });
      if (!signal.aborted) await answer(one, response);
    } catch (error) {
      // An ended agent has said its last word; a reader that is gone hears nothing. Else the loss is what the reader sees.
      if (!ledger.isDead() && !signal.aborted) ledger.note({ op: 'lost', exchange: one.exchange, why: `handler: ${describeError(error)}` });
    } finally {
      served.delete(one.exchange);
    }
  };

  return {
    request({ exchange, request, credit, from }) {
      const one: Served = { exchange, stop: new AbortController(), credit };
      served.set(exchange, one);
      // It can only fail because the ledger has ended this agent, and has told the lab why.
      serve(one, request, from).catch(() => undefined);
    },
    credit(exchange, count) {
      const one = served.get(exchange);
      if (!one) return;
      one.credit += count;
      one.pulse?.();
    },
    abort(exchange, why) {
      const one = served.get(exchange);
      if (!one) return;
      one.stop.abort(new Error(why));
      one.pulse?.();
    },
  };
}

async function sendChunks(ledger: TurnLedger, one: Served, body: AsyncIterable<string>): Promise<void> {
  const { exchange } = one;
  const { signal } = one.stop;
  const chunks = body[Symbol.asyncIterator]();
  for (;;) {
    while (one.credit === 0 && !signal.aborted) await new Promise<void>((resolve) => (one.pulse = resolve));
    if (signal.aborted) return closeUnread(chunks);
    const step = await chunks.next();
    if (signal.aborted) return closeUnread(chunks);
    if (step.done) return ledger.note({ op: 'end', exchange });
    one.credit--;
    ledger.note({ op: 'chunk', exchange, text: step.value });
  }
}

/** Lets a handler's `finally` run. Nobody waits for it, and nobody is left to hear of its failure. */
function closeUnread(chunks: AsyncIterator<string>): void {
  void chunks.return?.().catch(() => undefined);
}
