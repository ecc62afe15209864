// Faults across real workers: agents of two makes, each in a worker of its own, and a worker that really dies, or never comes
// back. The bytes are those of one thread, nothing is left running, and nobody breaks the content security policy.

import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { connectLab, type LabClient } from '../../ui/lab-client.ts';
import { AGENT_URLS, type AgentUrls } from '../../ui/workers/agent-urls.ts';
import { spawnFrom } from '../../ui/workers/spawn.ts';
import { startWorker } from '../../ui/workers/start-worker.ts';
import { bundledAgents, bundledScript } from '../../ui/workers/testing/bundled-scripts.ts';
import { underPolicy } from '../../ui/workers/testing/under-policy.ts';
import { spawnInside } from '../in-process.ts';
import type { FaultMode } from '../experiment.ts';
import type { Spawn } from '../lanes.ts';
import { ORCHESTRATOR_BEHAVIOURS } from '../orchestrator/orchestrator.ts';
import { SPECIALIST_BEHAVIOURS } from '../specialist/specialist.ts';
import { decided, factsOf, playExperiment } from '../testing/experiment-episode.ts';
import { played } from '../testing/played-lesson.ts';
import { FAULTS } from './fault-table.ts';

const inside = spawnInside({ ...ORCHESTRATOR_BEHAVIOURS, ...SPECIALIST_BEHAVIOURS });
const violations: string[] = [];
const seatedFrom = (urls: AgentUrls): Spawn => spawnFrom(urls, location.href, (what) => violations.push(what));
let bundled: AgentUrls;
let inWorkers: Spawn;
beforeAll(async () => {
  bundled = await bundledAgents('orchestrator', 'specialist');
  inWorkers = seatedFrom(bundled);
});

/** Seats agents in workers of this page, and counts them from their birth to their end. */
function countingWorkers(seat: Spawn = inWorkers): { readonly spawn: Spawn; readonly seated: string[]; readonly running: Set<string> } {
  const seated: string[] = [];
  const running = new Set<string>();
  const spawn: Spawn = async (agent, entry) => {
    const realm = await seat(agent, entry);
    const name = `${entry} ${seated.push(entry)}`;
    running.add(name);
    const kill = realm.kill.bind(realm);
    realm.kill = () => {
      running.delete(name);
      kill();
    };
    return realm;
  };
  return { spawn, seated, running };
}

/** One of each kind: nothing, silence, a broken connection, an answer without measure, a card. The others differ in text only; deaths are apart. */
const MODES: readonly FaultMode[] = ['none', 'hang', 'drop', 'huge_body', 'lying_card'];

describe('faults across workers', { timeout: 120_000 }, () => {
  for (const mode of MODES) {
    it(`[E.1] gives the same bytes as in one thread, and leaves nothing running: ${mode}`, async () => {
      const { spawn, running } = countingWorkers();
      const [far, near] = [await playExperiment({ fault: { mode } }, spawn), await playExperiment({ fault: { mode } }, inside)];
      expect(far.text).toBe(near.text);
      const row = FAULTS.find((each) => each.mode === mode);
      expect(factsOf(far, 'outcome-decided').map(([, { outcome, attempts }]) => [outcome, attempts])).toEqual([
        [row?.expected, row?.attempts],
      ]);
      expect([...running]).toEqual([]);
      expect(violations).toEqual([]);
    });
  }

  it('[E.43] really ends a worker with each crash, and starts another', async () => {
    const { spawn, seated, running } = countingWorkers();
    const episode = await playExperiment({ fault: { mode: 'crash' } }, spawn);
    expect(factsOf(episode, 'worker-ended').map(([at, { agent }]) => `${at} ${agent}`)).toEqual([
      '30 specialist',
      '550 specialist',
      '1570 specialist',
      '3590 specialist',
    ]);
    expect(seated).toEqual(['specialist', 'orchestrator', 'specialist', 'specialist', 'specialist']);
    expect(decided(episode)).toEqual(['3600 unavailable 4']);
    expect([...running]).toEqual([]);
    expect(episode.text).toBe((await playExperiment({ fault: { mode: 'crash' } }, inside)).text);
    expect(violations).toEqual([]);
  });

  it('[E.6] ends a worker that spins, again and again, while this thread goes on', async () => {
    const { spawn, running } = countingWorkers();
    let beats = 0;
    const beat = setInterval(() => beats++, 10);
    const episode = await playExperiment({ fault: { mode: 'busy_loop' }, client: { attempts: 2 } }, spawn);
    clearInterval(beat);
    expect(decided(episode)).toEqual(['560 unavailable 2']);
    expect(factsOf(episode, 'worker-ended').map(([at, { why }]) => `${at} ${why}`)).toEqual(['30 stuck', '550 stuck']);
    expect(factsOf(episode, 'fault-injected')).toHaveLength(2);
    expect([...running]).toEqual([]);
    // Two verdicts take some seconds: a thread that was blocked meanwhile would have beaten a few times.
    expect(beats).toBeGreaterThan(50);
  });
});

describe('agents under the policy of the page', { timeout: 120_000 }, () => {
  afterEach(() => vi.unstubAllGlobals());

  it('[E.7] load what they are made with, and try nothing that the policy forbids', async () => {
    await underPolicy("script-src 'self'; connect-src 'self'; worker-src blob:");
    // From the page's own address, as its policy wants.
    const { spawn } = countingWorkers(seatedFrom(AGENT_URLS));
    expect(decided(await playExperiment({ order: 'report' }, spawn))).toEqual(['460 ok 1', '800 ok 1']);
    expect(violations).toEqual([]);
  });
});

describe('faults in the workers of a lab', { timeout: 120_000 }, () => {
  let lab: LabClient;
  let worker: Worker;
  beforeAll(async () => {
    const labScript = await bundledScript('src/ui/workers/testing/bundled-lab.worker.ts');
    const started = startWorker(labScript, location.href, JSON.stringify(bundled));
    worker = started.worker;
    lab = connectLab(started.port, (what) => violations.push(what));
  });
  afterAll(() => worker.terminate());

  // Agents of two makes, and another one for each that died.
  for (const [lesson, knobs, workers] of [
    ['chaos-none', {}, 2],
    ['chaos-crash', { attempts: 2 }, 3],
    ['degraded-report', {}, 2],
  ] as const) {
    it(`[E.1] gives the same bytes two workers deep: ${lesson}`, async () => {
      const pieces: string[] = [];
      const outcome = await lab.play({ lesson, knobs }, (text) => pieces.push(text));
      const near = await played({ lesson, knobs }, inside);
      expect(pieces.join('')).toBe(near.text);
      expect(outcome).toEqual(near.outcome);
      expect(outcome).toMatchObject({ ok: true, workers });
      expect(violations).toEqual([]);
    });
  }
});
