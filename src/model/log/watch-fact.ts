// Facts of a remote watch: what only the stand-in and its push receiver know. `taskId` is the remote task, `standIn` the local
// one that stands in for it. No fact carries a token; a registration tells its digest.

import type { AgentName, TaskId, TaskState } from '../protocol/task.ts';

interface OfStandIn {
  readonly standIn: string;
  readonly taskId?: TaskId;
}

/** Where in its machine a stand-in is, innermost state. */
export const STAND_IN_STATES = [
  'turn',
  'choosing',
  'armed',
  'fetching',
  'rechecking',
  'listening',
  'pausing',
  'resting',
  'unheard',
  'rolling',
  'closing',
  'ended',
] as const;
export type StandInStateName = (typeof STAND_IN_STATES)[number];

export type WatchFact =
  /** One event of the history, as it is saved: where the stand-in was and where it is. `number` counts the events of this history. */
  | ({
      readonly kind: 'stand-in-moved';
      readonly number: number;
      /** A word of the history: `push-accepted`, `wait-over`, … */
      readonly event: string;
      /** Absent where a history begins. */
      readonly from?: StandInStateName;
      readonly to: StandInStateName;
    } & OfStandIn)
  | ({ readonly kind: 'turn-started'; readonly turn: number } & OfStandIn)
  | ({ readonly kind: 'parked'; readonly state?: TaskState } & OfStandIn)
  | ({ readonly kind: 'registered'; readonly agent: AgentName; readonly configId: string; readonly tokenDigest: string } & OfStandIn)
  /** The type of what went wrong and never its text, which could repeat the request. */
  | ({ readonly kind: 'registration-failed'; readonly agent: AgentName; readonly errorType: string } & OfStandIn)
  | ({ readonly kind: 'watch-changed'; readonly mode: 'push' | 'follow' | 'off'; readonly why: string } & OfStandIn)
  | ({
      readonly kind: 'task-fetched';
      readonly why: 'reconcile' | 'push' | 'recheck';
      /** Absent where the fetch failed. */
      readonly state?: TaskState;
      readonly text?: string;
      /** What the push claimed. */
      readonly claimed?: TaskState;
      readonly errorType?: string;
    } & OfStandIn)
  | ({ readonly kind: 'recheck-waiting'; readonly recheck: number; readonly waitMs: number; readonly claimed?: TaskState } & OfStandIn)
  | ({ readonly kind: 'follow-subscribed'; readonly followRun: number } & OfStandIn)
  | ({
      readonly kind: 'follow-ended';
      readonly followRun: number;
      readonly why: 'unchanged' | 'error' | 'changed' | 'window' | 'failed' | 'gone' | 'restarted';
      readonly errorType?: string;
    } & OfStandIn)
  | ({ readonly kind: 'follow-cancelled'; readonly followRun: number; readonly why: 'reply' | 'cancel' | 'roll' } & OfStandIn)
  | ({
      readonly kind: 'parent-told';
      readonly number: number;
      readonly state: TaskState;
      readonly text: string;
      /** Whether it woke the parent with a note, or only moved the row. */
      readonly note: boolean;
    } & OfStandIn)
  | ({ readonly kind: 'stand-in-closed'; readonly state: TaskState } & OfStandIn)
  | ({ readonly kind: 'history-rolled'; readonly kept: readonly string[] } & OfStandIn)
  | ({ readonly kind: 'push-accepted'; readonly claimed?: TaskState } & OfStandIn)
  /** By the receiver: the local id that was rung for, the status that was answered, and which check it was. */
  | ({ readonly kind: 'push-refused'; readonly status: number; readonly category: string } & OfStandIn)
  | ({ readonly kind: 'push-deletion-failed'; readonly attempt: number; readonly errorType: string } & OfStandIn);
