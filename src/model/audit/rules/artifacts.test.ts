import { describe, expect, it } from 'vitest';
import { answered, asked, lines, ruled, sse, v03, v10, wire } from '../../testing/small-traces.ts';
import { ARTIFACT_RULES } from './artifacts.ts';

const judge = (text: string) => ruled(ARTIFACT_RULES, text);
const said = (text: string): readonly string[] => judge(text).said;
const stream = (...results: Parameters<typeof answered>[1][]): string => sse(...results.map((result) => answered(1, result)));
const MORE = { append: true, lastChunk: false };
const LAST = { append: true, lastChunk: true };
const FIRST = { append: false, lastChunk: false };

describe('[J.40] append-before-create', () => {
  it('a chunk appended to an artifact that was not sent before, once for each artifact', () => {
    const text = stream(
      v10.task('t', 'working'),
      v10.artifact('t', 'a', MORE),
      v10.artifact('t', 'a', LAST),
      v10.artifact('t', 'b', LAST),
      v10.update('t', 'completed'),
    );
    expect(said(text)).toEqual(['append-before-create t warning']);
    expect(judge(text).book.streams).toHaveLength(1);
    expect(said(stream(v03.task('t', 'working'), v03.artifact('t', 'a', LAST), v03.update('t', 'completed', { final: true })))).toEqual([
      'append-before-create t warning',
    ]);
  });
  it('not one that was begun, in this stream or in a snapshot', () => {
    expect(said(stream(v10.task('t', 'working'), v10.artifact('t', 'a', FIRST), v10.artifact('t', 'a', LAST)))).toEqual([]);
    const known = v10.task('t', 'working', { artifacts: [{ artifactId: 'a', parts: [{ text: 'x' }] }] });
    expect(said(stream(known, v10.artifact('t', 'a', LAST)))).toEqual([]);
  });
  it('not one that an earlier stream or answer had shown', () => {
    const seen = judge(
      lines(
        wire.ask(1, 0, 'message/stream', { message: v03.message('m') }),
        wire.event(1, 1, v03.task('t', 'working')),
        wire.event(1, 2, v03.artifact('t', 'a', FIRST)),
        wire.end(1, 3, 'reset'),
        wire.ask(2, 4, 'tasks/resubscribe', { id: 't' }),
        wire.event(2, 5, v03.artifact('t', 'a', MORE)),
        wire.event(2, 6, v03.artifact('t', 'b', MORE)),
      ),
    );
    expect(seen.said).toEqual([]);
    expect(seen.passed).toEqual(['append-before-create t']);
  });
  it('not where the beginning is not in the trace', () => {
    expect(judge(stream(v03.artifact('t', 'a', LAST), v03.update('t', 'completed', { final: true })))).toMatchObject({
      said: [],
      passed: ['append-before-create t'],
    });
  });
  it('0.1 numbers its artifacts', () => {
    const chunk = (index: number, append: boolean) => ({ id: 't', artifact: { index, append, parts: [{ type: 'text', text: 'x' }] } });
    const begun = { id: 't', status: { state: 'working' }, final: false };
    const ask = asked(1, 'tasks/sendSubscribe', { id: 't', message: { role: 'user', parts: [{ type: 'text', text: 'x' }] } });
    const talk = (...events: readonly ReturnType<typeof chunk>[]): string =>
      lines(
        { direction: 'request', conn: 1, method: 'POST', url: 'https://w.example/', headers: {}, body: ask },
        ...[begun, ...events].map((event) => ({ direction: 'event', conn: 1, body: answered(1, event) })),
      );
    expect(said(talk(chunk(0, false), chunk(0, true)))).toEqual([]);
    expect(said(talk(chunk(0, false), chunk(1, true)))).toEqual(['append-before-create t warning']);
  });
});

describe('[J.41] update-after-last-chunk', () => {
  it('an artifact that grows after its last chunk, or is replaced after its chunks were closed', () => {
    const begun = [v10.task('t', 'working'), v10.artifact('t', 'a', FIRST), v10.artifact('t', 'a', LAST)];
    expect(said(stream(...begun, v10.artifact('t', 'a', MORE)))).toEqual(['update-after-last-chunk t info']);
    expect(said(stream(...begun, v10.artifact('t', 'a')))).toEqual(['update-after-last-chunk t info']);
  });
  it('not one closing snapshot when no chunk was the last, nor one whole after another', () => {
    const chunks = [v10.task('t', 'working'), v10.artifact('t', 'a', FIRST), v10.artifact('t', 'a', MORE)];
    expect(judge(stream(...chunks, v10.artifact('t', 'a')))).toMatchObject({ said: [], passed: ['update-after-last-chunk t'] });
    expect(judge(stream(v10.task('t', 'working'), v10.artifact('t', 'a'), v10.artifact('t', 'a')))).toMatchObject({
      said: [],
      passed: ['update-after-last-chunk t'],
    });
  });
  it('each of two streams is folded by itself', () => {
    const both = [1, 2].flatMap((conn) => [
      wire.ask(
        conn,
        conn,
        conn === 1 ? 'SendStreamingMessage' : 'SubscribeToTask',
        conn === 1 ? { message: v10.message('m') } : { id: 't' },
      ),
      wire.event(conn, 3, v10.task('t', 'working')),
      wire.event(conn, 4, v10.artifact('t', 'a', FIRST)),
      wire.event(conn, 5, v10.artifact('t', 'a', LAST)),
    ]);
    expect(said(lines(...both))).toEqual([]);
  });
});

