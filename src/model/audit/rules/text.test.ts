import { describe, expect, it } from 'vitest';
import { answered, asked, lines, ruled, sse, v03, v10 } from '../../testing/small-traces.ts';
import { ARTIFACT_RULES } from './artifacts.ts';
import { TEXT_RULES } from './text.ts';

const judge = (text: string) => ruled(TEXT_RULES, text);
const said = (text: string): readonly string[] => judge(text).said;
const stream = (...results: Parameters<typeof answered>[1][]): string => sse(...results.map((result) => answered(1, result)));
const begun = stream(v03.task('t', 'working'));
const done = stream(v03.update('t', 'completed', { final: true }));

describe('[J.60] sse-malformed-frame', () => {
  it('data that is not JSON, or JSON of no known shape', () => {
    expect(said(`${begun}data: {"jsonrpc":"2.0",oops}\n\n${done}`)).toEqual(['sse-malformed-frame t error']);
    expect(said(`${begun}data: {"hello":"world"}\n\n${done}`)).toEqual(['sse-malformed-frame t error']);
  });
  it('not comments, empty data, several data lines, a missing space, CR', () => {
    const update = JSON.stringify(answered(1, v03.update('t', 'completed', { final: true })), undefined, 1);
    const folded = update
      .split('\n')
      .map((line) => `data:${line}\n`)
      .join('');
    expect(said(`: ping\n\n${begun}event: message\n: x\n\ndata:\n\n${folded}\n`)).toEqual([]);
    expect(said((begun + done).replaceAll('\n', '\r'))).toEqual([]);
    expect(said((begun + done).replaceAll('\n', '\r\n'))).toEqual([]);
  });
  it('the task is that of the stream, also where its first event is the broken one', () => {
    expect(said(`data: {"jsonrpc":"2.0",oops}\n\n${begun}${done}`)).toEqual(['sse-malformed-frame t error']);
    const head = 'POST /a2a HTTP/1.1\nHost: w.example\nContent-Type: application/json\n\n';
    const ask = JSON.stringify(asked(1, 'message/stream', { message: v03.message('m') }));
    const answer = 'HTTP/1.1 200 OK\nContent-Type: text/event-stream\n\n';
    expect(said(`${head}${ask}\n\n${answer}data: {oops}\n\n${begun}${done}`)).toEqual(['sse-malformed-frame t error']);
    expect(said(`${head}${ask}\n\n${answer}${begun}data: {oops}\n\n${done}`)).toEqual(['sse-malformed-frame t error']);
    expect(said(`${head}${ask}\n\n${answer}${begun}${done.trimEnd()}`)).toEqual(['unterminated-sse-frame t warning']);
    expect(said(`${head}${ask}\n\n${answer}${begun}${done.slice(0, 50)}`)).toEqual(['truncated-input t warning']);
  });
  it('words and end markers that other protocols have, and their events', () => {
    expect(said(`${begun}${done}data: [DONE]\n\n`)).toEqual(['sse-malformed-frame t error']);
    expect(said(`${begun}data: ping\n\n${done}`)).toEqual(['sse-malformed-frame t error']);
    const chunk = sse({ id: 'x', object: 'chat.completion.chunk', choices: [{ delta: { content: 'x' } }] });
    expect(said(`${begun}${chunk}${done}`)).toEqual(['sse-malformed-frame t error']);
    expect(said(chunk + chunk)).toEqual(['unsupported-protocol - info']);
  });
  it('not a stream of something else', () => {
    expect(said(sse({ price: 1 }, { price: 2 }))).toEqual([]);
  });
});

describe('[J.61] unterminated-sse-frame', () => {
  it('a last event without a blank line, read all the same', () => {
    const seen = judge((begun + done).trimEnd());
    expect(seen.said).toEqual(['unterminated-sse-frame t warning']);
    expect(seen.book.tasks[0]?.sightings.at(-1)?.state).toBe('completed');
  });
  it('not where it has one, nor where the text is cut', () => {
    expect(said(begun + done)).toEqual([]);
    expect(said((begun + done).slice(0, -20))).toEqual(['truncated-input t warning']);
  });
});

describe('[J.62] truncated-input', () => {
  it('a text that stops inside a value', () => {
    expect(said(`${lines(answered(1, v03.task('t', 'working')))}{"jsonrpc":"2.0","id":2,"result":{"ki`)).toEqual([
      'truncated-input - warning',
    ]);
    expect(said(JSON.stringify([v10.task('t', 'working'), v10.update('t', 'completed')]).slice(0, -9))).toHaveLength(1);
  });
  it('says nothing of what may have followed', () => {
    const open = begun + stream(v03.artifact('t', 'a', { append: false, lastChunk: false }));
    expect(ruled([...TEXT_RULES, ...ARTIFACT_RULES], `${open}data: {"jsonrpc":"2.0","id":1,"result":{"kind":"status-upd`).said).toEqual([
      'truncated-input t warning',
    ]);
  });
});

describe('[J.63] unsupported-protocol', () => {
  it('the Agent Client Protocol and others are named, for information', () => {
    const editor = {
      jsonrpc: '2.0',
      method: 'session/update',
      params: { sessionId: 's', update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'x' } } },
    };
    expect(said(lines(editor, editor))).toEqual(['unsupported-protocol - info']);
    expect(said(lines({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'x', arguments: {} } }))).toEqual([
      'unsupported-protocol - info',
    ]);
  });
  it('[J.60] what an agent of ACP makes up under generic is no broken event', () => {
    const run = (status: string) => ({ type: `run.${status}`, run: { run_id: 'r', agent_name: 'w', status, output: [] } });
    expect(said(sse(run('created'), { type: 'generic', generic: { thought: 'hm' } }, run('in-progress'), run('completed')))).toEqual([]);
  });
  it('not A2A, not ACP, not an odd method', () => {
    expect(said(begun + done)).toEqual([]);
    expect(said(sse({ type: 'run.completed', run: { run_id: 'r', agent_name: 'w', status: 'completed', output: [] } }))).toEqual([]);
  });
});
