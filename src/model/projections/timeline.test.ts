import { describe, expect, it } from 'vitest';
import { VIRTUAL_EPOCH } from '../log/saved-form.ts';
import { drawnLog, type DrawnRow } from '../testing/drawn-log.ts';
import { logFromText } from '../testing/log-from-text.ts';
import { RECORDING } from '../testing/small-recording.ts';
import { projectDensity, projectTimeline, type TimelineQuery } from './timeline.ts';

const ASK: TimelineQuery & { cursor: number } = { grouping: 'agent', width: 600, laneFrom: 0, laneCount: 10, cursor: 1_000 };

describe('projectTimeline', () => {
  const episode = logFromText(RECORDING);

  it('[P.7] counts an episode from its own start', () => {
    const { unit, from, to, cursorAt } = projectTimeline(episode, { ...ASK, cursor: 0 });
    expect({ unit, from, to, cursorAt }).toEqual({ unit: 'virtual', from: 0, to: 1_020, cursorAt: 0 });
  });

  it('[P.8] draws the bars of a task in the lane of its server, ending where it ended', () => {
    const { lanes } = projectTimeline(episode, ASK);
    expect(lanes.map(({ name, note, taskId, lastState, segments }) => ({ name, note, taskId, lastState, segments }))).toEqual([
      { name: 'payments-investigator', note: 'no task of its own', taskId: undefined, lastState: undefined, segments: [] },
      {
        name: 'sanctions-screening-agent',
        note: 'task-1',
        taskId: 'task-1',
        lastState: 'completed',
        segments: [
          { from: 10, to: 110, state: 'submitted', seq: 2, taskId: 'task-1' },
          { from: 110, to: 215, state: 'working', seq: 4, taskId: 'task-1' },
          { from: 215, to: 215, state: 'completed', seq: 7, taskId: 'task-1' },
        ],
      },
    ]);
  });

  it('[P.8] draws an arrow for what crosses, from who said it to who it was for', () => {
    const { arrows, arrowsLeftOut } = projectTimeline(episode, ASK);
    expect(arrowsLeftOut).toBe(0);
    expect(arrows.map(({ fromLane, toLane, fromAt, failed }) => [fromLane, toLane, fromAt, failed])).toEqual([
      ['payments-investigator', 'sanctions-screening-agent', 0, undefined],
      ['payments-investigator', 'sanctions-screening-agent', 1_000, undefined],
      ['sanctions-screening-agent', 'payments-investigator', 1_020, true],
    ]);
  });

  it('[P.8] shows bars that began before the view, and only marks inside it', () => {
    const { lanes } = projectTimeline(episode, { ...ASK, from: 150, to: 216 });
    const server = lanes.find(({ name }) => name === 'sanctions-screening-agent');
    expect(server?.segments.map(({ state }) => state)).toEqual(['working', 'completed']);
    expect(server?.marks.map(({ at, kind }) => [at, kind])).toEqual([
      [210, 'artifact-stored'],
      [215, 'status-stored'],
    ]);
  });

  it('[P.8] says which state a lane was in at the cursor', () => {
    const stateAt = (cursor: number) => projectTimeline(episode, { ...ASK, grouping: 'task', cursor }).lanes[0]?.lastState;
    expect([1, 2, 4, 7].map(stateAt)).toEqual([undefined, 'submitted', 'working', 'completed']);
  });

  const at = (...times: (number | undefined)[]): readonly DrawnRow[] =>
    times.map((time) => ({ kind: 'status-update', agent: 'a', ...(time === undefined ? {} : { time }) }));
  const marksOf = (rows: readonly DrawnRow[]) => {
    const { unit, lanes } = projectTimeline(drawnLog(rows), ASK);
    return [unit, ...(lanes[0]?.marks.map((mark) => mark.at) ?? [])];
  };

  it('[P.7] places a row without a time where the row before it stands', () => {
    expect(marksOf(at(undefined, 10, undefined, 30))).toEqual(['utc', 10, 10, 10, 30]);
  });

  it('[P.7] falls back to the order where too few rows state a time', () => {
    expect(marksOf(at(10, undefined, undefined))).toEqual(['order', 0, 1, 2]);
    expect(marksOf(at())).toEqual(['order']);
  });

  it('[P.7] falls back to the order where the times contradict it', () => {
    expect(marksOf(at(30, 20, 10))).toEqual(['order', 0, 1, 2]);
  });

  it('[P.8] counts rows in columns where marks have no room, and loses none', () => {
    const rows = Array.from({ length: 1_000 }, (_, index) => ({
      ...at(VIRTUAL_EPOCH + index)[0],
      kind: 'status-update' as const,
      taskId: `t-${index}`,
      state: index === 500 ? ('failed' as const) : ('working' as const),
    }));
    const { lanes } = projectTimeline(drawnLog(rows), { ...ASK, width: 60 });
    expect(lanes[0]?.marks).toEqual([]);
    expect(lanes[0]?.density.map(({ count, worst }) => [count, worst])).toEqual(
      Array.from({ length: 10 }, (_, column) => [100, column === 5 ? 'failed' : 'working']),
    );
  });
});

describe('projectDensity', () => {
  it('[P.8] counts every row once, by order and by time', () => {
    const rows = [0, 1, 2, 3, 90].map((time): DrawnRow => ({ kind: 'status-update', time, failed: time === 90 }));
    const log = drawnLog(rows);
    expect(projectDensity(log, { buckets: 2 }).buckets).toEqual([
      { count: 2, failed: 0 },
      { count: 3, failed: 1 },
    ]);
    expect(projectDensity(log, { buckets: 3, by: 'time' })).toEqual({
      total: 5,
      unit: 'utc',
      from: 0,
      to: 90,
      buckets: [
        { count: 4, failed: 0 },
        { count: 0, failed: 0 },
        { count: 1, failed: 1 },
      ],
    });
    expect(projectDensity(drawnLog([]), { buckets: 3, by: 'time' }).buckets).toEqual([]);
  });
});
