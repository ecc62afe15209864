// Looks at a task and streams held on it, up to a cursor.

import { countBelow } from '../log/column.ts';
import type { LogView } from '../log/log-view.ts';
import type { ObservedState } from '../protocol/task.ts';
import { countSeqs, countTracks } from './watch-index.ts';
import { readBody } from './watch-reading.ts';
import type { PollTrack, StreamTrack, WatchTrack } from './watch-track.ts';

const MOST_POLLS = 100;
const MOST_STREAMS = 50;

export interface WatchedPoll {
  readonly seq: number;
  readonly at?: number;
  readonly answerSeq?: number;
  readonly answerAt?: number;
  readonly failed: boolean;
  readonly state?: ObservedState;
  readonly words?: string;
  /** Against the look before it; undefined for the first, and where there is no state. */
  readonly changed?: 'state' | 'words' | 'nothing';
  /** Whether it was the first to tell of its state. */
  readonly isFirst: boolean;
}
export interface WatchedStream {
  /** Of the request, else of its first event. */
  readonly seq: number;
  readonly at?: number;
  readonly opened: 'send' | 'subscribe' | 'unseen';
  readonly events: number;
  /** Its end; without one it was open as far as the log goes. */
  readonly endSeq?: number;
  readonly endAt?: number;
  readonly lost: boolean;
  /** Up to its end, else up to its last event so far; undefined without times. */
  readonly openMs?: number;
}

/** The last 100 looks, and how many there are. */
export function pollsUpTo(
  log: LogView,
  track: WatchTrack,
  cursor: number,
): { readonly polls: readonly WatchedPoll[]; readonly total: number } {
  const total = countTracks(track.polls, cursor);
  const from = Math.max(0, total - MOST_POLLS);
  let before: Shown | undefined;
  // One look more than is shown: what the first one is compared with.
  const read = track.polls.slice(Math.max(0, from - 1), total).map((poll): WatchedPoll => {
    const shown = shownBy(log, poll, cursor);
    const changed = shown === undefined || !before ? undefined : changeOf(before, shown);
    before = shown ?? before;
    return { ...pollOf(poll, cursor), ...shown, ...(changed === undefined ? {} : { changed }) };
  });
  return { polls: read.slice(read.length - (total - from)), total };
}

function pollOf(poll: PollTrack, cursor: number): WatchedPoll {
  const answer = poll.answer && poll.answer.seq <= cursor ? poll.answer : undefined;
  return {
    seq: poll.seq,
    ...(poll.at === undefined ? {} : { at: poll.at }),
    ...(answer === undefined ? {} : { answerSeq: answer.seq }),
    ...(answer?.at === undefined ? {} : { answerAt: answer.at }),
    failed: answer?.failed ?? false,
    isFirst: answer !== undefined && poll.isFirst,
  };
}

function shownBy(log: LogView, { answer, state }: PollTrack, cursor: number): Shown | undefined {
  if (answer === undefined || answer.seq > cursor || state === undefined) return undefined;
  const { words } = readBody(log, answer.row);
  return { state, ...(words === undefined ? {} : { words }) };
}

interface Shown {
  readonly state: ObservedState;
  readonly words?: string;
}

function changeOf(before: Shown, now: Shown): WatchedPoll['changed'] {
  if (before.state !== now.state) return 'state';
  return before.words === now.words ? 'nothing' : 'words';
}

/** The last 50 streams; how many there are, how long all of them were open together, and how many events they brought. */
export function streamsUpTo(
  log: LogView,
  track: WatchTrack,
  cursor: number,
): { readonly streams: readonly WatchedStream[]; readonly total: number; readonly openMs: number; readonly events: number } {
  const total = countBelow(track.streams.length, (place) => track.streams[place]?.knownSeq ?? 0, cursor + 1);
  const all = track.streams.slice(0, total).map((stream) => streamOf(log, stream, cursor));
  return {
    streams: all.slice(Math.max(0, total - MOST_STREAMS)),
    total,
    openMs: all.reduce((sum, { openMs = 0 }) => sum + openMs, 0),
    events: all.reduce((sum, { events }) => sum + events, 0),
  };
}

function streamOf(log: LogView, stream: StreamTrack, cursor: number): WatchedStream {
  const end = stream.end && stream.end.seq <= cursor ? stream.end : undefined;
  const { events, lastAt } = eventsUpTo(log, stream, cursor);
  const until = end?.at ?? lastAt;
  return {
    seq: stream.seq,
    ...(stream.at === undefined ? {} : { at: stream.at }),
    opened: stream.opened,
    events,
    ...(end === undefined ? {} : { endSeq: end.seq }),
    ...(end?.at === undefined ? {} : { endAt: end.at }),
    lost: end?.failed ?? false,
    ...(until === undefined || stream.at === undefined ? {} : { openMs: Math.max(0, until - stream.at) }),
  };
}

function eventsUpTo(log: LogView, stream: StreamTrack, cursor: number): { readonly events: number; readonly lastAt: number | undefined } {
  if (stream.exchange <= 0) {
    const events = countSeqs(stream.events, cursor);
    return { events, lastAt: log.time(log.rowAt(stream.events[events - 1] ?? stream.seq)) };
  }
  const rows = log.rowsOfExchange(stream.row);
  const count = countBelow(rows.length, (place) => log.seqOf(rows[place] ?? 0), cursor + 1);
  const last = rows[count - 1];
  // The request is no event, and neither is the end.
  const framing = (stream.opened === 'unseen' ? 0 : 1) + (stream.end && stream.end.seq <= cursor ? 1 : 0);
  return { events: Math.max(0, count - framing), lastAt: last === undefined ? undefined : log.time(last) };
}
