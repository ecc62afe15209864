import { readFileSync, readdirSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gapsOf, readTrace } from '../testing/read-trace.ts';
import type { ReadTrace } from '../testing/read-trace.ts';
import { wounded, woundsWith } from '../testing/wounded-text.ts';

const TRACES = new URL('../testing/fixtures/traces/', import.meta.url);
const FIXTURES = readdirSync(TRACES)
  .filter((file) => file.endsWith('.curl.txt'))
  .map((file) => readFileSync(new URL(file, TRACES), 'utf8'));

const SEND =
  '{"jsonrpc":"2.0","id":1,"method":"message/send","params":{"message":{"kind":"message","role":"user","messageId":"m1","parts":[]}}}';
const STREAM = SEND.replace('message/send', 'message/stream').replace('"id":1', '"id":7');
const ANSWER = '{"jsonrpc":"2.0","id":1,"result":{"kind":"task","id":"t1","contextId":"c1","status":{"state":"working"}}}';
const frame = (state: string, id = 7): string =>
  `data: {"jsonrpc":"2.0","id":${id},"result":{"kind":"status-update","taskId":"t7","contextId":"c7","status":{"state":"${state}"},"final":${String(state === 'completed')}}}\n\n`;

/** One line a row: what it says of whom, in which exchange. */
function told(trace: ReadTrace): readonly string[] {
  return trace.rows.map(({ kind, exchange, agent, peer, taskId, state, label }) =>
    [kind, exchange ?? '-', kind === 'message-sent' ? peer : agent, taskId, state ?? label].map((word) => word ?? '-').join(' '),
  );
}

function read(text: string): ReadTrace {
  const trace = readTrace(text);
  expect(trace.sources.get(0)?.format).toBe('curl');
  expect(gapsOf(trace)).toEqual([]);
  for (const row of trace.rows) if (row.kind !== 'record-unreadable') expect(trace.valueOf(row)).toBeDefined();
  return trace;
}

