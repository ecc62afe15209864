// What logs show of how tasks were watched. Expected values were read off the texts by hand.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Json } from '../base/json.ts';
import { logFromText } from '../testing/log-from-text.ts';
import { projectWatch, type WatchStory } from './watch.ts';
import type { WatchedDelivery } from './watch-deliveries.ts';

const fixture = (path: string) => logFromText(readFileSync(new URL(`../testing/fixtures/${path}`, import.meta.url), 'utf8'));

function storyOf(log: ReturnType<typeof fixture>, cursor = log.rowCount - 1): WatchStory {
  const { story } = projectWatch(log, { cursor });
  if (story === undefined) throw new Error('nobody hears of any task');
  return story;
}
const flawsOf = ({ flaws }: WatchedDelivery) => flaws.map(({ kind }) => kind);

/** A capture of one agent and one callback: requests and answers as lines, a tenth of a second apart. */
class Capture {
  readonly #lines: Json[] = [];
  #conn = 0;

  exchange(url: string, body: Json, answer: { readonly status?: number; readonly body?: Json; readonly headers?: Json } = {}): this {
    this.#conn += 1;
    const conn = this.#conn;
    const headers = { 'content-type': 'application/json', ...(answer.headers as Record<string, string> | undefined) };
    this.#lines.push({ ts: this.#now(), direction: 'request', conn, method: 'POST', url, headers, body });
    this.#lines.push({ ts: this.#now(), direction: 'response', conn, status: answer.status ?? 200, headers: {}, body: answer.body ?? {} });
    return this;
  }

  call(method: string, params: Json, result: Json): this {
    const body = { jsonrpc: '2.0', id: 1, ...(isError(result) ? { error: result } : { result }) };
    return this.exchange('https://agent.example/a2a', { jsonrpc: '2.0', id: 1, method, params }, { body });
  }

  register(token = 'tok-registered-1'): this {
    const config = { id: 'cfg-1', url: 'https://me.example/push', token };
    const params = { taskId: 't1', pushNotificationConfig: config };
    return this.call('tasks/pushNotificationConfig/set', params, params);
  }

  push(body: Json, token: string | null = 'tok-registered-1', status = 204): this {
    const headers: Record<string, string> = token === null ? {} : { 'X-A2A-Notification-Token': token };
    return this.exchange('https://me.example/push', body, { status, headers });
  }

  poll(state: string, text?: string): this {
    return this.call('tasks/get', { id: 't1' }, task(state, text));
  }

