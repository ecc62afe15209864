// Each fault against the careful client: the outcome and the tries that its row of the table says, at the times that follow from
// them. The agents are the real ones, in one thread; what can only be ended in a worker is played there.

import { describe, expect, it } from 'vitest';
import { FAULT_MODES, type Fault, type FaultMode } from '../experiment.ts';
import { spawnInside } from '../in-process.ts';
import { ORCHESTRATOR_BEHAVIOURS } from '../orchestrator/orchestrator.ts';
import { SPECIALIST_BEHAVIOURS } from '../specialist/specialist.ts';
import { decided, type ExperimentScene, factsOf, type PlayedExperiment, playExperiment } from '../testing/experiment-episode.ts';
import { FAULTS } from './fault-table.ts';

const inside = spawnInside({ ...ORCHESTRATOR_BEHAVIOURS, ...SPECIALIST_BEHAVIOURS });
const play = (scene: ExperimentScene): Promise<PlayedExperiment> => playExperiment(scene, inside);
const played = (mode: FaultMode, fault: Partial<Fault> = {}, scene: ExperimentScene = {}): Promise<PlayedExperiment> =>
  play({ ...scene, fault: { mode, ...fault } });
const injected = (episode: PlayedExperiment) => factsOf(episode, 'fault-injected').map(([at, { what }]) => `${at} ${what}`);
const count = (episode: PlayedExperiment, kind: Parameters<typeof factsOf>[1]) => factsOf(episode, kind).length;

const attempts = (most: number): ExperimentScene => ({ client: { attempts: most } });
const deadline = (deadlineMs: number): ExperimentScene => ({ client: { deadlineMs } });

/** How the lesson of a mode sets its fault, where the mode alone does not say it. */
const OWN: Readonly<Partial<Record<FaultMode, Partial<Fault>>>> = { flaky: { times: 2 }, lost_create: { times: 1 } };
/** When the outcome of each row is decided. */
const AT: Readonly<Record<Exclude<FaultMode, 'busy_loop'>, number>> = {
  none: 360,
  slow: 15_260,
  flaky: 1_900,
  error: 3_600,
  crash: 3_600,
  hang: 30_040,
  malformed: 40,
  invalid_transition: 140,
  auth_reject: 40,
  duplicate: 360,
  reorder: 340,
  truncate: 700,
  drop: 700,
  drip: 30_060,
  wrong_content_type: 40,
  huge_body: 50,
  lying_card: 40,
  lost_create: 600,
};

describe('the table of faults', () => {
  it('[E.42] has a row for each mode, the nine of the matrix first', () => {
    expect(FAULTS.map(({ mode }) => mode)).toEqual([...FAULT_MODES]);
    expect(FAULTS.filter(({ beyond }) => !beyond).map(({ mode }) => mode)).toEqual(FAULT_MODES.slice(0, 9));
  });

  for (const [mode, at] of Object.entries(AT) as [keyof typeof AT, number][]) {
    it(`[E.42] says how a careful client ends: ${mode}`, async () => {
      const row = FAULTS.find((each) => each.mode === mode);
      const episode = await played(mode, OWN[mode]);
      expect(decided(episode)).toEqual([`${at} ${row?.expected} ${row?.attempts}`]);
      expect(episode.outcome).toMatchObject({ ok: true, end: 'done' });
      expect(injected(episode).length > 0).toBe(mode !== 'none');
    });
  }
});

