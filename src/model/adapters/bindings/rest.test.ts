import { describe, expect, it } from 'vitest';
import { restFacts } from './rest.ts';

describe('[X.8] request lines of HTTP+JSON', () => {
  it.each([
    ['POST', '/message:send', { operation: 'send', label: 'POST /message:send' }],
    ['POST', '/a2a/rest/v1/message:stream', { operation: 'stream', label: 'POST /v1/message:stream', version: '0.3' }],
    ['GET', '/tasks/t-1?historyLength=0', { operation: 'get', label: 'GET /tasks/{id}', taskId: 't-1' }],
    ['POST', '/v1/tasks/a%20b:cancel', { operation: 'cancel', label: 'POST /v1/tasks/{id}:cancel', taskId: 'a b', version: '0.3' }],
    ['GET', '/tasks/%ff:subscribe', { operation: 'subscribe', label: 'GET /tasks/{id}:subscribe', taskId: '%ff' }],
    [
      'DELETE',
      '/tasks/t/pushNotificationConfigs/c',
      { operation: 'delete-push-config', label: 'DELETE /tasks/{id}/pushNotificationConfigs/{configId}', taskId: 't', configId: 'c' },
    ],
    ['GET', '/tenant/tasks', { operation: 'list', label: 'GET /tasks' }],
    ['GET', '/.well-known/agent.json', { operation: 'card', label: 'GET /.well-known/agent-card.json' }],
  ] as const)('reads %s %s', (method, path, facts) => {
    expect(restFacts(method, path)).toEqual(facts);
  });

  it.each([
    ['GET', '/message:send'],
    ['POST', '/a2a/jsonrpc'],
    ['POST', '/a2a/inbox'],
    ['GET', '/'],
  ])('knows no operation in %s %s', (method, path) => {
    expect(restFacts(method, path)).toBeUndefined();
  });
});
