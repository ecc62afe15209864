// The formats that carry planted secrets, one a row: a format that is read now has one more row here, and every plant is tried in it.

import { savedLine } from '../log/saved-form.ts';
import type { PlantedExchange } from './secret-corpus.ts';

const START = Date.UTC(2026, 0, 1);
const timeOf = (index: number): string => new Date(START + index * 1000).toISOString();
const line = (value: unknown): string => `${JSON.stringify(value)}\n`;
const lines = (texts: readonly string[]): string => texts.join('');

/** A body as JSON where it is JSON. */
function asJson(body: string): unknown {
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return body;
  }
}

/** Writes exchanges one after the other in one format. */
export const CARRIERS: Readonly<Record<string, (exchanges: readonly PlantedExchange[]) => string>> = {
  'exchanges, one a line': (exchanges) =>
    lines(
      exchanges.map((given, index) =>
        line({
          ts: timeOf(index),
          method: given.method,
          url: given.url,
          requestHeaders: given.requestHeaders,
          request: asJson(given.requestBody),
          status: given.status,
          responseHeaders: given.responseHeaders,
          response: asJson(given.responseBody),
        }),
      ),
    ),
  'turns, one a line, bodies as text': (exchanges) =>
    lines(
      exchanges.flatMap((given, conn) => [
        line({ direction: 'request', conn, method: given.method, url: given.url, headers: given.requestHeaders, body: given.requestBody }),
        line({ direction: 'response', conn, status: given.status, headers: given.responseHeaders, body: given.responseBody }),
      ]),
    ),
  'bodies in a list': (exchanges) =>
    JSON.stringify(
      exchanges.flatMap((given) => [
        { url: given.url, headers: given.requestHeaders, body: asJson(given.requestBody) },
        { headers: given.responseHeaders, body: asJson(given.responseBody) },
      ]),
      null,
      2,
    ),
  HAR: (exchanges) => har(exchanges, (text) => ({ text })),
  'HAR, bodies in base64': (exchanges) => har(exchanges, (text) => ({ text: btoa(text), encoding: 'base64' })),
  'event stream': (exchanges) =>
    lines(
      exchanges.map(
        (given) =>
          `: ${given.method} ${given.url}\n${headerLines(given, ': ')}data: ${given.requestBody}\n\ndata: ${given.responseBody}\n\n`,
      ),
    ),
  'curl transcript': (exchanges) =>
    lines(
      exchanges.map((given) => {
        const target = new URL(given.url);
        return [
          `$ curl -v -X ${given.method} '${given.url}' --data '${given.requestBody}'\n`,
          `> ${given.method} ${target.pathname}${target.search} HTTP/1.1\n> Host: ${target.host}\n${headerLines(given, '> ')}>\n`,
          `< HTTP/1.1 ${given.status} OK\n${Object.entries(given.responseHeaders)
            .map(([name, value]) => `< ${name}: ${value}\n`)
            .join('')}<\n${given.responseBody}\n`,
        ].join('');
      }),
    ),
  'requests and responses as they cross': (exchanges) =>
    lines(
      exchanges.map((given) => {
        const target = new URL(given.url);
        const answer = Object.entries(given.responseHeaders).map(([name, value]) => `${name}: ${value}\r\n`);
        return `${given.method} ${target.pathname}${target.search} HTTP/1.1\r\nhost: ${target.host}\r\n${headerLines(given, '').replaceAll('\n', '\r\n')}\r\n${given.requestBody}\r\n\r\nHTTP/1.1 ${given.status} OK\r\n${answer.join('')}\r\n${given.responseBody}\r\n\r\n`;
      }),
    ),
  'log lines': (exchanges) =>
    lines(
      exchanges.map(
        (given, index) =>
          `${timeOf(index)} INFO agent.http: ${given.method} ${given.url} headers=${JSON.stringify(given.requestHeaders)} body=${given.requestBody}\n` +
          `${timeOf(index)} INFO agent.http: ${given.status} headers=${JSON.stringify(given.responseHeaders)} body=${given.responseBody}\n`,
      ),
    ),
  'JSON in cloud log entries': (exchanges) =>
    lines(
      exchanges.map((given, index) =>
        line({
          timestamp: timeOf(index),
          severity: 'INFO',
          textPayload: `${given.method} ${given.url} ${JSON.stringify(given.requestHeaders)} ${given.requestBody} -> ${JSON.stringify(given.responseHeaders)} ${given.responseBody}`,
        }),
      ),
    ),
  spans: (exchanges) =>
    JSON.stringify({
      resourceSpans: [{ resource: { attributes: [] }, scopeSpans: [{ spans: exchanges.map(spanOf) }] }],
    }),
  'saved recording': (exchanges) =>
    savedLine({ delegationInspector: 'saved', version: 1, name: 'planted', settings: { stallSeconds: 30, depth: 5, retrySeconds: 10 } }) +
    lines(
      exchanges.flatMap((given, exchange) => {
        const { pathname, search, hash } = new URL(given.url);
        const path = given.url.includes('@') ? given.url : pathname + search + hash;
        const parts = { at: exchange * 1000, exchange };
        return [
          savedLine({
            ...parts,
            line: 'request',
            from: 'a',
            to: 'b',
            method: given.method,
            path,
            headers: given.requestHeaders,
            body: given.requestBody,
          }),
          savedLine({ ...parts, line: 'response', status: given.status, headers: given.responseHeaders, body: given.responseBody }),
        ];
      }),
    ),
  'text that no format fits': (exchanges) =>
    lines(
      exchanges.map(
        (given) =>
          `### ${given.method} <${given.url}>\n${headerLines(given, '')}\n~~~\n${given.requestBody}\n~~~\nreturned ${given.status}\n${Object.entries(
            given.responseHeaders,
          )
            .map(([name, value]) => `${name}: ${value}\n`)
            .join('')}\n${given.responseBody}\n`,
      ),
    ),
};

