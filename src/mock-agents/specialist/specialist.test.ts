// The specialist beside the orchestrator, in one thread: what its graph makes of orders, when, and what it refuses.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../model/base/json.ts';
import { dataPart } from '../../model/kernel/parts.ts';
import type { Task } from '../../model/protocol/task.ts';
import { spawnInside } from '../in-process.ts';
import { ORCHESTRATOR_BEHAVIOURS } from '../orchestrator/orchestrator.ts';
import { decided, type ExperimentScene, factsOf, type PlayedExperiment, playExperiment } from '../testing/experiment-episode.ts';
import { readOrder } from './order.ts';
import { SPECIALIST_BEHAVIOURS } from './specialist.ts';
import { statisticsOf } from './statistics.ts';
import { tableOf } from './table.ts';

const inside = spawnInside({ ...ORCHESTRATOR_BEHAVIOURS, ...SPECIALIST_BEHAVIOURS });
const play = (scene: ExperimentScene = {}): Promise<PlayedExperiment> => playExperiment(scene, inside);
const stored = (played: PlayedExperiment) => factsOf(played, 'status-stored').map(([at, { state }]) => `${at} ${state}`);
const report = (played: PlayedExperiment) => factsOf(played, 'step-logged').at(-1)?.[1].report;

const outcomes = (played: PlayedExperiment) => factsOf(played, 'outcome-decided').map(([, fact]) => fact);

describe('a healthy specialist', () => {
  it('[E.41] works at its own pace, and completes', async () => {
    const played = await play();
    expect(stored(played)).toEqual(['30 submitted', '130 working', '330 completed']);
    expect(factsOf(played, 'artifact-stored').map(([at]) => at)).toEqual([230]);
    expect(decided(played)).toEqual(['360 ok 1']);
    expect(report(played)).toMatchObject({ complete: 'yes', data: [{ count: 12, mean: 46, median: 44.5, standard_deviation: 7.02 }] });
  });

  it('[E.41] puts metrics into a table', async () => {
    const played = await play({ order: 'report' });
    expect(decided(played)).toEqual(['460 ok 1', '800 ok 1']);
    expect((report(played) as { table: string }).table.split('\n')).toEqual([
      'count                 12',
      'sum                  552',
      'mean                  46',
      'median              44.5',
      'min                   37',
      'max                   61',
      'standard_deviation  7.02',
    ]);
  });

  it('[E.41] asks first, and takes a second run of its graph for the answer', async () => {
    const asks = { specialist: { asksFirst: true } };
    const all = await play({ ...asks, client: { answerInput: 'All of it' } });
    expect(stored(all)).toEqual(['30 submitted', '130 working', '230 input-required', '350 working', '550 completed']);
    expect(decided(all)).toEqual(['580 ok 1']);
    expect(report(all)).toMatchObject({ data: [{ count: 12 }] });
    const trimmed = await play({ ...asks, client: { answerInput: 'Without the extremes, please' } });
    expect(report(trimmed)).toMatchObject({ data: [{ count: 10, min: 38, max: 55 }] });
  });

  it('[E.41] waits for an answer that does not come, until it is canceled', async () => {
    const played = await play({ specialist: { asksFirst: true } });
    expect(decided(played)).toEqual(['30040 canceled_deadline 1']);
    expect(played.outcome).toMatchObject({ ok: true, end: 'done' });
  });

  it('[E.41] gives signs of life, at most a hundred in a second, and keeps no episode going with them', async () => {
    for (const heartbeatMs of [0, 1, 10]) {
      const played = await play({ specialist: { heartbeatMs }, fault: { mode: 'slow', slowMs: 2_000 } });
      expect(decided(played)).toEqual(['2260 ok 1']);
      expect(played.outcome).toMatchObject({ ok: true, end: 'done' });
      const signs = played.lines.filter((line) => line.line === 'chunk').length;
      expect(signs).toBeGreaterThan(200);
      expect(signs).toBeLessThan(230);
    }
  });

  it('[E.41] stops working when it is canceled', async () => {
    const played = await play({ client: { deadlineMs: 150 } });
    expect(stored(played)).toEqual(['30 submitted', '130 working', '180 canceled']);
    expect(played.lines.at(-1)).toMatchObject({ line: 'episode-ended', end: 'done', at: 190 });
  });
});

