import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isJsonObject, type Json } from '../../base/json.ts';
import { TASK_STATES } from '../../protocol/task.ts';
import type { ObserveHint } from '../observation.ts';
import { observePlain } from './fast-observe.ts';
import { observeWhole } from './observe.ts';

const text = fc.constantFrom('', 'a', 'Z', '2026-01-05T08:00:00Z', '2026-01-05T08:00:00', 'agent', 'task');
/** Mostly what belongs there, and now and then something else. */
const or = (usual: fc.Arbitrary<Json>): fc.Arbitrary<Json> =>
  fc.oneof({ arbitrary: usual, weight: 30 }, { arbitrary: fc.constantFrom<Json>(null, 3, '', [], {}, true, 'x', { a: 1 }), weight: 1 });
/** An object with these members, some of the optional ones left out and now and then a stranger among them. */
function wire(required: Record<string, fc.Arbitrary<Json>>, optional: Record<string, fc.Arbitrary<Json>> = {}): fc.Arbitrary<Json> {
  const members = Object.fromEntries(Object.entries({ ...required, ...optional }).map(([key, value]) => [key, or(value)]));
  const whole = fc.record(members, { requiredKeys: Object.keys(required) }) as fc.Arbitrary<{ readonly [key: string]: Json }>;
  const strangers = fc.constantFrom(
    'extensions',
    'context_id',
    'metadata',
    'kind',
    'type',
    'root',
    'content',
    'artifacts',
    'id',
    'sessionId',
    'url',
  );
  const broken = fc.tuple(whole, strangers, or(text), fc.boolean()).map(([value, key, given, isDropped]) => {
    if (!isDropped) return { ...value, [key]: given };
    const [first = '', ...rest] = Object.entries(value);
    return Object.fromEntries(first === '' ? [] : rest);
  });
  return fc.oneof({ arbitrary: whole, weight: 12 }, { arbitrary: broken, weight: 1 });
}
const list = (item: fc.Arbitrary<Json>, minLength = 0): fc.Arbitrary<Json> => fc.array(item, { minLength, maxLength: 2 });
const object = fc.constantFrom<Json>({}, { a: 1 }, { data: { b: 2 } });
const flag = fc.boolean() as fc.Arbitrary<Json>;

const oldPart = fc.oneof(
  wire({ kind: fc.constant('text'), text }),
  wire({ kind: fc.constant('data'), data: object }),
  wire({ kind: fc.constant('file'), file: wire({ uri: text }, { bytes: text, mimeType: text, name: text }) }),
);
const newPart = fc.oneof(
  wire({ text }, { mediaType: text, filename: text }),
  wire({ data: object }, { mediaType: text }),
  wire({ url: text }, { mediaType: text, filename: text, raw: text }),
  wire({ raw: text }),
);
function nouns(modern: boolean) {
  const kind = (word: string): Record<string, fc.Arbitrary<Json>> => (modern ? {} : { kind: fc.constant(word) });
  const parts = list(modern ? newPart : oldPart, 1);
  const role = modern ? fc.constantFrom('ROLE_AGENT', 'ROLE_USER') : fc.constantFrom('agent', 'user');
  const state = fc
    .constantFrom(...TASK_STATES, 'cancelled', 'unknown')
    .map((word) => (modern ? `TASK_STATE_${word.toUpperCase().replace('-', '_')}` : word));
  const message = wire({ ...kind('message'), messageId: text, role, parts }, { taskId: text, contextId: text, metadata: object });
  const artifact = wire({ artifactId: text, parts }, { name: text, description: text, metadata: object });
  const status = wire({ state }, { message, timestamp: text });
  const final: Record<string, fc.Arbitrary<Json>> = modern ? {} : { final: flag };
  return {
    message,
    task: wire({ ...kind('task'), id: text, contextId: text, status }, { history: list(message), artifacts: list(artifact) }),
    statusUpdate: wire({ ...kind('status-update'), taskId: text, contextId: text, status, ...final }, { metadata: object }),
    artifactUpdate: wire({ ...kind('artifact-update'), taskId: text, contextId: text, artifact }, { append: flag, lastChunk: flag }),
  };
}
const old = nouns(false);
const modern = nouns(true);
const rpcId = fc.constantFrom<Json>('rpc-1', 7, '', null);
const answer = (result: fc.Arbitrary<Json>): fc.Arbitrary<Json> => wire({ jsonrpc: fc.constant('2.0'), id: rpcId, result });
const request = (method: string, message: fc.Arbitrary<Json>): fc.Arbitrary<Json> =>
  wire({ jsonrpc: fc.constant('2.0'), id: rpcId, method: fc.constant(method), params: wire({ message }) });
