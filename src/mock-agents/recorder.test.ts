import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_SETTINGS, type RecordedLine, type SavedHeader } from '../model/log/saved-form.ts';
import { SANCTIONS_CARD } from './lessons/cast.ts';
import { createRecorder } from './recorder.ts';

const header: SavedHeader = { delegationInspector: 'saved', version: 2, name: 'a test', settings: DEFAULT_SETTINGS };

function recorded(...lines: readonly RecordedLine[]): readonly unknown[] {
  let text = '';
  const record = createRecorder(header, (piece) => (text += piece));
  for (const line of lines) record(line);
  expect(text.endsWith('\n')).toBe(true);
  return text
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => JSON.parse(line) as unknown);
}

describe('the recorder', () => {
  it('[L.7] cuts secrets from headers, bodies and chunks, and equal ones get equal placeholders', () => {
    const config = JSON.stringify({ pushNotificationConfig: { url: 'https://a.example', token: 's3cret' } });
    const request = { at: 0, line: 'request', exchange: 1, from: 'a', to: 'b', method: 'POST', path: '/' } as const;
    const lines = recorded(
      { ...request, headers: { authorization: 'Bearer abc', accept: '*/*' }, body: config },
      { at: 1, line: 'chunk', exchange: 1, text: `data: ${config}\n\n` },
      { at: 2, line: 'response', exchange: 1, status: 200, headers: { 'set-cookie': 'id=1' }, body: config },
    );
    const text = JSON.stringify(lines);
    expect(text).not.toContain('s3cret');
    expect(text).not.toContain('abc');
    expect(text).not.toContain('id=1');
    const numbers = [...text.matchAll(/\[cut (\d+): token\]/g)].map(([, number]) => number);
    expect(new Set(numbers).size).toBe(1);
    expect(numbers).toHaveLength(3);
  });

  it('[L.7] cuts secrets from words of an agent that a fact repeats', () => {
    const text = 'Take Authorization: Bearer abcdefghijklmnop';
    const [cut, plain] = recorded(
      { at: 0, line: 'fact', by: 'a', fact: { kind: 'status-stored', taskId: 't', contextId: 'c', state: 'working', tick: 1, text } },
      { at: 0, line: 'fact', by: 'a', fact: { kind: 'status-stored', taskId: 't', contextId: 'c', state: 'completed', tick: 2 } },
    );
    expect(JSON.stringify(cut)).toMatch(/"text":"Take Authorization: Bearer \[cut 1: [a-z-]+\]"/);
    expect(plain).toMatchObject({ fact: { tick: 2 } });
    const why = `throw: ${text}`;
    const [ended, logged] = recorded(
      { at: 0, line: 'fact', by: 'a', fact: { kind: 'worker-ended', agent: 'a', why } },
      { at: 0, line: 'fact', by: 'a', fact: { kind: 'step-logged', step: 's', status: 'OK', detail: text } },
    );
    expect(JSON.stringify([ended, logged])).not.toContain('abcdefghijklmnop');
  });

  it('[L.7] cuts a secret that is torn apart between chunks, and tells the time at which the event was whole', () => {
    const event = `data: ${JSON.stringify({ pushNotificationConfig: { url: 'u', token: 's3cret' } })}\n\n`;
    const at = event.indexOf('s3cret') + 3;
    const chunk = (time: number, exchange: number, text: string): RecordedLine => ({ at: time, line: 'chunk', exchange, text });
    const lines = recorded(
      chunk(1, 1, event.slice(0, at)),
      chunk(2, 2, 'data: {}\r\n'),
      chunk(3, 1, event.slice(at, -1)),
      chunk(4, 2, '\r\n'),
      chunk(5, 1, '\n: next'),
      chunk(6, 1, `\n\n${event.slice(0, at)}`),
      chunk(7, 3, ': nothing ends here'),
      { at: 8, line: 'lost', exchange: 1, why: 'connection lost' },
      { at: 9, line: 'episode-ended', end: 'done', open: [], turns: 1 },
    );
    expect(lines).toEqual([
      chunk(4, 2, 'data: {}\r\n\r\n'),
      chunk(5, 1, event.replace('s3cret', '[cut 1: token]')),
      chunk(6, 1, ': next\n\n'),
      chunk(6, 1, event.slice(0, at).replace('s3c', '[cut 2: token]')),
      { at: 8, line: 'lost', exchange: 1, why: 'connection lost' },
      chunk(7, 3, ': nothing ends here'),
      { at: 9, line: 'episode-ended', end: 'done', open: [], turns: 1 },
    ]);
  });

  it('[L.6] leaves everything else as it crossed', () => {
    const lines: readonly RecordedLine[] = [
      { at: 1, line: 'head', exchange: 1, status: 200, headers: { 'content-type': 'text/event-stream' } },
      { at: 2, line: 'chunk', exchange: 1, text: 'data: {"ä":"\\u2028"}\n\n' },
      { at: 3, line: 'end', exchange: 1 },
      { at: 4, line: 'lost', exchange: 2, why: 'connection lost' },
      { at: 5, line: 'hung-up', exchange: 3 },
      { at: 6, line: 'fact', by: 'a', fact: { kind: 'cards-ranked', names: ['b'] } },
      { at: 7, line: 'episode-ended', end: 'done', open: [], turns: 1 },
    ];
    expect(recorded(...lines)).toEqual(lines);
  });

  it('[L.7] cuts a secret wherever its stream is split', () => {
    // Letters that nothing else in the recording has: not one of them may be left.
    const secret = fc.string({ unit: fc.constantFrom(...'ЖЩЫЭЮЯ'), minLength: 1, maxLength: 40 });
    const long = secret.map((piece) => piece.repeat(Math.ceil(20_000 / piece.length)));
    const stream = fc
      .tuple(fc.oneof({ weight: 9, arbitrary: secret }, { weight: 1, arbitrary: long }), fc.boolean(), fc.boolean())
      .map(([token, urlFirst, framed]) => {
        const config = urlFirst ? { url: 'https://a.example', token } : { token, url: 'https://a.example' };
        const text = JSON.stringify({ result: { taskId: 't', pushNotificationConfig: config } });
        return framed ? `data: {"a":1}\n\ndata: ${text}\n\ndata: {"b":2}\n\n` : text;
      });
    const places = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 12 });
    fc.assert(
      fc.property(stream, places, (text, shares) => {
        const ends = [...shares.map((share) => Math.floor(share * text.length)), text.length].sort((a, b) => a - b);
        const chunks = ends.map(
          (end, index): RecordedLine => ({ at: 1, line: 'chunk', exchange: 1, text: text.slice(ends[index - 1] ?? 0, end) }),
        );
        const written = JSON.stringify(recorded(...chunks, { at: 2, line: 'end', exchange: 1 }));
        expect(written).not.toMatch(/[ЖЩЫЭЮЯ]/);
      }),
      { numRuns: 300 },
    );
  });

  it('[L.6] writes a stream without secrets as it came, wherever it is split', () => {
    const text = 'data: {"url":"https://a.example","state":"working"}\n\ndata: {"tokens":3}\n\n';
    for (let at = 0; at <= text.length; at++) {
      const pieces = [text.slice(0, at), text.slice(at)].map((piece): RecordedLine => ({ at: 1, line: 'chunk', exchange: 1, text: piece }));
      const written = recorded(...pieces, { at: 2, line: 'end', exchange: 1 }) as readonly { readonly text?: string }[];
      expect(written.map((line) => line.text ?? '').join('')).toBe(text);
    }
  });

  it("[E.11] says of a card that it is its own agent's word", () => {
    const fact = { kind: 'card-published', card: SANCTIONS_CARD } as const;
    expect(recorded({ at: 0, line: 'fact', by: 'payments-investigator', fact })).toEqual([
      { at: 0, line: 'fact', by: SANCTIONS_CARD.name, fact },
    ]);
  });
});
