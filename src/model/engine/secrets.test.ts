// A random secret is planted in every place where one can stand, and looked for in everything the engine ever answers.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { savedLine } from '../log/saved-form.ts';
import { countedSlices } from '../testing/slice-ports.ts';
import { createEngine } from './engine.ts';
import type { Engine, LogId } from './query.ts';

const END = Number.MAX_SAFE_INTEGER;

/** Everything that leaves the engine, as one text. */
function everything(engine: Engine, log: LogId): string {
  const { rowCount } = engine.query(log, 'summary', {});
  const seqs = Array.from({ length: rowCount }, (_, seq) => seq);
  const sources = engine.query(log, 'sources', {});
  return JSON.stringify([
    engine.query(log, 'summary', {}),
    engine.query(log, 'rows', { from: 0, count: 1000 }),
    seqs.map((seq) => engine.query(log, 'row', { seq })),
    engine.query(log, 'log', { from: 0, count: 1000 }),
    sources.map(({ index }) => engine.query(log, 'source', { source: index, from: 1, count: 1000 })),
    engine.query(log, 'tasks', { cursor: END, from: 0, count: 100 }),
    engine.query(log, 'task', { taskId: 't', cursor: END }),
    engine.query(log, 'timeline', { grouping: 'agent', width: 600, laneFrom: 0, laneCount: 10, cursor: END }),
    engine.query(log, 'discovery', { cursor: END }),
    engine.query(log, 'admission', { cursor: END }),
    engine.query(log, 'roundTrips', { cursor: END }),
    engine.query(log, 'roundTrip', { taskId: 't', cursor: END }),
    engine.query(log, 'chains', { cursor: END, limit: 100 }),
    engine.query(log, 'cards', { cursor: END }),
    engine.save(log),
  ]);
}

/** A secret as it would appear inside the answers, at any depth of JSON in JSON: letters and digits need no escapes. */
const SECRET = fc.stringMatching(/^S3[A-Za-z0-9]{8,24}$/);
const HEADER = { delegationInspector: 'saved', version: 1, name: 'n', settings: { stallSeconds: 30, depth: 5, retrySeconds: 10 } } as const;

const send = (secret: string): object => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'message/send',
  params: {
    message: { kind: 'message', messageId: 'm', role: 'user', parts: [{ kind: 'text', text: 'hello' }] },
    configuration: {
      pushNotificationConfig: {
        url: 'http://hooks.example/in',
        token: secret,
        authentication: { schemes: ['Bearer'], credentials: secret },
      },
    },
  },
});
const task = (secret: string): object => ({
  id: 't',
  kind: 'task',
  contextId: 'c',
  status: { state: 'working' },
  metadata: {
    authorization: `Bearer ${secret}`,
    headers: [{ name: 'set-cookie', value: secret }],
    body: JSON.stringify({ client_secret: secret }),
  },
});
const request = (secret: string): Parameters<typeof savedLine>[0] => ({
  at: 0,
  line: 'request',
  exchange: 1,
  from: 'a',
  to: 'b',
  method: 'POST',
  path: '/',
  headers: { authorization: `Bearer ${secret}`, 'x-a2a-notification-token': secret, cookie: `id=${secret}` },
  body: JSON.stringify(send(secret)),
});

