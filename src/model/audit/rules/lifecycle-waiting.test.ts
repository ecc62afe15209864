import { describe, expect, it } from 'vitest';
import { answered, asked, lines, ruled, v03, v10, wire, type Extras } from '../../testing/small-traces.ts';
import { WAITING_RULES } from './lifecycle-waiting.ts';

const judge = (text: string) => ruled(WAITING_RULES, text);
const said = (text: string): readonly string[] => judge(text).said;
const poll = (conn: number, seconds: number, state: string, extras: Extras = {}) => [
  wire.ask(conn, seconds, 'tasks/get', { id: 't' }),
  wire.answer(conn, seconds, answered(conn, v03.task('t', state, extras))),
];

describe('[J.19] stalled-task: the last status does not change for longer than the limit', () => {
  it('a warning for two or more equal views over more than the limit', () => {
    expect(said(lines(...poll(1, 0, 'working', { at: 0 }), ...poll(2, 301, 'working', { at: 0 })))).toEqual(['stalled-task t warning']);
    expect(
      said(lines(...poll(1, 0, 'submitted'), ...poll(2, 100, 'working'), ...poll(3, 200, 'working'), ...poll(4, 450, 'working'))),
    ).toEqual(['stalled-task t warning']);
  });
  it('the limit itself is no stall, and can be moved', () => {
    const text = lines(...poll(1, 0, 'working'), ...poll(2, 300, 'working'));
    expect(said(text)).toEqual([]);
    expect(ruled(WAITING_RULES, text, { stallSeconds: 299 }).said).toEqual(['stalled-task t warning']);
  });
  it('not where the status moved, by its stamp, its state or its message', () => {
    expect(said(lines(...poll(1, 0, 'working', { at: 0 }), ...poll(2, 400, 'working', { at: 399 })))).toEqual([]);
    expect(said(lines(...poll(1, 0, 'submitted'), ...poll(2, 400, 'working')))).toEqual([]);
    expect(said(lines(...poll(1, 0, 'working', { says: 'step 1' }), ...poll(2, 400, 'working', { says: 'step 2' })))).toEqual([]);
  });
  it('not where the wait ended, was seen once, waits for the caller, or has no times', () => {
    expect(said(lines(...poll(1, 0, 'working'), ...poll(2, 400, 'working'), ...poll(3, 401, 'completed')))).toEqual([]);
    expect(said(lines(...poll(1, 0, 'working')))).toEqual([]);
    expect(judge(lines(...poll(1, 0, 'input-required'), ...poll(2, 400, 'input-required')))).toMatchObject({
      said: [],
      passed: ['stalled-task t'],
    });
    const untimed = [1, 2, 3].flatMap((id) => [asked(id, 'tasks/get', { id: 't' }), answered(id, v03.task('t', 'working', { at: 0 }))]);
    expect(said(lines(...untimed))).toEqual([]);
  });
  it('a view whose time is not known does not hide those of the others', () => {
    const first = answered(9, v03.task('t', 'working', { at: 0 }));
    expect(said(lines(first, ...poll(1, 10, 'working', { at: 0 }), ...poll(2, 311, 'working', { at: 0 })))).toEqual([
      'stalled-task t warning',
    ]);
  });
  it('a stale read between two views does not end a stall', () => {
    const text = lines(
      ...poll(1, 0, 'working', { at: 0 }),
      ...poll(2, 200, 'submitted', { at: -5 }),
      ...poll(3, 400, 'working', { at: 0 }),
    );
    expect(said(text)).toEqual(['stalled-task t warning']);
  });
  it('a stream that tells of work with new stamps is no stall', () => {
    const events = [0, 100, 200, 300, 400].map((seconds) =>
      wire.event(1, seconds, v03.update('t', 'working', { at: seconds, final: false })),
    );
    expect(said(lines(wire.ask(1, 0, 'message/stream', { message: v03.message('m') }), ...events))).toEqual([]);
  });
});

