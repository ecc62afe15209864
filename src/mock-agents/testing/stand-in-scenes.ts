// Scenes of a remote watch for tests of the host, and how one is played in this thread: with everything that crosses as it crosses,
// secrets included, and with what the host has kept.

import { a2aV03JsonRpc } from '../../model/adapters/adapters.ts';
import type { Fact } from '../../model/log/fact.ts';
import type { RecordedLine } from '../../model/log/saved-form.ts';
import { castOf } from '../casting.ts';
import type { Lesson } from '../lesson.ts';
import { PAYMENTS_INVESTIGATOR, SANCTIONS_CARD } from '../lessons/cast.ts';
import { streamedDelegation } from '../lessons/streamed-delegation.ts';
import { type EpisodeStorage, memoryStorage } from '../virtual-time/episode-storage.ts';
import { type EpisodeResult, type Kill, playEpisode } from '../virtual-time/lab-core.ts';
import { killsOf } from '../watch-casting.ts';
import { type HostSettings, PLAIN_REMOTE, type RemoteSettings, type WatchAction, type WatchScene } from '../watch-scene.ts';
import { createWatchdog } from '../watchdog.ts';
import { everybody } from './everybody.ts';

export const HOST = 'host.example';
const HORIZON = 700_000;
const SEED = 'one';

const REMOTE: RemoteSettings = {
  ...PLAIN_REMOTE,
  card: SANCTIONS_CARD,
  protocol: a2aV03JsonRpc.id,
  parked: { state: 'input-required', text: 'Which lists?' },
  turns: [{ state: 'input-required', text: 'Which year?', afterMs: 2_000 }],
};
const STAND_IN_HOST: HostSettings = {
  localTaskId: 'task-1',
  participant: 'user-1',
  updates: 'auto',
  followIntervalMs: 5_000,
  isRemoteAgent: true,
  baseUrl: 'https://host.example',
  begins: 'parked',
  watch: 'unchosen',
  historyBound: 1_000,
  pushesPerMinute: null,
  agentLost: null,
  followCompares: 'scrubbed',
  restartMs: 0,
};

export interface SceneChanges {
  readonly remote?: Partial<RemoteSettings>;
  readonly host?: Partial<HostSettings>;
  readonly actions?: readonly WatchAction[];
}

/** A parked task whose watch is chosen when the episode begins, but for what is said. */
export function sceneWith({ remote = {}, host = {}, actions = [] }: SceneChanges = {}): WatchScene {
  return { remote: { ...REMOTE, ...remote }, host: { ...STAND_IN_HOST, ...host }, actions };
}

/** A lesson that is a scene and nothing else. */
export function lessonOf(watch: WatchScene): Lesson {
  const { takes: _takes, experiment: _experiment, ...bare } = streamedDelegation;
  return { ...bare, caller: PAYMENTS_INVESTIGATOR, agents: [], steps: [], knobs: [], watch, hopMs: 0, horizonMs: HORIZON };
}

export interface PlayedWatch extends EpisodeResult {
  /** As they crossed; secrets are in them. */
  readonly lines: readonly RecordedLine[];
  /** What the host had kept when the episode was over, by list. */
  readonly kept: ReadonlyMap<string, readonly string[]>;
  /** Every text that was ever given to be kept. */
  readonly written: readonly string[];
}

export interface PlayOptions {
  /** Deaths of the host beside those of the scene. */
  readonly kills?: readonly Kill[];
  readonly seed?: string;
  /** Which save, counted from 1 over all lives, fails; it keeps nothing. */
  readonly failingSave?: number;
}

/** Plays a scene in this thread. */
export async function playScene(scene: WatchScene, { kills = [], seed = SEED, failingSave }: PlayOptions = {}): Promise<PlayedWatch> {
  const lines: RecordedLine[] = [];
  const { storage, kept, written } = watchedStorage(failingSave);
  const watchdog = createWatchdog();
  try {
    const result = await playEpisode({
      cast: castOf(lessonOf(scene), { policy: 'hardened', seed, spawn: everybody }),
      seed,
      watchdog,
      record: (line) => lines.push(line),
      hop: 0,
      horizon: HORIZON,
      kills: [...killsOf(scene), ...kills],
      storage,
    });
    return { ...result, lines, kept, written };
  } finally {
    watchdog.close();
  }
}

function watchedStorage(failingSave: number | undefined): { storage: EpisodeStorage; kept: Map<string, string[]>; written: string[] } {
  const memory = memoryStorage();
  const kept = new Map<string, string[]>();
  const written: string[] = [];
  const mayFail = (text: string): void => {
    written.push(text);
    if (written.length === failingSave) throw new Error('no space left');
  };
  const storage: EpisodeStorage = {
    clear: () => memory.clear(),
    open(agent) {
      const lists = memory.open(agent);
      return {
        load: (list) => lists.load(list),
        async append(list, text) {
          mayFail(text);
          kept.set(list, [...(kept.get(list) ?? []), text]);
          await lists.append(list, text);
        },
        async replace(list, text) {
          mayFail(text);
          kept.set(list, [text]);
          await lists.replace(list, text);
        },
      };
    },
  };
  return { storage, kept, written };
}

type TimedFact = { readonly at: number; readonly by: string; readonly fact: Fact };

/** The facts of a recording, in order. */
export function factsIn({ lines }: Pick<PlayedWatch, 'lines'>): readonly TimedFact[] {
  return lines.flatMap((line) => (line.line === 'fact' ? [{ at: line.at, by: line.by, fact: line.fact }] : []));
}

/** The facts of a kind, with their times. */
export function factsOf<K extends Fact['kind']>(played: Pick<PlayedWatch, 'lines'>, kind: K) {
  return factsIn(played).flatMap(({ at, fact }) => (fact.kind === kind ? [{ ...(fact as Extract<Fact, { readonly kind: K }>), at }] : []));
}

/** Requests in order, as `from → to what`: the method of an envelope, or of HTTP with its path. */
export function requestsIn({ lines }: Pick<PlayedWatch, 'lines'>): readonly { at: number; from: string; to: string; what: string }[] {
  return lines.flatMap((line) => {
    if (line.line !== 'request') return [];
    const { at, from, to } = line;
    const named = /"method":"([^"]+)"/.exec(line.body)?.[1];
    return [{ at, from, to, what: named ?? `${line.method} ${line.path}` }];
  });
}
