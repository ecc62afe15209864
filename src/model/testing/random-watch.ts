// Rows about how tasks are watched, as fast-check makes them: few tasks, callbacks and exchanges, so that they meet; in any order.

import fc from 'fast-check';
import type { Json } from '../base/json.ts';
import { TASK_STATES } from '../protocol/task.ts';
import type { DrawnRow } from './drawn-log.ts';

/** What the exchanges 1 to 9 of such a log ask for. */
export const OBSERVED_OPERATIONS = [
  'push',
  'push',
  'get',
  'get',
  'subscribe',
  'stream',
  'send',
  'set-push-config',
  'delete-push-config',
] as const;

const task = fc.constantFrom('t1', 't2', undefined);
const state = fc.constantFrom(...TASK_STATES, undefined);
const time = fc.option(fc.integer({ min: 0, max: 90_000 }), { nil: undefined });
const secret = fc.constantFrom('[cut 1: token]', '[cut 2: token]', '***', undefined);
const exchange = fc.integer({ min: 0, max: OBSERVED_OPERATIONS.length });

const CHANNEL_OF = ['push', 'push', 'push', 'poll', 'poll', 'stream', 'stream', 'send', 'send', 'send'] as const;
const EVENTS = ['status-update', 'artifact-update', 'task-snapshot', 'message-received', 'stream-ended'] as const;
const FACTS = ['status-stored', 'push-config-set', 'push-config-refused', 'push-config-deleted', 'push-sent'] as const;

const wire: fc.Arbitrary<DrawnRow> = fc
  .record({
    task,
    state,
    time,
    exchange,
    secret,
    is: fc.nat(7),
    failed: fc.boolean(),
    second: fc.nat(3),
    status: fc.constantFrom('204', '401'),
  })
  .map(({ task: taskId, state: shown, time: at, exchange: number, secret: token, is, failed, second, status }): DrawnRow => {
    const channel = CHANNEL_OF[number] ?? 'send';
    const stated = {
      channel,
      ...(taskId === undefined ? {} : { taskId }),
      ...(at === undefined ? {} : { time: at }),
      ...(number === 0 ? {} : { exchange: number }),
    };
    const shows = shown === undefined ? {} : { state: shown };
    const body: Json = {
      kind: 'task',
      id: taskId ?? 't1',
      contextId: 'c',
      status: { state: shown ?? 'working', timestamp: `2026-01-01T00:00:0${second}Z` },
    };
    if (is <= 2)
      return { ...stated, ...(channel === 'push' ? shows : {}), kind: 'message-sent', value: requestOf(channel, { body, token }) };
    if (is <= 4)
      return { ...stated, ...shows, kind: channel === 'push' ? 'push-received' : 'call-settled', failed, label: status, value: body };
    return { ...stated, ...shows, kind: EVENTS[(is + second) % EVENTS.length] ?? 'status-update', value: body };
  });

function requestOf(channel: string, { body, token }: { readonly body: Json; readonly token: string | undefined }): Json {
  const proof: Record<string, string> = token === undefined ? {} : { token };
  if (channel === 'push')
    return {
      method: 'POST',
      url: 'https://me.example/push',
      headers: token === undefined ? {} : { 'x-a2a-notification-token': token },
      body,
    };
  const pushNotificationConfig = { id: 'c1', url: 'https://me.example/push', ...proof };
  return { method: 'x', params: { taskId: 't1', id: 't1', pushNotificationConfigId: 'c1', pushNotificationConfig } };
}

const kernel: fc.Arbitrary<DrawnRow> = fc
  .record({ kind: fc.constantFrom(...FACTS), taskId: fc.constantFrom('t1', 't2'), state: fc.constantFrom(...TASK_STATES), time })
  .map(({ kind, taskId, state: stored, time: at }): DrawnRow => {
    const facts: Record<string, Json> = {
      kind,
      taskId,
      url: 'https://me.example/other',
      code: 'X',
      reason: 'no',
      state: stored,
      tick: 1,
      contextId: 'c',
    };
    return {
      kind,
      channel: 'kernel',
      taskId,
      value: facts,
      ...(kind === 'status-stored' ? { state: stored } : {}),
      ...(at === undefined ? {} : { time: at }),
    };
  });

/** At least one row. */
export const randomWatch: fc.Arbitrary<readonly DrawnRow[]> = fc.array(
  fc.oneof({ weight: 6, arbitrary: wire }, { weight: 1, arbitrary: kernel }),
  { minLength: 1, maxLength: 40 },
);
