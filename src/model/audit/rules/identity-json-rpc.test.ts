import { describe, expect, it } from 'vitest';
import { answered, asked, lines, refused, ruled, sse, v03, wire } from '../../testing/small-traces.ts';
import { JSON_RPC_RULES } from './identity-json-rpc.ts';

const judge = (text: string) => ruled(JSON_RPC_RULES, text);
const said = (text: string): readonly string[] => judge(text).said;
const send = wire.ask(1, 0, 'message/send', { message: v03.message('m') });
const whole = (id: Parameters<typeof answered>[0]) => lines(send, wire.answer(1, 1, answered(id, v03.task('t', 'completed'))));

describe('[J.30] jsonrpc-id-mismatch: an answer has another id than its request', () => {
  it('in value or in type, within one exchange', () => {
    expect(said(whole(1))).toEqual([]);
    expect(said(whole(2))).toEqual(['jsonrpc-id-mismatch t error']);
    expect(said(whole('1'))).toEqual(['jsonrpc-id-mismatch t error']);
    expect(said(whole(null))).toEqual(['jsonrpc-id-mismatch t error']);
  });
  it('names the task of the request first', () => {
    const text = lines(wire.ask(1, 0, 'tasks/get', { id: 't' }), wire.answer(1, 1, refused(7, -32001)));
    expect(said(text)).toEqual(['jsonrpc-id-mismatch t error']);
    expect(said(lines(send, wire.answer(1, 1, refused(7, -32603))))).toEqual(['jsonrpc-id-mismatch - error']);
  });
  it('null where the request could not be read is as it should be', () => {
    expect(judge(lines(send, wire.answer(1, 1, refused(null, -32700))))).toMatchObject({ said: [], passed: ['jsonrpc-id-mismatch -'] });
    expect(said(lines(send, wire.answer(1, 1, refused(null, -32600))))).toEqual([]);
    expect(said(lines(send, wire.answer(1, 1, refused(null, -32602))))).toEqual(['jsonrpc-id-mismatch - error']);
  });
  it('in a frame of a stream, though it repeats what was said', () => {
    const events = [1, 2].map((id) => ({ direction: 'event', conn: 1, body: answered(id, v03.update('t', 'working', { final: false })) }));
    const text = lines(wire.ask(1, 0, 'message/stream', { message: v03.message('m') }), ...events);
    expect(said(text)).toEqual(['jsonrpc-id-mismatch t error']);
  });
});

describe('[J.31] jsonrpc-id-mismatch among loose lines', () => {
  const ask = (id: number) => asked(id, 'tasks/get', { id: 't' });
  it('exactly one open request beside an answer with a foreign id', () => {
    expect(said(lines(ask(1), answered(7, v03.task('t', 'working'))))).toEqual(['jsonrpc-id-mismatch t error']);
    expect(said(lines(ask(1), answered('1', v03.task('t', 'working'))))).toEqual(['jsonrpc-id-mismatch t error']);
  });
  it('names what the answer is about where the request names no task', () => {
    const made = asked(1, 'message/send', { message: v03.message('m') });
    expect(said(lines(made, answered(7, v03.task('t', 'working'))))).toEqual(['jsonrpc-id-mismatch t error']);
  });
  it('not with two open requests, none, or one that is answered later', () => {
    expect(said(lines(ask(1), ask(2), answered(7, v03.task('t', 'working'))))).toEqual([]);
    expect(judge(lines(answered(7, v03.task('t', 'working'))))).toMatchObject({ said: [], passed: ['jsonrpc-id-mismatch t'] });
    expect(said(lines(ask(1), answered(7, v03.task('t', 'working')), answered(1, v03.task('t', 'working'))))).toEqual([]);
  });
  it('answers in another order than their requests pair by their ids', () => {
    expect(said(lines(ask(1), ask(2), answered(2, v03.task('t', 'working')), answered(1, v03.task('t', 'working'))))).toEqual([]);
  });
  it('a stream alone proves nothing', () => {
    expect(said(sse(answered(1, v03.task('t', 'working')), answered(2, v03.update('t', 'completed', { final: true }))))).toEqual([]);
  });
});
