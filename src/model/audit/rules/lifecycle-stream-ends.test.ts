import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../base/json.ts';
import { answered, asked, lines, refused, ruled, sse, v03, v10, wire } from '../../testing/small-traces.ts';
import { STREAM_END_RULES } from './lifecycle-stream-ends.ts';

const judge = (text: string) => ruled(STREAM_END_RULES, text);
const said = (text: string): readonly string[] => judge(text).said;
const stream = (...results: readonly JsonObject[]): string => sse(...results.map((result) => answered(1, result)));
const ask = wire.ask(1, 0, 'message/stream', { message: v03.message('m') });

describe('[J.17] missing-final-event: a stream ended before its task did', () => {
  it('error for a task at work, in 0.3 and 1.0', () => {
    expect(said(stream(v03.task('t', 'submitted'), v03.update('t', 'working', { final: false })))).toEqual(['missing-final-event t error']);
    expect(said(stream(v10.task('t', 'submitted'), v10.update('t', 'working')))).toEqual(['missing-final-event t error']);
  });
  it('info where the task ended and only final: true is missing, which 1.0 does not know', () => {
    expect(said(stream(v03.task('t', 'working'), v03.update('t', 'completed', { final: false })))).toEqual(['missing-final-event t info']);
    expect(said(stream(v03.task('t', 'working'), v03.task('t', 'completed')))).toEqual(['missing-final-event t info']);
    expect(said(stream(v10.task('t', 'working'), v10.update('t', 'completed')))).toEqual([]);
  });
  it('error for final: true on a task at work', () => {
    expect(said(stream(v03.task('t', 'submitted'), v03.update('t', 'working', { final: true })))).toEqual(['missing-final-event t error']);
  });
  it.each(['input-required', 'auth-required'])('not at %s', (state) => {
    expect(judge(stream(v03.task('t', 'working'), v03.update('t', state, { final: true })))).toMatchObject({
      said: [],
      passed: ['missing-final-event t'],
    });
    expect(said(stream(v10.task('t', 'working'), v10.update('t', state)))).toEqual([]);
  });
  it('error where work went on after the question', () => {
    expect(said(stream(v03.task('t', 'auth-required'), v03.update('t', 'working', { final: false })))).toEqual([
      'missing-final-event t error',
    ]);
  });
  it('not for a stream of one message, nor for one that ends with an error', () => {
    expect(said(stream(v03.message('m', { role: 'agent' })))).toEqual([]);
    expect(judge(sse(answered(1, v03.task('t', 'working')), refused(1, -32603)))).toMatchObject({
      said: [],
      passed: ['missing-final-event t'],
    });
  });
  it('error for a stream without an event, named by what the request names', () => {
    const bare = lines(wire.ask(1, 0, 'tasks/resubscribe', { id: 't' }), wire.end(1, 5));
    expect(said(bare)).toEqual(['missing-final-event t error']);
    expect(said(lines(ask, wire.end(1, 5)))).toEqual(['missing-final-event - error']);
  });
  it('not where the end is not in the trace, the text is cut, or the reader left', () => {
    const working = wire.event(1, 1, v03.task('t', 'working'));
    expect(judge(lines(ask, working))).toMatchObject({ said: [], passed: ['missing-final-event t'] });
    expect(said(lines(ask, working, wire.end(1, 9, 'client abort')))).toEqual([]);
    expect(said(`${stream(v03.task('t', 'working'))}data: {"jsonrpc":"2.0","id":1,"result":{"kind":"status-up`)).toEqual([]);
    expect(said(lines(ask, working, wire.end(1, 9)))).toEqual(['missing-final-event t error']);
    expect(said(lines(ask, working, wire.end(1, 9, 'connection reset')))).toEqual(['missing-final-event t error']);
  });
  it('each of several streams in one text that follow one another; not where their frames stand among each other', () => {
    const begin = [answered(1, v03.task('t', 'working')), answered(2, v03.task('u', 'working'))];
    const ends = [answered(2, v03.update('u', 'completed', { final: true })), answered(1, v03.update('t', 'failed', { final: true }))];
    expect(said(sse(...begin, ends[0]!))).toEqual(['missing-final-event t error']);
    expect(said(sse(begin[1]!, ends[0]!, begin[0]!))).toEqual(['missing-final-event t error']);
    expect(said(sse(...begin, ...ends))).toEqual([]);
    const woven = judge(sse(...begin, ends[0]!, answered(3, v03.task('w', 'working')), ends[1]!));
    expect(woven).toMatchObject({ said: [], passed: ['missing-final-event t', 'missing-final-event u', 'missing-final-event w'] });
  });
  it('not where a server makes up an id for every frame, or the text goes on with the same task', () => {
    const fresh = sse(answered('a', v03.task('t', 'working')), answered('b', v03.update('t', 'working')));
    expect(judge(fresh)).toMatchObject({ said: [], passed: ['missing-final-event t'] });
    const again = sse(
      answered(1, v10.task('t', 'working')),
      answered(2, v10.task('t', 'working', { at: 3 })),
      answered(2, v10.update('t', 'completed', { at: 4 })),
    );
    expect(said(again)).toEqual([]);
  });
  it('an exchange that stands in one line ends with its line', () => {
    const line = (...stream: Parameters<typeof answered>[1][]) =>
      lines({
        ts: '2026-03-13T09:00:00Z',
        method: 'POST',
        url: 'https://one.example/',
        status: 200,
        request: asked(1, 'message/stream', { message: v03.message('m') }),
        stream: stream.map((result) => answered(1, result)),
      });
    expect(said(line(v03.task('t', 'working')))).toEqual(['missing-final-event t error']);
    expect(said(line(v03.task('t', 'working'), v03.update('t', 'completed', { final: true })))).toEqual([]);
  });
  it('error where what can not be read is a page or words, and so no event', () => {
    const begun = stream(v03.task('t', 'submitted'));
    expect(said(`${begun}data: <html>502 Bad Gateway</html>\n\n`)).toEqual(['missing-final-event t error']);
    expect(said(`${begun}data: [DONE]\n\n`)).toEqual(['missing-final-event t error']);
  });
  it('not where a part of the stream can not be read', () => {
    const torn = `${stream(v03.task('t', 'working'))}data: {"jsonrpc":"2.0","id":1,"result":{"kind":"status-update","taskId":"t",}}\n\n`;
    expect(judge(torn)).toMatchObject({ said: [], passed: ['missing-final-event t'] });
  });
  it('ACP: an error event is no end of a run, a message neither', () => {
    const run = (status: string) => ({ type: `run.${status}`, run: { run_id: 'r', agent_name: 'w', status, output: [] } });
    const error = { type: 'error', error: { code: 'server_error', message: 'no' } };
    expect(said(sse(run('created'), run('in-progress'), error))).toEqual(['missing-final-event r error']);
    expect(said(sse(run('created'), run('in-progress'), run('failed')))).toEqual([]);
    expect(said(sse(run('created'), run('in-progress'), run('awaiting')))).toEqual([]);
  });
  it('the end of another task is not the end of this one', () => {
    expect(said(stream(v03.task('t', 'working'), v03.update('u', 'failed', { final: true })))).toEqual(['missing-final-event t error']);
  });
});

