// The promise behind every panel: what is shown of a prefix is the same whether the log grew to it, was cut to it, or was
// looked at in any other order before (SPEC.md P.1).

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Log } from '../log/log.ts';
import { CHANNELS } from '../log/row-kind.ts';
import { drawLog, drawnLog } from '../testing/drawn-log.ts';
import { randomRows } from '../testing/random-rows.ts';
import { dropIndexes } from './log-index.ts';
import { projectNeighbour, projectRows, type RowFilter } from './row-view.ts';
import { projectTask } from './task-view.ts';
import { projectTasks } from './tasks.ts';
import { projectDensity, projectTimeline, type TimelineQuery } from './timeline.ts';

const TIMELINES: readonly TimelineQuery[] = [
  { grouping: 'agent', width: 600, laneFrom: 0, laneCount: 10 },
  { grouping: 'task', width: 18, laneFrom: 1, laneCount: 2 },
  { grouping: 'agent', width: 30, laneFrom: 0, laneCount: 3, from: 200, to: 700 },
];
const FILTERS: readonly RowFilter[] = [
  { taskId: 't1' },
  { agent: 'gamma' },
  { channels: ['stream', 'poll'] },
  { find: 'REPORT', taskId: 't2' },
];

/** Everything that is projected at a cursor. */
function atCursor(log: Log, cursor: number): unknown {
  return {
    tasks: projectTasks(log, { cursor, from: 0, count: 10 }),
    task: ['t1', 't2', 't3'].map((taskId) => projectTask(log, { taskId, cursor })),
    timeline: TIMELINES.map((ask) => projectTimeline(log, { ...ask, cursor })),
  };
}
function whole(log: Log): unknown {
  return {
    rows: projectRows(log, { from: 0, count: 1000 }),
    filtered: FILTERS.map((filter) => projectRows(log, { from: 0, count: 1000, filter })),
    density: [projectDensity(log, { buckets: 7 }), projectDensity(log, { buckets: 5, by: 'time' })],
    atEnd: atCursor(log, log.rowCount - 1),
  };
}

describe('a growing log', () => {
  it('[P.1] looks at every length as if it had been read at once', () => {
    fc.assert(
      fc.property(randomRows, (rows) => {
        const { log, add } = drawLog();
        rows.forEach((row, index) => {
          add(row);
          const looked = whole(log);
          if (index % 7 === 0 || index === rows.length - 1) expect(looked).toEqual(whole(drawnLog(rows.slice(0, index + 1))));
        });
      }),
      { numRuns: 30 },
    );
  });

  it('[P.1] looks the same wherever one comes from', () => {
    fc.assert(
      fc.property(randomRows, fc.array(fc.nat(60), { maxLength: 15 }), (rows, seeks) => {
        const log = drawnLog(rows);
        for (const seek of seeks) {
          const cursor = Math.min(seek, rows.length - 1);
          const seen = atCursor(log, cursor);
          const fresh = drawnLog(rows);
          expect(seen).toEqual(atCursor(fresh, cursor));
        }
      }),
      { numRuns: 30 },
    );
  });

  it('[P.1] tells of a task at a cursor what a log that ends there tells', () => {
    fc.assert(
      fc.property(randomRows, fc.nat(60), (rows, at) => {
        const cursor = Math.min(at, rows.length - 1);
        const prefix = drawnLog(rows.slice(0, cursor + 1));
        const log = drawnLog(rows);
        const view = (of: Log): unknown => ['t1', 't2', 't3'].map((taskId) => projectTask(of, { taskId, cursor }));
        expect(view(log)).toEqual(view(prefix));
      }),
      { numRuns: 60 },
    );
  });

  it('[P.1] is the same after all indexes were dropped', () => {
    fc.assert(
      fc.property(randomRows, (rows) => {
        const log = drawnLog(rows);
        const before = whole(log);
        dropIndexes(log);
        expect(whole(log)).toEqual(before);
      }),
      { numRuns: 30 },
    );
  });
});

describe('filters', () => {
  const filters: fc.Arbitrary<RowFilter> = fc.record(
    {
      channels: fc.subarray([...CHANNELS]),
      taskId: fc.constantFrom('t1', 't2', 'none'),
      agent: fc.constantFrom('alpha', 'gamma'),
      find: fc.constantFrom('', 'REPORT', 'alpha', 'stat', 't3'),
    },
    { requiredKeys: [] },
  );

  it('[P.3] let pass what they say, in order, window by window', () => {
    fc.assert(
      fc.property(randomRows, filters, fc.nat(20), fc.nat(20), (rows, filter, from, count) => {
        const log = drawnLog(rows);
        const expected = rows.flatMap((row, seq) => {
          const texts = [row.kind, row.agent, row.peer, row.taskId, row.label];
          const passes =
            (filter.channels?.includes(row.channel ?? 'none') ?? true) &&
            (filter.taskId === undefined || row.taskId === filter.taskId) &&
            (filter.agent === undefined || row.agent === filter.agent || row.peer === filter.agent) &&
            texts.some((text) => text?.toLowerCase().includes((filter.find ?? '').toLowerCase()));
          return passes ? [seq] : [];
        });
        const { rows: window, total, unfiltered } = projectRows(log, { from, count, filter });
        expect({ total, unfiltered }).toEqual({ total: expected.length, unfiltered: rows.length });
        expect(window.map(({ seq }) => seq)).toEqual(expected.slice(from, from + count));
      }),
    );
  });

  it('[P.3] step to the next row that passes, and stop at the ends', () => {
    fc.assert(
      fc.property(randomRows, filters, fc.nat(59), fc.constantFrom(1, -1), (rows, filter, seq, step) => {
        const log = drawnLog(rows);
        const passing = projectRows(log, { from: 0, count: 1000, filter }).rows.map((row) => row.seq);
        const onward = step > 0 ? passing.find((other) => other > seq) : passing.findLast((other) => other < seq);
        const end = step > 0 ? passing.at(-1) : passing[0];
        expect(projectNeighbour(log, { seq, step, filter })).toBe(onward ?? end ?? seq);
      }),
    );
  });
});
