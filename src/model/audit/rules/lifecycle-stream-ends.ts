// Streams that end before their task does, and what may be lost until they are taken up again.

import type { Casebook, FaultSeen, StreamCase } from '../casebook/casebook.ts';
import { inPortions, type Evidence, type NamedTask, type Rule, type Verdicts } from '../rule.ts';
import { isForeign, judgeOf, saysFinal } from './judging-version.ts';
import { isTerminal } from '../../kernel/transition-table.ts';
import { isInterrupted, taskAsked } from './named-tasks.ts';
import { hasNews, lastStatus, openedBefore, openingRow, openUntil, resumedBy, showsEnding, streamsByTask } from './stream-coverage.ts';
import { createVerdictSheet, type VerdictSheet } from './verdict-sheet.ts';

function taskNamed(stream: StreamCase): NamedTask | null {
  return stream.task ?? taskAsked(stream.call);
}

function* checkFinalEvents(book: Evidence): Generator<void, Verdicts, void> {
  const sheet = createVerdictSheet();
  const byTask = streamsByTask(book);
  const torn = new Set(book.faults.filter(hidesAnEvent).map(({ stream }) => stream));
  const woven = wovenStreams(book.all.streams);
  yield* inPortions(book.streams, (stream) => {
    const version = judgeOf(book, { stream, task: stream.task });
    const ofTask = (stream.task && byTask.get(stream.task)) ?? [];
    const isResumed = resumedBy(stream, ofTask) !== undefined || isFollowed(stream, ofTask);
    const why =
      excuseOf(stream, torn.has(stream), woven.has(stream)) ?? (isResumed ? RESUMED : isForeign(version) ? undefined : excuseInA2a(stream));
    if (why === undefined) judgeEnd(sheet, stream, version);
    else if (why !== '') sheet.pass(taskNamed(stream), [stream.end?.row ?? stream.frames.at(-1)?.row], why);
  });
  return sheet.verdicts();
}

function hidesAnEvent({ fault }: FaultSeen): boolean {
  return fault.rule !== 'unterminated-sse-frame' && fault.hidesNothing !== true;
}

/** Streams without requests whose ends their text does not tell: frames of several calls stand among each other, or each has its own id. */
function wovenStreams(streams: readonly StreamCase[]): ReadonlySet<StreamCase> {
  const loose = streams.filter(({ call }) => call === undefined).map((stream) => ({ stream, opening: openingRow(stream) }));
  loose.sort((a, b) => a.opening - b.opening);
  const until = new Map<number, number>();
  const sources = new Set<number>();
  for (const { stream, opening } of loose) {
    const before = until.get(stream.source) ?? -1;
    if (opening < before) sources.add(stream.source);
    until.set(stream.source, Math.max(before, lastRowOf(stream)));
  }
  const judged = loose.flatMap(({ stream }) => (stream.isPacked ? [] : [stream]));
  return new Set(judged.filter((stream) => sources.has(stream.source) || hasManyIds(stream)));
}

function lastRowOf(stream: StreamCase): number {
  const { marks } = stream;
  if (marks) return marks.lastRow;
  const last = stream.frames.at(-1);
  return Math.max(last?.row ?? -1, last?.sighting?.lastRow ?? -1);
}

function hasManyIds({ frames }: StreamCase): boolean {
  return frames.some(({ rpcId }) => rpcId !== undefined && rpcId !== frames[0]?.rpcId);
}

/** Whether a text without requests goes on with another stream of the same task: it may have been asked for. */
function isFollowed({ call, frames }: StreamCase, ofTask: readonly StreamCase[]): boolean {
  const last = frames.at(-1);
  const newest = ofTask.at(-1);
  return call === undefined && newest !== undefined && newest.call === undefined && last !== undefined && openingRow(newest) > last.row;
}

const RESUMED = 'The stream ended early, and a subscription took it up again.';

/** An error frame ends a stream, and a message may be all that there is. In ACP neither is an end. */
function excuseInA2a({ frames }: StreamCase): string | undefined {
  if (frames.at(-1)?.kind === 'error') return 'The stream ended with an error, which says that no more will come.';
  const isMessage = frames.length > 0 && frames.every(({ kind }) => kind === 'message' || kind === 'other');
  return isMessage ? 'The stream brought a message and no task: there is no state to wait for.' : undefined;
}

/** Why nothing may be said of a stream's end; '' where there is nothing to explain, undefined where it may be judged. */
function excuseOf(stream: StreamCase, isTorn: boolean, isWoven: boolean): string | undefined {
  const { ended, frames } = stream;
  const isDone = showsEnding(stream);
  if (isWoven) return 'Frames of several calls stand among each other here: where the stream of one ended is not known.';
  if (ended === undefined || ended === 'cut') return isDone || frames.length === 0 ? '' : 'The end of this stream is not in the trace.';
  if (ended === 'reader-gone' && !isDone) return 'The reader left before the stream ended.';
  if (isTorn && !isDone) return 'A part of this stream can not be read: the final event may be in it.';
  if (frames.length === 0) return ended === 'complete' ? undefined : 'No answer to this call came, so there was no stream to end.';
  return frames.every(({ kind }) => kind === 'other') ? 'Nothing in this stream was understood.' : undefined;
}

