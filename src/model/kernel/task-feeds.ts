// Who follows a live task beside the reader of its stream (tasks/resubscribe). A follower gets what the stream emits, from
// where it joins, until the last turn on the task has ended. SPEC.md T.10.

import type { StreamEvent } from '../protocol/stream-event.ts';
import type { TaskId } from '../protocol/task.ts';

export interface TaskFeeds {
  /** A turn on the task begins; call the answer when it has ended. */
  begin(taskId: TaskId): () => void;
  /** Passes an event on to all followers. */
  say(taskId: TaskId, event: StreamEvent): void;
  /** Joins now, not at the first read. Ends when no turn is at work on the task, at once if none is, or on abort. */
  follow(taskId: TaskId, signal: AbortSignal): AsyncIterable<StreamEvent>;
}

interface Feed {
  turns: number;
  readonly followers: Set<Follower>;
}

/** No feeds yet. */
export function createTaskFeeds(): TaskFeeds {
  const feeds = new Map<TaskId, Feed>();
  return {
    begin(taskId) {
      const feed = feeds.get(taskId) ?? { turns: 0, followers: new Set<Follower>() };
      feeds.set(taskId, feed);
      feed.turns += 1;
      return () => {
        feed.turns -= 1;
        if (feed.turns > 0) return;
        feeds.delete(taskId);
        for (const follower of feed.followers) follower.end();
      };
    },
    say(taskId, event) {
      const followers = feeds.get(taskId)?.followers;
      if (followers) for (const follower of followers) follower.push(event);
    },
    follow(taskId, signal) {
      const feed = feeds.get(taskId);
      const follower = new Follower(() => feed?.followers.delete(follower));
      if (feed && !signal.aborted) {
        feed.followers.add(follower);
        signal.addEventListener('abort', () => follower.end(), { once: true });
      } else follower.end();
      return follower;
    },
  };
}

/** A queue that is read as an async sequence by one reader. */
class Follower implements AsyncIterableIterator<StreamEvent> {
  readonly #waiting: StreamEvent[] = [];
  readonly #leave: () => void;
  #wake: ((result: IteratorResult<StreamEvent, undefined>) => void) | undefined;
  #ended = false;

  constructor(leave: () => void) {
    this.#leave = leave;
  }

  push(event: StreamEvent): void {
    if (this.#ended) return;
    const wake = this.#wake;
    this.#wake = undefined;
    if (wake) wake({ done: false, value: event });
    else this.#waiting.push(event);
  }

  end(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#leave();
    this.#wake?.({ done: true, value: undefined });
    this.#wake = undefined;
  }

  next(): Promise<IteratorResult<StreamEvent, undefined>> {
    const event = this.#waiting.shift();
    if (event) return Promise.resolve({ done: false, value: event });
    if (this.#ended) return Promise.resolve({ done: true, value: undefined });
    return new Promise((resolve) => (this.#wake = resolve));
  }

  return(): Promise<IteratorResult<StreamEvent, undefined>> {
    this.#waiting.length = 0;
    this.end();
    return Promise.resolve({ done: true, value: undefined });
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}
