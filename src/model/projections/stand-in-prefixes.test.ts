// The story of a stand-in at every cursor, for lives of any kind: what came later changes nothing.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Fact } from '../log/fact.ts';
import { TASK_STATES } from '../protocol/task.ts';
import { drawnLog, type DrawnRow } from '../testing/drawn-log.ts';
import { playLife, randomStandInLife } from '../testing/random-stand-in.ts';
import { factTold, HOST, inOrder, REMOTE_AGENT, rowsOfBench } from '../testing/stand-in-log.ts';
import { LOCAL_TASK, REMOTE_TASK } from '../testing/watch-bench.ts';
import { projectStandIn } from './stand-in-story.ts';

const time = fc.integer({ min: 0, max: 20 }).map((seconds) => seconds * 1_000);
const state = fc.constantFrom(...TASK_STATES);
const url = 'https://host.example/a2a/push/task-1';
const ofRemote: fc.Arbitrary<DrawnRow> = fc.oneof(
  fc
    .record({ time, state })
    .map(({ time: at, state: stored }) =>
      factTold(REMOTE_AGENT, { kind: 'status-stored', taskId: REMOTE_TASK, contextId: 'c', state: stored, tick: 1 }, at),
    ),
  fc
    .record({ time, state })
    .map(({ time: at, state: claimed }) =>
      factTold(REMOTE_AGENT, { kind: 'push-sent', taskId: REMOTE_TASK, url, state: claimed, tick: 1 }, at),
    ),
  fc.record({ time, state }).map(
    ({ time: at, state: claimed }): DrawnRow => ({
      kind: 'message-sent',
      channel: 'push',
      agent: REMOTE_AGENT,
      taskId: REMOTE_TASK,
      state: claimed,
      time: at,
    }),
  ),
  fc
    .record({
      time,
      fact: fc.constantFrom<Fact>(
        { kind: 'fault-injected', mode: 'lose-push', what: 'x' },
        { kind: 'push-refused', standIn: LOCAL_TASK, status: 401, category: 'not-accepted' },
        { kind: 'worker-started', agent: HOST },
        { kind: 'worker-ended', agent: HOST, why: 'killed' },
      ),
    })
    .map(({ time: at, fact }) => factTold(fact.kind === 'fault-injected' ? REMOTE_AGENT : HOST, fact, at)),
);

describe('a stand-in at every cursor', () => {
  it('[P.95] is what a log that ends there tells', async () => {
    await fc.assert(
      fc.asyncProperty(randomStandInLife, fc.array(ofRemote, { maxLength: 12 }), async (life, others) => {
        const rows = inOrder(rowsOfBench(await playLife(life)), others);
        const log = drawnLog(rows);
        for (let cursor = rows.length - 1; cursor >= 0; cursor -= 1) {
          const cut = drawnLog(rows.slice(0, cursor + 1));
          expect(projectStandIn(log, { cursor })).toEqual(projectStandIn(cut, { cursor }));
        }
      }),
      { numRuns: 40 },
    );
  });

  it('[P.95] says what the machine of the bench says, wherever a life ends', async () => {
    await fc.assert(
      fc.asyncProperty(randomStandInLife, async (life) => {
        const bench = await playLife(life);
        const { story } = projectStandIn(drawnLog(rowsOfBench(bench)), { cursor: Number.MAX_SAFE_INTEGER });
        const { state: at, standIn } = bench.moment;
        expect(story?.state).toBe(at);
        if (standIn.watch) expect(story?.mode).toBe(standIn.watch.mode);
        expect(story?.told.map(({ state: told }) => told)).toEqual([...bench.rows.values()].map(({ turn }) => turn.state));
        expect(story?.rechecks?.waiting !== undefined).toBe(at === 'rechecking');
        if (at === 'rechecking') expect(story?.rechecks).toMatchObject({ claimed: standIn.claimed ?? undefined, over: undefined });
        expect(story?.rechecks?.looks.length ?? 0).toBeLessThanOrEqual(4);
        expect(story?.end).toBe(at === 'ended' ? standIn.last?.state : undefined);
      }),
      { numRuns: 150 },
    );
  });
});