describe('a fault with its knobs turned', () => {
  it.each<readonly [FaultMode, Partial<Fault>, ExperimentScene, string]>([
    ['slow', { slowMs: 40_000 }, {}, '30040 canceled_deadline 1'],
    ['slow', {}, deadline(10_000), '10040 canceled_deadline 1'],
    ['flaky', { times: 0 }, {}, '360 ok 1'],
    ['flaky', { times: 1 }, {}, '880 ok 2'],
    ['flaky', { times: 3 }, {}, '3920 ok 4'],
    ['flaky', { times: 4 }, {}, '3600 unavailable 4'],
    ['flaky', { times: 2 }, attempts(2), '560 unavailable 2'],
    ['error', {}, attempts(1), '40 unavailable 1'],
    ['error', { times: 3 }, {}, '3920 ok 4'],
    ['error', { where: 'get' }, {}, '4040 unavailable 4'],
    ['crash', {}, attempts(2), '560 unavailable 2'],
    ['crash', { times: 1 }, {}, '880 ok 2'],
    ['crash', { times: 1, where: 'events' }, {}, '900 ok 2'],
    ['hang', {}, deadline(10_000), '10040 canceled_deadline 1'],
    ['hang', { ignoresCancel: true }, {}, '32020 canceled_deadline 1'],
    ['malformed', { where: 'events' }, {}, '140 protocol_violation 1'],
    ['malformed', { where: 'get' }, {}, '360 protocol_violation 1'],
    ['malformed', { garbage: 'no_id' }, {}, '40 protocol_violation 1'],
    ['invalid_transition', {}, { client: { channel: 'poll' } }, '1060 ok 1'],
    ['invalid_transition', { moves: 'works_after_end' }, {}, '360 protocol_violation 1'],
    ['auth_reject', { where: 'events' }, {}, '60 auth_failed 1'],
    ['auth_reject', { unavailableFirst: 1 }, {}, '560 auth_failed 2'],
    ['lost_create', { times: 3 }, {}, '3640 ok 4'],
    ['drip', { slowMs: 10 }, {}, '420 ok 1'],
    ['wrong_content_type', { where: 'events' }, {}, '60 protocol_violation 1'],
    ['huge_body', { where: 'events' }, {}, '70 protocol_violation 1'],
    ['error', { on: 'format_table' }, {}, '360 ok 1'],
  ])('[E.42] %s %o, %o: %s', async (mode, fault, scene, expected) => {
    expect(decided(await played(mode, fault, scene))).toEqual([expected]);
  });

  it('[E.43] strikes the orders for one skill, and leaves the others alone', async () => {
    const episode = await played('error', { on: 'format_table' }, { order: 'report' });
    expect(decided(episode)).toEqual(['460 ok 1', '4040 unavailable 4']);
    expect(
      factsOf(episode, 'step-logged')
        .map(([at, { step, status }]) => `${at} ${step} ${status}`)
        .at(-1),
    ).toBe('4140 assembly OK');
    const hung = await played('hang', { on: 'format_table' }, { order: 'report' });
    expect(decided(hung)).toEqual(['460 ok 1', '30480 canceled_deadline 1']);
    const signed = await played('crash', { on: 'format_table', times: 1 }, { order: 'report' });
    expect(decided(signed)).toEqual(['460 ok 1', '1320 ok 2']);
  });

  it('[E.43] ends a life with each crash, and remembers how many that were', async () => {
    const episode = await played('crash', { times: 3 });
    expect(factsOf(episode, 'worker-ended').map(([at, { why }]) => `${at} ${why}`)).toEqual(['30 crashed', '550 crashed', '1570 crashed']);
    expect(decided(episode)).toEqual(['3920 ok 4']);
    expect(count(episode, 'task-created')).toBe(1);
  });

  it('[E.43] makes one task where the wish has a name, and one more with each lost answer where it has none', async () => {
    const lost = { times: 3 };
    expect(count(await played('lost_create', lost), 'task-created')).toBe(1);
    const unnamed = await played('lost_create', lost, { client: { clientRef: false } });
    expect(count(unnamed, 'task-created')).toBe(4);
  });

  it('[E.43] gives signs of life while it is slow, and none when it hangs', async () => {
    const scene: ExperimentScene = { client: { stallMs: 5_000 }, specialist: { heartbeatMs: 1_000 } };
    expect(decided(await played('slow', {}, scene))).toEqual(['15260 ok 1']);
    expect(decided(await played('hang', {}, scene))).toEqual(['5160 canceled_deadline 1']);
  });

  it('[E.43] cannot change a card that is signed', async () => {
    const scene: ExperimentScene = { verifiesCard: true, specialist: { signsCard: true } };
    expect(decided(await played('none', {}, scene))).toEqual(['360 ok 1']);
    expect(decided(await played('lying_card', {}, scene))).toEqual(['20 protocol_violation 1']);
  });
});

describe('whatever is done to the wire', () => {
  const wheres = ['create', 'events', 'get'] as const;
  const channels = ['stream', 'poll'] as const;

  for (const mode of FAULT_MODES.filter((each) => each !== 'busy_loop')) {
    it(`[Q.9] ends in one outcome in time, leaves nothing open, and is the same each time: ${mode}`, async () => {
      for (const where of wheres) {
        for (const channel of channels) {
          const scene: ExperimentScene = { client: { channel }, seed: `${where} ${channel}` };
          const episode = await played(mode, { where }, scene);
          expect(count(episode, 'outcome-decided')).toBe(1);
          expect(factsOf(episode, 'outcome-decided')[0]?.[0]).toBeLessThanOrEqual(32_020);
          expect(episode.outcome).toMatchObject({ ok: true, end: 'done' });
          expect(episode.lines.at(-1)).toMatchObject({ line: 'episode-ended', open: [] });
        }
      }
      const [first, second] = [await played(mode), await played(mode)];
      expect(second.text).toBe(first.text);
    });
  }

  it('[E.42] ends at the same with other dice', async () => {
    for (const seed of ['two', 'three', 'four', 'five']) {
      expect(decided(await played('truncate', {}, { seed }))).toEqual(['700 ok 2']);
    }
  });
});
