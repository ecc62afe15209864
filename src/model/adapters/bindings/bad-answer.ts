// What a client makes of an answer that cannot be understood, and of a task in a state that it does not know.

import { failure, success, type Result } from '../../base/result.ts';
import { OperationFailure, type OperationResult } from '../../protocol/operation.ts';
import type { StreamEvent } from '../../protocol/stream-event.ts';
import type { ObservedState, Task } from '../../protocol/task.ts';
import { isTaskState } from '../dialects/proto-words.ts';
import { sentence } from './answering.ts';

/** The word for an answer that cannot be understood. */
const BAD_ANSWER = 'INVALID_AGENT_RESPONSE';
const UNKNOWN_STATE = 'the task is in a state that A2A does not know';

/** An error as the result of an operation. */
export function errorResult(code: string, message: string): OperationResult {
  return { kind: 'error', error: { code, message } };
}

/** An answer that cannot be understood, as a result. */
export function badAnswer(message: string): OperationResult {
  return errorResult(BAD_ANSWER, message);
}

/** The same where nothing can be returned any more, as something to throw. */
export function brokenFrame(message: string): OperationFailure {
  return new OperationFailure({ code: BAD_ANSWER, message });
}

/** A decoded task as a result: a client can act on no state that is none of ours. */
export function taskResult(read: Result<Task<ObservedState>>): OperationResult {
  if (!read.ok) return badAnswer(sentence(read.issues));
  const task = inKnownState(read.value);
  return task ? { kind: 'task', task } : badAnswer(UNKNOWN_STATE);
}

/** A task in a state of ours, undefined otherwise. */
export function inKnownState(task: Task<ObservedState>): Task | undefined {
  const { state } = task.status;
  return isTaskState(state) ? { ...task, status: { ...task.status, state } } : undefined;
}

/** A decoded event when its state is one of ours. */
export function knownEvent(read: Result<StreamEvent<ObservedState>>): Result<StreamEvent> {
  if (!read.ok) return read;
  const event = read.value;
  if (event.kind === 'task') {
    const task = inKnownState(event.task);
    return task ? success({ kind: 'task', task }) : failure({ path: '', message: UNKNOWN_STATE });
  }
  if (event.kind !== 'status-update') return success(event);
  const { state } = event.status;
  return isTaskState(state) ? success({ ...event, status: { ...event.status, state } }) : failure({ path: '', message: UNKNOWN_STATE });
}
