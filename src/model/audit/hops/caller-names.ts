// Who is behind a request and behind a URL: names as the source states them, as cards state them, else the program's and the
// host's own. One agent may go by several of these, so names are compared plainly, and an endpoint answers to all of its names.

import { lettersAndDigits } from '../../base/spellings.ts';
import { hostOf } from '../../base/url-parts.ts';
import { labelOf } from './span-works.ts';

/** Programs that make requests for whoever uses them: their name says nothing of the caller. */
const TOOLS =
  /^(?:mozilla|opera|curl|wget|httpie|node|node-fetch|undici|axios|got|deno|bun|python|python-requests|python-httpx|python-urllib|python-urllib3|httpx|aiohttp|requests|urllib3|go-http-client|go|java|java-http-client|jakarta|apache-httpclient|okhttp|ktor-client|reactornetty|vertx|jetty|dotnet|reqwest|hyper|ruby|faraday|rest-client|guzzlehttp|php|dart|postmanruntime|insomnia|bruno|k6|a2a-sdk|a2a-js|a2a-python|a2a-client|a2a-inspector|opentelemetry|otel|grpc)$/i;

/** The caller that a User-Agent header names: its product, without `-agent`; undefined for tools that anybody uses. */
export function programOf(userAgent: string | undefined): string | undefined {
  const product = /^[\w!#$%&'*+.^`|~-]{1,100}/.exec(userAgent?.trim() ?? '')?.[0];
  if (product === undefined || TOOLS.test(product)) return undefined;
  const name = product.replace(/-agent$/i, '');
  return name === '' ? undefined : name;
}

/** A name for comparing: letters and digits in lower case, without the word agent at its end. */
export function plainName(name: string): string {
  const plain = lettersAndDigits(name);
  return plain === '' ? name : plain.replace(/(?<=.)agent$/, '');
}

/** What REST bindings put behind the address of an agent. */
const OPERATION_PATH =
  /\/(?:v\d[^/]*\/)?(?:message[:/]|messages?(?:$|[:/])|tasks?(?:$|[:/])|runs?(?:$|\/)|card$|extendedAgentCard$|\.well-known\/).*$/i;

/** The address of an agent within a URL: without query, operation and last slash; undefined for what is no URL. */
export function endpointOfUrl(url: string | undefined): string | undefined {
  const [, scheme, rest] = /^([a-z][a-z0-9+.-]*):\/\/(?:[^/?#@]*@)?([^?#]*)/i.exec(url ?? '') ?? [];
  if (scheme === undefined || rest === undefined || rest === '') return undefined;
  const slash = rest.indexOf('/');
  const host = (slash < 0 ? rest : rest.slice(0, slash)).toLowerCase();
  const path = slash < 0 ? '' : rest.slice(slash).replace(OPERATION_PATH, '').replace(/\/$/, '');
  return host + path;
}

/** The names of endpoints, as far as they have become known by now: a host is renamed when its card is seen. */
export class EndpointNames {
  readonly #byEndpoint = new Map<string, string>();
  /** Null for a host of several names. */
  readonly #byHost = new Map<string, string | null>();

  /** Takes note of who a row says was asked at a URL. */
  learn(url: string | undefined, name: string | undefined): void {
    const host = hostOf(url);
    const endpoint = endpointOfUrl(url);
    if (host === undefined || endpoint === undefined || name === undefined || name === host) return;
    this.#byEndpoint.set(endpoint, name);
    const known = this.#byHost.get(host);
    this.#byHost.set(host, known === undefined || known === name ? name : null);
  }

  /** The name that a card or the source gives to who answers at a URL. */
  stated(url: string | undefined): string | undefined {
    const endpoint = endpointOfUrl(url);
    const host = hostOf(url);
    return (
      (endpoint === undefined ? undefined : this.#byEndpoint.get(endpoint)) ??
      (host === undefined ? undefined : (this.#byHost.get(host) ?? undefined))
    );
  }

  /** The first label of a URL's host. */
  labelOf(url: string | undefined): string | undefined {
    return labelOf(hostOf(url)?.replace(/:(?:80|443)$/, ''));
  }

  /** The name of who answers at a URL, else the first label of its host. */
  nameOf(url: string | undefined): string | undefined {
    return this.stated(url) ?? this.labelOf(url);
  }
}
