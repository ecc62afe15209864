import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../base/json.ts';
import { judgeText } from '../../testing/judged.ts';
import { answered, asked, lines, refused, ruled, v03, v10, wire } from '../../testing/small-traces.ts';
import { ERROR_CODE_RULES } from './wrong-error-code.ts';

const judge = (text: string) => ruled(ERROR_CODE_RULES, text);
const said = (text: string): readonly string[] => judge(text).said;
const made03 = [asked(1, 'message/send', { message: v03.message('m') }), answered(1, v03.task('t', 'completed'))];
const made10 = [asked(1, 'SendMessage', { message: v10.message('m') }), answered(1, v10.task('t', 'completed'))];
const WRONG = ['wrong-error-code t warning'];

describe('[J.55] wrong-error-code: an unknown task', () => {
  it('told in words and by another code, in every version', () => {
    for (const [method, code] of [
      ['tasks/get', -32603],
      ['tasks/cancel', -32602],
      ['GetTask', -32000],
      ['tasks/resubscribe', -32004],
    ] as const) {
      expect(said(lines(asked(1, method, { id: 't' }), refused(1, code, 'Task not found: t')))).toEqual(WRONG);
    }
    expect(
      said(lines(asked(1, 'message/send', { message: v03.message('m', { taskId: 't' }) }), refused(1, -32603, 'Task t does not exist'))),
    ).toEqual(WRONG);
  });
  it('not by its own code, nor in other words', () => {
    expect(said(lines(asked(1, 'tasks/get', { id: 't' }), refused(1, -32001, 'Task not found')))).toEqual([]);
    expect(said(lines(asked(1, 'tasks/get', { id: 't' }), refused(1, -32603, 'database is down')))).toEqual([]);
    expect(said(lines(asked(1, 'message/send', { message: v03.message('m') }), refused(1, -32602, 'task not found')))).toEqual([]);
  });
  it('over HTTP+JSON of 1.0 by the reason, else by the status; before 1.0 nothing is named', () => {
    const get = (path: string, status: number, body: Json): string =>
      lines(
        { direction: 'request', conn: 1, method: 'GET', url: `https://w.example${path}`, headers: { 'a2a-version': '1.0' } },
        wire.answer(1, 1, body, status),
      );
    const error = (code: number, reason?: string): JsonObject => ({
      error: {
        code,
        status: 'X',
        message: 'Task not found',
        details: reason === undefined ? [] : [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason }],
      },
    });
    expect(said(get('/tasks/t', 404, error(404, 'TASK_NOT_FOUND')))).toEqual([]);
    expect(said(get('/tasks/t', 404, error(404)))).toEqual([]);
    expect(said(get('/tasks/t', 500, error(500)))).toEqual(WRONG);
    expect(said(get('/tasks/t', 400, error(400, 'INVALID_ARGUMENT')))).toEqual(WRONG);
    const old = lines(
      { direction: 'request', conn: 1, method: 'GET', url: 'https://w.example/v1/tasks/t', headers: {} },
      wire.answer(1, 1, { message: 'Task not found' }, 500),
    );
    expect(said(old)).toEqual([]);
  });
});

describe('[J.66] a task that a finding only names', () => {
  it('is told with who was called, for two agents may give one id', () => {
    const calls = (['a', 'b'] as const).flatMap((name, index) => [
      wire.to(`https://${name}.example/`, wire.ask(index, index, 'tasks/get', { id: 't' })),
      wire.answer(index, index + 0.5, refused(index, -32603, 'Task not found: t')),
    ]);
    const found = judgeText(lines(...calls)).findings.filter(({ rule }) => rule === 'wrong-error-code');
    expect(found.map(({ taskId, keeper, rowCount }) => [taskId, keeper, rowCount])).toEqual([
      ['t', 'a.example', 2],
      ['t', 'b.example', 2],
    ]);
  });
  it('is one task where the same is found again', () => {
    const calls = [0, 1].flatMap((call) => [
      wire.ask(call, call, 'tasks/get', { id: 't' }),
      wire.answer(call, call + 0.5, refused(call, -32603, 'Task not found: t')),
    ]);
    const found = judgeText(lines(...calls)).findings.filter(({ rule }) => rule === 'wrong-error-code');
    expect(found.map(({ taskId, keeper, rowCount }) => [taskId, keeper, rowCount])).toEqual([['t', 'worker.example', 4]]);
  });
});

