import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../base/json.ts';
import { answered, asked, lines, ruled, sse, v03, v10, wire } from '../../testing/small-traces.ts';
import { IDENTITY_RULES } from './identity.ts';

const judge = (text: string) => ruled(IDENTITY_RULES, text);
const said = (text: string): readonly string[] => judge(text).said;
const stream = (...results: readonly JsonObject[]): string => sse(...results.map((result) => answered(1, result)));
const own = { context: 'c' };

describe('[J.27] task-id-mismatch names the task that should not be there', () => {
  it('an event of another task in the stream', () => {
    expect(said(stream(v03.task('t', 'working', own), v03.update('u', 'failed', { ...own, final: true })))).toEqual([
      'task-id-mismatch u error',
    ]);
    expect(said(stream(v10.task('t', 'working'), v10.artifact('u', 'a'), v10.update('t', 'completed')))).toEqual([
      'task-id-mismatch u error',
    ]);
  });
  it('an answer about another task than the request names, whole or streamed', () => {
    const send = asked(1, 'message/send', { message: v03.message('m', { taskId: 't' }) });
    expect(said(lines(send, answered(1, v03.task('u', 'completed'))))).toEqual(['task-id-mismatch u error']);
    expect(said(lines(asked(1, 'tasks/get', { id: 't' }), answered(1, v03.task('u', 'completed'))))).toEqual(['task-id-mismatch u error']);
    const streamed = [
      wire.ask(1, 0, 'message/stream', { message: v03.message('m', { taskId: 't' }) }),
      wire.event(1, 1, v03.task('u', 'working')),
    ];
    expect(said(lines(...streamed))).toEqual(['task-id-mismatch u error']);
    const first = asked(1, 'tasks/send', { id: 't', message: { role: 'user', parts: [] } });
    expect(said(lines(first, answered(1, { id: 'u', status: { state: 'completed' } })))).toEqual(['task-id-mismatch u error']);
  });
  it('not for a message that names none, nor for tasks it refers to', () => {
    const send = asked(1, 'message/send', { message: v03.message('m', { referenceTaskIds: ['t'] }) });
    expect(said(lines(send, answered(1, v03.task('u', 'completed'))))).toEqual([]);
    expect(said(lines(asked(1, 'tasks/list', {}), answered(1, { tasks: [v03.task('t', 'working'), v03.task('u', 'working')] })))).toEqual(
      [],
    );
  });
  it('not in a list of tasks, which is no stream; in one of events', () => {
    const tasks = ['t', 'u', 'w'].map((id) => v03.task(id, 'working'));
    expect(said(JSON.stringify(tasks))).toEqual([]);
    expect(said(JSON.stringify([...tasks.slice(0, 1), v03.update('u', 'working')]))).toEqual(['task-id-mismatch u error']);
  });
  it('not for two streams pasted one after the other', () => {
    const two = stream(
      v03.task('t', 'working'),
      v03.update('t', 'completed', { final: true }),
      v03.task('u', 'working'),
      v03.update('u', 'failed', { final: true }),
    );
    expect(judge(two)).toMatchObject({ said: [] });
    const otherIds = sse(answered(1, v03.task('t', 'working')), answered(2, v03.task('u', 'working')));
    expect(said(otherIds)).toEqual([]);
  });
});

