// What the lessons about a remote watch have in common: an agent elsewhere whose task waits for an answer, and a host that stands in
// for that task. Both play by themselves, so these lessons have no steps.

import type { RowMatch } from '../../model/log/claim.ts';
import { FOLLOW_INTERVAL_DEFAULT_MS, HISTORY_BOUND } from '../../model/kernel/watch/watch-constants.ts';
import type { Lesson, LessonClaim } from '../lesson.ts';
import {
  type HostSettings,
  PLAIN_REMOTE,
  QUIET_RINGING,
  type RemoteSettings,
  type RemoteStatus,
  type Ringing,
  type WatchAction,
  type WatchScene,
} from '../watch-scene.ts';
import { PAYMENTS_INVESTIGATOR, SANCTIONS_CARD } from './cast.ts';

export const HOST = 'https://host.example';
/** The question with which the remote task waits. */
export const QUESTION = 'Which lists?';
export const PARKED: RemoteStatus = { state: 'input-required', text: QUESTION };

/** Members that are the same in each of these lessons. The wire takes no time: what is seen is the time that waiting takes. */
export const WATCH_LESSON = {
  caller: PAYMENTS_INVESTIGATOR,
  tags: ['sanctions'],
  maxDepth: 4,
  agents: [],
  steps: [],
  policy: 'hardened',
  hopMs: 0,
  horizonMs: 700_000,
  invariants: [],
} as const satisfies Partial<Lesson>;

const REMOTE: RemoteSettings = {
  ...PLAIN_REMOTE,
  card: SANCTIONS_CARD,
  protocol: 'a2a-0.3/jsonrpc',
  parked: PARKED,
  turns: [{ state: 'input-required', text: 'Which country?', afterMs: 1_500 }],
  streamOpensWithTask: false,
};
const HOST_SETTINGS: HostSettings = {
  localTaskId: 'task-1',
  participant: PAYMENTS_INVESTIGATOR.agentId,
  extensions: ['https://host.example/extensions/participants/v1'],
  updates: 'auto',
  followIntervalMs: FOLLOW_INTERVAL_DEFAULT_MS,
  isRemoteAgent: true,
  baseUrl: HOST,
  begins: 'parked',
  watch: 'push',
  historyBound: HISTORY_BOUND,
  pushesPerMinute: null,
  agentLost: null,
  followCompares: 'scrubbed',
  restartMs: 1_000,
};

export interface SceneChanges {
  readonly remote?: Omit<Partial<RemoteSettings>, 'ringing'> & { readonly ringing?: Partial<Ringing> };
  readonly host?: Partial<HostSettings>;
  readonly actions?: readonly WatchAction[];
}

/** A parked task whose agent rings, and a host whose watch is push, but for what is said. */
export function sceneWith({ remote, host, actions = [] }: SceneChanges): WatchScene {
  return {
    remote: { ...REMOTE, ...remote, ringing: { ...QUIET_RINGING, ...remote?.ringing } },
    host: { ...HOST_SETTINGS, ...host },
    actions,
  };
}

type InTake = { readonly take?: string };

/** How often something happened. */
export function counts(say: string, of: RowMatch, is: number, inTake: InTake = {}): LessonClaim {
  return { say, check: 'count', of, is, ...inTake };
}

/** When something happened, each time: virtual milliseconds. */
export function happensAt(say: string, of: RowMatch, are: readonly number[], inTake: InTake = {}): LessonClaim {
  return { say, check: 'times', of, are, ...inTake };
}
