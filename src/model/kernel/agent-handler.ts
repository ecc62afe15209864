// The shape of an agent: one generator of stream events, which the server drains for a blocking call and passes on for a
// stream. That one shape is why the two cannot diverge (SPEC.md T.11).

import type { CallerContext } from '../protocol/caller-context.ts';
import type { Message } from '../protocol/message.ts';
import type { StreamEvent } from '../protocol/stream-event.ts';
import type { Artifact, Task, TaskId, TaskState } from '../protocol/task.ts';

/** Which part of an artifact is stored: by default all of it, and nothing of it follows. */
export interface ArtifactPiece {
  readonly append?: boolean;
  readonly lastChunk?: boolean;
}

/**
 * What a handler may do with its task. Writes take the handler's copy of the task; whether that copy or the stored task is
 * written, and whether a refused write throws or is dropped, is the policy's decision (critique R19, R20): a handler goes on with
 * what a write returns.
 */
export interface TaskWork {
  readonly taskId: TaskId;
  /** Who sent the message that is being worked on. */
  readonly caller: CallerContext;
  /** The task as it was when the handler was called. */
  readonly handed: Task;
  /**
   * Aborted when the task has ended by another hand than the handler's, as by a cancel, while its turn goes on. A handler that
   * does not look works on, and its writes are what the policy makes of them (SPEC.md T.22).
   */
  readonly takenAway: AbortSignal;
  /** The task as stored now. */
  task(): Task;
  /** Stores a status; throws a KernelError when the lifecycle or the policy refuses it. A message joins the history. */
  setStatus(copy: Task, state: TaskState, message?: Message): Task;
  /** Stores an artifact beside those of the copy; throws a KernelError when the policy refuses it. */
  addArtifact(copy: Task, artifact: Artifact, piece?: ArtifactPiece): Task;
  /** Cancels the task as a client would; throws a KernelError when it is terminal. */
  cancel(): Task;
  /** Says that work goes on, to whoever follows what is stored (protocol/task-moment.ts); stores nothing. */
  progress(): void;
}

/** Abort says that nobody reads the answer any more, where it is readers who drive the work; the handler should end. */
export type AgentHandler = (work: TaskWork, message: Message, signal: AbortSignal) => AsyncIterable<StreamEvent>;