describe('[J.28] context-id-mismatch: another context than the one of the task', () => {
  it('in an event, where an empty one counts and an absent one does not', () => {
    expect(said(stream(v03.task('t', 'working', own), v03.update('t', 'completed', { context: 'd', final: true })))).toEqual([
      'context-id-mismatch t error',
    ]);
    expect(said(stream(v03.task('t', 'working', own), v03.update('t', 'completed', { context: '', final: true })))).toEqual([
      'context-id-mismatch t error',
    ]);
    expect(said(stream(v03.task('t', 'working', own), v03.update('t', 'completed', { context: null, final: true })))).toEqual([]);
    expect(said(stream(v10.task('t', 'working', own), v10.update('t', 'completed', { context: 'd' })))).toEqual([
      'context-id-mismatch t error',
    ]);
  });
  it('in a message that names the task, taken or refused', () => {
    const made = [asked(1, 'message/send', { message: v03.message('m1') }), answered(1, v03.task('t', 'input-required', own))];
    const reply = (contextId: string) => [
      asked(2, 'message/send', { message: v03.message('m2', { taskId: 't', contextId }) }),
      answered(2, v03.task('t', 'completed', own)),
    ];
    expect(said(lines(...made, ...reply('d')))).toEqual(['context-id-mismatch t error']);
    expect(said(lines(...made, ...reply('c')))).toEqual([]);
  });
  it('in a message of a status or of a history that names the task', () => {
    const says = (contextId: string, taskId = 't') => v03.message('m', { role: 'agent', taskId, contextId });
    const status = (contextId: string) => ({
      kind: 'status-update',
      taskId: 't',
      contextId: 'c',
      status: { state: 'completed', message: says(contextId) },
      final: true,
    });
    expect(said(stream(v03.task('t', 'working', own), status('d')))).toEqual(['context-id-mismatch t error']);
    expect(said(stream(v03.task('t', 'working', own), status('c')))).toEqual([]);
    const told = (...history: JsonObject[]) =>
      said(lines(asked(1, 'tasks/get', { id: 't' }), answered(1, v03.task('t', 'completed', { ...own, history }))));
    expect(told(says('c'), says(''))).toEqual(['context-id-mismatch t error']);
    expect(told(says('c'), v03.message('other'), says('d', 'older'))).toEqual([]);
  });
  it('not in 0.1, whose events have none', () => {
    const send = (id: number, sessionId: string) => asked(id, 'tasks/send', { id: 't', sessionId, message: { role: 'user', parts: [] } });
    const task = (id: number, sessionId: string) => answered(id, { id: 't', sessionId, status: { state: 'working' } });
    expect(said(lines(send(1, 's'), task(1, 's'), send(2, 'r'), task(2, 'r')))).toEqual([]);
  });
  it('tasks of one id at two servers have their own', () => {
    const text = lines(
      wire.ask(1, 0, 'message/send', { message: v03.message('m1') }),
      wire.answer(1, 1, answered(1, v03.task('t', 'working', own))),
      wire.to('https://other.example/', wire.ask(2, 2, 'message/send', { message: v03.message('m2') })),
      wire.answer(2, 3, answered(2, v03.task('t', 'working', { context: 'd' }))),
    );
    expect(said(text)).toEqual([]);
  });
});

describe('[J.29] context-id-replaced: the client gave a context, the new task has another', () => {
  const send10 = (id: number, more: JsonObject, taskId: string, context: string) => [
    asked(id, 'SendMessage', { message: v10.message(`m${id}`, more) }),
    answered(id, v10.task(taskId, 'completed', { context })),
  ];
  it('error in 1.0, info in 0.3, nothing in 0.1', () => {
    expect(said(lines(...send10(1, { contextId: 'c' }, 't', 'd')))).toEqual(['context-id-replaced t error']);
    const send03 = asked(1, 'message/send', { message: v03.message('m', { contextId: 'c' }) });
    expect(said(lines(send03, answered(1, v03.task('t', 'completed', { context: 'd' }))))).toEqual(['context-id-replaced t info']);
    const send01 = asked(1, 'tasks/send', { id: 't', sessionId: 'c', message: { role: 'user', parts: [] } });
    expect(said(lines(send01, answered(1, { id: 't', sessionId: 'd', status: { state: 'completed' } })))).toEqual([]);
  });
  it('in a stream as well', () => {
    const text = lines(
      wire.ask(1, 0, 'SendStreamingMessage', { message: v10.message('m', { contextId: 'c' }) }),
      wire.event(1, 1, v10.task('t', 'working', { context: 'd' })),
    );
    expect(said(text)).toEqual(['context-id-replaced t error']);
  });
  it('not where it was kept, none was given, or the answer is a message', () => {
    expect(said(lines(...send10(1, { contextId: 'c' }, 't', 'c')))).toEqual([]);
    expect(said(lines(...send10(1, {}, 't', 'd')))).toEqual([]);
    const message = answered(1, { message: { messageId: 'a', role: 'ROLE_AGENT', contextId: 'd', parts: [{ text: 'x' }] } });
    expect(said(lines(asked(1, 'SendMessage', { message: v10.message('m', { contextId: 'c' }) }), message))).toEqual([]);
  });
  it('not where the task had been there before', () => {
    expect(judge(lines(...send10(1, {}, 't', 'd'), ...send10(2, { contextId: 'c' }, 't', 'd')))).toMatchObject({
      said: [],
      passed: ['context-id-replaced t'],
    });
  });
});
