import { describe, expect, it } from 'vitest';
import { OperationFailure } from '../../protocol/operation.ts';
import { a2aV03JsonRpc } from '../a2a-v03-json-rpc.ts';

async function* one(text: string): AsyncIterable<string> {
  yield text;
}

async function collect<T>(items: AsyncIterable<T>): Promise<readonly T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

describe('[X.9] an answer that cannot be understood', () => {
  const decode = (text: string, code = 200, type = 'application/json') =>
    a2aV03JsonRpc.decodeResponse({ kind: 'get', taskId: 't' }, { status: code, headers: { 'content-type': type } }, one(text));

  it.each([
    ['<html>', 502, 'HTTP_502'],
    ['<html>', 200, 'INVALID_AGENT_RESPONSE'],
    ['[]', 200, 'INVALID_AGENT_RESPONSE'],
    ['{"jsonrpc":"2.0","id":1}', 200, 'INVALID_AGENT_RESPONSE'],
    ['{"jsonrpc":"2.0","id":1,"result":{"kind":"task"}}', 200, 'INVALID_AGENT_RESPONSE'],
    [
      '{"jsonrpc":"2.0","id":1,"result":{"kind":"task","id":"t","contextId":"c","status":{"state":"paused"}}}',
      200,
      'INVALID_AGENT_RESPONSE',
    ],
    ['{"jsonrpc":"2.0","id":1,"error":{"code":-32001,"message":"gone"}}', 200, 'TASK_NOT_FOUND'],
    ['{"jsonrpc":"2.0","id":1,"error":{"code":-32099,"message":"odd"}}', 200, 'RPC_-32099'],
  ])('is an error: %s on %i', async (text, code, word) => {
    expect(await decode(text, code)).toMatchObject({ kind: 'error', error: { code: word } });
  });

  it('throws inside a stream, where no result can be returned', async () => {
    const result = await decode('data: {"jsonrpc":"2.0","id":1,"result":\n\n', 200, 'text/event-stream; charset=utf-8');
    await expect(result.kind === 'events' ? collect(result.events) : undefined).rejects.toBeInstanceOf(OperationFailure);
  });
});
