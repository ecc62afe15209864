// How the observers of tasks heard of them: rung up at a callback, by holding a stream, by asking again and again, or with an answer.
// Counted up to a cursor, from what crossed the wire; what a log of one side cannot show is said (SPEC.md P.80–P.88).

import { countBelow } from '../log/column.ts';
import type { LogView } from '../log/log-view.ts';
import type { ObservedState } from '../protocol/task.ts';
import { standInIndexOf } from './stand-in-index.ts';
import type { StandInAnswer } from './stand-in-story.ts';
import { configsUpTo, type WatchedConfig } from './watch-configs.ts';
import { deliveriesUpTo, type WatchedDelivery } from './watch-deliveries.ts';
import { heardUpTo, type WatchedState } from './watch-heard.ts';
import { countSeqs, countTracks, watchIndexOf } from './watch-index.ts';
import { pollsUpTo, streamsUpTo, type WatchedPoll, type WatchedStream } from './watch-looks.ts';
import { HEARD_THROUGH, type HeardThrough, type WatchTrack } from './watch-track.ts';
import { unknownsOf, type WatchUnknown } from './watch-unknowns.ts';

export interface WatchedTask {
  readonly name: string;
  readonly deliveries: number;
  readonly polls: number;
  readonly streams: number;
  readonly configCalls: number;
  /** The last state that was heard. */
  readonly state?: ObservedState;
}
/** What a way of hearing cost, up to the cursor. */
export interface WatchCosts {
  readonly push: { readonly configCalls: number; readonly deliveries: number; readonly looks: number };
  readonly follow: { readonly streams: number; readonly events: number; readonly openMs: number };
  readonly poll: { readonly requests: number; readonly answers: number; readonly others: number; readonly firsts: number };
}
export interface WatchStory {
  readonly name: string;
  /** States as they were first heard, the last 100, with what told of them later. */
  readonly states: readonly WatchedState[];
  readonly statesTotal: number;
  /** How many states each way was the first to tell. */
  readonly heardFirst: Readonly<Record<HeardThrough, number>>;
  readonly configs: readonly WatchedConfig[];
  readonly configsLeftOut: number;
  /** The last 100. */
  readonly deliveries: readonly WatchedDelivery[];
  readonly deliveriesTotal: number;
  readonly deliveriesAnswered: number;
  /** Pushes that the agent says it sent and that nobody received, the last 100; empty where no agent tells. */
  readonly lostPushes: StandInAnswer['lostPushes'];
  /** The last 100. */
  readonly polls: readonly WatchedPoll[];
  readonly pollsTotal: number;
  /** The last 50. */
  readonly streams: readonly WatchedStream[];
  readonly streamsTotal: number;
  readonly costs: WatchCosts;
  readonly unknowns: readonly WatchUnknown[];
}
export interface WatchAnswer {
  /** The first 50: those with a callback before the others. */
  readonly tasks: readonly WatchedTask[];
  readonly total: number;
  /** Deliveries that name no task: how many, and the last 20. */
  readonly strays: { readonly total: number; readonly seqs: readonly number[] };
  /** The task that was asked about, else the first one that is watched; undefined where the log shows nobody hearing of any. */
  readonly story?: WatchStory;
}

const MOST_TASKS = 50;
const MOST_STRAYS = 20;

/**
 * Tells how tasks were watched up to the cursor, and of one of them in full.
 * @param ask `taskId`: a name; of several tasks with one id it means the first that was watched
 */
export function projectWatch(log: LogView, ask: { readonly cursor: number; readonly taskId?: string }): WatchAnswer {
  const { cursor, taskId } = ask;
  const index = watchIndexOf(log);
  const { tracks, total } = index.upTo(cursor, MOST_TASKS);
  const named = taskId === undefined ? [] : log.tasks.named(taskId).flatMap((key) => index.of(key) ?? []);
  const track = named.find(({ firstSeq }) => firstSeq <= cursor) ?? tracks[0];
  return {
    tasks: tracks.map((each) => summaryOf(log, each, cursor)),
    total,
    strays: index.strayUpTo(cursor, MOST_STRAYS),
    ...(track === undefined ? {} : { story: storyOf(log, track, cursor) }),
  };
}

function summaryOf(log: LogView, track: WatchTrack, cursor: number): WatchedTask {
  const state = track.heard[countTracks(track.heard, cursor) - 1]?.state;
  return {
    name: log.tasks.nameOf(track.task),
    deliveries: countTracks(track.deliveries, cursor),
    polls: countTracks(track.polls, cursor),
    streams: countBelow(track.streams.length, (place) => track.streams[place]?.knownSeq ?? 0, cursor + 1),
    configCalls: countTracks(track.configs, cursor),
    ...(state === undefined ? {} : { state }),
  };
}

function storyOf(log: LogView, track: WatchTrack, cursor: number): WatchStory {
  const { configs, leftOut } = configsUpTo(log, track, cursor);
  const { deliveries, total: deliveriesTotal } = deliveriesUpTo(log, { track, configs }, cursor);
  const { polls, total: pollsTotal } = pollsUpTo(log, track, cursor);
  const { streams, total: streamsTotal, openMs, events } = streamsUpTo(log, track, cursor);
  const { states, total: statesTotal } = heardUpTo(log, track, cursor);
  const heardFirst = HEARD_THROUGH.map((through) => [through, countSeqs(track.heardFirst[through], cursor)] as const);
  // Without facts there is nothing to take down.
  const told = log.hasKernelRows ? standInIndexOf(log) : undefined;
  const story = {
    name: log.tasks.nameOf(track.task),
    states,
    statesTotal,
    heardFirst: Object.fromEntries(heardFirst) as Record<HeardThrough, number>,
    configs,
    configsLeftOut: leftOut,
    deliveries,
    deliveriesTotal,
    deliveriesAnswered: countSeqs(track.deliveriesAnswered, cursor),
    lostPushes: told?.remote(track.task)?.lostUpTo(cursor) ?? [],
    polls,
    pollsTotal,
    streams,
    streamsTotal,
    costs: {
      push: { configCalls: countTracks(track.configs, cursor), deliveries: deliveriesTotal, looks: countSeqs(track.doorbellLooks, cursor) },
      follow: { streams: streamsTotal, events, openMs },
      poll: {
        requests: pollsTotal,
        answers: countSeqs(track.pollsAnswered, cursor),
        others: countSeqs(track.pollsOther, cursor),
        firsts: countSeqs(track.pollsFirst, cursor),
      },
    },
  };
  const known = {
    isSenderHeard: told?.remote(track.task)?.isTold(cursor) ?? false,
    isWatcherHeard: told?.isWatched(track.task, cursor) ?? false,
    isEpisode: log.episode !== undefined,
  };
  return { ...story, unknowns: unknownsOf(story, known) };
}