describe('curl', () => {
  it('[N.30] reads commands, marks, notes and what comes back', () => {
    const trace = read(
      [
        `user@host:~/x$ curl -sS -v -X POST 'http://desk.example/a2a' \\`,
        `  -H "Content-Type: application/json" \\`,
        `  -d '${SEND.replace('"role":"user"', `"role":"user","metadata":{"who":"it'\\''s"}`)}' | jq .`,
        '*   Trying 203.0.113.7:80...',
        '* Connected to desk.example (203.0.113.7) port 80',
        '> POST /a2a HTTP/1.1',
        '> Host: desk.example',
        '> Content-Type: application/json',
        '>',
        '} [246 bytes data]',
        '* upload completely sent off: 246 bytes',
        '< HTTP/1.1 200 OK',
        '< content-type: application/json',
        '< date: Sun, 29 Nov 2026 18:25:06 GMT',
        '< ',
        '{ [113 bytes data]',
        '  % Total    % Received % Xferd  Average Speed   Time    Time     Time  Current',
        '                                 Dload  Upload   Total   Spent    Left  Speed',
        '\r  0     0    0     0    0     0      0      0 --:--:-- --:--:-- --:--:--     0\r100   359  100   113  100   246   5650  12300 --:--:-- --:--:-- --:--:-- 17950',
        `${ANSWER}* Connection #0 to host desk.example left intact`,
        '',
      ].join('\n'),
    );
    expect(told(trace)).toEqual(['message-sent 1 desk.example - message/send', 'call-settled 1 desk.example t1 working']);
    const [sent, settled] = trace.rows;
    expect(sent && JSON.stringify(trace.valueOf(sent))).toContain(`"who":"it's"`);
    expect(settled?.time).toBe(Date.parse('2026-11-29T18:25:06Z'));
    expect(trace.unread).toEqual([]);
    expect(trace.setAside).toEqual([]);
  });
  it('[N.30] reads what comes back without a head, and with -i', () => {
    expect(
      told(
        read(
          `$ curl -s http://desk.example/a2a --json '${SEND}'\n${ANSWER}\n$ curl -sN desk.example:8080/a2a -d '${STREAM}'\n${frame('working')}${frame('completed')}$ curl -i http://desk.example/a2a -d '${SEND}'\nHTTP/1.1 500 Internal Server Error\nContent-Type: text/html\nContent-Length: 13\n\n<html></html>\nand that was it\n`,
        ),
      ),
    ).toEqual([
      'message-sent 1 desk.example - message/send',
      'call-settled 1 desk.example t1 working',
      'message-sent 2 desk.example:8080 - message/stream',
      'status-update 2 desk.example:8080 t7 working',
      'status-update 2 desk.example:8080 t7 completed',
      'stream-ended 2 desk.example:8080 t7 -',
      'message-sent 3 desk.example - message/send',
      'call-settled 3 desk.example - HTTP 500',
      'record-set-aside - - - -',
    ]);
  });
  it('[N.31] tells what is lost, broken off by the reader, or unknown', () => {
    const start = `$ curl -vN http://desk.example/a2a -d '${STREAM}'\n* Connected\n> POST /a2a HTTP/1.1\n> Host: desk.example\n>\n`;
    const head = '< HTTP/1.1 200 OK\n< content-type: text/event-stream\n<\n';
    const ends = (rest: string): readonly string[] => told(read(start + rest)).filter((line) => /ended|settled/.test(line));
    expect(ends('* Empty reply from server\n* Closing connection 0\ncurl: (52) Empty reply from server\n')).toEqual([
      'stream-ended 1 desk.example - lost: Empty reply from server',
    ]);
    expect(ends(`${head}${frame('working')}* transfer closed with outstanding read data remaining\n* Closing connection\n`)).toEqual([
      'stream-ended 1 desk.example t7 lost: transfer closed with outstanding read data remaining',
    ]);
    expect(ends(`${head}${frame('working')}curl: (18) transfer closed with outstanding read data remaining\n`)).toEqual([
      'stream-ended 1 desk.example t7 lost: curl: (18) transfer closed with outstanding read data remaining',
    ]);
    expect(ends(`${head}${frame('working')}^C\n`)).toEqual(['stream-ended 1 desk.example t7 reader gone']);
    // Curl notes the end of a connection: where that is missing the text stops before it.
    expect(ends(`${head}${frame('working')}`)).toEqual([]);
    expect(ends(`${head}${frame('working')}* Connection #0 to host desk.example left intact\n`)).toEqual([
      'stream-ended 1 desk.example t7 -',
    ]);
    expect(ends(`${head}* Connection #0 to host desk.example left intact\n`)).toEqual(['stream-ended 1 desk.example - -']);
    expect(ends('')).toEqual([]);
  });
  it('[N.32] goes on with a stream that another terminal interrupted', () => {
    const other = `$ curl -s http://desk.example/a2a -d '${SEND}'\n${ANSWER}\n`;
    expect(told(read(`$ curl -sN http://desk.example/a2a -d '${STREAM}'\n${frame('working')}${other}${frame('completed')}`))).toEqual([
      'message-sent 1 desk.example - message/stream',
      'status-update 1 desk.example t7 working',
      'message-sent 2 desk.example - message/send',
      'call-settled 2 desk.example t1 working',
      'status-update 1 desk.example t7 completed',
      'stream-ended 1 desk.example t7 -',
    ]);
  });
  it('[N.32] keeps streams apart that follow one another', () => {
    const streams = Array.from(
      { length: 30 },
      (_, index) =>
        `$ curl -sN http://desk.example/a2a -d '${STREAM.replace('"id":7', `"id":${index}`)}'\n${frame('working', index)}${frame('completed', index)}`,
    );
    const rows = told(read(streams.join('')));
    expect(rows).toEqual(
      streams.flatMap((_stream, index) => [
        `message-sent ${index + 1} desk.example - message/stream`,
        `status-update ${index + 1} desk.example t7 working`,
        `status-update ${index + 1} desk.example t7 completed`,
        `stream-ended ${index + 1} desk.example t7 -`,
      ]),
    );
  });
  it('[N.30] keeps a request whose body is not shown, and takes no job number for an answer', () => {
    expect(
      told(
        read(
          `$ curl -v http://desk.example/a2a -d @body.json &\n[1] 12345\n> POST /a2a HTTP/2\n> Host: desk.example\n>\n< HTTP/2 200\n< content-type: application/json\n<\n${ANSWER}\n[1]+  Done  curl -v\n`,
        ),
      ).filter((line) => !line.startsWith('record')),
    ).toEqual(['message-sent 1 desk.example - POST /a2a', 'call-settled 1 desk.example t1 working']);
  });
  it('[N.30] reads what curl writes into a body', () => {
    const [before, after] = [ANSWER.slice(0, 40), ANSWER.slice(40)];
    const head = `$ curl -v http://desk.example/a2a -d '${SEND}'\n> POST /a2a HTTP/1.1\n> Host: desk.example\n>\n< HTTP/1.1 200 OK\n< content-type: application/json\n<\n`;
    for (const mark of ['{ [40 bytes data]\n', '* Closing connection 0\n'])
      expect(told(read(`${head}${before}${mark}${after}\n`)).at(-1)).toBe('call-settled 1 desk.example t1 working');
  });
});

