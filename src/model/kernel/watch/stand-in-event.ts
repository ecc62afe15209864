// What a stand-in has lived through: an append-only list of these is its whole memory, and what it is follows from them alone.
// Answers carry the number of the call they answer. No event carries a token. SPEC.md W.20.

import type { AgentName, TaskId, TaskState } from '../../protocol/task.ts';
import type { RemoteTurn } from './turn-mapping.ts';
import type { RemoteWatch } from './watch-choice.ts';

/** What the parent says to the remote task. */
export interface Reply {
  readonly replyId: string;
  readonly text: string;
}

export interface StandInSetting {
  /** The local task that stands in for the remote one. */
  readonly standIn: string;
  readonly agent: AgentName;
  /** On whose behalf: goes with every call about the task. */
  readonly participant: string;
  /** The pause before subscribing again when a stream ended unchanged. */
  readonly followIntervalMs: number;
}

/** What a fresh history begins with: all that must outlive a roll. */
export interface Kept {
  readonly remoteTaskId: TaskId | null;
  readonly watch: RemoteWatch | null;
  readonly last: RemoteTurn | null;
  /** Numbers go on where they were: a number names one call, one telling, for ever. */
  readonly calls: number;
  readonly told: number;
  /** Ids of replies: one that comes again after a crash is not heard twice. */
  readonly heardReplies: readonly string[];
  /** A registration left and its answer never came: the remote agent may ring, and nobody knows under which id. */
  readonly hasLostRegistration?: boolean;
}

type EventBody =
  | ({ readonly kind: 'stand-in-begun'; readonly reply: Reply } & StandInSetting)
  /** Parked from the start: a history that was rolled, or a task that was parked before anybody stood in for it. */
  | ({ readonly kind: 'stand-in-resumed'; readonly kept: Kept; readonly isRolled: boolean } & StandInSetting)
  | { readonly kind: 'turn-ended'; readonly call: number; readonly remoteTaskId: TaskId | null; readonly turn: RemoteTurn }
  | { readonly kind: 'turn-failed'; readonly call: number; readonly errorType: string }
  | { readonly kind: 'reply-received'; readonly reply: Reply }
  | { readonly kind: 'cancel-received' }
  /** Written before the registration leaves: one that was begun is never begun again. */
  | { readonly kind: 'registration-begun'; readonly call: number }
  | {
      readonly kind: 'watch-chosen';
      readonly call: number;
      readonly watch: RemoteWatch;
      readonly errorType?: string;
      /** The registration failed by the agent's own word, so that nothing was taken. */
      readonly isRefused?: boolean;
    }
  | { readonly kind: 'push-accepted'; readonly claimed: TaskState | null }
  | { readonly kind: 'task-fetched'; readonly call: number; readonly turn: RemoteTurn }
  | { readonly kind: 'fetch-failed'; readonly call: number; readonly errorType: string }
  | { readonly kind: 'wait-over'; readonly timer: number }
  /** A follow takes this for a change. */
  | { readonly kind: 'follow-heard'; readonly call: number; readonly turn: RemoteTurn }
  /** The stream of a follow ended without a change, in an error where a type is named. */
  | { readonly kind: 'stream-ended'; readonly call: number; readonly errorType?: string }
  /** The follow itself failed; for good where the agent is gone. */
  | { readonly kind: 'follow-failed'; readonly call: number; readonly errorType: string; readonly isGone: boolean }
  | { readonly kind: 'push-deleted'; readonly call: number }
  | { readonly kind: 'push-delete-failed'; readonly call: number; readonly errorType: string }
  | { readonly kind: 'parent-heard'; readonly number: number }
  | { readonly kind: 'history-bound-passed' }
  /** Whoever performed the effects is gone, and somebody else goes on from the history. */
  | { readonly kind: 'worker-restarted' };

/** `at`: milliseconds of the clock that was handed in. */
export type StandInEvent = EventBody & { readonly at: number };
export type StandInEventKind = StandInEvent['kind'];
export type FirstEvent = Extract<StandInEvent, { readonly kind: 'stand-in-begun' | 'stand-in-resumed' }>;
export type StandInEventOf<K extends StandInEventKind> = Extract<StandInEvent, { readonly kind: K }>;