describe('[J.18] stream-gap: a stream was taken up again', () => {
  const first = [ask, wire.event(1, 1, v03.task('t', 'working'))];
  const again = [
    wire.ask(2, 20, 'tasks/resubscribe', { id: 't' }),
    wire.event(2, 21, v03.update('t', 'completed', { final: true })),
    wire.end(2, 22),
  ];

  it('a warning for the gap, and the break is no missing end then', () => {
    expect(judge(lines(...first, wire.end(1, 6, 'connection reset'), ...again))).toMatchObject({
      said: ['stream-gap t warning'],
      passed: ['missing-final-event t'],
    });
  });
  it('not where the first ended as it should, or the subscription was refused', () => {
    const asks = wire.event(1, 2, v03.update('t', 'input-required', { final: true }));
    expect(said(lines(...first, asks, wire.end(1, 3), ...again))).toEqual([]);
    const refusal = [wire.ask(2, 20, 'tasks/resubscribe', { id: 't' }), wire.answer(2, 21, refused(2, -32001))];
    expect(said(lines(...first, wire.end(1, 6, 'connection reset'), ...refusal))).toEqual(['missing-final-event t error']);
  });
  it('not where the second began before the first ended, or a third was open all the time', () => {
    const overlapping = lines(
      ...first,
      wire.ask(2, 4, 'tasks/resubscribe', { id: 't' }),
      wire.end(1, 6, 'connection reset'),
      wire.event(2, 7, v03.update('t', 'completed', { final: true })),
      wire.end(2, 8),
    );
    expect(said(overlapping)).not.toContain('stream-gap t warning');
    const third = [wire.ask(3, 2, 'tasks/resubscribe', { id: 't' }), wire.event(3, 3, v03.update('t', 'working', { final: false }))];
    const thirdEnds = [wire.event(3, 30, v03.update('t', 'completed', { final: true })), wire.end(3, 31)];
    expect(judge(lines(...first, ...third, wire.end(1, 6, 'connection reset'), ...again, ...thirdEnds))).toMatchObject({
      said: [],
      passed: ['missing-final-event t', 'stream-gap t'],
    });
  });
});