  story(cursor?: number): WatchStory {
    return storyOf(logFromText(this.#lines.map((line) => JSON.stringify(line)).join('\n')), cursor);
  }

  #now(): string {
    return new Date(Date.UTC(2026, 0, 1) + this.#lines.length * 100).toISOString();
  }
}
const isError = (value: Json): boolean => typeof value === 'object' && value !== null && 'code' in value;
const task = (state: string, text?: string, more: Record<string, Json> = {}): Json => ({
  kind: 'task',
  id: 't1',
  contextId: 'c1',
  status: {
    state,
    ...(text === undefined ? {} : { message: { kind: 'message', role: 'agent', messageId: text, parts: [{ kind: 'text', text }] } }),
    ...more,
  },
});

describe('a capture of pushes and polls, A2A 0.3', () => {
  const log = fixture('traces/v03-jsonrpc-push.ndjson');
  const story = storyOf(log);

  it('[P.80] tells eleven deliveries, which callback each was for, and which repeat one for the other callback', () => {
    expect(story.deliveriesTotal).toBe(11);
    expect(story.deliveries.map(({ seq, url, claim }) => `${seq} ${url?.split('/').at(-1)} ${claim}`)).toEqual([
      '5 inbox submitted',
      '13 second working',
      '15 inbox working',
      '19 inbox working',
      '21 second working',
      '25 inbox working',
      '27 second working',
      '31 inbox working',
      '33 second working',
      '35 inbox completed',
      '37 second completed',
    ]);
    const doubled = story.deliveries.flatMap(({ seq, flaws }) => flaws.map((flaw) => ({ seq, flaw })));
    expect(doubled.map(({ seq, flaw }) => [flaw.kind, seq, flaw.kind === 'doubled' && flaw.elsewhere && flaw.seq])).toEqual([
      ['doubled', 15, 13],
      ['doubled', 21, 19],
      ['doubled', 27, 25],
      ['doubled', 33, 31],
      ['doubled', 37, 35],
    ]);
  });

  it('[P.81] names the look that each delivery was a doorbell for, and what it said to the claim', () => {
    expect(story.deliveries.map(({ look, doorbell }) => `${look?.seq} ${doorbell}`)).toEqual([
      '17 moved-on',
      '17 agreed',
      '17 agreed',
      '23 agreed',
      '23 agreed',
      '29 agreed',
      '29 agreed',
      '39 moved-on',
      '39 moved-on',
      '39 agreed',
      '39 agreed',
    ]);
    expect(story.deliveries[1]?.look).toEqual({ seq: 17, answerSeq: 18, ms: 97, state: 'working' });
  });

  it('[P.82] tells through what each state was heard first, how late, and what told of it again', () => {
    expect(story.states.map(({ state, through, lateMs, again }) => [state, through, lateMs, again])).toEqual([
      ['submitted', 'send', 75, [{ through: 'push', seq: 5, ms: 11 }]],
      ['working', 'push', 25, [{ through: 'poll', seq: 18, ms: 103 }]],
      ['completed', 'push', 3, [{ through: 'poll', seq: 40, ms: 62 }]],
    ]);
    expect(story.heardFirst).toEqual({ send: 1, push: 2, stream: 0, poll: 0 });
  });

  it('[P.83] counts what each way cost', () => {
    expect(story.costs).toEqual({
      push: { configCalls: 4, deliveries: 11, looks: 4 },
      follow: { streams: 0, events: 0, openMs: 0 },
      poll: { requests: 4, answers: 4, others: 1, firsts: 0 },
    });
    expect(story.polls.map(({ changed }) => changed)).toEqual([undefined, 'words', 'words', 'state']);
  });

  it('[P.84] tells both configs, the one that came with the work and the one that was deleted, and no token', () => {
    const told = story.configs.map(({ configId, how, fate, token }) => [configId, how, fate, token?.has]);
    expect(told).toEqual([
      ['cfg-1', 'with-the-work', 'set', true],
      ['cfg-2', 'call', 'deleted', true],
    ]);
    expect(JSON.stringify(projectWatch(log, { cursor: log.rowCount - 1 }))).not.toContain('tok-example');
    expect(storyOf(log, 7).configs.map(({ fate }) => fate)).toEqual(['set', 'open']);
    expect(storyOf(log, 41).configs.map(({ fate }) => fate)).toEqual(['set', 'set']);
  });

  it('[P.1] tells at a cursor what a log that ends there tells', () => {
    const early = storyOf(log, 13);
    expect(early.deliveries.map(({ seq, doorbell, flaws }) => [seq, doorbell, flaws.map(({ kind }) => kind)])).toEqual([
      [5, 'not-looked', []],
      [13, 'not-looked', ['unanswered']],
    ]);
    expect(storyOf(log, 17).deliveries[0]?.doorbell).toBe('looking');
  });
});

describe('deliveries of A2A 1.0', () => {
  it('[P.85] takes a claim that the task has left behind for older news, and an end as the end', () => {
    const story = storyOf(fixture('cases/020-push-arrives-out-of-order/input.ndjson'));
    expect(story.deliveries.map((delivery) => [delivery.says, flawsOf(delivery)])).toEqual([
      ['task', []],
      ['status-update', []],
      ['artifact-update', ['after-end']],
      ['status-update', ['after-end', 'older-news']],
    ]);
    expect(story.states.map(({ state, lateMs }) => [state, lateMs])).toEqual([
      ['submitted', undefined],
      ['completed', undefined],
    ]);
    expect(story.unknowns.map(({ kind }) => kind)).toEqual(['no-looks', 'no-config', 'no-heads', 'no-answers', 'no-origin']);
  });

  it('[P.86] tells a delivery that proves nothing, and that its receiver refused it', () => {
    const [delivery] = storyOf(fixture('cases/039-webhook-post-without-authorization/input.txt')).deliveries;
    expect(delivery).toMatchObject({ proof: 'nothing', status: 401, claim: 'completed' });
    expect(delivery?.flaws).toEqual([
      { kind: 'unauthenticated', why: 'nothing' },
      { kind: 'refused', status: 401 },
    ]);
  });

  it.each([
    ['task', { task: { id: 't1', contextId: 'c1', status: { state: 'TASK_STATE_WORKING' } } }],
    ['status-update', { statusUpdate: { taskId: 't1', contextId: 'c1', status: { state: 'TASK_STATE_WORKING' } } }],
    ['artifact-update', { artifactUpdate: { taskId: 't1', contextId: 'c1', artifact: { artifactId: 'a', parts: [{ text: 'x' }] } } }],
    ['message', { message: { messageId: 'm', taskId: 't1', contextId: 'c1', role: 'ROLE_AGENT', parts: [{ text: 'x' }] } }],
  ])('[P.80] reads the member %s', (says, body) => {
    const { deliveries } = new Capture().register().push(body).story();
    expect(deliveries.map((delivery) => [delivery.says, delivery.proof, flawsOf(delivery)])).toEqual([[says, 'token', []]]);
  });
});

describe('verdicts on deliveries', () => {
  it('[P.81] tells a claim that no look confirms from one that a later look does', () => {
    const disagreed = new Capture().register().push(task('canceled')).poll('working').story();
    expect(disagreed.deliveries.map(({ doorbell }) => doorbell)).toEqual(['disagreed']);
    const later = new Capture().register().push(task('canceled')).poll('working').poll('working').poll('canceled').story();
    expect(later.deliveries.map(({ doorbell }) => doorbell)).toEqual(['agreed-later']);
    const tooLate = new Capture().register().push(task('canceled'));
    for (let look = 0; look < 4; look += 1) tooLate.poll('working');
    expect(
      tooLate
        .poll('canceled')
        .story()
        .deliveries.map(({ doorbell }) => doorbell),
    ).toEqual(['disagreed']);
  });

  it('[P.86] tells a token that is not the one asked for', () => {
    const { deliveries } = new Capture().register().push(task('working'), 'tok-of-somebody-else', 401).story();
    expect(deliveries[0]?.flaws).toEqual([
      { kind: 'unauthenticated', why: 'other' },
      { kind: 'refused', status: 401 },
    ]);
    const bare = new Capture().register().push(task('working'), null, 401).story();
    expect(bare.deliveries[0]?.flaws[0]).toEqual({ kind: 'unauthenticated', why: 'nothing' });
  });

  it('[P.85] tells what is sent again to the same callback, after the end and after the config was deleted', () => {
    const end = task('completed');
    const capture = new Capture().register().poll('working').push(end).poll('completed').push(end);
    expect(capture.story().deliveries.map(flawsOf)).toEqual([[], ['doubled', 'after-end']]);
    const deleted = new Capture()
      .register()
      .call('tasks/pushNotificationConfig/delete', { id: 't1', pushNotificationConfigId: 'cfg-1' }, null)
      .push(task('working'));
    expect(deleted.story().deliveries.map(flawsOf)).toEqual([['after-delete']]);
    expect(deleted.story().configs.map(({ fate }) => fate)).toEqual(['deleted']);
  });

  it('[P.85] tells a status that is dated before one that was known', () => {
    const [first, second] = new Capture()
      .register()
      .push(task('input-required', 'a', { timestamp: '2026-01-01T00:00:02Z' }))
      .push(task('working', 'b', { timestamp: '2026-01-01T00:00:01Z' }))
      .story().deliveries;
    expect([first && flawsOf(first), second && flawsOf(second)]).toEqual([[], ['older-news']]);
  });

  it('[P.86] tells a body that is larger than a receiver reads', () => {
    const { deliveries } = new Capture()
      .register()
      .push(task('working', 'x'.repeat(70_000)), 'tok-registered-1', 413)
      .story();
    expect(deliveries.map(flawsOf)).toEqual([['oversized', 'refused']]);
  });

  it('[P.84] tells a config that was refused, and why', () => {
    const params = { taskId: 't1', pushNotificationConfig: { url: 'https://evil.example/', token: 'tok-registered-1' } };
    const error = { code: -32602, message: 'this host may not be called' };
    const { configs, unknowns } = new Capture().call('tasks/pushNotificationConfig/set', params, error).story();
    expect(configs.map(({ fate, why, url }) => [fate, why, url])).toEqual([
      ['refused', 'this host may not be called', 'https://evil.example/'],
    ]);
    expect(unknowns).toEqual([]);
  });

  it('[P.88] says that a config without a delivery tells nothing of what was sent', () => {
    expect(new Capture().register().poll('working').story().unknowns[0]).toEqual({ kind: 'no-deliveries' });
  });
});

describe('streams', () => {
  it('[P.83] counts what was held open: up to the end, or to the last event', () => {
    const { streams, costs, unknowns } = storyOf(fixture('traces/v10-rest-resub.ndjson'));
    expect(streams.map(({ opened, events, openMs, endSeq }) => [opened, events, openMs, endSeq])).toEqual([
      ['send', 4, 382, 8],
      ['subscribe', 5, 541, 15],
      ['subscribe', 1, 3, undefined],
    ]);
    expect(costs.follow).toEqual({ streams: 3, events: 10, openMs: 926 });
    expect(unknowns).toContainEqual({ kind: 'open-streams', count: 1 });
  });

  it('[P.80] shows nothing where nobody hears of a task', () => {
    const log = logFromText('{"hello":"world"}');
    expect(projectWatch(log, { cursor: log.rowCount - 1 })).toEqual({ tasks: [], total: 0, strays: { total: 0, seqs: [] } });
  });
});
