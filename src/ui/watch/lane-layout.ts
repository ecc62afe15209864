// What stands in the lane of a watch: the states as the stand-in had them, what rang, what it looked at, which streams were held, and
// when nobody was there. All takes on one axis of virtual time, idle stretches folded. Pure figures; nothing here draws.

import type { StandInAnswer, TrueChange } from '../../model/projections/stand-in-story.ts';
import type { TaskState } from '../../model/protocol/task.ts';
import type { WatchAction } from '../../mock-agents/watch-scene.ts';
import { foldedAxis } from '../chaos/folded-axis.ts';
import { type FigureAxis, longestGapOf } from '../gaps/figure-layout.ts';
import { type SeenWatch, virtual } from './watch-round.ts';

export interface StateSpan {
  readonly seq: number;
  readonly state: TaskState;
  readonly from: number;
  /** Until the next one, else the end of the axis. */
  readonly to: number;
}
export interface LaneMark {
  readonly seq: number;
  readonly at: number;
  readonly kind: 'rung' | 'refused' | 'lost' | 'look' | 'failed-look' | 'told' | 'restart' | 'roll';
  readonly says: string;
}
export interface HeldStream {
  readonly seq: number;
  readonly from: number;
  readonly to: number;
  readonly isOpen: boolean;
}
export interface Lane {
  readonly states: readonly StateSpan[];
  readonly marks: readonly LaneMark[];
  readonly streams: readonly HeldStream[];
  /** Between two subscriptions. */
  readonly pauses: readonly { readonly from: number; readonly to: number }[];
  /** From the death of the worker to its next life. */
  readonly dead: readonly { readonly from: number; readonly to: number }[];
}

const MOST_TICKS_OF_AXIS = 2_000;

/** One axis for all that is shown. */
export function watchesAxis(watches: readonly SeenWatch[]): FigureAxis {
  const times = new Set<number>([0]);
  for (const { stood, heard, doorbell, summary } of watches) {
    const told = [stood.truth, stood.story?.moves ?? [], stood.story?.told ?? [], stood.lostPushes, doorbell.tries];
    for (const list of told) for (const { time } of list) times.add(virtual(time));
    const { deliveries = [], polls = [], streams = [] } = heard.story ?? {};
    for (const list of [deliveries, polls, streams]) for (const { at } of list) times.add(virtual(at));
    for (const { endAt } of streams) times.add(virtual(endAt));
    times.add(virtual(summary.lastTime));
  }
  const sorted = [...times].toSorted((one, other) => one - other).slice(0, MOST_TICKS_OF_AXIS);
  return { ...foldedAxis(sorted, longestGapOf(sorted)), end: sorted.at(-1) ?? 0 };
}

/** What the task went through, as its agent stored it. */
export function truthSpans({ truth }: StandInAnswer, end: number): readonly StateSpan[] {
  return spansOf(
    truth.map(({ seq, state, time }) => ({ seq, state, at: virtual(time) })),
    end,
  );
}

/** What the stand-in took for the state of the task. */
export function heardSpans({ truth, story }: StandInAnswer, end: number): readonly StateSpan[] {
  const known =
    truth.length > 0 ? appliedOf(truth) : (story?.told ?? []).map(({ seq, state, time }) => ({ seq, state, at: virtual(time) }));
  return spansOf(known, end);
}

function appliedOf(truth: readonly TrueChange[]): readonly { readonly seq: number; readonly state: TaskState; readonly at: number }[] {
  return truth
    .flatMap(({ state, appliedSeq, appliedTime }) =>
      appliedSeq === undefined ? [] : [{ seq: appliedSeq, state, at: virtual(appliedTime) }],
    )
    .toSorted((one, other) => one.seq - other.seq);
}

function spansOf(
  states: readonly { readonly seq: number; readonly state: TaskState; readonly at: number }[],
  end: number,
): readonly StateSpan[] {
  return states.map(({ seq, state, at }, place) => ({ seq, state, from: at, to: Math.max(at, states[place + 1]?.at ?? end) }));
}