describe('[J.56] wrong-error-code: a task that has ended', () => {
  it('its cancellation, in every version', () => {
    expect(said(lines(...made03, asked(2, 'tasks/cancel', { id: 't' }), refused(2, -32603)))).toEqual(WRONG);
    expect(said(lines(...made10, asked(2, 'CancelTask', { id: 't' }), refused(2, -32001, 'Task not found')))).toEqual(WRONG);
    expect(said(lines(...made10, asked(2, 'CancelTask', { id: 't' }), refused(2, -32002)))).toEqual([]);
  });
  it('a message and a subscription in 1.0 alone', () => {
    const message = { message: v10.message('n', { taskId: 't' }) };
    expect(said(lines(...made10, asked(2, 'SendMessage', message), refused(2, -32602)))).toEqual(WRONG);
    expect(said(lines(...made10, asked(2, 'SendMessage', message), refused(2, -32004)))).toEqual([]);
    expect(said(lines(...made10, asked(2, 'SubscribeToTask', { id: 't' }), refused(2, -32001)))).toEqual(WRONG);
    expect(said(lines(...made03, asked(2, 'message/send', { message: v03.message('n', { taskId: 't' }) }), refused(2, -32602)))).toEqual(
      [],
    );
    expect(said(lines(...made03, asked(2, 'tasks/resubscribe', { id: 't' }), refused(2, -32603)))).toEqual([]);
  });
  it('not a message that is refused for its context, nor a caller who may not', () => {
    const other = { message: v10.message('n', { taskId: 't', contextId: 'other' }) };
    expect(said(lines(...made10, asked(2, 'SendMessage', other), refused(2, -32602)))).toEqual([]);
    const made = [wire.ask(1, 0, 'SendMessage', { message: v10.message('m') }), wire.answer(1, 1, answered(1, v10.task('t', 'completed')))];
    expect(said(lines(...made, wire.ask(2, 2, 'CancelTask', { id: 't' }), wire.answer(2, 3, refused(2, -32000), 401)))).toEqual([]);
  });
  it('not one that was still at work', () => {
    const working = [asked(1, 'SendMessage', { message: v10.message('m') }), answered(1, v10.task('t', 'working'))];
    expect(said(lines(...working, asked(2, 'CancelTask', { id: 't' }), refused(2, -32603)))).toEqual([]);
  });
});

describe('[J.57] wrong-error-code: what an agent does not offer', () => {
  it('streaming, where the error says so', () => {
    const ask = asked(1, 'message/stream', { message: v03.message('m') });
    expect(said(lines(ask, refused(1, -32601, 'Streaming is not supported')))).toEqual(['wrong-error-code - warning']);
    expect(said(lines(ask, refused(1, -32004, 'Streaming is not supported')))).toEqual([]);
    expect(said(lines(ask, refused(1, -32603, 'Internal error')))).toEqual([]);
  });
  it('push notifications, by what the error says or the card', () => {
    const config = { taskId: 't', pushNotificationConfig: { url: 'https://h.example/' } };
    expect(
      said(lines(asked(1, 'tasks/pushNotificationConfig/set', config), refused(1, -32004, 'Push notifications are not supported'))),
    ).toEqual(WRONG);
    expect(
      said(lines(asked(1, 'tasks/pushNotificationConfig/set', config), refused(1, -32003, 'Push Notification is not supported'))),
    ).toEqual([]);
    const card = {
      name: 'w',
      description: 'd',
      url: 'https://worker.example/',
      version: '1',
      protocolVersion: '0.3.0',
      capabilities: { streaming: true, pushNotifications: false },
      defaultInputModes: [],
      defaultOutputModes: [],
      skills: [],
    };
    const fetched = [
      { direction: 'request', conn: 9, method: 'GET', url: 'https://worker.example/.well-known/agent-card.json', headers: {} },
      wire.answer(9, 0, card),
    ];
    const call = (code: number) => [wire.ask(1, 1, 'tasks/pushNotificationConfig/set', config), wire.answer(1, 2, refused(1, code))];
    expect(said(lines(...fetched, ...call(-32603)))).toEqual(WRONG);
    expect(said(lines(...fetched, ...call(-32003)))).toEqual([]);
    expect(said(lines(...call(-32603)))).toEqual([]);
  });
  it('0.1 has an error for streams of its own', () => {
    const ask = asked(1, 'tasks/sendSubscribe', { id: 't', message: { role: 'user', parts: [{ type: 'text', text: 'x' }] } });
    expect(said(lines(ask, refused(1, -32006, 'Streaming not supported')))).toEqual([]);
  });
});

describe('[J.58] wrong-error-code: what is another matter', () => {
  it('a mixture of versions', () => {
    const call = asked(2, 'tasks/cancel', { id: 't' });
    expect(said(lines(...made10, call, refused(2, -32601, 'Method not found; use CancelTask or SendMessage')))).toEqual([]);
    expect(said(lines(asked(1, 'SendMessage', { message: v10.message('m') }), refused(1, -32601)))).toEqual([]);
  });
  it('details that are missing', () => {
    expect(said(lines(...made10, asked(2, 'CancelTask', { id: 't' }), refused(2, -32002, '')))).toEqual([]);
  });
});
