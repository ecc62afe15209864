// What of a turn is said on a stream of A2A 1.0. It begins with the task, and then says changes and nothing else: the kernel's
// last word, the whole task, is not repeated, but whatever it holds that nobody has said is said as a change.
// Specification 1.0 §3.1.2.

import type { StreamEvent } from '../../protocol/stream-event.ts';
import type { Task } from '../../protocol/task.ts';

/** Events of a turn or of a followed task, as 1.0 says them. */
export async function* changesAfterTask(events: AsyncIterable<StreamEvent>): AsyncIterable<StreamEvent> {
  let begun = false;
  const told = { status: '', artifacts: new Set<string>() };
  for await (const event of events) {
    if (event.kind === 'task' && begun) {
      yield* untold(event.task, told);
      continue;
    }
    begun = true;
    switch (event.kind) {
      case 'task':
        told.status = statusKey(event.task);
        for (const { artifactId } of event.task.artifacts) told.artifacts.add(artifactId);
        break;
      case 'status-update':
        told.status = statusKey(event);
        break;
      case 'artifact-update':
        told.artifacts.add(event.artifact.artifactId);
        break;
      case 'message':
        break;
    }
    yield event;
  }
}

function* untold(task: Task, told: { readonly status: string; readonly artifacts: ReadonlySet<string> }): Iterable<StreamEvent> {
  const { taskId, contextId } = task;
  for (const artifact of task.artifacts) {
    if (told.artifacts.has(artifact.artifactId)) continue;
    yield { kind: 'artifact-update', taskId, contextId, artifact, append: false, lastChunk: true };
  }
  if (statusKey(task) !== told.status) yield { kind: 'status-update', taskId, contextId, status: task.status, final: false };
}

/** What tells one status of a task from the next. */
function statusKey({ status }: Pick<Task, 'status'>): string {
  return `${status.state}@${status.tick ?? status.timestamp ?? ''}`;
}