/** The lane of one watch. */
export function laneOf(seen: SeenWatch, actions: readonly WatchAction[], end: number): Lane {
  const { stood, heard, doorbell } = seen;
  const streams = (heard.story?.streams ?? []).map(({ seq, at, endAt, endSeq, opened }) => ({
    seq,
    opened,
    from: virtual(at),
    to: endAt === undefined ? end : virtual(endAt),
    isOpen: endSeq === undefined,
  }));
  // A turn has a stream as well: after it, and before the next one, nobody pauses.
  const held = streams.filter(({ opened }) => opened === 'subscribe');
  const pauses = held.slice(1).flatMap(({ from }, place) => {
    const before = held[place]?.to ?? from;
    return from > before ? [{ from: before, to: from }] : [];
  });
  return {
    states: heardSpans(stood, end),
    marks: marksOf(stood, heard.story?.polls ?? [], doorbell),
    streams,
    pauses,
    dead: deadOf(stood, actions, end),
  };
}

function marksOf(
  { story, lostPushes }: StandInAnswer,
  polls: readonly {
    readonly seq: number;
    readonly answerSeq?: number;
    readonly at?: number;
    readonly failed: boolean;
    readonly state?: string;
  }[],
  { tries }: SeenWatch['doorbell'],
): readonly LaneMark[] {
  const marks: LaneMark[] = [];
  for (const { seq, time, status, refusal, claimed } of tries) {
    const kind = refusal === undefined ? 'rung' : 'refused';
    marks.push({
      seq,
      at: virtual(time),
      kind,
      says: kind === 'rung' ? `rung, ${status}: claims ${claimed ?? 'nothing'}` : `refused with ${status}`,
    });
  }
  for (const { seq, time, state } of lostPushes) marks.push({ seq, at: virtual(time), kind: 'lost', says: `doorbell lost: ${state}` });
  for (const { seq, answerSeq = seq, at, failed, state } of polls)
    marks.push({
      seq: answerSeq,
      at: virtual(at),
      kind: failed ? 'failed-look' : 'look',
      says: failed ? 'look failed' : `looked: ${state ?? 'no answer yet'}`,
    });
  for (const { seq, time, state, note } of story?.told ?? [])
    marks.push({ seq, at: virtual(time), kind: 'told', says: `parent told: ${state}${note ? ', with a note' : ''}` });
  for (const { seq, time, event, to } of story?.moves ?? []) {
    if (event === 'worker-restarted') marks.push({ seq, at: virtual(time), kind: 'restart', says: 'the worker lives again' });
    else if (to === 'rolling') marks.push({ seq, at: virtual(time), kind: 'roll', says: 'a fresh history begins' });
  }
  return marks.toSorted((one, other) => one.seq - other.seq);
}

function deadOf({ story }: StandInAnswer, actions: readonly WatchAction[], end: number): Lane['dead'] {
  const restarts = (story?.moves ?? []).filter(({ event }) => event === 'worker-restarted').map(({ time }) => virtual(time));
  const over = story?.end === undefined ? end : virtual(story.moves.at(-1)?.time);
  return actions.flatMap((action) => {
    if (action.do !== 'kill' || action.at > over) return [];
    return [{ from: action.at, to: restarts.find((time) => time >= action.at) ?? end }];
  });
}

/** How late a watch heard what it heard, up to a time: how many of the changes, and the slowest. */
export interface Lateness {
  readonly changes: number;
  readonly heard: number;
  readonly slowestMs: number | undefined;
}

/** @param truth as it was at the moment: a change that is applied later is not heard yet. The first state was known from the start. */
export function latenessOf(truth: readonly TrueChange[]): Lateness {
  const changes = truth.slice(1);
  const late = changes.flatMap(({ time, appliedTime }) => (appliedTime === undefined ? [] : [virtual(appliedTime) - virtual(time)]));
  return { changes: changes.length, heard: late.length, slowestMs: late.length === 0 ? undefined : Math.max(...late) };
}
