// What holds for any text: nothing is lost, nothing throws, and how the text arrives makes no difference.
import { readFileSync, readdirSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { savedLine } from '../log/saved-form.ts';
import { gapsOf, readTrace } from '../testing/read-trace.ts';
import type { ReadTrace } from '../testing/read-trace.ts';
import { unitsLookedAt } from '../testing/counted-text.ts';
import { wounded, woundsWith } from '../testing/wounded-text.ts';

const FOLDER = new URL('../testing/fixtures/traces/', import.meta.url);
const TEXTS = readdirSync(FOLDER)
  .filter((file) => file !== 'truth.json')
  .map((file) => readFileSync(new URL(file, FOLDER), 'utf8').slice(0, 12_000));

const SAVED = [
  savedLine({ delegationInspector: 'saved', version: 1, name: 'n', settings: { stallSeconds: 30, depth: 5, retrySeconds: 10 } }),
  savedLine({
    at: 0,
    line: 'request',
    exchange: 1,
    from: 'a',
    to: 'b',
    method: 'POST',
    path: '/',
    headers: {},
    body: '{"jsonrpc":"2.0","id":1,"method":"message/stream","params":{}}',
  }),
  savedLine({ at: 10, line: 'head', exchange: 1, status: 200, headers: { 'content-type': 'text/event-stream' } }),
  savedLine({
    at: 10,
    line: 'chunk',
    exchange: 1,
    text: 'data: {"jsonrpc":"2.0","id":1,"result":{"kind":"status-update","taskId":"t","contextId":"c",',
  }),
  savedLine({ at: 20, line: 'chunk', exchange: 1, text: '"status":{"state":"working"},"final":false}}\n\n' }),
  savedLine({ at: 30, line: 'lost', exchange: 1, why: 'worker ended' }),
  savedLine({ line: 'source', source: 0, name: 'inner.sse' }),
  savedLine({ line: 'text', source: 0, text: 'data: {"kind":"message","role":"agent","messageId":"m","parts":[]}\n\n' }),
].join('');

/** A real trace, damaged at a few places. */
const damaged = fc
  .record({
    text: fc.constantFrom(...TEXTS, SAVED),
    wounds: woundsWith(['', '"', '{', '}', '\n', '\\', 'x', '\u0000', ',', ']', 'data: ', '\r\n\r\n'], {
      mostCut: 40,
      minLength: 1,
      maxLength: 4,
    }),
    end: fc.double({ min: 0.2, max: 1, noNaN: true }),
  })
  .map(({ text, wounds, end }) => wounded(text, wounds).slice(0, Math.floor(end * text.length)));

const PIECES = [
  '{',
  '}',
  '[',
  ']',
  '"',
  '\\',
  ':',
  ',',
  '\n',
  '\r',
  ' ',
  'data: ',
  '"jsonrpc"',
  '"direction":"request"',
  '"line":"chunk"',
  '{"delegationInspector":"saved"}',
  '1',
  'null',
  'é',
  '\ud800',
];
const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.json(),
  fc.array(fc.constantFrom(...PIECES), { maxLength: 40 }).map((pieces) => pieces.join('')),
);

function whatWasRead({ rows, cuts, unread, setAside, framing, sources }: ReadTrace): unknown {
  return { rows, cuts, unread, setAside, framing, sources };
}

describe('readSource', () => {
  it('[N.1] accounts for every unit of a damaged trace, inner sources included', () => {
    fc.assert(
      fc.property(damaged, (text) => {
        const trace = readTrace(text);
        for (let source = 0; source < trace.texts.length; source += 1) expect(gapsOf(trace, source)).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });
  it('[N.1] accounts for every unit of any text, and throws at none', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(gapsOf(readTrace(text))).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });
  it('[N.1] reads a text the same however it arrives', () => {
    fc.assert(
      fc.property(fc.oneof(damaged, anyText), fc.integer({ min: 1, max: 3000 }), (text, piece) => {
        expect(whatWasRead(readTrace(text, { piece }))).toEqual(whatWasRead(readTrace(text)));
      }),
      { numRuns: 60 },
    );
  });
  it('[N.2] every row that claims a value leads to one', () => {
    for (const text of [...TEXTS, SAVED]) {
      const trace = readTrace(text);
      const lost = trace.rows.filter((row) => row.kind !== 'record-unreadable' && trace.valueOf(row) === undefined);
      expect(lost).toEqual([]);
    }
  });
  it('[N.6] looks at each unit a bounded number of times, in whatever pieces it arrives', () => {
    const long = 'x'.repeat(20_000);
    const texts = [
      `{"a":"${long}`,
      `${'[1,'.repeat(3000)}`,
      `data: ${long}`,
      `{"direction":"request"}\n{"a":"${long}"}\n`.repeat(3),
      `[${'{"kind":"x"},'.repeat(2000)}`,
      `${'x,'.repeat(5000)}`,
      `[${'x,'.repeat(5000)}`,
      `{} ${'\n'.repeat(20_000)}`,
    ];
    for (const text of texts) {
      for (const piece of [1000, text.length])
        expect({ text: text.slice(0, 20), times: Math.max(40, unitsLookedAt(text, piece) / text.length) }).toEqual({
          text: text.slice(0, 20),
          times: 40,
        });
    }
  });
});