/** A block as `curl --trace-ascii` writes it. */
function dump(heading: string, text: string, hex = false): string {
  const bytes = new TextEncoder().encode(text);
  const lines: string[] = [];
  const width = hex ? 16 : 64;
  for (let at = 0; at < bytes.length; ) {
    const feed = hex ? -1 : bytes.subarray(at, at + width).findIndex((byte, index) => byte === 13 && bytes[at + index + 1] === 10);
    const end = feed < 0 ? Math.min(bytes.length, at + width) : at + feed;
    const shown = Array.from(bytes.subarray(at, end), (byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '.')).join('');
    const pairs = Array.from(bytes.subarray(at, end), (byte) => `${byte.toString(16).padStart(2, '0')} `).join('');
    lines.push(`${at.toString(16).padStart(4, '0')}: ${hex ? pairs.padEnd(48) : ''}${shown}\n`);
    at = feed < 0 ? end : end + 2;
  }
  return `${heading}, ${bytes.length} bytes (0x${bytes.length.toString(16)})\n${lines.join('')}`;
}

describe('curl --trace', () => {
  it('[N.35] reads bytes in hexadecimal and as ASCII', () => {
    for (const hex of [true, false]) {
      for (const [sent, head, body] of [
        [SEND, 'application/json', ANSWER],
        [STREAM, 'text/event-stream', frame('working') + frame('completed')],
      ] as const) {
        const text = [
          '== Info:   Trying 203.0.113.7:80...\n',
          dump(
            '=> Send header',
            'POST /a2a HTTP/1.1\r\nHost: desk.example\r\nAuthorization: Bearer abc\r\nContent-Type: application/json\r\n\r\n',
            hex,
          ),
          dump('=> Send data', sent, hex),
          dump('<= Recv header', 'HTTP/1.1 200 OK\r\n', hex),
          dump('<= Recv header', `Content-Type: ${head}\r\n`, hex),
          dump('<= Recv header', '\r\n', hex),
          dump('<= Recv data', body, hex),
          '== Info: Connection #0 to host desk.example left intact\n',
        ].join('');
        expect(told(read(text))).toEqual(
          head === 'application/json'
            ? ['message-sent 1 desk.example - message/send', 'call-settled 1 desk.example t1 working']
            : [
                'message-sent 1 desk.example - message/stream',
                'status-update 1 desk.example t7 working',
                'status-update 1 desk.example t7 completed',
                'stream-ended 1 desk.example t7 -',
              ],
        );
      }
    }
  });
});

