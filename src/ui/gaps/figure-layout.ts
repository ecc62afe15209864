// Where things stand in the picture of two clients and their peer: one time axis for all takes, idle stretches folded. Pure
// figures; nothing here draws.

import type { PeerStory } from '../../model/projections/peer-story.ts';
import type { ObservedState } from '../../model/protocol/task.ts';
import { foldedAxis, type FoldedAxis } from '../chaos/folded-axis.ts';

/** Everything that happened in some stories, sorted, each time once. */
function timesOf(stories: readonly PeerStory[]): readonly number[] {
  const times = new Set<number>([0]);
  for (const story of stories) {
    const { oneWay = 0 } = story;
    const told = [story.tasks, story.stored, story.artifacts, story.requests, story.seen, story.notes, story.outcomes];
    for (const list of told) for (const { at } of list) times.add(at);
    for (const { at, answer } of story.requests) {
      times.add(at + oneWay);
      if (answer) times.add(answer.at);
    }
    times.add(story.end);
  }
  return [...times].toSorted((a, b) => a - b);
}

/** Nothing shorter is folded: an eye takes it for work. */
const SHORTEST_FOLD = 300;

/** The longest pauses are folded as long as one of them would take a third of what is left of the picture. */
export function longestGapOf(times: readonly number[]): number {
  const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
  let left = gaps.reduce((sum, gap) => sum + gap, 0);
  let fold = Infinity;
  for (const gap of gaps.toSorted((a, b) => b - a)) {
    if (gap < SHORTEST_FOLD || gap < left / 3) break;
    left -= gap;
    fold = gap - 1;
  }
  return fold;
}

export interface FigureAxis extends FoldedAxis {
  readonly end: number;
}

export function figureAxis(stories: readonly PeerStory[]): FigureAxis {
  const times = timesOf(stories);
  return { ...foldedAxis(times, longestGapOf(times)), end: times.at(-1) ?? 0 };
}

/** The time at a part of the width: the axis read the other way round, to a millisecond. */
export function timeAt(axis: FigureAxis, part: number): number {
  let low = 0;
  let high = axis.end;
  while (high - low > 0.5) {
    const middle = (low + high) / 2;
    if (axis.place(middle) < part) low = middle;
    else high = middle;
  }
  return Math.round(high);
}

const END_STATES: ReadonlySet<ObservedState> = new Set<ObservedState>(['completed', 'failed', 'canceled', 'rejected']);

export interface StateStretch {
  readonly state: ObservedState;
  readonly from: number;
  /** Equal to `from` for a state that nothing follows. */
  readonly to: number;
  readonly seq: number;
  readonly ends: boolean;
}
export interface TaskPath {
  readonly taskId: string;
  readonly stretches: readonly StateStretch[];
}

/** What each task of the peer went through, by what the peer itself stored. */
export function peerPaths({ tasks, stored, end }: PeerStory): readonly TaskPath[] {
  const ids = [...new Set([...tasks, ...stored].map(({ taskId }) => taskId))];
  return ids.map((taskId) => ({
    taskId,
    stretches: stretchesOf(
      stored.filter((state) => state.taskId === taskId),
      end,
    ),
  }));
}

/** What the client took for the state of its task, from each look to the next. */
export function clientPath({ seen, outcomes, end }: PeerStory): readonly StateStretch[] {
  return stretchesOf(seen, outcomes[0]?.at ?? end);
}

function stretchesOf(
  states: readonly { readonly state: ObservedState; readonly at: number; readonly seq: number }[],
  end: number,
): readonly StateStretch[] {
  const moves = states.filter(({ state }, index) => state !== states[index - 1]?.state);
  return moves.map(({ state, at, seq }, index) => {
    const ends = END_STATES.has(state);
    const next = moves[index + 1]?.at ?? (ends ? at : Math.max(end, at));
    return { state, from: at, to: next, seq, ends };
  });
}

/** Something on its way: down from the client to the peer, or up again. */
export interface Flight {
  readonly leaves: number;
  readonly arrives: number;
  readonly way: 'down' | 'up';
  readonly seq: number;
  /** It never arrived, or nobody can say. */
  readonly lost: boolean;
  readonly says: string;
  readonly word: string;
}

/** Requests, their answers and the events of streams; what is no request leaves as long before it arrives as a request takes. */
export function flightsOf({ requests, seen, oneWay = 0 }: PeerStory): readonly Flight[] {
  const flights: Flight[] = [];
  const answered = new Set<number>();
  for (const { at, seq, step, line, answer } of requests) {
    flights.push({ leaves: at, arrives: at + oneWay, way: 'down', seq, lost: false, says: line, word: step });
    if (!answer) continue;
    answered.add(answer.seq);
    const lost = answer.says.startsWith('lost');
    flights.push({
      leaves: Math.max(at, answer.at - oneWay),
      arrives: answer.at,
      way: 'up',
      seq: answer.seq,
      lost,
      says: answer.says,
      word: answer.says,
    });
  }
  for (const { at, seq, state } of seen)
    if (!answered.has(seq)) flights.push({ leaves: at - oneWay, arrives: at, way: 'up', seq, lost: false, says: state, word: state });
  return flights.toSorted((a, b) => a.leaves - b.leaves || a.seq - b.seq);
}

/** One line of what happened, in the words of the figure's reader. */
export interface Moment {
  readonly at: number;
  readonly seq: number;
  readonly who: 'client' | 'peer' | 'lab';
  readonly says: string;
  readonly state?: ObservedState;
}

/** @param hideFaults leaves out what the lab did: where the reader is to know no more than a client does */
export function momentsOf(story: PeerStory, hideFaults: boolean): readonly Moment[] {
  const moments: Moment[] = [];
  const answers = new Set(story.requests.map(({ answer }) => answer?.seq));
  for (const { at, seq, line, answer } of story.requests) {
    moments.push({ at, seq, who: 'client', says: `asks ${line}` });
    if (answer)
      moments.push({
        at: answer.at,
        seq: answer.seq,
        who: 'client',
        says: answer.failed ? `gets ${answer.says}` : `is answered: ${answer.says}`,
      });
  }
  for (const { at, seq, state, text } of story.seen)
    if (!answers.has(seq))
      moments.push({ at, seq, who: 'client', says: text === undefined ? `sees ${state}` : `sees ${state}: ${text}`, state });
  for (const { at, seq, taskId } of story.tasks) moments.push({ at, seq, who: 'peer', says: `makes ${taskId}` });
  for (const { at, seq, taskId, state } of story.stored)
    moments.push({ at, seq, who: 'peer', says: `stores ${state} of ${taskId}`, state });
  for (const { at, seq, name } of story.artifacts) moments.push({ at, seq, who: 'peer', says: `stores artifact ${name}` });
  for (const { at, seq, kind, says } of story.notes) {
    if (hideFaults && kind === 'fault-injected') continue;
    moments.push({ at, seq, who: kind === 'fault-injected' || kind === 'worker-ended' ? 'lab' : 'client', says });
  }
  for (const { at, seq, outcome, why } of story.outcomes) moments.push({ at, seq, who: 'client', says: `decides ${outcome}: ${why}` });
  return moments.toSorted((a, b) => a.at - b.at || a.seq - b.seq);
}

/** The last row of a story at or before a time; undefined where there is none. */
export function rowAt(story: PeerStory, at: number): number | undefined {
  let found: number | undefined;
  for (const moment of momentsOf(story, false)) if (moment.at <= at) found = Math.max(found ?? 0, moment.seq);
  return found;
}
