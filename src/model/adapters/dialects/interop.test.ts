// The bodies of the small REST protocol, both ways: what is written is read as it was, and what is read is written as it was.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../base/json.ts';
import { INTEROP_STATES, type InteropCard, type InteropCreate, type InteropEvent, type InteropTask } from '../../protocol/interop.ts';
import { TASK_STATES } from '../../protocol/task.ts';
import { arbitraryTask, PROPERTY } from '../../testing/arbitraries.ts';
import {
  decodeInteropCancel,
  decodeInteropCard,
  decodeInteropCreate,
  decodeInteropEvent,
  decodeInteropInput,
  decodeInteropTask,
} from './interop.ts';
import { encodeInteropCard } from './interop-card.ts';
import { encodeInteropCancel, encodeInteropCreate, encodeInteropEvent, encodeInteropInput, encodeInteropTask } from './interop-encode.ts';
import { INTEROP_WORD, stateOfInteropWord } from './interop-words.ts';

const text = fc.string({ unit: 'grapheme', maxLength: 12 });
const id = fc.string({ minLength: 1, maxLength: 12 });
const at = fc.date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true }).map((date) => date.toISOString());
const data: fc.Arbitrary<Json> = fc.jsonValue({ maxDepth: 2 }).map((value) => JSON.parse(JSON.stringify(value)) as Json);
const metadata = fc.dictionary(fc.constantFrom('a', 'skill', 'constructor', 'b c'), data, { maxKeys: 3 });
const part = fc.oneof(fc.record({ kind: fc.constant('text' as const), text }), fc.record({ kind: fc.constant('data' as const), data }));
const parts = fc.array(part, { maxLength: 3 });
const state = fc.constantFrom(...INTEROP_STATES);
const some = { requiredKeys: [] as never[] };

const arbitraryBody: fc.Arbitrary<InteropTask> = fc
  .tuple(
    fc.record({
      id,
      skill: text,
      messages: fc.array(fc.record({ role: fc.constantFrom('user' as const, 'agent' as const), parts }), { maxLength: 3 }),
      artifacts: fc.array(
        fc
          .tuple(fc.record({ id: text, name: text, parts }), fc.record({ description: id, metadata }, some))
          .map(([needed, more]) => ({ ...needed, ...more })),
        { maxLength: 3 },
      ),
      created_at: at,
    }),
    fc.record({ client_ref: text, last_progress_at: at, metadata }, some),
    fc.tuple(fc.record({ state, at }), fc.record({ message: id }, some)),
  )
  .map(([needed, more, [status, said]]) => ({ ...needed, ...more, status: { ...status, ...said } }));

const arbitraryEvent: fc.Arbitrary<InteropEvent> = fc
  .tuple(fc.record({ task_id: id, seq: fc.integer({ min: 1 }), state, at }), fc.record({ message: id, last_progress_at: at }, some))
  .map(([needed, more]) => ({ ...needed, ...more }));

const arbitraryCreate: fc.Arbitrary<InteropCreate> = fc
  .tuple(fc.record({ skill: text, input: parts }), fc.record({ client_ref: id, metadata }, some))
  .map(([needed, more]) => ({ ...needed, ...more }));

const arbitraryInteropCard: fc.Arbitrary<InteropCard> = fc
  .tuple(
    fc.record({
      protocol: fc.constant('interop' as const),
      name: text,
      framework: text,
      description: text,
      version: text,
      url: text,
      skills: fc.array(fc.record({ id: text, description: text, tags: fc.array(text, { maxLength: 2 }) }), { maxLength: 3 }),
      auth: fc.record({ schemes: fc.array(text, { maxLength: 2 }) }),
    }),
    fc.record({ heartbeat: fc.constant(true), signatures: fc.array(fc.record({ signature: text }), { minLength: 1, maxLength: 2 }) }, some),
  )
  .map(([needed, more]) => ({ ...needed, ...more }));

/** A body as it crosses, and back. */
const crossed = (body: object): Json => JSON.parse(JSON.stringify(body)) as Json;
function valueOf<T>(read: { readonly ok: true; readonly value: T } | { readonly ok: false; readonly issues: unknown }): T {
  if (!read.ok) throw new Error(JSON.stringify(read.issues));
  return read.value;
}