function judgeEnd(sheet: VerdictSheet, stream: StreamCase, version: string): void {
  const task = taskNamed(stream);
  const end = stream.end?.row;
  const last = lastStatus(stream);
  if (stream.frames.length === 0) {
    const why = 'The stream ended without a single event.';
    sheet.find({ task, severity: 'error', rows: [end, stream.call?.request?.row], why, version });
  } else if (showsEnding(stream)) {
    if (!saysFinal(version) || stream.frames.some(({ sighting }) => sighting?.final === true)) return;
    const why = 'The task ended in this stream, but no update said final: true.';
    sheet.find({ task, severity: 'info', rows: [last?.row, end], why, version });
  } else judgeOpenEnd(sheet, stream, version);
}

/** A stream that ended before its task did. */
function judgeOpenEnd(sheet: VerdictSheet, stream: StreamCase, version: string): void {
  const task = taskNamed(stream);
  const last = lastStatus(stream);
  const rows = [stream.end?.row, last?.lastRow ?? stream.frames.at(-1)?.row];
  if (isInterrupted(last?.state)) sheet.pass(task, rows, 'The stream ended while the task waits for its caller, as it may.');
  else if (last?.state === 'unknown') sheet.pass(task, rows, 'The last state that the stream showed is none that is known.');
  else {
    const shown = last?.state === undefined ? 'showed no state' : `was ${last.state}`;
    const why = `The stream ended though ${stream.task?.id ?? 'the task'} ${shown}: neither an ending nor a question was told.`;
    sheet.find({ task, severity: 'error', rows, why, version });
  }
}

function checkGaps(book: Casebook): Verdicts {
  const sheet = createVerdictSheet();
  for (const [task, streams] of streamsByTask(book)) {
    const until = openUntil(streams);
    for (const stream of streams) {
      const later = isOpenEnded(stream) ? resumedBy(stream, streams) : undefined;
      if (!later) continue;
      const rows = [later.call?.request?.row, stream.end?.row];
      const openMeanwhile = until[openedBefore(streams, stream.end?.row ?? 0) - 1] ?? -1;
      if (openMeanwhile > openingRow(later)) {
        sheet.pass(task, rows, 'A stream ended early and was taken up again, while another stream of the task stayed open.');
        continue;
      }
      const why = `No stream of ${task.id} was open${between(stream, later)}: events in between may be lost.`;
      sheet.find({ task, severity: 'warning', rows, why, version: judgeOf(book, { stream: later, task }) });
    }
  }
  return sheet.verdicts();
}

/** Whether a stream is known to have ended before its task ended or asked. */
function isOpenEnded(stream: StreamCase): boolean {
  const { ended } = stream;
  if (ended === undefined || ended === 'cut' || !hasNews(stream)) return false;
  const state = lastStatus(stream)?.state;
  return !isTerminal(state) && !isInterrupted(state) && !showsEnding(stream);
}

function between(stream: StreamCase, later: StreamCase): string {
  const [from, to] = [stream.end?.seenAt, later.openedAt];
  return from === undefined || to === undefined ? ' for a while' : ` for ${((to - from) / 1000).toFixed(1)} s`;
}

export const STREAM_END_RULES: readonly Rule[] = [
  {
    id: 'missing-final-event',
    title: 'A stream without its last event',
    meaning:
      'A stream ended though its task had neither ended nor asked for anything, or gave no event at all. Streams of one message, streams that end with an error, and breaks that were taken up again are fine.',
    remedy:
      'The server must send the status that ends or interrupts the task before it closes the stream, in 0.2 and 0.3 with final: true.',
    channels: ['S'],
    severities: 'error; info where the task ended in the stream and only final: true is missing (0.2, 0.3)',
    spec: {
      '': 'A2A 0.3.0 §3.3, §7.2.2; streaming-and-async, "Stream Termination"',
      '0.1': 'A2A 0.1 §7.2',
      '0.2': 'A2A 0.2 §3.3, §7.2.2',
      '0.3': 'A2A 0.3.0 §3.3, §7.2.2; streaming-and-async, "Stream Termination"',
      '1.0': 'A2A 1.0 §3.1.2, §11.7',
      acp: 'ACP: a run ends with run.completed, run.failed or run.cancelled',
      interop: 'none but its own: a stream of states is open until a terminal one',
    },
    check: checkFinalEvents,
  },
  {
    id: 'stream-gap',
    title: 'A gap between two streams',
    meaning: 'A stream ended before its task did and was taken up again later; nothing promises that the events in between are told again.',
    remedy: 'The client should read the task after it has subscribed again, and compare its artifacts with what it has.',
    channels: ['S'],
    severities: 'warning',
    spec: { '': 'A2A 0.3.0 §7.9', '0.2': 'A2A 0.2 §7.9', '0.3': 'A2A 0.3.0 §7.9', '1.0': 'A2A 1.0 §3.1.6, §3.7' },
    check: checkGaps,
  },
];
