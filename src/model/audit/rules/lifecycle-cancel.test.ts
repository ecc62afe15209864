import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../base/json.ts';
import { answered, asked, lines, refused, ruled, v03, v10, wire } from '../../testing/small-traces.ts';
import { CANCEL_RULES } from './lifecycle-cancel.ts';

const judge = (text: string) => ruled(CANCEL_RULES, text);
const said = (text: string): readonly string[] => judge(text).said;
const begin = [asked(1, 'message/send', { message: v03.message('m') }), answered(1, v03.task('t', 'working'))];
const cancel = asked(2, 'tasks/cancel', { id: 't' });
const poll = (id: number, state: string) => [asked(id, 'tasks/get', { id: 't' }), answered(id, v03.task('t', state))];

describe('[J.22] cancel-race: a cancel met another ending', () => {
  const streamed = (...between: readonly JsonObject[]) =>
    lines(
      wire.ask(1, 0, 'message/stream', { message: v03.message('m') }),
      wire.event(1, 1, v03.task('t', 'working')),
      ...between,
      wire.end(1, 9),
    );

  it('a warning where two endings were published while it was under way', () => {
    const text = streamed(
      wire.ask(2, 3, 'tasks/cancel', { id: 't' }),
      wire.event(1, 3.1, v03.update('t', 'completed', { final: false })),
      wire.event(1, 3.2, v03.update('t', 'canceled', { final: true })),
      wire.answer(2, 3.3, answered(2, v03.task('t', 'canceled'))),
    );
    expect(said(text)).toEqual(['cancel-race t warning']);
  });
  it('a warning where it was accepted and the task ended otherwise', () => {
    expect(said(lines(...begin, cancel, answered(2, v03.task('t', 'working')), ...poll(3, 'completed')))).toEqual([
      'cancel-race t warning',
    ]);
    expect(said(lines(...begin, cancel, answered(2, v03.task('t', 'completed'))))).toEqual(['cancel-race t warning']);
  });
  it('info where it was refused because it came too late', () => {
    const text = streamed(
      wire.ask(2, 3, 'tasks/cancel', { id: 't' }),
      wire.event(1, 3.1, v03.update('t', 'completed', { final: true })),
      wire.answer(2, 3.3, refused(2, -32002)),
    );
    expect(said(text)).toEqual(['cancel-race t info']);
    const v1 = lines(
      asked(1, 'SendMessage', { message: v10.message('m') }),
      answered(1, v10.task('t', 'completed')),
      asked(2, 'CancelTask', { id: 't' }),
      refused(2, -32002, 'Task cannot be canceled'),
    );
    expect(said(v1)).toEqual(['cancel-race t info']);
  });
  it('not where the cancel did it, the refusal has another cause, or both endings came before it', () => {
    expect(said(lines(...begin, cancel, answered(2, v03.task('t', 'canceled')), ...poll(3, 'canceled')))).toEqual([]);
    expect(said(lines(...begin, cancel, refused(2, -32001), ...poll(3, 'completed')))).toEqual([]);
    expect(said(lines(...begin, ...poll(3, 'completed'), ...poll(4, 'failed'), cancel, refused(2, -32603)))).toEqual([]);
  });
});

describe('[J.23] cancel-without-effect: accepted, and never ends', () => {
  it('a warning where the task is seen again and does not end', () => {
    expect(said(lines(...begin, cancel, answered(2, v03.task('t', 'working')), ...poll(3, 'working')))).toEqual([
      'cancel-without-effect t warning',
    ]);
    expect(said(lines(...begin, cancel, answered(2, v03.task('t', 'working')), ...poll(3, 'input-required')))).toEqual([
      'cancel-without-effect t warning',
    ]);
  });
  it('not where it ends, is not seen again, or was refused', () => {
    expect(said(lines(...begin, cancel, answered(2, v03.task('t', 'working')), ...poll(3, 'working'), ...poll(4, 'canceled')))).toEqual([]);
    expect(judge(lines(...begin, cancel, answered(2, v03.task('t', 'working'))))).toMatchObject({
      said: [],
      passed: ['cancel-without-effect t'],
    });
    expect(said(lines(...begin, cancel, refused(2, -32601), ...poll(3, 'working')))).toEqual([]);
    expect(said(lines(...begin, cancel))).toEqual([]);
  });
  it('not by a read that was asked for before the cancel', () => {
    const text = lines(
      wire.ask(1, 0, 'message/send', { message: v03.message('m') }),
      wire.answer(1, 1, answered(1, v03.task('t', 'working', { at: 1 }))),
      wire.ask(3, 2, 'tasks/get', { id: 't' }),
      wire.ask(2, 3, 'tasks/cancel', { id: 't' }),
      wire.answer(2, 4, answered(2, v03.task('t', 'working', { at: 2 }))),
      wire.answer(3, 5, answered(3, v03.task('t', 'working', { at: 1 }))),
    );
    expect(said(text)).toEqual([]);
  });
});
