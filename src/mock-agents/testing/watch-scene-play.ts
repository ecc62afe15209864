// Plays the scene of a scenario in the lab, as a lesson is played.

import type { RecordedLine } from '../../model/log/saved-form.ts';
import { castOf } from '../casting.ts';
import type { PlayOutcome } from '../lab-face.ts';
import { playTurned } from '../lab.ts';
import type { Spawn } from '../lanes.ts';
import type { Lesson } from '../lesson.ts';
import { PAYMENTS_INVESTIGATOR } from '../lessons/cast.ts';
import { type EpisodeStorage, memoryStorage } from '../virtual-time/episode-storage.ts';
import { type EpisodeResult, playEpisode } from '../virtual-time/lab-core.ts';
import { killsOf } from '../watch-casting.ts';
import type { WatchScene } from '../watch-scene.ts';
import { createWatchdog, type Watchdog } from '../watchdog.ts';
import { HORIZON_MS, sceneOf } from './watch-scenes.ts';
import type { Scenario } from './watch-scenario-vectors.ts';

export interface PlayedScene {
  readonly scenario: Scenario;
  readonly scene: WatchScene;
  readonly lines: readonly RecordedLine[];
}
export interface SceneRecording extends PlayedScene {
  readonly outcome: PlayOutcome;
  readonly text: string;
}
export interface SceneWithDeaths extends PlayedScene {
  readonly killedAfter: readonly number[];
  readonly result: EpisodeResult;
}

const SEED = 'scenario';
const POLICY = 'hardened';

/** A lesson that is this scene and nothing else. */
function lessonOfScene(title: string, watch: WatchScene): Lesson {
  return {
    id: 'watch-scenario',
    number: 1,
    title,
    question: '',
    for: ['E'],
    minutes: 1,
    after: [],
    prose: [],
    caller: PAYMENTS_INVESTIGATOR,
    tags: [],
    maxDepth: 3,
    protocol: watch.remote.protocol,
    agents: [],
    steps: [],
    look: [],
    predict: { ask: '', options: [], kind: 'choice' },
    knobs: [],
    whatIf: [],
    seed: SEED,
    policy: POLICY,
    watch,
    hopMs: 0,
    horizonMs: HORIZON_MS,
    prove: [],
    invariants: [],
  };
}

export interface Staged {
  /** Id of a served protocol; A2A 0.3 over JSON-RPC where it is not said. */
  readonly protocol?: string;
  /** In memory where it is not said. */
  readonly storage?: EpisodeStorage;
}

/** Plays a scenario as a page plays a lesson: the text is what a page would keep. */
export async function playScenario(scenario: Scenario, spawn: Spawn, { protocol, storage }: Staged = {}): Promise<SceneRecording> {
  const scene = sceneOf(scenario, protocol);
  const pieces: string[] = [];
  const episode = { lesson: 'watch-scenario', seed: SEED, policy: POLICY, knobs: {} };
  const ports = { spawn, onText: (text: string): void => void pieces.push(text), ...(storage && { storage }) };
  const outcome = await playTurned(lessonOfScene(scenario.name, scene), episode, ports);
  const text = pieces.join('');
  const lines = text.split('\n').slice(1).filter(Boolean);
  return { scenario, scene, outcome, text, lines: lines.map((line) => JSON.parse(line) as RecordedLine) };
}

/** What to do with the host of a scenario that is played, and for how long. */
export interface Deaths extends Staged {
  /** The host is killed after these turns of the lab. */
  readonly turns: readonly number[];
  readonly horizon: number;
  readonly watchdog: Watchdog;
  /** How long it is away after each death; not at all where it is not said. */
  readonly awayMs?: number;
}

/** Plays a scenario whose host dies on the way. */
export async function playWithDeaths(scenario: Scenario, spawn: Spawn, deaths: Deaths): Promise<SceneWithDeaths> {
  const { turns, horizon, watchdog, protocol, awayMs = 0, storage = memoryStorage() } = deaths;
  const { host, ...rest } = sceneOf(scenario, protocol);
  const scene = { ...rest, host: { ...host, restartMs: awayMs } };
  const lesson = lessonOfScene(scenario.name, scene);
  const lines: RecordedLine[] = [];
  const result = await playEpisode({
    cast: castOf(lesson, { policy: POLICY, seed: SEED, spawn }),
    seed: SEED,
    watchdog,
    record: (line) => lines.push(line),
    hop: 0,
    horizon,
    kills: [...killsOf(scene), ...turns.map((turn) => ({ agent: HOST, turn }))],
    storage,
  });
  return { scenario, scene, lines, result, killedAfter: turns };
}

/** The address at which the host of a scenario listens. */
export const HOST = 'host.example';

/** A watchdog for many episodes one after the other. */
export const patientWatchdog = (): Watchdog => createWatchdog();
