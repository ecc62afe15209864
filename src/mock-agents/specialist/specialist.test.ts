// The specialist beside the orchestrator, in one thread: what its graph makes of orders, when, and what it refuses.

import { describe, expect, it } from 'vitest';
import { spawnInside } from '../in-process.ts';
import { ORCHESTRATOR_BEHAVIOURS } from '../orchestrator/orchestrator.ts';
import { decided, type ExperimentScene, factsOf, type PlayedExperiment, playExperiment } from '../testing/experiment-episode.ts';
import { SPECIALIST_BEHAVIOURS } from './specialist.ts';

const inside = spawnInside({ ...ORCHESTRATOR_BEHAVIOURS, ...SPECIALIST_BEHAVIOURS });
const play = (scene: ExperimentScene = {}): Promise<PlayedExperiment> => playExperiment(scene, inside);
const stored = (played: PlayedExperiment) => factsOf(played, 'status-stored').map(([at, { state }]) => `${at} ${state}`);
const report = (played: PlayedExperiment) => factsOf(played, 'step-logged').at(-1)?.[1].report;

describe('a healthy specialist', () => {
  it('[E.41] works at its own pace, and completes', async () => {
    const played = await play();
    expect(stored(played)).toEqual(['30 submitted', '130 working', '330 completed']);
    expect(factsOf(played, 'artifact-stored').map(([at]) => at)).toEqual([230]);
    expect(decided(played)).toEqual(['360 ok 1']);
    expect(report(played)).toMatchObject({ complete: 'yes', data: [{ count: 12, mean: 46, median: 44.5, standard_deviation: 7.02 }] });
  });
});
