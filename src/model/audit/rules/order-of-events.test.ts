import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../base/json.ts';
import { answered, lines, ruled, sse, v03, v10, wire } from '../../testing/small-traces.ts';
import { ORDER_RULES } from './order-of-events.ts';

const judge = (text: string) => ruled(ORDER_RULES, text);
const said = (text: string): readonly string[] => judge(text).said;
const stream = (...results: readonly JsonObject[]): string => sse(...results.map((result) => answered(1, result)));

describe('[J.32] out-of-order-events: status times run backwards', () => {
  it('in one stream: error in 1.0, warning in 0.3', () => {
    expect(
      said(stream(v10.task('t', 'submitted', { at: 0 }), v10.update('t', 'completed', { at: 5 }), v10.update('t', 'working', { at: 2 }))),
    ).toEqual(['out-of-order-events t error']);
    expect(
      said(
        stream(v03.task('t', 'submitted', { at: 0 }), v03.update('t', 'input-required', { at: 5 }), v03.update('t', 'working', { at: 2 })),
      ),
    ).toEqual(['out-of-order-events t warning']);
  });
  it('among repeats of one state', () => {
    const updates = [1, 2, 4, 3, 5].map((seconds) => v10.update('t', 'working', { at: seconds }));
    expect(said(stream(v10.task('t', 'submitted', { at: 0 }), ...updates))).toEqual(['out-of-order-events t error']);
  });
  it('in the arrival of deliveries: a warning in every version', () => {
    expect(said(lines(v10.update('t', 'completed', { at: 5 }), v10.update('t', 'working', { at: 2 })))).toEqual([
      'out-of-order-events t warning',
    ]);
    expect(said(lines(v03.task('t', 'completed', { at: 5 }), v03.task('t', 'working', { at: 2 })))).toEqual([
      'out-of-order-events t warning',
    ]);
  });
  it('not for equal times, other spellings of an instant, or a delivery made twice', () => {
    const zoned = {
      ...v10.update('t', 'completed'),
      statusUpdate: { taskId: 't', contextId: 'c-t', status: { state: 'TASK_STATE_COMPLETED', timestamp: '2026-03-13T10:00:03.5+01:00' } },
    };
    expect(said(stream(v10.task('t', 'working', { at: 3.5 }), zoned))).toEqual([]);
    const seconds = {
      ...v10.update('t', 'working'),
      statusUpdate: { taskId: 't', contextId: 'c-t', status: { state: 'TASK_STATE_WORKING', timestamp: '2026-03-13T09:00:00Z' } },
    };
    expect(said(stream(seconds, v10.update('t', 'completed', { at: 0.1 })))).toEqual([]);
    const working = v10.update('t', 'working', { at: 2 });
    expect(judge(lines(working, v10.update('t', 'completed', { at: 5 }), working))).toMatchObject({
      said: [],
      passed: ['out-of-order-events t'],
    });
  });
  it('not for deliveries that an export has sorted newest first', () => {
    const three = [v10.update('t', 'completed', { at: 5 }), v10.update('t', 'working', { at: 2 }), v10.update('t', 'submitted', { at: 0 })];
    expect(judge(lines(...three))).toMatchObject({ said: [], passed: ['out-of-order-events -'] });
    expect(said(lines(...three.toReversed()))).toEqual([]);
    expect(said(lines(three[2] ?? {}, three[0] ?? {}, three[1] ?? {}))).toEqual(['out-of-order-events t warning']);
  });
  it('not for repeats that were counted together, with other frames between them', () => {
    const woven = [1, 2, 3].flatMap((seconds) => [
      v10.update('t', 'working', { at: seconds }),
      v10.update('u', 'working', { at: seconds }),
    ]);
    expect(said(stream(...woven))).toEqual([]);
    const message = { message: { messageId: 'a', role: 'ROLE_AGENT', parts: [{ text: 'x' }] } };
    expect(said(stream(v10.update('t', 'working', { at: 1 }), message, v10.update('t', 'working', { at: 2 })))).toEqual([]);
  });
  it('not between tasks, nor between a stream and a read', () => {
    expect(said(stream(v10.update('t', 'working', { at: 5 }), v10.update('u', 'working', { at: 2 })))).toEqual([]);
    const text = lines(
      wire.ask(1, 0, 'message/stream', { message: v03.message('m') }),
      wire.event(1, 1, v03.task('t', 'working', { at: 5 })),
      wire.ask(2, 2, 'tasks/get', { id: 't' }),
      wire.answer(2, 3, answered(2, v03.task('t', 'submitted', { at: 1 }))),
    );
    expect(said(text)).toEqual([]);
  });
  it('a 0.3 subscription may begin with the task as it is and tell what was before', () => {
    const subscribed = (first: JsonObject, second: JsonObject, method: string) =>
      lines(wire.ask(1, 0, method, { id: 't' }), wire.event(1, 1, first), wire.event(1, 2, second), wire.end(1, 3));
    expect(
      judge(subscribed(v03.task('t', 'working', { at: 5 }), v03.update('t', 'submitted', { at: 2 }), 'tasks/resubscribe')),
    ).toMatchObject({
      said: [],
      passed: ['out-of-order-events t'],
    });
    expect(said(subscribed(v10.task('t', 'working', { at: 5 }), v10.update('t', 'submitted', { at: 2 }), 'SubscribeToTask'))).toEqual([
      'out-of-order-events t error',
    ]);
  });
});

describe('[J.33] out-of-order-events: two streams of one task', () => {
  const two = (others: readonly JsonObject[]) => {
    const events = [
      v10.update('t', 'working', { says: 'one' }),
      v10.update('t', 'working', { says: 'two' }),
      v10.update('t', 'completed', { says: 'three' }),
    ];
    return lines(
      wire.ask(1, 0, 'SendStreamingMessage', { message: v10.message('m') }),
      wire.event(1, 1, v10.task('t', 'submitted')),
      wire.ask(2, 2, 'SubscribeToTask', { id: 't' }),
      wire.event(2, 3, v10.task('t', 'submitted')),
      ...events.map((event, index) => wire.event(1, 4 + index, event)),
      ...others.map((event, index) => wire.event(2, 4 + index, event)),
      wire.end(1, 9),
      wire.end(2, 9),
    );
  };
  it('bring the same events in different orders', () => {
    const first = v10.artifact('t', 'a');
    const second = v10.artifact('t', 'b');
    const text = lines(
      wire.ask(1, 0, 'SendStreamingMessage', { message: v10.message('m') }),
      wire.event(1, 1, v10.task('t', 'working')),
      wire.ask(2, 2, 'SubscribeToTask', { id: 't' }),
      wire.event(2, 3, v10.task('t', 'working')),
      wire.event(1, 4, first),
      wire.event(2, 5, second),
      wire.event(1, 6, second),
      wire.event(2, 7, first),
    );
    expect(said(text)).toEqual(['out-of-order-events t error']);
  });
  it('not where one has only a part of them, in the same order', () => {
    expect(said(two([v10.update('t', 'working', { says: 'two' }), v10.update('t', 'completed', { says: 'three' })]))).toEqual([]);
    expect(said(two([]))).toEqual([]);
  });
});
