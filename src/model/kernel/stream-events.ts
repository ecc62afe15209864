// Stream events from stored tasks: what a handler yields and what a stream says. A2A 0.3 §7.2.

import type { TaskArtifactUpdate, TaskSnapshot, TaskStatusUpdate } from '../protocol/stream-event.ts';
import type { Artifact, Task } from '../protocol/task.ts';

/** Says the status that a task has now. */
export function statusUpdate(task: Task, final = false): TaskStatusUpdate {
  return { kind: 'status-update', taskId: task.taskId, contextId: task.contextId, status: task.status, final };
}

/** Says an artifact, or a piece of one, of a task. */
export function artifactUpdate(
  task: Task,
  artifact: Artifact,
  piece: { readonly append?: boolean; readonly lastChunk?: boolean } = {},
): TaskArtifactUpdate {
  const { append = false, lastChunk = false } = piece;
  return { kind: 'artifact-update', taskId: task.taskId, contextId: task.contextId, artifact, append, lastChunk };
}

/** Says the whole task. */
export function taskSnapshot(task: Task): TaskSnapshot {
  return { kind: 'task', task };
}
