// What is kept of one stand-in: what its facts tell, each kind in the order of the log with its seq beside it, so that a cursor is
// answered by counting (SPEC.md P.90).

import type { StandInStateName } from '../log/watch-fact.ts';
import type { TaskState } from '../protocol/task.ts';
import type { RecheckLook, StandInMove, StandInStory } from './stand-in-story.ts';

export interface At {
  readonly seq: number;
  readonly time: number | undefined;
}
export type WatchMode = NonNullable<StandInStory['mode']>;

/** A subscription that was open: from a fact to the one that tells its end. */
export interface OpenStretch extends At {
  /** Milliseconds of the stretches before it. */
  readonly before: number;
  end: At | undefined;
}
/** An accepted push and what was done about it. */
export interface PushTrack extends At {
  readonly claimed: TaskState | undefined;
  /** Whether a look was under way that this push did not cause: its answer comes first and is none of this push. */
  isPreceded: boolean;
  readonly looks: RecheckLook[];
  readonly waits: (At & { readonly recheck: number; readonly waitMs: number; overSeq: number | undefined })[];
  over: { readonly seq: number; readonly how: 'agreed' | 'ended' | 'gave-up' | 'broken-off' | 'rung-again' } | undefined;
}
/** The remote task, as a log knows it. */
export interface RemoteNamed {
  readonly seq: number;
  readonly key: string;
}

export interface StandInTrack {
  readonly standIn: string;
  readonly host: string;
  readonly firstSeq: number;
  readonly moves: StandInMove[];
  readonly remotes: RemoteNamed[];
  readonly modes: { readonly seq: number; readonly mode: WatchMode }[];
  readonly digests: { readonly seq: number; readonly digest: string }[];
  readonly told: { readonly seq: number; readonly row: number; value: StandInStory['told'][number] | undefined }[];
  readonly closed: { readonly seq: number; readonly state: TaskState }[];
  readonly pushes: PushTrack[];
  readonly open: OpenStretch[];
  /** Seqs of what is only counted. */
  readonly notes: number[];
  readonly registrations: number[];
  readonly fetches: number[];
  readonly subscriptions: number[];
  readonly followRuns: number[];
  readonly refused: number[];
  readonly deletionsFailed: number[];
  readonly rolls: number[];
  /** By the seq of a change of the remote task: where the stand-in first had it. */
  readonly applied: Map<number, At>;
  lastFollowRun: number;
}

export function newStandInTrack(standIn: string, host: string, firstSeq: number): StandInTrack {
  return {
    standIn,
    host,
    firstSeq,
    moves: [],
    remotes: [],
    modes: [],
    digests: [],
    told: [],
    closed: [],
    pushes: [],
    open: [],
    notes: [],
    registrations: [],
    fetches: [],
    subscriptions: [],
    followRuns: [],
    refused: [],
    deletionsFailed: [],
    rolls: [],
    applied: new Map(),
    lastFollowRun: 0,
  };
}

/** Which watch a state belongs to; undefined where it belongs to any. */
export const MODE_OF_STATE: Readonly<Partial<Record<StandInStateName, WatchMode>>> = {
  armed: 'push',
  fetching: 'push',
  rechecking: 'push',
  listening: 'follow',
  pausing: 'follow',
  resting: 'follow',
  unheard: 'off',
};
