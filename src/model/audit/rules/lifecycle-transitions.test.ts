import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../base/json.ts';
import { answered, asked, lines, ruled, sse, v03, v10, wire } from '../../testing/small-traces.ts';
import { TRANSITION_RULES } from './lifecycle-transitions.ts';

const judge = (text: string) => ruled(TRANSITION_RULES, text);
const said = (text: string): readonly string[] => judge(text).said;
const stream03 = (...results: Parameters<typeof answered>[1][]): string => sse(...results.map((result) => answered(1, result)));
const poll03 = (id: number, state: string, seconds?: number) => [
  asked(id, 'tasks/get', { id: 't' }),
  answered(id, v03.task('t', state, seconds === undefined ? {} : { at: seconds })),
];
const webhook = (...values: readonly JsonObject[]): string => lines(...values);

describe('[J.10] illegal-transition: a task leaves an ending', () => {
  it('in one stream of 0.3 and of 1.0', () => {
    expect(said(stream03(v03.task('t', 'working'), v03.update('t', 'completed'), v03.update('t', 'working')))).toEqual([
      'illegal-transition t error',
    ]);
    expect(
      said(sse(answered(1, v10.task('t', 'working')), answered(1, v10.update('t', 'failed')), answered(1, v10.update('t', 'working')))),
    ).toEqual(['illegal-transition t error']);
  });

  it.each(['canceled', 'rejected', 'failed', 'completed'])('from %s to another ending', (state) => {
    const other = state === 'failed' ? 'completed' : 'failed';
    expect(said(stream03(v03.task('t', 'working'), v03.update('t', state), v03.update('t', other)))).toEqual([
      'illegal-transition t error',
    ]);
  });

  it('as samples prove where the second was asked for after the first had been seen', () => {
    expect(said(lines(...poll03(1, 'completed'), ...poll03(2, 'working')))).toEqual(['illegal-transition t error']);
    expect(said(lines(...poll03(1, 'completed', 5), ...poll03(2, 'working', 9)))).toEqual(['illegal-transition t error']);
    expect(said(lines(...poll03(1, 'completed', 5), ...poll03(2, 'working', 5)))).toEqual(['illegal-transition t error']);
  });

  it('not by a read that was asked for before the ending was seen', () => {
    const text = lines(
      wire.ask(1, 0, 'message/stream', { message: v03.message('m') }),
      wire.event(1, 1, v03.task('t', 'working')),
      wire.ask(2, 2, 'tasks/get', { id: 't' }),
      wire.event(1, 3, v03.update('t', 'completed', { final: true })),
      wire.answer(2, 4, answered(2, v03.task('t', 'working'))),
      wire.end(1, 4),
    );
    expect(judge(text)).toMatchObject({ said: [], passed: ['illegal-transition t'] });
  });

  it('not by repeats, skipped states, or auth-required followed by working', () => {
    const healthy = stream03(
      v03.task('t', 'submitted'),
      v03.update('t', 'working'),
      v03.update('t', 'working', { says: 'still' }),
      v03.update('t', 'auth-required'),
      v03.update('t', 'working'),
      v03.update('t', 'completed', { final: true }),
      v03.task('t', 'completed'),
    );
    expect(judge(healthy)).toMatchObject({ said: [], passed: ['illegal-transition t'] });
    expect(judge(lines(...poll03(1, 'submitted'), ...poll03(2, 'completed'), ...poll03(3, 'completed')))).toMatchObject({
      said: [],
      passed: ['illegal-transition t'],
    });
  });

  it('info for a restart in 0.1, an error for two endings without a message between', () => {
    const send = (id: number) =>
      asked(id, 'tasks/send', { id: 't', sessionId: 's', message: { role: 'user', parts: [{ type: 'text', text: 'x' }] } });
    const task = (id: number, state: string) => answered(id, { id: 't', sessionId: 's', status: { state } });
    expect(said(lines(send(1), task(1, 'completed'), send(2), task(2, 'working')))).toEqual(['illegal-transition t info']);
    expect(said(lines(send(1), task(1, 'completed'), send(2), task(2, 'failed')))).toEqual(['illegal-transition t info']);
    const get = asked(3, 'tasks/get', { id: 't' });
    expect(said(lines(send(1), task(1, 'completed'), get, task(3, 'failed')))).toEqual(['illegal-transition t error']);
  });

  it('by deliveries only where stamps or two endings prove it', () => {
    expect(said(webhook(v10.update('t', 'completed', { at: 5 }), v10.update('t', 'working', { at: 2 })))).toEqual([]);
    expect(said(webhook(v10.update('t', 'completed'), v10.update('t', 'failed')))).toEqual(['illegal-transition t error']);
    expect(said(webhook(v10.update('t', 'completed', { at: 5 }), v10.update('t', 'working', { at: 9 })))).toEqual([
      'illegal-transition t error',
    ]);
  });

  it('each of two open streams is folded by itself', () => {
    const text = lines(
      wire.ask(1, 0, 'message/stream', { message: v03.message('m') }),
      wire.event(1, 1, v03.task('t', 'working')),
      wire.ask(2, 2, 'tasks/resubscribe', { id: 't' }),
      wire.event(1, 3, v03.update('t', 'completed', { final: true })),
      wire.event(2, 4, v03.update('t', 'working')),
      wire.event(2, 5, v03.update('t', 'completed', { final: true })),
      wire.end(1, 6),
      wire.end(2, 6),
    );
    expect(said(text)).toEqual([]);
  });

  it('not by an older stamp, though another status has none', () => {
    const text = lines(
      ...poll03(1, 'submitted'),
      ...poll03(2, 'completed', 5),
      wire.ask(3, 9, 'tasks/resubscribe', { id: 't' }),
      wire.event(3, 9, v03.update('t', 'working', { at: 2 })),
    );
    expect(said(text)).toEqual([]);
  });
  it('not by a stream that stands in its text twice', () => {
    const once = stream03(v03.task('t', 'submitted'), v03.update('t', 'working'), v03.update('t', 'completed', { final: true }));
    expect(judge(once + once)).toMatchObject({ said: [], passed: ['illegal-transition t'] });
  });
  it('an unknown state is no move', () => {
    expect(said(stream03(v03.task('t', 'working'), v03.update('t', 'completed'), v03.update('t', 'dreaming')))).toEqual([]);
  });
});

