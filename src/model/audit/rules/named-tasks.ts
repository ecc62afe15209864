// Which task a call names, how it was answered, and when a task was first seen to have ended: what several rules ask.

import { INTERRUPTED_STATES, isTerminal } from '../../kernel/transition-table.ts';
import type { ObservedState, TaskState } from '../../protocol/task.ts';
import type { AnswerSeen, CallCase, Casebook, TaskCase, TaskSighting } from '../casebook/casebook.ts';
import type { NamedTask } from '../rule.ts';

/** Whether a task waits for its caller. */
export function isInterrupted(state: ObservedState | undefined): boolean {
  return INTERRUPTED_STATES.has(state as TaskState);
}

/** The task that each request names. */
export function tasksNamed(book: Casebook): ReadonlyMap<CallCase, TaskCase> {
  const named = new Map<CallCase, TaskCase>();
  for (const task of book.tasks) {
    for (const call of task.calls) if (call.request?.taskId === task.id) named.set(call, task);
  }
  return named;
}

/** The task that a call names, at the agent that was called; null where it names none. */
export function taskAsked(call: Pick<CallCase, 'request' | 'endpoint'> | undefined): NamedTask | null {
  const id = call?.request?.taskId;
  return call === undefined || id === undefined ? null : { id, endpoint: call.endpoint };
}

/** Whether a call sends a message. */
export function sendsMessage({ operation }: CallCase): boolean {
  return operation === 'send' || operation === 'stream';
}

/** How a call was answered: `none` where nothing came back or was kept. */
export type Outcome = 'accepted' | 'refused' | 'none';

/** What became of a call, by its first frame or its last whole answer. */
export function outcomeOf(call: CallCase): Outcome {
  if (call.isPacked) return 'accepted';
  const frames = call.stream?.frames ?? [];
  if (frames.length > 0) return frames.some(({ kind }) => kind !== 'error') ? 'accepted' : 'refused';
  const answer = call.answers.at(-1);
  if (answer === undefined) return 'none';
  if (answer.error !== undefined || (answer.status ?? 0) >= 400) return 'refused';
  return answer.failed ? 'none' : 'accepted';
}

/** The row of the first thing that came back. */
export function answerRow(call: CallCase): number | undefined {
  return call.stream?.frames[0]?.row ?? call.answers[0]?.row;
}

/** The answer that refused a call. */
export function refusalOf(call: CallCase): AnswerSeen | undefined {
  if (call.isPacked) return undefined;
  return call.answers.find(({ error, status }) => error !== undefined || (status ?? 0) >= 400);
}

/** The task that a call was answered with: of a whole answer, else the first that its stream shows. */
export function taskAnswered(call: CallCase): TaskSighting | undefined {
  for (const { sighting } of call.answers) if (sighting && sighting.kind !== 'message') return sighting;
  for (const { sighting } of call.stream?.frames ?? []) if (sighting && sighting.kind !== 'message') return sighting;
  return undefined;
}

/** The first sighting of each terminal state of a task, by row. */
export function endingsOf(task: TaskCase): readonly TaskSighting[] {
  const first = new Map<string, TaskSighting>();
  for (const seen of task.sightings) {
    if (seen.state !== undefined && isTerminal(seen.state) && !first.has(seen.state)) first.set(seen.state, seen);
  }
  return [...first.values()];
}

/** Whether two servers may be one: where nothing tells, all calls of a source go to the same. */
export function mayBeSameAgent(one: string, other: string): boolean {
  return one === '' || other === '' || one === other;
}
