// An agent that strangers talk to: a handler in a kernel server in a binding, reached through a `fetch` of its own, with
// everything that crosses written down the way proxies log it, one turn a line.

import { headerCarrier } from '../../model/adapters/adapters.ts';
import type { ServedProtocol } from '../../model/adapters/protocol-port.ts';
import type { AgentHandler } from '../../model/kernel/agent-handler.ts';
import { POLICIES } from '../../model/kernel/policy.ts';
import { createServer } from '../../model/kernel/server.ts';
import type { AgentCard } from '../../model/protocol/agent-card.ts';
import type { CallerContext } from '../../model/protocol/caller-context.ts';
import type { HttpHeaders, HttpRequest, HttpResponse, RequestHandler } from '../../model/protocol/http.ts';

export interface RecordedAgent {
  readonly fetch: typeof fetch;
  /** The recording so far. */
  readonly text: () => string;
  /** What was told to callbacks: URL and body. */
  readonly deliveries: readonly { readonly url: string; readonly headers: HttpHeaders; readonly body: string }[];
}
interface AgentOptions {
  readonly card: AgentCard;
  readonly handler: AgentHandler;
  readonly caller: CallerContext;
  readonly maxDepth?: number;
}

const EPOCH = Date.UTC(2026, 0, 1);

/** Serves a handler by a protocol. Times are counted, a hundredth of a second a line. */
export function recordedAgent(protocol: ServedProtocol, { card, handler, caller, maxDepth = 4 }: AgentOptions): RecordedAgent {
  const lines: string[] = [];
  const deliveries: { url: string; headers: HttpHeaders; body: string }[] = [];
  let ticks = 0;
  let connections = 0;
  const now = (): number => EPOCH + 10 * ticks;
  const write = (line: object): void => {
    ticks += 1;
    lines.push(`${JSON.stringify({ ts: new Date(now()).toISOString(), ...line })}\n`);
  };
  const { execute } = createServer({
    card,
    handler,
    policy: POLICIES['reference'] ?? impossible('no reference policy'),
    allowedCallbackHosts: ['agents.bank.ae'],
    maxDepth,
    deliver: (config, task) => {
      const delivery = protocol.encodeDelivery(config, task, new Date(now()).toISOString());
      if (!delivery) return;
      deliveries.push({ url: config.url, headers: delivery.headers, body: delivery.body });
      const conn = ++connections;
      const { headers } = delivery;
      write({ direction: 'request', conn, method: 'POST', url: config.url, headers, body: JSON.parse(delivery.body) as unknown });
      write({ direction: 'response', conn, status: 204, headers: {} });
    },
  });
  const serve = protocol.serve(execute, { carrier: headerCarrier, now });
  const identify = headerCarrier.encode(caller);
  return {
    text: () => lines.join(''),
    deliveries,
    fetch: async (input, init) => {
      const request = new Request(input, init);
      const conn = ++connections;
      const asked = await plainRequest(request, identify);
      write({
        direction: 'request',
        conn,
        method: asked.method,
        url: request.url,
        headers: request.headers.has('a2a-version') ? { 'a2a-version': request.headers.get('a2a-version') } : {},
        ...bodyOf(asked.body),
      });
      return answered(serve, asked, { signal: request.signal, write: (line) => write({ conn, ...line }) });
    },
  };
}

async function plainRequest(request: Request, identify: Readonly<Record<string, string>>): Promise<HttpRequest> {
  const { pathname, search } = new URL(request.url);
  const headers = { ...Object.fromEntries(request.headers), ...identify };
  return { method: request.method, path: `${pathname}${search}`, headers, body: await request.text() };
}

async function answered(
  serve: RequestHandler,
  request: HttpRequest,
  { signal, write }: { readonly signal: AbortSignal; readonly write: (line: object) => void },
): Promise<Response> {
  const gone = new AbortController();
  signal.addEventListener('abort', () => gone.abort(), { once: true });
  const { status, headers, body }: HttpResponse = await serve(request, { signal: gone.signal });
  if (typeof body === 'string') {
    write({ direction: 'response', status, headers, ...bodyOf(body) });
    return new Response(body === '' ? null : body, { status, headers });
  }
  write({ direction: 'response', status, headers });
  const frames = body[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = await frames.next();
      if (gone.signal.aborted) return controller.error(new DOMException('the reader has gone', 'AbortError'));
      if (next.done) {
        write({ direction: 'end' });
        return controller.close();
      }
      write({ direction: 'event', ...bodyOf(next.value.replace(/^event: error\n/, '').replace(/^data: /, '')) });
      controller.enqueue(encoder.encode(next.value));
    },
    async cancel() {
      gone.abort();
      await frames.return?.();
    },
  });
  return new Response(stream, { status, headers });
}

function bodyOf(text: string): object {
  return text === '' ? {} : { body: JSON.parse(text) as unknown };
}

function impossible(why: string): never {
  throw new Error(why);
}