describe('[J.11] illegal-transition: a return to submitted is a warning, in streams alone', () => {
  it('in one stream', () => {
    expect(said(stream03(v03.task('t', 'working'), v03.update('t', 'submitted')))).toEqual(['illegal-transition t warning']);
  });
  it('not where a late status has a stamp from before the task was submitted', () => {
    const late = stream03(
      v03.task('t', 'submitted', { at: 0 }),
      v03.update('t', 'working', { at: -60 }),
      v03.update('t', 'working', { at: 2 }),
    );
    expect(said(late)).toEqual([]);
  });
  it('nor does an ending with an early stamp make what came before it an escape', () => {
    expect(said(stream03(v03.task('t', 'working', { at: 5 }), v03.update('t', 'completed', { at: 2, final: true })))).toEqual([]);
  });
  it('not between samples, and not by an older stamp', () => {
    expect(said(lines(...poll03(1, 'working'), ...poll03(2, 'submitted')))).toEqual([]);
    expect(said(stream03(v03.task('t', 'working', { at: 5 }), v03.update('t', 'submitted', { at: 2 })))).toEqual([]);
  });
});

describe('[J.12] illegal-transition in ACP: neighbouring events follow the diagram of runs', () => {
  const run = (status: string) => ({
    type: `run.${status}`,
    run: { run_id: 'r', agent_name: 'writer', session_id: 's', status, output: [], created_at: '2025-08-21T09:00:00Z' },
  });
  it.each([
    [['created', 'in-progress', 'awaiting'], []],
    [['created', 'in-progress', 'completed'], []],
    [['created', 'cancelled'], []],
    [['in-progress', 'awaiting', 'in-progress', 'failed'], []],
    [['created', 'in-progress', 'in-progress', 'cancelled'], []],
    [['created', 'completed'], ['illegal-transition r error']],
    [['created', 'awaiting'], ['illegal-transition r error']],
    [['created', 'failed'], ['illegal-transition r error']],
    [['created', 'in-progress', 'awaiting', 'completed'], ['illegal-transition r error']],
    [['created', 'in-progress', 'completed', 'in-progress'], ['illegal-transition r error']],
    [['created', 'in-progress', 'created'], ['illegal-transition r warning']],
  ])('%j', (states, expected) => {
    expect(said(sse(...states.map(run)))).toEqual(expected);
  });
  it('reads are held to endings alone', () => {
    const read = (status: string) => run(status).run;
    expect(said(lines(read('created'), read('completed')))).toEqual([]);
  });
});

describe('[J.13] poll-stream-disagreement: what is stored is older than the ending that was delivered', () => {
  const streamed = (poll: number, seconds: number, state: string, stamp?: number) =>
    lines(
      wire.ask(1, 0, 'message/stream', { message: v03.message('m') }),
      wire.event(1, 1, v03.task('t', 'working', { at: 1 })),
      ...(poll < 3 ? [wire.ask(2, poll, 'tasks/get', { id: 't' })] : []),
      wire.event(1, 3, v03.update('t', 'completed', { at: 3, final: true })),
      wire.end(1, 3),
      ...(poll < 3 ? [] : [wire.ask(2, poll, 'tasks/get', { id: 't' })]),
      wire.answer(2, seconds, answered(2, v03.task('t', state, stamp === undefined ? {} : { at: stamp }))),
    );

  it('a read after the end shows work, or another ending, with an older stamp', () => {
    expect(said(streamed(5, 6, 'working', 1))).toEqual(['poll-stream-disagreement t error']);
    expect(said(streamed(5, 6, 'failed', 2))).toEqual(['poll-stream-disagreement t error']);
  });
  it('with an equal, later or no stamp it is an illegal transition instead', () => {
    for (const stamp of [3, 4, undefined]) expect(said(streamed(5, 6, 'working', stamp))).toEqual(['illegal-transition t error']);
  });
  it('not where the read was asked for before the ending, nor where both show the same state', () => {
    expect(said(streamed(2, 4, 'working', 1))).toEqual([]);
    expect(said(streamed(5, 6, 'completed', 2))).toEqual([]);
  });
  it('not for an older view of a task that is still at work', () => {
    expect(judge(lines(...poll03(1, 'working', 5), ...poll03(2, 'submitted', 1)))).toMatchObject({
      said: [],
      passed: ['poll-stream-disagreement t'],
    });
  });
  it('a poll that contradicts a poll', () => {
    expect(said(lines(...poll03(1, 'completed', 5), ...poll03(2, 'working', 2)))).toEqual(['poll-stream-disagreement t error']);
  });
});
