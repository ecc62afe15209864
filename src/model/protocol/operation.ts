// What a client may ask of an agent, whatever the binding. A2A 0.3 §7.
// The kernel server executes these; paths, envelopes and codes are the adapters' business.

import type { PublishedCard } from './agent-card.ts';
import type { Message } from './message.ts';
import type { PushNotificationConfig } from './push-notification.ts';
import type { StreamEvent } from './stream-event.ts';
import type { ContextId, Task, TaskId, TaskState } from './task.ts';

/** What is handed over, and where to call back about it: a callback that is refused refuses the whole. */
interface Handover {
  readonly message: Message;
  readonly contextId?: ContextId;
  readonly pushConfig?: PushNotificationConfig;
}
/** Which of the caller's tasks are asked for, and which page of them. A2A 1.0 §3.1.4. */
export interface TaskQuery {
  readonly contextId?: ContextId;
  readonly state?: TaskState;
  /** ISO 8601: tasks whose status is as young or younger. */
  readonly statusAfter?: string;
  /** 1 to 100; 50 where it is not said. */
  readonly pageSize?: number;
  readonly pageToken?: string;
}
/** A page of tasks, newest status first; the token is '' at the end. */
export interface TaskPage {
  readonly tasks: readonly Task[];
  readonly nextPageToken: string;
  readonly pageSize: number;
  /** Of all pages. */
  readonly totalSize: number;
}

export type Operation =
  | { readonly kind: 'card' }
  /**
   * `blocking: false`: answered when the task is taken on; the turn goes on without a reader. `clientRef`: the caller's own name
   * for its wish; a wish that was named before gets its task again and no second turn (SPEC.md I.5).
   */
  | ({ readonly kind: 'send'; readonly blocking?: false; readonly clientRef?: string } & Handover)
  /** `opening: 'task'`: begins with the task as it is when the turn begins, not with a status. */
  | ({ readonly kind: 'stream'; readonly opening?: 'task' } & Handover)
  | { readonly kind: 'get'; readonly taskId: TaskId }
  | ({ readonly kind: 'list' } & TaskQuery)
  | { readonly kind: 'cancel'; readonly taskId: TaskId }
  | { readonly kind: 'subscribe'; readonly taskId: TaskId }
  | { readonly kind: 'set-push-config'; readonly taskId: TaskId; readonly config: PushNotificationConfig }
  | { readonly kind: 'get-push-config'; readonly taskId: TaskId; readonly configId?: string }
  | { readonly kind: 'list-push-configs'; readonly taskId: TaskId }
  | { readonly kind: 'delete-push-config'; readonly taskId: TaskId; readonly configId: string };
export type OperationKind = Operation['kind'];

/** Our own words for what went wrong; a binding maps them to its numbers. */
export interface OperationError {
  /** `TASK_NOT_FOUND`, `TASK_TERMINAL`, `UNSUPPORTED`, `DEPTH_EXCEEDED`, …; open, because a policy may add checks. */
  readonly code: string;
  readonly message: string;
  /** Every reason of a refused delegation, where the policy tells them all (SPEC.md A.1); the code and message are the first one's. */
  readonly denials?: readonly { readonly code: string; readonly reason: string }[];
}

/** How a sequence of stream events ends in an error: by throwing this, and nothing else. A binding makes it a frame, a client gets it back. */
export class OperationFailure extends Error {
  readonly error: OperationError;
  constructor(error: OperationError) {
    super(error.message);
    this.name = 'OperationFailure';
    this.error = error;
  }
}

export type OperationResult =
  | { readonly kind: 'card'; readonly card: PublishedCard }
  /** `foundAgain`: the task of an earlier send with the same `clientRef`, as it is now. */
  | { readonly kind: 'task'; readonly task: Task; readonly foundAgain?: true }
  | ({ readonly kind: 'tasks' } & TaskPage)
  | { readonly kind: 'message'; readonly message: Message }
  | { readonly kind: 'events'; readonly events: AsyncIterable<StreamEvent> }
  | { readonly kind: 'push-config'; readonly taskId: TaskId; readonly config: PushNotificationConfig }
  | { readonly kind: 'push-configs'; readonly taskId: TaskId; readonly configs: readonly PushNotificationConfig[] }
  | { readonly kind: 'deleted' }
  | { readonly kind: 'error'; readonly error: OperationError };
