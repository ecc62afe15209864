import { describe, expect, it } from 'vitest';
import type { TaskArtifactUpdate } from '../protocol/stream-event.ts';
import type { Artifact } from '../protocol/task.ts';
import { drawnLog, type DrawnRow } from '../testing/drawn-log.ts';
import { logFromText } from '../testing/log-from-text.ts';
import { RECORDING } from '../testing/small-recording.ts';
import { applyArtifactUpdate, applySnapshot } from './artifact-assembly.ts';
import { projectTask } from './task-view.ts';
import { projectLifecycle, projectTasks } from './tasks.ts';

const END = Number.MAX_SAFE_INTEGER;
const chunk = (id: string, text: string): Artifact => ({ artifactId: id, name: id, description: '', parts: [{ kind: 'text', text }] });
const update = (id: string, text: string, append: boolean, lastChunk = false): TaskArtifactUpdate => ({
  kind: 'artifact-update',
  taskId: 't',
  contextId: 'c',
  artifact: chunk(id, text),
  append,
  lastChunk,
});

describe('projectTask', () => {
  const log = logFromText(RECORDING);

  it('[P.5] [P.9] tells an episode’s task: kernel moves with their ticks, the message that opened it, its artifact and chain', () => {
    expect(projectTask(log, { taskId: 'task-1', cursor: END })).toEqual({
      taskId: 'task-1',
      contextId: 'ctx-2',
      agent: 'sanctions-screening-agent',
      state: 'completed',
      firstSeq: 1,
      lastSeq: 12,
      rowCount: 12,
      artifactCount: 1,
      moves: [
        { to: 'submitted', seq: 2, time: 1_767_225_600_010, channel: 'kernel', tick: 1 },
        { from: 'submitted', to: 'working', seq: 4, time: 1_767_225_600_110, channel: 'kernel', tick: 2 },
        { from: 'working', to: 'completed', seq: 7, time: 1_767_225_600_215, channel: 'kernel', tick: 3, text: 'Screening complete.' },
      ],
      messages: [
        { seq: 0, message: { messageId: 'm-1', role: 'user', parts: [{ kind: 'text', text: 'Screen the beneficiary of PMT-771' }] } },
      ],
      artifacts: [
        {
          artifact: {
            artifactId: 'art-1',
            name: 'sanctions-screening',
            description: '',
            parts: [{ kind: 'text', text: '1 possible match' }],
          },
          seq: 8,
          complete: true,
          chunks: 1,
        },
      ],
      delegationChain: ['orchestrator', 'payments-investigator'],
      visitedMoves: ['submitted>working', 'working>completed'],
      visitedStates: ['submitted', 'working', 'completed'],
    });
  });

  it('[P.1] is not there before it was shown', () => {
    expect(projectTask(log, { taskId: 'task-1', cursor: 0 })).toBeUndefined();
    expect(projectTask(log, { taskId: 'task-2', cursor: END })).toBeUndefined();
    expect(projectTasks(log, { cursor: 0, from: 0, count: 10 })).toEqual({ total: 0, tasks: [] });
    expect(projectTasks(log, { cursor: 4, from: 0, count: 10 }).tasks.map(({ state, rowCount }) => [state, rowCount])).toEqual([
      ['working', 4],
    ]);
  });

  it('[P.9] folds the last rows of a task that is too long, and says so', () => {
    const rows = Array.from(
      { length: 6_000 },
      (_, index): DrawnRow => ({
        kind: 'artifact-update',
        channel: 'stream',
        taskId: 't',
        agent: 'a',
        label: 'log',
        value: {
          kind: 'artifact-update',
          taskId: 't',
          contextId: 'c',
          artifact: { artifactId: 'log', name: 'log', parts: [{ kind: 'text', text: `${index}` }] },
          append: index > 0,
        },
      }),
    );
    const task = projectTask(drawnLog(rows), { taskId: 't', cursor: END });
    expect(task?.readBackRows).toBe(6_000 - 2 * 1_024);
    expect(task?.artifacts[0]?.chunks).toBe(6_000 - 2 * 1_024);
    expect(task?.artifacts[0]?.artifact.parts.at(-1)).toEqual({ kind: 'text', text: '5999' });
    expect(projectTask(drawnLog(rows.slice(0, 4_096)), { taskId: 't', cursor: END })?.readBackRows).toBeUndefined();
  }, 30_000);
});

describe('artifacts', () => {
  it('[P.9] append to what is there, begin anew without append, and keep their first place', () => {
    const first = applyArtifactUpdate([], update('a', '1', false), 3);
    const second = applyArtifactUpdate(first, update('b', 'x', true), 4);
    const third = applyArtifactUpdate(second, update('a', '2', true, true), 5);
    expect(third).toEqual([
      {
        artifact: { ...chunk('a', ''), parts: [...chunk('a', '1').parts, ...chunk('a', '2').parts] },
        seq: 3,
        complete: true,
        chunks: 2,
      },
      { artifact: chunk('b', 'x'), seq: 4, complete: false, chunks: 1 },
    ]);
    expect(applyArtifactUpdate(third, update('a', 'new', false), 6)[0]).toEqual({
      artifact: chunk('a', 'new'),
      seq: 3,
      complete: false,
      chunks: 1,
    });
  });

  it('[P.9] take over what a whole task shows, but not an older copy of it', () => {
    const assembled = applyArtifactUpdate(applyArtifactUpdate([], update('a', '1', false), 1), update('a', '2', true), 2);
    expect(applySnapshot(assembled, [chunk('a', '1')], 3)).toEqual(assembled);
    expect(applySnapshot(assembled, [chunk('b', 'x')], 3).map(({ artifact, seq, chunks }) => [artifact.artifactId, seq, chunks])).toEqual([
      ['a', 1, 2],
      ['b', 3, 0],
    ]);
  });
});

describe('projectLifecycle', () => {
  it('[T.1] draws the machine: eight states, four of them ends', () => {
    const { states, moves } = projectLifecycle();
    expect(states).toHaveLength(8);
    expect(states.filter(({ terminal }) => terminal).map(({ state }) => state)).toEqual(['completed', 'canceled', 'failed', 'rejected']);
    expect(moves.every(({ from }) => states.some(({ state, terminal }) => state === from && !terminal))).toBe(true);
  });
});
