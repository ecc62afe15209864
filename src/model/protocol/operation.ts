// What a client may ask of an agent, whatever the binding. A2A 0.3 §7.
// The kernel server executes these; paths, envelopes and codes are the adapters' business.

import type { PublishedCard } from './agent-card.ts';
import type { Message } from './message.ts';
import type { PushNotificationConfig } from './push-notification.ts';
import type { StreamEvent } from './stream-event.ts';
import type { ContextId, Task, TaskId } from './task.ts';

export type Operation =
  | { readonly kind: 'card' }
  | { readonly kind: 'send'; readonly message: Message; readonly contextId?: ContextId }
  | { readonly kind: 'stream'; readonly message: Message; readonly contextId?: ContextId }
  | { readonly kind: 'get'; readonly taskId: TaskId }
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
  | { readonly kind: 'task'; readonly task: Task }
  | { readonly kind: 'message'; readonly message: Message }
  | { readonly kind: 'events'; readonly events: AsyncIterable<StreamEvent> }
  | { readonly kind: 'push-config'; readonly taskId: TaskId; readonly config: PushNotificationConfig }
  | { readonly kind: 'push-configs'; readonly taskId: TaskId; readonly configs: readonly PushNotificationConfig[] }
  | { readonly kind: 'deleted' }
  | { readonly kind: 'error'; readonly error: OperationError };
