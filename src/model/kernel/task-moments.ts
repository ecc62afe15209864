// Who follows what is stored on a task. Unlike the feeds of turns (task-feeds.ts) this does not depend on what a policy lets a
// stream say, outlives the pauses between turns, and counts statuses, so that a follower who joins late knows where it is.
// SPEC.md I.6, I.7.

import type { Task, TaskId } from '../protocol/task.ts';
import type { TaskMoment, TaskMoments } from '../protocol/task-moment.ts';
import type { Clock } from './clock.ts';
import { ReaderQueue } from './reader-queue.ts';
import { isTerminal } from './transition-table.ts';

export interface KeptMoments extends TaskMoments {
  /** A status was stored on the task. */
  stored(taskId: TaskId): void;
  /** Work on the task says that it goes on; nothing is stored but when. Nothing happens to a task that has ended. */
  progress(taskId: TaskId): void;
  /** Lets go of a task that is no longer known. */
  forget(taskId: TaskId): void;
}

interface Kept {
  seq: number;
  progressAt?: number;
  readonly followers: Set<ReaderQueue<TaskMoment>>;
}

/**
 * No moments yet.
 * @param taskOf what is stored
 * @param clock dates signs of progress; without one they are told, undated
 */
export function createTaskMoments(taskOf: (taskId: TaskId) => Task | undefined, clock: Clock | undefined): KeptMoments {
  const all = new Map<TaskId, Kept>();
  const of = (taskId: TaskId): TaskMoment | undefined => {
    const task = taskOf(taskId);
    const kept = all.get(taskId);
    return task && kept ? momentOf(task, kept) : undefined;
  };
  const tell = (taskId: TaskId, kept: Kept): void => {
    const moment = of(taskId);
    if (!moment) return;
    for (const follower of kept.followers) {
      follower.push(moment);
      if (isTerminal(moment.task.status.state)) follower.end();
    }
  };
  return {
    of,
    stored(taskId) {
      const kept = all.get(taskId) ?? { seq: 0, followers: new Set<ReaderQueue<TaskMoment>>() };
      all.set(taskId, kept);
      kept.seq += 1;
      tell(taskId, kept);
    },
    progress(taskId) {
      const kept = all.get(taskId);
      const task = taskOf(taskId);
      if (!kept || !task || isTerminal(task.status.state)) return;
      if (clock) kept.progressAt = clock.now();
      tell(taskId, kept);
    },
    forget(taskId) {
      const kept = all.get(taskId);
      if (!all.delete(taskId)) return;
      for (const follower of kept?.followers ?? []) follower.end();
    },
    follow(taskId, signal) {
      const kept = all.get(taskId);
      return followerOf(kept?.followers, signal.aborted ? undefined : of(taskId), signal);
    },
  };
}

/** A follower from a moment on; one that has nothing to wait for has ended. */
function followerOf(
  followers: Kept['followers'] | undefined,
  moment: TaskMoment | undefined,
  signal: AbortSignal,
): ReaderQueue<TaskMoment> {
  const leave = (): void => follower.end();
  const follower = new ReaderQueue<TaskMoment>(() => {
    followers?.delete(follower);
    signal.removeEventListener('abort', leave);
  });
  if (moment) follower.push(moment);
  if (!followers || !moment || isTerminal(moment.task.status.state)) {
    follower.end();
    return follower;
  }
  followers.add(follower);
  signal.addEventListener('abort', leave, { once: true });
  return follower;
}

function momentOf(task: Task, { seq, progressAt }: Kept): TaskMoment {
  return progressAt === undefined ? { task, seq } : { task, seq, progressAt };
}
