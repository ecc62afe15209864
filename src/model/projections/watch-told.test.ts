// What facts beside the wire leave less unknown, and what is counted over all deliveries although the last 100 are listed.

import { expect, it } from 'vitest';
import type { WatchFact } from '../log/watch-fact.ts';
import type { DrawnRow } from '../testing/drawn-log.ts';
import { factTold, HOST, logOf, REMOTE_AGENT } from '../testing/stand-in-log.ts';
import { projectWatch } from './watch.ts';

const URL = 'https://host.example/a2a/push/task-1';
const taskId = 'remote-1';
const set = factTold(REMOTE_AGENT, { kind: 'push-config-set', taskId, url: URL }, 0);
const stored = factTold(REMOTE_AGENT, { kind: 'status-stored', taskId, contextId: 'c', state: 'working', tick: 1 }, 1);
const sent = factTold(REMOTE_AGENT, { kind: 'push-sent', taskId, url: URL, state: 'working', tick: 1 }, 1);
const lost = factTold(REMOTE_AGENT, { kind: 'fault-injected', mode: 'lose-push', what: 'delivery 1' }, 1);
const moved: WatchFact = { kind: 'stand-in-moved', standIn: 'task-1', taskId, number: 1, event: 'stand-in-resumed', to: 'armed' };
const delivery: DrawnRow = { kind: 'message-sent', channel: 'push', agent: REMOTE_AGENT, taskId, state: 'working', time: 2 };

const storyOf = (...rows: readonly DrawnRow[]) => projectWatch(logOf(rows), { cursor: rows.length - 1 }).story;
const unknownsOf = (...rows: readonly DrawnRow[]) => storyOf(...rows)?.unknowns.map(({ kind }) => kind) ?? [];

it('[P.96] knows that nothing was sent where whoever keeps the task tells of it', () => {
  expect(unknownsOf(set)).toContain('no-deliveries');
  expect(unknownsOf(set, stored)).not.toContain('no-deliveries');
});

it('[P.96] names the pushes that were sent and never arrived', () => {
  expect(storyOf(set, stored, sent)?.lostPushes).toEqual([]);
  expect(storyOf(set, stored, sent, lost)?.lostPushes).toMatchObject([{ state: 'working', time: 1 }]);
  expect(storyOf(set, stored, sent, lost)?.deliveriesTotal).toBe(0);
});

it('[P.96] knows that nobody looked where whoever watches the task tells of it', () => {
  expect(unknownsOf(delivery)).toContain('no-looks');
  expect(unknownsOf(factTold(HOST, moved, 0), delivery)).not.toContain('no-looks');
});

it('[P.97] counts unanswered deliveries over all, not among those that are listed', () => {
  const rows = Array.from({ length: 150 }, (_, place) => ({ ...delivery, time: place }));
  expect(storyOf(...rows)).toMatchObject({ deliveriesTotal: 150, deliveriesAnswered: 0 });
  expect(storyOf(...rows)?.unknowns).toContainEqual({ kind: 'no-answers', count: 150 });
});
