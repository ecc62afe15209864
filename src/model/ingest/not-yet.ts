// What is recognised and not read yet. It is unread and not set aside (SPEC.md N.8): it may well hold agent traffic, so nobody
// may take it for looked through. The reason says what it is, how much of it there is, and what a person can do instead.

import { isJsonObject, member, parseJson, type Json } from '../base/json.ts';

/** The words of `Said.looksLike` and of the formats that are recognised only. */
export type NotYet = 'otlp' | 'jaeger' | 'curl';

interface Recognisable {
  readonly is: string;
  /** What it consists of, one and several. */
  readonly of: readonly [one: string, several: string];
  readonly reads: string;
  readonly instead: string;
  readonly count: (value: Json) => number;
}

const SAVE_BODIES = 'Save the bodies as .sse or .ndjson and open those.';
const SAVE_WIRE = 'Save what crossed between the agents as .sse or .ndjson and open that.';

const RECOGNISED: Readonly<Record<NotYet, Recognisable>> = {
  otlp: {
    is: 'OTLP',
    of: ['span', 'spans'],
    reads: 'OTLP',
    instead: SAVE_WIRE,
    count: (value) => sum(listIn(value, 'resourceSpans', 'resource_spans'), spansOfResource),
  },
  jaeger: {
    is: 'a Jaeger download',
    of: ['span', 'spans'],
    reads: 'Jaeger downloads',
    instead: SAVE_WIRE,
    count: (value) => sum(listIn(value, 'data'), (trace) => listIn(trace, 'spans').length),
  },
  curl: { is: 'an HTTP transcript', of: ['request', 'requests'], reads: 'transcripts', instead: SAVE_BODIES, count: () => 0 },
};

/** Whether a word names something that is recognised and not read yet. */
export function isNotYet(word: string | undefined): word is NotYet {
  return word !== undefined && Object.hasOwn(RECOGNISED, word);
}

/** The reason. `count` is left out where nobody has counted. */
export function notYetReason(what: NotYet, count?: number): string {
  const { is, of, reads, instead } = RECOGNISED[what];
  const size = count === undefined ? '' : ` of ${count} ${count === 1 ? of[0] : of[1]}`;
  return `This is ${is}${size}; this page does not read ${reads} yet. ${instead}`;
}

/** A text of more units than this is not counted: only its reason would profit. */
const MOST_UNITS = 1 << 24;

/** How much a text holds, a document or one document a line; undefined where it is too long or broken. */
export function countIn(what: NotYet, text: string): number | undefined {
  if (text.length > MOST_UNITS) return undefined;
  if (what === 'curl') return text.match(/^> [A-Z]+ \S+ HTTP\//gm)?.length;
  const { count } = RECOGNISED[what];
  const whole = parseJson(text);
  if (whole.ok) return count(whole.value);
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const read = lines.map(parseJson);
  return read.every((line) => line.ok) ? sum(read, (line) => count(line.value)) : undefined;
}

function sum<T>(items: readonly T[], of: (item: T) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}

/** The first of the named members that is a list. */
function listIn(value: Json | undefined, ...names: readonly string[]): readonly Json[] {
  const found = isJsonObject(value) ? names.map((name) => member(value, name)).find(Array.isArray) : undefined;
  return (found as readonly Json[] | undefined) ?? [];
}

function spansOfResource(resource: Json): number {
  const scopes = listIn(resource, 'scopeSpans', 'scope_spans', 'instrumentationLibrarySpans');
  return sum(scopes, (scope) => listIn(scope, 'spans').length);
}
