// Whatever a specialist is like and whatever is done to its wire: a client with a deadline ends in one outcome by then, the
// episode ends, and nobody is left behind.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FAULT_MODES } from '../experiment.ts';
import type { Spawn } from '../lanes.ts';
import { everybody } from '../testing/everybody.ts';
import { factsOf, playExperiment } from '../testing/experiment-episode.ts';
import { HORIZON } from '../virtual-time/constants.ts';

/** Counts the realms that live. */
function counted(spawn: Spawn): { readonly spawn: Spawn; readonly alive: () => number } {
  let alive = 0;
  return {
    alive: () => alive,
    spawn: async (agent, entry) => {
      const realm = await spawn(agent, entry);
      alive += 1;
      let isKilled = false;
      const kill = (): void => {
        if (!isKilled) alive -= 1;
        isKilled = true;
        realm.kill();
      };
      return { ...realm, kill };
    },
  };
}

// What spins cannot be ended in this thread: it has a test of its own, in workers.
const MODES = FAULT_MODES.filter((mode) => mode !== 'busy_loop');

const scenes = fc.record({
  policy: fc.constantFrom('hardened', 'reference'),
  order: fc.constantFrom('statistics' as const, 'report' as const),
  verifiesCard: fc.boolean(),
  client: fc.record({
    kind: fc.constantFrom('careful' as const, 'naive' as const),
    channel: fc.constantFrom('stream' as const, 'poll' as const),
    attempts: fc.integer({ min: 0, max: 6 }),
    backoffMs: fc.array(fc.integer({ min: 0, max: 3_000 }), { maxLength: 3 }),
    deadlineMs: fc.integer({ min: 0, max: 40_000 }),
    pollMs: fc.integer({ min: 100, max: 2_000 }),
    cancelWaitMs: fc.integer({ min: 0, max: 3_000 }),
    clientRef: fc.boolean(),
    stallMs: fc.option(fc.integer({ min: 1, max: 6_000 })),
    partialArtifacts: fc.constantFrom('keep' as const, 'discard' as const, 'trust' as const),
    answerInput: fc.constantFrom('all of it', ''),
  }),
  specialist: fc.record({
    behave: fc.constantFrom('ok' as const, 'fail_midway' as const, 'reject' as const),
    asksFirst: fc.boolean(),
    heartbeatMs: fc.option(fc.integer({ min: 50, max: 2_000 })),
    signsCard: fc.boolean(),
  }),
  fault: fc.record({
    mode: fc.constantFrom(...MODES),
    on: fc.constantFrom('every' as const, 'statistics' as const, 'format_table' as const),
    times: fc.option(fc.integer({ min: 0, max: 5 })),
    where: fc.constantFrom('create' as const, 'events' as const, 'get' as const),
    slowMs: fc.integer({ min: 0, max: 60_000 }),
    garbage: fc.constantFrom('no_json' as const, 'no_id' as const),
    moves: fc.constantFrom('skips_working' as const, 'works_after_end' as const),
    unavailableFirst: fc.integer({ min: 0, max: 3 }),
    ignoresCancel: fc.boolean(),
  }),
});

describe('[Q.9] an experiment of any kind', () => {
  it('ends in time, in one outcome for each order, and leaves nobody behind', async () => {
    await fc.assert(
      fc.asyncProperty(scenes, async (scene) => {
        const realms = counted(everybody);
        const played = await playExperiment(scene, realms.spawn);
        expect(realms.alive()).toBe(0);
        expect(['done', 'horizon']).toContain(played.outcome.ok && played.outcome.end);
        const decided = factsOf(played, 'outcome-decided');
        const last = Math.max(...decided.map(([at]) => at));
        const { deadlineMs, cancelWaitMs } = scene.client;
        const orders = scene.order === 'report' ? 2 : 1;
        // A card may be awaited as long again as the work.
        expect(last).toBeLessThanOrEqual(100 + deadlineMs + orders * (deadlineMs + cancelWaitMs));
        expect(last).toBeLessThan(HORIZON);
        const logged = factsOf(played, 'step-logged').map(([, { step }]) => step);
        expect(logged.at(-1)).toBe(scene.order === 'report' ? 'assembly' : 'statistics');
        expect(decided.length).toBe(logged.filter((step) => step === 'statistics' || step === 'format_table').length);
      }),
      { numRuns: 60 },
    );
  });

  it('ends at the horizon at the latest where no client sets an end, and leaves nobody behind', async () => {
    const extremes = fc.record({
      client: fc.record({
        deadlineMs: fc.constantFrom(null, 0, Number.MAX_SAFE_INTEGER),
        pollMs: fc.constantFrom(0, Number.MAX_SAFE_INTEGER),
        attempts: fc.constantFrom(0, 1_000),
        backoffMs: fc.constantFrom([], [0], [Number.MAX_SAFE_INTEGER]),
        stallMs: fc.constantFrom(null, 0, Number.MAX_SAFE_INTEGER),
        cancelWaitMs: fc.constantFrom(0, Number.MAX_SAFE_INTEGER),
      }),
      specialist: fc.record({ heartbeatMs: fc.constantFrom(null, 0, Number.MAX_SAFE_INTEGER) }),
      fault: fc.record({ slowMs: fc.constantFrom(0, Number.MAX_SAFE_INTEGER) }),
    });
    await fc.assert(
      fc.asyncProperty(scenes, extremes, async (scene, { client, specialist, fault }) => {
        const realms = counted(everybody);
        const extreme = {
          ...scene,
          client: { ...scene.client, ...client },
          specialist: { ...scene.specialist, ...specialist },
          fault: { ...scene.fault, ...fault },
        };
        const played = await playExperiment(extreme, realms.spawn);
        expect(realms.alive()).toBe(0);
        expect(played.outcome.ok).toBe(true);
        expect(played.lines.at(-1)?.at).toBeLessThanOrEqual(HORIZON);
        const ordered = factsOf(played, 'step-logged').filter(([, { step }]) => step === 'statistics' || step === 'format_table');
        expect(factsOf(played, 'outcome-decided').length).toBe(ordered.length);
      }),
      { numRuns: 30 },
    );
  });

  it('[E.1] is played the same again', async () => {
    await fc.assert(
      fc.asyncProperty(scenes, async (scene) => {
        expect((await playExperiment(scene, everybody)).text).toBe((await playExperiment(scene, everybody)).text);
      }),
      { numRuns: 10 },
    );
  });
});