describe('heads and bodies as they crossed', () => {
  it('[N.30] pairs requests and answers by place, and by id where several are open', () => {
    const post = (body: string): string => `POST /a2a HTTP/1.1\nHost: desk.example\nContent-Type: application/json\n\n${body}\n\n`;
    const ok = (body: string): string => `HTTP/1.1 200 OK\nContent-Type: application/json\n\n${body}\n\n`;
    expect(told(read(post(SEND) + ok(ANSWER)))).toEqual([
      'message-sent 1 desk.example - message/send',
      'call-settled 1 desk.example t1 working',
    ]);
    const two = SEND.replace('"id":1', '"id":2');
    expect(told(read(post(SEND) + post(two) + ok(ANSWER) + ok(ANSWER.replace('"id":1', '"id":2').replace('"t1"', '"t2"'))))).toEqual([
      'message-sent 1 desk.example - message/send',
      'message-sent 2 desk.example - message/send',
      'call-settled 1 desk.example t1 working',
      'call-settled 2 desk.example t2 working',
    ]);
  });
  it('[N.30] reads pretty bodies, wrong lengths, chunk sizes and interim answers', () => {
    const pretty = (text: string): string => JSON.stringify(JSON.parse(text), undefined, 2);
    expect(
      told(
        read(
          `POST /a2a HTTP/1.1\r\nHost: desk.example\r\nContent-Length: 3\r\nContent-Type: application/json\r\n\r\n${pretty(SEND).replaceAll('\n', '\r\n')}\r\n\r\nHTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Type: application/json\r\n\r\n6a\r\n${pretty(ANSWER)}\r\n0\r\n\r\n`,
        ),
      ).slice(0, 2),
    ).toEqual(['message-sent 1 desk.example - message/send', 'call-settled 1 desk.example t1 working']);
    expect(
      told(
        read(
          `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Type: text/event-stream\r\n\r\n9a\r\n${frame('working')}\r\n9b\r\n${frame('completed')}\r\n0\r\n\r\n`,
        ),
      ),
    ).toEqual(['status-update - - t7 working', 'status-update - - t7 completed', 'stream-ended - - - -']);
  });
  it('[N.30] reads files of REST clients and fields of HTTP/2', () => {
    expect(
      told(
        read(
          `@host = http://desk.example\n\n### Send\n# @name send\nPOST http://desk.example/a2a\nContent-Type: application/json\n\n${SEND}\n\n### Look\nGET http://desk.example/.well-known/agent-card.json\n\n###\n`,
        ),
      ),
    ).toEqual(['message-sent 1 desk.example - message/send', 'message-sent 2 desk.example - GET /.well-known/agent-card.json']);
    expect(
      told(
        read(
          `as the network panel shows it\n:method: POST\n:authority: desk.example\n:scheme: https\n:path: /a2a\ncontent-type: application/json\n\n${SEND}\n\n:status: 200\n\n${ANSWER}\n`,
        ),
      ),
    ).toEqual(['record-set-aside - - - -', 'message-sent 1 desk.example - message/send', 'call-settled 1 desk.example t1 working']);
  });
  it('[N.33] notes where the text stops inside a value, and does not end what was cut', () => {
    const raw = `POST /a2a HTTP/1.1\nHost: desk.example\nContent-Type: application/json\n\n${STREAM}\n\nHTTP/1.1 200 OK\nContent-Type: text/event-stream\n\n`;
    const cut = read(raw + frame('working') + frame('completed').slice(0, 60));
    expect(told(cut)).toEqual([
      'message-sent 1 desk.example - message/stream',
      'status-update 1 desk.example t7 working',
      'record-unreadable - - - -',
    ]);
    expect(told(read(raw + frame('working') + frame('completed').trimEnd())).slice(-2)).toEqual([
      'status-update 1 desk.example t7 completed',
      'stream-ended 1 desk.example t7 -',
    ]);
  });
});

