// Secrets that no single line shows: in dumps of bytes, in packed data, in keys of many lines; and what only looks like one.

import { deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { decodeBase64Text } from '../base/base64-text.ts';
import { readCurlDump } from '../base/curl-dump.ts';
import { createCutter } from './redaction.ts';

const SECRET = 'a7QkVX8SpLm29xQwErTy';
const cut = (text: string): string => createCutter().cutBody(text).text;
const base64 = (bytes: string | Buffer): string => Buffer.from(bytes).toString('base64');

function traced(text: string): string {
  const bytes = Buffer.from(text);
  const lines = Array.from({ length: Math.ceil(bytes.length / 16) }, (_, row) => {
    const line = bytes.subarray(row * 16, row * 16 + 16);
    const pairs = Array.from(line, (byte) => `${byte.toString(16).padStart(2, '0')} `).join('');
    const side = Array.from(line, (byte) => (byte >= 32 && byte < 127 ? String.fromCharCode(byte) : '.')).join('');
    return `${(row * 16).toString(16).padStart(4, '0')}: ${pairs.padEnd(48)}${side}\n`;
  });
  return `=> Send header, ${bytes.length} bytes (0x${bytes.length.toString(16)})\n${lines.join('')}`;
}

describe('[L.7] a dump of curl', () => {
  it.each([0, 1, 5, 9, 15])('is cut in both columns, and can be read still (shifted by %i)', (shift) => {
    const head = `POST /${'a'.repeat(shift)} HTTP/1.1\r\nX-Api-Key: ${SECRET}\r\nAccept: */*\r\n\r\n`;
    const text = cut(traced(head));
    expect(readCurlDump(text)?.replace(/(?:\[cut 1: api-key\])+/, SECRET)).toBe(head);
    const letters = Array.from(text.matchAll(/(?:[0-9a-f]{2} )+/g), ([pairs]) => Buffer.from(pairs.replaceAll(' ', ''), 'hex').toString());
    for (let at = 0; at + 3 <= SECRET.length; at += 1) expect(`${text}${letters.join('')}`).not.toContain(SECRET.slice(at, at + 3));
    expect(cut(text)).toBe(text);
  });
});

describe('[L.7] base64', () => {
  it.each(['', 'x', 'xy', 'ü', '€'])('is cut where it holds the secret, and says the rest (after "%s")', (more) => {
    const body = JSON.stringify({ note: more, password: SECRET, [`after${more}`]: 'ü is kept' });
    const text = cut(JSON.stringify({ text: base64(body), encoding: 'base64' }));
    const left = (JSON.parse(text) as { text: string }).text;
    expect(decodeBase64Text(left)).toBe(body.replace(SECRET, '[cut 1: password]'));
    expect(cut(text)).toBe(text);
  });
  it('is cut as a whole where it is packed', () => {
    for (const packed of [gzipSync, deflateSync]) {
      const text = JSON.stringify({ bytes: base64(packed(JSON.stringify({ password: SECRET, words: 'words '.repeat(30) }))) });
      expect(cut(text)).toBe('{"bytes":"[cut 1: password]"}');
    }
  });
  it('is told as not looked into where it cannot be unpacked', () => {
    const cutter = createCutter();
    const zstd = base64(
      Buffer.concat([Buffer.from([0x28, 0xb5, 0x2f, 0xfd]), Buffer.from(Array.from({ length: 60 }, (_, at) => (at * 37) & 255))]),
    );
    cutter.findCuts(JSON.stringify({ bytes: zstd }));
    expect(cutter.unsearched()).toEqual([{ from: 10, to: 10 + zstd.length, why: 'packed with zstd, which is not unpacked here' }]);
    cutter.findCuts('{}');
    expect(cutter.unsearched()).toEqual([]);
  });
});

describe('[L.7] a private key of many lines', () => {
  const lines = [64, 64, 64, 10].map(
    (length, index) => `${'Zq3kT9xW'.repeat(8).slice(index, length)}${index === 3 ? '' : 'A'.repeat(index)}`,
  );
  const key = ['-----BEGIN RSA PRIVATE KEY-----', ...lines, '-----END RSA PRIVATE KEY-----'];
  const records: Readonly<Record<string, (line: string, index: number) => string>> = {
    'lines with a time before them': (line, index) => `2026-01-01T00:00:0${index}Z INFO agent: ${line}`,
    'records of JSON': (line, index) => JSON.stringify({ time: index, name: 'agent', id: '9f86d081884c7d65', message: `key ${line}` }),
  };
  it.each(Object.entries(records))('is cut in every record: %s', (_name, write) => {
    for (const order of [key, key.toReversed()]) {
      const cutter = createCutter();
      const left = order.map((line, index) => cutter.cutBody(write(line, index)).text).join('\n');
      for (const line of lines) expect(left).not.toContain(line);
      expect(left).toContain('agent');
    }
  });
  it('is cut in a text of them all, with other lines between', () => {
    const text = key
      .map((line, index) => `12:00:0${index} [worker] ${line}\n12:00:0${index} [other] request task-${index} done`)
      .join('\n');
    for (const line of lines) expect(cut(text)).not.toContain(line);
  });
  it('costs what is said after it nothing', () => {
    const cutter = createCutter();
    key.forEach((line) => cutter.findCuts(line));
    expect(cutter.findCuts('{"id":"Zq3kT9xWZq3kT9xWZq3kT9xW","state":"working"}')).toEqual([]);
  });
  it('is given up where its other end is lost: what follows are ids of other people', () => {
    for (const edge of ['-----END PRIVATE KEY-----', '-----BEGIN PRIVATE KEY-----']) {
      const cutter = createCutter();
      cutter.findCuts(edge);
      const record = (index: number): string => `{"etag":"ABCDEFGHabcdefgh1234${String(index).padStart(8, '0')}"}`;
      const cuts = Array.from({ length: 2_000 }, (_, index) => cutter.findCuts(record(index)).length);
      expect(cuts.slice(1_000)).toEqual(Array.from({ length: 1_000 }, () => 0));
    }
  });
});

const LOOK_ALIKES: readonly string[] = [
  'commit 9fceb02d0ae598e95dc970b74767f19372d61af8',
  'sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  '{"taskId":"3f2504e0-4f89-41d3-9a0c-0305e82c3301","contextId":"ctx-01HZX3V5N8Q2"}',
  '{"usage":{"input_tokens":12,"max_tokens":4096,"token_count":88},"token_type":"Bearer"}',
  'the token count: 4096, and max_tokens=2048',
  '{"traceparent":"00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"}',
  '-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=\n-----END PUBLIC KEY-----',
  '-----BEGIN CERTIFICATE-----\nMIIBszCCAVmgAwIBAgIUQ\n-----END CERTIFICATE-----',
  '{"signatures":[{"protected":"eyJhbGciOiJFUzI1NiIsInR5cCI6IkpPU0UiLCJraWQiOiJrZXktMSJ9","signature":"QFdkNLNszlGj3z3u0YQGt_T9LixY3qtdQpZmsTdDHDe3fXV9y9-B3m2-XgCpzuhiLt8E0tV6HXoZKHv4GtHgKQ"}]}',
  'X-Forwarded-Client-Cert: By=spiffe://a.example/ns;Hash=468ed33be74eee6556d90c0149c1309e9ba61d6425303443c0748a02dd8de688;URI=spiffe://a.example/b',
  '{"x":"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU","kty":"EC","crv":"P-256","kid":"key-1"}',
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  '{"nextPageToken":"eyJvZmZzZXQiOjEwMH0","authentication":{"schemes":["Bearer"]}}',
  '{"map":{"awaiting_auth":"auth-required","rejected":"failed"}}',
  'password: must be at least 12 characters',
  'api_key = settings.api_key',
];

describe('[L.7] what only looks like a secret stays', () => {
  it.each(LOOK_ALIKES)('%s', (text) => {
    expect(cut(text)).toBe(text);
    expect(cut(JSON.stringify({ text }))).toBe(JSON.stringify({ text }));
  });
});
