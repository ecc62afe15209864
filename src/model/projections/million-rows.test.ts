// Scale, counted instead of timed: what a question about a log of a million rows reads of it is bounded by what it asks for.

import { beforeAll, describe, expect, it } from 'vitest';
import { createAuditor } from '../audit/audit.ts';
import { logSink } from '../engine/log-sink.ts';
import { GivenText } from '../log/given-text.ts';
import { Log } from '../log/log.ts';
import type { LogView } from '../log/log-view.ts';
import type { RowKind } from '../log/row-kind.ts';
import { countedLog } from '../testing/counted-log.ts';
import { projectOverview } from './overview.ts';
import { projectRow } from './row-detail.ts';
import { projectNeighbour, projectRows } from './row-view.ts';
import { projectTask } from './task-view.ts';
import { projectTasks } from './tasks.ts';
import { projectDensity, projectTimeline } from './timeline.ts';
import { warmIndexes } from './warm-indexes.ts';

const ROWS = 1_000_000;
const TASKS = 50_000;
const LINE = '{"kind":"status-update","taskId":"t","contextId":"c","status":{"state":"working"},"final":false}\n';
const KINDS: readonly RowKind[] = ['message-sent', 'status-update', 'status-update', 'artifact-update'];

function millionRows(): Log {
  const log = new Log();
  const text = new GivenText('long');
  text.append(LINE);
  text.finish();
  log.addSource(text);
  const sink = logSink(log, createAuditor());
  for (let index = 0; index < ROWS; index += 1) {
    const kind = KINDS[index % KINDS.length] ?? 'status-update';
    sink.row({
      kind,
      channel: 'stream',
      provenance: 'received',
      source: 0,
      from: 0,
      to: LINE.length,
      path: 'json',
      taskId: `t-${index % TASKS}`,
      agent: kind === 'message-sent' ? 'caller' : `server-${index % 7}`,
      peer: kind === 'message-sent' ? `server-${index % 7}` : 'caller',
      exchange: 1 + (index % TASKS),
      time: 1_767_225_600_000 + index * 3,
      ...(kind === 'status-update' ? { state: index % 1_000 === 2 ? ('failed' as const) : ('working' as const) } : {}),
      ...(index % 5_003 === 0 ? { failed: true, label: 'error -32001' } : {}),
    });
  }
  log.settle();
  return log;
}

describe('a log of a million rows', () => {
  let view: LogView;
  let reads: () => number;
  const cost = (ask: () => unknown): number => {
    const before = reads();
    ask();
    return reads() - before;
  };
  beforeAll(() => {
    ({ view, reads } = countedLog(millionRows()));
    warmIndexes(view);
  }, 120_000);

  it('[P.2] opens a window anywhere for the price of the window', () => {
    for (const from of [0, 500_000, ROWS - 50]) expect(cost(() => projectRows(view, { from, count: 50 }))).toBeLessThan(50 * 30);
    expect(projectRows(view, { from: 500_000, count: 2 }).rows.map(({ seq }) => seq)).toEqual([500_000, 500_001]);
    expect(projectRows(view, { from: 0, count: ROWS }).rows).toHaveLength(1_000);
  });

  it('[P.3] filters once and then scrolls for the price of the window', () => {
    const filter = { find: 'ERROR' };
    expect(projectRows(view, { from: 0, count: 1, filter }).total).toBe(Math.ceil(ROWS / 5_003));
    expect(cost(() => projectRows(view, { from: 100, count: 50, filter }))).toBeLessThan(50 * 30);
    expect(cost(() => projectNeighbour(view, { seq: 600_000, step: 1, filter }))).toBeLessThan(10);
  });

  it('[P.9] seeks within a task for the price of its rows near the cursor', () => {
    const taskId = 't-777';
    const rowsOfTask = ROWS / TASKS;
    for (const cursor of [ROWS, 400_000, 777, 900_000])
      expect(cost(() => projectTask(view, { taskId, cursor }))).toBeLessThan(rowsOfTask * 40);
    expect(cost(() => projectRow(view, { seq: 654_321 }))).toBeLessThan(200);
    expect(cost(() => projectTasks(view, { cursor: 800_000, from: 20_000, count: 30 }))).toBeLessThan(30 * 80);
  });

  it('[P.59] gives an overview for the price of a few tasks', () => {
    const nothing = { judgement: { findings: [], notReported: [], idle: new Set<string>() }, known: { hops: [], depth: 0 } };
    // Every fourth task is only asked about.
    expect(projectOverview(view, nothing).taskCount).toBe((TASKS * 3) / 4);
    expect(cost(() => projectOverview(view, nothing))).toBeLessThan(5 * 80);
  });

  it('[P.8] draws lanes for the price of their pixels', () => {
    const width = 1_200;
    const laneCount = 8;
    for (const view_ of [{}, { from: 1_767_225_900_000, to: 1_767_225_900_500 }]) {
      const ask = { grouping: 'agent', width, laneFrom: 0, laneCount, cursor: 500_000, ...view_ } as const;
      const answer = projectTimeline(view, ask);
      expect(answer.lanes).toHaveLength(laneCount);
      for (const lane of answer.lanes) {
        expect(lane.marks.length).toBeLessThanOrEqual(width / 6);
        expect(lane.density.length).toBeLessThanOrEqual(width / 6);
        expect(lane.segments.length).toBeLessThanOrEqual(width / 6 + 1);
      }
      expect(answer.arrows.length).toBeLessThanOrEqual(200);
      expect(cost(() => projectTimeline(view, ask))).toBeLessThan(laneCount * (width / 6) * 200);
    }
    const tasks = { grouping: 'task', width, laneFrom: 30_000, laneCount: 20, cursor: ROWS } as const;
    expect(projectTimeline(view, tasks).laneCount).toBe(TASKS);
    expect(cost(() => projectTimeline(view, tasks))).toBeLessThan(20 * 400);
  });

  it('[P.8] counts the density of the whole for the price of its buckets', () => {
    const answer = projectDensity(view, { buckets: 400 });
    expect(answer.buckets.reduce((sum, { count }) => sum + count, 0)).toBe(ROWS);
    expect(answer.buckets.reduce((sum, { failed }) => sum + failed, 0)).toBe(Math.ceil(ROWS / 5_003));
    expect(answer.buckets.every(({ worst }) => worst === 'failed')).toBe(true);
    expect(cost(() => projectDensity(view, { buckets: 400 }))).toBeLessThan(400 * 200);
  });
});
