import { describe, expect, it } from 'vitest';
import type { Json } from '../base/json.ts';
import { gapsOf, readTrace } from '../testing/read-trace.ts';

const json = (value: Json, space?: number): string => JSON.stringify(value, null, space);
const CARD = {
  protocolVersion: '0.3.0',
  name: 'Clerk',
  description: 'd',
  url: 'https://clerk.example/',
  version: '1',
  capabilities: {},
  defaultInputModes: [],
  defaultOutputModes: [],
  skills: [{ id: 's', name: 'S', description: 'd', tags: ['t'] }],
};
const REQUEST = {
  jsonrpc: '2.0',
  id: 1,
  method: 'message/stream',
  params: { message: { kind: 'message', role: 'user', messageId: 'm', parts: [{ kind: 'text', text: 'hi' }] } },
};
const TASK = { jsonrpc: '2.0', id: 1, result: { kind: 'task', id: 't', contextId: 'c', status: { state: 'submitted' } } };
const DONE = {
  jsonrpc: '2.0',
  id: 1,
  result: { kind: 'status-update', taskId: 't', contextId: 'c', status: { state: 'completed' }, final: true },
};
const PUSH = { statusUpdate: { taskId: 't', contextId: 'c', status: { state: 'TASK_STATE_WORKING' } } };

/** Format, rows and reasons; the same in any pieces. */
function read(text: string): readonly string[] {
  const [whole, pieces] = [text.length, 11].map((piece) => {
    const trace = readTrace(text, { piece });
    expect(gapsOf(trace)).toEqual([]);
    const rows = trace.rows.filter((row) => !row.kind.startsWith('record-'));
    expect(rows.filter((row) => trace.valueOf(row) === undefined)).toEqual([]);
    return [trace.sources.get(0)?.format ?? '?', ...rows.map((row) => `${row.kind} ${row.channel}`), ...trace.unread.map(({ why }) => why)];
  });
  expect(pieces).toEqual(whole);
  return whole ?? [];
}
const CONVERSATION = ['card-seen card', 'message-sent stream', 'task-snapshot stream', 'status-update stream'];

describe('a mixed paste', () => {
  it('[N.12] of a card, a request and a stream is one trace', () => {
    const stream = `data: ${json(TASK)}\n\ndata: ${json(DONE)}\n\n`;
    expect(read(`${json(CARD, 2)}\n\n${json(REQUEST)}\n\n${stream}`)).toEqual(['mixed', ...CONVERSATION]);
    expect(read(`The card is\n${json(CARD, 2)}\nand I sent ${json(REQUEST)}\nwhich gave\n${stream}\nAny idea?\n`)).toEqual([
      'mixed',
      ...CONVERSATION,
    ]);
    expect(
      read(`## Card\n\n\`\`\`json\n${json(CARD, 2)}\n\`\`\`\n\n## Request\n~~~\n${json(REQUEST, 1)}\n~~~\n\`\`\`text\n${stream}\`\`\`\n`),
    ).toEqual(['mixed', ...CONVERSATION]);
  });
  it('[N.12] of values one after the other is JSON, on one line or on many', () => {
    expect(read(`${json(CARD)}${json(REQUEST)} ${json(TASK, 1)}\n${json(DONE)}`)).toEqual([
      'json',
      'card-seen card',
      'message-sent stream',
      'task-snapshot stream',
      'status-update stream',
    ]);
  });
  it('[N.12] is told when one format turns into another half-way', () => {
    const lines = `${json(REQUEST)}\n${json(TASK)}\n`;
    expect(read(`${lines}data: ${json(DONE)}\n\n`)).toEqual([
      'mixed',
      'message-sent stream',
      'task-snapshot stream',
      'status-update stream',
    ]);
    expect(read(`data: ${json(TASK)}\n\n${json(CARD, 1)}\n`)).toEqual(['mixed', 'task-snapshot stream', 'card-seen card']);
    expect(read(`${lines}2026-01-01T00:00:00Z INFO frame ${json(DONE)}\n`)).toEqual([
      'log',
      'message-sent stream',
      'task-snapshot stream',
      'status-update stream',
    ]);
  });
  it('[N.14] has deliveries where bare values stand one a line, and none where one stands alone', () => {
    expect(read(`${json(PUSH)}\n${json(PUSH)}\n`)).toEqual(['ndjson', 'status-update push', 'status-update push']);
    expect(read(json(PUSH))).toEqual(['json', 'status-update none']);
    expect(read(json(PUSH, 1))).toEqual(['json', 'status-update none']);
  });
  it('[N.8] sets prose aside, and leaves unread what is nothing but prose', () => {
    const trace = readTrace(`Hello,\nthis failed:\n\n${json(TASK, 1)}\n\nBye.\n`);
    expect(trace.setAside.map(({ why }) => why)).toEqual(['text that is no agent traffic', 'text that is no agent traffic']);
    expect(read('Hello,\n\nall is well.\n')).toEqual(['unknown', expect.stringMatching(/^no format fits/) as unknown as string]);
    expect(read('')).toEqual(['unknown']);
    expect(read(' \n\n')).toEqual(['unknown']);
  });
  it('[N.12] has values with comments, trailing commas and single quotes', () => {
    const loose = `{\n  // what came back\n  jsonrpc: '2.0', id: 1,\n  result: { kind: 'task', id: 't', contextId: 'c', status: { state: 'submitted', }, },\n}\n`;
    expect(read(loose)).toEqual(['json', 'call-settled none']);
    expect(read(`We got\n${loose}`)).toEqual(['json', 'call-settled none']);
    expect(read(`{"a": 1,}\n${json(TASK)}\n`)).toContain('call-settled none');
  });
  it('[N.16] keeps ids that are too long for a number as their digits', () => {
    const long = '12345678901234567890';
    const trace = readTrace(
      `{"jsonrpc":"2.0","id":${long},"method":"tasks/get","params":{"id":"t"}}\n{"jsonrpc":"2.0","id":12345678901234567891,"result":{"kind":"task","id":"t","contextId":"c","status":{"state":"working"}}}\n`,
    );
    expect(trace.rows.map((row) => row.kind)).toEqual(['message-sent', 'call-settled']);
    expect(trace.rows[1]?.exchange).toBeUndefined();
    expect(trace.valueOf(trace.rows[0] ?? ({} as never))).toMatchObject({ id: long });
  });
});