describe('[I.1] a body that is read and written again is the body', () => {
  const property = <T extends object>(arbitrary: fc.Arbitrary<T>, again: (body: Json) => object) =>
    fc.assert(
      fc.property(arbitrary, (body) => {
        expect(crossed(again(crossed(body)))).toEqual(crossed(body));
      }),
      PROPERTY,
    );

  it('a task', () => {
    property(arbitraryBody, (body) => {
      const { task, facts } = valueOf(decodeInteropTask(body));
      return encodeInteropTask(task, facts, task.status.timestamp ?? '');
    });
  });
  it('a frame', () => {
    property(arbitraryEvent, (body) => {
      const { update, seq, lastProgressAt } = valueOf(decodeInteropEvent(body));
      return encodeInteropEvent(update.taskId, update.status, { seq, at: update.status.timestamp ?? '', lastProgressAt });
    });
  });
  it('a create', () => property(arbitraryCreate, (body) => encodeInteropCreate(valueOf(decodeInteropCreate(body)))));
  it('an input', () => {
    property(fc.record({ input: parts }), (body) => encodeInteropInput(valueOf(decodeInteropInput(body))));
  });
  it('a cancel', () => {
    property(fc.record({ reason: text }, some), (body) => encodeInteropCancel(valueOf(decodeInteropCancel(body))));
  });
  it('a card', () => {
    property(arbitraryInteropCard, (body) => {
      const { card, facts } = valueOf(decodeInteropCard(body));
      return encodeInteropCard(card, facts);
    });
  });
});

describe('[I.2] the states', () => {
  it('are those of ours, one word each', () => {
    expect(Object.keys(INTEROP_WORD).sort()).toEqual([...TASK_STATES].sort());
    expect(TASK_STATES.map((word) => INTEROP_WORD[word])).toEqual([...INTEROP_STATES]);
    for (const word of TASK_STATES) expect(stateOfInteropWord(INTEROP_WORD[word])).toBe(word);
    for (const odd of ['input-required', 'cancelled', 'unknown', 'WORKING', 'toString', '', 3, undefined]) {
      expect(stateOfInteropWord(odd)).toBeUndefined();
    }
  });
});

describe('[I.3] a task of ours', () => {
  it('keeps all but what is declared', () => {
    const facts = { skill: 's', createdAt: '2026-01-01T00:00:00.000Z' };
    fc.assert(
      fc.property(arbitraryTask, (task) => {
        const body = crossed(encodeInteropTask({ ...task, taskId: `t${task.taskId}` }, facts, '2026-01-01T00:00:01.000Z'));
        const back = valueOf(decodeInteropTask(body)).task;
        const plain = (given: typeof task.artifacts) =>
          Array.from(given, ({ parts: all, ...rest }) => ({
            ...rest,
            parts: all
              .filter(({ kind }) => kind !== 'file')
              .map(({ kind, text: words, data: value }) => ({ kind, text: words, data: value })),
          }));
        expect(back.taskId).toBe(`t${task.taskId}`);
        expect(back.status.state).toBe(task.status.state);
        expect(back.delegationChain).toEqual(task.delegationChain);
        expect(crossed(plain(back.artifacts))).toEqual(crossed(plain(task.artifacts)));
        expect(Array.from(back.history, ({ role }) => role)).toEqual(Array.from(task.history, ({ role }) => role));
      }),
      PROPERTY,
    );
  });
});

describe('[I.1] a body that is at fault', () => {
  const task = {
    id: 't',
    skill: 's',
    status: { state: 'working', at: '2026-01-01T00:00:00Z' },
    messages: [],
    artifacts: [],
    created_at: '2026-01-01T00:00:00Z',
  };

  it.each<readonly [string, object]>([
    ['id', { id: '' }],
    ['id', { id: 7 }],
    ['skill', { skill: null }],
    ['status', { status: 'working' }],
    ['status.state', { status: { at: task.created_at } }],
    ['status.at', { status: { state: 'working' } }],
    ['status.at', { status: { state: 'working', at: 'yesterday' } }],
    ['messages', { messages: null }],
    ['messages[0].role', { messages: [{ role: 'system', parts: [] }] }],
    ['messages[0].parts[0].kind', { messages: [{ role: 'user', parts: [{ text: 'x' }] }] }],
    ['artifacts[0].id', { artifacts: [{ name: 'n', parts: [] }] }],
    ['artifacts[0].parts[0].data', { artifacts: [{ id: 'a', name: 'n', parts: [{ kind: 'data' }] }] }],
    ['created_at', { created_at: null }],
    ['last_progress_at', { last_progress_at: 12 }],
  ])('says where: %s', (path, damage) => {
    const read = decodeInteropTask(crossed({ ...task, ...damage }));
    expect(read.ok).toBe(false);
    expect(read.issues.map((issue) => issue.path)).toContain(path);
  });

  it('is refused, whatever it is', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 3 }), (value) => {
        const given = crossed([value]) as readonly Json[];
        for (const decode of [decodeInteropTask, decodeInteropEvent, decodeInteropCreate, decodeInteropCard]) {
          expect(decode(given[0] ?? null).ok).toBe(false);
        }
      }),
      PROPERTY,
    );
  });
});