describe('a specialist that comes to another end', () => {
  it('[E.41] rejects what it is asked', async () => {
    const played = await play({ specialist: { behave: 'reject' } });
    expect(stored(played)).toEqual(['30 submitted', '130 rejected']);
    expect(decided(played)).toEqual(['140 rejected 1']);
  });

  it('[E.41] fails with a part of the result in hand', async () => {
    const played = await play({ specialist: { behave: 'fail_midway' } });
    expect(stored(played)).toEqual(['30 submitted', '130 working', '330 failed']);
    expect(outcomes(played)).toMatchObject([{ outcome: 'failed', artifacts: 1, complete: 'no' }]);
    expect(report(played)).toMatchObject({ data: [{ rows: 10, complete: false }] });
  });

  it('[E.41] works under the reference policy as well', async () => {
    expect(decided(await play({ policy: 'reference' }))).toEqual(['360 ok 1']);
    expect(decided(await play({ policy: 'reference', specialist: { behave: 'fail_midway' } }))).toEqual(['360 failed 1']);
  });
});

describe('orders that come over the wire', () => {
  const task = (metadata: JsonObject, data: JsonObject): Task => ({
    taskId: 'task-1',
    contextId: 'ctx-1',
    status: { state: 'submitted' },
    history: [{ messageId: 'm', role: 'user', parts: [dataPart(data)], metadata }],
    artifacts: [],
    delegationChain: [],
  });

  it.each<readonly [JsonObject, JsonObject, string]>([
    [{}, {}, 'This agent makes statistics and tables.'],
    [{ skill: 'forecast' }, { values: [1] }, 'This agent makes statistics and tables.'],
    [{ skill: 'statistics' }, {}, 'Statistics need values, a list of numbers.'],
    [{ skill: 'statistics' }, { values: [] }, 'Statistics need values, a list of numbers.'],
    [{ skill: 'statistics' }, { values: [1, '2'] }, 'Statistics are made of numbers only.'],
    [{ skill: 'statistics' }, { values: Array.from({ length: 10_001 }, () => 1) }, 'At most 10000 values are taken.'],
    [{ skill: 'format_table' }, { metrics: [1] }, 'A table needs metrics, an object.'],
    [{ skill: 'format_table' }, { metrics: {} }, 'A table has 1 to 100 rows.'],
  ])('[E.41] refuses what it cannot work on: %j %#', (metadata, data, why) => {
    const order = readOrder(task(metadata, data), undefined);
    expect(order.ok ? 'taken' : order.issues.map(({ message }) => message)).toEqual([why]);
  });

  it('[E.41] makes statistics of any list of numbers', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -1_000, max: 1_000 }), { minLength: 1, maxLength: 50 }), (values) => {
        const { count, min, max, mean, median, sum } = statisticsOf(values) as Record<string, number>;
        expect([count, min, max, sum]).toEqual([
          values.length,
          Math.min(...values),
          Math.max(...values),
          values.reduce((a, b) => a + b, 0),
        ]);
        for (const middle of [mean, median]) {
          expect(middle).toBeGreaterThanOrEqual(Number(min) - 0.005);
          expect(middle).toBeLessThanOrEqual(Number(max) + 0.005);
        }
      }),
    );
  });

  it('[E.41] keeps a table in shape, whatever is in it', () => {
    const lines = tableOf({ a: 1, 'long name': 'x'.repeat(100), list: [1, { deep: true }], lines: 'one\ntwo' }).split('\n');
    expect(new Set(lines.map((line) => line.length)).size).toBe(1);
    expect(lines).toHaveLength(4);
  });
});
