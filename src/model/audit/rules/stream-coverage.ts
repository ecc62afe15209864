// Which streams of a task take up where another broke off: asked by the rules about ends and gaps of streams.

import type { Casebook, StreamCase, TaskCase, TaskSighting } from '../casebook/casebook.ts';
import { isTerminal } from '../../kernel/transition-table.ts';

/** The streams of each task, in the order in which they were opened. */
export function streamsByTask(book: Casebook): ReadonlyMap<TaskCase, readonly StreamCase[]> {
  const byTask = new Map<TaskCase, StreamCase[]>();
  for (const stream of book.streams) {
    if (!stream.task) continue;
    const known = byTask.get(stream.task);
    if (known) known.push(stream);
    else byTask.set(stream.task, [stream]);
  }
  for (const streams of byTask.values()) if (streams.length > 1) streams.sort((a, b) => openingRow(a) - openingRow(b));
  return byTask;
}

/** The row at which a stream was asked for, or first seen. */
export function openingRow(stream: StreamCase): number {
  const { marks } = stream;
  if (marks) return stream.call === undefined ? marks.answeredRow : marks.askedRow;
  return stream.call?.request?.row ?? stream.frames[0]?.row ?? stream.end?.row ?? 0;
}

/** Whether a list in a document holds no update: then it is one of tasks or of messages, and no stream. */
export function isListOfNouns({ listed, frames }: StreamCase): boolean {
  return listed && frames.every(({ kind, event }) => event === undefined && kind !== 'status-update' && kind !== 'artifact-update');
}

/** Whether a stream brought anything but an error. */
export function hasNews({ frames }: StreamCase): boolean {
  return frames.some(({ kind }) => kind !== 'error');
}

/** A later stream of the same task that was asked for after this one had ended, and that brought something. */
export function resumedBy(stream: StreamCase, ofTask: readonly StreamCase[]): StreamCase | undefined {
  const end = stream.end?.row;
  if (end === undefined) return undefined;
  for (let index = openedBefore(ofTask, end); index < ofTask.length; index += 1) {
    const other = ofTask[index];
    if (other && other !== stream && other.call?.operation === 'subscribe' && openingRow(other) > end && hasNews(other)) return other;
  }
  return undefined;
}

/** How many of the streams of a task were opened before a row. */
export function openedBefore(ofTask: readonly StreamCase[], row: number): number {
  let [low, high] = [0, ofTask.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const stream = ofTask[middle];
    if (stream && openingRow(stream) < row) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** For each of the streams of a task: the last row of all that were opened up to it and brought anything. */
export function openUntil(ofTask: readonly StreamCase[]): readonly number[] {
  let last = -1;
  return ofTask.map((stream) => {
    if (hasNews(stream)) last = Math.max(last, stream.end?.row ?? stream.frames.at(-1)?.row ?? -1);
    return last;
  });
}

/** The newest status that a stream shows of its task: by stamps where they tell, else the last. */
export function lastStatus({ frames, task }: StreamCase): TaskSighting | undefined {
  let newest: TaskSighting | undefined;
  for (const { sighting } of frames) {
    if (sighting?.state === undefined || sighting.task !== task) continue;
    const isOlder = newest?.lastStamp !== undefined && sighting.lastStamp !== undefined && sighting.lastStamp < newest.lastStamp;
    if (!isOlder) newest = sighting;
  }
  return newest;
}

/** Whether a stream shows that its task ended. */
export function showsEnding({ frames, task }: StreamCase): boolean {
  return frames.some(({ sighting }) => sighting !== undefined && sighting.task === task && isTerminal(sighting.state));
}
