// Open streams about the one task: those of a turn end with the turn, those of a subscription with the task. A script may cut
// all of them at once: they end without another word, or break off, and a broken one is an exchange that is lost.

import { ReaderQueue } from '../../model/kernel/reader-queue.ts';
import { statusUpdate, taskSnapshot } from '../../model/kernel/stream-events.ts';
import type { RequestHandler } from '../../model/protocol/http.ts';
import type { StreamEvent } from '../../model/protocol/stream-event.ts';
import type { Task } from '../../model/protocol/task.ts';

export interface TaskStreams {
  /** Joins now. `opening`: the task with which the stream begins. */
  open(until: 'turn-over' | 'task-over', opening: Task | undefined): AsyncIterable<StreamEvent>;
  /** Says a change on all of them; what is over with it ends with this word. */
  say(task: Task, over: { readonly turn: boolean; readonly task: boolean }): void;
  cut(how: 'ends' | 'breaks'): void;
  /** A handler whose streams break when they are cut so. */
  breaking(serve: RequestHandler): RequestHandler;
}

type Readers = Set<ReaderQueue<StreamEvent>>;

/** No streams yet. */
export function createTaskStreams(): TaskStreams {
  const ofTurn: Readers = new Set();
  const ofTask: Readers = new Set();
  let breaks = 0;
  const tell = (readers: Readers, task: Task, isLast: boolean): void => {
    const event = statusUpdate(task, isLast);
    for (const reader of readers) {
      reader.push(event);
      if (isLast) reader.end();
    }
  };
  /** What was said before the break is still heard, and then the reader is without an end. */
  async function* breakable(frames: AsyncIterable<string>, before: number): AsyncGenerator<string> {
    yield* frames;
    if (breaks !== before) throw new Error('the connection broke');
  }
  return {
    open(until, opening) {
      const readers = until === 'turn-over' ? ofTurn : ofTask;
      const reader = new ReaderQueue<StreamEvent>(() => readers.delete(reader));
      readers.add(reader);
      if (opening) reader.push(taskSnapshot(opening));
      return reader;
    },
    say(task, over) {
      tell(ofTurn, task, over.turn || over.task);
      tell(ofTask, task, over.task);
    },
    cut(how) {
      if (how === 'breaks') breaks += 1;
      for (const reader of [...ofTurn, ...ofTask]) reader.end();
    },
    breaking: (serve) => async (request, options) => {
      const answer = await serve(request, options);
      return typeof answer.body === 'string' ? answer : { ...answer, body: breakable(answer.body, breaks) };
    },
  };
}
