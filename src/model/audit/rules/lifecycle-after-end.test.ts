import { describe, expect, it } from 'vitest';
import { answered, asked, lines, refused, ruled, sse, v03, v10, wire } from '../../testing/small-traces.ts';
import { AFTER_END_RULES } from './lifecycle-after-end.ts';

const judge = (text: string) => ruled(AFTER_END_RULES, text);
const said = (text: string): readonly string[] => judge(text).said;
const stream = (...results: Parameters<typeof answered>[1][]): string => sse(...results.map((result) => answered(1, result)));

describe('[J.14] event-after-terminal', () => {
  it('an artifact after final: true, or after the ending in 1.0', () => {
    expect(said(stream(v03.task('t', 'working'), v03.update('t', 'completed', { final: true }), v03.artifact('t', 'a')))).toEqual([
      'event-after-terminal t error',
    ]);
    expect(said(stream(v10.task('t', 'working'), v10.update('t', 'completed'), v10.artifact('t', 'a')))).toEqual([
      'event-after-terminal t error',
    ]);
  });
  it('0.3: the end is final: true where the stream speaks of it, so an artifact may stand between', () => {
    const healthy = stream(
      v03.task('t', 'working'),
      v03.update('t', 'completed', { final: false }),
      v03.artifact('t', 'a'),
      v03.update('t', 'completed', { final: true }),
    );
    expect(said(healthy)).toEqual([]);
  });
  it('0.3: after a question with final: true as well', () => {
    expect(said(stream(v03.task('t', 'working'), v03.update('t', 'input-required', { final: true }), v03.artifact('t', 'a')))).toEqual([
      'event-after-terminal t error',
    ]);
  });
  it('the same state with a new message; not the same once more, nor one closing snapshot', () => {
    const end = v03.update('t', 'completed', { final: true, says: 'done' });
    expect(said(stream(v03.task('t', 'working'), end, v03.update('t', 'completed', { final: true, says: 'and more' })))).toEqual([
      'event-after-terminal t error',
    ]);
    expect(said(stream(v03.task('t', 'working'), end, end))).toEqual([]);
    expect(judge(stream(v03.task('t', 'working'), end, v03.task('t', 'completed')))).toMatchObject({
      said: [],
      passed: ['event-after-terminal t'],
    });
  });
  it('another state after an ending is another fault', () => {
    expect(said(stream(v10.task('t', 'working'), v10.update('t', 'completed'), v10.update('t', 'failed')))).toEqual([]);
  });
  it('ACP: a message after the end of the run', () => {
    const run = (status: string) => ({ type: `run.${status}`, run: { run_id: 'r', agent_name: 'w', status, output: [] } });
    const part = { type: 'message.part', part: { content_type: 'text/plain', content: 'late' } };
    expect(said(sse(run('created'), run('in-progress'), part, run('completed')))).toEqual([]);
    expect(said(sse(run('created'), run('in-progress'), run('completed'), part))).toEqual(['event-after-terminal r error']);
  });
});

describe('[J.15] message-to-terminal-task', () => {
  const made = [asked(1, 'message/send', { message: v03.message('m1') }), answered(1, v03.task('t', 'completed'))];
  const follow = asked(2, 'message/send', { message: v03.message('m2', { taskId: 't', contextId: 'c-t' }) });

  it('error where it was accepted, warning where it was refused or nothing came back', () => {
    expect(said(lines(...made, follow, answered(2, v03.task('t', 'completed'))))).toEqual(['message-to-terminal-task t error']);
    expect(said(lines(...made, follow, refused(2, -32600)))).toEqual(['message-to-terminal-task t warning']);
    expect(said(lines(...made, follow))).toEqual(['message-to-terminal-task t warning']);
  });
  it('a stream that brings anything but an error accepts', () => {
    const again = wire.ask(2, 5, 'message/stream', { message: v03.message('m2', { taskId: 't' }) });
    const first = [wire.ask(1, 0, 'message/send', { message: v03.message('m1') }), wire.answer(1, 1, answered(1, v03.task('t', 'failed')))];
    expect(said(lines(...first, again, wire.event(2, 6, v03.task('t', 'working')), wire.end(2, 7)))).toContain(
      'message-to-terminal-task t error',
    );
  });
  it('not where the ending was seen later, the message names no task, or the task waits', () => {
    expect(
      said(lines(asked(1, 'message/send', { message: v03.message('m1', { taskId: 't' }) }), answered(1, v03.task('t', 'completed')))),
    ).toEqual([]);
    expect(said(lines(...made, asked(2, 'message/send', { message: v03.message('m2') }), answered(2, v03.task('u', 'completed'))))).toEqual(
      [],
    );
    const waits = [asked(1, 'message/send', { message: v03.message('m1') }), answered(1, v03.task('t', 'input-required'))];
    expect(said(lines(...waits, follow, answered(2, v03.task('t', 'completed'))))).toEqual([]);
  });
  it('not in 0.1, and not for a retry that is answered with the ending', () => {
    const send = (id: number) => asked(id, 'tasks/send', { id: 't', message: { role: 'user', parts: [{ type: 'text', text: 'x' }] } });
    const task = (id: number) => answered(id, { id: 't', status: { state: 'completed' } });
    expect(judge(lines(send(1), task(1), send(2), task(2)))).toMatchObject({ said: [], passed: ['message-to-terminal-task t'] });
    const first = asked(1, 'message/send', { message: v03.message('m1', { taskId: 't' }) });
    const again = asked(2, 'message/send', { message: v03.message('m1', { taskId: 't' }) });
    expect(judge(lines(first, answered(1, v03.task('t', 'completed')), again, answered(2, v03.task('t', 'completed'))))).toMatchObject({
      said: [],
      passed: ['message-to-terminal-task t'],
    });
  });
  it('two servers may have tasks of one id', () => {
    const text = lines(
      wire.ask(1, 0, 'message/send', { message: v03.message('m1') }),
      wire.answer(1, 1, answered(1, v03.task('t', 'completed'))),
      wire.to('https://other.example/', wire.ask(2, 2, 'message/send', { message: v03.message('m2', { taskId: 't' }) })),
      wire.answer(2, 3, answered(2, v03.task('t', 'working'))),
    );
    expect(said(text)).toEqual([]);
  });
});

describe('[J.16] subscribe-to-terminal-task', () => {
  const made = [asked(1, 'SendMessage', { message: v10.message('m1') }), answered(1, v10.task('t', 'completed'))];
  it('info where it is refused; nothing where it is served or the task is at work', () => {
    expect(said(lines(...made, asked(2, 'SubscribeToTask', { id: 't' }), refused(2, -32004)))).toEqual([
      'subscribe-to-terminal-task t info',
    ]);
    expect(judge(lines(...made, asked(2, 'SubscribeToTask', { id: 't' }), answered(2, v10.task('t', 'completed'))))).toMatchObject({
      said: [],
      passed: ['subscribe-to-terminal-task t'],
    });
    const works = [asked(1, 'SendMessage', { message: v10.message('m1') }), answered(1, v10.task('t', 'working'))];
    expect(said(lines(...works, asked(2, 'SubscribeToTask', { id: 't' }), refused(2, -32004)))).toEqual([]);
  });
});