describe('[J.42] partial-artifact-on-failure', () => {
  it('an open artifact of a task that failed, was canceled or rejected', () => {
    for (const state of ['failed', 'canceled', 'rejected']) {
      expect(said(stream(v10.task('t', 'working'), v10.artifact('t', 'a', FIRST), v10.update('t', state)))).toEqual([
        'partial-artifact-on-failure t warning',
      ]);
    }
    const grown = stream(
      v03.task('t', 'working'),
      v03.artifact('t', 'a', { lastChunk: null }),
      v03.artifact('t', 'a', { append: true, lastChunk: null }),
    );
    expect(said(grown + stream(v03.update('t', 'failed', { final: true })))).toEqual(['partial-artifact-on-failure t warning']);
  });
  it('not one that is closed, whole, or of a task that completed', () => {
    expect(
      said(stream(v10.task('t', 'working'), v10.artifact('t', 'a', FIRST), v10.artifact('t', 'a', LAST), v10.update('t', 'failed'))),
    ).toEqual([]);
    expect(said(stream(v10.task('t', 'working'), v10.artifact('t', 'a', { lastChunk: null }), v10.update('t', 'failed')))).toEqual([]);
    expect(said(stream(v10.task('t', 'working'), v10.artifact('t', 'a', FIRST), v10.update('t', 'completed')))).toEqual([]);
  });
  it('not one that came after the end', () => {
    expect(said(stream(v10.task('t', 'working'), v10.update('t', 'failed'), v10.artifact('t', 'a', FIRST)))).toEqual([]);
  });
  it('not where the stream broke off before, for the last chunk may have been lost', () => {
    const broken = lines(
      wire.ask(1, 0, 'message/stream', { message: v03.message('m') }),
      wire.event(1, 1, v03.task('t', 'working')),
      wire.event(1, 2, v03.artifact('t', 'a', FIRST)),
      wire.end(1, 3, 'reset'),
      wire.ask(2, 4, 'tasks/get', { id: 't' }),
      wire.answer(2, 5, answered(2, v03.task('t', 'failed'))),
    );
    expect(judge(broken)).toMatchObject({ said: [], passed: ['partial-artifact-on-failure t'] });
  });
  it('ACP: a message that was created and not completed', () => {
    const run = (status: string) => ({ type: `run.${status}`, run: { run_id: 'r', agent_name: 'w', status, output: [] } });
    const message = (word: string) => ({
      type: `message.${word}`,
      message: { role: 'agent/w', parts: [{ content_type: 'text/plain', content: 'x' }] },
    });
    expect(said(sse(run('created'), run('in-progress'), message('created'), run('failed')))).toEqual([
      'partial-artifact-on-failure r warning',
    ]);
    expect(said(sse(run('created'), run('in-progress'), message('created'), message('completed'), run('failed')))).toEqual([]);
    expect(said(sse(run('created'), run('in-progress'), message('created'), run('completed')))).toEqual([]);
  });
});

describe('[J.43] empty-artifact-parts', () => {
  const hollow = (version: typeof v03 | typeof v10) => version.artifact('t', 'a', { artifact: { artifactId: 'a', parts: [] } });
  it('error in 0.1 and 1.0, warning in 0.2 and 0.3', () => {
    expect(said(stream(v10.task('t', 'working'), hollow(v10)))).toEqual(['empty-artifact-parts t error']);
    expect(said(stream(v03.task('t', 'working'), hollow(v03)))).toEqual(['empty-artifact-parts t warning']);
    const old = { id: 't', sessionId: 's', status: { state: 'completed' }, artifacts: [{ index: 0, parts: [] }] };
    expect(said(lines(asked(1, 'tasks/get', { id: 't' }), answered(1, old)))).toEqual(['empty-artifact-parts t error']);
  });
  it('in a snapshot, an answer and a delivery too', () => {
    const task = v10.bare('t', 'completed', { artifacts: [{ artifactId: 'a', parts: [] }] });
    expect(said(lines(asked(1, 'GetTask', { id: 't' }), answered(1, task)))).toEqual(['empty-artifact-parts t error']);
    expect(said(lines({ task }))).toEqual(['empty-artifact-parts t error']);
  });
  it('names the task of a list that it is in', () => {
    const task = v10.bare('t', 'completed', { artifacts: [{ artifactId: 'a', parts: [] }] });
    const list = { tasks: [v10.bare('u', 'completed'), task], nextPageToken: '', pageSize: 2, totalSize: 2 };
    expect(said(lines(asked(1, 'ListTasks', {}), answered(1, list)))).toEqual(['empty-artifact-parts t error']);
  });
  it('not an artifact with an empty text, nor a task without artifacts', () => {
    const blank = v10.artifact('t', 'a', { artifact: { artifactId: 'a', parts: [{ text: '' }] } });
    expect(said(stream(v10.task('t', 'working', { artifacts: [] }), blank))).toEqual([]);
  });
});