describe('transcripts among other things', () => {
  const post = `POST /a2a HTTP/1.1\nHost: desk.example\nContent-Type: application/json\n\n${SEND}\n\nHTTP/1.1 200 OK\nContent-Type: application/json\n\n${ANSWER}\n`;
  const line = `2026-01-01 10:00:00,000 INFO got ${ANSWER.replace('"t1"', '"t3"')}\n`;
  it('[N.34] reads lines of a log between exchanges, and exchanges after other things', () => {
    const between = readTrace(`${post}\nthen the log said\n${line}\n${post}`);
    expect(between.sources.get(0)?.format).toBe('mixed');
    expect(gapsOf(between)).toEqual([]);
    expect(between.rows.filter(({ kind }) => kind !== 'record-set-aside').map(({ kind, taskId }) => `${kind} ${taskId ?? '-'}`)).toEqual([
      'message-sent -',
      'call-settled t1',
      'call-settled t3',
      'message-sent -',
      'call-settled t1',
    ]);
    const after = readTrace(`${ANSWER.replace('"t1"', '"t3"')}\nand then\n$ curl -s http://desk.example/a2a -d '${SEND}'\n${ANSWER}\n`);
    expect(after.sources.get(0)?.format).toBe('mixed');
    expect(gapsOf(after)).toEqual([]);
    expect(after.rows.filter(({ kind }) => kind !== 'record-set-aside').map(({ kind, taskId }) => `${kind} ${taskId ?? '-'}`)).toEqual([
      'call-settled t3',
      'message-sent -',
      'call-settled t1',
    ]);
  });
});

describe('any transcript', () => {
  const damaged = fc
    .record({
      text: fc.constantFrom(...FIXTURES),
      wounds: woundsWith(
        ['', '"', '{', "'", '\n', '\\', '\u0000', '\r\n\r\n', '$ curl ', '> POST / HTTP/1.1\n', '* Closing connection 0\n', 'data: '],
        { mostCut: 60, minLength: 1, maxLength: 4 },
      ),
      end: fc.double({ min: 0, max: 1, noNaN: true }),
    })
    .map(({ text, wounds, end }) => wounded(text, wounds).slice(0, Math.ceil(end * text.length)));
  it('[N.1] is accounted for however it is damaged, and read the same however it arrives', () => {
    fc.assert(
      fc.property(damaged, fc.integer({ min: 1, max: 5000 }), (text, piece) => {
        const { rows, cuts, unread, setAside, framing, sources } = readTrace(text);
        expect(gapsOf(readTrace(text))).toEqual([]);
        const pieces = readTrace(text, { piece });
        expect({
          rows: pieces.rows,
          cuts: pieces.cuts,
          unread: pieces.unread,
          setAside: pieces.setAside,
          framing: pieces.framing,
          sources: pieces.sources,
        }).toEqual({
          rows,
          cuts,
          unread,
          setAside,
          framing,
          sources,
        });
      }),
      { numRuns: 150 },
    );
  });
  it('[N.1] is read wherever it is cut', () => {
    const text = FIXTURES[0] ?? '';
    for (let end = 0; end < text.length; end += 37) expect(gapsOf(readTrace(text.slice(0, end)))).toEqual([]);
  });
  it('[N.6] costs what it is long', () => {
    const lines = [
      `$ curl -d '${'x\n'.repeat(20_000)}`,
      `HTTP/1.1 200 OK\n\n${'{"a":\n'.repeat(20_000)}`,
      `GET / HTTP/1.1\n${'data: \n'.repeat(20_000)}`,
    ];
    for (const text of lines) expect(gapsOf(readTrace(text, { piece: 5000 }))).toEqual([]);
  });
});
