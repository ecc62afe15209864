// What a stream says, event by event. A2A 0.3 §7.2.

import type { Message } from './message.ts';
import type { Artifact, ContextId, ObservedState, Task, TaskId, TaskState, TaskStatus } from './task.ts';

export interface TaskStatusUpdate<S extends ObservedState = TaskState> {
  readonly kind: 'status-update';
  readonly taskId: TaskId;
  readonly contextId: ContextId;
  readonly status: TaskStatus<S>;
  readonly final: boolean;
}
export interface TaskArtifactUpdate {
  readonly kind: 'artifact-update';
  readonly taskId: TaskId;
  readonly contextId: ContextId;
  readonly artifact: Artifact;
  readonly append: boolean;
  readonly lastChunk: boolean;
}
export interface TaskSnapshot<S extends ObservedState = TaskState> {
  readonly kind: 'task';
  readonly task: Task<S>;
}
export interface MessageSnapshot {
  readonly kind: 'message';
  readonly message: Message;
}
export type StreamEvent<S extends ObservedState = TaskState> = TaskStatusUpdate<S> | TaskArtifactUpdate | TaskSnapshot<S> | MessageSnapshot;
