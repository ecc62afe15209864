import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyCuts } from '../log/redaction.ts';
import { readTrace } from '../testing/read-trace.ts';

const url64 = (text: string): string => btoa(text).replaceAll('=', '');
const JWT = `${url64('{"alg":"HS256","typ":"JWT"}')}.${url64('{"sub":"1234567890","name":"A"}')}.a7QkVX8SpLm29xQwErTyUiOpAsDfGhJkLzXcVbNm123`;
const KEY = 'sk-proj-a7QkVX8SpLm29xQwErTyUiOpAsDfGhJk';

/** A text in pieces of some length. */
function inPieces(text: string, size: number): readonly string[] {
  return Array.from({ length: Math.ceil(text.length / size) }, (_, index) => text.slice(index * size, (index + 1) * size));
}

const appended = (text: string, index: number, taskId = 'task-1'): string =>
  JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    result: {
      kind: 'artifact-update',
      taskId,
      contextId: 'context-1',
      append: index > 0,
      artifact: { artifactId: 'artifact-1', parts: [{ kind: 'text', text }] },
    },
  });
const part = (content: string): string => JSON.stringify({ type: 'message.part', part: { content_type: 'text/plain', content } });
const delta = (content: string): string => JSON.stringify({ choices: [{ index: 0, delta: { content } }] });

/** What is left of a trace when it is cut. */
function left(text: string): string {
  const { cuts } = readTrace(text, { name: 'streams' });
  const outer = cuts.filter(({ source }) => source === 0).sort((a, b) => a.from - b.from);
  return applyCuts(text, 0, outer);
}

/** What the pieces of a trace say together. */
function said(trace: string): string {
  return Array.from(trace.matchAll(/\\*"(?:text|content)\\*":\\*"([^"\\]*)/g), (match) => match[1] ?? '').join('');
}

const CARRIERS: Readonly<Record<string, (pieces: readonly string[]) => string>> = {
  'lines of JSON': (pieces) => pieces.map((piece, index) => `${appended(piece, index)}\n`).join(''),
  'an event stream': (pieces) => pieces.map((piece, index) => `data: ${appended(piece, index)}\n\n`).join(''),
  'parts of ACP': (pieces) => pieces.map((piece) => `data: ${part(piece)}\n\n`).join(''),
  'deltas of a model': (pieces) => pieces.map((piece) => `data: ${delta(piece)}\n\n`).join(''),
  'lines of a log': (pieces) =>
    pieces.map((piece, index) => `2026-01-01T00:00:0${index % 10}Z INFO agent: received ${appended(piece, index)}\n`).join(''),
  'a HAR': (pieces) =>
    JSON.stringify({
      log: {
        version: '1.2',
        entries: [
          {
            startedDateTime: '2026-01-01T00:00:00Z',
            request: { method: 'POST', url: 'https://agent.example/', headers: [], postData: { text: '{}' } },
            response: {
              status: 200,
              headers: [],
              content: {
                mimeType: 'text/event-stream',
                text: pieces.map((piece, index) => `data: ${appended(piece, index)}\n\n`).join(''),
              },
            },
          },
        ],
      },
    }),
};

describe('[L.7] a secret that is said in pieces', () => {
  it.each(Object.entries(CARRIERS))('is cut in every piece: %s', (_carrier, write) => {
    fc.assert(
      fc.property(fc.constantFrom(JWT, KEY), fc.integer({ min: 3, max: 40 }), (secret, size) => {
        const trace = write(inPieces(`The key is ${secret} and that was it.`, size));
        const rest = said(left(trace));
        for (let at = 0; at + 8 <= secret.length; at += 1) expect(rest).not.toContain(secret.slice(at, at + 8));
        expect(rest).toContain('The key is ');
        expect(rest).toContain(' and that was it.');
      }),
      { numRuns: 25 },
    );
  });
  it('is found in its own stream, whatever other streams say between', () => {
    const [one, other] = [inPieces(`a ${JWT} b`, 7), inPieces('nothing to hide in all of this text, and much more of the same kind', 5)];
    const trace = one.map((piece, index) => `${appended(piece, index)}\n${appended(other[index] ?? '', index, 'task-2')}\n`).join('');
    expect(said(left(trace))).not.toContain(JWT.slice(40, 44));
  });
  it('is found in a stream that is longer than what is searched at once', () => {
    const trace = inPieces(`${'words and words. '.repeat(2000)}${KEY}${' and more words.'.repeat(2000)}`, 23)
      .map((piece, index) => `${appended(piece, index)}\n`)
      .join('');
    expect(said(left(trace))).toContain('words. [cut 1: api-key]');
  });
  it('is found in each of a hundred streams that are open at once', () => {
    const pieces = inPieces(`a ${KEY} b`, 9);
    const trace = pieces
      .flatMap((piece, index) => Array.from({ length: 100 }, (_, task) => `${appended(piece, index, `task-${task}`)}\n`))
      .join('');
    const rest = said(left(trace));
    for (const piece of pieces.slice(1, -2)) expect(rest).not.toContain(piece);
  });
  it('costs no word that follows on a name', () => {
    const trace = CARRIERS['lines of JSON']?.(['Enter your password:', 'Searching', ' the token=', 'next page']) ?? '';
    expect(left(trace)).toBe(trace);
  });
});
