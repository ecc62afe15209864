// The same traffic in other containers: what a trace says must not hang on what a tool put around it. Every recorded input is carried
// over into every container that keeps what it holds, and must come out with the same tasks, states, messages, errors and findings.

import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { LINE_CONTAINERS, type LoggedLine } from '../testing/containers.ts';
import { EXCHANGE_CONTAINERS, type WireCall } from '../testing/exchange-containers.ts';
import { judgeText } from '../testing/judged.ts';

const FIXTURES = new URL('../testing/fixtures/', import.meta.url);

/** Longer inputs say no more about containers. */
const LONGEST = 40_000;

interface Input {
  readonly name: string;
  readonly text: string;
}

function inputs(ending: string): readonly Input[] {
  const cases = readdirSync(new URL('cases/', FIXTURES))
    .filter((name) => /^\d/.test(name))
    .map((name) => ({ name, file: new URL(`cases/${name}/input.${ending}`, FIXTURES) }))
    .filter(({ name }) => readdirSync(new URL(`cases/${name}/`, FIXTURES)).includes(`input.${ending}`));
  const traces = readdirSync(new URL('traces/', FIXTURES))
    .filter((name) => name.endsWith(`.${ending}`) && !/-long\./.test(name))
    .map((name) => ({ name, file: new URL(`traces/${name}`, FIXTURES) }));
  const read = [...cases, ...traces].map(({ name, file }) => ({ name, text: readFileSync(file, 'utf8') }));
  return read.filter(({ text }) => text.length < LONGEST);
}

/** What is judged of how a stream ended and was framed goes with the frames. */
const FRAMING = new Set(['missing-final-event', 'unterminated-sse-frame', 'truncated-input', 'sse-malformed-frame', 'stream-gap']);

function saidOf(text: string, framed: boolean) {
  const { auditor, findings } = judgeText(text);
  const { tasks, messages, errors } = auditor.facts();
  const kept = findings.filter(({ rule }) => framed || !FRAMING.has(rule));
  return {
    tasks: [...tasks].sort((a, b) => (a.id < b.id ? -1 : 1)),
    messages,
    errors: errors.map(({ code, reason }) => `${code} ${reason ?? ''}`),
    findings: [...new Set(kept.map(({ rule, taskId, severity }) => `${rule} ${taskId ?? '-'} ${severity}`))].sort(),
  };
}

function framesOf(text: string): readonly LoggedLine[] | undefined {
  const blocks = text.split('\n\n').filter((block) => block.trim() !== '');
  const lines = blocks.map((block) => ({ text: block.replace(/^(?:event: .*\n)?data: ?/, ''), words: 'sse frame' }));
  const whole = lines.every((line) => {
    try {
      return typeof JSON.parse(line.text) === 'object';
    } catch {
      return false;
    }
  });
  return whole ? lines : undefined;
}

/** A person's paste says of no value how it crossed: streams are not told from answers in it. */
const WORDLESS = /^(?:markdown|slack|printed over lines)/;
/** All records of these lie in one value, and which of them a secret stood in is not told apart. */
const ONE_VALUE = /^(?:aws logs (?:filter|get)|azure log|datadog|loki|elasticsearch)/;

describe('lines of traffic in other containers', () => {
  const streams = inputs('sse').flatMap(({ name, text }) => {
    const lines = framesOf(text);
    return lines ? [{ name, text, lines }] : [];
  });
  const loose = inputs('ndjson').map(({ name, text }) => ({
    name,
    text,
    lines: text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => ({ text: line, words: '' })),
  }));
  const expected = new Map([...streams, ...loose].map(({ name, text }) => [name, saidOf(text, false)]));

  it('carries over streams and loose lines', () => {
    expect([streams.length, loose.length]).toEqual([expect.toSatisfy((n: number) => n > 10), expect.toSatisfy((n: number) => n > 15)]);
  });

  it.each(LINE_CONTAINERS.filter(({ name }) => !WORDLESS.test(name)))(
    '[N.13] [N.14] $name says what the lines say',
    ({ name: container, wrap }) => {
      for (const { name, lines } of [...streams, ...loose]) {
        if (ONE_VALUE.test(container) && name.includes('-push.')) continue;
        expect({ name, ...saidOf(wrap(lines), false) }).toEqual({ name, ...expected.get(name) });
      }
    },
    60_000,
  );

  it.each(LINE_CONTAINERS.filter(({ name }) => WORDLESS.test(name)))(
    '[N.12] $name says of tasks and messages what the lines say',
    ({ wrap }) => {
      for (const { name, lines } of [...streams, ...loose.filter((each) => !/push-arrives/.test(each.name))]) {
        const { tasks, messages, errors } = saidOf(wrap(lines), false);
        const known = expected.get(name);
        const states = (list: typeof tasks | undefined) => list?.map(({ id, states, final }) => ({ id, states, final }));
        expect({ name, tasks: states(tasks), messages, errors }).toEqual({
          name,
          tasks: states(known?.tasks),
          messages: known?.messages,
          errors: known?.errors,
        });
      }
    },
    60_000,
  );
});

interface HarEntry {
  readonly startedDateTime: string;
  readonly time: number;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: Named;
    readonly postData?: { readonly text?: string };
  };
  readonly response: {
    readonly status: number;
    readonly statusText: string;
    readonly headers: Named;
    readonly content: { readonly text?: string };
  };
}
type Named = readonly { readonly name: string; readonly value: string }[];

/** The calls of a HAR, if all its bodies were kept. */
function callsOf(text: string): readonly WireCall[] | undefined {
  const { entries } = (JSON.parse(text) as { readonly log: { readonly entries: readonly HarEntry[] } }).log;
  if (entries.some(({ response }) => response.content.text === undefined)) return undefined;
  return entries.map(({ startedDateTime, time, request, response }) => {
    const answer = response.content.text ?? '';
    const answerHeaders = headersOf(response.headers);
    const type = answer.startsWith('data:') ? 'text/event-stream' : 'application/json';
    return {
      method: request.method,
      url: request.url,
      headers: headersOf(request.headers),
      body: request.postData?.text ?? '',
      status: response.status,
      statusText: response.statusText,
      answerHeaders: { 'content-type': type, ...answerHeaders },
      answer,
      started: startedDateTime,
      took: time,
    };
  });
}

function headersOf(headers: Named): Readonly<Record<string, string>> {
  const kept = headers.filter(({ name }) => !/^(?:content-length|transfer-encoding)$/i.test(name));
  return Object.fromEntries(kept.map(({ name, value }) => [name.toLowerCase(), value]));
}

/** Calls that overlapped stand one after the other in these; garbled text is repaired in a HAR alone; an empty stream shows nothing. */
const NOT_SEQUENTIAL = /^014|-parts\.har$/;
const EMPTY_STREAM = /^041/;

describe('exchanges in other containers', () => {
  const known = inputs('har').flatMap(({ name, text }) => {
    const calls = callsOf(text);
    return calls ? [{ name, calls, expected: saidOf(text, true) }] : [];
  });

  it.each(EXCHANGE_CONTAINERS)(
    '[N.20] $name says what the exchanges say',
    ({ name: container, format, wrap }) => {
      for (const { name, calls, expected } of known) {
        if (format !== 'har' && (NOT_SEQUENTIAL.test(name) || EMPTY_STREAM.test(name))) continue;
        // Without its status an error that is no JSON-RPC shows none.
        if (container === 'curl -s' && /^068/.test(name)) continue;
        expect({ name, ...saidOf(wrap(calls), true) }).toEqual({ name, ...expected });
      }
    },
    60_000,
  );
});