describe('[J.20] interrupted-task-orphaned: the answer went to a new task', () => {
  const waits = (state = 'input-required') => [
    asked(1, 'message/send', { message: v03.message('m1') }),
    answered(1, v03.task('t', state, { context: 'c' })),
  ];
  const next = (message: Parameters<typeof v03.message>[1], task = v03.task('u', 'completed', { context: 'c' })) => [
    asked(2, 'message/send', { message: v03.message('m2', message) }),
    answered(2, task),
  ];
  it('by the context of the message or of the new task, for both interrupted states', () => {
    for (const state of ['input-required', 'auth-required']) {
      expect(said(lines(...waits(state), ...next({ contextId: 'c' })))).toEqual(['interrupted-task-orphaned t warning']);
    }
    expect(said(lines(...waits(), ...next({})))).toEqual(['interrupted-task-orphaned t warning']);
    expect(said(lines(...waits(), ...next({ contextId: 'c', taskId: 't' })))).toEqual(['interrupted-task-orphaned t warning']);
  });
  it('not where the task went on, the context is another, or the message names a known task', () => {
    expect(said(lines(...waits(), ...next({ taskId: 't', contextId: 'c' }, v03.task('t', 'completed', { context: 'c' }))))).toEqual([]);
    expect(said(lines(...waits(), ...next({ contextId: 'd' }, v03.task('u', 'completed', { context: 'd' }))))).toEqual([]);
    const other = [
      asked(9, 'message/send', { message: v03.message('m9') }),
      answered(9, v03.task('u', 'input-required', { context: 'c' })),
    ];
    expect(said(lines(...other, ...waits(), ...next({ taskId: 'u', contextId: 'c' })))).toEqual([]);
    expect(
      said(
        lines(
          ...waits(),
          ...next({ contextId: 'c' }),
          asked(3, 'tasks/get', { id: 't' }),
          answered(3, v03.task('t', 'working', { context: 'c' })),
        ),
      ),
    ).toEqual([]);
  });
  it('not where the message went to another agent', () => {
    const text = lines(
      wire.ask(1, 0, 'message/send', { message: v03.message('m1') }),
      wire.answer(1, 1, answered(1, v03.task('t', 'input-required', { context: 'c' }))),
      wire.to('https://other.example/', wire.ask(2, 2, 'message/send', { message: v03.message('m2', { contextId: 'c' }) })),
      wire.answer(2, 3, answered(2, v03.task('u', 'completed', { context: 'c' }))),
    );
    expect(said(text)).toEqual([]);
  });
});

describe('[J.21] blocking-response-nonterminal', () => {
  const send10 = (configuration: Parameters<typeof asked>[2] | undefined, state: string) =>
    lines(
      asked(1, 'SendMessage', { message: v10.message('m'), ...(configuration ? { configuration } : {}) }),
      answered(1, v10.task('t', state)),
    );
  const send03 = (configuration: Parameters<typeof asked>[2] | undefined, state: string) =>
    lines(
      asked(1, 'message/send', { message: v03.message('m'), ...(configuration ? { configuration } : {}) }),
      answered(1, v03.task('t', state)),
    );
  it('1.0: error unless returnImmediately is true', () => {
    for (const state of ['submitted', 'working']) {
      expect(said(send10(undefined, state))).toEqual(['blocking-response-nonterminal t error']);
      expect(said(send10({ returnImmediately: false }, state))).toEqual(['blocking-response-nonterminal t error']);
      expect(said(send10({ returnImmediately: true }, state))).toEqual([]);
    }
    for (const state of ['completed', 'input-required', 'auth-required', 'rejected']) expect(said(send10(undefined, state))).toEqual([]);
  });
  it('1.0: the word of 0.3 for not waiting is understood', () => {
    expect(judge(send10({ blocking: false }, 'working'))).toMatchObject({ said: [], passed: ['blocking-response-nonterminal t'] });
  });
  it('0.3: a warning with blocking: true, nothing without it', () => {
    expect(said(send03({ blocking: true }, 'working'))).toEqual(['blocking-response-nonterminal t warning']);
    expect(said(send03({ blocking: false }, 'working'))).toEqual([]);
    expect(said(send03(undefined, 'working'))).toEqual([]);
  });
  it('never a stream, nor a read', () => {
    expect(
      said(
        lines(
          asked(1, 'SendStreamingMessage', { message: v10.message('m') }),
          answered(1, v10.task('t', 'working')),
          answered(1, v10.update('t', 'completed')),
        ),
      ),
    ).toEqual([]);
    expect(said(lines(asked(1, 'GetTask', { id: 't' }), answered(1, v10.bare('t', 'working'))))).toEqual([]);
  });
});
