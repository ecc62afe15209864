import { describe, expect, it } from 'vitest';
import { judgeText } from '../../testing/judged.ts';

const frame = (id: number, result: object): string => `data: ${JSON.stringify({ jsonrpc: '2.0', id, result })}\n\n`;
const chunk = (id: number, text: string, append = true): string =>
  frame(id, {
    kind: 'artifact-update',
    taskId: 't',
    contextId: 'c',
    append,
    lastChunk: false,
    artifact: { artifactId: 'a', parts: [{ kind: 'text', text }] },
  });
const status = (id: number, state: string, final = false): string =>
  frame(id, { kind: 'status-update', taskId: 't', contextId: 'c', status: { state }, final });
const snapshot = (id: number, text: string): string =>
  frame(id, {
    kind: 'task',
    id: 't',
    contextId: 'c',
    status: { state: 'working' },
    artifacts: [{ artifactId: 'a', parts: [{ kind: 'text', text }] }],
  });
const textOf = (stream: readonly string[]): string => judgeText(stream.join('')).auditor.facts().tasks[0]?.artifacts[0]?.text ?? '';

describe('chunks of streams without their requests', () => {
  it('[P.57] count once when a second stream of the task tells them too', () => {
    const start = [status(1, 'working'), chunk(1, 'one ', false), chunk(1, 'two ')];
    const both = ['three ', 'four '].flatMap((text) => [chunk(1, text), chunk(2, text)]);
    expect(textOf([...start, ...both, status(1, 'completed', true), status(2, 'completed', true)])).toBe('one two three four ');
  });

  it('[P.57] count once whichever stream is ahead, and by how much', () => {
    const start = [status(1, 'working'), chunk(1, 'one ', false)];
    expect(textOf([...start, chunk(2, 'two '), chunk(1, 'two '), chunk(2, 'three '), chunk(1, 'three ')])).toBe('one two three ');
    expect(textOf([...start, chunk(1, 'two '), chunk(1, 'three '), chunk(2, 'two '), chunk(2, 'three '), chunk(2, 'four ')])).toBe(
      'one two three four ',
    );
  });

  it('[P.57] of a stream that is told from its beginning again add nothing', () => {
    const whole = (id: number): string[] => [
      status(id, 'working'),
      chunk(id, 'one ', false),
      chunk(id, 'two '),
      status(id, 'completed', true),
    ];
    expect(textOf([...whole(1), ...whole(2)])).toBe('one two ');
    expect(
      textOf([status(1, 'working'), chunk(1, 'one ', false), chunk(1, 'two '), chunk(2, 'one ', false), chunk(2, 'two '), chunk(1, 'end')]),
    ).toBe('one two end');
  });

  it('[P.57] stay as they are when a second stream begins with a whole task', () => {
    const stream = [
      status(1, 'working'),
      chunk(1, 'one ', false),
      chunk(1, 'two '),
      snapshot(2, 'one '),
      chunk(2, 'two '),
      chunk(1, 'end'),
    ];
    expect(textOf(stream)).toBe('one two end');
  });

  it('[P.57] all count where every frame has an id of its own, and where one stream says a thing twice', () => {
    expect(textOf([status(1, 'working'), chunk(2, 'ha', false), chunk(3, 'ha'), chunk(4, 'ha')])).toBe('hahaha');
    expect(textOf([status(1, 'working'), chunk(1, 'ha', false), chunk(1, 'ha'), chunk(1, 'ha')])).toBe('hahaha');
  });

  it('[P.57] all count where one stream follows after the other had ended', () => {
    const first = [status(1, 'working'), chunk(1, 'ha', false), status(1, 'input-required', true)];
    expect(textOf([...first, chunk(2, 'ha'), chunk(2, 'ho'), status(2, 'completed', true)])).toBe('hahaho');
  });
});

describe('chunks of streams whose requests stand among them in loose lines', () => {
  const ask = (id: number, method: string, params: object): object => ({ jsonrpc: '2.0', id, method, params });
  const said = (id: number, result: object): object => ({ jsonrpc: '2.0', id, result });
  const update = (state: string): object => ({ statusUpdate: { taskId: 't', contextId: 'c', status: { state: `TASK_STATE_${state}` } } });
  const task = (state: string, text?: string): object => ({
    task: {
      id: 't',
      contextId: 'c',
      status: { state: `TASK_STATE_${state}` },
      ...(text === undefined ? {} : { artifacts: [{ artifactId: 'a', parts: [{ text }] }] }),
    },
  });
  const chunkOf = (text: string, append: boolean): object => ({
    artifactUpdate: { taskId: 't', contextId: 'c', append, artifact: { artifactId: 'a', parts: [{ text }] } },
  });
  const message = { messageId: 'm', role: 'ROLE_USER', parts: [{ text: 'x' }] };
  const begun = [ask(1, 'SendStreamingMessage', { message }), said(1, task('WORKING'))];
  const told = (...values: readonly object[]): string =>
    judgeText(values.map((value) => `${JSON.stringify(value)}\n`).join('')).auditor.facts().tasks[0]?.artifacts[0]?.text ?? '';

  it('[P.57] count where the first stream broke and the next goes on', () => {
    const next = [ask(2, 'SubscribeToTask', { id: 't' }), said(2, task('WORKING', 'one ')), said(2, chunkOf('two', true))];
    expect(told(...begun, said(1, chunkOf('one ', false)), ...next, said(2, update('COMPLETED')))).toBe('one two');
  });

  it('[P.57] count once where both go on', () => {
    const next = [ask(2, 'SubscribeToTask', { id: 't' }), said(2, task('WORKING', 'one '))];
    const both = [said(1, chunkOf('two', true)), said(2, chunkOf('two', true))];
    expect(told(...begun, said(1, chunkOf('one ', false)), ...next, ...both)).toBe('one two');
  });

  it('[P.57] count once however many tasks end between the end and what comes late', () => {
    const next = [ask(2, 'SubscribeToTask', { id: 't' }), said(2, task('WORKING', 'one '))];
    const others = Array.from({ length: 100 }, (_, number) => {
      const named = { taskId: `o${number}`, contextId: `x${number}`, status: { state: 'TASK_STATE_COMPLETED' } };
      return { jsonrpc: '2.0', id: 100 + number, result: { statusUpdate: named } };
    });
    const first = [said(1, chunkOf('two', true)), said(1, update('COMPLETED'))];
    expect(told(...begun, said(1, chunkOf('one ', false)), ...next, ...first, ...others, said(2, chunkOf('two', true)))).toBe('one two');
  });

  it('[P.57] count where the task waited for its caller in between', () => {
    const next = [ask(2, 'SendStreamingMessage', { message: { ...message, messageId: 'n', taskId: 't' } }), said(2, task('WORKING'))];
    expect(told(...begun, said(1, update('INPUT_REQUIRED')), ...next, said(2, chunkOf('new', false)))).toBe('new');
  });
});