const traffic: fc.Arbitrary<Json> = fc.oneof(
  ...Object.values(old).map(answer),
  ...Object.entries(modern).map(([name, noun]) => answer(wire({ [name]: noun }))),
  request('message/send', old.message),
  request('message/stream', old.message),
  request('SendMessage', modern.message),
  request('SendStreamingMessage', modern.message),
  request('SendMessage', old.message),
  request('tasks/get', old.message),
);
const hints = fc.constantFrom<ObserveHint>(
  {},
  { direction: 'event' },
  { direction: 'response', version: '1.0' },
  { version: '0.3', binding: 'rest', method: 'POST', path: '/v1/message:send' },
  { version: '0.2' },
  { headers: { 'a2a-version': '1.0' }, direction: 'request' },
);

function sameAsWhole(value: Json, hint: ObserveHint): boolean {
  const plain = observePlain(value, hint);
  if (!plain) return false;
  const { wellFormed, ...rest } = plain;
  expect(wellFormed).toBe(true);
  expect(rest).toStrictEqual(observeWhole(value, hint));
  return true;
}

describe('observePlain', () => {
  it('[X.6] says what the general way says, of every value that it takes', () => {
    let taken = 0;
    fc.assert(
      fc.property(traffic, hints, (value, hint) => {
        if (sameAsWhole(value, hint)) taken += 1;
      }),
      { numRuns: 5_000 },
    );
    expect(taken).toBeGreaterThan(400);
  });

  it('[X.6] says of every value in the traces what the general way says', () => {
    const folder = new URL('../../testing/fixtures/traces/', import.meta.url);
    let taken = 0;
    const look = (value: Json): void => {
      if (sameAsWhole(value, {})) taken += 1;
      if (Array.isArray(value)) (value as readonly Json[]).forEach(look);
      else if (isJsonObject(value)) Object.values(value).forEach(look);
    };
    for (const file of readdirSync(folder)) {
      for (const line of readFileSync(new URL(file, folder), 'utf8').split('\n')) {
        const start = line.search(/[{[]/);
        if (start < 0) continue;
        try {
          look(JSON.parse(line.slice(start)) as Json);
        } catch {
          // A line of something longer, or of no JSON.
        }
      }
    }
    expect(taken).toBeGreaterThan(500);
  });

  it('[X.6] leaves to the general way what it is not sure of', () => {
    const ids = { taskId: 't', contextId: 'c' };
    const update = { kind: 'status-update', ...ids, status: { state: 'working' }, final: false };
    const ask = (result: Json): unknown => observePlain({ jsonrpc: '2.0', id: 1, result }, {});
    expect(ask(update)).toBeDefined();
    for (const broken of [
      { ...update, final: undefined as unknown as Json },
      { ...update, status: { state: 'cancelled' } },
      { ...update, status: { state: 'working', timestamp: '2026-01-05T08:00:00' } },
      { ...update, context_id: 'c' },
      { statusUpdate: update },
      { kind: 'artifact-update', ...ids, artifact: { artifactId: 'a', parts: [] } },
    ]) {
      expect(ask(broken)).toBeUndefined();
    }
    expect(observePlain({ jsonrpc: '2.0', id: 1, result: update }, { version: '0.2' })).toBeUndefined();
    expect(observePlain(update, {})).toBeUndefined();
  });
});
