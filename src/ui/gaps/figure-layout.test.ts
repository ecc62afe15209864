import { describe, expect, it } from 'vitest';
import type { PeerStory } from '../../model/projections/peer-story.ts';
import { clientPath, figureAxis, flightsOf, longestGapOf, momentsOf, peerPaths, rowAt, timeAt } from './figure-layout.ts';

const STORY: PeerStory = {
  client: 'c',
  peer: 'p',
  end: 1_060,
  ended: 'done',
  oneWay: 10,
  tasks: [{ seq: 2, at: 30, taskId: 'task-1' }],
  stored: [
    { seq: 3, at: 30, taskId: 'task-1', state: 'submitted' },
    { seq: 5, at: 130, taskId: 'task-1', state: 'working' },
    { seq: 6, at: 330, taskId: 'task-1', state: 'completed' },
  ],
  artifacts: [],
  requests: [
    { seq: 1, at: 20, step: 'create', line: 'POST /tasks', answer: { seq: 4, at: 40, failed: false, says: 'submitted' } },
    {
      seq: 7,
      at: 1_040,
      step: 'get',
      line: 'GET /tasks/{id}',
      taskId: 'task-1',
      answer: { seq: 8, at: 1_060, failed: false, says: 'completed' },
    },
  ],
  seen: [
    { seq: 4, at: 40, taskId: 'task-1', state: 'submitted', channel: 'send' },
    { seq: 8, at: 1_060, taskId: 'task-1', state: 'completed', channel: 'poll' },
  ],
  notes: [],
  outcomes: [
    { seq: 9, at: 1_060, kind: 'outcome-decided', outcome: 'ok', attempts: 1, why: 'it completed', artifacts: 1, complete: 'yes' },
  ],
  shown: [],
  leftOut: 0,
};

describe('the axis of the picture', () => {
  it('[G.12] folds what would leave no room for the rest, and nothing of an even story', () => {
    expect(longestGapOf([0, 20, 30, 40, 130, 330, 1_040, 1_050])).toBe(709);
    expect(longestGapOf([0, 1_000, 2_000, 3_000, 4_000])).toBe(Infinity);
    expect(longestGapOf([0, 100, 250])).toBe(Infinity);
    expect(longestGapOf([0, 100, 15_000, 15_100, 120_000])).toBe(14_899);
  });

  it('[G.12] goes from the left to the right, and back again to the millisecond', () => {
    const axis = figureAxis([STORY]);
    expect(axis.folds.map(({ from, to }) => [from, to])).toEqual([[330, 1_040]]);
    expect([axis.place(0), axis.place(axis.end)]).toEqual([0, 1]);
    for (const at of [0, 1, 40, 131, 330, 700, 1_040, 1_060]) expect(Math.abs(timeAt(axis, axis.place(at)) - at)).toBeLessThanOrEqual(1);
  });
});

describe('what stands where', () => {
  it("[G.12] the peer's path is what it stored, the client's what it saw", () => {
    expect(peerPaths(STORY)).toMatchObject([
      {
        taskId: 'task-1',
        stretches: [
          { state: 'submitted', from: 30, to: 130 },
          { state: 'working', from: 130, to: 330 },
          { state: 'completed', from: 330, to: 330, ends: true },
        ],
      },
    ]);
    expect(clientPath(STORY)).toMatchObject([
      { state: 'submitted', from: 40, to: 1_060 },
      { state: 'completed', from: 1_060, ends: true },
    ]);
  });

  it('[G.12] a task that never ends lasts until the story does; what says the same again is one stretch', () => {
    const open = { ...STORY, outcomes: [], end: 120_000, seen: [...STORY.seen.slice(0, 1), { ...STORY.seen[0], seq: 5, at: 90 } as never] };
    expect(clientPath(open)).toMatchObject([{ state: 'submitted', from: 40, to: 120_000, ends: false }]);
  });

  it('[G.12] answers leave the peer as long before they arrive as a request takes', () => {
    expect(flightsOf(STORY).map(({ leaves, arrives, way, word }) => [leaves, arrives, way, word])).toEqual([
      [20, 30, 'down', 'create'],
      [30, 40, 'up', 'submitted'],
      [1_040, 1_050, 'down', 'get'],
      [1_050, 1_060, 'up', 'completed'],
    ]);
  });

  it('[G.12] an answer that was lost flies, and never leaves before its request', () => {
    const [create] = STORY.requests;
    const lost = { ...STORY, seen: [], requests: [{ ...create, answer: { seq: 4, at: 22, failed: true, says: 'lost: cut' } } as never] };
    expect(flightsOf(lost)).toMatchObject([
      { way: 'down', lost: false },
      { way: 'up', lost: true, leaves: 20, arrives: 22 },
    ]);
  });
});

describe('moment by moment', () => {
  it('[G.12] tells everything once, in the order of time, and hides what no client knows where it is to', () => {
    expect(momentsOf(STORY, false).map(({ at, who, says }) => `${at} ${who} ${says}`)).toEqual([
      '20 client asks POST /tasks',
      '30 peer makes task-1',
      '30 peer stores submitted of task-1',
      '40 client is answered: submitted',
      '130 peer stores working of task-1',
      '330 peer stores completed of task-1',
      '1040 client asks GET /tasks/{id}',
      '1060 client is answered: completed',
      '1060 client decides ok: it completed',
    ]);
    const faulty: PeerStory = { ...STORY, notes: [{ seq: 10, at: 25, kind: 'fault-injected', says: 'hang' }] };
    expect([momentsOf(faulty, false).length, momentsOf(faulty, true).length]).toEqual([10, 9]);
  });

  it('[G.12] finds the last row at a moment', () => {
    expect([0, 20, 39, 500, 9_999].map((at) => rowAt(STORY, at))).toEqual([undefined, 1, 3, 6, 9]);
  });
});
