// What a log tells of a stand-in for a remote task, up to a cursor: where in its machine it is and how it came there, what the
// newest push claimed and what the looks after it found, and what its watch has cost. From the facts of the stand-in alone: a log
// of a wire has none, and no story (SPEC.md P.90–P.95).

import type { StandInStateName } from '../log/watch-fact.ts';
import type { AgentName, TaskState } from '../protocol/task.ts';

/** One step of the machine. `event`: a word of the stand-in's history. */
export interface StandInMove {
  readonly seq: number;
  readonly time: number | undefined;
  readonly event: string;
  /** Undefined where a history begins. */
  readonly from: StandInStateName | undefined;
  readonly to: StandInStateName;
}

/** A fetch that a push caused, and the wait before it (none before the first). */
export interface RecheckLook {
  readonly seq: number;
  readonly time: number | undefined;
  readonly waitedMs: number;
  /** Undefined where the fetch failed. */
  readonly state: TaskState | undefined;
  readonly agrees: boolean;
}
/** What followed the newest accepted push. */
export interface RecheckStory {
  readonly pushSeq: number;
  readonly pushTime: number | undefined;
  readonly claimed: TaskState | undefined;
  readonly looks: readonly RecheckLook[];
  /** A wait that has begun and is not over at the cursor. */
  readonly waiting:
    | { readonly seq: number; readonly recheck: number; readonly waitMs: number; readonly time: number | undefined }
    | undefined;
  /** How it came out; undefined while it goes on. */
  readonly over: 'agreed' | 'ended' | 'gave-up' | 'broken-off' | 'rung-again' | undefined;
}

/** Counted from facts of the stand-in, and of whoever rings. */
export interface StandInCosts {
  readonly registrations: number;
  readonly fetches: number;
  readonly subscriptions: number;
  readonly followRuns: number;
  /** Virtual milliseconds that subscriptions were open, up to the cursor's time. */
  readonly openMs: number;
  readonly pushesAccepted: number;
  readonly pushesRefused: number;
  readonly deletionsFailed: number;
}

export interface StandInStory {
  /** The local task. */
  readonly standIn: string;
  /** Who wrote its facts. */
  readonly host: AgentName;
  readonly remoteTask: string | undefined;
  readonly state: StandInStateName;
  readonly mode: 'push' | 'follow' | 'off' | undefined;
  /** The digest of the token that was registered. */
  readonly tokenDigest: string | undefined;
  /** The last 200. */
  readonly moves: readonly StandInMove[];
  readonly movesTotal: number;
  /** What the parent was told, the last 100: `note` where it woke its model. */
  readonly told: readonly {
    readonly seq: number;
    readonly time: number | undefined;
    readonly state: TaskState;
    readonly text: string;
    readonly note: boolean;
  }[];
  readonly toldTotal: number;
  readonly notes: number;
  readonly rechecks: RecheckStory | undefined;
  readonly costs: StandInCosts;
  /** How often its worker was started, and whether it is dead at the cursor. */
  readonly lives: number;
  readonly isDead: boolean;
  readonly rolls: number;
  /** How it ended; undefined while it goes on. */
  readonly end: TaskState | undefined;
}

/** A change of the remote task as the agent stored it, and when whoever watches had it: what a paste of one side cannot know. */
export interface TrueChange {
  readonly seq: number;
  readonly time: number | undefined;
  readonly state: TaskState;
  readonly text: string | undefined;
  /** The row by which the stand-in had this state applied; undefined where it has not, up to the cursor. */
  readonly appliedSeq: number | undefined;
  readonly appliedTime: number | undefined;
}

export interface StandInAnswer {
  /** Local ids of the stand-ins of the log, the first 20. */
  readonly standIns: readonly string[];
  readonly total: number;
  /** The one that was asked for, else the first; undefined where the log has none. */
  readonly story: StandInStory | undefined;
  /** What the remote task went through, as its agent stored it; the last 200. Empty where no agent told. */
  readonly truth: readonly TrueChange[];
  /** Pushes that an agent said it sent and that nobody received, the last 100. */
  readonly lostPushes: readonly { readonly seq: number; readonly time: number | undefined; readonly state: TaskState }[];
}
