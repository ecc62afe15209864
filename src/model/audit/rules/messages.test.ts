import { describe, expect, it } from 'vitest';
import { answered, asked, lines, ruled, sse, v03, v10, wire } from '../../testing/small-traces.ts';
import { MESSAGE_RULES } from './messages.ts';

const judge = (text: string) => ruled(MESSAGE_RULES, text);
const said = (text: string): readonly string[] => judge(text).said;
const stream = (...results: Parameters<typeof answered>[1][]): string => sse(...results.map((result) => answered(1, result)));

describe('[J.44] empty-message-parts', () => {
  it('a message without parts, in every place and version', () => {
    expect(said(lines(asked(1, 'SendMessage', { message: v10.message('m', { parts: [] }) })))).toEqual(['empty-message-parts - error']);
    expect(said(lines(asked(1, 'message/send', { message: v03.message('m', { parts: null }) })))).toEqual(['empty-message-parts - error']);
    expect(said(stream(v03.task('t', 'completed', { history: [v03.message('m', { parts: [] })] })))).toEqual([
      'empty-message-parts t error',
    ]);
    const hollow = { ...v10.status('t', 'working', {}), message: { messageId: 'm', role: 'ROLE_AGENT' } };
    expect(said(stream(v10.task('t', 'working'), { statusUpdate: { taskId: 't', contextId: 'c-t', status: hollow } }))).toEqual([
      'empty-message-parts t error',
    ]);
    const old = { id: 't', message: { role: 'user', parts: [] } };
    expect(said(lines(asked(1, 'tasks/send', old)))).toEqual(['empty-message-parts t error']);
  });
  it('the task is the one that the request names', () => {
    const message = v03.message('m', { taskId: 't', parts: [] });
    expect(said(lines(asked(1, 'message/send', { message })))).toEqual(['empty-message-parts t error']);
  });
  it('elements that are no part', () => {
    for (const part of ['hello', null, 7, {}, { kind: 'image_url', image_url: 'x' }]) {
      expect(said(lines(asked(1, 'message/send', { message: v03.message('m', { parts: [part] }) })))).toEqual([
        'empty-message-parts - error',
      ]);
    }
    expect(said(lines(asked(1, 'message/send', { message: v03.message('m', { parts: undefined as never, content: 'hello' }) })))).toEqual([
      'empty-message-parts - error',
    ]);
  });
  it('not parts of any version, a printed model, or the content of 0.3 over HTTP+JSON', () => {
    for (const part of [
      v03.text(''),
      { type: 'text', text: 'x' },
      { text: 'x' },
      { data: null },
      { url: 'https://x.example/' },
      { root: v03.text('x') },
    ]) {
      expect(said(lines(asked(1, 'message/send', { message: v03.message('m', { parts: [part] }) })))).toEqual([]);
    }
    const rest = 'POST /v1/message:send HTTP/1.1\nHost: w.example\nContent-Type: application/json\n\n';
    expect(said(`${rest}${JSON.stringify({ message: { messageId: 'm', role: 'ROLE_USER', content: [{ text: 'x' }] } })}\n`)).toEqual([]);
  });
  it('ACP: a message may begin empty, and must not end so', () => {
    const run = (status: string, output: readonly object[] = []) => ({
      type: `run.${status}`,
      run: { run_id: 'r', agent_name: 'w', status, output },
    });
    const created = { type: 'message.created', message: { role: 'agent/w', parts: [] } };
    const part = { type: 'message.part', part: { content_type: 'text/plain', content: 'x' } };
    expect(said(sse(run('created') as never, created, part, run('completed') as never))).toEqual([]);
    const hollow = run('completed', [{ role: 'agent/w', parts: [] }]) as never;
    expect(said(sse(run('created') as never, created, part, hollow))).toEqual(['empty-message-parts r error']);
  });
});

describe('[J.45] message-in-task-stream', () => {
  const message = { kind: 'message', role: 'agent', messageId: 'a', parts: [v03.text('x')] };
  const modern = { message: { role: 'ROLE_AGENT', messageId: 'a', parts: [{ text: 'x' }] } };
  it('a bare message beside a task: error in 1.0, warning before', () => {
    expect(said(stream(v10.task('t', 'working'), modern, v10.update('t', 'completed')))).toEqual(['message-in-task-stream t error']);
    expect(said(stream(v03.task('t', 'working'), message, v03.update('t', 'completed', { final: true })))).toEqual([
      'message-in-task-stream t warning',
    ]);
  });
  it('not in a list of messages, which is no stream', () => {
    expect(said(JSON.stringify([message, { ...message, messageId: 'b' }]))).toEqual([]);
  });
  it('anything after a message that should be alone', () => {
    expect(said(stream(modern, v10.update('t', 'completed')))).toContain('message-in-task-stream t error');
    expect(said(stream(message, { ...message, messageId: 'b' }))).toEqual(['message-in-task-stream - warning']);
  });
  it('not a message that is all of its stream, or stands in a status', () => {
    expect(judge(stream(message))).toMatchObject({ said: [], passed: ['message-in-task-stream -'] });
    expect(
      said(stream(v03.task('t', 'working'), v03.update('t', 'working', { says: 'x' }), v03.update('t', 'completed', { final: true }))),
    ).toEqual([]);
  });
  it('not in ACP, whose streams are made of messages', () => {
    const run = (status: string) => ({ type: `run.${status}`, run: { run_id: 'r', agent_name: 'w', status, output: [] } });
    const done = { type: 'message.completed', message: { role: 'agent/w', parts: [{ content_type: 'text/plain', content: 'x' }] } };
    expect(said(sse(run('created'), done, run('completed')))).toEqual([]);
  });
});

describe('[J.46] stream-not-started-with-task', () => {
  it('error in 1.0, info before', () => {
    expect(said(stream(v10.update('t', 'working'), v10.update('t', 'completed')))).toEqual(['stream-not-started-with-task t error']);
    expect(said(sse(v10.update('t', 'working'), v10.update('t', 'completed')))).toEqual(['stream-not-started-with-task t error']);
    expect(said(stream(v03.update('t', 'working', { final: false }), v03.update('t', 'completed', { final: true })))).toEqual([
      'stream-not-started-with-task t info',
    ]);
  });
  it('a subscription of 0.3 begins anywhere, one of 1.0 with the task', () => {
    const old = lines(wire.ask(1, 0, 'tasks/resubscribe', { id: 't' }), wire.event(1, 1, v03.update('t', 'completed', { final: true })));
    expect(judge(old)).toMatchObject({ said: [], passed: ['stream-not-started-with-task t'] });
    const modern = lines(wire.ask(1, 0, 'SubscribeToTask', { id: 't' }), wire.event(1, 1, v10.update('t', 'completed')));
    expect(said(modern)).toEqual(['stream-not-started-with-task t error']);
  });
  it('not a stream that begins with the task, a message or an error, nor one of 0.1', () => {
    expect(said(stream(v10.task('t', 'working'), v10.update('t', 'completed')))).toEqual([]);
    expect(said(sse({ jsonrpc: '2.0', id: 1, error: { code: -32603, message: 'no' } }))).toEqual([]);
    const ask = { id: 't', message: { role: 'user', parts: [{ type: 'text', text: 'x' }] } };
    const old = lines(
      wire.ask(1, 0, 'tasks/sendSubscribe', ask),
      wire.event(1, 1, { id: 't', status: { state: 'completed' }, final: true }),
    );
    expect(said(old)).toEqual([]);
  });
});
