// Who follows a live task beside the reader of its stream (tasks/resubscribe). A follower gets what the stream emits, from
// where it joins, until the last turn on the task has ended. SPEC.md T.10.

import type { StreamEvent } from '../protocol/stream-event.ts';
import type { TaskId } from '../protocol/task.ts';
import { ReaderQueue } from './reader-queue.ts';

export interface TaskFeeds {
  /** A turn on the task begins; call the answer when it has ended. */
  begin(taskId: TaskId): () => void;
  /** Whether a turn on the task has begun and not ended. */
  isAtWork(taskId: TaskId): boolean;
  /** Passes an event on to all followers. */
  say(taskId: TaskId, event: StreamEvent): void;
  /** Joins now, not at the first read. Ends when no turn is at work on the task, at once if none is, or on abort. */
  follow(taskId: TaskId, signal: AbortSignal): AsyncIterable<StreamEvent>;
}

interface Feed {
  turns: number;
  readonly followers: Set<ReaderQueue<StreamEvent>>;
}

/** No feeds yet. */
export function createTaskFeeds(): TaskFeeds {
  const feeds = new Map<TaskId, Feed>();
  return {
    begin(taskId) {
      const feed = feeds.get(taskId) ?? { turns: 0, followers: new Set<ReaderQueue<StreamEvent>>() };
      feeds.set(taskId, feed);
      feed.turns += 1;
      return () => {
        feed.turns -= 1;
        if (feed.turns > 0) return;
        feeds.delete(taskId);
        for (const follower of feed.followers) follower.end();
      };
    },
    isAtWork: (taskId) => feeds.has(taskId),
    say(taskId, event) {
      const followers = feeds.get(taskId)?.followers;
      if (followers) for (const follower of followers) follower.push(event);
    },
    follow(taskId, signal) {
      const feed = feeds.get(taskId);
      const leave = (): void => follower.end();
      const follower = new ReaderQueue<StreamEvent>(() => {
        feed?.followers.delete(follower);
        signal.removeEventListener('abort', leave);
      });
      if (feed && !signal.aborted) {
        feed.followers.add(follower);
        signal.addEventListener('abort', leave, { once: true });
      } else follower.end();
      return follower;
    },
  };
}
