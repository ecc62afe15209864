// The same HTTP exchanges as browsers, proxies, command-line clients and loggers write them.

export interface WireCall {
  readonly method: string;
  /** Absolute. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly status: number;
  readonly statusText: string;
  readonly answerHeaders: Readonly<Record<string, string>>;
  /** Empty for none. */
  readonly answer: string;
  /** RFC 3339. */
  readonly started: string;
  /** Milliseconds. */
  readonly took: number;
}
export interface ExchangeContainer {
  readonly name: string;
  readonly format: 'har' | 'curl' | 'ndjson' | 'log';
  /** Whether it says when each call was made. */
  readonly timed: boolean;
  readonly wrap: (calls: readonly WireCall[]) => string;
}

type Pairs = Readonly<Record<string, string>>;
const pairs = (headers: Pairs): { name: string; value: string }[] => Object.entries(headers).map(([name, value]) => ({ name, value }));
const lines = (headers: Pairs, mark = ''): string =>
  Object.entries(headers)
    .map(([name, value]) => `${mark}${name}: ${value}\n`)
    .join('');
const target = (url: string): string => /^[a-z]+:\/\/[^/?#]+(.*)$/.exec(url)?.[1] || '/';
const host = (url: string): string => /^[a-z]+:\/\/([^/?#]+)/.exec(url)?.[1] ?? '';
const bytes = (text: string): number => new TextEncoder().encode(text).length;
const mime = (call: WireCall): string => call.answerHeaders['content-type'] ?? '';
const base64 = (text: string): string => btoa(String.fromCharCode(...new TextEncoder().encode(text)));

interface HarDress {
  readonly creator: string;
  readonly entry?: (call: WireCall) => object;
  readonly content?: (call: WireCall) => object;
  readonly post?: (call: WireCall) => object;
  readonly top?: object;
  readonly newestFirst?: boolean;
  readonly started?: (iso: string) => string;
}

function har(name: string, dress: HarDress): ExchangeContainer {
  const { creator, entry, content, post, top, newestFirst = false, started = (iso) => iso } = dress;
  const write = (call: WireCall): object => ({
    startedDateTime: started(call.started),
    time: call.took,
    request: {
      method: call.method,
      url: call.url,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: pairs(call.headers),
      queryString: [],
      headersSize: -1,
      bodySize: bytes(call.body),
      ...(call.body === '' ? {} : { postData: post?.(call) ?? { mimeType: 'application/json', text: call.body } }),
    },
    response: {
      status: call.status,
      statusText: call.statusText,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: pairs(call.answerHeaders),
      content: content?.(call) ?? { size: bytes(call.answer), mimeType: mime(call), text: call.answer },
      redirectURL: '',
      headersSize: -1,
      bodySize: bytes(call.answer),
    },
    cache: {},
    timings: { send: 0, wait: call.took, receive: 0 },
    ...entry?.(call),
  });
  return {
    name,
    format: 'har',
    timed: true,
    wrap: (calls) => {
      const entries = calls.map(write);
      return JSON.stringify(
        { log: { version: '1.2', creator: { name: creator, version: '1' }, ...top, entries: newestFirst ? entries.reverse() : entries } },
        null,
        2,
      );
    },
  };
}

const HARS: readonly ExchangeContainer[] = [
  har('har, chrome', {
    creator: 'WebInspector',
    top: { pages: [{ startedDateTime: '2026-01-01T00:00:00.000Z', id: 'page_1', title: 'x', pageTimings: {} }] },
    entry: () => ({
      _initiator: { type: 'script' },
      _priority: 'High',
      _resourceType: 'fetch',
      serverIPAddress: '10.0.0.1',
      connection: '41',
      pageref: 'page_1',
    }),
  }),
  har('har, firefox', {
    creator: 'Firefox',
    top: { browser: { name: 'Firefox', version: '140' }, pages: [] },
    started: (iso) => iso.replace('Z', '+00:00'),
    post: (call) => ({ mimeType: 'application/json', params: [], text: call.body }),
    content: (call) =>
      /event-stream/.test(mime(call))
        ? { mimeType: mime(call), size: bytes(call.answer), encoding: 'base64', text: base64(call.answer) }
        : { mimeType: mime(call), size: bytes(call.answer), text: call.answer },
  }),
  har('har, safari', { creator: 'WebKit Web Inspector', entry: () => ({ _fetchType: 'Network Load', _priority: 'medium' }) }),
  har('har, charles', {
    creator: 'Charles Proxy',
    started: (iso) => iso.replace('Z', '+00:00'),
    content: (call) => ({ size: bytes(call.answer), compression: 0, mimeType: mime(call), text: base64(call.answer), encoding: 'base64' }),
  }),
  har('har, mitmproxy', {
    creator: 'mitmproxy',
    top: { comment: '', pages: [] },
    started: (iso) => iso.replace('Z', '000+00:00'),
    post: (call) => ({ mimeType: 'application/json', text: call.body, params: [] }),
  }),
  har('har, fiddler', {
    creator: 'Fiddler',
    top: { pages: [], comment: 'exported @ 1/1/2026' },
    newestFirst: true,
    started: (iso) => iso.replace('Z', '0000+00:00'),
  }),
  har('har, proxyman', { creator: 'Proxyman', entry: (call) => ({ _id: call.started, comment: '' }) }),
];

interface CurlDress {
  readonly before?: (call: WireCall) => string;
  readonly http2?: boolean;
  readonly crlf?: boolean;
}

const words = (call: WireCall): string =>
  `curl -v ${call.method === (call.body === '' ? 'GET' : 'POST') ? '' : `-X ${call.method} `}'${call.url}'${Object.entries(call.headers)
    .map(([name, value]) => ` -H '${name}: ${value}'`)
    .join('')}${call.body === '' ? '' : ` -d '${call.body.replaceAll("'", `'\\''`)}'`}`;

function curlVerbose(name: string, { before, http2 = false, crlf = false }: CurlDress): ExchangeContainer {
  const version = http2 ? 'HTTP/2' : 'HTTP/1.1';
  const write = (call: WireCall): string =>
    [
      before?.(call) ?? '',
      `* Host ${host(call.url)}:80 was resolved.\n*   Trying 10.0.0.1:80...\n* Connected to ${host(call.url)} (10.0.0.1) port 80\n`,
      `> ${call.method} ${target(call.url)} ${version}\n> Host: ${host(call.url)}\n> User-Agent: curl/8.7.1\n${lines(call.headers, '> ')}> \n`,
      call.body === '' ? '* Request completely sent off\n' : `* upload completely sent off: ${bytes(call.body)} bytes\n`,
      `< ${version} ${call.status} ${http2 ? '' : call.statusText}\n${lines(call.answerHeaders, '< ')}< \n`,
      call.answer,
      call.answer === '' || call.answer.endsWith('\n') ? '' : '\n',
      `* Connection #0 to host ${host(call.url)} left intact\n`,
    ].join('');
  return {
    name,
    format: 'curl',
    timed: false,
    wrap: (calls) =>
      crlf
        ? calls
            .map(write)
            .join('')
            .replace(/(?<!\r)\n/g, '\r\n')
        : calls.map(write).join(''),
  };
}

const rawRequest = (call: WireCall): string =>
  `${call.method} ${target(call.url)} HTTP/1.1\nHost: ${host(call.url)}\n${lines(call.headers)}\n${call.body}`;
const rawAnswer = (call: WireCall): string => `HTTP/1.1 ${call.status} ${call.statusText}\n${lines(call.answerHeaders)}\n${call.answer}`;
const ended = (text: string): string => (text.endsWith('\n') ? text : `${text}\n`);

/** As a server sends it without knowing its length. */
function chunked(call: WireCall): string {
  const pieces = call.answer.match(/[\s\S]{1,180}/gu) ?? [];
  const body = pieces.map((piece) => `${bytes(piece).toString(16)}\r\n${piece}\r\n`).join('');
  return `HTTP/1.1 ${call.status} ${call.statusText}\r\n${lines({ ...call.answerHeaders, 'Transfer-Encoding': 'chunked' }).replaceAll('\n', '\r\n')}\r\n${body}0\r\n\r\n`;
}

const TRANSCRIPTS: readonly ExchangeContainer[] = [
  curlVerbose('curl -v', { before: (call) => `$ ${words(call)}\n` }),
  curlVerbose('curl -v, user@host prompt', { before: (call) => `sam@box:~/work$ ${words(call)}\n` }),
  curlVerbose('curl -v, HTTP/2', { before: (call) => `$ ${words(call)}\n`, http2: true }),
  curlVerbose('curl -v, CRLF', { before: (call) => `$ ${words(call)}\n`, crlf: true }),
  {
    name: 'curl -i',
    format: 'curl',
    timed: false,
    wrap: (calls) => calls.map((call) => `$ ${words(call).replace('curl -v', 'curl -i')}\n${rawAnswer(call)}\n`).join(''),
  },
  {
    name: 'curl -s',
    format: 'curl',
    timed: false,
    wrap: (calls) => calls.map((call) => `$ ${words(call).replace('curl -v', 'curl -s')}\n${ended(call.answer)}`).join(''),
  },
  {
    name: 'raw HTTP',
    format: 'curl',
    timed: false,
    wrap: (calls) => calls.map((call) => `${rawRequest(call)}\n\n${rawAnswer(call)}\n\n`).join(''),
  },
  {
    name: 'follow stream',
    format: 'curl',
    timed: false,
    wrap: (calls) =>
      calls
        .map(
          (call) =>
            `${rawRequest({ ...call, headers: { ...call.headers, 'content-length': `${bytes(call.body)}` } }).replace(/\n/g, '\r\n')}${chunked(call)}`,
        )
        .join(''),
  },
  {
    name: 'http client file with answers',
    format: 'curl',
    timed: false,
    wrap: (calls) =>
      calls.map((call) => `### call\n${call.method} ${call.url}\n${lines(call.headers)}\n${call.body}\n\n${rawAnswer(call)}\n\n`).join(''),
  },
  {
    name: 'httpie -v',
    format: 'curl',
    timed: false,
    wrap: (calls) => calls.map((call) => `$ http -v ${call.url}\n${rawRequest(call)}\n\n\n${rawAnswer(call)}\n\n\n`).join(''),
  },
];

const json = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};
const isStream = (call: WireCall): boolean => /event-stream/.test(mime(call));
const frames = (call: WireCall): unknown[] =>
  call.answer
    .split(/\n\n/)
    .map((block) =>
      block
        .split('\n')
        .filter((line) => line.startsWith('data:'))
        .map((line) => line.slice(5).trim())
        .join('\n'),
    )
    .filter((data) => data !== '')
    .map(json);

const LOGS: readonly ExchangeContainer[] = [
  {
    name: 'exchange log, a turn a line',
    format: 'ndjson',
    timed: true,
    wrap: (calls) =>
      calls
        .flatMap((call, conn) => {
          const head = {
            ts: call.started,
            direction: 'request',
            conn,
            method: call.method,
            url: call.url,
            headers: call.headers,
            ...(call.body === '' ? {} : { body: json(call.body) }),
          };
          const end = { ts: call.started, direction: 'end', conn };
          if (isStream(call))
            return [
              head,
              { ts: call.started, direction: 'response', conn, status: call.status, headers: call.answerHeaders },
              ...frames(call).map((body) => ({ ts: call.started, direction: 'event', conn, body })),
              end,
            ];
          return [
            head,
            {
              ts: call.started,
              direction: 'response',
              conn,
              status: call.status,
              headers: call.answerHeaders,
              ...(call.answer === '' ? {} : { body: json(call.answer) }),
            },
          ];
        })
        .map((line) => `${JSON.stringify(line)}\n`)
        .join(''),
  },
  {
    name: 'exchange log, an exchange a line',
    format: 'ndjson',
    timed: true,
    wrap: (calls) =>
      calls
        .map((call) => ({
          timestamp: call.started,
          method: call.method,
          url: call.url,
          requestHeaders: call.headers,
          request: call.body === '' ? null : json(call.body),
          status: call.status,
          responseHeaders: call.answerHeaders,
          ...(isStream(call) ? { stream: frames(call) } : { response: call.answer === '' ? null : json(call.answer) }),
          ms: call.took,
        }))
        .map((line) => `${JSON.stringify(line)}\n`)
        .join(''),
  },
  {
    name: 'exchange log, req and res objects',
    format: 'ndjson',
    timed: true,
    wrap: (calls) =>
      calls
        .map((call) => ({
          time: call.started,
          level: 30,
          msg: 'request completed',
          req: { method: call.method, url: call.url, headers: call.headers, body: call.body },
          res: { statusCode: call.status, headers: call.answerHeaders, body: call.answer },
          duration_ms: call.took,
        }))
        .map((line) => `${JSON.stringify(line)}\n`)
        .join(''),
  },
  {
    name: 'exchange log in CRI',
    format: 'log',
    timed: true,
    wrap: (calls) =>
      LOGS[0]
        ?.wrap(calls)
        .trimEnd()
        .split('\n')
        .map((line) => `2026-01-13T10:00:00.123456789Z stdout F ${line}\n`)
        .join('') ?? '',
  },
];

export const EXCHANGE_CONTAINERS: readonly ExchangeContainer[] = [...HARS, ...TRANSCRIPTS, ...LOGS];