/** Texts with a secret in them; `tear` says where a streamed event breaks in two. */
const PLANTS: Readonly<Record<string, (secret: string, tear: number) => string>> = {
  'exchange log': (secret) =>
    [
      {
        direction: 'request',
        conn: 1,
        method: 'POST',
        url: 'http://a.example/',
        headers: { Authorization: secret },
        body: send(secret),
      },
      {
        direction: 'response',
        conn: 1,
        status: 200,
        headers: { 'Set-Cookie': `id=${secret}` },
        body: JSON.stringify({ id: 1, result: task(secret) }),
      },
      task(secret),
    ]
      .map((line) => `${JSON.stringify(line)}\n`)
      .join(''),
  'event stream': (secret) => `data: ${JSON.stringify({ jsonrpc: '2.0', id: 1, result: task(secret) })}\n\ndata: {"token":"${secret}`,
  document: (secret) => JSON.stringify([task(secret), send(secret)], null, 2),
  HAR: (secret) =>
    JSON.stringify(
      { log: { entries: [{ request: { headers: [{ value: secret, name: 'Cookie' }], cookies: [{ name: 'id', value: secret }] } }] } },
      null,
      1,
    ),
  transcript: (secret) =>
    `$ curl -v -H 'Authorization: Bearer ${secret}' http://a.example\n> GET / HTTP/1.1\n> Authorization: Bearer ${secret}\n`,
  unknown: (secret) => `what is this?\nauthorization: ${secret}\n{"access_token":"${secret}"`,
  recording: (secret, tear) => {
    const event = `data: ${JSON.stringify({ jsonrpc: '2.0', id: 1, result: { ...task(secret), headers: [{ value: secret, name: 'Cookie' }] } })}\n\n`;
    const at = Math.min(event.length, tear);
    const chunk = (text: string): string => savedLine({ at: 2, line: 'chunk', exchange: 1, text });
    return [
      savedLine(HEADER),
      savedLine(request(secret)),
      savedLine({ at: 1, line: 'head', exchange: 1, status: 200, headers: { 'content-type': 'text/event-stream' } }),
      chunk(event.slice(0, at)),
      chunk(event.slice(at)),
      chunk(`: ping\n\n${event.slice(0, at)}`),
      chunk(event.slice(at)),
      savedLine({ at: 3, line: 'end', exchange: 1 }),
    ].join('');
  },
  'saved paste': (secret) => {
    const text = `${JSON.stringify(task(secret))}\n${JSON.stringify({ a: 1 })}\n`;
    return [HEADER, { line: 'source', source: 0, name: 's' } as const, { line: 'text', source: 0, text } as const].map(savedLine).join('');
  },
};

// Every run opens a log twice and asks everything of it.
describe('[L.7] no secret leaves the engine', { timeout: 60_000 }, () => {
  it.each(Object.entries(PLANTS))('from a text that is: %s', async (_name, plant) => {
    await fc.assert(
      fc.asyncProperty(SECRET, fc.nat(700), async (secret, tear) => {
        const engine = createEngine(countedSlices(1));
        const text = plant(secret, tear);
        expect(text).toContain(secret.slice(0, 4));
        const log = engine.open(text, { name: 'n' });
        expect(everything(engine, log)).not.toContain(secret);
        await engine.settled(log);
        const told = everything(engine, log);
        expect(told).not.toContain(secret);
        expect(engine.query(log, 'summary', {}).redacted).toBeGreaterThan(0);
        const saved = engine.save(log);
        const again = engine.open(saved, { name: 'n' });
        await engine.settled(again);
        expect(engine.save(again)).toBe(saved);
        expect(new Set(everything(engine, again).match(/\[cut \d+/g))).toEqual(new Set(told.match(/\[cut \d+/g)));
      }),
      { numRuns: 25 },
    );
  });

  it.each(Object.entries(PLANTS))('from one that was canceled on the way: %s', async (_name, plant) => {
    await fc.assert(
      fc.asyncProperty(SECRET, fc.nat(12), async (secret, turns) => {
        const engine = createEngine(countedSlices(1));
        // Events are whole here: what no one has read is searched line by line, and no line knows of the one before.
        const log = engine.open(plant(secret, END), { name: 'n' });
        for (let turn = 0; turn < turns; turn += 1) {
          await Promise.resolve();
          expect(everything(engine, log)).not.toContain(secret);
        }
        engine.cancel(log);
        expect(everything(engine, log)).not.toContain(secret);
      }),
      { numRuns: 25 },
    );
  });

  it('and equal secrets have equal numbers in all sources of a log', async () => {
    const engine = createEngine(countedSlices(9));
    const inner = (number: number, text: string): string =>
      savedLine({ line: 'source', source: number, name: `s${number}` }) + savedLine({ line: 'text', source: number, text });
    const line = (secret: string): string => `${JSON.stringify({ headers: { cookie: secret } })}\n`;
    const log = engine.open(savedLine(HEADER) + inner(0, line('one') + line('two')) + inner(1, line('two') + line('one')), { name: 'n' });
    await engine.settled(log);
    const linesOf = (source: number): readonly string[] =>
      engine.query(log, 'source', { source, from: 1, count: 9 })?.lines.map(({ text }) => text.replace(/.*\[cut (\d+).*/, '$1')) ?? [];
    expect([linesOf(1), linesOf(2)]).toEqual([
      ['1', '2'],
      ['2', '1'],
    ]);
  });
});
