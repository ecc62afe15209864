// What a stand-in wants done, as data: a thin shell does it. A number names the call; to do an effect again after a restart is
// to do the same call. SPEC.md W.21.

import type { WatchFact } from '../../log/watch-fact.ts';
import type { TaskId, TaskState } from '../../protocol/task.ts';
import type { FirstEvent, Reply } from './stand-in-event.ts';
import type { RemoteTurn } from './turn-mapping.ts';

/** What the parent is told; `number` lets it know one that it has heard before. */
export interface Telling {
  readonly number: number;
  readonly turn: RemoteTurn;
  /** Whether it is a note, which wakes the parent's model, or only a row that moves. */
  readonly isNote: boolean;
}

export type TimerUse = 'recheck' | 'follow-pause' | 'follow-retry' | 'follow-window';

export type StandInEffect =
  | { readonly kind: 'start-turn'; readonly call: number; readonly remoteTaskId: TaskId | null; readonly reply: Reply }
  /** Chooses, registers where that is the choice, and answers with `watch-chosen`. */
  | { readonly kind: 'register-push'; readonly call: number; readonly remoteTaskId: TaskId }
  | {
      readonly kind: 'fetch-task';
      readonly call: number;
      readonly remoteTaskId: TaskId;
      /** Which row of the table of calls holds. */
      readonly rule: 'fetch' | 'fetch-of-a-push';
    }
  | { readonly kind: 'subscribe'; readonly call: number; readonly remoteTaskId: TaskId; readonly known: RemoteTurn | null }
  /** Ends a turn or a subscription and waits until it has ended. */
  | { readonly kind: 'hang-up'; readonly call: number }
  | { readonly kind: 'sleep'; readonly timer: number; readonly until: number; readonly use: TimerUse }
  | { readonly kind: 'wake-cancel'; readonly timer: number }
  | { readonly kind: 'tell-parent'; readonly telling: Telling }
  | { readonly kind: 'cancel-task'; readonly remoteTaskId: TaskId }
  | { readonly kind: 'delete-push'; readonly call: number; readonly remoteTaskId: TaskId; readonly configId: string }
  /** Deletes what a registration may have left whose id nobody knows: whatever rings at the address of this stand-in. */
  | { readonly kind: 'delete-lost-push'; readonly remoteTaskId: TaskId }
  /** Replaces the history by one that begins with this. */
  | { readonly kind: 'roll'; readonly first: FirstEvent }
  | { readonly kind: 'log'; readonly fact: WatchFact }
  | { readonly kind: 'end'; readonly state: TaskState; readonly text: string };
