// Statuses that run backwards, in a stream or in arrival, and streams of one task that do not agree on an order.

import type { Casebook, StreamCase, TaskCase, TaskSighting } from '../casebook/casebook.ts';
import type { Rule, Verdicts } from '../rule.ts';
import { judgeOf } from './judging-version.ts';
import { createVerdictSheet, type VerdictSheet } from './verdict-sheet.ts';
import { isListOfNouns, streamsByTask } from './stream-coverage.ts';

/** As many streams of one task as are compared, each with the first; more tell nothing new. */
const MOST_STREAMS = 16;

function checkOrder(book: Casebook): Verdicts {
  const sheet = createVerdictSheet();
  for (const stream of book.streams) judgeStream(book, sheet, stream);
  if (isNewestFirst(book))
    sheet.pass(null, [], 'The deliveries stand newest first and have no times of arrival: that is how exports are sorted.');
  else for (const task of book.tasks) judgeArrival(book, sheet, task);
  for (const [task, streams] of streamsByTask(book)) if (streams.length > 1) compareStreams(book, sheet, task, streams);
  return sheet.verdicts();
}

function judgeStream(book: Casebook, sheet: VerdictSheet, stream: StreamCase): void {
  if (isListOfNouns(stream)) return;
  const newest = new Map<TaskCase, TaskSighting>();
  for (const { sighting: seen } of stream.frames) {
    if (seen?.stamp === undefined) continue;
    const before = newest.get(seen.task);
    // One sighting may stand for several frames, with frames of others between them.
    if (before === seen) continue;
    if (before?.lastStamp === undefined || seen.stamp >= before.lastStamp) newest.set(seen.task, seen);
    else if (isReplay(book, stream, before)) {
      sheet.pass(
        seen.task,
        [seen.row, before.row],
        'The subscription began with the task as it is, and told then what had happened before.',
      );
      newest.set(seen.task, seen);
    } else {
      const version = judgeOf(book, { version: seen.version, stream, task: seen.task });
      const why = `A status of ${seen.task.id} (${seen.state ?? ''}) came after a newer one (${before.state ?? ''}) in the same stream.`;
      const severity = version === '1.0' ? 'error' : 'warning';
      sheet.find({ task: seen.task, severity, rows: [seen.row, before.lastRow], why, version });
    }
  }
}

/** Whether what is newer is the task with which a subscription of 0.x began. */
function isReplay(book: Casebook, stream: StreamCase, newer: TaskSighting): boolean {
  if (stream.call?.operation !== 'subscribe' || newer.kind !== 'snapshot' || newer !== stream.frames[0]?.sighting) return false;
  return judgeOf(book, { stream, task: newer.task }) !== '1.0';
}

/** As many deliveries as must run backwards, one after the other, to be an export that is sorted. */
const SORTED = 3;

/** Whether deliveries without a time of arrival run backwards throughout. */
function isNewestFirst(book: Casebook): boolean {
  let last = Number.POSITIVE_INFINITY;
  let count = 0;
  for (const { seenAt, sightings } of book.deliveries) {
    const stamp = sightings[0]?.stamp;
    if (stamp === undefined) continue;
    if (seenAt !== undefined || stamp >= last) return false;
    last = stamp;
    count += 1;
  }
  return count >= SORTED;
}

/** Deliveries by their arrival. */
function judgeArrival(book: Casebook, sheet: VerdictSheet, task: TaskCase): void {
  const arrived = new Set<string>();
  let newest: TaskSighting | undefined;
  for (const seen of task.sightings) {
    if (seen.via !== 'push' || seen.stamp === undefined) continue;
    const key = `${seen.state ?? ''} ${seen.stamp}`;
    const isRepeated = arrived.has(key);
    arrived.add(key);
    if (newest?.lastStamp === undefined || seen.stamp >= newest.lastStamp) newest = seen;
    else if (isRepeated) sheet.pass(task, [seen.row, newest.row], 'A delivery was made once more: at least once is what is promised.');
    else {
      const why = `A delivery about ${task.id} (${seen.state ?? ''}) arrived after a newer one (${newest.state ?? ''}): its state is of before, and no change.`;
      sheet.find({ task, severity: 'warning', rows: [seen.row, newest.row], why, version: judgeOf(book, { ...seen, task }) });
    }
  }
}

/** What tells one event of a task from the others in every stream that brings it. */
function keyOf({ kind, state, stamp, statusMessageId, artifacts, count }: TaskSighting): string | undefined {
  if (count > 1) return undefined;
  const artifact = artifacts[0];
  if (kind === 'artifact') return artifact && !artifact.append ? `artifact ${artifact.artifactId}` : undefined;
  if (kind !== 'status') return undefined;
  return `${state ?? ''} ${stamp ?? ''} ${statusMessageId ?? ''}`;
}

/** The events of a stream that can be told apart, by their place in it; what comes twice can not. */
function placesOf({ frames }: StreamCase, task: TaskCase): ReadonlyMap<string, TaskSighting> {
  const places = new Map<string, TaskSighting>();
  const doubled = new Set<string>();
  for (const { sighting } of frames) {
    const key = sighting?.task === task ? keyOf(sighting) : undefined;
    if (key === undefined || !sighting) continue;
    if (places.has(key)) doubled.add(key);
    places.set(key, sighting);
  }
  for (const key of doubled) places.delete(key);
  return places;
}

function compareStreams(book: Casebook, sheet: VerdictSheet, task: TaskCase, streams: readonly StreamCase[]): void {
  const [first, ...others] = streams.slice(0, MOST_STREAMS).map((stream) => placesOf(stream, task));
  if (!first || first.size < 2) return;
  for (const [index, other] of others.entries()) {
    let before: TaskSighting | undefined;
    for (const [key, here] of first) {
      const there = other.get(key);
      if (!there) continue;
      if (before && there.row < before.row) {
        const version = judgeOf(book, { stream: streams[index + 1], task });
        const why = `Two streams of ${task.id} bring the same events in different orders.`;
        sheet.find({ task, severity: version === '1.0' ? 'error' : 'warning', rows: [there.row, before.row, here.row], why, version });
        break;
      }
      before = there;
    }
  }
}

export const ORDER_RULES: readonly Rule[] = [
  {
    id: 'out-of-order-events',
    title: 'Events that run backwards',
    meaning:
      'Status times run backwards in one stream or in the arrival of deliveries, or two streams of one task differ in their order. Exports that are sorted newest first are not meant.',
    remedy:
      'The server must send the events of a task in the order in which they arose; the receiver of deliveries must order them by their time stamps.',
    channels: ['S', 'W'],
    severities: 'error in a stream of 1.0; warning in a stream of 0.x and for deliveries',
    spec: {
      '': 'no version before 1.0 says anything of order',
      '1.0': 'A2A 1.0 §3.5.2 (MUST); §4.3.3 promises no order for deliveries',
    },
    check: checkOrder,
  },
];
