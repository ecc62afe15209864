// Whatever a person can paste ends in a report: damaged fixtures of every format, bytes that are no text, nesting without end, lines
// without end. Seeded, so that what fails fails again; steps are counted, so that what hangs fails.
import { readFileSync, readdirSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GivenText } from '../log/given-text.ts';
import { gapsOf, readTrace, type ReadTrace } from '../testing/read-trace.ts';
import { readSource } from './ingest.ts';
import { wounded, woundsWith } from '../testing/wounded-text.ts';

const FIXTURES = new URL('../testing/fixtures/', import.meta.url);
const LONGEST = 9000;
const texts = (folder: string): readonly string[] =>
  readdirSync(new URL(folder, FIXTURES), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(?:sse|ndjson|json|jsonl|log|txt|har)$/.test(file) && !/truth|expected/.test(file))
    .map((file) => readFileSync(new URL(`${folder}${file}`, FIXTURES), 'utf8').slice(0, LONGEST));
const CORPUS = [...texts('traces/'), ...texts('cases/')];

const PUT = [
  '',
  '"',
  "'",
  '{',
  '}',
  '[',
  ']',
  '\n',
  '\r',
  '\\',
  '\u0000',
  ',',
  ':',
  'data: ',
  '\r\n\r\n',
  '```\n',
  '2026-01-01T00:00:00Z ',
  '\ud800',
  '\u001b[1m',
  ' stdout P ',
  '{"log":"',
  'HTTP/1.1 200 OK\r\n',
  'POST / HTTP/1.1\r\n',
  '12345678901234567890',
  '"__proto__":1,',
  'Task(',
  '/*',
  '\r',
  '\udc00',
  '""',
  "''",
  '\\"',
  '\u0000\u0000',
  '{"constructor":{"kind":"task"},',
  '__proto__: x\r\n',
  '1e999',
  `"id":${'9'.repeat(400)},`,
  'Content-Length: 99999999999999\r\n',
  'Transfer-Encoding: chunked\r\n\r\nffffffff\r\n',
  'POST http://a/b\n',
  "$ curl -d '",
  'info: A[1]\n',
  'PK\u0003\u0004',
  // Over and over: what hurts is often harmless once.
  '['.repeat(400),
  '{"a":'.repeat(200),
  '}\n'.repeat(200),
  '\n'.repeat(400),
  'POST / HTTP/1.1\n'.repeat(60),
  'data: {"a":\n'.repeat(60),
  `${'x'.repeat(70)}, `.repeat(30),
  '"a":1,'.repeat(100),
];
const piece = fc.record({
  text: fc.constantFrom(...CORPUS),
  from: fc.double({ min: 0, max: 1, noNaN: true }),
  share: fc.double({ min: 0.1, max: 1, noNaN: true }),
});
const damaged = fc
  .record({ pieces: fc.array(piece, { minLength: 1, maxLength: 3 }), wounds: woundsWith(PUT, { mostCut: 60, maxLength: 6 }) })
  .map(({ pieces, wounds }) => {
    const joined = pieces
      .map(({ text, from, share }, index) =>
        (index === 0 ? text : text.slice(Math.floor(from * text.length))).slice(0, Math.ceil(share * text.length)),
      )
      .join('\n');
    return wounded(joined, wounds);
  });
const SEED = 20260113;

function whatWasRead({ rows, cuts, unread, setAside, framing, sources, notes }: ReadTrace): unknown {
  return { rows, cuts, unread, setAside, framing, notes, sources: [...sources.values()].map(({ name: _name, ...facts }) => facts) };
}

/** How many times the reader lets go of a text; a hang would be no end of it. */
function stepsOf(text: string): number {
  const given = new GivenText('counted');
  given.append(text);
  given.finish();
  const nothing = (): void => undefined;
  const sink = {
    openSource: () => 1,
    row: nothing,
    exchange: nothing,
    cut: nothing,
    unread: nothing,
    setAside: nothing,
    source: nothing,
    saved: nothing,
  };
  let steps = 0;
  for (const _step of readSource(given, 0, sink)) if ((steps += 1) > 4 * text.length + 1000) break;
  return steps;
}

