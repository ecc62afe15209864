import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../base/json.ts';
import { answered, asked, lines, refused, ruled, v03, v10, wire } from '../../testing/small-traces.ts';
import { RETRY_RULES } from './lifecycle-retries.ts';

const judge = (text: string) => ruled(RETRY_RULES, text);
const said = (text: string): readonly string[] => judge(text).said;
const send = (id: number, messageId: string, more: JsonObject = {}) => asked(id, 'message/send', { message: v03.message(messageId, more) });
const task = (id: number, taskId: string) => answered(id, v03.task(taskId, 'working'));

describe('[J.24] duplicate-task-after-retry: one messageId', () => {
  it('gave two tasks: the second is named', () => {
    expect(said(lines(send(1, 'm'), task(1, 't'), send(2, 'm'), task(2, 'u')))).toEqual(['duplicate-task-after-retry u warning']);
  });
  it('gave two tasks, as their histories show: the one that the retry was not answered with came first', () => {
    const history = (taskId: string) => [v10.message('m', { taskId })];
    const text = lines(
      asked(1, 'SendMessage', { message: v10.message('m') }),
      asked(2, 'SendMessage', { message: v10.message('m') }),
      answered(2, v10.task('u', 'working')),
      asked(3, 'ListTasks', {}),
      answered(3, { tasks: [v10.bare('u', 'working', { history: history('u') }), v10.bare('t', 'working', { history: history('t') })] }),
    );
    expect(said(text)).toEqual(['duplicate-task-after-retry u warning']);
  });
  it('not where the server answers with the task that there is, or with none before', () => {
    expect(judge(lines(send(1, 'm'), send(2, 'm'), task(2, 't'), send(3, 'm'), task(3, 't')))).toMatchObject({
      said: [],
      passed: ['duplicate-task-after-retry t'],
    });
    expect(said(lines(send(1, 'm'), refused(1, -32601), send(2, 'm'), task(2, 't')))).toEqual([]);
  });
  it('not where one id was given to messages that differ', () => {
    const other = { parts: [{ kind: 'text', text: 'something else' }] };
    expect(judge(lines(send(1, 'm'), task(1, 't'), send(2, 'm', other), task(2, 'u')))).toMatchObject({
      said: [],
      passed: ['duplicate-task-after-retry t'],
    });
  });
  it('not where a message is handed on to another agent', () => {
    const text = lines(
      wire.ask(1, 0, 'message/send', { message: v03.message('m') }),
      wire.to('https://other.example/', wire.ask(2, 1, 'message/send', { message: v03.message('m') })),
      wire.answer(2, 2, task(2, 'u')),
      wire.answer(1, 3, task(1, 't')),
    );
    expect(said(text)).toEqual([]);
  });
  it('not where a history begins with what was said before in the context', () => {
    const text = lines(
      send(1, 'm1'),
      answered(1, v03.task('t', 'completed', { context: 'c', history: [v03.message('m1', { taskId: 't' })] })),
      send(2, 'm2', { contextId: 'c' }),
      answered(
        2,
        v03.task('u', 'completed', { context: 'c', history: [v03.message('m1', { taskId: 't' }), v03.message('m2', { taskId: 'u' })] }),
      ),
      asked(3, 'tasks/get', { id: 'u' }),
      answered(3, v03.task('u', 'completed', { context: 'c', history: [v03.message('m1'), v03.message('m2')] })),
    );
    expect(said(text)).toEqual([]);
  });
});

describe('[J.25] duplicate-task-after-retry: the same parts inside the window', () => {
  const parts = { parts: [{ kind: 'text', text: 'Book room 4.' }] };
  const twice = (seconds: number, more: JsonObject = {}, url = 'https://worker.example/') =>
    lines(
      wire.ask(1, 0, 'message/send', { message: v03.message('m1', parts) }),
      wire.answer(1, 10, task(1, 't')),
      wire.to(url, wire.ask(2, seconds, 'message/send', { message: v03.message('m2', { ...parts, ...more }) })),
      wire.answer(2, seconds + 1, task(2, 'u')),
    );
  it('counts from the first answer, and the window can be moved', () => {
    expect(said(twice(70))).toEqual(['duplicate-task-after-retry u warning']);
    expect(judge(twice(70.5))).toMatchObject({ said: [], passed: ['duplicate-task-after-retry u'] });
    expect(ruled(RETRY_RULES, twice(70), { retrySeconds: 30 }).said).toEqual([]);
  });
  it('looks past attempts that made no task', () => {
    const text = lines(
      wire.ask(1, 0, 'message/send', { message: v03.message('m1', parts) }),
      wire.answer(1, 10, task(1, 't')),
      wire.ask(2, 20, 'message/send', { message: v03.message('m2', parts) }),
      wire.answer(2, 21, refused(2, -32603)),
      wire.ask(3, 30, 'message/send', { message: v03.message('m3', parts) }),
      wire.answer(3, 31, task(3, 'u')),
    );
    expect(said(text)).toEqual(['duplicate-task-after-retry u warning']);
  });
  it('not with a taskId, other parts, at another URL, or without times', () => {
    expect(said(twice(20, { taskId: 't' }))).toEqual([]);
    expect(said(twice(20, { parts: [{ kind: 'text', text: 'Book room 5.' }] }))).toEqual([]);
    expect(said(twice(20, {}, 'https://other.example/'))).toEqual([]);
    expect(judge(lines(send(1, 'm1', parts), task(1, 't'), send(2, 'm2', parts), task(2, 'u')))).toMatchObject({
      said: [],
      passed: ['duplicate-task-after-retry u'],
    });
  });
});