function headerLines(given: PlantedExchange, prefix: string): string {
  return Object.entries(given.requestHeaders)
    .map(([name, value]) => `${prefix}${name}: ${value}\n`)
    .join('');
}

function har(exchanges: readonly PlantedExchange[], content: (text: string) => object): string {
  const entries = exchanges.map((given, index) => ({
    startedDateTime: timeOf(index),
    time: 5,
    request: {
      method: given.method,
      url: given.url,
      headers: Object.entries(given.requestHeaders).map(([name, value]) => ({ name, value })),
      queryString: [...new URL(given.url).search.slice(1).split('&')].filter(Boolean).map((pair) => {
        const [name = '', value = ''] = pair.split('=');
        return { name, value: decodeURIComponent(value) };
      }),
      cookies: [],
      postData: { mimeType: given.requestHeaders['content-type'] ?? '', text: given.requestBody },
    },
    response: {
      status: given.status,
      headers: Object.entries(given.responseHeaders).map(([name, value]) => ({ name, value })),
      content: { size: given.responseBody.length, mimeType: 'application/json', ...content(given.responseBody) },
    },
  }));
  return JSON.stringify({ log: { version: '1.2', creator: { name: 'browser', version: '1' }, entries } }, null, 1);
}

function spanOf(given: PlantedExchange, index: number): object {
  const attribute = (key: string, value: string): object => ({ key, value: { stringValue: value } });
  const start = BigInt(START + index * 1000) * 1_000_000n;
  return {
    traceId: 'a'.repeat(30) + String(index).padStart(2, '0').slice(-2),
    spanId: String(index).padStart(16, 'b'),
    name: `${given.method} /a2a`,
    kind: 3,
    startTimeUnixNano: String(start),
    endTimeUnixNano: String(start + 5_000_000n),
    attributes: [
      attribute('http.request.method', given.method),
      attribute('url.full', given.url),
      attribute('http.request.body', given.requestBody),
      attribute('http.response.body', given.responseBody),
      ...Object.entries(given.requestHeaders).map(([name, value]) => attribute(`http.request.header.${name.toLowerCase()}`, value)),
      ...Object.entries(given.responseHeaders).map(([name, value]) => attribute(`http.response.header.${name.toLowerCase()}`, value)),
    ],
  };
}