describe('any text', () => {
  it('[N.1] is accounted for to its last unit, and every row leads to a value', () => {
    fc.assert(
      fc.property(damaged, (text) => {
        const trace = readTrace(text);
        for (let source = 0; source < trace.texts.length; source += 1) expect(gapsOf(trace, source)).toEqual([]);
        const lost = trace.rows.filter((row) => row.kind !== 'record-unreadable' && trace.valueOf(row) === undefined);
        expect(lost.map((row) => [row.kind, row.path])).toEqual([]);
      }),
      { numRuns: 150, seed: SEED },
    );
  }, 60_000);
  it('[N.1] is read the same in whatever pieces it arrives, and whatever its name', () => {
    fc.assert(
      fc.property(damaged, fc.integer({ min: 1, max: 900 }), (text, size) => {
        expect(whatWasRead(readTrace(text, { piece: size, name: 'x.har' }))).toEqual(whatWasRead(readTrace(text, { name: 'y.sse' })));
      }),
      { numRuns: 60, seed: SEED },
    );
  }, 60_000);
  it('[N.6] is read in a bounded number of steps', () => {
    fc.assert(
      fc.property(damaged, (text) => {
        expect(stepsOf(text)).toBeLessThan(4 * text.length + 1000);
      }),
      { numRuns: 60, seed: SEED },
    );
  }, 60_000);
  const png = `\u0089PNG\r\n\u001a\n${'\u0000\ufffd\u0003\u0010IHDR\ufffd'.repeat(3000)}`;
  const deep = 10_000;
  it.each<[string, string]>([
    ['a picture', png],
    ['zeroes', '\u0000'.repeat(5000)],
    ['lists in lists', `${'['.repeat(deep)}${']'.repeat(deep)}`],
    ['lists without end', '['.repeat(deep)],
    ['objects in objects', `${'{"a":'.repeat(deep)}1${'}'.repeat(deep)}`],
    ['printed objects without end', `got ${"{'a': ".repeat(deep)}`],
    ['calls without end', `got ${'Task(a='.repeat(deep)}`],
    ['parentheses without end', `x ${'(['.repeat(deep)}`],
    ['quotes', `'"`.repeat(deep)],
    ['backslashes', `{"a":"${'\\'.repeat(2 * deep)}"}`],
    ['braces in lines', '{\n'.repeat(deep)],
    ['names in lines', '{"a":[\n'.repeat(deep)],
    ['texts that do not end', '{"a":"\n'.repeat(deep)],
    ['partial lines', '2026-01-01T00:00:00Z stdout P {"a":\n'.repeat(2000)],
    ['pieces of Docker', '{"log":"{\\"a\\":","time":"2026-01-01T00:00:00Z"}\n'.repeat(2000)],
    ['one long line', `data: {"a":"${'x'.repeat(1 << 20)}"}\n\n`],
    ['an event without end', `data: ${'x'.repeat(1 << 20)}`],
    ['events of one block', `data: {"a":1}\n`.repeat(deep)],
    ['half a pair', `{"jsonrpc":"2.0","id":1,"result":{"kind":"task","id":"\ud800","contextId":"\udc00","status":{"state":"working"}}}`],
    [
      'keys that are no keys',
      '{"__proto__":{"kind":"task"},"constructor":1,"kind":"task","id":"t","status":{"state":"working"},"toString":null}',
    ],
    ['one key twice', '{"kind":"task","kind":"task","id":"a","id":"b","contextId":"c","status":{"state":"working"}}'],
    ['fences', '```\n'.repeat(deep)],
    ['heads', 'HTTP/1.1 200 OK\n'.repeat(2000)],
    ['many words', 'a {b} [c] (d) '.repeat(deep)],
  ])('[N.6] %s: ends in a report, and soon', (_name, text) => {
    const trace = readTrace(text);
    expect(gapsOf(trace)).toEqual([]);
    expect(trace.sources.get(0)?.format).toBeDefined();
    expect(stepsOf(text)).toBeLessThan(4 * text.length + 1000);
  });
});
